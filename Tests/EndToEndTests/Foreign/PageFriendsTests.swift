import Martlet
import MartletTesting
import Testing

/// Friend requests on the page.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PageFriendsTests {
  @Test func aPersonAcceptsARequestInTheProfile() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      try await alice.requestFriend(bob, text: "We met at the harbour.")
      try await peer.wait(until: "document.getElementById('befriend').textContent === 'Accept as friend'")
      try await peer.evaluate("void document.getElementById('edit-profile').click()")
      try await peer.wait(until: "document.getElementById('asking-users').textContent.includes('We met at the harbour.')")
      for window in [Window.wide, .phone] {
        try await peer.evaluate("void document.getElementById('asking').scrollIntoView()")
        try await PageScreensTests.expectAccessible(peer, window)
        try await PageApplyingScreensTests.keepPicture("friends-asking-\(window.width)", peer)
      }
      try await peer.evaluate("void document.querySelector('[aria-label=\"Accept alice\"]').click()")
      try await peer.wait(until: "document.querySelector('#friends-users [aria-label=\"Remove alice\"]')?.checkVisibility()")
      try await peer.wait(until: "document.getElementById('asking').hidden")
      try await PageApplyingScreensTests.keepPicture("friends-listed", peer)
      #expect(try await alice.relation(to: bob).isFriend)
    }
  }

  @Test func aPersonAsksAndEndsAFriendship() async throws {
    try await PageTests.withPage { alice, peer in
      let bob = try #require(UserID("bob"))
      try await peer.wait(until: "!document.getElementById('befriend').hidden")
      #expect(try await peer.evaluate("document.getElementById('befriend').textContent") == "Add friend")
      try await PageApplyingScreensTests.keepPicture("friends-header", peer)
      try await peer.evaluate("void document.getElementById('befriend').click()")
      try await peer.wait(until: "document.getElementById('befriend').textContent === 'Withdraw request'")
      try await peer.evaluate("void document.getElementById('befriend').click()")
      try await peer.wait(until: "document.getElementById('befriend').textContent === 'Add friend'")
      try await peer.evaluate("void document.getElementById('befriend').click()")
      let requests = alice.events()
      if try await !alice.relation(to: bob).isAsking {
        for await case .relation(let relation) in requests where relation.isAsking { break }
      }
      try await alice.acceptFriend(bob)
      try await peer.wait(until: "document.getElementById('befriend').textContent === 'Remove friend'")
      try await peer.evaluate("void document.getElementById('befriend').click()")
      try await peer.wait(until: "document.getElementById('confirm').open")
      try await peer.ask("click", ["selector": "#confirm-yes"])
      try await peer.wait(until: "document.getElementById('befriend').textContent === 'Add friend'")
    }
  }
}
