import CUV
import Glibc

/// Finds the addresses of a host.
///
/// The system's resolver blocks, for half a minute if the network is down, and cannot be cancelled. So each lookup has a thread
/// of its own, and callers need not wait for it.
enum Resolver {
  /// The addresses in the order to try them.
  ///
  /// - Parameters:
  ///   - host: A numeric address, without brackets, or a name.
  ///   - port: Goes into each address.
  /// - Returns: At least one address.
  /// - Throws: `.unknownHost`; `.exhausted` if no thread is left.
  static func addresses(of host: String, port: UInt16) async throws -> [sockaddr_storage] {
    if let address = sockaddr_storage(numeric: host, port: port) { return [address] }
    guard !host.isEmpty, !host.utf8.contains(0) else { throw NetError(.invalid, "the host name is malformed") }
    return try await withCheckedThrowingContinuation { continuation in
      let started = SystemThread.start(named: "lookup") { continuation.resume(with: Result { try lookUp(host, port) }) }
      if !started { continuation.resume(throwing: NetError(.exhausted, "looking up the host: no thread")) }
    }
  }

  private static func lookUp(_ host: String, _ port: UInt16) throws -> [sockaddr_storage] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    // Without AI_ADDRCONFIG, which hides `::1` on a machine that has IPv6 on its loopback only. Addresses to which no way
    // leads come last anyway, and fail at once.
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else {
      let reason = status == EAI_SYSTEM ? strerror(errno) : gai_strerror(status).map { UnsafeMutablePointer(mutating: $0) }
      throw NetError(.unknownHost, "cannot find the host \(host): \(reason.map { String(cString: $0) } ?? "no reason")")
    }
    var found: [sockaddr_storage] = []
    var next = list
    while let entry = next?.pointee {
      if let address = read(entry, port) { found.append(address) }
      next = entry.ai_next
    }
    guard !found.isEmpty else { throw NetError(.unknownHost, "the host has no address") }
    return found
  }

  private static func read(_ entry: addrinfo, _ port: UInt16) -> sockaddr_storage? {
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
