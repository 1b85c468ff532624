import MartletNet
import MartletTesting
import Testing

@Suite struct HTTPClientTests {
  private func request(
    _ answer: String?, closes: Bool = true, method: String = "GET", limits: HTTPLimits = HTTPLimits()
  ) async throws -> HTTPResponse {
    try await withLoops { loops in
      let server = try await ScriptedServer(loop: loops[0], closes: closes) { _ in answer }
      return try await HTTPClient.request(
        method: method, at: .tcp(host: "127.0.0.1", port: server.port), path: "/", limits: limits, loop: loops[0])
    }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\n\r\nbody",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 200\r\nContent-Length: 4\r\n\r\nbody",
    "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody and more",
  ])
  func bodiesAreReadHoweverTheyAreDelimited(_ answer: String) async throws {
    let response = try await request(answer)
    #expect(response.status == 200)
    #expect(response.body == Array("body".utf8))
  }

  @Test func aResponseNeedNotEndItsConnection() async throws {
    #expect(try await request("HTTP/1.1 204 No Content\r\n\r\n", closes: false).status == 204)
    #expect(try await request("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", closes: false).status == 304)
    #expect(try await request("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", closes: false, method: "HEAD").body.isEmpty)
  }

  @Test(arguments: [
    ("garbage\r\n\r\n", NetError.Code.protocolViolation),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", .protocolViolation),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", .protocolViolation),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut", .reset),
    ("HTTP/1.1 200 OK\r\n", .reset), ("", .reset), ("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n", .limit),
    ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", .protocolViolation), ("HTTP/2.0 200 OK\r\n\r\n", .protocolViolation),
  ])
  func badResponsesAreErrors(_ answer: String, _ expected: NetError.Code) async throws {
    #expect(await code { _ = try await request(answer) } == expected)
  }

  @Test func endlessBodiesAndHeadersMeetTheLimits() async throws {
    var limits = HTTPLimits()
    (limits.headerBytes, limits.bodyBytes) = (1_000, 1_000)
    limits.bodyBytes = 4
    #expect(try await request("HTTP/1.0 200 OK\r\n\r\nbody", limits: limits).body.count == 4)
    #expect(await code { _ = try await request("HTTP/1.0 200 OK\r\n\r\nbody!", limits: limits) } == .limit)
    let many = String(repeating: "x", count: 2_000)
    #expect(await code { _ = try await request("HTTP/1.1 200 OK\r\n\r\n\(many)", limits: limits) } == .limit)
    #expect(await code { _ = try await request("HTTP/1.1 200 OK\r\nA: \(many)\r\n\r\n", limits: limits) } == .limit)
  }

  @Test func requestsThatCannotBeSaidAreNotSent() async throws {
    try await withLoops { loops in
      let endpoint = Endpoint.tcp(host: "127.0.0.1", port: 1)
      for (method, path, header) in [
        ("G T", "/", "v"), ("GET", "no-slash", "v"), ("GET", "/with space", "v"), ("GET", "/\r\nX: y", "v"),
        ("GET", "/", "v\r\nX: y"),
      ] {
        let result = await code {
          _ = try await HTTPClient.request(method: method, at: endpoint, path: path, headers: ["A": header], loop: loops[0])
        }
        #expect(result == .invalid)
      }
    }
  }

  @Test func aServerThatSaysNothingTimesOut() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let server = try await ScriptedServer(loop: loops[0]) { _ in nil }
      let result = Inbox<NetError.Code?>()
      Task {
        result.put(
          await code {
            _ = try await HTTPClient.request(
              at: .tcp(host: "127.0.0.1", port: server.port), path: "/", loop: loops[0], timeout: .seconds(5))
          })
      }
      try await eventually {
        time.advance(by: .milliseconds(500))
        return !result.arrived.isEmpty
      }
      #expect(try await result.next() == .timedOut)
      try await eventually { server.listener.connections == 0 }
    }
  }

  @Test func aCancelledRequestClosesItsConnection() async throws {
    try await withLoops { loops in
      let asked = Inbox<Bool>()
      let server = try await ScriptedServer(loop: loops[0]) { _ in
        asked.put(true)
        return nil
      }
      let request = Task {
        try await HTTPClient.request(at: .tcp(host: "127.0.0.1", port: server.port), path: "/", loop: loops[0])
      }
      #expect(try await asked.next())
      request.cancel()
      await #expect(throws: CancellationError.self) { _ = try await request.value }
      try await eventually { server.listener.connections == 0 }
    }
  }
}
