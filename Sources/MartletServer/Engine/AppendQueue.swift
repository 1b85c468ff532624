import MartletStore

/// The requester that waits for an append.
struct WaitingAppend {
  let request: any AppendWork
  let slot: Slot
  /// Whether later requests on the conversation are decided when this one is settled.
  let blocks: Bool
}

/// Appends for the store, each with its waiting requester.
struct AppendBatch {
  private(set) var appends: [Shared<Append>] = []
  private(set) var waiting: [WaitingAppend] = []
  private var weight = 0

  /// Reserves space for about this many.
  init(capacity: Int = 0) {
    appends.reserveCapacity(capacity)
    waiting.reserveCapacity(capacity)
  }

  var isEmpty: Bool { appends.isEmpty }

  mutating func add(_ append: Shared<Append>, _ waiting: WaitingAppend) {
    weight &+= append.value.weight
    appends.append(append)
    self.waiting.append(waiting)
  }

  /// Takes out the first, as many as `rows` rows or one at least, so that others' batches get their turn.
  mutating func take(rows: Int) -> AppendBatch {
    var batch = self
    if weight <= rows {
      // The next batch will have about the same size, and growing copies.
      self = AppendBatch(capacity: batch.appends.count)
      return batch
    }
    var sum = 0
    let fitting = appends.prefix { append in
      sum &+= append.value.weight
      return sum <= rows
    }
    let count = max(1, fitting.count)
    batch.appends.removeSubrange(count...)
    batch.waiting.removeSubrange(count...)
    appends.removeFirst(count)
    waiting.removeFirst(count)
    batch.weight = batch.appends.reduce(0) { $0 &+ $1.value.weight }
    weight &-= batch.weight
    return batch
  }
}

/// Appends in the order in which they were decided: those that wait for the store, and the batch that it has.
///
/// Appends that arrive while the store has a batch form the next one.
struct AppendQueue {
  private var waiting = AppendBatch()
  /// Empty while the store has none.
  private var stored = AppendBatch()

  mutating func add(_ append: Shared<Append>, _ waiting: WaitingAppend) { self.waiting.add(append, waiting) }

  /// Takes the next batch for the store, of about so many rows; nil if the store still has one or nothing waits.
  mutating func begin(rows: Int) -> [Shared<Append>]? {
    guard stored.isEmpty, !waiting.isEmpty else { return nil }
    stored = waiting.take(rows: rows)
    return stored.appends
  }

  /// Takes back the batch that the store has answered.
  mutating func finish() -> AppendBatch {
    let batch = stored
    stored = AppendBatch()
    return batch
  }
}
