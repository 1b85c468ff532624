import MartletTesting
import MartletWire
import Testing

@testable import MartletServer

/// Clients that a draining server sends away do not all come back at once.
@Suite(.timeLimit(.minutes(5))) struct ReconnectSpreadTests {
  /// Numbers in order, each as eight bytes.
  ///
  /// `@unchecked Sendable`: it is asked on one loop only, one call after another.
  private final class Counted: RandomBytes, @unchecked Sendable {
    private var next: UInt64 = 0

    func bytes(_ count: Int) throws -> [UInt8] {
      next += 1
      return (0..<count).map { UInt8(truncatingIfNeeded: next >> UInt64(8 * (count - 1 - $0))) }
    }
  }

  @Test(arguments: [(0, 1), (1, 1), (500, 500), (10_000, 10_000), (60_000, 30_000)])
  func windowGrowsWithTheSessionsUpToTheLimit(sessions: Int, milliseconds: UInt64) {
    let spread = ReconnectSpread(sessions: sessions, within: .seconds(30))
    #expect(spread.window == milliseconds)
    let delays = (0..<milliseconds).map { spread.delay(random: $0 * 7_919) }
    #expect(delays.allSatisfy { (1000..<1000 + UInt32(milliseconds)).contains($0) })
    #expect(Set(delays).count == Int(milliseconds))
  }

  @Test func eachSessionIsToldATimeOfItsOwn() async throws {
    try await TestEngine.with { test in
      let sessions = (0..<50).map { _ in Witness(test.loop) }
      for session in sessions { await test.shard.run { $0.watch(session) } }
      await test.engine.endAll(Counted())
      let ends = sessions.map(\.ends)
      #expect(ends.allSatisfy { $0.count == 1 && $0[0].failure.errorCode == .draining && $0[0].reconnect })
      // The n-th connection draws the n-th number, and there is a millisecond for each.
      #expect(ends.map { $0.first?.failure.retryAfterMs } == (UInt32(1)...50).map { Optional(1000 + $0 % 50) })
    }
  }
}
