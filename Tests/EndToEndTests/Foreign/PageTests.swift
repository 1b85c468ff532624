import Martlet
import MartletTesting
import Testing

/// The chat page as a person uses it, in Chromium.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageTests {
  private static let recall = "document.querySelector('#messages .recall')"
  /// True if a click at the place of the control would reach it.
  private static let takesClicks = """
    (({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2) === \(recall))(
      \(recall).getBoundingClientRect())
    """

  @Test func takingBackWithTheMouseAsksFirst() async throws {
    try await Self.withPage(options: ["--mouse"]) { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      try await peer.ask("click", ["selector": "#title", "press": false])
      #expect(try await peer.evaluate("`${getComputedStyle(\(Self.recall)).opacity} ${\(Self.takesClicks)}`") == "0 false")
      try await peer.ask("click", ["selector": "#messages .text", "press": false])
      #expect(try await peer.evaluate("`${getComputedStyle(\(Self.recall)).opacity} ${\(Self.takesClicks)}`") == "1 true")
      try await peer.ask("click", ["selector": "#messages .recall"])
      try await peer.wait(until: "document.querySelector('dialog').open")
      try await peer.ask("click", ["selector": "#confirm-no"])
      try await peer.wait(until: "!document.querySelector('dialog').open")
      #expect(try await peer.ask("history", ["conversation": "direct:alice"]).entries?.map(\.text) == ["one"])
      try await peer.ask("click", ["selector": "#messages .text", "press": false])
      try await peer.ask("click", ["selector": "#messages .recall"])
      try await peer.wait(until: "document.querySelector('dialog').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(forMessages: ["taken back"])
    }
  }

  @Test func takingBackIsReachedByKeyboardAndKeepsTheFocus() async throws {
    try await Self.withPage(options: ["--mouse"]) { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      try await peer.evaluate("void document.getElementById('sign-out').focus()")
      for _ in 0..<10 where try await peer.evaluate("`${document.activeElement === \(Self.recall)}`") == "false" {
        try await peer.ask("press", ["key": "Tab"])
      }
      #expect(try await peer.evaluate("`${getComputedStyle(\(Self.recall)).opacity} ${\(Self.takesClicks)}`") == "1 true")
      try await peer.ask("press", ["key": "Enter"])
      try await peer.wait(until: "document.querySelector('dialog').contains(document.activeElement)")
      try await peer.ask("press", ["key": "Escape"])
      try await peer.wait(until: "document.activeElement === \(Self.recall)")
      try await peer.ask("press", ["key": "Enter"])
      try await peer.wait(until: "document.querySelector('dialog').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(forMessages: ["taken back"])
      #expect(try await peer.evaluate("document.activeElement.id") == "text")
    }
  }

  @Test func takingBackIsInSightWhereNothingHovers() async throws {
    try await Self.withPage { alice, peer in
      try await peer.ask("type", ["text": "one"])
      try await peer.wait(until: "\(Self.recall) !== null")
      #expect(try await peer.evaluate("`${getComputedStyle(\(Self.recall)).opacity} ${\(Self.takesClicks)}`") == "1 true")
    }
  }

  @Test func halfTypedTextStaysWithItsConversation() async throws {
    try await Self.withPage { alice, peer in
      _ = await alice.chat(with: try #require(UserID("bob"))).send(.text("hello"))
      _ = try await alice.createGroup(title: "Team", members: [try #require(UserID("bob"))], id: "team")
      try await peer.evaluate("void (document.getElementById('text').value = 'for alice')")
      try await peer.open("Team")
      #expect(try await peer.evaluate("document.getElementById('text').value") == "")
      try await peer.evaluate("void (document.getElementById('text').value = 'for the team')")
      try await peer.open("alice")
      #expect(try await peer.evaluate("document.getElementById('text').value") == "for alice")
      try await peer.open("Team")
      #expect(try await peer.evaluate("document.getElementById('text').value") == "for the team")
    }
  }

  @Test func conversationsStayReadableOfflineAndRefusalsInSight() async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice", port: proxy.port)
      let bob = try #require(UserID("bob"))
      _ = await alice.chat(with: bob).send(.text("hello"))
      let group = try await alice.createGroup(title: "Team", members: [bob], id: "team")
      _ = await alice.chat(group).send(.text("hello team"))
      try await peer.wait(forMessages: ["hello"])
      try await peer.open("Team")
      try await peer.wait(forMessages: ["hello team"])

      await proxy.refuse()
      await proxy.cut()
      try await peer.wait(until: "martlet.me.state !== 'online'")
      try await peer.open("alice")
      try await peer.wait(forMessages: ["hello"])
      // Larger than the server accepts, which only the server's limits tell.
      let long = "document.getElementById('text').value = 'x'.repeat(300000)"
      try await peer.evaluate("void (\(long), document.getElementById('compose').requestSubmit())")
      try await peer.open("Team")
      try await peer.wait(forMessages: ["hello team"])
      try await proxy.accept()
      try await peer.wait(until: "martlet.me.state === 'online'")
      try await peer.wait(until: "document.getElementById('conversations').textContent.includes('Not sent')")
      try await peer.open("alice")
      try await peer.wait(until: "document.querySelector('#messages .failed')?.textContent.includes('larger than')")
      await peer.stop()
      await alice.close()
      await proxy.close()
    }
  }

  @Test func onlyWhatIsInSightOfAFocusedWindowIsMarkedRead() async throws {
    try await Self.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      // The answer comes after that of a marker that was moved before.
      func read() async throws -> String? {
        let read = "members.find(({ user }) => user === 'bob').read"
        return try await peer.evaluate("martlet.me.members('direct:alice').then((members) => `${\(read)}`)")
      }
      for number in 1...40 { _ = await chat.send(.text("\(number)")) }
      try await peer.wait(until: "martlet.me.conversations()[0]?.read === 40")

      // The page learns of the scrolling by an event, at the next frame.
      try await peer.evaluate("void document.getElementById('log').addEventListener('scroll', () => globalThis.scrolled = true)")
      try await peer.evaluate("void (document.getElementById('log').scrollTop = 0)")
      try await peer.wait(until: "globalThis.scrolled && document.getElementById('log').scrollTop === 0")
      _ = await chat.send(.text("below"))
      try await peer.entry(saying: "below")
      #expect(try await read() == "40")
      #expect(try await peer.evaluate("`${document.getElementById('log').scrollTop}`") == "0")
      try await peer.ask("click", ["selector": "#newer"])
      try await peer.wait(until: "martlet.me.conversations()[0].read === 41")

      try await peer.ask("show", ["to": ""])
      try await peer.wait(until: "!document.hasFocus()")
      _ = await chat.send(.text("behind"))
      try await peer.event { $0.tab == 0 && $0.entry?.text == "behind" }
      #expect(try await read() == "41")
      try await peer.ask("devtools", ["method": "Page.bringToFront"])
      try await peer.wait(until: "martlet.me.conversations()[0].read === 42")
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
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:carol")
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
      try await peer.wait(until: "document.querySelectorAll('#messages li[data-seq]').length === 1")
      try await peer.wait(forMessages: ["one"])
      let history = try await peer.ask("history", ["conversation": "direct:carol"]).entries
      #expect(history?.map(\.text) == ["one"])
      await peer.stop()
    }
  }

  @Test func signingOutLeavesNothingOnThePage() async throws {
    try await Self.withPage { alice, peer in
      _ = await alice.chat(with: try #require(UserID("bob"))).send(.text("between us"))
      try await peer.wait(forMessages: ["between us"])
      try await peer.evaluate("void (document.getElementById('text').value = 'half-typed')")
      try await peer.evaluate("void document.getElementById('sign-out').click()")
      try await peer.wait(until: "!document.getElementById('sign-in').hidden")
      let rest = """
        [document.body.textContent, ...[...document.querySelectorAll("input, textarea")].map(({ value }) => value)]
          .join().match(/between us|half-typed|alice|bob/g) + `${sessionStorage.getItem("token")}`
        """
      #expect(try await peer.evaluate(rest) == "nullnull")
    }
  }

  @Test func blankTextIsNotSent() async throws {
    try await Self.withPage { alice, peer in
      let refusal = "({ code, name, field }) => `${code} ${name} ${field}`"
      for text in ["", " \\n\\t", "\\u2003"] {
        let sent = try await peer.evaluate("martlet.me.send('direct:alice', '\(text)').catch(\(refusal))")
        #expect(sent == "1302 content_invalid text")
      }
      #expect(try await peer.evaluate("martlet.me.edit('direct:alice', 1, ' ').catch(\(refusal))") == "1302 content_invalid text")
      try await peer.ask("type", ["text": "  "])
      try await peer.ask("type", ["text": "said"])
      try await peer.wait(forMessages: ["said"])
      #expect(try await peer.entry(saying: "said").seq == 1)
    }
  }

  /// A page of bob's that shows the conversation with alice, and no complaint of the browser at the end.
  private static func withPage(
    options: [String] = [], _ body: (_ alice: MartletClient, _ peer: Peer) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await ForeignClient.browser.start(server, user: "bob", to: "direct:alice", options: options)
      try await body(alice, peer)
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }
}
