import Foundation
import MartletWire
import Testing

@testable import MartletServer

struct AppsTests {
  private static let one = Base64URL.encode(Array(repeating: 1, count: 32))
  private static let two = Base64URL.encode(Array(repeating: 2, count: 64))

  @Test func severalAppsWithOneOrTwoSecretsAreRead() throws {
    let three = Base64URL.encode(Array(repeating: 3, count: 40))
    let apps = try Apps(
      json: Array(
        #"{"apps": [{"id": "a", "secrets": ["\#(Self.one)", "\#(Self.two)"]}, {"secrets": ["\#(three)"], "id": "b"}]}"#.utf8))
    #expect(apps.all.map(\.id.text) == ["a", "b"])
    #expect(try apps[appID("a")]?.secrets.map(\.bytes.count) == [32, 64])
    #expect(try apps[appID("b")]?.secrets.map(\.bytes) == [Array(repeating: 3, count: 40)])
    #expect(try apps[appID("c")] == nil)
  }

  @Test func writtenFormIsReadBack() throws {
    let secrets = try (0..<3).map { _ in try Secret(random: SystemRandomBytes()) }
    let apps = try Apps([appKeys("a.b-c_d", secrets[0], secrets[1]), appKeys("z", secrets[2])])
    let read = try Apps(json: apps.json())
    #expect(read.all.map(\.id) == apps.all.map(\.id))
    #expect(read.all.map { $0.secrets.map(\.bytes) } == apps.all.map { $0.secrets.map(\.bytes) })
  }

  @Test func tokenKeysOfEachKindAreReadAndWrittenBack() throws {
    let pem = SampleKey.rsa.replacingOccurrences(of: "\n", with: "\\n")
    let keys = [
      #"{"kid": "k1", "alg": "HS256", "secret": "\#(Self.two)"}"#, #"{"kid": "k2", "alg": "RS256", "publicKey": "\#(pem)"}"#,
      #"{"alg": "ES256", "publicKey": "\#(SampleKey.p256.replacingOccurrences(of: "\n", with: "\\n"))", "kid": "k.3_-"}"#,
      #"{"kid": "k4", "alg": "EdDSA", "publicKey": "\#(SampleKey.ed25519.replacingOccurrences(of: "\n", with: "\\r\\n"))"}"#,
    ]
    let text = #"{"apps": [{"id": "a", "secrets": ["\#(Self.one)"], "tokenKeys": [\#(keys.joined(separator: ","))]}]}"#
    let apps = try Apps(json: Array(text.utf8))
    for app in try [apps, Apps(json: apps.json())].map({ try #require($0.all.first) }) {
      #expect(app.hasOwnTokenKeys && app.tokenKeys.map(\.id) == ["k1", "k2", "k.3_-", "k4"])
      #expect(app.tokenKeys.map(\.algorithm) == [.hs256, .rs256, .es256, .eddsa])
      #expect(app.secrets[0].bytes[0] == 1 && app.tokenKeys[0].secret?.bytes == Array(repeating: 2, count: 64))
      #expect(app.tokenKeys.map(\.fingerprint) == apps.all[0].tokenKeys.map(\.fingerprint))
    }
  }

  @Test(arguments: [
    "[]", "{}", "null", #"[1]"#, #"[{"kid": "k", "alg": "HS256"}]"#, #"[{"kid": "k", "alg": "HS256", "secret": "AAAA"}]"#,
    #"[{"kid": "k", "alg": "HS256", "secret": "OTHER", "more": 1}]"#, #"[{"alg": "HS256", "secret": "OTHER"}]"#,
    #"[{"kid": "", "alg": "HS256", "secret": "OTHER"}]"#, #"[{"kid": "a/b", "alg": "HS256", "secret": "OTHER"}]"#,
    #"[{"kid": 1, "alg": "HS256", "secret": "OTHER"}]"#, #"[{"kid": "k", "alg": "none", "secret": "OTHER"}]"#,
    #"[{"kid": "k", "alg": "HS512", "secret": "OTHER"}]"#, #"[{"kid": "k", "alg": "RS256", "secret": "OTHER"}]"#,
    #"[{"kid": "k", "alg": "HS256", "publicKey": "PEM"}]"#, #"[{"kid": "k", "alg": "ES256", "publicKey": "PEM"}]"#,
    #"[{"kid": "k", "alg": "RS256", "publicKey": 1}]"#, #"[{"kid": "k", "alg": "RS256", "publicKey": "OTHER"}]"#,
    #"[{"kid": "k", "alg": "HS256", "secret": "OTHER"}, {"kid": "k", "alg": "RS256", "publicKey": "PEM"}]"#,
    #"[{"kid": "k", "alg": "HS256", "secret": "OTHER"}, {"kid": "l", "alg": "HS256", "secret": "OTHER"}]"#,
    #"[{"kid": "k", "alg": "RS256", "publicKey": "PEM"}, {"kid": "l", "alg": "RS256", "publicKey": "PEM"}]"#,
  ])
  func otherTokenKeysAreRefusedWithoutShowingASecret(keys: String) throws {
    let text = #"{"apps": [{"id": "a", "secrets": ["SECRET"], "tokenKeys": \#(keys)}]}"#
      .replacingOccurrences(of: "SECRET", with: Self.one).replacingOccurrences(of: "OTHER", with: Self.two)
      .replacingOccurrences(of: "PEM", with: SampleKey.rsa.replacingOccurrences(of: "\n", with: "\\n"))
    let refusal = try #require(throws: ServerError.self) { try Apps(json: Array(text.utf8)) }
    #expect(refusal.code == .malformed)
    #expect(!refusal.message.contains(Self.one.prefix(8)) && !refusal.message.contains(Self.two.prefix(8)))
  }

  @Test func noKeyBelongsToTwoApps() throws {
    func app(_ id: String, _ secretByte: UInt8, _ key: TokenKey) throws -> AppKeys {
      try appKeys(id, [secret(secretByte)], [key])
    }
    let rsa = try tokenKey(SampleKey.rsa)
    #expect(throws: ServerError.self) { try Apps([app("a", 1, rsa), app("b", 2, rsa)]) }
    #expect(throws: ServerError.self) { try Apps([app("a", 1, tokenKey(3)), app("b", 3, tokenKey(4))]) }
    #expect(throws: ServerError.self) { try Apps([app("a", 1, tokenKey(3)), appKeys("b", secret(3))]) }
    #expect(throws: Never.self) { try Apps([app("a", 1, rsa), app("b", 2, tokenKey(4))]) }
    // One that served for tokens too may still be listed as both.
    #expect(throws: Never.self) { try Apps([app("a", 1, tokenKey(1))]) }
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"apps": {}}"#, #"{"apps": []}"#, #"{"apps": [1]}"#, #"{"apps": [{}]}"#,
    #"{"apps": [{"id": "a", "secrets": []}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET", "SECRET"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET"]}, {"id": "b", "secrets": ["SECRET"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET"]}, {"id": "a", "secrets": ["OTHER"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET", "OTHER", "AAAA"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET="]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["AAAA"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRETSECRETSECRET"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": [null]}]}"#,
    #"{"apps": [{"id": "a", "secrets": "SECRET"}]}"#,
    #"{"apps": [{"id": "a b", "secrets": ["SECRET"]}]}"#,
    #"{"apps": [{"id": "", "secrets": ["SECRET"]}]}"#,
    #"{"apps": [{"id": 1, "secrets": ["SECRET"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET"], "more": 1}]}"#,
    #"{"apps": [{"id": "a", "id": "b", "secrets": ["SECRET"]}]}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET"]}], "more": 1}"#,
    #"{"apps": [{"id": "a", "secrets": ["SECRET"]}]} x"#,
  ])
  func otherFormsAreRefusedWithoutShowingASecret(form: String) throws {
    let text = form.replacingOccurrences(of: "SECRET", with: Self.one).replacingOccurrences(of: "OTHER", with: Self.two)
    let refusal = try #require(throws: ServerError.self) { try Apps(json: Array(text.utf8)) }
    #expect(refusal.code == .malformed)
    #expect(!refusal.message.contains(Self.one.prefix(8)) && !refusal.message.contains(Self.two.prefix(8)))
  }

  @Test func printingAppsShowsNoSecret() throws {
    let apps = try Apps(json: Array(#"{"apps": [{"id": "a", "secrets": ["\#(Self.one)"]}]}"#.utf8))
    var dumped = ""
    dump(apps, to: &dumped)
    for text in ["\(apps)", String(reflecting: apps), dumped] { #expect(!text.contains(Self.one) && !text.contains("1, 1, 1")) }
  }
}
