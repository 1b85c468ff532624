import MartletWire

/// A user as stored.
package struct UserRecord: Sendable, Equatable {
  package var id: UserID
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// Tokens issued at or before this moment are refused; seconds since 1970, 0 for none.
  package var tokensRevokedUntil: Int64

  package init(id: UserID, createdAt: Int64, tokensRevokedUntil: Int64) {
    self.id = id
    self.createdAt = createdAt
    self.tokensRevokedUntil = tokensRevokedUntil
  }
}
