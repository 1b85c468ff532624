import Martlet
import MartletTesting
import Testing

/// The Swift client and clients that share no code with it or with each other, through one server.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ForeignClientTests {
  private static let texts = [
    "hello", "Grüße, 你好, שלום, 👩‍👩‍👧‍👦", "\"quoted\\\" and\nbroken\tlines", "<img src=x onerror=alert(1)>",
    String(repeating: "long ", count: 2000),
  ]

  @Test(arguments: ForeignClient.allCases, TransportKind.allCases)
  func textsArriveUnchangedBothWays(client: ForeignClient, over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice", over: kind)
      let peer = try await client.start(server, user: "bob")
      let chat = alice.chat(with: try #require(UserID("bob")))
      for text in Self.texts {
        let sent = await chat.send(.text(text))
        guard case .sent(let id, _) = sent else {
          Issue.record("not sent: \(sent)")
          continue
        }
        let got = try await peer.event { $0.entry?.seq == id.seq }.entry
        #expect(got?.text == text)
        #expect(got?.sender == "alice")
        let answer = try await peer.ask("send", ["conversation": "direct:alice", "text": "re: " + text])
        let seq = try #require(answer.seq)
        #expect(answer.conversation == "direct:alice:bob")
        #expect(try await chat.entry { $0.seq == seq }.text == "re: " + text)
      }
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ForeignClient.allCases, TransportKind.allCases)
  func bothSeeTheSameLogWhenBothSendAtOnce(client: ForeignClient, over kind: TransportKind) async throws {
    let count = 40
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice", over: kind)
      let peer = try await client.start(server, user: "bob")
      let chat = alice.chat(with: try #require(UserID("bob")))
      try await withThrowingTaskGroup { group in
        group.addTask { for number in 0..<count { _ = await chat.send(.text("a\(number)")) } }
        group.addTask {
          for number in 0..<count { try await peer.ask("send", ["conversation": "direct:alice", "text": "b\(number)"]) }
        }
        try await group.waitForAll()
      }
      let head = UInt64(2 * count)
      let swift = try await chat.entries(upTo: head)
      #expect(swift == (try await peer.ask("history", ["conversation": "direct:alice"]).entries))
      #expect(swift.map(\.seq) == Array(1...head))
      for sender in ["alice", "bob"] {
        let own = swift.filter { $0.sender == sender }.map(\.text)
        #expect(own == (0..<count).map { sender.prefix(1) + "\($0)" })
      }
      // The pushed entries equal the fetched ones.
      try await peer.event { $0.entry?.seq == head }
      #expect(await peer.entries == swift)
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ForeignClient.allCases, TransportKind.allCases)
  func editsRecallsAndReadMarkersArrive(client: ForeignClient, over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice", over: kind)
      let peer = try await client.start(server, user: "bob")
      let chat = alice.chat(with: try #require(UserID("bob")))
      for text in ["one", "two"] { try await peer.ask("send", ["conversation": "direct:alice", "text": text]) }
      _ = try await chat.entry { $0.seq == 2 }
      try await chat.markRead(upTo: chat.messageID(at: 2))
      try await peer.event { $0.event == "marker" && $0.user == "alice" && $0.read == 2 }

      try await peer.ask("edit", ["conversation": "direct:alice", "seq": 1, "text": "first"])
      try await peer.ask("recall", ["conversation": "direct:alice", "seq": 2])
      _ = try await chat.entry { $0.seq == 4 }
      let messages = try await chat.history()
      #expect(messages.map(\.text) == ["first", nil])
      #expect(messages.map(\.isRecalled) == [false, true])

      _ = await chat.send(.text("three"))
      _ = try await chat.edit(chat.messageID(at: 5), to: .text("third"))
      _ = try await chat.recall(chat.messageID(at: 5))
      try await peer.event { $0.entry?.seq == 7 }
      // An action ends with the server's answer; the entry may come a moment after it.
      _ = try await chat.entry { $0.seq == 7 }
      let history = try #require(try await peer.ask("history", ["conversation": "direct:alice"]).entries)
      #expect(history.map(\.event) == ["message", "message", "edited", "recalled", "message", "edited", "recalled"])
      #expect(history.map(\.text) == ["first", "", "", "", "", "", ""])
      #expect(history.map(\.recalled) == [false, true, false, false, true, false, false])
      #expect(try await chat.entries(upTo: 7) == history)

      #expect(try await peer.ask("markRead", ["conversation": "direct:alice", "seq": 7]).read == 7)
      let listed = try #require(try await peer.ask("conversations").conversations?.first)
      #expect(listed == Peer.Answer.Listed(id: "direct:alice:bob", head: 7, unread: 0, read: 7))
      await peer.stop()
      await alice.close()
    }
  }

  @Test(arguments: ForeignClient.allCases)
  func refusalsCarryTheirCode(client: ForeignClient) async throws {
    try await TestServer.with { server in
      _ = try await server.token(for: "alice")
      let peer = try await client.start(server, user: "bob")
      func refusal(_ arguments: [String: any Sendable]) async -> Peer.Answer.Refusal? {
        await #expect(throws: Peer.Answer.Refusal.self) { try await peer.ask("send", arguments) }
      }
      #expect(await refusal(["conversation": "group:none", "text": "hello"])?.name == "conversation_unknown")
      #expect(await refusal(["conversation": "direct:nobody", "text": "hello"])?.name == "peer_unknown")
      let id = "order-17"
      let first = try await peer.ask("send", ["conversation": "direct:alice", "text": "hello", "client_id": id])
      let again = try await peer.ask("send", ["conversation": "direct:alice", "text": "hello", "client_id": id])
      #expect(first.seq == 1)
      #expect(again.seq == 1)
      let conflict = await refusal(["conversation": "direct:alice", "text": "else", "client_id": id])
      #expect(conflict == Peer.Answer.Refusal(code: 1303, name: "client_id_conflict"))
      await peer.stop()
    }
  }
}
