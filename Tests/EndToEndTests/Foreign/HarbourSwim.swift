import Foundation
import Martlet
import MartletTesting
import Testing

/// A lively conversation of made-up people, for tests of what the page looks like.
enum HarbourSwim {
  static let title = "Harbour swim"
  static let group = "group:swim"

  /// A page of bob's, with messages of all kinds in a group, and some other conversations in the list.
  ///
  /// The page's browser has the `language`. Without `isOpen` the page shows no conversation.
  static func withPage(
    language: String = "en", isOpen: Bool = true, _ body: (_ peer: Peer, _ proxy: FaultProxy) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let proxy = try await FaultProxy(port: server.port, seed: 1)
      let clients = try await talk(on: server)
      let peer = try await ChatPage.start(
        server, user: "bob", to: isOpen ? group : "", port: proxy.port, options: ["--mouse", "--language", language])
      try await peer.wait(until: "document.querySelectorAll('#conversations li').length === 4")
      if isOpen { try await peer.wait(until: "document.querySelector('#messages .receipt')?.textContent === 'Read by 2 of 3'") }
      try await body(peer, proxy)
      await peer.stop()
      for client in clients { await client.close() }
      await proxy.close()
    }
  }

  /// Has everybody talk.
  private static func talk(on server: TestServer) async throws -> [MartletClient] {
    var clients: [String: MartletClient] = [:]
    for name in ["bob", "carol", "dan", "erin"] { clients[name] = try await server.swiftClient(name) }
    let users = try clients.keys.sorted().map { try #require(UserID($0)) }
    func client(_ name: String) throws -> MartletClient { try #require(clients[name]) }
    _ = try await client("carol").createGroup(title: "Book club", members: users, id: "books")
    let swim = try await client("dan").createGroup(title: title, members: users, id: "swim")
    func say(_ name: String, _ text: String, replyTo: UInt64? = nil, in chat: ConversationID? = nil) async throws -> UInt64 {
      let result = try await client(name).chat(chat ?? swim).send(.text(text), details: MessageDetails(replyTo: replyTo))
      guard case .sent(let id, _) = result else { throw Peer.Gone(description: "\(name) could not say \(text): \(result)") }
      return id.seq
    }
    let books = try #require(ConversationID("group:books"))
    _ = try await say("carol", "Next one is The Living Mountain.", in: books)
    _ = try await say("dan", "Half way through, and I already want to move to Scotland.", in: books)
    let bob = try #require(UserID("bob"))
    _ = await (try client("dan")).chat(with: bob).send(.text("Can you bring the pump on Saturday?"))
    _ = await (try client("erin")).chat(with: bob).send(.text("The one with the heron is my favourite"))

    let morning = try await say("dan", "Morning! Water is 17 degrees, and there is no wind until noon.")
    _ = try await say("dan", "Who is in?")
    _ = try await say("carol", "Me. I can bring tea and two thermos flasks.")
    let place = try await say("bob", "In. Same place as last week, by the old crane?", replyTo: morning)
    let plan = try await say("erin", "Yes, 9:30. The gate code is on the notice board: https://example.org/harbour")
    for (name, key, seq) in [("carol", "👍", place), ("bob", "❤️", plan), ("dan", "❤️", plan), ("carol", "🎉", plan)] {
      _ = await (try client(name)).chat(swim).react(key, to: swim.message(at: seq))
    }
    let late = try await say("bob", "I will be there at 9:40, the tram is late.")
    _ = await (try client("bob")).chat(swim).edit(swim.message(at: late), to: .text("I will be there at 9:35, the tram is late."))
    let slip = try await say("carol", "oops")
    _ = await (try client("carol")).chat(swim).recall(swim.message(at: slip))
    _ = try await say("carol", "No hurry. @bob can you take the spare towel from the hut?")
    let last = try await say("bob", "Sure, see you there.")
    for name in ["dan", "erin"] {
      // A client marks only what it has.
      let chat = try client(name).chat(swim)
      _ = try await chat.entry { $0.seq == last }
      try await chat.markRead(upTo: swim.message(at: last))
    }
    return Array(clients.values)
  }
}

/// The size of a browser's window, and whether it is dark.
struct Window: Sendable {
  var width: Int
  var height: Int
  var isDark = false

  static let wide = Window(width: 1280, height: 800)
  static let phone = Window(width: 390, height: 844)
}

extension Peer {
  /// Gives the page a window, and keeps the newest message in sight.
  func show(in window: Window) async throws {
    let size: [String: any Sendable] = [
      "width": window.width, "height": window.height, "deviceScaleFactor": 1, "mobile": false,
    ]
    try await ask("devtools", size.merging(["method": "Emulation.setDeviceMetricsOverride"]) { $1 })
    let scheme = ["name": "prefers-color-scheme", "value": window.isDark ? "dark" : "light"]
    try await ask("devtools", ["method": "Emulation.setEmulatedMedia", "features": [scheme]])
    let isDark = "matchMedia('(prefers-color-scheme: dark)').matches"
    try await wait(until: "innerWidth === \(window.width) && \(isDark) === \(window.isDark)")
    try await evaluate("void (document.getElementById('log').scrollTop = 1e6)")
  }
}
