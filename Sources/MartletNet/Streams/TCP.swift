import CUV
import Glibc

/// Connections over TCP.
package enum TCP {
  /// Listens, and distributes connections to the loops in turn.
  ///
  /// - Parameters:
  ///   - host: A numeric address, without brackets, or a name, whose first address is used. `::` accepts IPv4 too.
  ///   - port: 0 picks a free one.
  ///   - loops: At least one; the first accepts.
  ///   - tls: The certificate and key; nil for plain TCP.
  ///   - options: See `ListenOptions`.
  ///   - accept: Called on the loop of each new stream; returns the stream's handler.
  /// - Returns: The listener, which stays open until `close()` or the end of the first loop.
  /// - Throws: `.addressInUse`, `.permission`, `.unknownHost`, `.closed`.
  package static func listen(
    host: String, port: UInt16, loops: [EventLoop], tls: TLSServerConfiguration? = nil,
    options: ListenOptions = ListenOptions(),
    accept: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) async throws -> Listener {
    guard let address = try await Resolver.addresses(of: host, port: port).first else {
      throw NetError(.unknownHost, "the host has no address")
    }
    return try await ListeningSocket.open(
      address, name: "\(host) port \(port)", path: nil, loops: loops, tls: tls, options: options, accept: accept)
  }

  /// Checks that `listen` could take an address, by taking it for a moment.
  ///
  /// - Parameters:
  ///   - host: As `listen` takes it.
  ///   - port: As `listen` takes it.
  /// - Throws: `.addressInUse`, `.permission`, `.unknownHost`.
  package static func checkFree(host: String, port: UInt16) async throws {
    guard let address = try await Resolver.addresses(of: host, port: port).first else {
      throw NetError(.unknownHost, "the host has no address")
    }
    try ListeningSocket.checkFree(address, name: "\(host) port \(port)")
  }

  /// Connects to the first address of the host that answers and, with TLS, completes its handshake.
  ///
  /// Tries the next address in parallel after 250 ms. Fails only when no address is left, with the error of the furthest attempt.
  ///
  /// - Parameters:
  ///   - host: A numeric address, without brackets, or a name.
  ///   - port: The port.
  ///   - loop: The stream's loop.
  ///   - tls: The trusted certificates; nil for plain TCP.
  ///   - options: See `StreamOptions`.
  ///   - timeout: The time for the whole attempt.
  ///   - handler: Called on the loop with the new stream; returns the stream's handler.
  /// - Returns: The open stream.
  /// - Throws: `.refused`, `.timedOut`, `.unreachable`, `.unknownHost`, `.tls`, `.closed`; `CancellationError` if the task is
  ///   cancelled.
  package static func connect(
    host: String, port: UInt16, loop: EventLoop, tls: TLSClientConfiguration? = nil,
    options: StreamOptions = StreamOptions(), timeout: Duration = .seconds(10),
    handler: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) async throws -> ByteStream {
    let connector = Connector(
      loop: loop, target: "\(host) port \(port)", tls: tls.map { ($0, host) }, options: options, handler: handler)
    return try await connector.connect(timeout: timeout) {
      try await Resolver.addresses(of: host, port: port)
    }
  }
}
