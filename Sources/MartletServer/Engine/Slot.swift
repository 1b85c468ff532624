/// A conversation in memory, and what waits for it.
struct Slot {
  /// Nil while it is loaded.
  var conversation: Conversation?
  /// Whether the next request must wait for one under way.
  var isBlocked = false
  /// Appends that are decided and not settled: what they change is not in `conversation` yet.
  var underWay = 0
  /// In monotonic nanoseconds.
  var lastUsed: UInt64 = 0
  private var queue: [Work] = []

  /// The conversation, where the next request can be decided on it.
  var ready: Conversation? { isBlocked ? nil : conversation }

  /// Whether nothing waits or is under way.
  private var isUnused: Bool { conversation != nil && !isBlocked && underWay == 0 && queue.isEmpty }

  /// Whether nothing is lost with it: there is no such conversation.
  var isNothing: Bool { isUnused && conversation?.record == nil }

  /// Whether nobody used it since a moment.
  func isIdle(since moment: UInt64) -> Bool { isUnused && lastUsed < moment }

  mutating func append(_ work: Work) { queue.append(work) }

  /// Takes out everything that waits.
  mutating func takeQueue() -> [Work] {
    defer { queue = [] }
    return queue
  }

  /// Puts back what could not be decided, before what came meanwhile.
  mutating func putBack(_ rest: [Work]) { queue.insert(contentsOf: rest, at: 0) }
}
