import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Input that is small to send but could be large to process, or never ends.
@Suite(.timeLimit(.minutes(10))) struct BombTests {
  @Test func compressionIsNotAgreedOn() async throws {
    try await TestServer.with { server in
      let fields = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
      // A frame that says it is compressed breaks the protocol.
      let bytes = RawConnection.handshake(fields) + RawConnection.frame(0xC2, [0])
      let answer = try await RawConnection.exchange(bytes, with: server)
      #expect(answer.hasPrefix("HTTP/1.1 101 ") && !answer.lowercased().contains("sec-websocket-extensions"))
    }
  }

  /// Before Hello nobody is known; nothing but Hello is a sign of life.
  @Test(arguments: [[0x89, 0x8A], [0x00]] as [[UInt8]])
  func framesWithoutEndDoNotPutOffTheTimeForHello(frames: [UInt8]) async throws {
    let time = ManualTime(wallMilliseconds: SystemTimeSource().wallMilliseconds)
    try await TestServer.with(limits: Limits(), time: time) { server in
      let start = RawConnection.handshake() + (frames == [0x00] ? RawConnection.frame(0x02, [8]) : [])
      let some = frames.flatMap { RawConnection.frame($0) }
      let answer = try await RawConnection.exchange(start, with: server) { stream, _ in
        await stream.loop.run { _ = stream.write(SharedBytes(some)) }
        time.advance(by: .milliseconds(50))
      }
      #expect(answer.contains("hello_timeout"))
    }
  }

  @Test func messageInPiecesWithoutEndMeetsTheLimit() async throws {
    try await TestServer.with { server in
      let pieces = RawConnection.frame(0x02, [8]) + (0..<40_000).flatMap { _ in RawConnection.frame(0x00, [0]) }
      let answer = try await RawConnection.exchange(RawConnection.handshake() + pieces, with: server)
      #expect(answer.contains("packet_too_large"))
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
