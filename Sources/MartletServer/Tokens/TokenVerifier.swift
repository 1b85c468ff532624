import MartletWire

/// Reads signed JSON Web Tokens (RFC 7519); `docs/protocol.md` has the rules.
///
/// Each key has one algorithm. A token's header only narrows down the app's keys that may have signed it. It never chooses how a
/// key is used.
package struct TokenVerifier: Sendable {
  /// The most bytes a token may have.
  package static let maximumByteCount = 4096
  /// The required value or element of `aud`.
  package static let audience = "martlet"
  /// The number of seconds by which another machine's clock may be ahead.
  package static let leeway: Int64 = 60

  private static let limits = DecodingLimits(bytes: maximumByteCount, depth: 8, elements: 256)

  package init() {}

  /// Checks everything except the store's part: that the user exists and the token was not revoked.
  ///
  /// - Parameters:
  ///   - token: The token's text.
  ///   - apps: The current apps.
  ///   - milliseconds: The time now, since 1970.
  /// - Returns: The token's claims.
  /// - Throws: The first error in the order that `docs/protocol.md` gives.
  package func verify(_ token: String, apps: Apps, now milliseconds: Int64) throws(Refusal) -> VerifiedToken {
    let parts = try Parts(token)
    let (header, claims) = (try Self.object(parts.header), try Self.object(parts.claims))
    let algorithm = try Self.algorithm(header)
    let keyID = try Self.keyID(header)
    guard case .string(let issuer) = claims["iss"] else { throw Refusal(.tokenClaims, field: "iss") }
    let app = AppID(issuer)
    let signer = try Self.signer(of: parts, algorithm, key: keyID, app: app, of: apps)
    guard let app, let signer else { throw Refusal(.tokenSignature) }

    let now = milliseconds / 1000
    guard let expiresAt = try Self.time("exp", of: claims), expiresAt > now else { throw Refusal(.tokenExpired) }
    guard let issuedAt = try Self.time("iat", of: claims), issuedAt > 0 else { throw Refusal(.tokenClaims, field: "iat") }
    let latest = now + Self.leeway
    guard issuedAt <= latest, try Self.time("nbf", of: claims) ?? 0 <= latest else { throw Refusal(.tokenNotYetValid) }
    guard Self.isAudience(claims["aud"]) else { throw Refusal(.tokenClaims, field: "aud") }
    guard case .string(let subject) = claims["sub"], let user = UserID(subject) else { throw Refusal(.tokenClaims, field: "sub") }
    return VerifiedToken(app: app, user: user, issuedAt: issuedAt, expiresAt: expiresAt, key: signer.fingerprint)
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

  /// Header members that name a key, or change the meaning of the rest.
  private static let forbidden = ["crit", "jku", "jwk", "x5u", "x5c", "x5t", "x5t#S256"]

  private static func algorithm(_ header: JSONObject) throws(Refusal) -> SigningAlgorithm {
    guard case .string(let name) = header["alg"], let algorithm = SigningAlgorithm(rawValue: name) else {
      throw Refusal(.tokenAlgorithm)
    }
    return algorithm
  }

  /// The key that the header names, if it names one, once the rest of the header is in order.
  private static func keyID(_ header: JSONObject) throws(Refusal) -> String? {
    guard header["typ"] == nil || header["typ"] == .string("JWT"), forbidden.allSatisfy({ header[$0] == nil }) else {
      throw Refusal(.tokenMalformed)
    }
    switch header["kid"] {
    case nil: return nil
    case .string(let id) where TokenKey.isID(id): return id
    default: throw Refusal(.tokenMalformed)
    }
  }

  private static func signer(
    of parts: Parts, _ algorithm: SigningAlgorithm, key: String?, app: AppID?, of apps: Apps
  ) throws(Refusal) -> TokenKey? {
    do {
      return try apps.signer(of: parts.signature, parts.signed, algorithm, key: key, app: app)
    } catch {
      throw Refusal(.internal)
    }
  }

  /// A time in whole seconds, nil if the claim is absent.
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
