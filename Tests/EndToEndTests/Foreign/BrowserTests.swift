import Martlet
import MartletTesting
import Testing

/// The browser SDK: sessions of the page and of its console, and connections that come back.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct BrowserTests {
  @Test func pageShowsWhatIsSaidAsTextAndSendsWhatIsTyped() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      let script = "<img src=x onerror=\"document.title='hit'\"><b>bold</b>"
      _ = await chat.send(.text(script))
      try await peer.entry(saying: script)
      try await peer.ask("type", ["text": "typed by bob"])
      #expect(try await chat.entry { $0.text == "typed by bob" }.sender.text == "bob")
      try await peer.entry(saying: "typed by bob")
      _ = await chat.recall(1)
      try await peer.event { $0.entry?.event == "recalled" }
      let page = try await peer.ask("page")
      #expect(page.messages == ["taken back", "typed by bob"])
      #expect(page.elements == 0)
      #expect(page.state == "online")
      #expect(try await peer.ask("evaluate", ["script": "document.title"]).value == "Martlet")
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func titleAndAttributesOfAGroupGoBothWays() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      _ = try await server.token(for: "bob")
      let bob = try #require(UserID("bob"))
      let group = try await alice.createGroup(title: "Team", members: [bob], attributes: ["kind": .integer(1)], id: "g")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: group.text)
      try await alice.chat(group).change(title: "Crew")
      try await peer.wait(until: #"document.getElementById("title").textContent === "Crew""#)
      let own = "JSON.stringify(martlet.me.conversations()[0].attributes)"
      #expect(try await peer.ask("evaluate", ["script": own]).value == #"{"kind":1}"#)
      let change = """
        martlet.me.change("group:g", { title: "Fleet", attributes: { kind: undefined, a: { b: "x" } } })
          .then(({ seq }) => `${seq}`)
        """
      #expect(try await peer.ask("evaluate", ["script": change]).value == "3")
      for try await item in alice.chat(group).log(from: .first) where item.seq == 3 {
        let a = ContentValue.fields(ContentFields(["b": .text("x")]))
        #expect(item.event == .notice(.conversationChanged(title: "Fleet", attributes: ["kind": nil, "a": a])))
        break
      }
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func consoleOpensSessionsOfItsOwn() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "")
      let token = try await server.token(for: "carol")
      let script = """
        martlet.connect("\(server.url)", "\(token)").then(async (me) => {
          const { conversation, seq } = await me.send("direct:alice", "from the console");
          me.close();
          return `${me.user} ${conversation} ${seq} ${me.state}`;
        })
        """
      #expect(try await peer.ask("evaluate", ["script": script]).value == "carol direct:alice:carol 1 ended")
      let chat = alice.chat(with: try #require(UserID("carol")))
      #expect(try await chat.entry { $0.seq == 1 }.text == "from the console")
      let refused = "martlet.connect(\"\(server.url)\", \"nonsense\").catch((error) => `${error.code} ${error.name}`)"
      #expect(try await peer.ask("evaluate", ["script": refused]).value == "1200 token_malformed")
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func cutConnectionsLoseAndDoubleNothing() async throws {
    let count = 30
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let chat = alice.chat(with: try #require(UserID("bob")))
      for number in 0..<count {
        async let cut: Void = number % 7 == 3 ? proxy.cut() : ()
        async let own = chat.send(.text("a\(number)"))
        try await peer.ask("send", ["conversation": "direct:alice", "text": "b\(number)"])
        _ = await (cut, own)
      }
      let head = UInt64(2 * count)
      let log = try await chat.entries(upTo: head)
      #expect(log.filter { $0.sender == "bob" }.map(\.text) == (0..<count).map { "b\($0)" })
      try await peer.event { $0.entry?.seq == head }
      #expect(await peer.entries == log)
      #expect(await peer.events.filter { $0.state == "online" }.count >= count / 7)
      await peer.stop()
      await alice.close()
      await proxy.close()
    }
  }

  @Test func gapThatALostConnectionLeftIsReadByTheNext() async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = await chat.send(.text("before"))
      try await peer.entry(saying: "before")
      try await breakOff(atFirst: "fetchEntries?.from", in: peer)
      await proxy.refuse()
      await proxy.cut()
      for text in ["one", "two", "three"] { _ = await chat.send(.text(text)) }
      try await proxy.accept()
      try await peer.entry(saying: "three")
      #expect(await peer.entries.map(\.text) == ["before", "one", "two", "three"])
      #expect(try await peer.ask("evaluate", ["script": "brokenOff"]).value == "yes")
      await peer.stop()
      await alice.close()
      await proxy.close()
    }
  }

  @Test func conversationThatALostConnectionLeftStaleIsAskedForByTheNext() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let other = try await server.swiftClient("bob")
      let bob = try #require(UserID("bob"))
      let group = try await alice.createGroup(title: "read", members: [bob], id: "read")
      _ = await alice.chat(group).send(.text("hello"))
      let read = try await other.chat(group).entry { $0.text == "hello" }.seq
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
      let unread = "martlet.me.conversations().map(({ unread }) => unread).join()"
      #expect(try await peer.ask("evaluate", ["script": unread]).value == "1")
      try await breakOff(atFirst: "listConversations?.only", in: peer)
      try await other.chat(group).markRead(upTo: read)
      try await peer.wait(until: "brokenOff === 'yes' && \(unread) === '0'")
      await peer.stop()
      await other.close()
      await alice.close()
    }
  }

  @Test func textLargerThanAPacketIsRefusedAndTheNextIsSent() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
      // Far beyond the limit; beyond it in bytes but not in characters; and beyond it because of the JSON around the text.
      let sent = """
        Promise.allSettled(["x".repeat(300_000), "ü".repeat(140_000), "x".repeat(262_144), "next"]
          .map((text) => martlet.me.send("direct:alice", text)))
          .then((results) => results.map(({ value, reason }) => value ? `${value.seq}` :
            `${reason.code} ${reason.name} ${reason.limit} ${reason.actual > reason.limit}`).join(", "))
        """
      let refused = "1301 content_too_large 262144 true"
      #expect(try await peer.ask("evaluate", ["script": sent]).value == "\(refused), \(refused), \(refused), 1")
      let chat = alice.chat(with: try #require(UserID("bob")))
      #expect(try await chat.entry { $0.seq == 1 }.text == "next")
      // All on one connection.
      #expect(await peer.events.filter { $0.state != nil }.isEmpty)
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func pageThatMissedPartOfItsUserLogShowsWhatAFreshOneShows() async throws {
    try await TestServer.with(limits: .init(), openStore: LongAwayTests.shortLogs) { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let other = try await ForeignClient.python.start(server, user: "bob", to: "")
      let bob = try #require(UserID("bob"))
      let left = try await alice.createGroup(title: "left", members: [bob], id: "left")
      let read = try await alice.createGroup(title: "read", members: [bob], id: "read")
      for group in [left, read] { _ = await alice.chat(group).send(.text("hello")) }
      // It lists both groups and opens neither, so that it marks neither read.
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let unread = "martlet.me.conversations().map(({ unread }) => unread > 0).join()"
      #expect(try await peer.ask("evaluate", ["script": unread]).value == "true,true")
      let listen = "void (globalThis.gone = new Promise((done) => martlet.me.on('left', (one) => done(JSON.stringify(one)))))"
      try await peer.ask("evaluate", ["script": listen])

      // Meanwhile, one after the other and more than the log keeps: removed from a group, read elsewhere, joined others.
      await proxy.refuse()
      await proxy.cut()
      try await alice.chat(left).remove([bob], reason: "over")
      try await other.ask("markRead", ["conversation": read.text, "seq": 2])
      for number in 0..<8 { _ = try await alice.createGroup(title: "\(number)", members: [bob], id: "new\(number)") }
      try await proxy.accept()

      let gone = #"{"conversation":"group:left","by":"","reason":""}"#
      #expect(try await peer.ask("evaluate", ["script": "gone"]).value == gone)
      let isRead = "martlet.me.conversations().some(({ id, unread }) => id === 'group:read' && unread === 0)"
      try await peer.wait(until: "martlet.me.conversations().length >= 9 && \(isRead)")
      let listed = try #require(try await peer.ask("conversations").conversations)
      #expect(listed.map(\.id).sorted() == (0..<8).map { "group:new\($0)" } + ["group:read"])
      // And it goes on from there.
      _ = await alice.chat(read).send(.text("more"))
      try await peer.entry(saying: "more")
      await peer.stop()
      await other.stop()
      await alice.close()
      await proxy.close()
    }
  }

  @Test func typingIsToldBothWaysWithWhatIsWritten() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice")
      let bob = try #require(UserID("bob"))
      let chat = alice.chat(with: bob)
      let direct = try await chat.id()
      _ = await chat.send(.text("hello"))
      #expect(try await chat.history().compactMap(\.text) == ["hello"])
      try await peer.entry(saying: "hello")
      let events = alice.events
      try await peer.ask("evaluate", ["script": "martlet.me.typing('direct:alice', 'voice')"])
      try await peer.ask("evaluate", ["script": "martlet.me.typing('direct:alice', null)"])
      var told: [String?] = []
      for await event in events {
        guard case .typing(direct, bob, let type) = event else { continue }
        told.append(type)
        if told.count == 2 { break }
      }
      #expect(told == ["voice", nil])
      try await peer.ask("evaluate", ["script": "void (globalThis.told = [], martlet.me.on('typing', (one) => told.push(one)))"])
      try await chat.type(of: VoiceContent.type)
      _ = await chat.send(.text("said"))
      try await peer.entry(saying: "said")
      let heard = try await peer.ask("evaluate", ["script": "told.map((one) => `${one.user} ${one.type}`).join(', ')"])
      #expect(heard.value == "alice voice, alice null")
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func formsAgreeWithTheOtherClients() async throws {
    try await TestServer.with { server in
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "")
      func value(_ expression: String) async throws -> String? {
        try await peer.ask("evaluate", ["script": "import('/martlet-forms.js').then((forms) => \(expression))"]).value
      }
      let made = try #require(try await value("forms.uuid7(1700000000123)"))
      #expect(ClientID(made)?.madeAt == 1_700_000_000_123)
      #expect(made != (try await value("forms.uuid7(1700000000123)")))
      let delays = try await value(
        "Array.from({ length: 12 }, (_, attempt) => forms.reconnectDelay(attempt, () => 0.5)).join(' ')")
      #expect(delays == "50 250 500 1000 2000 4000 8000 16000 32000 64000 64000 64000")
      let spread = try await value("[0, 1].map((random) => Math.round(forms.reconnectDelay(2, () => random))).join(' ')")
      #expect(spread == "400 600")
      let attributes = try await value(
        #"JSON.stringify(forms.plainConversation({ attributes: [{ key: 'a', value: '{"b":[1]}' }] }).attributes)"#)
      #expect(attributes == #"{"a":{"b":[1]}}"#)
      let sent = try await value("JSON.stringify(forms.attributeList({ a: null, b: undefined, c: 'x' }))")
      #expect(sent == #"[{"key":"a","value":"null"},{"key":"b","value":""},{"key":"c","value":"\"x\""}]"#)
      await peer.stop()
    }
  }

  /// Has the page's connection end instead of the first packet that asks for something.
  private func breakOff(atFirst asked: String, in peer: Peer) async throws {
    let script = """
      void (() => {
        const { send } = WebSocket.prototype;
        globalThis.brokenOff = "no";
        WebSocket.prototype.send = function (text) {
          if (!JSON.parse(text).\(asked)) return send.call(this, text);
          WebSocket.prototype.send = send;
          globalThis.brokenOff = "yes";
          this.close();
        };
      })()
      """
    try await peer.ask("evaluate", ["script": script])
  }
}
