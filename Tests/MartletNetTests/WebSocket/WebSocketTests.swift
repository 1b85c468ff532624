import MartletNet
import MartletTesting
import MartletWire
import Testing

@Suite struct WebSocketTests {
  /// Runs the body against a mirroring server, on loops that are stopped at the end.
  private func withServer(
    options: WebSocketOptions = WebSocketOptions(), time: any TimeSource = SystemTimeSource(), subprotocol: String? = nil,
    _ body: (Fixture) async throws -> Void
  ) async throws {
    try await withLoops(2, time: time) { loops in
      let fixture = Fixture(loop: loops[0])
      var configuration = HTTPServerConfiguration()
      configuration.webSocket = options
      let application = Mirror(subprotocol: subprotocol, sockets: fixture.sockets, closings: fixture.closings)
      let server = HTTPServer(loops: loops, configuration: configuration, time: time, application: application)
      fixture.port = try await server.listen(host: "127.0.0.1", port: 0).port
      try await body(fixture)
      await server.stopListening()
    }
  }

  private final class Fixture {
    let loop: EventLoop
    let sockets = Inbox<WebSocket>()
    let closings = Inbox<Mirror.Closing>()
    var port: UInt16 = 0

    init(loop: EventLoop) { self.loop = loop }

    func connect(
      _ witness: SocketWitness, path: String = "/", subprotocols: [String] = [], options: WebSocketOptions = WebSocketOptions()
    ) async throws -> WebSocket {
      try await WebSocketClient.connect(
        host: "127.0.0.1", port: port, path: path, subprotocols: subprotocols, options: options, loop: loop
      ) { _ in witness }
    }
  }

  @Test func messagesComeBack() async throws {
    try await withServer { fixture in
      let witness = SocketWitness()
      let socket = try await fixture.connect(witness)
      #expect(socket.subprotocol == nil)
      let large = [UInt8](repeating: 5, count: 300_000)
      await fixture.loop.run {
        _ = socket.send(text: "grüß 🎈")
        socket.ping()
        _ = socket.send(binary: large)
        _ = socket.send(binary: [])
      }
      try await witness.events.expect(.text("grüß 🎈"))
      try await witness.events.expect(.binary(large))
      try await witness.events.expect(.binary([]))
    }
  }

  @Test func aSubprotocolIsAgreedOn() async throws {
    try await withServer(subprotocol: "martlet.v1") { fixture in
      let socket = try await fixture.connect(SocketWitness(), subprotocols: ["other", "martlet.v1"])
      #expect(socket.subprotocol == "martlet.v1")
      #expect(try await fixture.sockets.next().subprotocol == "martlet.v1")
      #expect(try await fixture.connect(SocketWitness(), subprotocols: ["other"]).subprotocol == nil)
    }
  }

  @Test func aServerMayRefuse() async throws {
    try await withServer { fixture in
      #expect(await code { _ = try await fixture.connect(SocketWitness(), path: "/refused") } == .refused)
      #expect(await code { _ = try await fixture.connect(SocketWitness(), path: "/wrong") } == .refused)
    }
  }

  @Test func aCloseIsAnsweredWithItsCode() async throws {
    try await withServer { fixture in
      let witness = SocketWitness()
      let socket = try await fixture.connect(witness)
      await fixture.loop.run {
        socket.close(code: 3_001, reason: "done")
        #expect(socket.send(text: "late") == .closed)
        socket.close(code: 1_000)
      }
      try await fixture.closings.expect(Mirror.Closing(code: 3_001, reason: "done"))
      try await witness.events.expect(.closed(3_001, ""))
    }
  }

  @Test func aServerMayCloseFirst() async throws {
    try await withServer { fixture in
      let witness = SocketWitness()
      _ = try await fixture.connect(witness)
      let socket = try await fixture.sockets.next()
      await socket.loop.run { socket.close(code: 1_001, reason: "restart") }
      try await witness.events.expect(.closed(1_001, "restart"))
      try await fixture.closings.expect(Mirror.Closing(code: 1_001, reason: ""))
    }
  }

  @Test func aBrokenConnectionIsSaidSo() async throws {
    try await withServer { fixture in
      let witness = SocketWitness()
      let socket = try await fixture.connect(witness)
      await fixture.loop.run { socket.abort() }
      try await witness.events.expect(.closed(1_006, ""))
      #expect(try await fixture.closings.next().code == 1_006)
    }
  }

