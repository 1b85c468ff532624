import MartletNet
import MartletTesting
import MartletWire
import Synchronization
import Testing

@Suite struct HTTPServerTests {
  /// Runs the body against a server on loops that are stopped at the end.
  private func withServer(
    _ application: any HTTPApplication = Mirror(), _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    time: any TimeSource = SystemTimeSource(), _ body: (HTTPServer, UInt16, EventLoop) async throws -> Void
  ) async throws {
    try await withLoops(2, time: time) { loops in
      let server = HTTPServer(loops: loops, configuration: configuration, time: time, application: application)
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      try await body(server, port, loops[0])
      await server.stopListening()
    }
  }

  @Test func requestsAreAnswered() async throws {
    try await withServer { _, port, loop in
      let response = try await HTTPClient.request(
        method: "POST", at: .tcp(host: "127.0.0.1", port: port), path: "/p?q=1", body: [33, 33], loop: loop)
      #expect(response.status == 200)
      #expect(response.body == Array("POST /p q=1 2!!".utf8))
      #expect(response.headers.first(name: "content-length") == "15")
      #expect(response.headers.first(name: "X-LOCAL") == "false")
      let head = try await HTTPClient.request(method: "HEAD", at: .tcp(host: "127.0.0.1", port: port), path: "/", loop: loop)
      #expect(head.body.isEmpty)
      #expect(head.headers.first(name: "Content-Length") == "9")
    }
  }

  @Test func largeResponsesArriveWhole() async throws {
    try await withServer { _, port, loop in
      var limits = HTTPLimits()
      limits.bodyBytes = 10_000_000
      let response = try await HTTPClient.request(
        at: .tcp(host: "127.0.0.1", port: port), path: "/large", limits: limits, loop: loop)
      #expect(response.body.count == 5_000_000)
      let refused = await code {
        _ = try await HTTPClient.request(at: .tcp(host: "127.0.0.1", port: port), path: "/large", loop: loop)
      }
      #expect(refused == .limit)
    }
  }

  @Test func aUnixSocketServesToo() async throws {
    let path = "/tmp/martlet-http-\(UInt64.random(in: 0 ... .max)).sock"
    try await withLoops { loops in
      let server = HTTPServer(loops: loops, application: Mirror())
      try await server.listen(path: path)
      let response = try await HTTPClient.request(at: .local(path: path), path: "/", loop: loops[0])
      #expect(response.headers.first(name: "X-Local") == "true")
      await server.close()
      #expect(await code { _ = try await HTTPClient.request(at: .local(path: path), path: "/", loop: loops[0]) } == .refused)
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await withServer { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      let requests = (0..<50).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
      await client.send(requests + "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let text = try await client.rest()
      let paths = text.split(separator: "GET /").dropFirst().map { $0.prefix { $0 != " " } }
      #expect(paths == (0..<50).map { "\($0)"[...] } + ["last"])
      #expect(text.contains("Connection: close"))
    }
  }

  @Test func whatFollowsARefusedUpgradeIsAnsweredToo() async throws {
    try await withServer { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      let upgrade =
        "GET /refused HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      let get = "GET /then HTTP/1.1\r\nHost: h\r\n\r\n"
      await client.send(upgrade + get + upgrade + upgrade + "GET /last HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let statuses = try await client.rest().split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
      #expect(statuses == ["403", "200", "403", "403", "200"])
    }
  }

  @Test func aClientThatEndedItsSideIsAnswered() async throws {
    try await withServer { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("GET /bye HTTP/1.1\r\nHost: h\r\n\r\n")
      await client.shutdown()
      try await eventually { await loop.run { client.stream.queuedBytes } == 0 }
    }
    try await withServer(Slow()) { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("GET /bye HTTP/1.0\r\n\r\n")
      #expect(try await client.rest().hasSuffix("\r\n\r\nslow"))
    }
  }

  @Test func aBodyIsAskedForWhereTheClientWaits() async throws {
    try await withServer { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
      #expect(try await client.text(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      await client.send("ok")
      #expect(try await client.rest().hasSuffix("PUT /  2ok"))
    }
  }

  @Test func garbageIsRefusedAndTheConnectionCloses() async throws {
    try await withServer { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01] + [UInt8](repeating: 0xFF, count: 5_000))
      #expect(try await client.rest().hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test func aHundredThousandHeadersAreRefused() async throws {
    try await withServer { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 100_000))
      #expect(try await client.rest().hasPrefix("HTTP/1.1 431 "))
    }
  }

  @Test func slowHeadersRunOutOfTime() async throws {
    let time = ManualTime()
    try await withServer(time: time) { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      // The answer to the first request shows that the time of the second has begun.
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\n")
      _ = try await client.text(upTo: "GET /")
      for _ in 0..<9 {
        await client.send("A: b\r\n")
        time.advance(by: .seconds(1))
      }
      let answer = Inbox<String>()
      let reading = Task { answer.put(try await client.rest()) }
      time.advance(by: .seconds(2))
      try await reading.value
      #expect(try await answer.next().contains("HTTP/1.1 408 "))
    }
  }

