/// A hash over everything that happened in a simulation, in order: two runs are the same where their traces are.
struct Trace: Sendable {
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// How many notes were taken.
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
}
