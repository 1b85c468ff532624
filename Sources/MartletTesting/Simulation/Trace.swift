/// A hash over everything that happened in a simulation, in order: two runs are the same where their traces are.
struct Trace: Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The number of notes.
  private(set) var count = 0

  mutating func note(_ number: UInt64) {
    hash = (hash ^ number) &* 0x9FB2_1C65_1E98_DF25
    hash ^= hash >> 32
    count &+= 1
  }

  mutating func note(_ bytes: [UInt8]) {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    note(sum)
  }

  mutating func note(_ text: String) { note([UInt8](text.utf8)) }

  /// A hash as people and scripts compare it: sixteen hexadecimal digits.
  static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

/// Combines the traces of many simulations, regardless of the order in which they end.
package struct TraceFold: Sendable {
  private var trace = Trace()
  private var first: UInt64 = 0
  /// The number of traces included, from the first on.
  private var count: UInt64 = 0
  /// Those that are not in it because one before them is missing, by their places.
  private var early: [UInt64: UInt64] = [:]

  /// Starts without traces.
  package init() {}

  /// Takes in a simulation.
  ///
  /// - Parameters:
  ///   - hash: Its trace.
  ///   - place: Its place among all, from 0; each is taken once.
  package mutating func take(_ hash: UInt64, at place: UInt64) {
    early[place] = hash
    while let next = early.removeValue(forKey: count) {
      if count == 0 { first = next }
      trace.note(next)
      count &+= 1
    }
  }

  /// Sixteen hexadecimal digits; for a single simulation those of its outcome.
  package var text: String { Trace.text(count == 1 ? first : trace.hash) }
}
