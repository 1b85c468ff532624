/// Durations, counted in buckets that are less than 1 % of their value wide, so that any number of them takes the
/// same memory and a percentile is off by half a bucket at most.
package struct Histogram: Sendable, Equatable {
  /// The number of buckets per doubling; smaller values are counted exactly.
  private static let steps = 128
  private static let stepBits = 7
  /// Values from 2 to the power of this on, 73 minutes in nanoseconds, are counted in the last bucket.
  private static let highestPower = 42
  private static let buckets = (highestPower - stepBits + 1) * steps

  private var counts = [UInt64](repeating: 0, count: Histogram.buckets)
  /// The number of values.
  package private(set) var count: UInt64 = 0
  /// The largest value, exactly; 0 if there is none.
  package private(set) var largest: UInt64 = 0

  package init() {}

  package mutating func record(_ value: UInt64) {
    counts[Self.bucket(of: value)] &+= 1
    count &+= 1
    if value > largest { largest = value }
  }

  /// Adds everything another histogram counted.
  package mutating func add(_ other: Histogram) {
    for (index, number) in other.counts.enumerated() { counts[index] &+= number }
    count &+= other.count
    largest = max(largest, other.largest)
  }

  /// A percentile: the smallest value that the given part of all values does not exceed.
  ///
  /// - Parameter part: The part, clamped to 0 to 1.
  /// - Returns: The middle of the value's bucket, at most the largest value; 0 if there is no value.
  package func percentile(_ part: Double) -> UInt64 {
    guard count > 0 else { return 0 }
    let rank = max(1, UInt64((Double(count) * min(max(part, 0), 1)).rounded(.up)))
    var seen: UInt64 = 0
    for (index, number) in counts.enumerated() where number > 0 {
      seen &+= number
      if seen >= rank { return min(Self.middle(of: index), largest) }
    }
    return largest
  }

  static func bucket(of value: UInt64) -> Int {
    guard value >= UInt64(steps) else { return Int(value) }
    let power = 63 - value.leadingZeroBitCount
    guard power < highestPower else { return buckets - 1 }
    let shift = power - stepBits
    return shift * steps + Int(truncatingIfNeeded: value >> UInt64(shift))
  }

  static func middle(of bucket: Int) -> UInt64 {
    guard bucket >= 2 * steps else { return UInt64(max(0, bucket)) }
    let shift = UInt64(bucket / steps - 1)
    return UInt64(bucket % steps + steps) << shift + (1 << shift) / 2
  }
}
