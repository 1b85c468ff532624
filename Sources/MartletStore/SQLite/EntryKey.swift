/// The primary key of an entry: the conversation's number in the upper half, the position in the lower, so that
/// a log lies together and in order.
enum EntryKey {
  /// Positions are below 2^32 and numbers below 2^31.
  static let lastPosition = UInt64(UInt32.max)
  static let lastNumber = Int64(Int32.max)

  /// The key, or nil if no entry can have that position.
  static func of(_ number: Int64, _ seq: UInt64) -> Int64? {
    guard (1...lastPosition).contains(seq), (1...lastNumber).contains(number) else { return nil }
    return number << 32 | Int64(seq)
  }

  /// The keys of the positions in `range`; nil if there are none.
  static func range(_ number: Int64, _ range: ClosedRange<UInt64>) -> ClosedRange<Int64>? {
    guard let last = of(number, min(range.upperBound, lastPosition)), let first = of(number, max(range.lowerBound, 1)) else {
      return nil
    }
    return first <= last ? first...last : nil
  }

  static func number(_ key: Int64) -> Int64 { key >> 32 }

  static func seq(_ key: Int64) -> UInt64 { UInt64(truncatingIfNeeded: key) & 0xFFFF_FFFF }
}
