import MartletNet
import Testing

@testable import MartletNet

@Suite struct WebSocketClientTests {
  /// Connects to a server that answers the handshake with `head` behind a correct proof, and `more` behind that.
  private func connect(
    status: String = "101 Switching Protocols", upgrade: String = "Upgrade: websocket\r\nConnection: Upgrade\r\n",
    proof: String? = nil,
    more: String = "", subprotocols: [String] = ["martlet.v1"]
  ) async throws -> String? {
    try await withLoops { loops in
      let server = try await ScriptedServer(loop: loops[0], closes: false) { request in
        let key = request.split(separator: "Sec-WebSocket-Key: ").last?.prefix { $0 != "\r\n" } ?? ""
        let proof = proof ?? WebSocketHandshake.proof(key: String(key))
        return "HTTP/1.1 \(status)\r\n\(upgrade)Sec-WebSocket-Accept: \(proof)\r\n\(more)\r\n"
      }
      let socket = try await WebSocketClient.connect(
        host: "127.0.0.1", port: server.port, subprotocols: subprotocols, loop: loops[0]
      ) { _ in SocketWitness() }
      return socket.subprotocol
    }
  }

  @Test func aCorrectAnswerIsTaken() async throws {
    #expect(try await connect() == nil)
    #expect(try await connect(more: "Sec-WebSocket-Protocol: martlet.v1\r\n") == "martlet.v1")
  }

  @Test func wrongAnswersAreRefused() async throws {
    #expect(await code { _ = try await connect(proof: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=") } == .protocolViolation)
    #expect(await code { _ = try await connect(upgrade: "Connection: Upgrade\r\n") } == .protocolViolation)
    #expect(await code { _ = try await connect(upgrade: "Upgrade: websocket\r\n") } == .protocolViolation)
    #expect(await code { _ = try await connect(upgrade: "Upgrade: h2c\r\nConnection: Upgrade\r\n") } == .protocolViolation)
    #expect(await code { _ = try await connect(more: "Sec-WebSocket-Protocol: other\r\n") } == .protocolViolation)
    #expect(
      await code { _ = try await connect(more: "Sec-WebSocket-Protocol: martlet.v1\r\n", subprotocols: []) } == .protocolViolation
    )
    #expect(await code { _ = try await connect(more: "Sec-WebSocket-Extensions: permessage-deflate\r\n") } == .protocolViolation)
    #expect(await code { _ = try await connect(status: "200 OK", more: "Content-Length: 0\r\n") } == .refused)
    #expect(await code { _ = try await connect(status: "nonsense") } == .protocolViolation)
  }

  @Test func framesMayComeRightBehindTheHandshake() async throws {
    try await withLoops { loops in
      let server = try await ScriptedServer(loop: loops[0], closes: false) { request in
        let key = request.split(separator: "Sec-WebSocket-Key: ").last?.prefix { $0 != "\r\n" } ?? ""
        let head =
          "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Accept: \(WebSocketHandshake.proof(key: String(key)))\r\n\r\n"
        return head + "\u{1}\u{2}he" + "\u{0}\u{0}" + "\u{9}\u{0}"
      }
      let witness = SocketWitness()
      _ = try await WebSocketClient.connect(host: "127.0.0.1", port: server.port, loop: loops[0]) { _ in witness }
      // A ping that is not a final frame breaks the rules; the frames before it do not.
      try await witness.events.expect(.closed(1_002, "fragmented control frame"))
    }
  }

  @Test func theProofIsTheStandards() {
    #expect(WebSocketHandshake.proof(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test func keysAndMasksComeFromTheRandomnessGiven() {
    var random: any RandomNumberGenerator & Sendable = CountingRandom()
    let key = WebSocketHandshake.newKey(&random)
    #expect(key.utf8.count == 24)
    #expect(WebSocketHandshake.newKey(&random) != key)
    var keys = WebSocketKeys(random: random)
    #expect(Set((0..<100).map { _ in keys.next() }).count == 100)
  }

  private struct CountingRandom: RandomNumberGenerator, Sendable {
    var state: UInt64 = 0
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      return state
    }
  }
}
