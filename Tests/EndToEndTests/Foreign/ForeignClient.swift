import Martlet
import MartletTesting

/// The clients by other hands that the Swift client is tested against.
enum ForeignClient: String, CaseIterable, Sendable {
  /// Python with the stock protoc's output for the schema: the binary subprotocol.
  case python
  /// The chat page in Chromium: the JSON subprotocol.
  case browser

  /// Opens a session of a user, who is created if missing.
  ///
  /// The page shows `conversation`. The client connects to `port`, by default the server's own. `options` go to the script.
  func start(
    _ server: TestServer, user: String, to conversation: String, port: UInt16? = nil, options: [String] = []
  ) async throws -> Peer {
    let token = try await server.token(for: user)
    let address = "\(server.host):\(port ?? server.port)"
    switch self {
    case .python:
      return try await Peer.start(
        "python_peer.py", ["--server", "ws://\(address)", "--token", token, "--schema", "Protocol/martlet.proto"] + options)
    case .browser:
      let page = ["--page", "http://\(address)/", "--token", token, "--to", conversation]
      return try await Peer.start("browser_peer.py", page + options)
    }
  }
}

extension TestServer {
  /// A Swift client that is online, with its data in memory.
  func swiftClient(_ user: String, over kind: TransportKind = .loop) async throws -> MartletClient {
    let token = try await token(for: user)
    let client = try kind.client(.init(server: url, directory: nil) { token })
    await client.connect()
    try await client.connected(within: .seconds(30))
    return client
  }
}

extension Chat {
  /// The first entry of the log, from its beginning, that matches; waits for it.
  func entry(where matches: (LogItem) -> Bool) async throws -> LogItem {
    for try await item in log(from: .first) where matches(item) { return item }
    throw Peer.Gone(description: "the log ended")
  }

  /// The entries up to a position, as a peer reports them.
  func entries(upTo seq: UInt64) async throws -> [Peer.Entry] {
    var entries: [Peer.Entry] = []
    for try await item in log(from: .first) {
      entries.append(Peer.Entry(item))
      if item.seq >= seq { break }
    }
    return entries
  }
}

extension Peer.Entry {
  init(_ item: LogItem) {
    let message = if case .message(let content, _) = item.event { content } else { MessageContent?.none }
    let isRecalled = if case .recalledMessage = item.event { true } else { false }
    self.init(
      conversation: item.conversation.text, seq: item.seq, sender: item.sender.text, event: item.kind,
      type: message?.type ?? (isRecalled ? item.type ?? "" : ""), text: message?.text ?? "", recalled: isRecalled)
  }
}
