import Glibc
import Testing

/// A port that takes no more connections and refuses none: a full queue that nobody accepts from.
struct SilentPort {
  let port: UInt16
  private let descriptors: [Int32]

  init() throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try #require(with(&address) { bind(listening, $0, $1) } == 0)
    try #require(listen(listening, 0) == 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listening, $0, &length) }
    }
    port = UInt16(bigEndian: address.sin_port)
    var all = [listening]
    for _ in 0..<4 {
      let filling = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      _ = with(&address) { connect(filling, $0, $1) }
      all.append(filling)
    }
    descriptors = all
  }

  func close() { for descriptor in descriptors { Glibc.close(descriptor) } }
}

private func with(_ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
  }
}
