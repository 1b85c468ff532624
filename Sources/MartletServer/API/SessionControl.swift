import MartletStore
import MartletWire

/// Controls the open sessions for the REST interface.
package protocol SessionControl: Sendable {
  /// Ends the user's open sessions whose token was issued at or before the moment.
  ///
  /// Returns after they ended: they serve no request that arrives later. The store refuses such tokens already, so no new session
  /// of them can begin.
  ///
  /// - Parameters:
  ///   - app: The app the user belongs to.
  ///   - user: The user.
  ///   - issuedUntil: Seconds since 1970.
  func tokensRevoked(app: AppID, user: UserID, issuedUntil: Int64) async

  /// Ends the open sessions whose token was signed with a key that is no longer in force.
  ///
  /// Returns after they ended: they serve no request that arrives later.
  ///
  /// - Parameter isAccepted: Whether tokens of this app may still be signed with the key of this fingerprint.
  func keysRemoved(isAccepted: @escaping @Sendable (_ app: AppID, _ key: String) -> Bool) async

  /// Ends all open sessions of a user, who is suspended until a time in milliseconds since 1970.
  ///
  /// Returns after they ended: they serve no request that arrives later. The store refuses new ones already.
  func suspended(_ user: UserID, app: AppID, until: Int64) async

  /// Tells the sessions that show a user's profile of its change.
  func profileChanged(_ user: UserID, app: AppID, from before: ProfileRecord, to after: ProfileRecord) async
}

/// The phase of a server's life.
package enum ServerStatus: String, Sendable, CaseIterable {
  case starting
  case ok
  case draining
}
