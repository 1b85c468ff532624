import MartletNet
import MartletTesting
import Testing

/// Whatever a hostile peer does, it leaves no resources behind, and other peers are served.
@Suite struct HostilePeerTests {
  private struct Weakly: Sendable {
    weak let socket: WebSocket?
  }

  @Test func nothingRemainsOfWhateverPeersDo() async throws {
    var random = SeededRandom.fromEnvironment()
    try await withLoops(2) { loops in
      let sockets = Inbox<WebSocket>()
      let server = HTTPServer(loops: loops, application: Mirror(sockets: sockets))
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      var clients: [RawClient] = []
      for _ in 0..<150 {
        let client = try await RawClient(port: port, loop: loops[0])
        clients.append(client)
        for part in Self.behaviour(&random) { await client.send(part) }
        let stream = client.stream
        switch Int.random(in: 0..<4, using: &random) {
        case 0: await loops[0].run { stream.abort() }
        case 1: await loops[0].run { stream.shutdown() }
        case 2: await loops[0].run { stream.pauseReading() }
        default: break
        }
      }
      // Among all that, someone is served.
      let response = try await HTTPClient.request(at: .tcp(host: "127.0.0.1", port: port), path: "/", loop: loops[1])
      #expect(response.status == 200, random.comment)
      for client in clients { await loops[0].run { client.stream.abort() } }
      for loop in loops { try await eventually("\(random)") { await loop.run { loop.openStreams } == 0 } }
      var weakly: [Weakly] = []
      while !sockets.arrived.isEmpty { weakly.append(Weakly(socket: try await sockets.next())) }
      #expect(!weakly.isEmpty, random.comment)
      let all = weakly
      try await eventually("\(random)") { all.allSatisfy { $0.socket == nil } }
    }
  }

  /// Some bytes that are nearly right, in some pieces.
  private static func behaviour(_ random: inout SeededRandom) -> [[UInt8]] {
    let handshake =
      "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    let post = "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
    var bytes: [UInt8] = []
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
    case 1: bytes = Array(String(repeating: post, count: Int.random(in: 1...20, using: &random)).utf8)
    default:
      bytes = Array(handshake.utf8)
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let first = ([0x81, 0x82, 0x01, 0x00, 0x80, 0x89, 0x8A, 0x88] as [UInt8]).randomElement(using: &random) ?? 0x81
        let payload = [UInt8](repeating: 65, count: [0, 2, 125, 3_000].randomElement(using: &random) ?? 0)
        bytes += WireFrame(first: first, payload: first >= 0x88 ? Array(payload.prefix(125)) : payload).bytes
      }
    }
    if Bool.random(using: &random), !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
    }
    return Array(random.pieces(of: Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))).prefix(30))
  }
}
