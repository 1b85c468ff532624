import Martlet
import MartletServer
import MartletStore
import MartletTesting
import MartletWire
import Testing

/// A kind of conversation that is one value, through server, SDK and `martlet chat`.
@Suite(.timeLimit(.minutes(10))) struct NoticeBoardTests {
  private func user(_ name: String) throws -> UserID { try #require(UserID(name)) }

  /// Runs `body` with alice, who owns the board, bob, who is a member, and carol, who is none.
  private func withBoard(
    _ body: (TestServer, ConversationID, [MartletClient]) async throws -> Void
  ) async throws {
    try await TestServer.with(limits: Limits(), openStore: openWithNoticeBoards) { server in
      var clients: [MartletClient] = []
      for name in ["alice", "bob", "carol"] { clients.append(try await server.swiftClient(name)) }
      let board = try await clients[0].createGroup(title: "News", members: [try user("bob")], id: "board:news")
      #expect(board.text == "board:news" && board.kind == .board)
      try await body(server, board, clients)
      for client in clients { await client.close() }
    }
  }

  @Test func everybodyReadsWhatOwnerAndMembersWrite() async throws {
    try await withBoard { _, board, clients in
      #expect(await clients[0].chat(board).send(.text("by the owner")).isSent)
      #expect(await clients[1].chat(board).send(.text("by a member")).isSent)
      for client in clients {
        _ = try await client.chat(board).entry { $0.text == "by a member" }
        let shown = try #require(try await client.chat(board).summary())
        #expect(shown.title == "News" && shown.peer == nil && shown.memberCount == 2 && shown.unread == 0)
        #expect(try await client.chat(board).history(limit: 9).compactMap(\.text) == ["by the owner", "by a member"])
      }
    }
  }

  @Test func whoOnlyReadsMayReactAndNotWrite() async throws {
    try await withBoard { _, board, clients in
      let (alice, carol) = (clients[0].chat(board), clients[2].chat(board))
      #expect(await carol.send(.text("me too")).refusal == .notPermitted)
      #expect(await alice.send(.text("notice")).isSent)
      let notice = try await carol.entry { $0.text == "notice" }
      await #expect(throws: MartletError.self) { try await carol.add([try user("carol")]) }
      await #expect(throws: MartletError.self) { try await carol.change(title: "Mine") }
      #expect(await carol.react("+1", to: notice.id).isSent)
      _ = try await alice.entry { $0.sender.text == "carol" }
      #expect(try await alice.history(limit: 1).last?.annotations.reactions.map(\.key) == ["+1"])
      #expect(await alice.edit(notice.id, to: .text("better")).isSent)
      #expect(await clients[1].chat(board).edit(notice.id, to: .text("worse")).refusal == .notPermitted)
    }
  }

  @Test func onlyTheNewestHundredEntriesAreKept() async throws {
    try await withBoard { server, board, clients in
      let alice = clients[0].chat(board)
      await clients[1].close()
      for number in 2...130 { try await alice.enqueue(.text("\(number)")) }
      _ = try await clients[2].chat(board).entry { $0.text == "130" }
      // Bob was away for longer than the board reaches back; dave is new.
      for (count, name) in ["bob", "dave"].enumerated() {
        let client = try await server.swiftClient(name)
        let chat = client.chat(board)
        try await client.caughtUp(within: .seconds(30))
        #expect(
          try await chat.history(limit: 200).compactMap(\.text) == (31 + count...130).map(String.init)
            + (count > 0 ? ["once more to bob"] : []), "\(name)")
        #expect(await alice.send(.text("once more to \(name)")).isSent)
        _ = try await chat.entry { $0.text == "once more to \(name)" }
        await client.close()
      }
    }
  }

  @Test func chatShowsItToEverybody() async throws {
    try await withBoard { server, board, clients in
      #expect(await clients[0].chat(board).send(.text("read me")).isSent)
      let program = try Program(
        Place.martlet, ["chat", "--server", server.url, "--to", board.text, "--data", "\(server.directory)/carol"],
        environment: ["MARTLET_TOKEN": try await server.token(for: "carol")])
      try await program.until { $0.contains("#2 alice: read me") }
      #expect(await clients[1].chat(board).send(.text("me as well")).isSent)
      try await program.until { $0.contains("#3 bob: me as well") }
      program.write("/list")
      try await program.untilErrors { $0.contains { $0.contains("News (board:news)") } }
      program.write("may I?")
      try await program.untilErrors { $0.contains { $0.contains("may I?") || $0.contains("not sent") || $0.contains("may not") } }
      program.closeInput()
      _ = try await program.exit()
      #expect(!program.lines.contains { $0.contains("may I?") })
    }
  }

  @Test func aServerWithoutTheKindRefusesIt() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let board = try #require(ConversationID("board:news"))
      #expect(await alice.chat(board).send(.text("x")).refusal == .fieldInvalid)
      let error = await #expect(throws: MartletError.self) { try await alice.createGroup(title: "", members: [], id: board.text) }
      #expect(error?.code.server == .fieldInvalid && error?.field == "group")
      await alice.close()
    }
  }
}

extension SendResult {
  fileprivate var isSent: Bool { if case .sent = self { true } else { false } }
  fileprivate var refusal: ErrorCode? { if case .failed(let error) = self { error.code.server } else { nil } }
}
