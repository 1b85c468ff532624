import MartletWire
import Testing

@testable import MartletServer

/// Changing an app's keys, one step at a time.
struct AppKeysTests {
  private func app() throws -> AppKeys {
    try appKeys("a", [secret(1)], [tokenKey(2, "k")])
  }

  private func failure(_ body: () throws -> AppKeys) throws -> ServerError {
    try #require(throws: ServerError.self) { try body() }
  }

  @Test func newAppHasOneSecretAndOneTokenKeyOfItsOwn() throws {
    let app = try AppKeys(id: appID("a"), random: SystemRandomBytes())
    #expect(app.secrets.count == 1 && app.tokenKeys.count == 1 && app.hasOwnTokenKeys)
    #expect(app.tokenKeys[0].algorithm == .hs256 && app.tokenKeys[0].secret?.bytes != app.secrets[0].bytes)
    let signed = try AppKeys(id: appID("a"), tokenKey: tokenKey(SampleKey.rsa), random: SystemRandomBytes())
    #expect(signed.tokenKeys.map(\.algorithm) == [.rs256] && signed.signingKey == nil)
  }

  @Test func secretRotatesWithOverlap() throws {
    let both = try app().adding(secret(3))
    #expect(both.secrets.map(\.bytes[0]) == [3, 1] && both.tokenKeys.map(\.id) == ["k"])
    let refusal = try failure { try both.adding(secret(4)) }
    #expect(
      refusal.code == .malformed && refusal.message.contains("martlet app remove secret --app a --key \(both.secrets[1].id)"))
    #expect(try both.removing(secret: both.secrets[1].id).secrets.map(\.bytes[0]) == [3])
    #expect(try both.removing(secret: both.secrets[0].id).secrets.map(\.bytes[0]) == [1])
    #expect(try failure { try both.removing(secret: "none") }.code == .missing)
    #expect(try failure { try app().removing(secret: app().secrets[0].id) }.message.contains("martlet app rotate secret"))
  }

  @Test func tokenKeyRotatesWithOverlap() throws {
    let both = try app().adding(tokenKey(3, "l"))
    #expect(both.tokenKeys.map(\.id) == ["l", "k"] && both.signingKey?.id == "l" && both.secrets.count == 1)
    #expect(try both.removing(tokenKey: "k").tokenKeys.map(\.id) == ["l"])
    #expect(try failure { try both.removing(tokenKey: "none") }.code == .missing)
    #expect(try failure { try app().removing(tokenKey: "k") }.message.contains("martlet app rotate token-key"))
    #expect(try failure { try both.adding(tokenKey(4, "k")) }.message.contains("--kid"))
    #expect(try failure { try both.adding(tokenKey(2, "other-name")) }.code == .malformed)
    var full = try app()
    for byte: UInt8 in 10..<17 { full = try full.adding(tokenKey(byte)) }
    #expect(full.tokenKeys.count == 8)
    #expect(try failure { try full.adding(tokenKey(99)) }.message.contains("martlet app remove token-key"))
  }

  @Test func secretsOfAnOlderFileBecomeTokenKeysWithTheFirstOne() throws {
    let old = try appKeys("a", secret(1), secret(2))
    #expect(!old.hasOwnTokenKeys && old.tokenKeys.map(\.secret?.bytes[0]) == [1, 2] && old.signingKey?.secret.bytes[0] == 1)
    #expect(try failure { try old.removing(tokenKey: old.tokenKeys[0].id) }.message.contains("martlet app rotate token-key"))
    let new = try old.adding(tokenKey(3))
    #expect(new.hasOwnTokenKeys && new.tokenKeys.map(\.secret?.bytes[0]) == [3, 1, 2] && new.secrets.map(\.bytes[0]) == [1, 2])
    // From now on each is withdrawn by itself.
    let apart = try new.removing(secret: old.secrets[1].id)
    #expect(apart.secrets.count == 1 && apart.tokenKeys.count == 3)
    #expect(try apart.removing(tokenKey: old.tokenKeys[0].id).tokenKeys.map(\.secret?.bytes[0]) == [3, 2])
    #expect(throws: Never.self) { try Apps([apart]) }
  }

  @Test func namesOfKeysShowNothingOfThem() throws {
    let secrets = try (0..<4).map { _ in try Secret(random: SystemRandomBytes()) }
    #expect(Set(secrets.map(\.id)).count == 4)
    for secret in secrets {
      #expect(secret.id.utf8.count == 16 && Hexadecimal.decode(secret.id.utf8) != nil)
      #expect(!Base64URL.encode(secret.bytes).contains(secret.id) && !Hexadecimal.encode(secret.bytes).contains(secret.id))
    }
  }

  @Test func otherNumbersOfKeysAreNoApp() throws {
    let (id, one) = (try appID("a"), try secret(1))
    #expect(AppKeys(id: id, secrets: [one], tokenKeys: []) == nil)
    #expect(AppKeys(id: id, secrets: [], tokenKeys: [try tokenKey(1)]) == nil)
    #expect(AppKeys(id: id, secrets: [one], tokenKeys: [try tokenKey(1, "k"), try tokenKey(2, "k")]) == nil)
    #expect(AppKeys(id: id, secrets: [one], tokenKeys: try (0..<9).map { try tokenKey($0) }) == nil)
    for id in ["", "a b", "a/b", String(repeating: "a", count: 65), "ü"] { #expect(TokenKey(.secret(one), id: id) == nil) }
  }
}
