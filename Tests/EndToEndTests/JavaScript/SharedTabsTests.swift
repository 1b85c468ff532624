import Martlet
import MartletTesting
import Testing

/// Clients of one account in several tabs of Chromium: one device, led by one tab at a time.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct SharedTabsTests {
  private static let tabs = 3

  /// Opens tabs with a client of bob in each, which is online.
  private func start(_ server: TestServer) async throws -> Peer {
    let peer = try await ScriptHost.browser.start(server)
    let token = try await server.token(for: "bob")
    for tab in 0..<Self.tabs {
      if tab > 0 { try await peer.ask("show") }
      try await peer.event { $0.event == "online" && $0.tab == tab }
      try await open(peer, server, token, tab: tab)
    }
    return peer
  }

  private func open(_ peer: Peer, _ server: TestServer, _ token: String, tab: Int) async throws {
    try await peer.loadSDK(tab: tab)
    try await peer.open("bob", server.url, token: token, directory: "bob", tab: tab)
    try await peer.run("bob.connect()", tab: tab)
    try await peer.run("bob.caughtUp()", tab: tab)
  }

  @Test func tabsAreOneDeviceAndHearTheSame() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await start(server)
      let devices = try await Self.each { try await peer.text("bob.device", tab: $0) }
      #expect(Set(devices).count == 1 && devices[0]?.isEmpty == false)
      _ = await alice.chat(with: try #require(UserID("bob"))).send(.text("hello"))
      for tab in 0..<Self.tabs { try await peer.wait(until: "bob.seen.length === 1", tab: tab) }
      try await peer.run("bob.chat('direct:alice').send('from the last', { id: 'own-1' })", tab: Self.tabs - 1)
      for tab in 0..<Self.tabs {
        try await peer.wait(until: "bob.seen.length === 2", tab: tab)
        #expect(try await peer.json("bob.seen.map(({ text }) => text)", tab: tab) == #"["hello","from the last"]"#)
      }
      // A tab that no longer wants the connection leaves it to the others.
      try await peer.run("bob.disconnect()", tab: 0)
      try await peer.run("bob.connected()", tab: 1)
      #expect(try await peer.text("bob.state.name", tab: 1) == "online")
      let given =
        "(() => { const stop = new AbortController(); setTimeout(() => stop.abort(new Error('enough')), 50);"
        + " return bob.chat('direct:alice').send('x', { signal: stop.signal }).then(() => 'sent', (error) => error.message) })()"
      #expect(["sent", "enough"].contains(try await peer.text(given, tab: 2)))
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  /// Each reload ends the tab's worker wherever it is, as a crash does.
  @Test func tabsGoOnWhenTheirLeaderIsGone() async throws {
    let (rounds, count) = (4, 20)
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let peer = try await start(server)
      let token = try await server.token(for: "bob")
      for round in 0..<rounds {
        // The tabs lead in the order in which they asked to, and one that is loaded again asks anew.
        let (leader, sender) = (round % Self.tabs, (round + 2) % Self.tabs)
        let send = """
          void (globalThis.round = Promise.all(Array.from({ length: \(count) }, (_, number) =>
            bob.chat('direct:alice').send(`\(round) ${number}`))))
          """
        try await peer.run(send, tab: sender)
        try await peer.ask("reload", ["tab": leader])
        let positions = "round.then((all) => all.map(({ sent }) => sent.position))"
        let first = UInt64(round * count + 1)
        let expected = "[" + (first..<first + UInt64(count)).map(String.init).joined(separator: ",") + "]"
        #expect(try await peer.json(positions, tab: sender) == expected)
        try await open(peer, server, token, tab: leader)
      }
      let texts = (0..<rounds).flatMap { round in (0..<count).map { "\(round) \($0)" } }
      #expect(try await chat.entries(upTo: UInt64(rounds * count)).map(\.text) == texts)
      #expect(try await chat.history(limit: 1).last?.seq == UInt64(rounds * count))
      let devices = try await Self.each { try await peer.text("bob.device", tab: $0) }
      #expect(Set(devices).count == 1)
      await peer.stop()
      await alice.close()
    }
  }

  /// The next leader needs the compiled core, which it got from the server before.
  @Test func tabLeadsWithoutTheServer() async throws {
    try await TemporaryDirectory.with { directory in
      let server = try await TestServer.start(directory: directory)
      _ = try await server.token(for: "alice")
      let peer = try await start(server)
      await server.stop()
      try await peer.ask("devtools", ["method": "Page.close", "tab": 0])
      let send = "bob.chat('direct:alice').send('later', { enqueue: true })"
      #expect(try await peer.text("\(send).then(() => 'stored', (error) => error.message)", tab: 1) == "stored")
      for tab in 1..<Self.tabs {
        #expect(try await peer.json("bob.pending().then((all) => all.length)", tab: tab) == "1")
        #expect(try await peer.text("bob.state.name", tab: tab) != "ended")
      }
      await peer.stop()
    }
  }

  private static func each<Value>(_ read: (Int) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for tab in 0..<tabs { values.append(try await read(tab)) }
    return values
  }
}
