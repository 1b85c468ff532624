import MartletNet
import MartletTesting
import MartletWire
import Testing

/// Connections that carry one request after another.
@Suite struct HTTPClientConnectionTests {
  private func with(
    _ application: any HTTPApplication = Mirror(), bodyBytes: Int = 32 << 20,
    _ body: (HTTPClientConnection, HTTPServer) async throws -> Void
  ) async throws {
    try await withLoops(2) { loops in
      var configuration = HTTPServerConfiguration()
      configuration.limits.bodyBytes = bodyBytes
      let server = HTTPServer(loops: loops, configuration: configuration, application: application)
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      let connection = try await HTTPClientConnection.open(.tcp(host: "127.0.0.1", port: port), tls: nil, loop: loops[0])
      try await body(connection, server)
      connection.close()
      await server.close()
    }
  }

  private func send(
    _ connection: HTTPClientConnection, _ method: String = "GET", _ path: String = "/", _ body: [SharedBytes] = []
  ) async throws -> HTTPResponse {
    var limits = HTTPLimits()
    limits.bodyBytes = 32 << 20
    return try await connection.send(
      method: method, path: path, host: "h", headers: [:], body: body, limits: limits, timeout: .seconds(20))
  }

  @Test func requestsFollowEachOther() async throws {
    try await with { connection, _ in
      for number in 1...5 {
        let response = try await send(connection, "POST", "/\(number)", [SharedBytes([33, 33]), SharedBytes([34])])
        #expect(response.body == Array("POST /\(number)  3!!\"".utf8))
        #expect(try await send(connection, "HEAD").body.isEmpty)
        #expect(connection.isUsable)
      }
    }
  }

  @Test func largeBodiesGoOutAsTheServerTakesThem() async throws {
    try await with { connection, _ in
      let pieces = (0..<40).map { SharedBytes([UInt8](repeating: UInt8($0), count: 300_000)) }
      let response = try await send(connection, "PUT", "/", pieces)
      #expect(response.body.count == 12_000_000 + "PUT /  12000000".utf8.count)
      #expect(response.body.last == 39)
      #expect(connection.isUsable)
    }
  }

  @Test func anAnswerBeforeTheEndOfTheBodyEndsTheConnection() async throws {
    try await with(bodyBytes: 1000) { connection, _ in
      let pieces = (0..<60).map { _ in SharedBytes([UInt8](repeating: 1, count: 1 << 20)) }
      let response = try await send(connection, "PUT", "/", pieces)
      #expect(response.status == 413)
      #expect(!connection.isUsable)
      #expect(await code { _ = try await send(connection) } == .reset)
    }
  }

  @Test func aConnectionThatTheServerClosedIsNotUsable() async throws {
    try await with { connection, server in
      let response = try await send(connection)
      #expect(response.status == 200)
      await server.close()
      #expect(await code { _ = try await send(connection) } == .reset)
      #expect(!connection.isUsable)
    }
  }

  @Test func malformedRequestsAreRefused() async throws {
    try await with { connection, _ in
      #expect(await code { _ = try await send(connection, "GET", "no slash") } == .invalid)
      let large = SharedBytes([UInt8](repeating: 1, count: HTTPClientConnection.pieceLimit + 1))
      #expect(await code { _ = try await send(connection, "PUT", "/", [large]) } == .invalid)
      let response = try await send(connection)
      #expect(response.status == 200)
    }
  }
}
