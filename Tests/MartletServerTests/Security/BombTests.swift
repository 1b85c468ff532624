import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// What is small to send and might be large to take, or never ends.
@Suite(.timeLimit(.minutes(10))) struct BombTests {
  private static let handshake =
    "GET /v1/connect HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    + "Sec-WebSocket-Protocol: martlet.v1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

  /// A masked frame whose key changes nothing; bytes as the characters of the same numbers, all below 128.
  private static func frame(_ first: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
    [first, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
  }

  /// Connects, sends, and tells what the server said until it closed.
  private func talk(
    _ bytes: [UInt8], _ server: TestServer, meanwhile: (ByteStream) async -> Void = { _ in }
  ) async throws -> String {
    let loop = try EventLoop(name: "raw")
    let connection = RawConnection()
    var options = StreamOptions()
    options.writeQueueLimit = 64 << 20
    let stream = try await TCP.connect(host: server.host, port: server.port, loop: loop, options: options) { _ in connection }
    await loop.run { _ = stream.write(SharedBytes(bytes)) }
    while !connection.isClosed {
      await meanwhile(stream)
      await Task.yield()
    }
    await loop.stop()
    return connection.text
  }

  @Test func compressionIsNotAgreedOn() async throws {
    try await TestServer.with { server in
      let fields = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
      // A frame that says it is compressed breaks the protocol.
      let answer = try await talk(Array("\(Self.handshake)\(fields)\r\n".utf8) + Self.frame(0xC2, [0]), server)
      #expect(answer.hasPrefix("HTTP/1.1 101 ") && !answer.lowercased().contains("sec-websocket-extensions"))
    }
  }

  /// Before Hello nobody is known; nothing but Hello is a sign of life.
  @Test(arguments: [[0x89, 0x8A], [0x00]] as [[UInt8]])
  func framesWithoutEndDoNotPutOffTheTimeForHello(frames: [UInt8]) async throws {
    let time = ManualTime(wallMilliseconds: SystemTimeSource().wallMilliseconds)
    try await TestServer.with(limits: Limits(), time: time) { server in
      let start = Array("\(Self.handshake)\r\n".utf8) + (frames == [0x00] ? Self.frame(0x02, [8]) : [])
      let some = frames.flatMap { Self.frame($0) }
      let answer = try await talk(start, server) { stream in
        await stream.loop.run { _ = stream.write(SharedBytes(some)) }
        time.advance(by: .milliseconds(50))
      }
      #expect(answer.contains("hello_timeout"))
    }
  }

  @Test func messageInPiecesWithoutEndMeetsTheLimit() async throws {
    try await TestServer.with { server in
      let pieces = [UInt8](Self.frame(0x02, [8])) + (0..<40_000).flatMap { _ in Self.frame(0x00, [0]) }
      let answer = try await talk(Array("\(Self.handshake)\r\n".utf8) + pieces, server)
      #expect(answer.contains("message too big"))
      _ = try await server.client(user: "alice")
    }
  }

  @Test func packetsWithinPacketsMeetTheLimit() async throws {
    try await TestServer.with { server in
      var nested: [UInt8] = []
      for _ in 0..<2000 { nested = [0x0B] + nested + [0x0C] }
      for bytes in [nested, [UInt8](repeating: 0x0B, count: 10_000)] {
        let client = try await server.connection()
        await client.send(raw: bytes)
        await client.until { $0.closeCode != nil }
        #expect(await client.closing?.failure?.errorCode == .malformedPacket)
      }
      let json = try await server.connection(subprotocol: Gateway.jsonProtocol)
      await json.send(text: String(repeating: #"{"x":"#, count: 2000) + "1" + String(repeating: "}", count: 2000))
      await json.until { $0.closeCode != nil }
      #expect(await json.closing?.failure?.errorCode == .malformedPacket)
    }
  }
}
