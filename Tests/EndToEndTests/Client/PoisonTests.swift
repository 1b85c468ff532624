import Martlet
import MartletTesting
import MartletWire
import Testing

/// A message that was accepted once, however odd, never keeps a device from reading later ones.
@Suite(.timeLimit(.minutes(10))) struct PoisonTests {
  private static let contents: [(type: String, content: String)] = [
    ("text", #"{"text":""}"#), ("text", #"{"text":"\u0000\u001b[2J\u202e\ufeff"}"#),
    ("text", "{\"text\":\"\u{7F}\u{2028}\u{2029}\"}"),
    ("text", #"{"text":"\ud83d\udc26"}"#), ("text", #"{"text":"\ud83d"}"#), ("text", #"{"text":"a","text":"b"}"#),
    ("text", #"{"text":"a","more":[1e999,-0,1E-400,123456789012345678901234567890]}"#), ("text", #"{"text":7}"#),
    ("text", #" {"text" : "a" } "#), ("text", #"{"text":null}"#), ("text", ""), ("text", "null"), ("text", "[]"),
    ("text", #"{"text":"<script>alert(1)</script>'; DROP TABLE entry; --%00%s%n"}"#),
    ("text", #"{"text":""# + String(repeating: "e\u{301}", count: 20_000) + #""}"#),
    ("text", #"{"text":""# + String(repeating: #"\""#, count: 30_000) + #""}"#),
    ("unknown.type_1-x", "{}"), ("unknown", #"{"":{"":[[[[[[[[]]]]]]]]}}"#), ("unknown", #"{"text":{"text":{"text":[]}}}"#),
    ("unknown", #"{"a":"# + String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + "}"),
    ("unknown", #"{"a":"# + String(repeating: "[", count: 6000) + String(repeating: "]", count: 6000) + "}"),
    ("unknown", "{" + (0..<4000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",") + "}"), ("martlet.system", "{}"),
  ]

  @Test(arguments: TransportKind.allCases) func oddContentsStopNobodyFromReading(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let mallory = try await server.client(user: "mallory")
      _ = try await server.token(for: "alice")
      let title = "\t\u{202E}\u{7F}]0;x\u{9B}\"" + String(repeating: "\u{301}", count: 60)
      let start = Wire.CreateGroup(group: "g", clientId: "g", title: title, members: ["alice"])
      guard case .appended = try await mallory.request(.createGroup(start)) else { throw Unexpected("no group") }
      var taken: [UInt64: String] = [:]
      for (index, (type, content)) in Self.contents.enumerated() {
        let answer = try await mallory.request(
          .send(Wire.Send(conversation: "group:g", clientId: "m\(index)", type: type, content: content)))
        if case .appended(let appended) = answer { taken[appended.seq] = content }
      }
      #expect(taken.count >= 10 && taken.count < Self.contents.count)
      let end = Wire.Send(conversation: "group:g", clientId: "end", type: "text", content: #"{"text":"the end"}"#)
      guard case .appended(let last) = try await mallory.request(.send(end)) else { throw Unexpected("no end") }

      for subprotocol in ["martlet.v1", "martlet.v1.json"] {
        let reader = try await server.client(user: "alice", device: subprotocol, subprotocol: subprotocol)
        var seen: [UInt64: String] = [:]
        var from: UInt64 = 1
        while from <= last.seq {
          let fetch = Wire.FetchEntries(conversation: "group:g", from: from, limit: 3)
          guard case .entries(let page) = try await reader.request(.fetchEntries(fetch)), let newest = page.entries.last else {
            throw Unexpected("nothing from \(from) on")
          }
          for case (let seq, .message(let message)?) in page.entries.map({ ($0.seq, $0.event) }) { seen[seq] = message.content }
          from = newest.seq + 1
        }
        seen[last.seq] = nil
        #expect(seen == taken)
        guard case .conversations(let list) = try await reader.request(.listConversations(Wire.ListConversations())) else {
          throw Unexpected("no list")
        }
        #expect(list.conversations.map(\.title) == [title])
      }
      let alice = try await server.swiftClient("alice", over: kind)
      let chat = alice.chat(try #require(ConversationID("group:g")))
      let item = try await chat.entry { $0.seq == last.seq }
      #expect(item.seq == last.seq)
      #expect(await chat.send(.text("answer")).isSent)
      await alice.close()
    }
  }
}

/// An answer of another kind.
private struct Unexpected: Error {
  let what: String

  init(_ what: String) { self.what = what }
}

extension SendResult {
  fileprivate var isSent: Bool { if case .sent = self { true } else { false } }
}
