import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// Settings that are on their way to the server.
@Suite struct SettingsTests {
  private let name = Setting.Name("alias", of: nil)
  /// The same letter in one code point and in two: equal as text, and not the same value.
  private let composed = "\"\u{E9}\""
  private let decomposed = "\"e\u{301}\""

  @Test func valueOfOtherBytesIsToldThoughTheTextIsEqual() throws {
    #expect(composed == decomposed)
    let wires = Wirework()
    wires.online(holding: ConversationID.of("group:g"))
    wires.sync.settingsChanged([name: composed], at: wires.now)
    let first = try #require(wires.take().sent.first)
    let asked = try #require(wires.sync.requests.keys.first)
    wires.sync.settingsChanged([name: decomposed], at: wires.now)
    wires.receive(asked, .changed(Wire.Changed(revision: 1)))
    let second = try #require(wires.take().sent.first)
    #expect([first, second].map(bytes) == [composed, decomposed].map { Array($0.utf8) })
  }

  /// A server that has room for so many takes the ones that come only after the others are gone.
  @Test func whatIsUnsetIsToldFirst() throws {
    let wires = Wirework()
    wires.online(holding: ConversationID.of("group:g"))
    let old = (0..<60).map { Setting.Name("tag.a", of: ConversationID.of("direct:alice:z\($0)")) }
    let new = (0..<60).map { Setting.Name("tag.a", of: ConversationID.of("direct:alice:b\($0)")) }
    wires.sync.settingsChanged(Dictionary(uniqueKeysWithValues: old.map { ($0, "") } + new.map { ($0, "{}") }), at: wires.now)
    var told: [String] = []
    while case .changeSetting(let change)? = wires.take().sent.first, told.count < 200 {
      told += change.settings.map(\.value)
      let asked = try #require(wires.sync.requests.first { if case .settings = $0.value { true } else { false } }?.key)
      wires.receive(asked, .changed(Wire.Changed(revision: 1)))
    }
    #expect(told == Array(repeating: "", count: 60) + Array(repeating: "{}", count: 60))
  }

  /// The user log told of both before the answer came, since another part of the server told of the leaving.
  @Test func answerThatComesAfterLeavingSetsNothing() throws {
    let group = ConversationID.of("group:g")
    let wires = Wirework()
    wires.online(holding: group)
    wires.sync.settingsChanged([Setting.Name("pin", of: group): "true", name: composed], at: wires.now)
    let asked = try #require(wires.sync.requests.keys.first)
    let settings = [
      Wire.Setting(conversation: "", key: name.key, value: composed),
      Wire.Setting(conversation: group.text, key: "pin", value: "true"),
    ]
    let entries = [
      Wire.UserEntry(seq: 1, event: .settingChanged(Wire.SettingChanged(settings: settings))),
      Wire.UserEntry(seq: 2, conversation: group.text, event: .left(Wire.Left(seq: 11))),
    ]
    wires.receive(0, .push(Wire.Push(userEntries: entries)))
    #expect(wires.take().contains { if case .write(.settingsEnded(group)) = $0 { true } else { false } })
    wires.receive(asked, .changed(Wire.Changed(revision: 1)))
    let taken = wires.take().flatMap { action -> [Wire.Setting] in
      if case .write(.settings(let settings)) = action { settings } else { [] }
    }
    #expect(taken.map(\.key) == [name.key], "what is of the user as such still stands")
  }

  private func bytes(of request: Wire.ClientPacket.Request) -> [UInt8]? {
    guard case .changeSetting(let change) = request else { return nil }
    return change.settings.first.map { Array($0.value.utf8) }
  }
}
