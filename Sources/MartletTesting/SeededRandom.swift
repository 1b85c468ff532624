import Glibc
import Martlet

/// A random number generator for tests that repeats its sequence from a seed.
public struct SeededRandom: RandomNumberGenerator, Sendable, CustomStringConvertible {
  /// The seed of the sequence.
  public let seed: UInt64
  private var sequence: SplitMix64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) {
    self.seed = seed
    sequence = SplitMix64(seed: seed)
  }

  /// Starts the sequence of `environmentSeed`.
  public static func fromEnvironment() -> SeededRandom { SeededRandom(seed: environmentSeed) }

  /// The first of `environmentSeeds`.
  public static var environmentSeed: UInt64 { environmentSeeds(1)[0] }

  /// Returns the seeds of a property test.
  ///
  /// They are the same in every run, so that a test fails because of a change and not by chance. The environment variable
  /// `MARTLET_SEED` selects a single seed instead; `MARTLET_NEW_SEEDS=N` selects N times as many new ones;
  /// `MARTLET_FEWER_SEEDS=N` selects an Nth of them.
  public static func environmentSeeds(_ count: Int) -> [UInt64] {
    if let seed = number("MARTLET_SEED") { return [seed] }
    if let times = number("MARTLET_NEW_SEEDS") {
      return (0..<max(1, count) * Int(min(times, 100_000))).map { _ in UInt64.random(in: 0 ... .max) }
    }
    var sequence = SeededRandom(seed: 0)
    let share = Int(min(number("MARTLET_FEWER_SEEDS") ?? 1, 100_000))
    return (0..<max(1, count / max(1, share))).map { _ in sequence.next() }
  }

  private static func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }

  /// The setting that repeats this sequence, for a failure message.
  public var description: String { "MARTLET_SEED=\(seed)" }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 { sequence.next() }
}
