/// Entries of one conversation that are stored, and are to be told to the sessions of this node.
///
/// Each is told once, in order. A slot that is new in memory does not know what was told before. It begins with what arrives
/// first.
struct ArrivedEntries {
  /// Whether entries are being read from the store.
  var isReading = false
  /// What this slot has told, without gaps; nil if nothing yet.
  private var told: ClosedRange<UInt64>?
  /// The newest that is to be told after that.
  private var last: UInt64 = 0
  /// What arrived before anything was told, or comes before it.
  private var others: [ClosedRange<UInt64>] = []

  /// Whether an entry can be told at once: it comes after all that was told and after the head, and nothing waits.
  func isNext(_ seq: UInt64, head: UInt64) -> Bool {
    !isReading && others.isEmpty && seq == head &+ 1 && (told.map { $0.upperBound == head && last <= head } ?? true)
  }

  /// Takes in what was stored.
  mutating func add(_ range: ClosedRange<UInt64>) {
    guard let told else { return others.append(range) }
    if range.upperBound > told.upperBound {
      last = max(last, range.upperBound)
    } else if range.upperBound < told.lowerBound {
      others.append(range)
    }
  }

  /// The conversation was read anew, with this head.
  mutating func loaded(head: UInt64) {
    if let told, head > told.upperBound { last = max(last, head) }
  }

  /// What is to be told next, where the members are known as of `head`; nil for nothing.
  mutating func next(head: UInt64) -> ClosedRange<UInt64>? {
    while let first = others.first {
      others.removeFirst()
      // What lies between the head and the first may change the members.
      guard told != nil else { return min(first.lowerBound, head &+ 1)...first.upperBound }
      guard let told, first.upperBound < told.lowerBound else {
        add(first)
        continue
      }
      return first
    }
    guard let told, last > told.upperBound else { return nil }
    return told.upperBound &+ 1...last
  }

  /// Notes what was told.
  mutating func told(_ range: ClosedRange<UInt64>) {
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
