import Martlet
import MartletTesting
import Testing

/// Names on the page, and the own profile.
@Suite(.timeLimit(.minutes(10))) struct PageProfileTests {
  @Test func theNamesThatUsersHaveGivenAreShown() async throws {
    try await PageTests.withPage { alice, peer in
      let group = try await alice.createGroup(title: "Crew", members: [try #require(UserID("bob"))])
      _ = await alice.chat(group).send(.text("hello"))
      try await peer.wait(until: "document.getElementById('title').textContent === 'alice'")
      _ = try await alice.updateProfile([.name: "Alice Liddell"])
      try await peer.wait(until: "document.getElementById('title').textContent === 'Alice Liddell'")
      try await peer.wait(
        until:
          "[...document.querySelectorAll('#conversations .last')].some((last) => last.textContent === 'Alice Liddell: hello')")
      try await peer.evaluate("void (location.hash = 'to=\(group.text)')")
      try await peer.wait(until: "document.querySelector('#messages .sender')?.textContent === 'Alice Liddell'")
      _ = try await alice.updateProfile([.name: "Ally"])
      try await peer.wait(until: "document.querySelector('#messages .sender')?.textContent === 'Ally'")
    }
  }

  @Test func aPersonChangesTheOwnProfile() async throws {
    try await PageTests.withPage { alice, peer in
      try await peer.wait(until: "document.getElementById('me').textContent === 'bob'")
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "document.getElementById('profile').open")
      try await peer.evaluate(
        """
        void (document.getElementById('profile-name').value = 'Bob', document.getElementById('profile-about').value = 'x',
          document.getElementById('profile-visibility').value = 'everyone',
          document.getElementById('profile-form').requestSubmit())
        """)
      try await peer.wait(until: "!document.getElementById('profile').open")
      try await peer.wait(until: "document.getElementById('me').textContent === 'Bob'")
      let bob = try #require(UserID("bob"))
      #expect(try await alice.profile(of: bob).fields == [.name: "Bob", .about: "x"])
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "document.getElementById('profile-about').value === 'x'")
      #expect(try await peer.evaluate("document.getElementById('profile-visibility').value") == "everyone")
    }
  }

  @Test func aPersonBlocksAnotherAndLiftsTheBlock() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      try await peer.wait(until: "document.getElementById('block').textContent === 'Block'")
      try await peer.wait(until: "!document.getElementById('block').hidden")
      try await peer.evaluate("void document.getElementById('block').click()")
      try await peer.wait(until: "document.getElementById('confirm').open")
      #expect(try await peer.evaluate("document.getElementById('confirm-title').textContent") == "Block alice?")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "document.getElementById('block').textContent === 'Unblock'")
      let refused = await alice.chat(with: bob).send(.text("are you there?"))
      guard case .failed(let failure) = refused else { throw Peer.Gone(description: "\(refused)") }
      #expect(failure.code == .server(.blocked))
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "document.querySelector('#blocked-users [aria-label=\"Unblock alice\"]')?.checkVisibility()")
      try await peer.evaluate("void document.querySelector('[aria-label=\"Unblock alice\"]').click()")
      try await peer.wait(until: "document.getElementById('blocked').hidden")
      try await peer.wait(until: "document.getElementById('block').textContent === 'Block'")
      guard case .sent = await alice.chat(with: bob).send(.text("hello")) else { throw Peer.Gone(description: "refused") }
    }
  }

  @Test func aPersonLetsOnlyAllowedPeopleWrite() async throws {
    try await PageTests.withPage { alice, peer in
      let chat = alice.chat(with: try #require(UserID("bob")))
      func send() async throws -> MartletError.Code? {
        switch await chat.send(.text("hello")) {
        case .failed(let failure): failure.code
        case .sent: nil
        case let other: throw Peer.Gone(description: "\(other)")
        }
      }
      try await peer.wait(until: "!document.getElementById('block').hidden")
      #expect(try await peer.evaluate("`${document.getElementById('allow').hidden}`") == "true")
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "!document.getElementById('profile-writers').disabled")
      try await peer.evaluate("void (document.getElementById('profile-writers').value = 'allowed')")
      try await peer.evaluate("void document.getElementById('profile-form').requestSubmit()")
      try await peer.wait(until: "!document.getElementById('profile').open")
      try await peer.wait(until: "!document.getElementById('allow').hidden")
      #expect(try await send() == .server(.notOnAllowList))

      try await peer.evaluate("void document.getElementById('allow').click()")
      try await peer.wait(until: "document.getElementById('allow').textContent === 'Stop allowing'")
      #expect(try await send() == nil)
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "document.getElementById('profile-writers').value === 'allowed'")
      let lift = "document.querySelector('#allowed-users [aria-label=\"Stop allowing alice\"]')"
      try await peer.wait(until: "\(lift)?.checkVisibility()")
      try await PageApplyingScreensTests.keepPicture("profile-allowed", peer)
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await peer.evaluate("void \(lift).click()")
      try await peer.wait(until: "document.getElementById('allowed').hidden")
      #expect(try await send() == .server(.notOnAllowList))
    }
  }

  @Test func aDirectConversationSaysWhetherTheOtherPersonIsOnline() async throws {
    try await PageTests.withPage { alice, peer in
      try await peer.wait(until: "document.getElementById('subtitle').textContent === 'online'")
      try await alice.setStatus("at the sea")
      try await peer.wait(until: "document.getElementById('subtitle').textContent === 'online · at the sea'")
      try await alice.setPresenceVisibility(.nobody)
      try await peer.wait(until: "document.getElementById('subtitle').textContent === ''")
      try await alice.setPresenceVisibility(.asAppDecides)
      try await peer.wait(until: "document.getElementById('subtitle').textContent === 'online · at the sea'")
      await alice.disconnect()
      try await peer.wait(until: "document.getElementById('subtitle').textContent.startsWith('last seen ')")
    }
  }

  @Test func whoIsOnlineHasADotInTheListAndAmongTheMembers() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      _ = await alice.chat(with: bob).send(.text("hello"))
      let group = try await alice.createGroup(title: "Crew", members: [bob])
      let dots = "document.querySelectorAll('#conversations .avatar.online').length"
      let words = "document.querySelector('#conversations .presence')?.textContent"
      try await peer.wait(until: "\(dots) === 1 && \(words) === 'online'")
      try await peer.evaluate("void (location.hash = 'to=\(group.text)')")
      try await peer.clickOnceVisible("#about")
      let members = "[...document.querySelectorAll('#group-members li')].map((row) => row.innerText.includes('online')).join()"
      try await peer.wait(until: "document.querySelectorAll('#group-members .avatar.online').length === 1")
      #expect(try await peer.evaluate(members) == "true,false")
      try await peer.evaluate("void document.getElementById('group').close()")
      try await PageScreensTests.expectAccessible(peer, .wide)
      try await PageApplyingScreensTests.keepPicture("online", peer)
      try await peer.clickOnceVisible("#about")
      try await alice.setPresenceVisibility(.nobody)
      try await peer.wait(until: "document.querySelectorAll('.avatar.online').length === 0")
      try await peer.wait(until: "\(words) === ''")
      try await alice.setPresenceVisibility(.asAppDecides)
      try await peer.wait(until: "document.querySelectorAll('.avatar.online').length === 2")
      await alice.disconnect()
      try await peer.wait(until: "document.querySelectorAll('.avatar.online').length === 0")
    }
  }

  @Test func aPersonSetsAStatusAndWhoSeesThePresence() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      func save(_ status: String, _ visibility: String) async throws {
        try await peer.evaluate("void document.getElementById('edit-profile').click()")
        try await peer.wait(until: "document.getElementById('profile').open")
        try await peer.wait(until: "document.getElementById('profile-name').value === 'Bob'")
        try await peer.evaluate(
          """
          void (document.getElementById('profile-status').value = '\(status)',
            document.getElementById('profile-presence').value = '\(visibility)',
            document.getElementById('profile-form').requestSubmit())
          """)
        try await peer.wait(until: "!document.getElementById('profile').open")
      }
      try await peer.evaluate("martlet.client.updateProfile({ name: 'Bob' }).then(() => undefined)")
      func aliceSees(_ isSo: (Presence) -> Bool) async throws {
        for try await update in alice.watchPresence(of: [bob]) where update.presences.contains(where: isSo) { return }
      }
      try await save("at the sea", "")
      try await aliceSees { $0.status == "at the sea" && $0.isOnline }
      try await save("at the sea", "nobody")
      try await aliceSees { !$0.isOnline && $0.status.isEmpty }
      // What was set is shown again.
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "document.getElementById('profile-status').value === 'at the sea'")
      #expect(try await peer.evaluate("document.getElementById('profile-presence').value") == "nobody")
    }
  }

  @Test func whoIsBlockedLearnsWhyNothingIsSent() async throws {
    try await PageTests.withPage { alice, peer in
      try await alice.block([try #require(UserID("bob"))])
      try await peer.ask("type", ["text": "are you there?"])
      try await peer.wait(
        until: "document.querySelector('#messages .failure')?.textContent.startsWith('You cannot write to this person')")
    }
  }
}
