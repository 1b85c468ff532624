import MartletServer
import MartletTesting
import MartletWire
import Testing

struct TokenVerifierTests {
  /// App `main` with the key of `TokenText` second, and app `other` with another.
  private static func apps() throws -> Apps {
    try Apps([appKeys("main", secret(9), secret(1)), appKeys("other", secret(2))])
  }

  private func verify(_ text: String, at seconds: Int64 = TokenText.now) throws -> VerifiedToken {
    try TokenVerifier().verify(text, apps: Self.apps(), now: seconds * 1000 + 999)
  }

  private func refusal(_ text: String, at seconds: Int64 = TokenText.now) throws -> Refusal {
    try #require(throws: Refusal.self) { try verify(text, at: seconds) }
  }

  @Test func goodTokenSaysWhoItsUserIs() throws {
    let token = try verify(TokenText().text())
    #expect(
      token
        == VerifiedToken(
          app: try appID("main"), user: try userID("alice"), issuedAt: TokenText.now, expiresAt: TokenText.now + 3600,
          key: try secret(1).id))
  }

  @Test func eachSecretOfAnAppIsTaken() throws {
    for byte: UInt8 in [1, 9] {
      #expect(try verify(TokenText(key: Array(repeating: byte, count: 32)).text()).user.text == "alice")
    }
  }

  @Test(arguments: [
    #"{"alg":"HS256"}"#, #"{"typ":"JWT","alg":"HS256","kid":"key-1"}"#, "{ \"alg\" :\r\n \"HS256\", \"cty\": 3}",
    #"{"alg":"HS25\u0036"}"#,
  ])
  func harmlessHeadersAreTaken(header: String) throws {
    #expect(try verify(TokenText(header: header).text()).app.text == "main")
  }

  @Test(arguments: [
    TokenText.claims(aud: #"["a","martlet"]"#), TokenText.claims(more: #","name":"Alice","admin":{"of":[1,2]}"#),
    TokenText.claims(more: #","nbf":\#(TokenText.now + 60)"#), TokenText.claims(iat: "\(TokenText.now + 60)"),
    TokenText.claims(iat: "1.8e9"), TokenText.claims(exp: "\(TokenText.now + 1).5"),
  ])
  func harmlessClaimsAreTaken(claims: String) throws {
    #expect(try verify(TokenText(claims: claims).text()).user.text == "alice")
  }

  // MARK: Malformed (1200)

  @Test(arguments: [
    "", ".", "..", "...", "a.b", "a.b.c.d", "a.b.c.d.e", "not a token", "eyJ.eyJ.e", "🕊.🕊.🕊", "\u{0}.\u{0}.\u{0}",
  ])
  func textThatIsNoTokenIsMalformed(text: String) throws { #expect(try refusal(text).code == .tokenMalformed) }

  @Test func otherSpellingsOfTheSameBytesAreMalformed() throws {
    let text = try TokenText().text()
    let parts = text.split(separator: ".")
    for other in [
      text + "=", text + "\n", " " + text, "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0])\n.\(parts[1]).\(parts[2])",
      "\(parts[0]).\(parts[1]).\(parts[2]).", ".\(text)", "Bearer \(text)",
    ] {
      #expect(try refusal(other).code == .tokenMalformed)
    }
  }

  @Test(arguments: [
    "", "[]", "null", "\"HS256\"", "{", #"{"alg":"HS256"}x"#, #"{'alg':'HS256'}"#,
    #"{"alg":"none","alg":"HS256"}"#, #"{"alg":"HS256","alg":"HS256"}"#, #"{"alg":"HS256","\u0061lg":"none"}"#,
    #"{"alg":"HS256","typ":"JWE"}"#, #"{"alg":"HS256","typ":"jwt"}"#, #"{"alg":"HS256","typ":"at+jwt"}"#,
    #"{"alg":"HS256","typ":null}"#,
    #"{"alg":"HS256","crit":["exp"]}"#, #"{"alg":"HS256","crit":[]}"#, #"{"alg":"HS256","b64":false,"crit":["b64"]}"#,
    #"{"alg":"HS256","kid":"../../../dev/null"}"#, #"{"alg":"HS256","kid":"x' UNION SELECT 'key"}"#,
    #"{"alg":"HS256","kid":"http://e/k"}"#,
    #"{"alg":"HS256","kid":""}"#, #"{"alg":"HS256","kid":1}"#, #"{"alg":"HS256","kid":"a\u0000"}"#,
    #"{"alg":"HS256","jku":"https://e.example/keys"}"#, #"{"alg":"HS256","jwk":{"kty":"oct","k":"AAAA"}}"#,
    #"{"alg":"HS256","x5u":"u"}"#,
    #"{"alg":"HS256","x5c":["MII"]}"#, #"{"alg":"HS256","x5t":"t"}"#, #"{"alg":"HS256","x5t#S256":"t"}"#,
    #"{"alg":"HS256","a":[[[[[[[[[[[[]]]]]]]]]]]]}"#,
  ])
  func signedTokenWithSuchAHeaderIsMalformed(header: String) throws {
    #expect(try refusal(TokenText(header: header).text()).code == .tokenMalformed)
  }

  @Test(arguments: [
    "", "[]", "{", "null", "1", #"{"iss":"main","iss":"main"}"#, TokenText.claims(more: #","sub":"bob""#),
    TokenText.claims(more: #","exp":1"#),
    TokenText.claims(more: #","\u0065xp":99999999999"#), TokenText.claims() + TokenText.claims(),
    TokenText.claims(more: #","a":{"b":1,"b":2}"#),
    TokenText.claims(more: ",\"a\":" + String(repeating: "[", count: 50) + String(repeating: "]", count: 50)),
    TokenText.claims(more: ",\"a\":[" + String(repeating: "0,", count: 300) + "0]"),
  ])
  func signedTokenWithSuchClaimsIsMalformed(claims: String) throws {
    #expect(try refusal(TokenText(claims: claims).text()).code == .tokenMalformed)
  }

  @Test func claimsThatAreNotUTF8AreMalformed() throws {
    let claims = Array(#"{"sub":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
    let signed = Base64URL.encode(#"{"alg":"HS256"}"#.utf8) + "." + Base64URL.encode(claims)
    let text = try signed + "." + Base64URL.encode(HMACSHA256.code(key: TokenText().key, message: signed.utf8))
    #expect(try refusal(text).code == .tokenMalformed)
  }

  @Test func tokenOverTheLimitIsMalformedWhateverItSays() throws {
    func padded(_ count: Int) throws -> String {
      try TokenText(claims: TokenText.claims(more: ",\"a\":\"\(String(repeating: "x", count: count))\"")).text()
    }
    let room = try TokenVerifier.maximumByteCount - padded(0).utf8.count
    let longest = room * 3 / 4
    #expect(try padded(longest).utf8.count <= 4096)
    #expect(try verify(padded(longest)).user.text == "alice")
    #expect(try refusal(padded(longest + 3)).code == .tokenMalformed)
    #expect(try refusal(String(repeating: "a", count: 10_000_000)).code == .tokenMalformed)
  }

  // MARK: Algorithm (1201)

  @Test(arguments: [
    "none", "None", "NONE", "nOnE", "", "hs256", "Hs256", "HS256 ", " HS256", "HS256\\u0000", "HS384", "HS512", "RS384",
    "RS512", "rs256", "ES384", "ES256K", "es256", "PS256", "EDDSA", "Ed25519", "ed25519", "dir", "A256KW", "HS1", "ＨＳ256",
  ])
  func otherAlgorithmsAreRefusedEvenWithARightCode(algorithm: String) throws {
    let token = TokenText(header: #"{"alg":"\#(algorithm)","typ":"JWT"}"#)
    #expect(try refusal(token.text()).code == .tokenAlgorithm)
    #expect(try refusal(token.signed + ".").code == .tokenAlgorithm)
  }

  @Test(arguments: [
    "{}", #"{"typ":"JWT"}"#, #"{"alg":null}"#, #"{"alg":["HS256"]}"#, #"{"alg":256}"#, #"{"alg":{"HS256":1}}"#, #"{"alg":true}"#,
  ])
  func headerWithoutATextAsAlgorithmIsRefusedForItsAlgorithm(header: String) throws {
    #expect(try refusal(TokenText(header: header).text()).code == .tokenAlgorithm)
  }

  @Test func algorithmIsFoundBeforeTheRestOfTheHeader() throws {
    #expect(try refusal(TokenText(header: #"{"alg":"none","typ":"JWE","crit":[]}"#).text()).code == .tokenAlgorithm)
    #expect(try refusal(TokenText(header: #"{"typ":"JWE"}"#).text()).code == .tokenAlgorithm)
  }

  // MARK: Signature (1202)

  @Test func absentShortenedAndLengthenedSignaturesAreRefused() throws {
    let token = TokenText()
    let code = try HMACSHA256.code(key: token.key, message: token.signed.utf8)
    for wrong in [[], Array(code.prefix(16)), Array(code.dropLast()), code + [0], code + code, Array(repeating: 0, count: 32)] {
      #expect(try refusal(token.signed + "." + Base64URL.encode(wrong)).code == .tokenSignature)
    }
  }

  @Test func signatureOfAnythingElseIsRefused() throws {
    let code = try HMACSHA256.code(key: TokenText().key, message: TokenText().signed.utf8)
    for bit in 0..<256 {
      var wrong = code
      wrong[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(try refusal(TokenText().signed + "." + Base64URL.encode(wrong)).code == .tokenSignature)
    }
    let elevated = TokenText(claims: TokenText.claims(sub: #""admin""#))
    #expect(try refusal(elevated.signed + "." + Base64URL.encode(code)).code == .tokenSignature)
  }

  @Test func keysThatAreNotTheAppsAreRefused() throws {
    // Another app's key, no key at all, the decoy of unknown apps, and the key's text instead of its bytes.
    let keys = [
      Array(repeating: 2, count: 32), [], Array(repeating: 0, count: 32), Array(Base64URL.encode(TokenText().key).utf8),
    ]
    for key in keys { #expect(try refusal(TokenText(key: key).text()) == Refusal(.tokenSignature)) }
  }

  @Test func unknownAppLooksLikeAWrongSignature() throws {
    for issuer in ["nobody", "", "main ", "MAIN", "../main", String(repeating: "x", count: 65)] {
      for key in [TokenText().key, Array(repeating: 0, count: 32)] {
        let token = TokenText(claims: TokenText.claims(iss: "\"\(issuer)\""), key: key)
        #expect(try refusal(token.text()) == Refusal(.tokenSignature))
      }
    }
  }

  @Test func appCannotSpeakForAnother() throws {
    let forged = TokenText(claims: TokenText.claims(iss: #""other""#))
    #expect(try refusal(forged.text()).code == .tokenSignature)
    let own = TokenText(claims: TokenText.claims(iss: #""other""#), key: Array(repeating: 2, count: 32))
    #expect(try verify(own.text()).app.text == "other")
  }

  @Test func noChangedCharacterIsTaken() throws {
    var random = SeededRandom.fromEnvironment()
    let good = try Array(TokenText().text().utf8)
    for _ in 0..<2000 {
      var bytes = good
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0..<128, using: &random)
      case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
      default: bytes.insert(UInt8.random(in: 0..<128, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
      }
      guard bytes != good else { continue }
      #expect(throws: Refusal.self, "\(random)") { try verify(String(decoding: bytes, as: UTF8.self)) }
    }
  }

  // MARK: Times (1203, 1204)

  @Test func tokenIsExpiredFromItsSecondOn() throws {
    let text = try TokenText(claims: TokenText.claims(exp: "\(TokenText.now + 10)")).text()
    #expect(try verify(text, at: TokenText.now + 9).expiresAt == TokenText.now + 10)
    #expect(try refusal(text, at: TokenText.now + 10).code == .tokenExpired)
  }

  @Test(arguments: [nil, "0", "-1", "\(TokenText.now)", "\(TokenText.now).9", "-9223372036854775808"] as [String?])
  func tokenWithoutAFutureEndIsExpired(exp: String?) throws {
    #expect(try refusal(TokenText(claims: TokenText.claims(exp: exp)).text()).code == .tokenExpired)
  }

  @Test func timesFurtherAheadThanClocksDifferAreNotYetValid() throws {
    let ahead = TokenText.now + 61
    for claims in [
      TokenText.claims(iat: "\(ahead)"), TokenText.claims(more: ",\"nbf\":\(ahead)"), TokenText.claims(more: ",\"nbf\":1e18"),
    ] {
      #expect(try refusal(TokenText(claims: claims).text()).code == .tokenNotYetValid)
    }
  }

  @Test func clockThatLostItsTimeTakesNoToken() throws {
    for seconds: Int64 in [0, -1, 1_000_000_000] {
      #expect(try refusal(TokenText().text(), at: seconds).code == .tokenNotYetValid)
    }
  }

  // MARK: Claims (1205)

  @Test(arguments: [
    ("iss", TokenText.claims(iss: nil)), ("iss", TokenText.claims(iss: "1")), ("iss", TokenText.claims(iss: #"["main"]"#)),
    ("sub", TokenText.claims(sub: nil)), ("sub", TokenText.claims(sub: #""""#)), ("sub", TokenText.claims(sub: "7")),
    ("sub", TokenText.claims(sub: #""a b""#)), ("sub", TokenText.claims(sub: #""a:b""#)),
    ("sub", TokenText.claims(sub: #""a\u0000""#)),
    ("sub", TokenText.claims(sub: "\"\(String(repeating: "a", count: 65))\"")),
    ("aud", TokenText.claims(aud: nil)), ("aud", TokenText.claims(aud: #""Martlet""#)), ("aud", TokenText.claims(aud: "[]")),
    ("aud", TokenText.claims(aud: #""martlets""#)), ("aud", TokenText.claims(aud: #""martlet.example""#)),
    ("aud", TokenText.claims(aud: #""mart""#)), ("aud", TokenText.claims(aud: #""my-martlet""#)),
    ("aud", TokenText.claims(aud: #"["martlets", ["martlet"]]"#)), ("aud", TokenText.claims(aud: #"{"martlet":true}"#)),
    ("iat", TokenText.claims(iat: nil)), ("iat", TokenText.claims(iat: #""\#(TokenText.now)""#)),
    ("iat", TokenText.claims(iat: "0")),
    ("iat", TokenText.claims(iat: "-5")), ("iat", TokenText.claims(iat: "null")),
    ("exp", TokenText.claims(exp: #""\#(TokenText.now + 60)""#)), ("exp", TokenText.claims(exp: "null")),
    ("exp", TokenText.claims(exp: "1e400")), ("exp", TokenText.claims(exp: "1e300")),
    ("exp", TokenText.claims(exp: "99999999999999999999")),
    ("exp", TokenText.claims(exp: "true")), ("nbf", TokenText.claims(more: #","nbf":"soon""#)),
    ("nbf", TokenText.claims(more: #","nbf":[1]"#)),
  ])
  func claimThatDoesNotFitIsNamed(claim: String, claims: String) throws {
    #expect(try refusal(TokenText(claims: claims).text()) == Refusal(.tokenClaims, field: claim))
  }

  @Test func signatureIsCheckedBeforeTimesAndUser() throws {
    let token = TokenText(claims: TokenText.claims(sub: nil, aud: nil, iat: nil, exp: nil), key: [UInt8](repeating: 7, count: 32))
    #expect(try refusal(token.text()).code == .tokenSignature)
  }

  // MARK: Published example

  /// The token and key of RFC 7515, appendix A.1.
  @Test func publishedExampleHasARightSignature() throws {
    let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    let text =
      "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
      + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
      + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    let secret = try #require(Base64URL.decode(key.utf8).flatMap(Secret.init))
    let apps = try Apps([appKeys("joe", secret)])
    func refusal(_ text: String, at seconds: Int64) throws -> Refusal {
      try #require(throws: Refusal.self) { try TokenVerifier().verify(text, apps: apps, now: seconds * 1000) }
    }
    // Beyond its signature it lacks what Martlet asks for.
    #expect(try refusal(text, at: 1_300_819_379) == Refusal(.tokenClaims, field: "iat"))
    #expect(try refusal(text, at: 1_300_819_380) == Refusal(.tokenExpired))
    #expect(try refusal(text.replacing("dBjf", with: "dBjg"), at: 1_300_819_379) == Refusal(.tokenSignature))
  }
}
