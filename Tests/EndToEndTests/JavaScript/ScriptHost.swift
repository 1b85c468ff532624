import Martlet
import MartletTesting
import Testing

/// Where the JavaScript SDK runs, with the client core as a WebAssembly module.
enum ScriptHost: String, CaseIterable, Sendable {
  case node
  /// Chromium, with the data in the origin private file system.
  case browser

  /// Starts a process in which scripts can call `open(options)`.
  func start(_ server: TestServer) async throws -> Peer {
    switch self {
    case .node: return try await Peer.start("node_peer.mjs", [], program: .node)
    case .browser:
      let peer = try await ChatPage.startBare(server)
      try await peer.loadSDK()
      return peer
    }
  }
}

extension Peer {
  /// Makes `open(options)` and `contentOf(message, as)` available in a tab.
  func loadSDK(tab: Int = 0) async throws {
    try await run(
      """
      import('/sdk/martlet-browser.js').then(({ open, contentOf }) => void Object.assign(globalThis, { open, contentOf }))
      """, tab: tab)
  }

  /// Opens a client under a global name; its messages are collected in `NAME.seen`.
  func open(
    _ name: String, _ server: String, token: String, directory: String? = nil, tab: Int = 0
  ) async throws {
    let kept = directory.map { ", directory: '\($0)'" } ?? ""
    try await run(
      """
      open({ server: '\(server)', token: '\(token)', device: { class: 'web' }\(kept) }).then((client) => {
        globalThis.\(name) = client;
        client.seen = [];
        client.on('message', ({ conversation, position, text }) => client.seen.push({ conversation, position, text }));
      })
      """, tab: tab)
  }

  /// Runs a script and waits until it is done.
  func run(_ script: String, tab: Int = 0) async throws {
    try await evaluate("Promise.resolve(\(script)).then(() => undefined)", tab: tab)
  }

  /// Runs a script whose outcome is told as text.
  func text(_ script: String, tab: Int = 0) async throws -> String? {
    try await evaluate("Promise.resolve(\(script)).then(String)", tab: tab)
  }

  /// Runs a script whose outcome is told as JSON.
  func json(_ script: String, tab: Int = 0) async throws -> String? {
    try await evaluate("Promise.resolve(\(script)).then((value) => JSON.stringify(value))", tab: tab)
  }
}

extension ScriptHost {
  /// Runs a test with bob in JavaScript, who is connected, and alice in Swift; `chat` is bob's with alice.
  func meet(
    _ body: (_ peer: Peer, _ alice: MartletClient, _ chat: Chat) async throws -> Void
  ) async throws {
    try await TestServer.with { server in
      let alice = try await server.swiftClient("alice")
      let peer = try await start(server)
      try await peer.open("bob", server.url, token: try await server.token(for: "bob"))
      try await peer.run("bob.connect()")
      try await peer.run("bob.caughtUp()")
      try await peer.run("void (globalThis.chat = bob.chat('direct:alice'))")
      try await body(peer, alice, alice.chat(with: try #require(UserID("bob"))))
      await peer.stop()
      await alice.close()
    }
  }
}
