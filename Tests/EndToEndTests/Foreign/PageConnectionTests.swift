import Martlet
import MartletTesting
import Testing

/// The browser SDK under the page: connections that break at bad moments, and what clients of both kinds say to each other.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageConnectionTests {
  @Test func connectionsCutInTheMiddleOfAGapLoseAndDoubleNothing() async throws {
    try await Self.withProxy { server, proxy, alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = await chat.send(.text("before"))
      try await peer.wait(forMessages: ["before"])
      await proxy.refuse()
      await proxy.cut()
      // Much more than a connection carries before it is cut.
      let texts = (0..<40).map { "\($0) " + String(repeating: "x", count: 4_000) }
      for text in texts { _ = await chat.send(.text(text)) }
      let count = "void (globalThis.online = 0, martlet.client.on('state', ({ name }) => name === 'online' && online++))"
      try await peer.evaluate(count)
      proxy.faults.cutAfter = 4_000...30_000
      try await proxy.accept()
      try await peer.wait(until: "globalThis.online >= 3")
      #expect(await !peer.entries.contains { $0.text == texts.last })
      proxy.faults = FaultProxy.Faults()
      try await peer.entry(saying: try #require(texts.last))
      let head = UInt64(texts.count + 1)
      let history = try await peer.ask("history", ["conversation": "direct:alice"]).entries
      let log = try await chat.entries(upTo: head)
      #expect(history == log)
      #expect(await peer.entries.map(\.text) == ["before"] + texts)
    }
  }

  @Test func markerThatMovedWhileTheConnectionWasLostIsShown() async throws {
    try await Self.withProxy { server, proxy, alice, peer in
      let bob = try #require(UserID("bob"))
      let other = try await server.swiftClient("bob")
      let group = try await alice.createGroup(title: "read", members: [bob], id: "read")
      _ = await alice.chat(group).send(.text("hello"))
      let seq = try await other.chat(group).entry { $0.text == "hello" }.seq
      let unread = "martlet.client.conversation('group:read').then((one) => `${one?.unread}`)"
      func wait(forUnread count: Int) async throws {
        try await peer.evaluate(
          """
          (async () => { while (await \(unread) !== '\(count)') await new Promise((done) => setTimeout(done, 20)) })()
          """)
      }
      try await wait(forUnread: 1)
      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.client.state.name !== 'online'")
      try await other.chat(group).markRead(upTo: group.message(at: seq))
      #expect(try await peer.evaluate(unread) == "1")
      try await proxy.accept()
      try await wait(forUnread: 0)
      await other.close()
    }
  }

  @Test func pageThatMissedPartOfItsUserLogShowsWhatAFreshOneShows() async throws {
    try await TestServer.with(limits: .init(), openStore: LongAwayTests.shortLogs) { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let (alice, other) = (try await server.swiftClient("alice"), try await server.swiftClient("bob"))
      let bob = try #require(UserID("bob"))
      let left = try await alice.createGroup(title: "left", members: [bob], id: "left")
      let read = try await alice.createGroup(title: "read", members: [bob], id: "read")
      for group in [left, read] { _ = await alice.chat(group).send(.text("hello")) }
      let seq = try await other.chat(read).entry { $0.text == "hello" }.seq
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      try await peer.wait(until: "\(Peer.row("left")) && \(Peer.row("read"))")

      // Meanwhile, one after the other and more than the log keeps: removed from a group, read elsewhere, joined others.
      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.client.state.name !== 'online'")
      try await alice.chat(left).remove([bob], reason: "over")
      try await other.chat(read).markRead(upTo: read.message(at: seq))
      for number in 0..<8 { _ = try await alice.createGroup(title: "\(number)", members: [bob], id: "new\(number)") }
      try await proxy.accept()
      let titles = "[...document.querySelectorAll('#conversations .title')].map(({ textContent }) => textContent).sort().join()"
      try await peer.wait(until: "\(titles) === '0,1,2,3,4,5,6,7,read'")
      try await peer.wait(until: "\(Peer.row("read")).querySelector('.unread').hidden")
      // And it goes on from there.
      _ = await alice.chat(read).send(.text("more"))
      try await peer.entry(saying: "more")
      await peer.stop()
      for client in [alice, other] { await client.close() }
      await proxy.close()
    }
  }

  @Test func textLargerThanAPacketIsRefusedAndTheNextIsSent() async throws {
    try await PageTests.withPage { alice, peer in
      // Far beyond the limit; beyond it in bytes but not in characters; and beyond it because of the JSON around the text.
      let sent = """
        Promise.allSettled(["x".repeat(300_000), "ü".repeat(140_000), "x".repeat(262_144), "next"]
          .map((text) => martlet.client.chat("direct:alice").send(text)))
          .then((results) => results.map(({ value, reason }) => value ? `${value.sent.position}` :
            `${reason.code} ${reason.limit} ${reason.actual > reason.limit}`).join(", "))
        """
      let refused = "content_too_large 262144 true"
      #expect(try await peer.evaluate(sent) == "\(refused), \(refused), \(refused), 1")
      let chat = alice.chat(with: try #require(UserID("bob")))
      #expect(try await chat.entry { $0.seq == 1 }.text == "next")
      // All on one connection.
      #expect(await peer.events.filter { $0.state != nil }.isEmpty)
    }
  }

  @Test func titleAndAttributesOfAGroupGoBothWays() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      let group = try await alice.createGroup(title: "Team", members: [bob], attributes: ["kind": .integer(1)], id: "g")
      try await alice.chat(group).change(title: "Crew")
      try await peer.wait(until: "\(Peer.row("Crew")) !== undefined")
      let own = "martlet.client.conversation('group:g').then(({ attributes }) => JSON.stringify(attributes))"
      #expect(try await peer.evaluate(own) == #"{"kind":1}"#)
      try await peer.evaluate(
        "martlet.client.chat('group:g').change({ title: 'Fleet', attributes: { kind: null, a: { b: 'x' } } })")
      let changed = try await alice.chat(group).entry { $0.seq == 3 }
      let a = ContentValue.fields(ContentFields(["b": .text("x")]))
      #expect(changed.event == .notice(.conversationChanged(title: "Fleet", attributes: ["kind": nil, "a": a])))
      try await peer.wait(until: "\(Peer.row("Fleet")) !== undefined")
      #expect(try await peer.evaluate(own) == #"{"a":{"b":"x"}}"#)
    }
  }

  @Test func typingIsToldBothWaysWithWhatIsWritten() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      let chat = alice.chat(with: bob)
      let direct = try await chat.id()
      _ = await chat.send(.text("hello"))
      try await peer.entry(saying: "hello")
      let events = alice.events()
      try await peer.evaluate("martlet.client.chat('direct:alice').setTyping(true, 'voice')")
      try await peer.evaluate("martlet.client.chat('direct:alice').setTyping(false)")
      var told: [String?] = []
      for await event in events {
        guard case .typing(direct, bob, let type) = event else { continue }
        told.append(type)
        if told.count == 2 { break }
      }
      #expect(told == ["voice", nil])
      try await peer.evaluate("void (globalThis.told = [], martlet.client.on('typing', (one) => told.push(one)))")
      try await chat.setTyping(of: VoiceContent.type)
      try await peer.wait(until: "told.length === 1")
      _ = await chat.send(.text("said"))
      try await peer.wait(until: "told.length === 2")
      #expect(try await peer.evaluate("told.map((one) => `${one.user} ${one.type}`).join(', ')") == "alice voice, alice ")
    }
  }

  private static func withProxy(
    _ body: (TestServer, FaultProxy, _ alice: MartletClient, _ peer: Peer) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      try await body(server, proxy, alice, peer)
      await peer.stop()
      await alice.close()
      await proxy.close()
    }
  }
}
