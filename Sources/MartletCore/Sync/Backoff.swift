/// The delays between attempts to connect.
struct Backoff: Equatable, Sendable {
  /// In milliseconds; the last one repeats.
  static let delays: [Int64] = [50, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]

  /// Each delay varies by up to this many thousandths, so that clients cut off together do not reconnect together.
  static let jitter: Int64 = 200

  /// Delays given since the last reset.
  private(set) var count = 0

  /// Returns the next delay; `random` is uniform and decides the jitter.
  mutating func next(random: UInt64) -> Duration {
    let delay = Self.delays[min(count, Self.delays.count - 1)]
    count = min(count + 1, Self.delays.count)
    let permille = 1_000 - Self.jitter + Int64(random % UInt64(2 * Self.jitter + 1))
    return .microseconds(delay * permille)
  }

  mutating func reset() { count = 0 }
}
