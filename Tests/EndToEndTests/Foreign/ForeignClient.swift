import Martlet
import MartletTesting

/// The clients by other hands that the Swift client is tested against: Python with the stock protoc's output for the schema.
enum ForeignClient: String, CaseIterable, Sendable {
  /// With the binary subprotocol.
  case binary
  /// With the subprotocol in JSON.
  case json

  /// Opens a session of a user, who is created if missing.
  func start(_ server: TestServer, user: String) async throws -> Peer {
    let token = try await server.token(for: user)
    let address = ["--server", "ws://\(server.host):\(server.port)", "--token", token]
    let options = ["--schema", "Protocol/martlet.proto"] + (self == .json ? ["--json"] : [])
    return try await Peer.start("python_peer.py", address + options)
  }
}

/// The chat page in Chromium.
enum ChatPage {
  /// Opens the page of a user, who is created if missing, with a conversation.
  ///
  /// The page is read from `port`, by default the server's own, and connects there. `options` go to the script.
  static func start(
    _ server: TestServer, user: String, to conversation: String, port: UInt16? = nil, options: [String] = []
  ) async throws -> Peer {
    let page = ["--page", "http://\(server.host):\(port ?? server.port)/", "--token", try await server.token(for: user)]
    return try await Peer.start("browser_peer.py", page + ["--to", conversation] + options)
  }

  /// Opens a page of the server's that has no client, for scripts.
  static func startBare(_ server: TestServer) async throws -> Peer {
    try await Peer.start("browser_peer.py", ["--page", "http://\(server.host):\(server.port)/", "--bare"])
  }
}

extension TestServer {
  /// A Swift client that is online, with its data in memory.
  func swiftClient(_ user: String, over kind: TransportKind = .loop) async throws -> MartletClient {
    let token = try await token(for: user)
    let client = try kind.client(.init(server: url, directory: nil, device: .init(class: .tool)) { token })
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