  @Test func aFrameOverTheLimitIsRefusedWithItsCode() async throws {
    var options = WebSocketOptions()
    options.limits = WebSocketLimits(message: 1_000, frame: 1_000)
    try await withServer(options: options) { fixture in
      let witness = SocketWitness()
      let socket = try await fixture.connect(witness)
      await fixture.loop.run { _ = socket.send(binary: [UInt8](repeating: 0, count: 1_001)) }
      try await witness.events.expect(.closed(1_009, "message too big"))
      try await fixture.closings.expect(Mirror.Closing(code: 1_009, reason: "message too big"))
    }
  }

  @Test func garbageFramesAreRefused() async throws {
    try await withServer { fixture in
      let client = try await RawClient(port: fixture.port, loop: fixture.loop)
      await client.send(handshake(""))
      #expect(try await client.text(upTo: "\r\n\r\n").contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      await client.send([UInt8](repeating: 0xFF, count: 10_000))
      #expect(try await fixture.closings.next().code == 1_002)
      _ = try await client.witness.closing()
    }
  }

  @Test func framesMayComeWithTheHandshake() async throws {
    try await withServer { fixture in
      let client = try await RawClient(port: fixture.port, loop: fixture.loop)
      await client.send(Array(handshake("").utf8) + WireFrame(first: 0x81, payload: Array("early".utf8)).bytes)
      _ = try await client.text(upTo: "early")
    }
  }

