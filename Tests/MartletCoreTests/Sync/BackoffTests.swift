import MartletTesting
import Testing

@testable import MartletCore

@Suite struct BackoffTests {
  private static let seconds = [0.05, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 64, 64]

  @Test func delaysWithoutJitterAreThePromisedOnes() {
    var backoff = Backoff()
    // The middle of the jitter range means no jitter.
    let delays = Self.seconds.map { _ in backoff.next(random: 200) }
    #expect(delays == Self.seconds.map { .milliseconds(Int64($0 * 1_000)) })
  }

  @Test(arguments: SeededRandom.environmentSeeds(20)) func jitterIsAFifthAtMost(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var backoff = Backoff()
    for seconds in Self.seconds {
      let delay = backoff.next(random: random.next())
      #expect(delay >= .seconds(seconds) * 0.8 && delay <= .seconds(seconds) * 1.2, "seed \(seed)")
    }
  }

  @Test func jitterReachesBothEnds() {
    var shortest = Backoff()
    var longest = Backoff()
    #expect(shortest.next(random: 0) == .milliseconds(40))
    #expect(longest.next(random: 400) == .milliseconds(60))
  }

  @Test func resetBeginsAnew() {
    var backoff = Backoff()
    for _ in 0..<5 { _ = backoff.next(random: 200) }
    backoff.reset()
    #expect(backoff.next(random: 200) == .milliseconds(50))
  }
}
