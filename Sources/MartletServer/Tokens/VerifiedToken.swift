import MartletStore
import MartletWire

/// What a token says, once its signature and times were found good.
package struct VerifiedToken: Sendable, Equatable {
  package let app: AppID
  package let user: UserID
  /// Seconds since 1970, at least 1; a fraction in the token is cut off.
  package let issuedAt: Int64
  /// Seconds since 1970, from which on the token is not valid.
  package let expiresAt: Int64

  package init(app: AppID, user: UserID, issuedAt: Int64, expiresAt: Int64) {
    self.app = app
    self.user = user
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  /// Whether the user's tokens were revoked at or after the moment this one was issued.
  package func isRevoked(by record: UserRecord) -> Bool { issuedAt <= record.tokensRevokedUntil }
}
