import Foundation
import MartletServer
import MartletWire
import Testing

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
