import Martlet
import MartletTesting
import Testing

/// Requests to join a group, nicknames and announcements on the page.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PageApplyingTests {
  private static let group = "group:crew"

  private func text(_ id: String, _ peer: Peer) async throws -> String? {
    try await peer.evaluate("document.getElementById('\(id)').textContent")
  }

  private func wait(_ peer: Peer, _ id: String, says text: String) async throws {
    try await peer.wait(until: "document.getElementById('\(id)').textContent.includes('\(text)')")
  }

  /// A group of bob's, whose page is open there.
  private func openGroup(_ peer: Peer, members: String = "") async throws {
    try await peer.evaluate(
      """
      martlet.client.createGroup({ title: 'Crew', members: [\(members)], id: 'crew' })
        .then(() => void (location.hash = 'to=\(Self.group)'))
      """)
    try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
  }

  @Test func aPersonAsksWithdrawsIsRefusedAndLetIn() async throws {
    try await PageTests.withPage { alice, peer in
      let group = alice.chat(try await alice.createGroup(title: "Crew", members: [], id: "crew"))
      try await group.setTakesApplications(true)
      let bob = try #require(UserID("bob"))
      func visit() async throws {
        try await peer.evaluate("void (location.hash = 'join=\(Self.group)')")
        try await peer.wait(until: "document.getElementById('join').open")
      }
      func ask(_ words: String) async throws {
        try await visit()
        #expect(try await text("join-title", peer) == "Ask to join Crew?")
        try await peer.evaluate("void (document.getElementById('join-words').value = '\(words)')")
        try await peer.clickOnceVisible("#join-yes")
        try await wait(peer, "applied-groups", says: "CrewWithdrawWaits until ")
      }
      try await ask("I row")
      #expect(try await group.applications().map(\.text) == ["I row"])
      // Asking again shows that nobody has answered yet.
      try await visit()
      #expect(try await text("join-title", peer) == "You asked to join Crew")
      try await peer.clickOnceVisible("#join-withdraw")
      try await peer.wait(until: "document.getElementById('applied').hidden")
      #expect(try await group.applications().isEmpty)
      try await ask("Please")
      // The row stays when the page is loaded again.
      try await peer.ask("reload")
      try await wait(peer, "applied-groups", says: "Crew")
      try await peer.clickOnceVisible("#applied-groups .link")
      try await peer.wait(until: "document.getElementById('applied').hidden")
      try await ask("Once more")
      try await group.refuse([bob], reason: "the boat is full")
      try await wait(peer, "toast", says: "alice refused your request to join Crew: the boat is full")
      try await peer.wait(until: "document.getElementById('applied').hidden")
      try await ask("There is room now")
      try await group.accept([bob])
      try await peer.open("Crew")
      try await peer.wait(until: "document.getElementById('applied').hidden")
      try await wait(peer, "messages", says: "alice let bob join")
    }
  }

  /// An address that leads to a group whose member the person is not.
  @Test func anUnknownGroupOffersToJoinAndOpensOnceThePersonIsIn() async throws {
    try await PageTests.withPage { alice, peer in
      let group = alice.chat(try await alice.createGroup(title: "Crew", members: [], id: "crew"))
      try await group.setTakesApplications(true)
      try await peer.evaluate("void (location.hash = 'to=\(Self.group)')")
      try await wait(peer, "hint", says: "You are not a member of this conversation.")
      try await peer.clickOnceVisible("#hint .link")
      try await peer.wait(until: "document.getElementById('join').open")
      try await peer.clickOnceVisible("#join-yes")
      try await wait(peer, "applied-groups", says: "Crew")
      try await group.accept([try #require(UserID("bob"))])
      try await wait(peer, "messages", says: "alice let bob join")
      try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
    }
  }

  @Test func aGroupThatTakesNoRequestsIsUnknown() async throws {
    try await PageTests.withPage { alice, peer in
      _ = try await alice.createGroup(title: "Crew", members: [], id: "crew")
      try await peer.evaluate("void (location.hash = 'join=\(Self.group)')")
      try await wait(peer, "toast", says: "There is no such group, or it is not open to everybody.")
    }
  }

  @Test func theOwnerSeesWhoWaitsAndAnswers() async throws {
    try await TestServer.with { server in
      let (alice, carol) = (try await server.swiftClient("alice"), try await server.swiftClient("carol"))
      let peer = try await ChatPage.start(server, user: "bob", to: "")
      try await openGroup(peer)
      #expect(try await peer.evaluate("`${document.getElementById('about-count').hidden}`") == "true")
      try await peer.clickOnceVisible("#about")
      try await peer.clickOnceVisible("#group-applications")
      try await wait(peer, "messages", says: "bob lets everybody ask to join")
      try await peer.wait(until: "document.querySelector('#group-address .hint')?.textContent === 'lets everybody ask to join'")
      let address = "decodeURIComponent(document.querySelector('#group-address input').value.split('#join=')[1])"
      #expect(try await peer.evaluate(address) == Self.group)
      // The open dialog and the header say who waits.
      let group = try #require(ConversationID(Self.group))
      try await alice.apply(to: group, text: "I can steer")
      try await wait(peer, "group-applicants", says: "I can steer")
      #expect(try await text("group-applied-heading", peer) == "1 request to join")
      try await carol.apply(to: group)
      try await peer.wait(until: "document.getElementById('about-count').textContent === '2'")
      #expect(try await peer.evaluate("document.getElementById('about').ariaLabel") == "Group, 2 requests to join")
      // The focus goes to the next person who waits.
      try await peer.evaluate("void document.querySelector('[aria-label=\"Accept alice\"]').focus()")
      try await peer.ask("press", ["key": "Enter"])
      try await peer.wait(until: "document.activeElement.ariaLabel === 'Accept carol'")
      try await wait(peer, "group-members", says: "alice")
      try await peer.evaluate("void document.querySelector('[aria-label=\"Refuse carol\"]').click()")
      try await peer.wait(until: "document.getElementById('group-applied').hidden")
      try await peer.wait(until: "document.getElementById('about-count').hidden")
      #expect(try await peer.evaluate("`${document.getElementById('about').ariaLabel}`") == "null")
      try await wait(peer, "messages", says: "bob refused to let carol join")
      await peer.stop()
      for client in [alice, carol] { await client.close() }
    }
  }

  @Test func nicknamesStandInPlaceOfNames() async throws {
    try await PageTests.withPage { alice, peer in
      try await openGroup(peer, members: "'alice'")
      let group = alice.chat(try #require(ConversationID(Self.group)))
      try await alice.caughtUp()
      _ = await group.send(.text("ahoy"))
      try await peer.wait(until: "document.querySelector('#messages .sender')?.textContent === 'alice'")
      try await group.setNickname("Cox")
      try await peer.wait(until: "document.querySelector('#messages .sender')?.textContent === 'Cox'")
      try await peer.wait(until: "\(Peer.row("Crew")).textContent.includes('Cox: ahoy')")
      try await wait(peer, "messages", says: "alice is called Cox here now")
      try await peer.clickOnceVisible("#about")
      try await wait(peer, "group-members", says: "Coxalice")
      try await peer.evaluate("void (document.getElementById('group-nickname').value = 'Bow')")
      try await peer.evaluate("void document.getElementById('group-name').requestSubmit()")
      try await wait(peer, "group-members", says: "Bowbob, owner")
      #expect(try await group.members().map(\.nickname) == ["Cox", "Bow"])
      let long = "document.getElementById('group-nickname').value = 'x'.repeat(257)"
      try await peer.evaluate("void (\(long), document.getElementById('group-name').requestSubmit())")
      try await peer.wait(until: "document.getElementById('group-error').textContent !== ''")
      // The dialog shows the name that holds when it is opened again.
      try await peer.evaluate("void document.getElementById('group').close()")
      try await peer.clickOnceVisible("#about")
      try await peer.wait(until: "document.getElementById('group-nickname').value === 'Bow'")
    }
  }

  @Test func theAnnouncementIsAtTheTopAndLeadsToEarlierOnes() async throws {
    try await PageTests.withPage { alice, peer in
      try await openGroup(peer, members: "'alice'")
      let group = alice.chat(try #require(ConversationID(Self.group)))
      #expect(try await peer.evaluate("`${document.getElementById('announcement').hidden}`") == "true")
      try await peer.clickOnceVisible("#about")
      try await peer.clickOnceVisible("#group-announcements")
      try await wait(peer, "announced", says: "There are no announcements yet.")
      func announce(_ words: String) async throws {
        try await peer.evaluate("void (document.getElementById('announce-text').value = '\(words)')")
        try await peer.clickOnceVisible("#announce .primary")
        try await peer.wait(until: "document.querySelector('#announced .words')?.textContent === '\(words)'")
      }
      try await announce("We row at nine")
      try await announce("We row at ten")
      try await peer.evaluate("void document.getElementById('announcements').close()")
      try await wait(peer, "announcement-text", says: "We row at ten")
      try await wait(peer, "messages", says: "bob announced: We row at nine")
      #expect(try await group.announcements().items.map(\.text) == ["We row at ten", "We row at nine"])
      // By keyboard, which finds its place again.
      try await peer.evaluate("void document.getElementById('announcement').focus()")
      try await peer.ask("press", ["key": "Enter"])
      try await peer.wait(until: "document.getElementById('announcements').open")
      try await peer.ask("press", ["key": "Escape"])
      try await peer.wait(until: "document.activeElement.id === 'announcement'")
      try await peer.clickOnceVisible("#announcement")
      try await peer.clickOnceVisible("#announce-remove")
      try await wait(peer, "announced", says: "Taken down")
      try await peer.wait(until: "document.getElementById('announcement').hidden")
      // Plain members read it alone.
      try await peer.evaluate("void document.getElementById('announcements').close()")
      try await peer.evaluate("martlet.client.chat('\(Self.group)').setRole('owner', 'alice')")
      try await alice.caughtUp()
      try await group.announce("Ashore")
      try await wait(peer, "announcement-text", says: "Ashore")
      try await peer.clickOnceVisible("#announcement")
      try await wait(peer, "announced", says: "Ashore")
      #expect(try await peer.evaluate("`${document.getElementById('announce').hidden}`") == "true")
    }
  }
}
