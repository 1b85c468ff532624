/// How long to wait before each attempt to connect.
struct Backoff: Equatable, Sendable {
  /// In milliseconds; the last one again and again.
  static let delays: [Int64] = [50, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]

  /// Parts of a thousand by which a delay may be shorter or longer, so that clients cut off together do not come back together.
  static let jitter: Int64 = 200

  /// How many delays were given since the last reset.
  private(set) var count = 0

  /// The next delay; a uniformly random number decides the jitter.
  mutating func next(random: UInt64) -> Duration {
    let delay = Self.delays[min(count, Self.delays.count - 1)]
    count = min(count + 1, Self.delays.count)
    let permille = 1_000 - Self.jitter + Int64(random % UInt64(2 * Self.jitter + 1))
    return .microseconds(delay * permille)
  }

  mutating func reset() { count = 0 }
}