  @Test func silentConnectionsAreClosed() async throws {
    let time = ManualTime()
    try await withServer(time: time) { _, port, loop in
      let silent = try await RawClient(port: port, loop: loop)
      let idle = try await RawClient(port: port, loop: loop)
      await idle.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = try await idle.text(upTo: "GET /")
      let gone = Inbox<Bool>()
      let reading = Task {
        _ = try await silent.rest()
        _ = try await idle.rest()
        gone.put(true)
      }
      try await eventually {
        time.advance(by: .seconds(1))
        return !gone.arrived.isEmpty
      }
      try await reading.value
    }
  }

  @Test func aClientThatReadsNothingIsCutOff() async throws {
    let time = ManualTime()
    try await withServer(time: time) { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await loop.run { client.stream.pauseReading() }
      await client.send("GET /large HTTP/1.1\r\nHost: h\r\n\r\n")
      try await eventually {
        time.advance(by: .seconds(1))
        return await loop.run { loop.openStreams } < 2
      }
    }
  }

  @Test func aClientThatReadsSlowlyGetsItAll() async throws {
    let time = ManualTime()
    var configuration = HTTPServerConfiguration()
    // More than the kernel takes at once, so that the queue is seen to shrink.
    configuration.listen.stream.writeQueueLimit = 20_000_000
    try await withServer(Mirror(), configuration, time: time) { _, port, loop in
      let witness = StreamWitness()
      let stream = try await TCP.connect(host: "127.0.0.1", port: port, loop: loop) { Sipper($0, witness) }
      await loop.run { _ = stream.write(SharedBytes("GET /huge HTTP/1.0\r\n\r\n".utf8)) }
      var (received, sips) = (0, 0)
      while received < 40_000_000 {
        if case .received(let bytes) = try await witness.events.next() { received += bytes.count }
        await loop.run { stream.resumeReading() }
        sips += 1
        // Altogether far more than it may take none.
        if sips % 100 == 0, received < 30_000_000 { time.advance(by: .seconds(20)) }
      }
      _ = try await witness.closing()
    }
  }

  @Test func aClientThatGoesAwayCancelsItsRequest() async throws {
    let cancelled = Inbox<Bool>()
    try await withServer(Endless(cancelled: cancelled)) { _, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      try await cancelled.expect(false)
      await loop.run { client.stream.abort() }
      try await cancelled.expect(true)
    }
  }

  @Test func closingLetsRequestsFinish() async throws {
    try await withServer(Slow()) { server, port, loop in
      let idle = try await RawClient(port: port, loop: loop)
      await idle.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = try await idle.text(upTo: "slow")
      let busy = try await RawClient(port: port, loop: loop)
      await busy.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      await server.close()
      _ = try await idle.rest()
      _ = try await busy.rest()
      #expect(await code { _ = try await RawClient(port: port, loop: loop) } == .refused)
    }
  }

