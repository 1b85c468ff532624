import MartletWire

/// Reads JSON Web Tokens (RFC 7519) signed with HS256; `docs/protocol.md` has the rules.
///
/// The algorithm is fixed: nothing in a token chooses how it is checked, or with which key beyond its app's.
package struct TokenVerifier: Sendable {
  /// The most bytes a token may have.
  package static let maximumByteCount = 4096
  /// What `aud` must be or contain.
  package static let audience = "martlet"
  /// How many seconds another machine's clock may be ahead.
  package static let leeway: Int64 = 60

  private static let limits = DecodingLimits(bytes: maximumByteCount, depth: 8, elements: 256)

  package init() {}

  /// Checks everything that can be checked without the store: that the user exists and the token was not
  /// revoked is left.
  ///
  /// - Parameters:
  ///   - token: The token's text.
  ///   - apps: The apps in force.
  ///   - milliseconds: The time now, since 1970.
  /// - Returns: What the token says.
  /// - Throws: The first finding in the order that `docs/protocol.md` gives.
  package func verify(_ token: String, apps: Apps, now milliseconds: Int64) throws(Refusal) -> VerifiedToken {
    let parts = try Parts(token)
    let (header, claims) = (try Self.object(parts.header), try Self.object(parts.claims))
    try Self.checkAlgorithm(header)
    guard case .string(let issuer) = claims["iss"] else { throw Refusal(.tokenClaims, field: "iss") }
    let app = AppID(issuer)
    guard try Self.isSigned(parts, by: app, of: apps), let app else { throw Refusal(.tokenSignature) }

    let now = milliseconds / 1000
    guard let expiresAt = try Self.time("exp", of: claims), expiresAt > now else { throw Refusal(.tokenExpired) }
    guard let issuedAt = try Self.time("iat", of: claims), issuedAt > 0 else { throw Refusal(.tokenClaims, field: "iat") }
    let latest = now + Self.leeway
    guard issuedAt <= latest, try Self.time("nbf", of: claims) ?? 0 <= latest else { throw Refusal(.tokenNotYetValid) }
    guard Self.isAudience(claims["aud"]) else { throw Refusal(.tokenClaims, field: "aud") }
    guard case .string(let subject) = claims["sub"], let user = UserID(subject) else { throw Refusal(.tokenClaims, field: "sub") }
    return VerifiedToken(app: app, user: user, issuedAt: issuedAt, expiresAt: expiresAt)
  }

  /// The three parts of a token.
  private struct Parts {
    let header: [UInt8]
    let claims: [UInt8]
    let signature: [UInt8]
    /// The bytes the signature is over.
    let signed: [UInt8]

    init(_ token: String) throws(Refusal) {
      let bytes = token.utf8
      guard bytes.count <= TokenVerifier.maximumByteCount else { throw Refusal(.tokenMalformed) }
      let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 3, let header = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]),
        let signature = Base64URL.decode(parts[2])
      else { throw Refusal(.tokenMalformed) }
      self.header = header
      self.claims = claims
      self.signature = signature
      signed = [UInt8](bytes[..<parts[1].endIndex])
    }
  }

  private static func object(_ bytes: [UInt8]) throws(Refusal) -> JSONObject {
    guard case .object(let object) = try? JSONValue(json: bytes, limits: limits) else { throw Refusal(.tokenMalformed) }
    return object
  }

  /// Members of a header that name a key, or change what the rest of it means.
  private static let forbidden = ["crit", "jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256"]

  private static func checkAlgorithm(_ header: JSONObject) throws(Refusal) {
    guard case .string(let algorithm) = header["alg"] else { throw Refusal(.tokenMalformed) }
    guard algorithm == "HS256" else { throw Refusal(.tokenAlgorithm) }
    guard header["typ"] == nil || header["typ"] == .string("JWT"), forbidden.allSatisfy({ header[$0] == nil }) else {
      throw Refusal(.tokenMalformed)
    }
    // Common libraries set it. It is not used; the form, that of an app's id, leaves no room for paths or queries.
    switch header["kid"] {
    case nil: break
    case .string(let name) where AppID(name) != nil: break
    default: throw Refusal(.tokenMalformed)
    }
  }

  private static func isSigned(_ parts: Parts, by app: AppID?, of apps: Apps) throws(Refusal) -> Bool {
    do {
      return try apps.didMake(parts.signature, of: parts.signed, app: app)
    } catch {
      throw Refusal(.internal)
    }
  }

  /// A time in whole seconds, nil where the claim is absent.
  private static func time(_ name: String, of claims: JSONObject) throws(Refusal) -> Int64? {
    guard let value = claims[name] else { return nil }
    guard case .number(let number) = value, let seconds = number.integer ?? number.double.flatMap(wholeSeconds) else {
      throw Refusal(.tokenClaims, field: name)
    }
    return seconds
  }

  private static func wholeSeconds(_ seconds: Double) -> Int64? { Int64(exactly: seconds.rounded(.down)) }

  private static func isAudience(_ claim: JSONValue?) -> Bool {
    switch claim {
    case .string(let name): name == audience
    case .array(let names): names.contains(.string(audience))
    default: false
    }
  }
}
