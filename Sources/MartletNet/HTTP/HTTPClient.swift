/// Sends single requests.
package enum HTTPClient {
  /// Sends one request on a connection of its own, and returns the response with any status.
  ///
  /// - Parameters:
  ///   - method: In capitals.
  ///   - endpoint: The server.
  ///   - path: From the slash on, with the query, percent-encoded.
  ///   - headers: Host, length and connection are added.
  ///   - body: Sent with a length; left out if it is empty and the method is GET or HEAD.
  ///   - tls: The trusted certificates; nil for plain TCP.
  ///   - limits: The largest response to accept.
  ///   - loop: The loop that runs the request.
  ///   - timeout: The time for the whole request.
  /// - Returns: The response.
  /// - Throws: The errors of connecting; `.protocolViolation` or `.limit` for an invalid response; `.reset` if the response is
  ///   cut short; `.invalid` for a malformed request; `CancellationError`.
  package static func request(
    method: String = "GET", at endpoint: Endpoint, path: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    tls: TLSClientConfiguration? = nil, limits: HTTPLimits = HTTPLimits(), loop: EventLoop, timeout: Duration = .seconds(30)
  ) async throws -> HTTPResponse {
    var headers = headers
    headers.add(name: "Connection", value: "close")
    if !body.isEmpty || (method != "GET" && method != "HEAD") {
      headers.add(name: "Content-Length", value: String(body.count))
    }
    let head = try HTTPExchange<HTTPResponse>.head(method: method, path: path, host: endpoint.hostField, headers: headers)
    let exchange = HTTPExchange<HTTPResponse>(
      loop: loop, request: SharedBytes(head + body), parser: HTTPResponseParser(limits: limits, isHead: method == "HEAD")
    ) { response, stream, _ in
      stream.shutdown()
      return response
    }
    return try await exchange.run(at: endpoint, tls: tls, timeout: timeout)
  }
}

/// One request and its response, on one connection.
///
/// `@unchecked Sendable`: the stored variables are touched on `loop` only.
final class HTTPExchange<Value: Sendable>: @unchecked Sendable {
  private let loop: EventLoop
  private let request: SharedBytes
  private let accept: @Sendable (HTTPResponse, ByteStream, UnsafeRawBufferPointer) throws -> Value
  private let outcome: Outcome<Value>
  private var parser: HTTPResponseParser
  private var stream: ByteStream?
  /// Whether a byte of the response has come.
  private var isAnswered = false

  /// Prepares the exchange.
  ///
  /// - Parameters:
  ///   - loop: The loop that runs it.
  ///   - request: Head and body.
  ///   - parser: The parser of the response.
  ///   - accept: Turns the response into the result, and decides whether to close the stream or to hand it over, with the bytes
  ///     after the response. Called on the loop.
  init(
    loop: EventLoop, request: SharedBytes, parser: HTTPResponseParser,
    accept: @escaping @Sendable (HTTPResponse, ByteStream, UnsafeRawBufferPointer) throws -> Value
  ) {
    self.loop = loop
    self.request = request
    self.parser = parser
    self.accept = accept
    outcome = Outcome(loop: loop)
  }

  /// The head of a request.
  static func head(method: String, path: String, host: String, headers: HTTPHeaders) throws -> [UInt8] {
    guard HTTPSyntax.isToken(method), path.hasPrefix("/"), path.utf8.allSatisfy({ HTTPSyntax.isTarget($0) }),
      host.utf8.allSatisfy({ HTTPSyntax.isTarget($0) }),
      headers.fields.allSatisfy({ HTTPSyntax.isToken($0.name) && $0.value.utf8.allSatisfy { HTTPSyntax.isValue($0) } })
    else { throw NetError(.invalid, "the request's method, path or headers are malformed") }
    var head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n"
    for field in headers.fields { head += "\(field.name): \(field.value)\r\n" }
    return Array((head + "\r\n").utf8)
  }

  func run(
    at endpoint: Endpoint, tls: TLSClientConfiguration?, timeout: Duration, writeQueueLimit: Int = 0
  ) async throws -> Value {
    let start = loop.time.monotonicNanoseconds
    var options = StreamOptions()
    options.writeQueueLimit = max(options.writeQueueLimit, writeQueueLimit, request.count)
    let stream = try await endpoint.connect(loop: loop, tls: tls, options: options, timeout: timeout) { stream in
      self.stream = stream
      _ = stream.write(self.request)
      return self
    }
    let spent = Duration.nanoseconds(Int64(truncatingIfNeeded: loop.time.monotonicNanoseconds &- start))
    return try await outcome.value(within: timeout - spent, doing: "waiting for the response") { result in
      if case .failure = result { stream.abort() }
      self.stream = nil
    }
  }

  private func finish(_ response: HTTPResponse, _ rest: UnsafeRawBufferPointer) {
    guard let stream, !outcome.isSet else { return }
    outcome.set(Result { try accept(response, stream, rest) })
  }
}

extension HTTPExchange: ByteStreamHandler {
  func streamReceived(_ bytes: UnsafeRawBufferPointer) {
    guard !outcome.isSet else { return }
    isAnswered = true
    switch parser.receive(bytes) {
    case .more: break
    case .response(let response, let consumed):
      finish(response, UnsafeRawBufferPointer(rebasing: bytes[consumed...]))
    case .refused(let refusal):
      let isLimit = refusal.status == 413 || refusal.status == 431
      outcome.set(.failure(NetError(isLimit ? .limit : .protocolViolation, "the response: \(refusal.reason)")))
    }
  }

  func streamDrained() {}

  func streamClosed(_ error: NetError?) {
    if let response = parser.ended() { finish(response, UnsafeRawBufferPointer(start: nil, count: 0)) }
    guard isAnswered else {
      return outcome.set(.failure(NetError(error?.code ?? .reset, "the server closed the connection without an answer")))
    }
    outcome.set(.failure(error ?? NetError(.reset, "the server closed the connection in the middle of its response")))
  }
}
