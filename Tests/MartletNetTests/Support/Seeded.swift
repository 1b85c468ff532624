import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Random numbers that a seed decides (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The seed of `MARTLET_SEED`, or a new one.
  static func fromEnvironment() -> Seeded {
    let given = getenv("MARTLET_SEED").flatMap { UInt64(String(cString: $0)) }
    return Seeded(seed: given ?? UInt64.random(in: 0...UInt64(UInt32.max)))
  }

  /// What a failing expectation prints.
  var comment: Comment { "MARTLET_SEED=\(seed)" }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// The bytes cut into pieces at random.
  mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var rest = bytes[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(rest.count, Bool.random(using: &self) ? 3 : 4_000), using: &self)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
