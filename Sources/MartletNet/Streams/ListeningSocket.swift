import CUV
import Glibc

extension sockaddr_storage {
  /// A new stream socket of the address's family, non-blocking and not inherited; -1 with `errno` if that fails.
  func newSocket() -> Int32 {
    socket(Int32(ss_family), Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }
}

/// Creates the sockets of listeners.
enum ListeningSocket {
  static func open(
    _ address: sockaddr_storage, name: String, path: String?, loops: [EventLoop], tls: TLSServerConfiguration? = nil,
    options: ListenOptions,
    accept: @escaping @Sendable (ByteStream) -> any ByteStreamHandler
  ) async throws -> Listener {
    guard let loop = loops.first else { throw NetError(.invalid, "a listener needs a loop") }
    return try await loop.runThrowing {
      let descriptor = try bind(address, name: name, isPrivate: path != nil, backlog: options.backlog)
      do {
        let door = try ListenerDoor(
          descriptor: descriptor, loop: loop, loops: loops, tls: tls, options: options, path: path, accept: accept)
        return Listener(address: SocketAddress.bound(descriptor) ?? .local, door: door, loop: loop)
      } catch {
        Glibc.close(descriptor)
        throw error
      }
    }
  }

  /// Throws the error that `open` would throw if the address is not available.
  static func checkFree(_ address: sockaddr_storage, name: String) throws {
    Glibc.close(try bind(address, name: name, isPrivate: false, backlog: 1))
  }

  /// A bound, listening, non-blocking socket.
  private static func bind(_ address: sockaddr_storage, name: String, isPrivate: Bool, backlog: Int32) throws -> Int32 {
    let descriptor = address.newSocket()
    guard descriptor >= 0 else { throw NetError(status: -errno, "listening on \(name)") }
    // So that a restarted server gets its port back although old connections linger.
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if Int32(address.ss_family) == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    // Before `bind` makes the file, so that there is no moment in which others could connect.
    if isPrivate { fchmod(descriptor, 0o600) }
    guard address.withSockaddr({ Glibc.bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, backlog) == 0 else {
      let status = -errno
      Glibc.close(descriptor)
      throw NetError(status: status, "listening on \(name)")
    }
    return descriptor
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}
