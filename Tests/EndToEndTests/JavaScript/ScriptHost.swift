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
