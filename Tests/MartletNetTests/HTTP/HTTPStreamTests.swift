import MartletNet
import MartletTesting
import MartletWire
import Synchronization
import Testing

/// Bodies that are streamed, both ways.
@Suite struct HTTPStreamTests {
  private func withServer(
    _ application: Streamer, _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    time: any TimeSource = SystemTimeSource(), _ body: (UInt16, EventLoop) async throws -> Void
  ) async throws {
    try await withLoops(2, time: time) { loops in
      let server = HTTPServer(loops: loops, configuration: configuration, time: time, application: application)
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      try await body(port, loops[0])
      await server.stopListening()
    }
  }

  @Test func bodiesLargerThanTheLimitOfWholeOnesAreStreamed() async throws {
    try await withServer(Streamer()) { port, loop in
      let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let response = try await HTTPClient.request(
        method: "PATCH", at: .tcp(host: "127.0.0.1", port: port), path: "/count", body: body, loop: loop)
      let sum = body.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
      #expect(String(decoding: response.body, as: UTF8.self) == "5000000 \(sum) end")
    }
  }

  @Test func requestsAfterAStreamedOneAreAnswered() async throws {
    try await withServer(Streamer()) { port, loop in
      let client = try await RawClient(port: port, loop: loop)
      let chunked = "POST /count HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
      let none = "POST /count HTTP/1.1\r\nHost: h\r\n\r\n"
      let whole = "POST /other HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nxy"
      await client.send(chunked + none + whole + "GET /made HTTP/1.1\r\nHost: h\r\nX-Length: 3\r\nConnection: close\r\n\r\n")
      let bodies = try await client.rest().split(separator: "HTTP/1.1 ").map { $0.split(separator: "\r\n").last ?? "" }
      #expect(bodies.map { $0.prefix { $0 != " " && $0 != "\n" } } == ["5", "0", "whole", "aaa"])
    }
  }

  @Test func aRefusalNeedsNoBody() async throws {
    try await withServer(Streamer()) { port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("PATCH /refuse HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n")
      let text = try await client.rest()
      #expect(text.hasPrefix("HTTP/1.1 403"))
      #expect(text.contains("Connection: close"))
    }
  }

  @Test func aClientThatAsksFirstIsToldToContinue() async throws {
    try await withServer(Streamer()) { port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send(
        "PATCH /count HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
      #expect(try await client.text(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      await client.send("ab")
      #expect(try await client.rest().hasSuffix(" end"))
    }
  }

  @Test(arguments: [
    ("Content-Length: 10\r\n\r\nabc", "3 "), ("Transfer-Encoding: chunked\r\n\r\n3\r\nabcX", "0 "),
    ("Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n", "0 "),
  ]) func aBodyThatBreaksOffIsSaid(_ body: String, _ seen: String) async throws {
    try await withServer(Streamer()) { port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("PATCH /count HTTP/1.1\r\nHost: h\r\n" + body)
      await client.shutdown()
      // Whether a piece was taken before the end is up to the order of events.
      let failure = try await Streamer.failures.next()
      #expect([.cut, .refused].contains(failure))
      _ = try await client.rest()
    }
  }

  @Test func aClientThatDawdlesIsTimedOut() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.bodyTimeout = .milliseconds(50)
    try await withServer(Streamer(), configuration) { port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("PATCH /late HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
      #expect(try await client.rest().hasSuffix("timed out"))
    }
  }

  @Test func anApplicationThatIsSlowIsNotFlooded() async throws {
    let application = Streamer()
    try await withServer(application) { port, loop in
      let body = [UInt8](repeating: 1, count: 8_000_000)
      let answer = Task {
        try await HTTPClient.request(
          method: "PATCH", at: .tcp(host: "127.0.0.1", port: port), path: "/slow", body: body, loop: loop)
      }
      // The client has nothing more to wait for than the server, which takes nothing.
      try await application.firstPiece.next()
      application.goOn.put(())
      let text = String(decoding: try await answer.value.body, as: UTF8.self)
      let most = try #require(Int(text))
      #expect(most <= HTTPBodyStream.room + (64 << 10))
    }
  }

  @Test func aMadeBodyArrivesWhole() async throws {
    try await withServer(Streamer()) { port, loop in
      var limits = HTTPLimits()
      limits.bodyBytes = 20_000_000
      let endpoint = Endpoint.tcp(host: "127.0.0.1", port: port)
      let response = try await HTTPClient.request(
        at: endpoint, path: "/made", headers: ["X-Length": "10000000"], limits: limits, loop: loop)
      #expect(response.body == [UInt8](repeating: 97, count: 10_000_000))
      let head = try await HTTPClient.request(
        method: "HEAD", at: endpoint, path: "/made", headers: ["X-Length": "10000000"], loop: loop)
      #expect(head.headers.first(name: "Content-Length") == "10000000")
    }
  }

  @Test(arguments: ["short", "long", "failed"]) func aBodyThatCannotBeMadeBreaksOff(_ path: String) async throws {
    try await withServer(Streamer()) { port, loop in
      let refused = await code {
        _ = try await HTTPClient.request(
          at: .tcp(host: "127.0.0.1", port: port), path: "/\(path)", headers: ["X-Length": "1000"], loop: loop)
      }
      #expect(refused == .reset)
    }
  }

  @Test func aClientThatDoesNotReadCostsABuffer() async throws {
    let application = Streamer()
    var configuration = HTTPServerConfiguration()
    configuration.writeTimeout = .milliseconds(100)
    try await withServer(application, configuration) { port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await loop.run { client.stream.pauseReading() }
      await client.send("GET /made HTTP/1.1\r\nHost: h\r\nX-Length: 900000000\r\n\r\n")
      // The server gives the client up, and with it lets go of what makes the body.
      try await application.ended.next()
      #expect(application.made.load(ordering: .relaxed) < 200_000_000)
      await loop.run { client.stream.abort() }
    }
  }
}

/// Streams.
private final class Streamer: HTTPApplication {
  enum Failure: Equatable, Sendable { case cut, timedOut, refused, other }

