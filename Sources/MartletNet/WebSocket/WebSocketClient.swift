/// Opens WebSockets.
package enum WebSocketClient {
  /// Connects and completes the handshake.
  ///
  /// - Parameters:
  ///   - endpoint: The server.
  ///   - path: From the slash on, with the query, percent-encoded.
  ///   - subprotocols: The offered subprotocols, best first.
  ///   - headers: More fields of the request.
  ///   - tls: The trusted certificates; nil for plain TCP.
  ///   - options: The socket's options.
  ///   - random: The source of keys and masks.
  ///   - loop: The socket's loop.
  ///   - timeout: The time for the whole attempt.
  ///   - handler: Called on the loop with the open socket; returns its handler.
  /// - Returns: The open socket.
  /// - Throws: The errors of connecting; `.refused` with the status if the server refuses; `.protocolViolation` for an invalid
  ///   answer; `CancellationError`.
  package static func connect(
    to endpoint: Endpoint, path: String = "/", subprotocols: [String] = [], headers: HTTPHeaders = [:],
    tls: TLSClientConfiguration? = nil,
    options: WebSocketOptions = WebSocketOptions(), random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    loop: EventLoop, timeout: Duration = .seconds(10), handler: @escaping @Sendable (WebSocket) -> any WebSocketHandler
  ) async throws -> WebSocket {
    var random = random
    let key = WebSocketHandshake.newKey(&random)
    let keys = WebSocketKeys(random: random)
    var headers = headers
    headers.add(name: "Upgrade", value: "websocket")
    headers.add(name: "Connection", value: "Upgrade")
    headers.add(name: "Sec-WebSocket-Version", value: "13")
    headers.add(name: "Sec-WebSocket-Key", value: key)
    if !subprotocols.isEmpty { headers.add(name: "Sec-WebSocket-Protocol", value: subprotocols.joined(separator: ", ")) }
    let head = try HTTPExchange<WebSocket>.head(method: "GET", path: path, host: endpoint.hostField, headers: headers)
    let exchange = HTTPExchange<WebSocket>(
      loop: loop, request: SharedBytes(head), parser: HTTPResponseParser(limits: HTTPLimits(), isHead: false)
    ) { response, stream, rest in
      let subprotocol = try WebSocketHandshake.agreement(response, key: key, offered: subprotocols)
      let socket = WebSocket(stream: stream, subprotocol: subprotocol, options: SharedOptions(options), keys: keys)
      socket.begin(handler(socket))
      if !rest.isEmpty { socket.streamReceived(rest) }
      return socket
    }
    return try await exchange.run(at: endpoint, tls: tls, timeout: timeout, writeQueueLimit: options.writeQueueLimit)
  }

  /// Connects over TCP; see `connect(to:)`.
  package static func connect(
    host: String, port: UInt16, path: String = "/", subprotocols: [String] = [], headers: HTTPHeaders = [:],
    tls: TLSClientConfiguration? = nil,
    options: WebSocketOptions = WebSocketOptions(), loop: EventLoop, timeout: Duration = .seconds(10),
    handler: @escaping @Sendable (WebSocket) -> any WebSocketHandler
  ) async throws -> WebSocket {
    try await connect(
      to: .tcp(host: host, port: port), path: path, subprotocols: subprotocols, headers: headers, tls: tls, options: options,
      loop: loop, timeout: timeout, handler: handler)
  }
}
