import MartletWire

/// A user as stored.
package struct UserRecord: Sendable, Equatable {
  package var id: UserID
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// Tokens issued at or before this moment are refused; seconds since 1970, 0 for none.
  package var tokensRevokedUntil: Int64
  /// Nil if it was never set.
  package var profile: ProfileRecord?
  /// The user may not connect before this time, in milliseconds since 1970.
  ///
  /// 0 for a user who never was suspended; after the end of a suspension it stays as it is.
  package var suspendedUntil: Int64
  /// When the user's last device disconnected, in milliseconds since 1970, rounded down to a minute; 0 if it is not known.
  package var lastSeen: Int64

  package init(
    id: UserID, createdAt: Int64, tokensRevokedUntil: Int64, profile: ProfileRecord? = nil, suspendedUntil: Int64 = 0,
    lastSeen: Int64 = 0
  ) {
    self.id = id
    self.createdAt = createdAt
    self.tokensRevokedUntil = tokensRevokedUntil
    self.profile = profile
    self.suspendedUntil = suspendedUntil
    self.lastSeen = lastSeen
  }

  /// Whether the user may not connect at a time, in milliseconds since 1970.
  package func isSuspended(at milliseconds: Int64) -> Bool { suspendedUntil > milliseconds }

  /// Nil for none.
  package var accountNumber: String? { profile.flatMap { $0.number.isEmpty ? nil : $0.number } }
}

/// A user who may not connect before a time, in milliseconds since 1970.
package struct Suspension: Sendable, Equatable {
  package let user: UserID
  package let until: Int64

  package init(user: UserID, until: Int64) {
    self.user = user
    self.until = until
  }
}
