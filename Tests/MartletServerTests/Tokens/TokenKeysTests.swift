import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Tokens of apps with keys of several kinds.
struct TokenKeysTests {
  /// App `main` with these token keys and the server secret 7.
  private func apps(_ keys: TokenKey...) throws -> Apps {
    try Apps([appKeys("main", [secret(7)], keys)])
  }

  private func verify(_ text: String, _ apps: Apps) throws -> VerifiedToken {
    try TokenVerifier().verify(text, apps: apps, now: TokenText.now * 1000)
  }

  private func refusal(_ text: String, _ apps: Apps) throws -> ErrorCode {
    try #require(throws: Refusal.self) { try verify(text, apps) }.code
  }

  @Test(arguments: [
    (SampleKey.rsa, SampleToken.rs256), (SampleKey.p256, SampleToken.es256), (SampleKey.ed25519, SampleToken.edDSA),
  ])
  func tokenOfAPublicKeyIsTaken(pem: String, token: String) throws {
    let apps = try apps(tokenKey(1), tokenKey(pem), tokenKey(2))
    let verified = try verify(token, apps)
    #expect(verified.app.text == "main" && verified.user.text == "alice" && verified.issuedAt == TokenText.now)
    // Another key of the same app does not do.
    for other in [SampleKey.otherRSA, SampleKey.p256, SampleKey.ed25519, SampleKey.rsa] where other != pem {
      #expect(try refusal(token, self.apps(tokenKey(1), tokenKey(other))) == .tokenSignature)
    }
  }

