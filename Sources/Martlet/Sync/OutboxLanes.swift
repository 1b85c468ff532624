/// The order in which outbox rows are sent: one lane per conversation, in which rows go out in the order they were made.
///
/// Several rows of a lane may be under way at once, which keeps their order as long as the server takes them. When it turns
/// one away for the moment, the lane sends nothing more until all under way are answered, and then goes on from the first
/// row left. When the connection is lost, every lane begins again at its first row.
struct OutboxLanes {
  struct Lane {
    /// Rows that are not confirmed, ascending.
    var rows: [Int64] = []
    /// How many of them, from the front, were sent.
    var sent = 0
    var underWay: Set<Int64> = []
    /// One was turned away: send no more until none is under way.
    var isStalled = false
    /// 0 where it is not held.
    var heldUntil: UInt64 = 0
    var failures = 0

    func canSend(at now: UInt64) -> Bool {
      sent < rows.count && !isStalled && heldUntil <= now && underWay.count < OutboxLanes.window
    }
  }

  /// Rows of one lane that may be under way at once.
  static let window = 64

  private(set) var lanes: [String: Lane] = [:]
  private var laneOf: [Int64: String] = [:]
  /// Lanes that may have something to send, in turn.
  private var ready = Fifo<String>()
  private(set) var underWay = 0
  /// No hold that `wake` did not see yet ends before.
  private var firstEnd = UInt64.max

  init(_ rows: [(row: Int64, conversation: String)]) {
    for (row, conversation) in rows { add(row, conversation) }
  }

  var isEmpty: Bool { laneOf.isEmpty }

  /// Adds the newest row.
  mutating func add(_ row: Int64, _ conversation: String) {
    laneOf[row] = conversation
    lanes[conversation, default: Lane()].rows.append(row)
    ready.append(conversation)
  }

  /// The row to send next, which then counts as sent.
  mutating func next(at now: UInt64) -> Int64? {
    while let name = ready.first {
      guard var lane = lanes[name], lane.canSend(at: now) else {
        ready.removeFirst()
        continue
      }
      let row = lane.rows[lane.sent]
      lane.sent += 1
      lane.underWay.insert(row)
      lanes[name] = lane
      underWay += 1
      ready.removeFirst()
      ready.append(name)
      return row
    }
    return nil
  }

  /// The row is done with, stored or refused.
  mutating func remove(_ row: Int64) {
    guard let name = laneOf.removeValue(forKey: row), var lane = lanes[name] else { return }
    if let index = lane.rows.firstIndex(of: row) {
      lane.rows.remove(at: index)
      if index < lane.sent { lane.sent -= 1 }
    }
    if lane.underWay.remove(row) != nil { underWay -= 1 }
    lane.failures = 0
    restart(&lane)
    lanes[name] = lane.rows.isEmpty && lane.underWay.isEmpty ? nil : lane
    ready.append(name)
  }

  /// The server turned the row away for now.
  mutating func postpone(_ row: Int64, at now: UInt64, retryAfter: UInt64) {
    guard let name = laneOf[row], var lane = lanes[name], lane.underWay.remove(row) != nil else { return }
    underWay -= 1
    // Of many that were under way and are turned away together, the first says what the others say too.
    if !lane.isStalled { lane.failures += 1 }
    let delay = max(retryAfter, 250_000_000 << UInt64(max(0, min(lane.failures - 1, 8))))
    lane.heldUntil = max(lane.heldUntil, now.addingClamped(delay))
    lane.isStalled = true
    firstEnd = min(firstEnd, lane.heldUntil)
    restart(&lane)
    lanes[name] = lane
  }

  private func restart(_ lane: inout Lane) {
    guard lane.isStalled, lane.underWay.isEmpty else { return }
    lane.isStalled = false
    lane.sent = 0
  }

  /// Nothing is under way any more.
  mutating func connectionLost() {
    underWay = 0
    for name in lanes.keys.sorted() {
      lanes[name]?.sent = 0
      lanes[name]?.underWay = []
      lanes[name]?.isStalled = false
      lanes[name]?.heldUntil = 0
      lanes[name]?.failures = 0
    }
    ready = Fifo(lanes.keys.sorted())
    firstEnd = .max
  }

  /// Gives lanes their canonical names, now that those are known.
  mutating func rename(_ canonical: (String) -> String) {
    var renamed = OutboxLanes(laneOf.sorted { $0.key < $1.key }.map { ($0.key, canonical($0.value)) })
    renamed.connectionLost()
    self = renamed
  }

  /// When a held lane may go on; nil where none is held.
  var deadline: UInt64? { firstEnd == .max ? nil : firstEnd }

  /// Ends the holds whose time has come; costs nothing before the first of them.
  mutating func wake(at now: UInt64) {
    guard firstEnd <= now else { return }
    let held = lanes.filter { $0.value.heldUntil > 0 }
    let over = held.filter { $0.value.heldUntil <= now }
    for name in over.keys.sorted() {
      lanes[name]?.heldUntil = 0
      ready.append(name)
    }
    firstEnd = held.lazy.map(\.value.heldUntil).filter { $0 > now }.min() ?? .max
  }
}
