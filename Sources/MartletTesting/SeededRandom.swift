import Glibc

/// Random numbers that a seed repeats, for tests (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable, CustomStringConvertible {
  /// What it started from.
  public let seed: UInt64
  private var state: UInt64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// Starts the sequence of `environmentSeed`.
  public static func fromEnvironment() -> SeededRandom { SeededRandom(seed: environmentSeed) }

  /// The seed in the environment variable `MARTLET_SEED`, or a new one.
  public static var environmentSeed: UInt64 { environmentSeeds(1)[0] }

  /// The seed in the environment variable `MARTLET_SEED` alone, or `count` new ones.
  public static func environmentSeeds(_ count: Int) -> [UInt64] {
    if let text = getenv("MARTLET_SEED"), let seed = UInt64(String(cString: text)) { return [seed] }
    return (0..<max(1, count)).map { _ in UInt64.random(in: 0 ... .max) }
  }

  /// How to get the same numbers again, for the message of a failure.
  public var description: String { "MARTLET_SEED=\(seed)" }

  /// The next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
