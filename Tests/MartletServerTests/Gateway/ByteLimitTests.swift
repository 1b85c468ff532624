import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Limits of texts are in bytes of UTF-8: a text of larger characters reaches them with fewer characters.
@Suite(.timeLimit(.minutes(5))) struct ByteLimitTests {
  private static let group = "group:g"

  /// A field with a limit: how a request fills it, and how it is refused beyond.
  private struct Field: Sendable {
    let name: String
    let limit: Int
    var code = ErrorCode.fieldInvalid
    /// The field that the failure names, where it is not the name.
    var told: String?
    /// Whether the failure says how many bytes there were.
    var saysActual = true
    /// The part of the frame around the request's text.
    var frame = ""
    let request: @Sendable (_ text: String, _ id: String) -> Wire.ClientPacket.Request
  }

  private static func send(_ id: String, _ details: Wire.Details) -> Wire.ClientPacket.Request {
    .send(Wire.Send(conversation: group, clientId: id, type: "note", content: "{}", details: details))
  }

  private static let limits = Limits()

  private static let fields: [Field] = [
    Field(name: "content", limit: limits.contentBytes, code: .contentTooLarge, told: "", frame: #"{"text":""}"#) {
      .send(Wire.Send(conversation: group, clientId: $1, type: "text", content: #"{"text":"\#($0)"}"#))
    },
    Field(name: "scheduled content", limit: limits.contentBytes, code: .contentTooLarge, told: "", frame: #"{"text":""}"#) {
      let send = Wire.Send(conversation: group, clientId: $1, type: "text", content: #"{"text":"\#($0)"}"#)
      return .schedule(Wire.Schedule(send: send, at: SystemTimeSource().wallMilliseconds + 3_600_000))
    },
    Field(name: "signal", limit: limits.signalBytes, code: .contentTooLarge, told: "", frame: #"{"text":""}"#) { text, _ in
      .signal(Wire.Signal(conversation: group, type: "text", content: #"{"text":"\#(text)"}"#))
    },
    Field(name: "title", limit: Limits.titleBytes) {
      .createGroup(Wire.CreateGroup(group: $1, clientId: $1, title: $0, members: []))
    },
    Field(name: "changed title", limit: Limits.titleBytes, told: "title") {
      .changeConversation(Wire.ChangeConversation(conversation: group, clientId: $1, title: $0))
    },
    Field(
      name: "attribute", limit: limits.attributeBytes, code: .attributesFull, told: "attribute_bytes", saysActual: false,
      frame: #"k"""#
    ) {
      .changeConversation(
        Wire.ChangeConversation(
          conversation: group, clientId: $1, attributes: [Wire.Attribute(key: "k", value: "\"\($0)\"")]))
    },
    Field(name: "reason", limit: Limits.titleBytes) {
      .removeMembers(Wire.RemoveMembers(conversation: group, clientId: $1, users: ["nobody"], reason: $0))
    },
    Field(name: "details.text", limit: Limits.noteBytes) { send($1, Wire.Details(text: $0)) },
    Field(name: "details.mentions.text", limit: Limits.noteBytes) {
      send($1, Wire.Details(mentions: Wire.Mentions(all: true, text: $0)))
    },
    Field(name: "details.sender.name", limit: Limits.titleBytes) { send($1, Wire.Details(sender: Wire.SenderInfo(name: $0))) },
    Field(name: "details.sender.picture", limit: Limits.addressBytes) {
      send($1, Wire.Details(sender: Wire.SenderInfo(picture: $0)))
    },
    Field(name: "details.push.title", limit: Limits.titleBytes) { send($1, Wire.Details(push: Wire.PushDetails(title: $0))) },
    Field(name: "details.push.text", limit: Limits.noteBytes) { send($1, Wire.Details(push: Wire.PushDetails(text: $0))) },
    Field(name: "details.push.data", limit: Limits.noteBytes) { send($1, Wire.Details(push: Wire.PushDetails(data: $0))) },
    // The field's own tag and length are three bytes.
    Field(name: "details", limit: limits.detailsBytes, frame: #"123{"a":""}"#) {
      send($1, Wire.Details(extra: #"{"a":"\#($0)"}"#))
    },
    Field(name: "reaction", limit: Limits.reactionBytes, told: "items", saysActual: false) {
      .annotate(
        Wire.Annotate(conversation: group, clientId: $1, target: 2, kind: .reaction, items: [Wire.AnnotationItem(key: $0)]))
    },
    Field(name: "setting", limit: limits.settingBytes, code: .settingTooLarge, told: "k", frame: #""""#) { text, _ in
      .changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(key: "k", value: "\"\(text)\"")]))
    },
  ]

  /// So many bytes of a character, and of `x` where they do not come out even.
  private static func text(_ bytes: Int, of character: String) -> String {
    let (count, rest) = bytes.quotientAndRemainder(dividingBy: character.utf8.count)
    return String(repeating: character, count: count) + String(repeating: "x", count: rest)
  }

  @Test(arguments: ["x", "\u{e9}", "\u{20ac}", "\u{1f426}"])
  func eachFieldTakesSoManyBytesAndNoMore(character: String) async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      _ = try await alice.request(.createGroup(Wire.CreateGroup(group: "g", clientId: "g", title: "", members: [])))
      let first = Wire.Send(conversation: Self.group, clientId: "1", type: "note", content: "{}", expandable: true)
      guard case .appended = try await alice.request(.send(first)) else { throw TestError("not sent") }
      for (index, field) in Self.fields.enumerated() {
        let room = field.limit - field.frame.utf8.count
        let most = try await alice.request(field.request(Self.text(room, of: character), "a\(index)"))
        if case .failure(let failure) = most { Issue.record("\(field.name): \(failure)") }
        let over = try await alice.request(field.request(Self.text(room + 1, of: character), "b\(index)"))
        guard case .failure(let failure) = over else { throw TestError("\(field.name) takes more than \(field.limit) bytes") }
        #expect(failure.errorCode == field.code && failure.field == field.told ?? field.name, "\(field.name): \(failure)")
        guard field.saysActual || failure.limit > 0 else { continue }
        #expect(failure.limit == UInt64(field.limit), "\(field.name)")
        if field.saysActual { #expect(failure.actual == UInt64(field.limit + 1), "\(field.name)") }
      }
    }
  }

  @Test(arguments: ["x", "\u{e9}", "\u{1f426}"]) func deviceNamesToo(character: String) {
    func end(_ bytes: Int) -> Wire.Failure? {
      var state = SessionState(requestLimit: 4)
      let device = Wire.Device(id: "d", name: Self.text(bytes, of: character))
      let hello = Wire.Hello(versionMin: 1, versionMax: 1, token: "t", device: device)
      guard case .end(let failure)? = state.receive(Wire.ClientPacket(id: 1, request: .hello(hello))) else { return nil }
      return failure
    }
    #expect(end(Limits.idBytes) == nil)
    #expect(end(Limits.idBytes + 1)?.field == "device.name" && end(Limits.idBytes + 1)?.limit == UInt64(Limits.idBytes))
  }
}
