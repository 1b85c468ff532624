import Foundation
import Martlet
import MartletTesting
import Processes
import Testing

/// Accessibility and layout of the page's screens about requests to join, nicknames and announcements.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PageApplyingScreensTests {
  enum Screen: String, CaseIterable {
    case conversation, announcements, group, asking, waiting, list
  }

  @Test(arguments: Screen.allCases) func screenIsAccessible(_ screen: Screen) async throws {
    try await Self.withCrew { peer in
      try await Self.reach(screen, peer)
      for window in [Window.wide, .phone] {
        try await PageScreensTests.expectAccessible(peer, window)
        try await Self.expectFits(screen, peer)
        try await Self.keepPicture("\(screen)-\(window.width)", peer)
      }
    }
  }

  @Test func languageFromRightToLeftMirrorsTheScreens() async throws {
    try await Self.withCrew(language: "ar") { peer in
      for screen in Screen.allCases {
        try await Self.reach(screen, peer)
        for window in [Window.wide, .phone] {
          try await peer.show(in: window)
          try await Self.expectFits(screen, peer)
          try await Self.keepPicture("\(screen)-\(window.width)-rtl", peer)
        }
        try await peer.evaluate("void document.querySelector('dialog[open]')?.close()")
        try await peer.wait(until: "!document.querySelector('dialog[open]')")
      }
    }
  }

  /// Nothing of the screen is wider than the window.
  private static func expectFits(_ screen: Screen, _ peer: Peer) async throws {
    let wide = """
      [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] *, #chat, #conversation, #applied *')]
        .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0
          && !part.matches('input, select, .names *, .unseen'))
        .map((part) => part.id || part.className || part.tagName).join()
      """
    let found = try await peer.evaluate(wide)
    #expect(found == "", "\(screen): \(found ?? "")")
  }

  /// `MARTLET_PICTURES` names a folder to keep pictures in.
  static func keepPicture(_ name: String, _ peer: Peer) async throws {
    guard let folder = ProcessInfo.processInfo.environment["MARTLET_PICTURES"] else { return }
    let file = URL(fileURLWithPath: folder, relativeTo: Repository.root).appendingPathComponent("\(name).png")
    try await peer.ask("picture", ["path": file.path])
  }

  private static func reach(_ screen: Screen, _ peer: Peer) async throws {
    switch screen {
    case .conversation: break
    case .announcements:
      try await peer.clickOnceVisible("#announcement")
      try await peer.wait(until: "document.querySelectorAll('#announced li').length === 3")
    case .group:
      try await peer.clickOnceVisible("#about")
      try await peer.wait(until: "document.querySelectorAll('#group-applicants li').length === 2")
      try await peer.wait(until: "document.querySelectorAll('#group-members li').length === 2")
      try await peer.wait(until: "document.getElementById('group-nickname').value !== ''")
    case .asking:
      try await peer.evaluate("void (location.hash = 'join=group:books')")
      try await peer.wait(until: "document.getElementById('join').open")
    case .waiting:
      try await peer.evaluate("void (location.hash = 'join=group:night')")
      try await peer.wait(until: "document.getElementById('join').open")
    case .list:
      try await peer.evaluate("void document.getElementById('back').click()")
      try await peer.wait(until: "document.querySelector('#applied-groups li')")
    }
  }

  /// A page of bob's in the group "Crew", which bob leads, with an announcement, nicknames, and two users who wait.
  ///
  /// Dan's groups "Book club" and "Night swim" take requests; bob's to the second waits.
  private static func withCrew(language: String = "en", _ body: (Peer) async throws -> Void) async throws {
    try await TestServer.with { server in
      var clients: [String: MartletClient] = [:]
      for name in ["alice", "carol", "dan"] { clients[name] = try await server.swiftClient(name) }
      func client(_ name: String) throws -> MartletClient { try #require(clients[name]) }
      let peer = try await ChatPage.start(server, user: "bob", to: "", options: ["--mouse", "--language", language])
      try await peer.evaluate("martlet.client.createGroup({ title: 'Crew', members: ['dan'], id: 'crew' }).then(() => undefined)")
      try await peer.evaluate("void (globalThis.crew = martlet.client.chat('group:crew'))")
      let crew = try #require(ConversationID("group:crew"))
      for (title, id) in [("Book club", "books"), ("Night swim", "night")] {
        let group = try await client("dan").createGroup(title: title, members: [], id: id)
        try await client("dan").chat(group).setTakesApplications(true)
      }
      try await peer.evaluate("martlet.client.apply({ group: 'group:night', text: 'I swim' })")
      try await peer.wait(until: "document.querySelector('#applied-groups li')")
      try await client("dan").caughtUp()
      try await client("dan").chat(crew).setNickname("Dan at the stern")
      try await peer.evaluate("crew.setNickname('Bob the cox')")
      _ = await (try client("dan")).chat(crew).send(.text("The oars are varnished and dry."))
      for text in [
        "The boathouse is closed until Thursday.", "Training on Tuesday at six, bring a light.",
        "Regatta on Saturday: meet at the boathouse at 8:15, and bring the blue shirts. The trailer leaves at half past, "
          + "whoever comes later takes the train and meets us at the finish. Ask Dan for the tickets.",
      ] { try await peer.evaluate("crew.announce(`\(text)`)") }
      try await peer.evaluate("crew.setTakesApplications(true)")
      try await client("alice").apply(to: crew, text: "I rowed at school, and I can steer. Dan knows me from the harbour swim.")
      try await client("carol").apply(to: crew)
      try await peer.evaluate("void (location.hash = 'to=group:crew')")
      try await peer.wait(until: "document.getElementById('about-count').textContent === '2'")
      try await peer.wait(until: "document.getElementById('messages').textContent.includes('Dan at the stern')")
      try await peer.wait(until: "!document.getElementById('announcement').hidden")
      try await body(peer)
      await peer.stop()
      for client in clients.values { await client.close() }
    }
  }
}
