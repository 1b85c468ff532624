/// Decides the order in which outbox rows are sent: one lane per conversation, each in the order of its rows.
///
/// Several rows of a lane may be in flight; the server keeps their order. If the server asks to retry one later, the lane waits
/// until all its in-flight rows are answered, and then resumes at its first remaining row. After a lost connection, every lane
/// restarts at its first row. A row whose file is not uploaded yet, and all rows behind it in its lane, wait. Lanes take turns.
struct OutboxLanes {
  struct Lane {
    /// Unconfirmed rows, ascending.
    var rows: [Int64] = []
    /// The number of rows sent, from the front.
    var sent = 0
    var underWay: Set<Int64> = []
    /// The server refused one for now: wait until all in-flight rows are answered.
    var isStalled = false
    /// 0 if the lane is not held.
    var heldUntil: UInt64 = 0
    var failures = 0

    func canSend(at now: UInt64) -> Bool {
      sent < rows.count && !isStalled && heldUntil <= now && underWay.count < OutboxLanes.window
    }
  }

  /// Rows of one lane that may be in flight.
  static let window = 64

  private(set) var lanes: [String: Lane] = [:]
  private var laneOf: [Int64: String] = [:]
  /// Rows whose files are not at the server yet.
  private(set) var awaited: Set<Int64> = []
  /// Lanes that may have something to send, in the order of their turns.
  private var ready = DistinctFifo<String>()
  private(set) var underWay = 0
  /// Earliest end of a hold not yet seen by `wake`.
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

  /// Returns the next row to send, and marks it as sent.
  mutating func next(at now: UInt64) -> Int64? {
    while let name = ready.first {
      guard var lane = lanes[name], lane.canSend(at: now), case let row = lane.rows[lane.sent], !awaited.contains(row) else {
        ready.removeFirst()
        continue
      }
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

  /// Removes a row that was stored, refused or discarded.
  mutating func remove(_ row: Int64) {
    awaited.remove(row)
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

  /// Holds a row, and those behind it, until its file is uploaded; one that was sent is put back.
  mutating func await(_ row: Int64) {
    awaited.insert(row)
    guard let name = laneOf[row], var lane = lanes[name], lane.underWay.remove(row) != nil else { return }
    underWay -= 1
    // As after a refusal for now, but without a delay: the upload takes its time.
    lane.isStalled = true
    restart(&lane)
    lanes[name] = lane
  }

  /// Lets a row go whose file is uploaded.
  mutating func release(_ row: Int64) {
    guard awaited.remove(row) != nil, let name = laneOf[row] else { return }
    ready.append(name)
  }

  /// Puts back a row that the server refused for now.
  mutating func postpone(_ row: Int64, at now: UInt64, retryAfter: UInt64) {
    guard let name = laneOf[row], var lane = lanes[name], lane.underWay.remove(row) != nil else { return }
    underWay -= 1
    // Refusals of rows that were in flight together count as one failure.
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

  /// Restarts all lanes: nothing is in flight.
  mutating func connectionLost() {
    underWay = 0
    for name in lanes.keys.sorted() {
      lanes[name]?.sent = 0
      lanes[name]?.underWay = []
      lanes[name]?.isStalled = false
      lanes[name]?.heldUntil = 0
      lanes[name]?.failures = 0
    }
    ready = DistinctFifo(lanes.keys.sorted())
    firstEnd = .max
  }

  /// Gives lanes their canonical names, and merges those that get the same one.
  mutating func rename(_ canonical: (String) -> String) {
    var renamed = OutboxLanes(laneOf.sorted { $0.key < $1.key }.map { ($0.key, canonical($0.value)) })
    renamed.awaited = awaited
    renamed.connectionLost()
    self = renamed
  }

  /// The time at which a held lane may resume; nil if none is held.
  var deadline: UInt64? { firstEnd == .max ? nil : firstEnd }

  /// Ends holds that are over; O(1) if none is.
  mutating func wake(at now: UInt64) {
    guard firstEnd <= now else { return }
    let held = lanes.filter { $0.value.heldUntil > 0 }
    let over = held.filter { $0.value.heldUntil <= now }
    for name in over.keys.sorted() {
      lanes[name]?.heldUntil = 0
      ready.append(name)
    }
    firstEnd = held.lazy.map { $0.value.heldUntil }.filter { $0 > now }.min() ?? .max
  }
}
