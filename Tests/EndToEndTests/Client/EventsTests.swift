import Martlet
import MartletTesting
import Testing

/// Events that an app receives through a real server about the actions of others.
@Suite(.timeLimit(.minutes(10))) struct EventsTests {
  private static let direct = "direct:alice:bob"

  private func id(_ text: String) throws -> ConversationID { try #require(ConversationID(text)) }
  private func user(_ name: String) throws -> UserID { try #require(UserID(name)) }

  @Test(arguments: TransportKind.allCases) func whatWasSaidMeanwhileIsToldInOrderBeforeCaughtUp(over kind: TransportKind)
    async throws
  {
    try await TestServer.with { server in
      let (alice, bob) = (try await server.swiftClient("alice", over: kind), try await server.swiftClient("bob", over: kind))
      let (mine, theirs) = (alice.chat(try id(Self.direct)), bob.chat(try id(Self.direct)))
      _ = await theirs.send(.text("before"))
      _ = try await mine.entry { $0.seq == 1 }
      for texts in [["one", "two", "three"], []] {
        await alice.disconnect()
        for text in texts { _ = await theirs.send(.text(text)) }
        var events = alice.events().makeAsyncIterator()
        await alice.connect()
        var told: [String?] = []
        while let event = await events.next(), event != .caughtUp {
          if case .message(let message) = event { told.append(message.text) }
        }
        #expect(told == texts)
      }
      await alice.close()
      await bob.close()
    }
  }

  @Test(arguments: TransportKind.allCases) func readMarkersOfOthersAreTold(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let (alice, bob) = (try await server.swiftClient("alice", over: kind), try await server.swiftClient("bob", over: kind))
      let (mine, theirs) = (alice.chat(try id(Self.direct)), bob.chat(try id(Self.direct)))
      _ = await mine.send(.text("hi"))
      for chat in [mine, theirs] { _ = try await chat.entry { $0.seq == 1 } }
      var events = alice.events().makeAsyncIterator()
      try await theirs.markRead()
      let reader = try user("bob")
      let position = try await events.first { event -> UInt64? in
        if case .read(let id, by: reader, upTo: let seq) = event, id.text == Self.direct { seq } else { nil }
      }
      #expect(position == 1)
      #expect(try await mine.members().map(\.readUpTo) == [0, 1])
      await alice.close()
      await bob.close()
    }
  }

  @Test(arguments: TransportKind.allCases) func editsAndRecallsAreTold(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let (alice, bob) = (try await server.swiftClient("alice", over: kind), try await server.swiftClient("bob", over: kind))
      let (mine, theirs) = (alice.chat(try id(Self.direct)), bob.chat(try id(Self.direct)))
      _ = await theirs.send(.text("one"))
      _ = try await mine.entry { $0.seq == 1 }
      var events = alice.events().makeAsyncIterator()
      func changed() async throws -> Message {
        try await events.first { if case .messageChanged(let message) = $0 { message } else { nil } }
      }
      _ = try await theirs.edit(theirs.messageID(at: 1), to: .text("uno"))
      let edited = try await changed()
      #expect(edited.seq == 1 && edited.text == "uno" && edited.isEdited && !edited.isRecalled)
      _ = try await theirs.recall(theirs.messageID(at: 1))
      let recalled = try await changed()
      #expect(recalled.seq == 1 && recalled.content == nil && recalled.isRecalled && !recalled.isEdited)
      let recall = try await mine.entry { $0.event == .recalled(target: 1) }
      #expect(recall.sender.text == "bob")
      await alice.close()
      await bob.close()
    }
  }

  /// Content is passed on unchanged, regardless of its type.
  @Test(arguments: ["text", "app.card"], TransportKind.allCases)
  func contentReceivedCanBeSentOnUnchanged(type: String, over kind: TransportKind) async throws {
    try await TestServer.with { server in
      let (alice, bob) = (try await server.swiftClient("alice", over: kind), try await server.swiftClient("bob", over: kind))
      let carol = try await server.swiftClient("carol", over: kind)
      let content = MessageContent.custom(type: type, json: #"{"text":"hi","app":{"mood":"🦅","sizes":[1,2.50]}}"#)
      var events = alice.events().makeAsyncIterator()
      _ = await bob.chat(with: try user("alice")).send(content)
      let received = try await events.first { if case .message(let message) = $0 { message.content } else { nil } }
      #expect(received == content)
      _ = await alice.chat(with: try user("carol")).send(received)
      let sentOn = try await carol.chat(with: try user("alice")).entry { $0.seq == 1 }
      #expect(sentOn.content == content && sentOn.sender.text == "alice")
      for client in [alice, bob, carol] { await client.close() }
    }
  }

  @Test(arguments: TransportKind.allCases) func accountsOfOneDeviceAreKeptApart(over kind: TransportKind) async throws {
    try await TestServer.with { server in
      try await TemporaryDirectory.with { directory in
        func open(_ user: String, in folder: String) async throws -> MartletClient {
          let token = try await server.token(for: user)
          let client = try kind.client(
            .init(server: server.url, directory: "\(directory)/\(folder)", device: .init(class: .tool)) { token })
          await client.connect()
          return client
        }
        let bob = try await server.swiftClient("bob", over: kind)
        let (alice, carol) = (try await open("alice", in: "alice"), try await open("carol", in: "carol"))
        for client in [alice, carol] {
          try await client.connected()
          let name = try #require(await client.user)
          _ = await bob.chat(with: name).send(.text("for \(name)"))
          _ = try await client.chat(with: try user("bob")).entry { $0.text == "for \(name)" }
          #expect(try await client.conversations().map(\.lastMessage?.text) == ["for \(name)"])
        }
        await carol.close()
        let stranger = try await open("alice", in: "carol")
        await #expect(throws: MartletError.self) { try await stranger.connected(within: .seconds(20)) }
        #expect(await stranger.lastConnectionError?.code == .otherUser)
        #expect(try await stranger.conversations().map(\.id.text) == ["direct:bob:carol"])
        for client in [alice, bob, stranger] { await client.close() }
      }
    }
  }
}
