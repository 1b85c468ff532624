import MartletWire
import Testing

@testable import Martlet

/// Settings that are on their way to the server.
@Suite struct SettingsTests {
  private let name = Setting.Name("remark", of: nil)
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

  private func bytes(of request: Wire.ClientPacket.Request) -> [UInt8]? {
    guard case .changeSetting(let change) = request else { return nil }
    return change.settings.first.map { Array($0.value.utf8) }
  }
}
