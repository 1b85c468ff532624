import MartletStore
import MartletWire

/// Creates tokens that `TokenVerifier` accepts.
package struct TokenIssuer: Sendable {
  /// The default lifetime of a token, in seconds.
  package var standardLifetime: UInt32
  /// The longest a token may be valid; in seconds.
  package var maximumLifetime: UInt32

  /// Takes lifetimes in seconds: a week by default, and at most a year and a day.
  package init(standardLifetime: UInt32 = 7 * 86_400, maximumLifetime: UInt32 = 366 * 86_400) {
    self.standardLifetime = standardLifetime
    self.maximumLifetime = maximumLifetime
  }

  /// Takes the lifetimes of an app.
  package init(_ limits: Limits) {
    self.init(
      standardLifetime: UInt32(clamping: limits.tokenLifetime.components.seconds),
      maximumLifetime: UInt32(clamping: limits.tokenLifetimeMost.components.seconds))
  }

  /// A token and when it runs out.
  package struct Issued: Sendable {
    package let token: String
    /// Seconds since 1970.
    package let expiresAt: Int64
  }

  /// Creates a token for an existing user, signed with the first of the app's HS256 keys.
  ///
  /// It is valid even right after a revocation: `iat` is later than the revocation.
  ///
  /// - Parameters:
  ///   - user: The user's record.
  ///   - keys: The app the user belongs to.
  ///   - lifetime: Seconds the token is valid; 0 means the standard.
  ///   - milliseconds: The time now, since 1970.
  /// - Returns: The token.
  /// - Throws: `.fieldInvalid` if the lifetime is too long; `.notSupportedHere` if the app has public keys only; `.unavailable`
  ///   if there were so many revocations within a minute that a valid token would lie too far ahead.
  package func issue(
    for user: UserRecord, keys: AppKeys, lifetime: UInt32 = 0, now milliseconds: Int64
  ) throws(Refusal) -> Issued {
    guard lifetime <= maximumLifetime else {
      throw Refusal(.fieldInvalid, field: "valid_seconds", limit: UInt64(maximumLifetime), actual: UInt64(lifetime))
    }
    guard let key = keys.signingKey else { throw Refusal(.notSupportedHere) }
    let now = milliseconds / 1000
    let issuedAt = max(now, Self.second(after: user.tokensRevokedUntil))
    guard issuedAt > 0, issuedAt <= now + TokenVerifier.leeway else {
      throw Refusal(.unavailable, retryAfterMilliseconds: 1000)
    }
    let expiresAt = issuedAt + Int64(lifetime == 0 ? standardLifetime : lifetime)
    let signed = Self.signedPart(key: key.id, app: keys.id, user: user.id, issuedAt: issuedAt, expiresAt: expiresAt)
    do {
      let signature = try HMACSHA256.code(key: key.secret.bytes, message: signed.utf8)
      return Issued(token: signed + "." + Base64URL.encode(signature), expiresAt: expiresAt)
    } catch {
      throw Refusal(.internal)
    }
  }

  private static func signedPart(key: String, app: AppID, user: UserID, issuedAt: Int64, expiresAt: Int64) -> String {
    // The characters an id may have need no escapes.
    let claims = #"{"iss":"\#(app)","sub":"\#(user)","aud":"\#(TokenVerifier.audience)","iat":\#(issuedAt),"exp":\#(expiresAt)}"#
    return Base64URL.encode(#"{"alg":"HS256","kid":"\#(key)","typ":"JWT"}"#.utf8) + "." + Base64URL.encode(claims.utf8)
  }

  /// The time up to which to refuse a user's tokens, so that every token issued until now is refused.
  ///
  /// It lies in the next second if a token was made after an earlier revocation in the same second, because the `iat` of that
  /// token lies ahead. It never exceeds the largest allowed `iat`.
  ///
  /// - Parameters:
  ///   - user: The user's record.
  ///   - milliseconds: The time now, since 1970.
  /// - Returns: Seconds since 1970.
  package func revocation(of user: UserRecord, now milliseconds: Int64) -> Int64 {
    let now = milliseconds / 1000
    return max(now, min(Self.second(after: user.tokensRevokedUntil), now + TokenVerifier.leeway))
  }

  private static func second(after second: Int64) -> Int64 { second == .max ? .max : second + 1 }
}
