import Martlet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// The features of the chat page, in Chromium.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PageFeaturesTests {
  /// Texts that would run, or change the page, if anything took them for markup or for an address to follow.
  private static let hostile = [
    "<img src=x onerror=\"document.title='hit'\"><b>bold</b>", "<script>document.title='hit'</script>",
    "javascript:document.title='hit'", "<svg/onload=document.title='hit'>", "<a href=javascript:alert(1)>x</a>",
    "</li></ol><iframe srcdoc=\"<script>parent.document.title='hit'</script>\">", "{{constructor.constructor('x')()}}",
    "https://example.com/\"onmouseover=\"document.title='hit'", "data:text/html,<script>document.title='hit'</script>",
    "&lt;script&gt;document.title='hit'&lt;/script&gt;",
  ]

  private static let title = "<img src=x onerror=document.title=1><b>bold</b>"

  @Test func nothingOfAMessageRuns() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let bob = try #require(UserID("bob"))
      _ = try await server.token(for: "bob")
      let direct = alice.chat(with: bob)
      for text in Self.hostile { _ = await direct.send(.text(text)) }
      // A title, a reason, an attribute, a sender's name and other types are texts of others too.
      let group = try await alice.createGroup(
        title: Self.title, members: [bob], attributes: ["a": .text(Self.title)], id: "hostile")
      _ = await alice.chat(group).send(.custom(type: "x-b", json: #"{"a":"<img src=x onerror=1>"}"#))
      _ = await alice.chat(group).react("<img src=x onerror=1>", to: group.message(at: 2))
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      try await peer.wait(forMessages: Self.hostile)
      let links = "[...document.querySelectorAll('#messages a')].map(({ href, rel }) => `${href} ${rel}`).join()"
      #expect(try await peer.evaluate(links) == "https://example.com/ noopener noreferrer")
      try await peer.open(Self.title)
      try await peer.wait(until: "document.querySelectorAll('#messages .message').length === 1")
      let parts = "img:not([src=\"martlet.svg\"]), script, iframe, svg:not(:is(#attach, #record) svg), b"
      let made = "document.querySelectorAll('#chat :is(\(parts))').length"
      #expect(try await peer.evaluate("`${\(made)} ${document.title.includes('hit')}`") == "0 false")
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  @Test func messagesAreAnsweredEditedAndReactedTo() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = await chat.send(.text("a question"))
      try await peer.wait(forMessages: ["a question"])
      try await peer.evaluate("void document.querySelector('#messages [aria-label=Reply]').click()")
      #expect(try await peer.evaluate("document.getElementById('composing-what').textContent") == "Reply to alice: a question")
      try await peer.ask("type", ["text": "an answer"])
      let answer = try await chat.entry { $0.text == "an answer" }
      #expect(try await chat.history().last?.replyTo == 1)
      let quote = "document.querySelector('#messages .own:not(.pending) .quote')?.textContent"
      try await peer.wait(until: "\(quote) === 'alicea question'")

      try await peer.evaluate("void document.getElementById('text').focus()")
      try await peer.ask("press", ["key": "ArrowUp"])
      try await peer.wait(until: "document.getElementById('text').value === 'an answer'")
      try await peer.ask("type", ["text": "a better answer"])
      try await peer.wait(until: "document.querySelector('#messages .own .time').textContent.startsWith('edited')")
      #expect(try await chat.entry { $0.seq > answer.seq && $0.kind == "edited" }.text == "a better answer")

      try await peer.wait(until: "document.querySelector('#messages .message [aria-label=React]')")
      try await peer.evaluate("void document.querySelector('#messages .message [aria-label=React]').click()")
      try await peer.evaluate("void document.querySelector('#messages .message .picker button').click()")
      try await peer.wait(until: "document.querySelector('#messages .reactions .mine')?.textContent.endsWith('1')")
      try await peer.evaluate("void document.querySelector('#messages .reactions .mine').click()")
      try await peer.wait(until: "document.querySelector('#messages .reactions') === null")
    }
  }

  @Test func othersAreSeenTypingReceivingAndReading() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = await chat.send(.text("hello"))
      try await peer.wait(forMessages: ["hello"])
      try await chat.setTyping(of: TextContent.type)
      try await peer.wait(until: "document.getElementById('subtitle').textContent === 'alice is typing …'")
      _ = await chat.send(.text("there"))
      try await peer.wait(until: "document.getElementById('subtitle').textContent === 'online'")
      let events = alice.events()
      let field = "document.getElementById('text')"
      try await peer.evaluate("void (\(field).value = 'mine', \(field).dispatchEvent(new Event('input')))")
      for await event in events { if case .typing(_, _, "text"?) = event { break } }
      try await peer.evaluate("void document.getElementById('compose').requestSubmit()")
      let receipt = "document.querySelector('#messages .receipt')?.textContent"
      try await peer.wait(until: "\(receipt) === 'Delivered'")
      try await chat.markRead()
      try await peer.wait(until: "\(receipt) === 'Read'")
    }
  }

  @Test func theEndOfASilenceOpensOnlyItsOwnGroup() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      let (short, lasting) = (
        try await alice.createGroup(title: "Short", members: [bob]), try await alice.createGroup(title: "Lasting", members: [bob])
      )
      try await alice.chat(lasting).setSilenced(true)
      func open(_ group: ConversationID, until words: String) async throws {
        try await peer.evaluate("void (location.hash = 'to=' + encodeURIComponent('\(group)'))")
        try await peer.wait(until: "document.getElementById('silence').textContent.startsWith('\(words)')")
      }
      let end = await alice.serverTime.milliseconds + 4_000
      try await alice.chat(short).silence([bob], until: Timestamp(milliseconds: end))
      try await open(short, until: "You were silenced")
      try await open(lasting, until: "Only the owner")
      try await peer.wait(until: "Date.now() > \(end + 300)")
      #expect(try await peer.evaluate("`${document.getElementById('text').disabled}`") == "true")
      try await peer.evaluate("void (location.hash = 'to=' + encodeURIComponent('\(short)'))")
      try await peer.wait(until: "!document.getElementById('text').disabled")
    }
  }

  @Test func peopleAreFoundByName() async throws {
    var limits = Limits()
    limits.directory = true
    try await TestServer.with(limits: limits) { server in
      for (user, name) in [("alice", "Alice Alba"), ("ann", "Ann Alban"), ("zoe", "Zoe")] {
        _ = try await server.token(for: user)
        let fields = [Wire.ProfileField(key: "name", value: name)]
        _ = try await server.control.setProfile(Wire.SetProfile(user: user, fields: fields))
      }
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:zoe")
      let type = { (text: String) in
        "void (start.value = '\(text)', start.dispatchEvent(new Event('input', { bubbles: true })))"
      }
      try await peer.evaluate("void (globalThis.start = document.getElementById('start-users'))")
      try await peer.evaluate("void document.getElementById('new').click()")
      try await peer.evaluate(type("ALB"))
      let found = """
        [...document.querySelectorAll('#start-users-found .found')].map(({ innerText }) => innerText.replace(/\\s+/g, ' ')).join()
        """
      try await peer.wait(until: "\(found) === 'A Alice Alba alice,A Ann Alban ann'")
      try await PageApplyingScreensTests.keepPicture("finding", peer)
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await peer.evaluate("void document.querySelectorAll('#start-users-found .found')[1].click()")
      #expect(try await peer.evaluate("start.value") == "ann")
      try await peer.evaluate(type("ann, alic"))
      try await peer.wait(until: "\(found) === 'A Alice Alba alice'")
      try await peer.evaluate("void document.querySelector('#start-users-found .found').click()")
      #expect(try await peer.evaluate("start.value") == "ann, alice")
      try await peer.evaluate(type("nobody at all"))
      try await peer.wait(until: "document.getElementById('start-users-told').textContent.startsWith('Nobody is found')")
      try await peer.evaluate(type("ann"))
      try await peer.wait(until: "\(found) === 'A Ann Alban ann'")
      try await peer.evaluate("void document.querySelector('#start-users-found .found').click()")
      try await peer.evaluate("void document.querySelector('#start .primary').click()")
      try await peer.wait(until: "document.getElementById('title').textContent === 'Ann Alban'")
      await peer.stop()
    }
  }

  @Test func groupsAreMadeRenamedAndLeft() async throws {
    try await PageTests.withPage { alice, peer in
      try await peer.evaluate("void document.getElementById('new').click()")
      let start = "document.getElementById('start')"
      try await peer.evaluate(
        """
        void (document.getElementById('start-users').value = 'alice, nobody',
          document.getElementById('start-title').value = 'Crew', \(start).querySelector('.primary').click())
        """)
      try await peer.wait(until: "document.getElementById('start-error').textContent.startsWith('There is no user')")
      try await peer.evaluate(
        "void (document.getElementById('start-users').value = 'alice', \(start).querySelector('.primary').click())")
      try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
      let group = try #require(try await alice.conversations().first { $0.title == "Crew" }?.id)
      try await peer.wait(until: "!document.getElementById('about').hidden")
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "document.getElementById('group-count').textContent === '2 members'")
      try await peer.evaluate(
        """
        void (document.getElementById('group-title').value = 'Fleet', document.getElementById('group-rename').requestSubmit())
        """)
      try await peer.wait(until: "document.getElementById('title').textContent === 'Fleet'")
      try await peer.evaluate("void document.querySelector('#group-members .link').click()")
      try await peer.wait(until: "document.querySelector('#group-members .actions') !== null")
      try await peer.evaluate("void document.querySelector('#group-members .actions button:last-child').click()")
      try await peer.wait(until: "document.getElementById('group-count').textContent === '1 member'")
      try await peer.evaluate(
        "void (document.getElementById('group-users').value = 'alice', document.getElementById('group-add').requestSubmit())")
      try await peer.wait(until: "document.getElementById('group-count').textContent === '2 members'")

      // In a silenced group a member is made a speaker.
      try await peer.evaluate("void document.getElementById('group-silenced').click()")
      let speaker = "document.querySelector('#group-members .actions [aria-label^=\"Let alice write\"]')"
      try await peer.wait(until: "\(speaker) !== null")
      try await peer.evaluate("void \(speaker).click()")
      try await peer.wait(until: "document.getElementById('group-members').textContent.includes('speaker')")
      _ = try await alice.chat(group).entry { $0.kind == "speakers_set" }
      #expect(try await alice.chat(group).summary()?.isSpeaker == true)
      guard case .sent = await alice.chat(group).send(.text("all the same")) else { throw TestError("it was not sent") }
      let words = "bob lets alice write while the group is silenced"
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('\(words)')")
      try await peer.evaluate("void document.getElementById('group-leave').click()")
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "document.getElementById('title').textContent === ''")
      #expect(try await alice.chat(group).members().map(\.id.text) == ["alice"])
    }
  }

  @Test func adminsRemoveWhatOthersWrote() async throws {
    try await PageTests.withPage(options: ["--mouse"]) { alice, peer in
      let bob = try #require(UserID("bob"))
      let group = try await alice.createGroup(title: "Crew", members: [bob])
      _ = await alice.chat(group).send(.text("spam"))
      try await peer.evaluate("void (location.hash = 'to=\(group.text)')")
      try await peer.wait(until: "document.querySelector('#messages .text')?.textContent === 'spam'")
      let remove = "document.querySelector('#messages .recall')"
      try await peer.ask("click", ["selector": "#messages .text", "press": false])
      try await peer.wait(until: "document.querySelector('#messages .controls') !== null")
      #expect(try await peer.evaluate("`${\(remove)}`") == "null", "a plain member takes back only own messages")
      try await alice.chat(group).setRole(.admin, of: [bob])
      // The row on which the mouse rests has its controls already.
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('made bob admin')")
      try await peer.evaluate("void (location.hash = 'to=direct:alice')")
      try await peer.wait(until: "document.getElementById('title').textContent === 'alice'")
      try await peer.evaluate("void (location.hash = 'to=\(group.text)')")
      try await peer.wait(until: "document.querySelector('#messages .text')?.textContent === 'spam'")
      try await peer.ask("click", ["selector": "#title", "press": false])
      try await peer.ask("click", ["selector": "#messages .text", "press": false])
      try await peer.wait(until: "\(remove)?.title === 'Remove for everyone'")
      try await peer.ask("click", ["selector": "#messages .recall"])
      try await peer.wait(until: "document.getElementById('confirm').textContent.includes('Remove this message?')")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "document.querySelector('#messages .message.recalled') !== null")
    }
  }

  @Test func membersAreMentioned() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let bob = try #require(UserID("bob"))
      _ = try await server.token(for: "bob")
      let group = try await alice.createGroup(title: "Team", members: [bob], id: "team")
      let peer = try await ChatPage.start(server, user: "bob", to: "group:team")
      try await peer.wait(until: "document.getElementById('subtitle').textContent === '2 members'")
      let field = "document.getElementById('text')"
      try await peer.evaluate(
        "void (\(field).focus(), \(field).setRangeText('so @al', 0, 0, 'end'), \(field).dispatchEvent(new Event('input')))")
      let offered = "[...document.getElementById('mentions').children].map(({ textContent }) => textContent).join()"
      #expect(try await peer.evaluate(offered) == "@all,@alice")
      try await peer.ask("press", ["key": "ArrowDown"])
      try await peer.ask("press", ["key": "Enter"])
      #expect(try await peer.evaluate("\(field).value") == "so @alice ")
      try await peer.evaluate("void document.getElementById('compose').requestSubmit()")
      _ = try await alice.chat(group).entry { $0.text == "so @alice" }
      let message = try #require(try await alice.chat(group).history().last)
      #expect(message.details.mentions?.users.map(\.text) == ["alice"])
      await peer.stop()
      await alice.close()
    }
  }

  /// Rows come in parts, so that no frame is late: the row in sight stays, and all rows get their places.
  @Test func rowsKeepTheirOrderWhileAReaderScrolls() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = try await server.token(for: "bob")
      let last = 250
      for number in 1...last { _ = await chat.send(.text("hay \(number)")) }
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      let positions = "[...document.querySelectorAll('#messages li')].map(({ dataset }) => Number(dataset.position))"
      try await peer.wait(until: "\(positions).at(-1) === \(last)")
      for (step, end) in [(-100, 1), (100, last)] {
        #expect(try await peer.scroll(by: step, until: end) == "")
        try await peer.wait(until: "\(positions).every((one, index, all) => index === 0 || one === all[index - 1] + 1)")
      }
      await peer.stop()
      await alice.close()
    }
  }

  /// Rows that come use the elements of rows that left, of which nothing may be seen.
  @Test func rowsOnUsedElementsLookLikeNewOnes() async throws {
    try await TestServer.with { server in
      let (alice, carol) = (try await server.swiftClient("alice"), try await server.swiftClient("carol"))
      _ = try await server.token(for: "bob")
      let members = try ["bob", "carol"].map { try #require(UserID($0)) }
      let group = try await alice.createGroup(title: "Team", members: members)
      let (chat, other) = (alice.chat(group), carol.chat(group))
      _ = try await other.entry { $0.seq == 1 }
      // The message of a number is at this place in the log, after the one that made the group.
      func place(_ number: Int) async throws -> MessageID { try await chat.messageID(at: UInt64(number + 2)) }
      func sender(of number: Int) -> Chat { number % 4 == 1 ? other : chat }
      let texts = ["plain", "see https://example.org/a and more", "plain too", "an answer", "gone", "first version"]
      for number in 0..<180 {
        let details = number % 6 == 3 ? MessageDetails(replyTo: UInt64(number)) : MessageDetails()
        _ = await sender(of: number).send(.text("\(texts[number % 6]) \(number)"), details: details)
      }
      for number in stride(from: 0, to: 180, by: 6) {
        _ = try await other.react("👍", to: place(number))
        _ = try await sender(of: number + 4).recall(place(number + 4))
        _ = try await sender(of: number + 5).edit(place(number + 5), to: .text("second version"))
      }
      let peer = try await ChatPage.start(server, user: "bob", to: group.text)
      let look = """
        new Map([...document.querySelectorAll('#messages li')].map((row) => {
          const copy = row.cloneNode(true);
          for (const part of copy.querySelectorAll('.controls, .day, .divider, .receipt')) part.remove();
          copy.classList.remove('follows');
          copy.querySelector('.time')?.removeAttribute('title');
          return [Number(copy.dataset.position), copy.outerHTML];
        }))
        """
      try await peer.wait(until: "\(look).has(181) && document.querySelectorAll('.reactions').length > 2")
      try await peer.evaluate("void (globalThis.fresh = \(look))")
      #expect(try await peer.scroll(by: -100, until: 1) == "")
      #expect(try await peer.scroll(by: 100, until: 181) == "")
      let others = "[...\(look)].filter(([position, html]) => fresh.has(position) && fresh.get(position) !== html)"
      let changes = "\(others).map(([position, html]) => fresh.get(position) + ' became ' + html).join()"
      #expect(try await peer.evaluate(changes) == "")
      let compared = "[...\(look).keys()].filter((position) => fresh.has(position)).length"
      #expect(try await peer.evaluate("String(\(compared) > 20)") == "true")
      await peer.stop()
      for client in [alice, carol] { await client.close() }
    }
  }

  @Test func searchLeadsToTheMessageAndTheEndIsAButtonAway() async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let chat = alice.chat(with: try #require(UserID("bob")))
      _ = try await server.token(for: "bob")
      for number in 1...200 { _ = await chat.send(.text(number == 20 ? "the needle" : "hay \(number)")) }
      let peer = try await ChatPage.start(server, user: "bob", to: "direct:alice")
      try await peer.wait(until: "document.querySelectorAll('#messages .text').length >= 50")
      // Reading up to the beginning brings it onto this device.
      try await peer.evaluate(
        """
        (async () => {
          const log = document.getElementById("log");
          while (!document.getElementById("messages").textContent.includes("needle")) {
            log.scrollTop = 0;
            await new Promise((done) => setTimeout(done, 30));
          }
        })()
        """)
      #expect(try await peer.evaluate("`${document.querySelectorAll('#messages .text').length <= 200}`") == "true")
      try await peer.evaluate("void document.getElementById('new-messages').click()")
      try await peer.wait(until: "[...document.querySelectorAll('#messages .text')].at(-1).textContent === 'hay 200'")
      let field = "document.getElementById('search')"
      try await peer.evaluate("void (\(field).value = 'needle', \(field).dispatchEvent(new Event('input')))")
      try await peer.wait(until: "document.querySelector('#found button .last')?.textContent === 'the needle'")
      try await peer.evaluate("void document.querySelector('#found button').click()")
      try await peer.wait(until: "document.querySelector('#messages .aimed .text')?.textContent === 'the needle'")
      await peer.expectNoComplaint()
      await peer.stop()
      await alice.close()
    }
  }

  /// A reload, the way back, and what is unread in the window's title.
  @Test func addressNamesTheConversation() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      _ = await alice.chat(with: bob).send(.text("hello"))
      try await peer.wait(forMessages: ["hello"])
      let group = try await alice.createGroup(title: "Team", members: [bob], id: "team")
      _ = await alice.chat(group).send(.text("hello team"))
      try await peer.wait(until: "document.title === '(1) Martlet'")
      try await peer.open("Team")
      try await peer.wait(until: "document.title === 'Martlet'")
      #expect(try await peer.evaluate("location.hash") == "#to=group%3Ateam")
      try await peer.ask("reload")
      try await peer.wait(until: "document.getElementById('title')?.textContent === 'Team'")
      try await peer.wait(forMessages: ["hello team"])
      try await peer.evaluate("void history.back()")
      try await peer.wait(forMessages: ["hello"])
    }
  }
}

extension Peer {
  /// Scrolls by as many pixels in each frame until the first or the last row is that of a position.
  ///
  /// - Returns: The rows' positions in frames in which they were out of order.
  fileprivate func scroll(by step: Int, until end: Int) async throws -> String? {
    try await evaluate(
      """
      new Promise((done) => {
        const faults = [];
        const frame = () => {
          const positions = [...document.querySelectorAll('#messages li')].map(({ dataset }) => Number(dataset.position));
          if (positions.some((one, index) => index > 0 && one <= positions[index - 1])) faults.push(positions.join());
          if (positions.at(\(step) < 0 ? 0 : -1) === \(end)) return done(faults.join("; "));
          document.getElementById("log").scrollTop += \(step);
          requestAnimationFrame(frame);
        };
        frame();
      })
      """)
  }
}
