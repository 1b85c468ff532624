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

  @Test func whoIsBlockedLearnsWhyNothingIsSent() async throws {
    try await PageTests.withPage { alice, peer in
      try await alice.block([try #require(UserID("bob"))])
      try await peer.ask("type", ["text": "are you there?"])
      try await peer.wait(
        until: "document.querySelector('#messages .failure')?.textContent.startsWith('You cannot write to this person')")
    }
  }
}
