import Glibc

/// Connections over a Unix domain socket, which are this machine's and as private as the socket's file.
package enum LocalSocket {
  /// Listens at a path that only this user may connect to (mode 0600).
  ///
  /// Replaces an abandoned socket. The file is removed when the listener closes.
  ///
  /// - Parameters:
  ///   - path: At most 107 bytes.
  ///   - loops: At least one; the first accepts.
  ///   - options: See `ListenOptions`.
  ///   - accept: Called on the loop of each new stream; returns the stream's handler.
  /// - Returns: The listener, which stays open until `close()` or the end of the first loop.
  /// - Throws: `.addressInUse` if another process listens there or the file is not a socket, `.permission`, `.invalid`,
  ///   `.closed`.
  package static func listen(
    path: String, loops: [EventLoop], options: ListenOptions = ListenOptions(),
    accept: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) async throws -> Listener {
    guard let address = sockaddr_storage(path: path) else { throw NetError(.invalid, "the socket path is empty or too long") }
    if isAbandoned(address, path) { unlink(path) }
    return try await ListeningSocket.open(
      address, name: path, path: path, loops: loops, options: options, accept: accept)
  }

  /// Connects to a path.
  ///
  /// - Parameters:
  ///   - path: At most 107 bytes.
  ///   - loop: The stream's loop.
  ///   - options: See `StreamOptions`.
  ///   - timeout: The time for the whole attempt.
  ///   - handler: Called on the loop with the new stream; returns the stream's handler.
  /// - Returns: The open stream.
  /// - Throws: `.refused` if no process listens, `.permission`, `.invalid`, `.timedOut`, `.closed`; `CancellationError` if the
  ///   task is cancelled.
  package static func connect(
    path: String, loop: EventLoop, options: StreamOptions = StreamOptions(), timeout: Duration = .seconds(10),
    handler: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) async throws -> ByteStream {
    guard let address = sockaddr_storage(path: path) else { throw NetError(.invalid, "the socket path is empty or too long") }
    let connector = Connector(loop: loop, target: path, options: options, handler: handler)
    return try await connector.connect(timeout: timeout) { [address] }
  }

  /// True if a socket's file exists but no process listens: the leftover of a killed server.
  private static func isAbandoned(_ address: sockaddr_storage, _ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
    let descriptor = address.newSocket()
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return address.withSockaddr { Glibc.connect(descriptor, $0, $1) } != 0 && errno == ECONNREFUSED
  }
}
