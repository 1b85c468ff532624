/// A server to which a client connects.
package enum Endpoint: Sendable, Hashable {
  /// A host by name or numeric address, without brackets.
  case tcp(host: String, port: UInt16)
  /// The path of a Unix domain socket.
  case local(path: String)

  /// Connects, as `TCP.connect` and `LocalSocket.connect` do.
  func connect(
    loop: EventLoop, tls: TLSClientConfiguration?, options: StreamOptions, timeout: Duration,
    handler: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) async throws -> ByteStream {
    switch self {
    case .tcp(let host, let port):
      try await TCP.connect(host: host, port: port, loop: loop, tls: tls, options: options, timeout: timeout, handler: handler)
    case .local(let path):
      try await LocalSocket.connect(path: path, loop: loop, options: options, timeout: timeout, handler: handler)
    }
  }

  /// The value of a request's Host field.
  var hostField: String {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .local: "localhost"
    }
  }
}
