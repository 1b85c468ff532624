import Synchronization

/// A connection to an HTTP server that carries one request after another.
///
/// It stays open until the server or `close()` ends it, or a request fails.
///
/// `@unchecked Sendable`: `loop` and `isUsable` may be read anywhere; all else is touched on the loop only.
package final class HTTPClientConnection: @unchecked Sendable {
  private let loop: EventLoop
  private let usable = Atomic(true)
  private var stream: ByteStream?
  private var exchange: Exchange?

  /// The largest piece of a request's body.
  package static let pieceLimit = 1 << 20

  /// A request that was not answered yet.
  private struct Exchange {
    /// Pieces that the stream had no room for.
    var unsent: ArraySlice<SharedBytes>
    var parser: HTTPResponseParser
    let outcome: Outcome<HTTPResponse>
    var isAnswered = false
  }

  private init(loop: EventLoop) { self.loop = loop }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - endpoint: The server.
  ///   - tls: The trusted certificates; nil for plain TCP.
  ///   - loop: The loop that runs the connection.
  ///   - timeout: The time for the whole attempt.
  /// - Returns: The open connection.
  /// - Throws: The errors of connecting; `CancellationError`.
  package static func open(
    _ endpoint: Endpoint, tls: TLSClientConfiguration?, loop: EventLoop, timeout: Duration = .seconds(10)
  ) async throws -> HTTPClientConnection {
    let connection = HTTPClientConnection(loop: loop)
    var options = StreamOptions()
    options.writeQueueLimit = pieceLimit
    _ = try await endpoint.connect(loop: loop, tls: tls, options: options, timeout: timeout) { stream in
      connection.stream = stream
      return connection
    }
    return connection
  }

  /// False once the connection is closed, or will be after the request under way.
  package var isUsable: Bool { usable.load(ordering: .acquiring) }

  /// Sends a request and returns the response with any status.
  ///
  /// Only one at a time. The server may answer before it has all of the body.
  ///
  /// - Parameters:
  ///   - method: In capitals.
  ///   - path: From the slash on, with the query, percent-encoded.
  ///   - host: The value of the Host field.
  ///   - headers: Host and length are added.
  ///   - body: Pieces of at most `pieceLimit` bytes.
  ///   - limits: The largest response to accept.
  ///   - timeout: The time for the whole request.
  /// - Returns: The response.
  /// - Throws: `.reset` if the connection ends before the response does; `.timedOut`; `.protocolViolation` or `.limit` for an
  ///   invalid response; `.invalid` for a malformed request; `CancellationError`. The connection is closed then.
  package func send(
    method: String, path: String, host: String, headers: HTTPHeaders, body: [SharedBytes] = [], limits: HTTPLimits,
    timeout: Duration
  ) async throws -> HTTPResponse {
    var headers = headers
    let length = body.reduce(0) { $0 + $1.count }
    if length > 0 || method == "PUT" || method == "POST" { headers.add(name: "Content-Length", value: "\(length)") }
    let head = try HTTPExchange<HTTPResponse>.head(method: method, path: path, host: host, headers: headers)
    guard body.allSatisfy({ $0.count <= Self.pieceLimit }), head.count <= Self.pieceLimit else {
      throw NetError(.invalid, "a piece of the request is too large")
    }
    let outcome = Outcome<HTTPResponse>(loop: loop)
    let exchange = Exchange(
      unsent: [SharedBytes(head)] + body[...], parser: HTTPResponseParser(limits: limits, isHead: method == "HEAD"),
      outcome: outcome)
    return try await outcome.value(
      within: timeout, doing: "waiting for the response", start: { self.begin(exchange) },
      ended: { result in if case .failure = result { self.abort() } })
  }

  /// Closes the connection, unless a request is under way.
  package func close() {
    loop.post {
      guard self.exchange == nil else { return }
      self.usable.store(false, ordering: .releasing)
      self.stream?.shutdown()
    }
  }

  private func begin(_ exchange: Exchange) {
    guard stream != nil, self.exchange == nil, isUsable else {
      return exchange.outcome.set(.failure(NetError(.reset, "the server closed the connection before the request")))
    }
    self.exchange = exchange
    pump()
  }

  /// Writes as many pieces as the stream takes.
  private func pump() {
    while let piece = exchange?.unsent.first, stream?.write(piece) == .queued { exchange?.unsent.removeFirst() }
  }

  private func abort() {
    exchange = nil
    usable.store(false, ordering: .releasing)
    stream?.abort()
  }

  private func finish(_ response: HTTPResponse, isLast: Bool) {
    guard let exchange else { return }
    self.exchange = nil
    if isLast || !exchange.unsent.isEmpty {
      usable.store(false, ordering: .releasing)
      // A body that the server did not want would be queued no further.
      if exchange.unsent.isEmpty { stream?.shutdown() } else { stream?.abort() }
    }
    exchange.outcome.set(.success(response))
  }
}

extension HTTPClientConnection: ByteStreamHandler {
  package func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    // Nobody asked for these bytes, so the next response would not be the next request's.
    guard exchange != nil else { return abort() }
    exchange?.isAnswered = true
    switch exchange?.parser.receive(bytes) {
    case .response(let response, let consumed):
      finish(response, isLast: consumed < bytes.count || exchange?.parser.keepsAlive != true)
    case .refused(let refusal):
      let isLimit = refusal.status == 413 || refusal.status == 431
      exchange?.outcome.set(.failure(NetError(isLimit ? .limit : .protocolViolation, "the response: \(refusal.reason)")))
    case .more, nil: break
    }
  }

  package func streamDrained() { pump() }

  package func streamClosed(_ error: NetError?) {
    usable.store(false, ordering: .releasing)
    stream = nil
    guard let exchange else { return }
    if let response = exchange.parser.ended() { return finish(response, isLast: true) }
    self.exchange = nil
    let when = exchange.isAnswered ? "in the middle of its response" : "without an answer"
    exchange.outcome.set(.failure(NetError(error?.code ?? .reset, "the server closed the connection \(when)")))
  }
}
