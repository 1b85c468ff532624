import Foundation
import Glibc
import MartletTesting
import Synchronization

/// Stands between PostgreSQL and its clients, and cuts the connection in place of some replies to a COMMIT.
final class CommitCutter: Sendable {
  private let place: TemporaryDirectory
  private let target: String
  private let listener: Int32
  private let period: Int
  private let commits = Atomic<Int>(0)
  private let made = Atomic<Int>(0)

  /// Where a client finds the socket.
  var directory: String { place.path }
  /// How many connections were cut.
  var cuts: Int { made.load(ordering: .relaxed) }

  /// Cuts each `period`-th reply of the server at a Unix socket; until `stop`.
  init(to target: String, each period: Int) throws {
    place = try TemporaryDirectory()
    self.target = target
    self.period = period
    listener = try Self.socket(place.file(".s.PGSQL.5432")) { Glibc.bind($0, $1, $2) }
    guard listen(listener, 64) == 0 else { throw TestError("cannot listen") }
    Thread.detachNewThread { self.acceptAll() }
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func acceptAll() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      guard let server = try? Self.socket(target, { Glibc.connect($0, $1, $2) }) else {
        close(client)
        continue
      }
      Thread.detachNewThread { Self.pump(from: client, to: server) { $0 } }
      Thread.detachNewThread {
        var rest: [UInt8] = []
        Self.pump(from: server, to: client) { self.passed($0, &rest) }
      }
    }
  }

  /// The whole messages that go on to the client; nil for a cut.
  private func passed(_ bytes: [UInt8], _ rest: inout [UInt8]) -> [UInt8]? {
    rest += bytes
    var end = 0
    // A type, and a length that includes itself.
    while rest.count - end >= 5 {
      let length = rest[end + 1..<end + 5].reduce(0) { $0 << 8 | Int($1) }
      guard rest.count - end > length else { break }
      let isCommitted = rest[end] == UInt8(ascii: "C") && rest[(end + 5)...].starts(with: Array("COMMIT\0".utf8))
      if isCommitted, commits.add(1, ordering: .relaxed).newValue % period == 0 {
        made.add(1, ordering: .relaxed)
        return nil
      }
      end += 1 + length
    }
    defer { rest.removeFirst(end) }
    return Array(rest.prefix(end))
  }

  /// Copies until an end closes or `pass` gives nil; then both are closed, and the other direction ends too.
  private static func pump(from source: Int32, to target: Int32, _ pass: ([UInt8]) -> [UInt8]?) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0, let bytes = pass(Array(buffer.prefix(count))) else { break }
      guard bytes.isEmpty || send(target, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { break }
    }
    for end in [source, target] { shutdown(end, Int32(SHUT_RDWR)) }
  }

  private static func socket(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard descriptor >= 0, status == 0 else { throw TestError("the socket \(path) cannot be used") }
    return descriptor
  }
}
