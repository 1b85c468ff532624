import Glibc
import MartletNet
import MartletTesting
import Testing

@Suite struct DescriptorWatchTests {
  /// Reads once each time the descriptor is ready, and tells what came: a number of bytes, or the system's error below 0.
  private final class Reader {
    private let descriptor: Int32
    private let read: Inbox<Int>
    private var watch: DescriptorWatch?

    init(_ loop: EventLoop, _ descriptor: Int32, _ read: Inbox<Int>) throws {
      self.descriptor = descriptor
      self.read = read
      watch = try DescriptorWatch(loop: loop, descriptor: descriptor, events: .readable, ready: { self.ready() }, stopped: {})
    }

    private func ready() {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      read.put(count < 0 ? Int(-errno) : count)
      guard count <= 0 else { return }
      watch?.close()
      watch = nil
    }
  }

  /// A peer that closes without having read all that was sent to it leaves its last words, and an error after them.
  @Test func lastWordsBeforeAnErrorAreNotTheEnd() async throws {
    try await withLoops { loops in
      var pair: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
      let (own, peer) = (pair[0], pair[1])
      defer { close(own) }
      #expect(write(own, "question", 8) == 8)
      #expect(write(peer, "bye", 3) == 3)
      close(peer)
      let read = Inbox<Int>()
      try await loops[0].run { Result { _ = try Reader(loops[0], own, read) } }.get()
      try await read.expect(3)
      try await read.expect(Int(-ECONNRESET))
    }
  }
}
