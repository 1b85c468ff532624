import Glibc
import MartletTesting
import MartletWire
import Testing

@testable import MartletNet

@Suite struct TLSTests {
  private func echo(_ server: TLSServerConfiguration, _ loops: [EventLoop], options: ListenOptions = ListenOptions()) async throws
    -> Listener
  {
    try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, tls: server, options: options) { StreamEcho($0) }
  }

  private func connect(
    _ listener: Listener, _ loop: EventLoop, _ client: TLSClientConfiguration, host: String = "127.0.0.1",
    witness: StreamWitness = StreamWitness()
  ) async throws -> ByteStream {
    try await TCP.connect(host: host, port: listener.address.port, loop: loop, tls: client) { _ in witness }
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func bytesComeBackEncrypted(_ host: String) async throws {
    try await withAuthority { scratch, server, _, loops in
      let listener = try await echo(server, loops)
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      let witness = StreamWitness()
      let stream = try await connect(listener, loops[0], client, host: host, witness: witness)
      let sent = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
      await loops[0].run {
        _ = stream.write(SharedBytes(sent[..<10]))
        _ = stream.write(SharedBytes(sent[10...]))
      }
      #expect(try await witness.bytes(sent.count) == sent)
      await loops[0].run { stream.shutdown() }
      #expect(try await witness.closing() == nil)
      try await eventually { listener.connections == 0 }
    }
  }

  @Test func anUntrustedCertificateIsRefused() async throws {
    try await withAuthority { scratch, server, _, loops in
      let listener = try await echo(server, loops)
      let system = try TLSClientConfiguration(trust: .system)
      await #expect(throws: NetError.self) { _ = try await connect(listener, loops[0], system) }
      try Certificate(names: nil).write(certificateFile: scratch.file("ca.pem"))
      let other = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      #expect(await code { _ = try await connect(listener, loops[0], other) } == .tls)
      let unchecked = try TLSClientConfiguration(trust: .nobodyChecked)
      _ = try await connect(listener, loops[0], unchecked)
    }
  }

  @Test func aCertificateForAnotherNameIsRefused() async throws {
    try await withAuthority(names: "DNS:chat.example.org,DNS:*.wild.example.org") { scratch, server, _, loops in
      let listener = try await echo(server, loops)
      let ca = scratch.file("ca.pem")
      for wrong in [nil, "example.org", "evil.org", "a.b.wild.example.org", "wild.example.org", "127.0.0.1"] as [String?] {
        let client = try TLSClientConfiguration(trust: .file(ca), serverName: wrong)
        #expect(await code { _ = try await connect(listener, loops[0], client) } == .tls, "\(wrong ?? "the address")")
      }
      for right in ["chat.example.org", "a.wild.example.org"] {
        _ = try await connect(listener, loops[0], TLSClientConfiguration(trust: .file(ca), serverName: right))
      }
    }
  }

  @Test func anExpiredCertificateIsRefused() async throws {
    try await withAuthority(days: -1) { scratch, server, _, loops in
      let listener = try await echo(server, loops)
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      do {
        _ = try await connect(listener, loops[0], client)
        Issue.record("connected")
      } catch let error as NetError {
        #expect(error.code == .tls)
        #expect(error.message.contains("expired"))
      }
    }
  }

  @Test func aReloadedCertificateServesNewHandshakes() async throws {
    try await withAuthority(names: "DNS:old") { scratch, server, authority, loops in
      let listener = try await echo(server, loops)
      let old = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")), serverName: "old")
      let new = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")), serverName: "new")
      let witness = StreamWitness()
      let open = try await connect(listener, loops[0], old, witness: witness)
      try Certificate(names: "DNS:new", issuer: authority)
        .write(certificateFile: scratch.file("server.pem"), keyFile: scratch.file("server.key"))
      try server.reload()
      _ = try await connect(listener, loops[0], new)
      #expect(await code { _ = try await connect(listener, loops[0], old) } == .tls)
      await loops[0].run { _ = open.write(SharedBytes([7])) }
      #expect(try await witness.bytes(1) == [7])
      // If the new files cannot be read, the current certificate stays in use.
      unlink(scratch.file("server.key"))
      #expect(throws: NetError.self) { try server.reload() }
      _ = try await connect(listener, loops[0], new)
    }
  }

  @Test func aKeyOfAnotherCertificateIsRefused() async throws {
    try await withAuthority { scratch, _, _, _ in
      try Certificate(names: "DNS:x").write(certificateFile: scratch.file("server.pem"))
      let (certificate, key) = (scratch.file("server.pem"), scratch.file("server.key"))
      #expect(throws: NetError.self) { _ = try TLSServerConfiguration(certificateFile: certificate, keyFile: key) }
    }
  }

  @Test func garbageEndsTheHandshake() async throws {
    try await withAuthority { _, server, _, loops in
      let reports = Inbox<NetError.Code>()
      var options = ListenOptions()
      options.report = { reports.put($0.code) }
      let listener = try await echo(server, loops, options: options)
      for garbage in ["GET / HTTP/1.1\r\n\r\n", String(repeating: "\u{16}\u{3}\u{1}\u{2}", count: 3_000)] {
        let client = try await RawClient(port: listener.address.port, loop: loops[0])
        await client.send(garbage)
        _ = try await client.rest()
        try await reports.expect(.tls)
      }
      try await eventually { listener.connections == 0 }
    }
  }

  @Test func aHandshakeMayNotTakeForEver() async throws {
    let time = ManualTime()
    try await withAuthority(time: time) { _, server, _, loops in
      let reports = Inbox<NetError.Code>()
      var options = ListenOptions()
      options.report = { reports.put($0.code) }
      let listener = try await echo(server, loops, options: options)
      let client = try await RawClient(port: listener.address.port, loop: loops[0])
      await client.send([0x16, 0x03, 0x01])
      try await eventually {
        time.advance(by: .seconds(1))
        return !reports.arrived.isEmpty
      }
      try await reports.expect(.timedOut)
      _ = try await client.rest()
    }
  }

  @Test func aConnectionCutWithoutAWordIsNoEnd() async throws {
    try await withAuthority { scratch, server, _, loops in
      let witness = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, tls: server) { _ in witness }
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      let stream = try await connect(listener, loops[0], client)
      await loops[0].run { stream.abort() }
      #expect(try await witness.closing() == .reset)
    }
  }

  @Test func anEndThatOnlyTheNetworkSaidIsNoEnd() async throws {
    try await withAuthority { scratch, server, _, loops in
      let witness = StreamWitness()
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, tls: server) { _ in witness }
      let stream = try await connect(listener, loops[0], TLSClientConfiguration(trust: .file(scratch.file("ca.pem"))))
      // Ends the connection without the word of TLS, as someone in between could.
      await loops[0].run { stream.finish() }
      #expect(try await witness.closing() == .reset)
    }
  }

  @Test func aPeerThatDoesNotReadOverflowsTheQueue() async throws {
    try await withAuthority { scratch, server, _, loops in
      let listener = try await TCP.listen(host: "127.0.0.1", port: 0, loops: loops, tls: server) { stream in
        stream.pauseReading()
        return StreamWitness()
      }
      let witness = StreamWitness()
      let stream = try await connect(
        listener, loops[0], TLSClientConfiguration(trust: .file(scratch.file("ca.pem"))), witness: witness)
      let block = SharedBytes([UInt8](repeating: 1, count: 200_000))
      while await loops[0].run({ stream.write(block) }) == .queued {}
      #expect(await loops[0].run { stream.queuedBytes } <= 1 << 20 + 4_096)
    }
  }

  @Test func oldVersionsAreRefused() async throws {
    try await withAuthority { _, server, _, loops in
      let listener = try await echo(server, loops)
      // A client hello of TLS 1.0 with one cipher, as an old client sends it.
      let hello: [UInt8] =
        [0x16, 3, 1, 0, 47, 1, 0, 0, 43, 3, 1] + [UInt8](repeating: 9, count: 32) + [0, 0, 4, 0, 0x2F, 0, 0xFF, 1, 0]
      let client = try await RawClient(port: listener.address.port, loop: loops[0])
      await client.send(hello)
      let answer = Array(try await client.rest().utf8)
      // A fatal alert: protocol version.
      #expect(answer.first == 0x15)
      #expect(answer.suffix(2) == [2, 70])
    }
  }

  @Test func httpAndWebSocketRunOverIt() async throws {
    try await withAuthority { scratch, server, _, loops in
      var configuration = HTTPServerConfiguration()
      configuration.tls = server
      let http = HTTPServer(loops: loops, configuration: configuration, application: Mirror())
      let port = try await http.listen(host: "127.0.0.1", port: 0).port
      let client = try TLSClientConfiguration(trust: .file(scratch.file("ca.pem")))
      let response = try await HTTPClient.request(
        at: .tcp(host: "127.0.0.1", port: port), path: "/x", tls: client, loop: loops[0])
      #expect(response.body == Array("GET /x  0".utf8))
      let witness = SocketWitness()
      let socket = try await WebSocketClient.connect(host: "localhost", port: port, tls: client, loop: loops[0]) { _ in witness }
      await loops[0].run { _ = socket.send(text: "secret") }
      try await witness.events.expect(.text("secret"))
      await loops[0].run { socket.close(code: 1_000) }
      try await witness.events.expect(.closed(1_000, ""))
    }
  }
}
