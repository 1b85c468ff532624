import Martlet
import MartletStore
import MartletTesting
import Testing

/// A device that was away for longer than its user's log reaches back.
@Suite(.timeLimit(.minutes(10))) struct LongAwayTests {
  /// Keeps so little of users' logs that a few steps are too many to be away.
  static let shortLogs: TestServer.StoreOpening = { directory in
    var options = SQLiteStore.Options()
    options.userLogEntries = 5
    (options.foldInterval, options.foldRound, options.foldWeight) = (.zero, .zero, 1)
    return try await SQLiteStore.open(directory: directory, options: options)
  }

  private func user(_ name: String) throws -> UserID { try #require(UserID(name)) }

  @Test(arguments: TransportKind.allCases) func aDeviceThatHoldsLessThanIsKeptShowsWhatAFreshOneShows(over kind: TransportKind)
    async throws
  {
    let own = try TemporaryDirectory()
    try await TestServer.with(limits: .init(), openStore: Self.shortLogs) { server in
      let token = try await server.token(for: "alice")
      func device(_ directory: String?) async throws -> MartletClient {
        let client = try kind.client(.init(server: server.url, directory: directory, device: .init(class: .tool)) { token })
        await client.connect()
        try await client.caughtUp(within: .seconds(60))
        return client
      }
      let (bob, desk) = (try await server.swiftClient("bob", over: kind), try await device(nil))
      var groups: [ConversationID] = []
      for number in 0..<4 {
        groups.append(try await bob.createGroup(title: "\(number)", members: [try user("alice")], id: "g\(number)"))
      }
      // The phone's data before it goes offline.
      let phone = try await device(own.path)
      for group in [groups[0], groups[3]] { _ = await bob.chat(group).send(.text("before")) }
      _ = try await phone.chat(groups[0]).entry { $0.text == "before" }
      await phone.close()

      // Meanwhile: read on another device, one group left, another joined.
      for number in 0..<12 {
        _ = await bob.chat(groups[1]).send(.text("\(number)"))
        let message = try await desk.chat(groups[1]).entry { $0.text == "\(number)" }
        try await desk.chat(groups[1]).markRead(upTo: message.id)
      }
      try await desk.chat(groups[2]).leave()
      let new = try await bob.createGroup(title: "new", members: [try user("alice")], id: "new")
      _ = await bob.chat(new).send(.text("welcome"))
      _ = await bob.chat(groups[0]).send(.text("after"))

      let (again, fresh) = (try await device(own.path), try await device(nil))
      let (shown, expected) = (try await again.conversations(), try await fresh.conversations())
      #expect(shown == expected)
      #expect(shown.map(\.title).sorted() == ["0", "1", "3", "new"])
      #expect(shown.first { $0.id == groups[1] }?.unread == 0)
      // And it goes on from there.
      _ = await bob.chat(groups[3]).send(.text("more"))
      let more = try await again.chat(groups[3]).entry { $0.text == "more" }
      // Nothing is read that a device does not know of.
      _ = try await fresh.chat(groups[3]).entry { $0.text == "more" }
      try await fresh.chat(groups[3]).markRead(upTo: more.id)
      var events = again.events().makeAsyncIterator()
      if try await again.chat(groups[3]).summary()?.unread != 0 {
        _ = try await events.first { event -> Bool? in
          if case .conversation(let conversation) = event, conversation.id == groups[3], conversation.unread == 0 {
            true
          } else {
            nil
          }
        }
      }
      for client in [bob, desk, again, fresh] { await client.close() }
    }
  }
}
