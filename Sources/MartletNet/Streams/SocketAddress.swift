import CUV
import Glibc

/// The address of one end of a connection.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
  private enum Form: Hashable, Sendable {
    case v4(UInt32)
    case v6(UInt64, UInt64)
    case local
  }
  private let form: Form
  /// 0 for a Unix domain socket.
  package let port: UInt16

  private init(form: Form, port: UInt16) {
    self.form = form
    self.port = port
  }

  /// A Unix domain socket; its path is no part of the address.
  package static let local = SocketAddress(form: .local, port: 0)

  /// Whether the peer is on this machine.
  package var isLoopback: Bool {
    switch form {
    case .v4(let bits): bits >> 24 == 127
    case .v6(let high, let low): high == 0 && (low == 1 || low >> 24 == 0xFFFF7F)
    case .local: true
    }
  }

  package var isLocalSocket: Bool { form == .local }

  /// The address without the port, IPv4 as the IPv6 address that stands for it; nil for a Unix domain socket.
  var bits: (high: UInt64, low: UInt64)? {
    switch form {
    case .v4(let bits): (0, 0xFFFF_0000_0000 | UInt64(bits))
    case .v6(let high, let low): (high, low)
    case .local: nil
    }
  }

  /// The numeric address, without brackets; `local` for a Unix domain socket.
  package var host: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      text.initialize(repeating: 0)
      guard let base = text.baseAddress else { return "" }
      switch form {
      case .v4(let bits):
        var address = in_addr(s_addr: bits.bigEndian)
        uv_inet_ntop(AF_INET, &address, base, text.count)
      case .v6(let high, let low):
        var address = (high.bigEndian, low.bigEndian)
        uv_inet_ntop(AF_INET6, &address, base, text.count)
      case .local: return "local"
      }
      return String(cString: base)
    }
  }

  package var description: String {
    switch form {
    case .v4: "\(host):\(port)"
    case .v6: "[\(host)]:\(port)"
    case .local: "local"
    }
  }
}

extension SocketAddress {
  /// Reads an address from the kernel; nil for an unknown family.
  init?(_ storage: sockaddr_storage) {
    let family = Int32(storage.ss_family)
    let read = Swift.withUnsafeBytes(of: storage) { bytes -> (Form, UInt16)? in
      switch family {
      case AF_INET:
        let address = bytes.loadUnaligned(as: sockaddr_in.self)
        return (.v4(UInt32(bigEndian: address.sin_addr.s_addr)), UInt16(bigEndian: address.sin_port))
      case AF_INET6:
        let address = bytes.loadUnaligned(as: sockaddr_in6.self)
        let halves = Swift.withUnsafeBytes(of: address.sin6_addr) {
          ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        return (.v6(UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1)), UInt16(bigEndian: address.sin6_port))
      case AF_UNIX: return (.local, 0)
      default: return nil
      }
    }
    guard let (form, port) = read else { return nil }
    self.init(form: form, port: port)
  }

  /// A numeric address; nil if the host is a name.
  package init?(numeric host: String, port: UInt16) {
    guard let storage = sockaddr_storage(numeric: host, port: port) else { return nil }
    self.init(storage)
  }

  /// The address to which a socket is bound.
  static func bound(_ descriptor: Int32) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return status == 0 ? SocketAddress(storage) : nil
  }
}

extension sockaddr_storage {
  /// A numeric IPv4 or IPv6 address; nil if the host is a name.
  init?(numeric host: String, port: UInt16) {
    self.init()
    let isRead = withUnsafeMutablePointer(to: &self) { storage in
      storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { uv_ip4_addr(host, Int32(port), $0) } == 0
        || storage.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { uv_ip6_addr(host, Int32(port), $0) } == 0
    }
    guard isRead, !host.utf8.contains(0) else { return nil }
  }

  /// A path in the file system; nil if it is empty, too long (107 bytes) or holds a NUL.
  init?(path: String) {
    self.init()
    let bytes = Array(path.utf8)
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    guard !bytes.isEmpty, bytes.count <= MemoryLayout<sockaddr_un>.size - offset - 1, !bytes.contains(0) else { return nil }
    ss_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &self) { storage in
      for (index, byte) in bytes.enumerated() { storage[offset + index] = byte }
    }
  }

  /// The part of the storage that the family uses.
  var usedLength: socklen_t {
    switch Int32(ss_family) {
    case AF_INET: socklen_t(MemoryLayout<sockaddr_in>.size)
    case AF_INET6: socklen_t(MemoryLayout<sockaddr_in6>.size)
    default: socklen_t(MemoryLayout<sockaddr_un>.size)
    }
  }

  /// Calls `body` with the address as the kernel takes it.
  func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, usedLength) }
    }
  }
}
