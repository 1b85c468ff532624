import Foundation

/// A seeded generator (SplitMix64) that describes itself by its seed, to be set again as MARTLET_SEED.
struct TestRandom: RandomNumberGenerator, CustomStringConvertible {
  private let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// The seed of MARTLET_SEED, or a new one.
  static func fromEnvironment() -> TestRandom {
    let named = ProcessInfo.processInfo.environment["MARTLET_SEED"].flatMap { UInt64($0) }
    return TestRandom(seed: named ?? UInt64.random(in: 0...UInt64.max))
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  var description: String { "MARTLET_SEED=\(seed)" }
}
