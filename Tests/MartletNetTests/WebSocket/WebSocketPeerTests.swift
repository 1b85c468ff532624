import Foundation
import MartletNet
import MartletTesting
import Testing

/// Both ends of a WebSocket against implementations that are not ours: wsproto and `websockets` in Python.
@Suite struct WebSocketPeerTests {
  private struct Verdict: Decodable {
    var `case`: String
    var problem: String?
  }

  private struct Listening: Decodable {
    var port: UInt16
    var cases: Int?
  }

  private struct Done: Decodable { var done: Bool }

  /// As `Peers/cases.py` has it.
  private var options: WebSocketOptions {
    var options = WebSocketOptions()
    options.limits = WebSocketLimits(message: 100_000, frame: 80_000)
    return options
  }

  private func withServer(
    tls: TLSServerConfiguration? = nil, _ body: (UInt16, Inbox<Mirror.Closing>) async throws -> Void
  ) async throws {
    try await withLoops(2) { loops in
      var configuration = HTTPServerConfiguration()
      configuration.webSocket = options
      configuration.tls = tls
      // The peer may be slow on a busy machine.
      configuration.headerTimeout = .seconds(80)
      let closings = Inbox<Mirror.Closing>()
      let application = Mirror(subprotocol: "martlet.v1", closings: closings)
      let server = HTTPServer(loops: loops, configuration: configuration, application: application)
      try await body(try await server.listen(host: "127.0.0.1", port: 0).port, closings)
    }
  }

  @Test func theServerHoldsEveryCase() async throws {
    try await withServer { port, closings in
      let peer = try ForeignProcess.python("frames.py", ["client", "\(port)"])
      var played = 0
      while case let line = try await peer.lines.next(within: .seconds(90)), !line.isEmpty {
        let verdict = try JSONDecoder().decode(Verdict.self, from: Data(line.utf8))
        #expect(verdict.problem == nil, "\(verdict.case): \(verdict.problem ?? "")")
        played += 1
      }
      #expect(played > 250)
      // Every socket was closed, and its handler told once.
      for _ in 0..<played { _ = try await closings.next() }
    }
  }

  @Test func theClientHoldsEveryCase() async throws {
    let peer = try ForeignProcess.python("frames.py", ["server"])
    let listening = try await peer.next(Listening.self)
    let cases = try #require(listening.cases)
    #expect(cases > 250)
    try await withLoops { loops in
      for number in 0..<cases {
        let closings = Inbox<Mirror.Closing>()
        _ = try await WebSocketClient.connect(
          host: "127.0.0.1", port: listening.port, path: "/\(number)", options: options, loop: loops[0]
        ) { SocketEcho($0, closings) }
        let verdict = try await peer.next(Verdict.self)
        #expect(verdict.problem == nil, "\(verdict.case): \(verdict.problem ?? "")")
        _ = try await closings.next()
      }
    }
  }

  @Test func theServerTalksWithAnotherLibrary() async throws {
    try await withServer { port, closings in
      let peer = try ForeignProcess.python("library.py", ["client", "ws://127.0.0.1:\(port)/"])
      #expect(try await peer.next(Done.self).done)
      try await closings.expect(Mirror.Closing(code: 3_456, reason: "fertig ✓"))
      try await closings.expect(Mirror.Closing(code: 1_009, reason: "message too big"))
    }
  }

  @Test func theClientTalksWithAnotherLibrary() async throws {
    let peer = try ForeignProcess.python("library.py", ["server"])
    let port = try await peer.next(Listening.self).port
    try await withLoops { loops in
      try await converse(port: port, tls: nil, loop: loops[0])
    }
    peer.stop()
  }

  @Test func bothTalkWithItOverTLS() async throws {
    let scratch = try Scratch()
    let authority = try Certificate(names: nil)
    let (trust, certificate, key) = (scratch.file("ca.pem"), scratch.file("server.pem"), scratch.file("server.key"))
    try authority.write(certificateFile: trust)
    try Certificate(names: "DNS:localhost", issuer: authority).write(certificateFile: certificate, keyFile: key)
    try await withServer(tls: TLSServerConfiguration(certificateFile: certificate, keyFile: key)) { port, _ in
      let peer = try ForeignProcess.python("library.py", ["client", "wss://localhost:\(port)/", trust])
      #expect(try await peer.next(Done.self).done)
    }
    let peer = try ForeignProcess.python("library.py", ["server", certificate, key])
    let port = try await peer.next(Listening.self).port
    try await withLoops { loops in
      let client = try TLSClientConfiguration(trust: .file(trust), serverName: "localhost")
      try await converse(port: port, tls: client, loop: loops[0])
    }
    peer.stop()
  }

  /// Has messages of all kinds and sizes come back from the library's server, and has it close.
  private func converse(port: UInt16, tls: TLSClientConfiguration?, loop: EventLoop) async throws {
    let witness = SocketWitness()
    let socket = try await WebSocketClient.connect(
      host: "127.0.0.1", port: port, subprotocols: ["martlet.v1"], tls: tls, loop: loop
    ) { _ in witness }
    #expect(socket.subprotocol == "martlet.v1")
    var random = SeededRandom.fromEnvironment()
    for _ in 0..<300 {
      let size = [0, 1, 125, 126, 5_000, 65_536].randomElement(using: &random) ?? 0
      let bytes = [UInt8](repeating: UInt8.random(in: 32...126, using: &random), count: size)
      let isText = Bool.random(using: &random)
      await loop.run {
        if isText { _ = socket.send(text: SharedBytes(bytes)) } else { _ = socket.send(binary: bytes) }
      }
      try await witness.events.expect(isText ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(bytes))
    }
    await loop.run { _ = socket.send(text: "close me") }
    try await witness.events.expect(.text("close me"))
    try await witness.events.expect(.closed(4_001, "as you wish"))
  }
}