  @Test(arguments: [
    ("Sec-WebSocket-Version: 12", 426), ("", 426), ("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short", 400),
    ("Sec-WebSocket-Version: 13\r\nContent-Length: 1", 400),
    (
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      400
    ),
  ])
  func malformedHandshakesAreRefused(_ fields: String, _ status: Int) async throws {
    try await withServer { fixture in
      let client = try await RawClient(port: fixture.port, loop: fixture.loop)
      await client.send("GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(fields)\r\n\r\n?")
      #expect(try await client.rest().hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  /// A client that has shaken hands and reads nothing more, and the server's end of it.
  private func connectWithoutReading(_ fixture: Fixture) async throws -> (RawClient, WebSocket) {
    let client = try await RawClient(port: fixture.port, loop: fixture.loop)
    await client.send(handshake(""))
    _ = try await client.text(upTo: "\r\n\r\n")
    await fixture.loop.run { client.stream.pauseReading() }
    return (client, try await fixture.sockets.next())
  }

  private func handshake(_ more: String) -> String {
    "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(more)\r\n"
  }

  @Test func aPeerThatNeverAnswersACloseIsCutOff() async throws {
    let time = ManualTime()
    try await withServer(time: time) { fixture in
      let client = try await RawClient(port: fixture.port, loop: fixture.loop)
      await client.send(handshake(""))
      let socket = try await fixture.sockets.next()
      await socket.loop.run { socket.close(code: 1_000) }
      time.advance(by: .seconds(5))
      #expect(try await fixture.closings.next().code == 1_006)
    }
  }

  @Test func aSilentPeerIsIdle() async throws {
    let time = ManualTime()
    var options = WebSocketOptions()
    options.idleTimeout = .seconds(60)
    try await withServer(options: options, time: time) { fixture in
      let witness = SocketWitness()
      let socket = try await fixture.connect(witness)
      time.advance(by: .seconds(40))
      await fixture.loop.run { _ = socket.send(text: "here") }
      try await witness.events.expect(.text("here"))
      time.advance(by: .seconds(40))
      await fixture.loop.run { _ = socket.send(text: "still") }
      try await witness.events.expect(.text("still"))
      let waiting = Task { try await witness.events.expect(.closed(1_001, "idle")) }
      time.advance(by: .seconds(61))
      try await waiting.value
    }
  }

  @Test func aClientThatStopsReadingOverflows() async throws {
    try await withServer { fixture in
      let witness = SocketWitness()
      let client = try await fixture.connect(witness)
      await fixture.loop.run { client.pauseReading() }
      let server = try await fixture.sockets.next()
      let frame = WebSocket.serverFrame(opcode: .binary, payload: [UInt8](repeating: 1, count: 60_000))
      var sent = 0
      while await server.loop.run({ server.send(frame: frame) }) == .queued { sent += 1 }
      #expect(await server.loop.run { server.queuedBytes } <= 1 << 20)
      // Even then the close frame is queued, behind the other bytes.
      await server.loop.run { server.close(code: 1_008, reason: "slow") }
      await fixture.loop.run { client.resumeReading() }
      for _ in 0..<sent { _ = try await witness.events.next() }
      try await witness.events.expect(.closed(1_008, "slow"))
    }
  }

  @Test func whoSaidCloseIsSentNoMoreOfWhatWaits() async throws {
    try await withServer { fixture in
      let (client, server) = try await connectWithoutReading(fixture)
      let frame = WebSocket.serverFrame(opcode: .binary, payload: [UInt8](repeating: 1, count: 20_000))
      while await server.loop.run({ server.send(frame: frame) }) == .queued {}
      #expect(await server.loop.run { server.queuedBytes } > 900_000)
      await client.send(WireFrame(first: 0x88, payload: [0x03, 0xE8]).bytes)
      // The system keeps the bytes that it already holds.
      try await eventually { await server.loop.run { server.queuedBytes } < 50_000 }
      await fixture.loop.run { client.stream.resumeReading() }
      #expect(try await fixture.closings.next().code == 1_000)
      var last: [UInt8] = []
      while case .received(let bytes) = try await client.witness.events.next() { last = (last + bytes).suffix(4) }
      #expect(last == [0x88, 0x02, 0x03, 0xE8], "the answer to Close is the last that comes")
    }
  }

  @Test func pingsOfAPeerThatDoesNotReadAreAnsweredOnceWhenItDoes() async throws {
    try await withServer { fixture in
      let (client, server) = try await connectWithoutReading(fixture)
      let frame = WebSocket.serverFrame(opcode: .binary, payload: [UInt8](repeating: 1, count: 60_000))
      while await server.loop.run({ server.queuedBytes }) < 300_000 { _ = await server.loop.run { server.send(frame: frame) } }
      let pings = (100..<200).flatMap { WireFrame(first: 0x89, payload: Array("ping \($0)".utf8)).bytes }
      let (queued, heard) = await server.loop.run { (server.queuedBytes, server.lastReceived) }
      await client.send(pings + WireFrame(first: 0x82, payload: Array("come back".utf8)).bytes)
      try await eventually { await server.loop.run { server.lastReceived } > heard }
      #expect(await server.loop.run { server.queuedBytes } < queued + 100)
      await fixture.loop.run { client.stream.resumeReading() }
      var text = ""
      while !text.contains("ping 199") {
        guard case .received(let bytes) = try await client.witness.events.next() else { continue }
        text += String(decoding: bytes.filter { (0x61...0x7A).contains($0) || (0x20...0x39).contains($0) }, as: UTF8.self)
      }
      #expect(text.contains("come back") && text.ranges(of: "ping ").count == 1)
      await fixture.loop.run { client.stream.abort() }
    }
  }

  @Test func oneFrameServesManySockets() async throws {
    try await withServer { fixture in
      let witnesses = (0..<20).map { _ in SocketWitness() }
      let frame = WebSocket.serverFrame(opcode: .text, payload: Array("to all".utf8))
      for witness in witnesses {
        _ = try await fixture.connect(witness)
        let socket = try await fixture.sockets.next()
        await socket.loop.run { _ = socket.send(frame: frame) }
      }
      for witness in witnesses { try await witness.events.expect(.text("to all")) }
    }
  }

  @Test func closedSocketsAreFreed() async throws {
    try await withServer { fixture in
      var weakly: [Weakly] = []
      for round in 0..<100 {
        let witness = SocketWitness()
        let socket = try await fixture.connect(witness)
        weakly.append(Weakly(socket))
        weakly.append(Weakly(try await fixture.sockets.next()))
        await fixture.loop.run { if round % 2 == 0 { socket.abort() } else { socket.close(code: 1_000) } }
        _ = try await witness.events.next()
        _ = try await fixture.closings.next()
      }
      let all = weakly
      try await eventually { all.allSatisfy { $0.socket == nil } }
    }
  }

  private struct Weakly: Sendable {
    weak let socket: WebSocket?
    init(_ socket: WebSocket) { self.socket = socket }
  }
}
