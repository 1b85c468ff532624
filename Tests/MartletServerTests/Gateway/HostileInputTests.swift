import MartletNet
import MartletServer
import MartletTesting
import MartletWire
import Testing

/// Bytes that are no request, too many of them, or too slow: each is refused, and the server goes on.
@Suite(.timeLimit(.minutes(10))) struct HostileInputTests {
  private func expectHealthy(_ server: TestServer) async throws {
    let client = try await server.client(user: "alice", device: "probe")
    guard case .pong = try await client.request(.ping(Wire.Ping())) else { throw TestError("the server does not answer") }
  }

  private func closing(_ client: WireClient) async -> ErrorCode? {
    await client.until { $0.closeCode != nil }
    return await client.closing?.failure?.errorCode
  }

  // MARK: - HTTP

  @Test func hundredThousandHeadersAreRefused() async throws {
    try await TestServer.with { server in
      let head = "GET /v1/health HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 100_000) + "\r\n"
      #expect(try await RawConnection.exchange(head, with: server).hasPrefix("HTTP/1.1 431 "))
      try await expectHealthy(server)
    }
  }

  @Test func slowHeadersAreNotWaitedFor() async throws {
    let time = ManualTime(wallMilliseconds: SystemTimeSource().wallMilliseconds)
    try await TestServer.with(limits: Limits(), time: time) { server in
      // The answer to the first request shows that the time of the second has begun.
      let request = "GET /v1/health HTTP/1.1\r\nHost: h\r\n\r\n"
      let answer = try await RawConnection.exchange("\(request)GET /v1/health HTTP/1.1\r\nHost:", with: server) {
        time.advance(by: .seconds(11))
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("HTTP/1.1 408 "))
    }
  }

  @Test(arguments: [
    "POST /v1/users HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n",
    "POST /v1/users HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n10001\r\n",
  ])
  func largeBodiesAreRefusedBeforeTheyCome(head: String) async throws {
    try await TestServer.with { server in
      #expect(try await RawConnection.exchange(head, with: server).hasPrefix("HTTP/1.1 413 "))
      try await expectHealthy(server)
    }
  }

  @Test func garbageIsNoRequest() async throws {
    try await TestServer.with { server in
      for text in ["\u{0}\u{1}\u{2}\r\n\r\n", "hello there\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}"]
      {
        let answer = try await RawConnection.exchange(text, with: server)
        #expect(answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.1 505 "), "\(text) \(answer)")
      }
      try await expectHealthy(server)
    }
  }

  /// Requests that the HTTP server itself refuses, each with its row of the registry.
  @Test(arguments: [
    ("hello there\r\n\r\n", ErrorCode.requestMalformed), ("GET / HTTP/1.1\r\n\r\n", .requestMalformed),
    ("GET / HTTP/1.2\r\nHost: h\r\n\r\n", .httpVersionUnsupported),
    ("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n", .notImplemented),
    ("POST /v1/users HTTP/1.1\r\nHost: h\r\nExpect: nothing\r\n\r\n", .expectationUnknown),
    ("POST /v1/users HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n", .bodyTooLarge),
    ("GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n", .headerTooLarge),
    (
      "GET /v1/connect HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n\r\n",
      .upgradeRequired
    ),
  ])
  func requestsThatAreRefusedAreAnsweredInTheFormOfErrors(request: String, code: ErrorCode) async throws {
    try await TestServer.with { server in
      let answer = try await RawConnection.exchange(request, with: server)
      let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
      #expect(parts[0].hasPrefix("HTTP/1.1 \(code.httpStatus) ") && parts[0].contains("Content-Type: application/json"))
      let failure = try Wire.Failure(json: Array(parts[1].utf8), limits: DecodingLimits())
      #expect(failure.errorCode == code && failure.name == code.name && failure.message.hasPrefix(code.text))
      #expect((failure.limit > 0) == [.bodyTooLarge, .headerTooLarge].contains(code))
    }
  }

  @Test func socketsAreOpenedAtTheirPathWithASubprotocolOnly() async throws {
    try await TestServer.with { server in
      for (path, field, status) in [
        ("/v1/connect", "", 400), ("/v1/connect", "Sec-WebSocket-Protocol: other\r\n", 400),
        ("/elsewhere", "Sec-WebSocket-Protocol: martlet.v1\r\n", 404),
      ] {
        let head = "GET \(path) HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        let rest = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(field)Connection: Upgrade, close\r\n\r\n"
        let answer = try await RawConnection.exchange(head + rest, with: server)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(path) \(field)")
      }
    }
  }

  // MARK: - Packets

  @Test func packetsAndFramesOverTheLimitCloseTheConnection() async throws {
    try await TestServer.with { server in
      let packet = try await server.client(user: "alice", device: "packet")
      await packet.send(raw: [UInt8](repeating: 0, count: Limits().packetBytes + 1))
      #expect(await closing(packet) == .packetTooLarge)
      let frame = try await server.client(user: "alice", device: "frame")
      await frame.send(raw: [UInt8](repeating: 0, count: Limits().packetBytes + 2000))
      #expect(await closing(frame) == .packetTooLarge)
      #expect(await frame.closing?.failure?.limit == UInt64(Limits().packetBytes))
      let early = try await server.connection()
      await early.send(raw: [UInt8](repeating: 0, count: Limits().helloBytes + 2000))
      #expect(await closing(early) == .packetTooLarge)
      #expect(await early.closing?.failure?.limit == UInt64(Limits().helloBytes))
      for client in [packet, frame, early] { #expect(await client.closeCode == 4000) }
      try await expectHealthy(server)
    }
  }

  @Test func packetsInTheOtherFormAreMalformed() async throws {
    try await TestServer.with { server in
      let json = try await server.connection(subprotocol: Gateway.jsonProtocol)
      await json.send(raw: Wire.ClientPacket(id: 1, request: .ping(Wire.Ping())).encoded())
      #expect(await closing(json) == .malformedPacket)
      for text in ["", "{", "[]", "null", #"{"id":-1}"#, #"{"id":1,"hello":{"token":7}}"#, String(repeating: "[", count: 9_000)] {
        let client = try await server.connection(subprotocol: Gateway.jsonProtocol)
        await client.send(text: text)
        #expect(await closing(client) == .malformedPacket, "\(text)")
      }
    }
  }

  /// Each breaks a rule of WebSocket: text that is not UTF-8, a frame without a mask, an unknown opcode, a reserved bit.
  @Test(arguments: [
    RawConnection.frame(0x81, [0xFF, 0xFE]), [0x81, 0x01, 0x61], RawConnection.frame(0x83, [0x61]),
    RawConnection.frame(0xC1, [0x61]), RawConnection.frame(0x80, [0x61]),
  ])
  func whoBreaksTheRulesOfWebSocketIsToldWhy(frame: [UInt8]) async throws {
    try await TestServer.with { server in
      let handshake = RawConnection.handshake(subprotocol: Gateway.jsonProtocol)
      let answer = try await RawConnection.exchange(handshake + frame, with: server)
      let told = try #require(answer.split(separator: "\r\n\r\n", maxSplits: 1).last)
      #expect(told.contains(#""closing":{"failure":{"code":1100,"name":"malformed_packet""#))
      #expect(told.hasSuffix("malformed_packet"), "the reason of the close frame is the failure's name")
      #expect(server.server.metrics.connectionsEnded[.violation].value == 1)
    }
  }

  @Test(arguments: [[0xFF], [UInt8](repeating: 0, count: Limits().packetBytes + 1), [UInt8](repeating: 0, count: 400_000)])
  func helloIsAnsweredThoughWhatFollowsIsNoPacket(bytes: [UInt8]) async throws {
    try await TestServer.gated { server, store in
      let token = try await server.token(for: "alice")
      store.hold(.user)
      let client = try await server.connection()
      let welcome = Task { try await client.hello(token: token) }
      await store.arrived(.user)
      await client.send(raw: bytes)
      // Nothing after a malformed packet is read.
      await client.post([Wire.ClientPacket(id: 77, request: .ping(Wire.Ping()))])
      let probe = try await server.connection()
      await probe.send(raw: [0xFF])
      await probe.until { $0.closeCode != nil }
      #expect(await client.closeCode == nil)
      store.release(.user)
      guard case .welcome = try await welcome.value else { throw TestError("not welcome") }
      let code = await closing(client)
      #expect(code == (bytes.count == 1 ? .malformedPacket : .packetTooLarge))
      #expect(await client.unawaited.isEmpty)
    }
  }

  @Test func floodOfPacketsHoldsNobodyUp() async throws {
    try await TestServer.with { server in
      let flooding = try await server.client(user: "mallory")
      let ping = Wire.ClientPacket(id: 7, request: .ping(Wire.Ping())).encoded()
      // All of it waits in the kernel before the server reads on.
      for _ in 0..<20_000 { await flooding.send(raw: ping) }
      try await expectHealthy(server)
      guard case .pong = try await flooding.request(.ping(Wire.Ping())) else { throw TestError("not answered") }
    }
  }

  // MARK: - Numbers

  /// Every position, stamp and limit that a request can name may be as large as its field holds, and ranges may be empty.
  @Test func numbersAtTheEndsOfTheirRangeAreAnswered() async throws {
    try await TestServer.with { server in
      let client = try await server.client(user: "alice")
      let make = Wire.CreateGroup(group: "g", clientId: "make", title: "")
      guard case .appended = try await client.request(.createGroup(make)) else { throw TestError("no group") }
      let ends: [UInt64] = [0, 1, 2, UInt64(UInt32.max), UInt64(UInt32.max) + 1, UInt64(Int64.max), UInt64(Int64.max) + 1, .max]
      for first in ends {
        for second in ends {
          for limit in [0, UInt32.max] as [UInt32] {
            let requests: [Wire.ClientPacket.Request] = [
              .listConversations(Wire.ListConversations(changedAfter: first, changedBefore: second, limit: limit)),
              .fetchEntries(Wire.FetchEntries(conversation: "group:g", from: first, to: second, limit: limit)),
              .fetchUserEntries(Wire.FetchUserEntries(after: first, limit: limit)),
              .listReplies(Wire.ListReplies(conversation: "group:g", target: first, after: second, limit: limit)),
              .listVersions(Wire.ListVersions(conversation: "group:g", target: first, after: second, limit: limit)),
              .listPinned(Wire.ListPinned(conversation: "group:g", after: first)),
              .listMentions(Wire.ListMentions(conversation: "group:g", after: first, limit: limit)),
              .countReceipts(Wire.CountReceipts(conversation: "group:g", seqs: [first, second])),
              .listReceipts(Wire.ListReceipts(conversation: "group:g", seq: first, limit: limit)),
            ]
            for request in requests {
              let answer = try await client.request(request)
              if case .failure(let failure) = answer {
                #expect([.fieldInvalid, .targetUnknown].contains(failure.errorCode), "\(request): \(failure)")
              }
            }
          }
        }
      }
      let nothing = Wire.ListConversations(changedAfter: .max)
      guard case .conversations(let none) = try await client.request(.listConversations(nothing)) else { throw TestError("none") }
      #expect(none.conversations.isEmpty)
    }
  }
}
