import Martlet
import MartletTesting
import Testing

/// The chat page as a person uses it, in Chromium.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageTests {
  private static let recall = "document.querySelector('#messages .recall')"
  private static let opacity = "getComputedStyle(document.querySelector('#messages .controls')).opacity"
  /// True if a click at the place of the control would reach it.
  private static let takesClicks = """
    (({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2) === \(recall))(
      \(recall).getBoundingClientRect())
    """

  @Test func takingBackWithTheMouseAsksFirstAndCanBeUndone() async throws {
    try await Self.withPage(options: ["--mouse"]) { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      try await peer.ask("click", ["selector": "#title", "press": false])
      #expect(try await peer.evaluate("`${\(Self.opacity)} ${\(Self.takesClicks)}`") == "0 false")
      try await peer.ask("click", ["selector": "#messages .text", "press": false])
      #expect(try await peer.evaluate("`${\(Self.opacity)} ${\(Self.takesClicks)}`") == "1 true")
      try await peer.ask("click", ["selector": "#messages .recall"])
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-no"])
      try await peer.wait(until: "!document.getElementById('confirm').open")
      for undoes in [true, false] {
        try await peer.ask("click", ["selector": "#messages .text", "press": false])
        try await peer.ask("click", ["selector": "#messages .recall"])
        try await peer.wait(until: "document.getElementById('confirm').open")
        try await peer.ask("click", ["selector": "#confirm-yes"])
        try await peer.wait(until: "document.querySelector('#messages .message').hidden")
        guard undoes else { continue }
        try await peer.ask("click", ["selector": "#toast button"])
        try await peer.wait(until: "!document.querySelector('#messages .message').hidden")
        #expect(try await peer.ask("history", ["conversation": "direct:alice"]).entries?.map(\.recalled) == [false])
      }
      try await peer.wait(forMessages: ["taken back"])
    }
  }

  @Test func takingBackIsReachedByKeyboardAndKeepsTheFocus() async throws {
    try await Self.withPage(options: ["--mouse"]) { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      try await peer.evaluate("void document.getElementById('sign-out').focus()")
      for _ in 0..<20 where try await peer.evaluate("`${document.activeElement === \(Self.recall)}`") == "false" {
        try await peer.ask("press", ["key": "Tab"])
      }
      #expect(try await peer.evaluate("`${\(Self.opacity)} ${\(Self.takesClicks)}`") == "1 true")
      try await peer.ask("press", ["key": "Enter"])
      try await peer.wait(until: "document.getElementById('confirm').contains(document.activeElement)")
      try await peer.ask("press", ["key": "Escape"])
      try await peer.wait(until: "document.activeElement === \(Self.recall)")
      try await peer.ask("press", ["key": "Enter"])
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(forMessages: ["taken back"])
      #expect(try await peer.evaluate("document.activeElement.id") == "text")
    }
  }

  @Test func questionIsNotAnsweredByTheOneBefore() async throws {
    try await Self.withPage(options: ["--mouse"]) { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      // Dismissed, and asked again before the page learns that it was dismissed.
      let ask = "\(Self.recall).click()"
      try await peer.evaluate("void (\(ask), setTimeout(() => (document.getElementById('confirm').close(), \(ask))))")
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(forMessages: ["taken back"])
    }
  }

  @Test func whereNothingHoversAButtonShowsWhatCanBeDone() async throws {
    try await Self.withPage { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      #expect(try await peer.evaluate("`${\(Self.takesClicks)}`") == "false")
      try await peer.ask("click", ["selector": "#messages .more"])
      #expect(try await peer.evaluate("`${\(Self.opacity)} ${\(Self.takesClicks)}`") == "1 true")
    }
  }

  @Test func halfTypedTextStaysWithItsConversation() async throws {
    try await Self.withPage { alice, peer in
      _ = await alice.chat(with: try #require(UserID("bob"))).send(.text("hello"))
      _ = try await alice.createGroup(title: "Team", members: [try #require(UserID("bob"))], id: "team")
      try await peer.write("for alice")
      try await peer.open("Team")
      try await peer.wait(until: "document.getElementById('text').value === ''")
      try await peer.write("for the team")
      try await peer.open("alice")
      try await peer.wait(until: "document.getElementById('text').value === 'for alice'")
      try await peer.open("Team")
      try await peer.wait(until: "document.getElementById('text').value === 'for the team'")
    }
  }

  @Test func conversationsStayReadableOfflineAndRefusalsInSight() async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let bob = try #require(UserID("bob"))
      _ = await alice.chat(with: bob).send(.text("hello"))
      let group = try await alice.createGroup(title: "Team", members: [bob], id: "team")
      _ = await alice.chat(group).send(.text("hello team"))
      try await peer.wait(forMessages: ["hello"])
      try await peer.open("Team")
      try await peer.wait(forMessages: ["hello team"])

      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.client.state.name !== 'online'")
      try await peer.open("alice")
      try await peer.wait(forMessages: ["hello"])
      // The server refuses it once it is asked: it is for one who is no member.
      try await peer.evaluate(
        "martlet.client.chat('direct:alice').send('no', { directedTo: ['nobody'], enqueue: true })")
      try await peer.ask("type", ["text": "waits"])
      try await peer.wait(until: "document.querySelectorAll('#messages .pending').length === 2")
      try await peer.open("Team")
      try await peer.wait(forMessages: ["hello team"])
      try await proxy.accept()
      try await peer.wait(until: "martlet.client.state.name === 'online'")
      try await peer.open("alice")
      try await peer.wait(until: "document.querySelectorAll('#messages .failed').length === 1")
      try await peer.wait(forMessages: ["hello", "no", "waits"])
      await peer.stop()
      await alice.close()
      await proxy.close()
    }
  }

  @Test func onlyWhatIsInSightOfAFocusedWindowIsMarkedRead() async throws {
    try await Self.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      // The answer comes after that of a marker that was moved before.
      func isRead(_ position: Int) async throws {
        let one = "martlet.client.conversation('direct:alice:bob')"
        try await peer.evaluate(
          """
          (async () => { while ((await \(one))?.readUpTo !== \(position)) await new Promise((done) => setTimeout(done, 20)) })()
          """)
      }
      func read() async throws -> String? {
        let read = "members.find(({ user }) => user === 'bob').readUpTo"
        return try await peer.evaluate("martlet.client.chat('direct:alice').members().then((members) => `${\(read)}`)")
      }
      for number in 1...40 { _ = await chat.send(.text("\(number)")) }
      try await isRead(40)

      // The page learns of the scrolling by an event, at the next frame.
      try await peer.evaluate("void document.getElementById('log').addEventListener('scroll', () => globalThis.scrolled = true)")
      try await peer.evaluate("void (document.getElementById('log').scrollTop = 0)")
      try await peer.wait(until: "globalThis.scrolled && document.getElementById('log').scrollTop === 0")
      _ = await chat.send(.text("below"))
      try await peer.entry(saying: "below")
      #expect(try await read() == "40")
      #expect(try await peer.evaluate("`${document.getElementById('log').scrollTop}`") == "0")
      try await peer.ask("click", ["selector": "#new-messages"])
      try await isRead(41)

      try await peer.ask("show", ["to": ""])
      try await peer.wait(until: "!document.hasFocus()")
      _ = await chat.send(.text("behind"))
      try await peer.event { $0.tab == 0 && $0.entry?.text == "behind" }
      #expect(try await read() == "41")
      try await peer.ask("devtools", ["method": "Page.bringToFront"])
      try await isRead(42)
    }
  }

  @Test func focusStaysWhereItIsWhenMessagesArrive() async throws {
    try await Self.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      let direct = alice.chat(with: bob)
      _ = await direct.send(.text("hello"))
      let group = alice.chat(try await alice.createGroup(title: "Team", members: [bob], id: "team"))
      _ = await group.send(.text("hello team"))
      try await peer.wait(until: "\(Peer.row("alice")) && \(Peer.row("Team"))")
      try await peer.evaluate("void \(Peer.row("alice")).focus()")
      // The first leaves the focused row in its place, the second moves it to the top.
      for (chat, text) in [(group, "one"), (direct, "two")] {
        _ = await chat.send(.text(text))
        try await peer.wait(until: "document.getElementById('conversations').textContent.includes('\(text)')")
        #expect(try await peer.evaluate("`${document.activeElement === \(Peer.row("alice"))}`") == "true")
      }
    }
  }

  @Test func refusedTextStaysUntilItIsSentOrRemoved() async throws {
    try await TestServer.with { server in
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:carol")
      for text in ["one", "two"] {
        try await peer.ask("type", ["text": text])
        try await peer.wait(until: "document.querySelectorAll('#messages .failed').length > 0")
      }
      try await peer.wait(until: "document.querySelectorAll('#messages .failed').length === 2")
      _ = try await server.token(for: "carol")
      let buttons = "document.querySelectorAll('#messages .failed')[1].querySelectorAll('button')"
      #expect(try await peer.evaluate("[...\(buttons)].map((one) => one.textContent).join()") == "Try again,Remove")
      try await peer.evaluate("void \(buttons)[1].click()")
      try await peer.wait(forMessages: ["one"])
      try await peer.ask("click", ["selector": "#messages .failed button"])
      try await peer.wait(until: "document.querySelectorAll('#messages .message:not(.pending, .failed)').length === 1")
      try await peer.wait(forMessages: ["one"])
      let history = try await peer.ask("history", ["conversation": "direct:carol"]).entries
      #expect(history?.map(\.text) == ["one"])
      await peer.stop()
    }
  }

  @Test func signingOutLeavesNothingInTheBrowser() async throws {
    try await Self.withPage { alice, peer in
      _ = await alice.chat(with: try #require(UserID("bob"))).send(.text("between us"))
      try await peer.wait(forMessages: ["between us"])
      try await peer.write("half-typed")
      try await peer.evaluate("void document.getElementById('sign-out').click()")
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "!document.getElementById('sign-in-page').hidden")
      let rest = """
        [document.body.textContent, ...[...document.querySelectorAll("input, textarea")].map(({ value }) => value)]
          .join().match(/between us|half-typed|alice|bob/g) + `${localStorage.length}`
        """
      try await peer.wait(until: "\(rest) === 'null0'")
      let files = """
        (async () => {
          const root = await navigator.storage.getDirectory();
          const all = await root.getDirectoryHandle("martlet");
          for (;;) {
            const names = [];
            for await (const name of all.keys()) names.push(name);
            if (names.length === 0) return "none";
            await new Promise((done) => setTimeout(done, 50));
          }
        })()
        """
      #expect(try await peer.evaluate(files) == "none")
    }
  }

  @Test func blankTextIsNotSent() async throws {
    try await Self.withPage { alice, peer in
      let refusal = "({ code, field }) => `${code} ${field}`"
      for text in ["", " \\n\\t", "\\u2003"] {
        let sent = try await peer.evaluate("martlet.client.chat('direct:alice').send('\(text)').catch(\(refusal))")
        #expect(sent == "content_invalid content.text")
      }
      try await peer.ask("type", ["text": "  "])
      try await peer.ask("type", ["text": "said"])
      try await peer.wait(until: "document.querySelectorAll('#messages .message:not(.pending, .failed)').length === 1")
      #expect(try await peer.entry(saying: "said").seq == 1)
    }
  }

  /// A page of bob's that shows the conversation with alice, and no complaint of the browser at the end.
  static func withPage(
    options: [String] = [], _ body: (_ alice: MartletClient, _ peer: Peer) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice", options: options)
      try await body(alice, peer)
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }
}
