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

  package init(id: UserID, createdAt: Int64, tokensRevokedUntil: Int64, profile: ProfileRecord? = nil) {
    self.id = id
    self.createdAt = createdAt
    self.tokensRevokedUntil = tokensRevokedUntil
    self.profile = profile
  }

  /// Nil for none.
  package var accountNumber: String? { profile.flatMap { $0.number.isEmpty ? nil : $0.number } }
}
