import CUV
import Glibc

/// Finds the addresses of a host, off the loop's thread.
enum Resolver {
  /// The addresses in the order to try them.
  ///
  /// - Parameters:
  ///   - host: A numeric address, without brackets, or a name.
  ///   - port: Goes into each address.
  ///   - loop: Where the answer comes in.
  /// - Returns: At least one address.
  /// - Throws: `.unknownHost`, and `.closed` where the loop is stopped.
  static func addresses(of host: String, port: UInt16, loop: EventLoop) async throws -> [sockaddr_storage] {
    if let address = sockaddr_storage(numeric: host, port: port) { return [address] }
    guard !host.isEmpty, !host.utf8.contains(0) else { throw NetError(.invalid, "this is no host name") }
    return try await withCheckedThrowingContinuation { continuation in
      loop.post { Lookup(port: port, continuation: continuation).start(host, loop) }
    }
  }

  private final class Lookup {
    let port: UInt16
    let continuation: CheckedContinuation<[sockaddr_storage], any Error>

    init(port: UInt16, continuation: CheckedContinuation<[sockaddr_storage], any Error>) {
      self.port = port
      self.continuation = continuation
    }

    func start(_ host: String, _ loop: EventLoop) {
      guard !loop.isWinding else { return continuation.resume(throwing: NetError(.closed, "loop \(loop.name) is stopped")) }
      let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
      request.pointee.data = Unmanaged.passRetained(self).toOpaque()
      var hints = addrinfo()
      hints.ai_family = AF_UNSPEC
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      let status = uv_getaddrinfo(
        loop.uv, request,
        { request, status, list in
          guard let request, let data = request.pointee.data else { return }
          Unmanaged<Lookup>.fromOpaque(data).takeRetainedValue().finish(status, list)
          uv_freeaddrinfo(list)
          request.deallocate()
        }, host, nil, &hints)
      guard status != 0 else { return }
      Unmanaged.passUnretained(self).release()
      request.deallocate()
      continuation.resume(throwing: NetError(status: status, "looking up the host"))
    }

    func finish(_ status: Int32, _ list: UnsafeMutablePointer<addrinfo>?) {
      var found: [sockaddr_storage] = []
      var next = list
      while let entry = next?.pointee {
        if let address = read(entry) { found.append(address) }
        next = entry.ai_next
      }
      guard status == 0 else { return continuation.resume(throwing: NetError(status: status, "looking up the host")) }
      if found.isEmpty { return continuation.resume(throwing: NetError(.unknownHost, "the host has no address")) }
      continuation.resume(returning: found)
    }

    private func read(_ entry: addrinfo) -> sockaddr_storage? {
      guard entry.ai_family == AF_INET || entry.ai_family == AF_INET6, let address = entry.ai_addr else { return nil }
      var storage = sockaddr_storage()
      withUnsafeMutableBytes(of: &storage) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: min(Int(entry.ai_addrlen), $0.count)))
      }
      let isV6 = entry.ai_family == AF_INET6
      withUnsafeMutablePointer(to: &storage) {
        if isV6 {
          $0.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_port = port.bigEndian }
        } else {
          $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port = port.bigEndian }
        }
      }
      return storage
    }
  }
}