  static let failures = Inbox<Failure>()
  let firstPiece = Inbox<Void>()
  let goOn = Inbox<Void>()
  let ended = Inbox<Void>()
  let made = Atomic(0)

  func intake(of request: HTTPRequest) -> HTTPIntake {
    ["/count", "/refuse", "/slow", "/late"].contains(request.path) ? .streamed(limit: 100_000_000) : .whole
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let body = request.bodyStream else { return answer(to: request) }
    switch request.path {
    case "/refuse": return HTTPResponse(status: 403, text: "no")
    case "/slow": return HTTPResponse(status: 200, body: Array("\(await largestPiece(of: body))".utf8))
    default: return HTTPResponse(status: 200, body: Array(await count(body, isLate: request.path == "/late").utf8))
    }
  }

  private func count(_ body: HTTPBodyStream, isLate: Bool) async -> String {
    var (count, sum) = (0, UInt64(0))
    do {
      while let piece = try await body.next() {
        count += piece.count
        sum = piece.withUnsafeBytes { $0.reduce(sum) { $0 &* 31 &+ UInt64($1) } }
      }
      return "\(count) \(sum) end"
    } catch {
      guard !isLate else { return error as? HTTPBodyFailure == .timedOut ? "timed out" : "other" }
      switch error as? HTTPBodyFailure {
      case .cut: Self.failures.put(.cut)
      case .refused: Self.failures.put(.refused)
      default: Self.failures.put(.other)
      }
      return "\(count) failed"
    }
  }

  private func largestPiece(of body: HTTPBodyStream) async -> Int {
    var most = 0
    _ = try? await body.next()
    firstPiece.put(())
    try? await goOn.next()
    while let piece = try? await body.next() { most = max(most, piece.count) }
    return most
  }

  private func answer(to request: HTTPRequest) -> HTTPResponse {
    guard let length = request.headers.first(name: "X-Length").flatMap({ Int($0) }) else {
      return HTTPResponse(status: 200, text: "whole")
    }
    var response = HTTPResponse(status: 200)
    let end = Ended(ended)
    response.bodyStream = HTTPResponseStream(length: length) { [self, path = request.path] in
      _ = end
      guard path != "/failed" else { throw CancellationError() }
      guard path != "/long" else { return SharedBytes([UInt8](repeating: 97, count: length + 1)) }
      let left = length - made.load(ordering: .relaxed)
      guard path != "/short" || left == length else { return nil }
      let count = path == "/short" ? 10 : min(left, 262_144)
      made.add(count, ordering: .relaxed)
      return SharedBytes([UInt8](repeating: 97, count: count))
    }
    return response
  }

  /// Says when the last reference to what makes a body is gone.
  private final class Ended: Sendable {
    private let inbox: Inbox<Void>
    init(_ inbox: Inbox<Void>) { self.inbox = inbox }
    deinit { inbox.put(()) }
  }

  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 403, text: "no")) }
}