  @Test(.timeLimit(.minutes(10))) func closingDoesNotWaitForTheRestOfARequest() async throws {
    // Time stands still, so that no timeout helps.
    try await withServer(time: ManualTime()) { server, port, loop in
      let client = try await RawClient(port: port, loop: loop)
      await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
      _ = try await client.text(upTo: "100 Continue\r\n\r\n")
      await client.send("ab")
      await server.close()
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test func closingDoesNotWaitForAnotherRequestAfterALargeResponse() async throws {
    // Time stands still, so that no timeout helps.
    try await withLoops(time: ManualTime()) { loops in
      let (closed, stream, witness) = try await closingWhileSipping(loops)
      #expect(closed.arrived.isEmpty)
      var received = 0
      reading: while true {
        await loops[0].run { stream.resumeReading() }
        switch try await witness.events.next() {
        case .received(let bytes): received += bytes.count
        case .closed: break reading
        case .drained, .ended: break
        }
      }
      #expect(received > 39_000_000)
      try await closed.expect(true)
    }
  }

  @Test func closingEndsThoughAClientReadsATrickle() async throws {
    let time = ManualTime()
    try await withLoops(time: time) { loops in
      let (closed, stream, witness) = try await closingWhileSipping(loops)
      for _ in 0..<2 {
        await loops[0].run { stream.resumeReading() }
        _ = try await witness.bytes(1)
        time.advance(by: .seconds(4))
      }
      #expect(closed.arrived.isEmpty)
      time.advance(by: .seconds(2))
      try await closed.expect(true)
    }
  }

  @Test func closingGivesUpARequestThatIsNotAnswered() async throws {
    let time = ManualTime()
    let cancelled = Inbox<Bool>()
    try await withLoops(time: time) { loops in
      let server = HTTPServer(loops: loops, application: Endless(cancelled: cancelled))
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      let idle = try await RawClient(port: port, loop: loops[0])
      let client = try await RawClient(port: port, loop: loops[0])
      await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      try await cancelled.expect(false)
      let closed = closing(server)
      // Is closed in the turn in which the limit begins.
      #expect(try await idle.rest().isEmpty)
      #expect(closed.arrived.isEmpty)
      time.advance(by: .seconds(10))
      try await cancelled.expect(true)
      try await closed.expect(true)
    }
  }

  /// A server that was just told to close while a client takes little of a large answer.
  private func closingWhileSipping(_ loops: [EventLoop]) async throws -> (Inbox<Bool>, ByteStream, StreamWitness) {
    let server = HTTPServer(loops: loops, application: Mirror())
    let port = try await server.listen(host: "127.0.0.1", port: 0).port
    let idle = try await RawClient(port: port, loop: loops[0])
    let (stream, witness) = try await sipHuge(port, loops[0])
    let closed = closing(server)
    // Is closed in the turn in which the other is let finish, and the limit begins.
    #expect(try await idle.rest().isEmpty)
    return (closed, stream, witness)
  }

  /// Closes the server, and tells when that is done.
  private func closing(_ server: HTTPServer) -> Inbox<Bool> {
    let closed = Inbox<Bool>()
    Task {
      await server.close(within: .seconds(10))
      closed.put(true)
    }
    return closed
  }

  @Test func requestsWaitUntilTheAnswersBeforeAreTaken() async throws {
    let time = ManualTime()
    let requests = Inbox<String>()
    try await withLoops(time: time) { loops in
      let loop = loops[0]
      var configuration = HTTPServerConfiguration()
      // Room for all of the answers, several times as much as the kernel takes.
      configuration.listen.stream.writeQueueLimit = 100_000_000
      let server = HTTPServer(loops: loops, configuration: configuration, application: Wordy(requests: requests))
      let port = try await server.listen(host: "127.0.0.1", port: 0).port
      let client = try await RawClient(port: port, loop: loop)
      await loop.run { client.stream.pauseReading() }
      let text = (0..<400).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
      await client.send(text)
      try await requests.expect("/0")
      // Is cut off in the end, because it takes nothing.
      try await eventually {
        time.advance(by: .seconds(1))
        return await loop.run { loop.openStreams } < 2
      }
      #expect(requests.arrived.count < 200)
      await server.stopListening()
    }
  }

  @Test func aClientThatEndsItsSideDuringALargeResponseIsNotWaitedFor() async throws {
    try await withServer(time: ManualTime()) { _, port, loop in
      let (stream, witness) = try await sipHuge(port, loop)
      // Ends its side, reads the rest and waits for the server's end.
      await loop.run { stream.shutdown() }
      #expect(try await witness.closing() == nil)
    }
  }

  /// Asks for more than the kernel takes at once, and reads the beginning.
  private func sipHuge(_ port: UInt16, _ loop: EventLoop) async throws -> (ByteStream, StreamWitness) {
    let witness = StreamWitness()
    let stream = try await TCP.connect(host: "127.0.0.1", port: port, loop: loop) { Sipper($0, witness) }
    await loop.run { _ = stream.write(SharedBytes("GET /huge HTTP/1.1\r\nHost: h\r\n\r\n".utf8)) }
    _ = try await witness.bytes(1)
    return (stream, witness)
  }

  @Test func responsesCannotBeSplitByTheirHeaders() async throws {
    try await withServer(Splitter()) { _, port, loop in
      let response = try await HTTPClient.request(at: .tcp(host: "127.0.0.1", port: port), path: "/", loop: loop)
      #expect(response.status == 500)
      #expect(response.headers.fields.map(\.name) == ["Good", "Content-Length", "Date", "Connection"])
    }
  }

  @Test func theDateIsTheClocks() async throws {
    try await withServer(time: ManualTime(wallMilliseconds: 784_111_777_000)) { _, port, loop in
      let response = try await HTTPClient.request(at: .tcp(host: "127.0.0.1", port: port), path: "/", loop: loop)
      #expect(response.headers.first(name: "Date") == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
  }
}

/// Takes a few turns to answer.
private struct Slow: HTTPApplication {
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    for _ in 0..<20 { await Task.yield() }
    return HTTPResponse(status: 200, body: Array("slow".utf8))
  }
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 404)) }
}

/// Answers only when cancelled.
private struct Endless: HTTPApplication {
  let cancelled: Inbox<Bool>

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    cancelled.put(false)
    try? await Task.sleep(for: .seconds(3_600))
    cancelled.put(Task.isCancelled)
    return HTTPResponse(status: 200)
  }
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 404)) }
}

/// Tells of each request, and answers with much.
private struct Wordy: HTTPApplication {
  let requests: Inbox<String>

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    requests.put(request.path)
    return HTTPResponse(status: 200, body: [UInt8](repeating: 97, count: 200_000))
  }
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 404)) }
}

/// An application with mistakes.
private struct Splitter: HTTPApplication {
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    HTTPResponse(
      status: 9,
      headers: ["Bad": "a\r\nInjected: b", "Bad name": "a", "Good": "c", "Content-Length": "7", "Transfer-Encoding": "x"])
  }
  func upgrade(_ request: HTTPRequest) -> HTTPUpgrade { .refuse(HTTPResponse(status: 404)) }
}
