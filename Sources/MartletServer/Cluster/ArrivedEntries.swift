/// Entries of one conversation that are stored, and are to be told to the sessions of this node.
///
/// Each is told once, in order. A slot that is new in memory does not know what was told before. It begins with the first of
/// what has arrived, once all that was stored before has arrived too.
struct ArrivedEntries {
  /// Whether entries are being read from the store.
  var isReading = false
  /// What this slot has told, without gaps; nil if nothing yet.
  private var told: ClosedRange<UInt64>?
  /// Whether everything has arrived that was stored before the first arrival.
  private var isComplete = false
  /// The newest that is to be told after that.
  private var last: UInt64 = 0
  /// What arrived before anything was told, or comes before it.
  private var others: [ClosedRange<UInt64>] = []
  /// The newest reading of the feed that had begun when something was told.
  private var toldDuring: UInt64 = 0

  /// True if something waits.
  var isWaiting: Bool { isReading || !others.isEmpty || told.map { last > $0.upperBound } ?? false }

  /// Whether news of an entry that was told may still come, so that only what is kept here shows that it is old.
  ///
  /// - Parameter read: The newest reading of the feed that is complete.
  /// - Returns: False if nothing was told, or all news of it has come.
  func mayComeAgain(feedRead read: UInt64) -> Bool { told != nil && read <= toldDuring }

  /// Whether an entry can be told at once: it comes after all that was told and after the head, and nothing waits.
  ///
  /// Of a slot that has told nothing, only the first entry of the log can.
  func isNext(_ seq: UInt64, head: UInt64) -> Bool {
    !isReading && others.isEmpty && seq == head &+ 1 && (told.map { $0.upperBound == head && last <= head } ?? (seq == 1))
  }

  /// Takes in what was stored.
  ///
  /// - Returns: True if what was stored before has to arrive first; then `complete` is to be called.
  mutating func add(_ range: ClosedRange<UInt64>) -> Bool {
    guard let told else {
      others.append(range)
      return !isComplete && others.count == 1
    }
    if range.upperBound > told.upperBound {
      last = max(last, range.upperBound)
    } else if range.upperBound < told.lowerBound {
      others.append(range)
    }
    return false
  }

  /// Notes that everything has arrived that was stored before the first arrival.
  mutating func complete() {
    isComplete = true
    others.sort { $0.lowerBound < $1.lowerBound }
  }

  /// The conversation was read anew, with this head.
  mutating func loaded(head: UInt64) {
    if let told, head > told.upperBound { last = max(last, head) }
  }

  /// What is to be told next, where the members are known as of `head`; nil for nothing.
  mutating func next(head: UInt64) -> ClosedRange<UInt64>? {
    guard told != nil || isComplete else { return nil }
    while let first = others.first {
      others.removeFirst()
      // What lies between the head and the first may change the members.
      guard told != nil else { return min(first.lowerBound, head &+ 1)...first.upperBound }
      guard let told, first.upperBound < told.lowerBound else {
        _ = add(first)
        continue
      }
      return first
    }
    guard let told, last > told.upperBound else { return nil }
    return told.upperBound &+ 1...last
  }

  /// Notes what was told.
  ///
  /// - Parameters:
  ///   - range: The positions.
  ///   - reading: The newest reading of the feed that has begun.
  mutating func told(_ range: ClosedRange<UInt64>, during reading: UInt64) {
    toldDuring = reading
    guard let before = told else {
      told = range
      return
    }
    if range.upperBound > before.upperBound {
      told = before.lowerBound...range.upperBound
    } else if range.upperBound &+ 1 == before.lowerBound {
      told = range.lowerBound...before.upperBound
    }
  }
}