  @Test(arguments: [
    (SampleKey.rsa, SampleToken.rs256), (SampleKey.p256, SampleToken.es256), (SampleKey.ed25519, SampleToken.edDSA),
  ])
  func noChangedSignatureOfAPublicKeyIsTaken(pem: String, token: String) throws {
    let apps = try apps(tokenKey(pem))
    let parts = token.split(separator: ".").map { String($0) }
    let signature = try #require(Base64URL.decode(parts[2].utf8))
    func refusal(_ signature: [UInt8]) throws -> ErrorCode {
      try self.refusal("\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))", apps)
    }
    for bit in stride(from: 0, to: signature.count * 8, by: 7) {
      var wrong = signature
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try refusal(wrong) == .tokenSignature)
    }
    let others: [[UInt8]] = [
      [], Array(signature.dropLast()), signature + [0], [0] + signature, signature + signature,
      [UInt8](repeating: 0, count: signature.count), [UInt8](repeating: 0xFF, count: signature.count),
    ]
    for wrong in others { #expect(try refusal(wrong) == .tokenSignature) }
    let claims = Base64URL.encode(TokenText.claims(sub: #""admin""#).utf8)
    #expect(try self.refusal("\(parts[0]).\(claims).\(parts[2])", apps) == .tokenSignature)
  }

  @Test func signatureInDERIsNoSignatureOfAToken() throws {
    #expect(try refusal(SampleToken.es256InDER, apps(tokenKey(SampleKey.p256))) == .tokenSignature)
  }

  /// The attack that took libraries in which the header chose the algorithm: the public key as a secret.
  @Test(arguments: [SampleKey.rsa, SampleKey.p256, SampleKey.ed25519])
  func publicKeyIsNoSecret(pem: String) throws {
    let apps = try apps(tokenKey(pem, "login-1"), tokenKey(1))
    let der = try PublicKey(pem: pem).bytes
    let secrets: [[UInt8]] = [
      Array(pem.utf8), Array(pem.utf8.dropLast()), der, Base64.encode(der), Array(Base64URL.encode(der).utf8), [],
    ]
    for secret in secrets {
      for header in [#"{"alg":"HS256","typ":"JWT"}"#, #"{"alg":"HS256","kid":"login-1"}"#] {
        #expect(try refusal(TokenText(header: header, key: secret).text(), apps) == .tokenSignature)
      }
    }
  }

  /// A key is used with its own algorithm, whatever the header claims.
  @Test(arguments: ["RS256", "ES256", "EdDSA"])
  func headerDoesNotChooseTheAlgorithmOfASecret(algorithm: String) throws {
    let token = TokenText(header: #"{"alg":"\#(algorithm)","kid":"k"}"#)
    #expect(try refusal(token.text(), apps(tokenKey(1, "k"))) == .tokenSignature)
    #expect(try refusal(SampleToken.rsaSignedES256, apps(tokenKey(SampleKey.rsa))) == .tokenSignature)
  }

  // MARK: kid

  @Test func namedKeyAloneIsTried() throws {
    let named = #"{"alg":"HS256","kid":"a"}"#
    #expect(try verify(TokenText(header: named).text(), apps(tokenKey(2, "b"), tokenKey(1, "a"))).user.text == "alice")
    #expect(try refusal(TokenText(header: named).text(), apps(tokenKey(2, "a"), tokenKey(1, "b"))) == .tokenSignature)
    #expect(try refusal(TokenText(header: named).text(), apps(tokenKey(1, "A"))) == .tokenSignature)
    #expect(try verify(SampleToken.rs256Named, apps(tokenKey(SampleKey.rsa, "login-1"))).user.text == "alice")
    #expect(try refusal(SampleToken.rs256Named, apps(tokenKey(SampleKey.rsa, "login-2"))) == .tokenSignature)
    #expect(try refusal(SampleToken.rs256NamedOfAnother, apps(tokenKey(SampleKey.rsa, "login-1"))) == .tokenSignature)
    #expect(try verify(SampleToken.es256Named, apps(tokenKey(SampleKey.p256, "login-1"))).user.text == "alice")
    #expect(try verify(SampleToken.edDSANamed, apps(tokenKey(SampleKey.ed25519, "login-1"))).user.text == "alice")
  }

  @Test func withoutANameEachKeyForTheAlgorithmIsTried() throws {
    let apps = try apps(tokenKey(3), tokenKey(2), tokenKey(1), tokenKey(SampleKey.otherRSA), tokenKey(SampleKey.rsa))
    #expect(try verify(TokenText().text(), apps).user.text == "alice")
    #expect(try verify(SampleToken.rs256, apps).user.text == "alice")
    #expect(try verify(SampleToken.rs256OfAnother, apps).user.text == "alice")
    #expect(try refusal(SampleToken.es256, apps) == .tokenSignature)
  }

  @Test func secretsOfAnAppWithTokenKeysSignNoTokens() throws {
    #expect(try refusal(TokenText(key: secret(7).bytes).text(), apps(tokenKey(1))) == .tokenSignature)
  }

  /// An app of an older file: its server could put any `kid` into tokens.
  @Test func secretsOfAnAppWithoutTokenKeysSignTokensUnderAnyName() throws {
    let apps = try Apps([appKeys("main", secret(9), secret(1))])
    for header in [#"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"key-1"}"#] {
      for byte: UInt8 in [1, 9] {
        #expect(try verify(TokenText(header: header, key: secret(byte).bytes).text(), apps).user.text == "alice")
      }
      #expect(try refusal(TokenText(header: header, key: secret(2).bytes).text(), apps) == .tokenSignature)
    }
  }

  @Test func unknownAppLooksLikeAWrongSignatureWithEachAlgorithm() throws {
    let apps = try Apps([appKeys("other", [secret(7)], [tokenKey(SampleKey.rsa), tokenKey(1)])])
    for token in try [SampleToken.rs256, SampleToken.es256, SampleToken.edDSA, TokenText().text()] {
      #expect(try refusal(token, apps) == .tokenSignature)
    }
  }

  // MARK: Issuing

  @Test func issuedTokenNamesTheFirstSecretTokenKey() throws {
    let apps = try apps(tokenKey(SampleKey.rsa), tokenKey(5, "new"), tokenKey(6, "old"))
    let keys = try #require(apps[appID("main")])
    let token = try TokenIssuer().issue(for: Names.record("alice"), keys: keys, now: TokenText.now * 1000).token
    let header = try #require(token.split(separator: ".").first.flatMap { Base64URL.decode($0.utf8) })
    #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"HS256","kid":"new","typ":"JWT"}"#)
    #expect(try verify(token, apps).user.text == "alice")
    #expect(try verify(token, self.apps(tokenKey(5, "new"))).user.text == "alice")
    #expect(try refusal(token, self.apps(tokenKey(6, "new"))) == .tokenSignature)
  }

  @Test func tokenIssuedBeforeTheSecretsBecameTokenKeysStaysGood() throws {
    let old = try appKeys("main", secret(1), secret(2))
    let token = try TokenIssuer().issue(for: Names.record("alice"), keys: old, now: TokenText.now * 1000).token
    let new = try old.adding(tokenKey(3))
    #expect(try verify(token, Apps([new])).user.text == "alice")
    // An own signature without a name stays good as well.
    #expect(try verify(TokenText(key: secret(2).bytes).text(), Apps([new])).user.text == "alice")
  }

  @Test func appWithPublicKeysAloneIssuesNothing() throws {
    let keys = try #require(try apps(tokenKey(SampleKey.rsa))[appID("main")])
    #expect(throws: Refusal(.notSupportedHere)) {
      try TokenIssuer().issue(for: Names.record("alice"), keys: keys, now: TokenText.now * 1000)
    }
  }
}
