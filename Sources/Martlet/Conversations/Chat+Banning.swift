// Bans from a group.
extension Chat {
  /// Bans users from the group, whether they are members or not.
  ///
  /// Members among them are removed. Until the ban ends, the users can neither join, by a link or by the id of an open group, nor
  /// be added; they and those who try get `.server(.banned)`, with the end in `MartletError.until`. The owner may ban everybody
  /// else, an admin everybody but the owner and the admins. A later call replaces the end and the reason of an earlier one. All
  /// members are told by ``Notice/usersBanned(_:until:removed:owner:reason:)``, and removed users by
  /// `Event.conversationRemoved`. The call waits while the client is connecting. If the connection is lost, the request is
  /// retried and takes effect once.
  ///
  /// - Parameters:
  ///   - users: The users. More than 200 are sent in several requests.
  ///   - until: When the ban ends, by the server's clock; nil for not before ``unban(_:)``.
  ///   - reason: The reason, at most 256 bytes; members and banned members see it.
  /// - Throws: `.server(.notPermitted)` for plain members, and for users of this user's role or a higher one;
  ///   `.server(.peerUnknown)` for a user who does not exist; `.server(.bansFull)` beyond the server's `limits.group_bans`;
  ///   `.server(.notSupportedHere)` in direct conversations; `.server(.conversationDismissed)`; `.conversationUnknown`. After
  ///   `.cancelled`, `.notConnected` and `.timedOut` the users may or may not have been banned.
  public func ban(_ users: [UserID], until: Timestamp? = nil, reason: String = "") async throws(MartletError) {
    // 0 would lift the ban.
    let end = max(until?.milliseconds ?? .max, 1)
    try await client.outcome { [destination] in
      $0.ban(users, from: destination, until: end, reason: reason, for: $1, then: $2)
    }
  }

  /// Lets banned users join the group again, and be added.
  ///
  /// It does not make them members.
  ///
  /// - Parameter users: The users; those who are not banned are ignored.
  /// - Throws: As ``ban(_:until:reason:)``.
  public func unban(_ users: [UserID]) async throws(MartletError) {
    try await client.outcome { [destination] in $0.ban(users, from: destination, until: 0, for: $1, then: $2) }
  }

  /// Returns the users who are banned from the group.
  ///
  /// It asks the server. Only the owner and admins may do this.
  ///
  /// - Returns: The bans, in ascending byte order of the users' ids.
  /// - Throws: `.server(.notPermitted)` for plain members; `.server(.notSupportedHere)` in direct conversations;
  ///   `.conversationUnknown`; `.cancelled`, `.notConnected` and `.timedOut`.
  public func bans() async throws(MartletError) -> [GroupBan] {
    try await client.outcome { [destination] in $0.bans(of: destination, for: $1, then: $2) }
  }
}
