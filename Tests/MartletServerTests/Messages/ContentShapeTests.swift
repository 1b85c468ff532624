import MartletNet
import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// The required shape of contents whose types the server knows.
@Suite(.timeLimit(.minutes(2))) struct ContentShapeTests {
  @Test(
    arguments: [
      (#"{"text":"a"}"#, nil), (#"{"text":" a "}"#, nil), (#"{"more":[],"text":"a"}"#, nil), (#"{"text":"\u00e9"}"#, nil),
      (#"{}"#, "content.text"), (#"{"text":""}"#, "content.text"), (#"{"text":" "}"#, "content.text"),
      (#"{"text":"\t\r\n \u00a0\u2003\u3000\u2028"}"#, "content.text"), (#"{"more":"a"}"#, "content.text"),
      (#"{"text":7}"#, "content"), (#"{"text":["a"]}"#, "content"), (#"[]"#, "content"), ("", "content"), ("nonsense", "content"),
    ] as [(String, String?)])
  func textsSaySomething(content: String, fault: String?) {
    #expect(ContentShape.fault(content, type: "text") == fault)
  }

  private static func choices(_ count: Int) -> String { [String](repeating: "{}", count: count).joined(separator: ",") }

  @Test(
    arguments: [
      (#"{"choices":["a"]}"#, nil), (#"{"choices":[{},{}],"most":2,"deadline":0,"secret":false,"question":"?"}"#, nil),
      (#"{"choices":[\#(choices(100))],"most":100}"#, nil), (#"{"choices":[1,null],"deadline":1700000000000}"#, nil),
      ("{}", "content.choices"), (#"{"choices":[]}"#, "content.choices"), (#"{"choices":"a"}"#, "content.choices"),
      (#"{"choices":{"a":1}}"#, "content.choices"), (#"{"choices":null}"#, "content.choices"),
      (#"{"choices":[\#(choices(101))]}"#, "content.choices"),
      (#"{"choices":["a","b"],"most":0}"#, "content.most"), (#"{"choices":["a","b"],"most":-1}"#, "content.most"),
      (#"{"choices":["a","b"],"most":1.5}"#, "content.most"), (#"{"choices":["a","b"],"most":3}"#, "content.most"),
      (#"{"choices":["a","b"],"most":"1"}"#, "content.most"), (#"{"choices":["a","b"],"most":null}"#, "content.most"),
      (#"{"choices":["a"],"deadline":-1}"#, "content.deadline"), (#"{"choices":["a"],"deadline":"soon"}"#, "content.deadline"),
      (#"{"choices":["a"],"deadline":99999999999999999999}"#, "content.deadline"),
      (#"{"choices":["a"],"secret":1}"#, "content.secret"), (#"{"choices":["a"],"secret":"yes"}"#, "content.secret"),
      ("[]", "content"), ("x", "content"), (#"{"choices":["a"]"#, "content"),
    ] as [(String, String?)])
  func pollsCanBeVotedOn(content: String, fault: String?) {
    #expect(ContentShape.fault(content, type: "poll") == fault)
  }

  @Test(arguments: [#"{"text":""}"#, #"{"choices":7}"#, "{}"])
  func contentsOfOtherTypesAreTheAppsOwnAffair(content: String) {
    for type in ["note", "texts", "poll.x", ""] { #expect(ContentShape.fault(content, type: type) == nil) }
  }

  @Test func sendEditScheduleAndSignalLookAtContents() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let (conversation, blank) = ("direct:alice", #"{"text":" "}"#)
      func send(_ type: String, _ content: String, id: String = "x") -> Wire.Send {
        Wire.Send(conversation: conversation, clientId: id, type: type, content: content)
      }
      guard case .appended(let said) = try await alice.request(.send(send("text", #"{"text":"a"}"#, id: "1"))),
        case .appended(let poll) = try await alice.request(.send(send("poll", #"{"choices":["a","b"]}"#, id: "2")))
      else { throw TestError("not sent") }
      func edit(_ target: UInt64, _ type: String, _ content: String) -> Wire.ClientPacket.Request {
        .edit(Wire.Edit(conversation: conversation, clientId: "x", target: target, type: type, content: content))
      }
      let at = SystemTimeSource().wallMilliseconds + 3_600_000
      for (request, field) in [
        (.send(send("text", blank)), "content.text"), (.send(send("poll", #"{"choices":[]}"#)), "content.choices"),
        (edit(said.seq, "text", blank), "content.text"),
        (edit(poll.seq, "poll", #"{"choices":["a","b"],"most":3}"#), "content.most"),
        (.schedule(Wire.Schedule(send: send("text", blank), at: at)), "content.text"),
        (.signal(Wire.Signal(conversation: conversation, type: "text", content: blank)), "content.text"),
      ] as [(Wire.ClientPacket.Request, String)] {
        guard case .failure(let failure) = try await alice.request(request) else { throw TestError("taken: \(request)") }
        #expect(failure.errorCode == .contentInvalid && failure.field == field, "\(request)")
      }
    }
  }

  @Test func typesThatAreSignalledOnlyAreNeitherSentNorEditedNorScheduled() async throws {
    try await TestServer.with { server in
      let alice = try await server.client(user: "alice")
      let said = Wire.Send(conversation: "direct:alice", clientId: "1", type: "text", content: #"{"text":"a"}"#)
      guard case .appended(let entry) = try await alice.request(.send(said)) else { throw TestError("not sent") }
      let typing = Wire.Send(conversation: "direct:alice", clientId: "2", type: "typing", content: "{}")
      let at = SystemTimeSource().wallMilliseconds + 3_600_000
      for request in [
        .send(typing), .schedule(Wire.Schedule(send: typing, at: at)),
        .edit(
          Wire.Edit(conversation: "direct:alice", clientId: "2", target: entry.seq, type: "typing", content: "{}")),
      ] as [Wire.ClientPacket.Request] {
        guard case .failure(let failure) = try await alice.request(request) else { throw TestError("taken: \(request)") }
        #expect(failure.errorCode == .notSupportedHere, "\(request)")
      }
    }
  }
}
