import MartletTesting
import MartletWire
import Testing

@testable import MartletBench

@Suite struct PacketScanTests {
  private func entry(_ number: UInt64) -> Wire.Entry {
    Wire.Entry(
      conversation: "direct:alice:bob", seq: number + 1, time: 1_763_650_000_000, sender: "alice",
      clientId: MessageMark(run: 1, lane: 2, number: number).clientID(milliseconds: 1_763_650_000_000), countable: number + 1,
      event: .message(Wire.Message(type: "text", content: #"{"text":"hello"}"#)))
  }

  /// The result of scanning a packet: its kind, its id, the positions and numbers of its entries.
  private func scanned(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { bytes in
      switch ScannedPacket(bytes) {
      case .appended(let id): "appended \(id)"
      case .push(let body): "push \(entries(body, ScannedEntry.ofPush))"
      case .entries(let id, let body): "entries \(id) \(entries(body, ScannedEntry.ofEntries))"
      case .other(let id): "other \(id)"
      case .malformed: "malformed"
      }
    }
  }

  private func entries(_ body: UnsafeRawBufferPointer, _ field: UInt64) -> String {
    var found: [String] = []
    let isWhole = ScannedEntry.each(in: body, field: field) {
      found.append("\($0.position)=\($0.mark.map { "\($0.number)" } ?? "-")")
    }
    return found.joined(separator: " ") + (isWhole ? "" : " cut")
  }

  @Test func answersAndPushesAreTold() {
    let appended = Wire.ServerPacket(id: 300, body: .appended(Wire.Appended(conversation: "group:a", seq: 1, time: 2)))
    #expect(scanned(appended.encoded()) == "appended 300")
    let push = Wire.ServerPacket(id: 0, body: .push(Wire.Push(entries: [entry(0), entry(1)], markers: [Wire.Marker(read: 3)])))
    #expect(scanned(push.encoded()) == "push 1=0 2=1")
    let page = Wire.ServerPacket(
      id: 7, body: .entries(Wire.Entries(conversation: "group:a", entries: [entry(4)], head: 9, first: 1)))
    #expect(scanned(page.encoded()) == "entries 7 5=4")
    #expect(scanned(Wire.ServerPacket(id: 8, body: .pong(Wire.Pong(time: 1))).encoded()) == "other 8")
  }

  @Test func entryOfSomeoneElseHasNoMark() {
    var other = entry(3)
    other.clientId = "a-group-was-made"
    #expect(scanned(Wire.ServerPacket(id: 0, body: .push(Wire.Push(entries: [other]))).encoded()) == "push 4=-")
  }

  @Test func cutAndGarbledPacketsAreSurvived() {
    let seed = SeededRandom.environmentSeed
    var random = SeededRandom(seed: seed)
    let whole = Wire.ServerPacket(id: 0, body: .push(Wire.Push(entries: [entry(0), entry(1)]))).encoded()
    for count in 0..<whole.count { #expect(!scanned(Array(whole.prefix(count))).hasPrefix("push 1=0 2=1"), "\(count)") }
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = scanned(bytes)
    }
  }
}
