import MartletWire

/// The reads of one session.
///
/// Runs a few at a time, and none while the client has a large backlog of answers to take. Without it, a client that requests
/// many pages at once would be disconnected as too slow for the answers.
struct ReadQueue {
  typealias Read = @Sendable (Reading) async throws -> Wire.ServerPacket.Body

  /// The maximum number of reads under way.
  ///
  /// Their answers together do not fill the connection's queue.
  static let limit = 2

  private var waiting: [(id: UInt32, bytes: Int, read: Read)] = []
  /// Bytes that the requests came in which wait.
  private(set) var waitingBytes = 0
  private var running = 0

  /// Whether reads wait for the client alone.
  var isHeldBack: Bool { !waiting.isEmpty && running == 0 }

  /// Adds the read of a request that came in so many bytes.
  mutating func append(_ id: UInt32, bytes: Int, _ read: @escaping Read) {
    waiting.append((id, bytes, read))
    waitingBytes &+= bytes
  }

  /// The next read to begin, if one waits and may begin.
  mutating func next(hasRoom: Bool) -> (id: UInt32, read: Read)? {
    guard hasRoom, running < Self.limit, !waiting.isEmpty else { return nil }
    running &+= 1
    let next = waiting.removeFirst()
    waitingBytes &-= next.bytes
    return (next.id, next.read)
  }

  /// A read was answered.
  mutating func finish() { running &-= 1 }

  mutating func removeAll() {
    waiting = []
    waitingBytes = 0
  }
}
