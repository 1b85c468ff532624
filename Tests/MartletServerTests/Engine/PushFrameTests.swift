import MartletNet
import MartletStore
import MartletWire
import Testing

@testable import MartletServer

@Suite struct PushFrameTests {
  /// An append and the result of storing it.
  private func stored(_ event: LogEvent, details: Details? = nil, parent: UInt64 = 0, properties: [AnnotationItem]? = nil)
    throws -> (Shared<Append>, Stored)
  {
    let id = Names.group("g")
    let append = Append(
      app: Names.app("demo"), conversation: id, sender: Names.user("ann"), clientID: Names.client("c1"), fingerprint: [1],
      time: 5,
      event: event, details: details, parent: parent, properties: properties, counts: true)
    return (
      Shared(append),
      Stored(position: Position(conversation: id, seq: 7, time: 6), countable: 3, stamp: 9, details: details, userEntries: [])
    )
  }

  private func frame(_ entry: Wire.Entry) -> [UInt8] {
    Array(bytes(Wire.ServerPacket(id: 0, body: .push(Wire.Push(entries: [entry]))).binaryFrame))
  }

  private func bytes(_ frame: SharedBytes) -> [UInt8] { WebSocket.withPayload(ofServerFrame: frame) { Array($0) } }

  @Test func aMessageIsPushedAsItsValueWouldBe() throws {
    for (details, parent) in [(nil, 0), (Details(Wire.Details(extra: "{}")), 0), (nil, 4)] as [(Details?, UInt64)] {
      let (append, stored) = try stored(.message(type: "text", content: #"{"text":"é"}"#), details: details, parent: parent)
      #expect(bytes(append.frame(as: stored)) == frame(Wire.Entry(append, stored)))
    }
  }

  @Test func whatIsMoreThanThatIsPushedWhole() throws {
    let (poll, place) = try stored(.message(type: "text", content: "{}"), properties: [AnnotationItem("k", "1")])
    #expect(bytes(poll.frame(as: place)) == frame(Wire.Entry(poll, place)))
    let (edit, position) = try stored(.edited(target: 2, type: "text", content: "{}"))
    #expect(bytes(edit.frame(as: position)) == frame(Wire.Entry(edit, position)))
  }
}
