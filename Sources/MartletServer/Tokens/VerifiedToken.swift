import MartletStore
import MartletWire

/// The claims of a token whose signature and times are good.
package struct VerifiedToken: Sendable, Equatable {
  package let app: AppID
  package let user: UserID
  /// Seconds since 1970, at least 1; a fraction in the token is cut off.
  package let issuedAt: Int64
  /// Seconds since 1970, from which on the token is not valid.
  package let expiresAt: Int64
  /// The fingerprint of the key that signed it.
  package let key: String

  package init(app: AppID, user: UserID, issuedAt: Int64, expiresAt: Int64, key: String) {
    self.app = app
    self.user = user
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.key = key
  }

  /// Whether the user's tokens were revoked at or after the moment this one was issued.
  package func isRevoked(by record: UserRecord) -> Bool { issuedAt <= record.tokensRevokedUntil }
}
