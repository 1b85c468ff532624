import Martlet
import MartletTesting
import Testing

/// Ways into a group on the page, and its end.
@Suite(.timeLimit(.minutes(10))) struct PageJoiningTests {
  @Test func aLinkLeadsIntoAGroup() async throws {
    try await PageTests.withPage { alice, peer in
      let group = try await alice.createGroup(title: "Crew", members: [])
      let link = try await alice.chat(group).makeLink()
      func follow(_ code: String) async throws {
        try await peer.evaluate("void (location.hash = 'join=' + encodeURIComponent('\(code)'))")
      }
      try await follow(link.code)
      try await peer.wait(until: "document.getElementById('join').open")
      #expect(try await peer.evaluate("document.getElementById('join-title').textContent") == "Join Crew?")
      #expect(
        try await peer.evaluate("document.getElementById('join-text').textContent")?.hasPrefix("A group of 1 member") == true)
      #expect(try await peer.evaluate("location.hash") == "", "whoever copies the address gets no link")
      try await peer.evaluate("void document.querySelector('#join .primary').click()")
      try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
      #expect(try await alice.chat(group).members().map(\.id.text) == ["alice", "bob"])
      #expect(try await alice.chat(group).links().map(\.used) == [1])
      // The page opens the group at once for a person who is already a member.
      try await peer.evaluate("void document.getElementById('back').click()")
      try await follow(link.code)
      try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
      let other = try await alice.createGroup(title: "Other", members: [])
      let revoked = try await alice.chat(other).makeLink()
      try await alice.chat(other).revokeLinks([revoked.id])
      try await follow(revoked.code)
      try await peer.wait(until: "document.getElementById('toast').textContent.startsWith('This link lets nobody in')")
    }
  }

  @Test func theOwnerBansAndLiftsTheBan() async throws {
    try await PageTests.withPage { alice, peer in
      try await peer.evaluate(
        """
        martlet.client.createGroup({ title: 'Crew', members: ['alice'], id: 'crew' })
          .then(() => void (location.hash = 'to=group:crew'))
        """)
      try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
      try await peer.wait(until: "!document.getElementById('about').hidden")
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "document.querySelector('[aria-label=\"Manage alice\"]')")
      #expect(try await peer.evaluate("`${document.getElementById('group-bans').hidden}`") == "true")
      try await peer.evaluate("void document.querySelector('[aria-label=\"Manage alice\"]').click()")
      try await peer.wait(until: "document.querySelector('[aria-label=\"Ban alice for a week\"]')")
      try await peer.evaluate("void document.querySelector('[aria-label=\"Ban alice for a week\"]').click()")
      try await peer.wait(until: "document.getElementById('confirm').open")
      #expect(try await peer.evaluate("document.getElementById('confirm-title').textContent") == "Ban alice?")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('bob banned alice until ')")
      let group = try #require(ConversationID("group:crew"))
      await #expect(throws: MartletError.self) { try await alice.chat(group).members() }
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "document.getElementById('group-banned').textContent.includes('banned by bob until ')")
      try await peer.evaluate(
        "void (document.getElementById('group-users').value = 'alice', document.getElementById('group-add').requestSubmit())")
      try await peer.wait(until: "document.getElementById('group-error').textContent.startsWith('alice is banned from this')")
      try await peer.evaluate("void document.querySelector('[aria-label=\"Unban alice\"]').click()")
      try await peer.wait(until: "document.getElementById('group-bans').hidden")
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('bob lifted the ban of alice')")
      try await peer.evaluate("void document.getElementById('group-add').requestSubmit()")
      try await peer.wait(until: "document.getElementById('group-count').textContent === '2 members'")
    }
  }

  @Test func theOwnerMakesLinksOpensAndDismissesAGroup() async throws {
    try await PageTests.withPage { alice, peer in
      try await peer.evaluate("void document.getElementById('new').click()")
      try await peer.evaluate(
        """
        void (document.getElementById('start-users').value = '', document.getElementById('start-title').value = 'Crew',
          document.querySelector('#start .primary').click())
        """)
      try await peer.wait(until: "document.getElementById('title').textContent === 'Crew'")
      try await peer.wait(until: "!document.getElementById('about').hidden")
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "!document.getElementById('group-ways').hidden")
      try await peer.evaluate("void document.getElementById('group-link').requestSubmit()")
      try await peer.wait(until: "document.querySelectorAll('#group-links li').length === 1")
      #expect(
        try await peer.evaluate("document.querySelector('#group-links .hint').textContent")?.hasPrefix("let in 0, until ") == true
      )
      let code = try #require(
        try await peer.evaluate(
          "decodeURIComponent(document.querySelector('#group-links input').value.split('#join=')[1])"))
      let group = try await alice.join(.link(code))
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('alice joined by a link')")
      try await peer.evaluate("void document.getElementById('group-open').click()")
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('opened the group to everybody')")
      #expect(try await alice.describe(.group(group)).isMember)
      try await peer.evaluate("void document.querySelectorAll('#group-links button')[1].click()")
      try await peer.wait(until: "document.querySelectorAll('#group-links li').length === 0")
      try await peer.evaluate("void document.getElementById('group-dismiss').click()")
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "document.getElementById('silence').textContent.startsWith('The owner has dismissed')")
      #expect(try await peer.evaluate("`${document.getElementById('text').disabled}`") == "true")
      try await peer.evaluate("void document.getElementById('about').click()")
      try await peer.wait(until: "document.getElementById('group-count').textContent === '2 members'")
      let hidden = "['group-ways', 'group-dismiss', 'group-rename', 'group-add', 'group-silence']"
      try await peer.wait(until: "\(hidden).every((id) => document.getElementById(id).hidden)")
    }
  }
}
