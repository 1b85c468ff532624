import Testing

@testable import MartletCore

@Suite struct OutboxLanesTests {
  private func lanes(_ rows: ClosedRange<Int64>) -> OutboxLanes { OutboxLanes(rows.map { ($0, "direct:a:b") }) }

  private func all(_ lanes: inout OutboxLanes, at now: UInt64 = 0) -> [Int64] {
    var rows: [Int64] = []
    while let row = lanes.next(at: now) { rows.append(row) }
    return rows
  }

  @Test func rowsGoOutInOrderUpToTheWindow() {
    var lanes = lanes(1...100)
    #expect(all(&lanes) == Array(1...64))
    lanes.remove(1)
    lanes.remove(2)
    #expect(all(&lanes) == [65, 66])
    #expect(lanes.underWay == 64)
  }

  @Test func lostConnectionSendsEverythingAgainInOrder() {
    var lanes = lanes(1...5)
    _ = all(&lanes)
    lanes.remove(2)
    lanes.connectionLost()
    #expect(lanes.underWay == 0)
    #expect(all(&lanes) == [1, 3, 4, 5])
  }

  @Test func conversationsTakeTurns() {
    var lanes = OutboxLanes([(1, "a"), (2, "a"), (3, "b"), (4, "b")])
    #expect(all(&lanes) == [1, 3, 2, 4])
  }

  @Test func rowTurnedAwayHoldsTheLaneUntilAllAreAnswered() {
    var lanes = lanes(1...3)
    _ = all(&lanes)
    lanes.add(4, "direct:a:b")
    lanes.postpone(1, at: 0, retryAfter: 1_000_000_000)
    #expect(lanes.next(at: 5_000_000_000) == nil, "2 and 3 are still under way")
    lanes.remove(2)
    lanes.postpone(3, at: 0, retryAfter: 1_000_000_000)
    lanes.wake(at: 999_999_999)
    #expect(lanes.next(at: 999_999_999) == nil, "held")
    lanes.wake(at: 1_000_000_000)
    #expect(all(&lanes, at: 1_000_000_000) == [1, 3, 4])
  }

  @Test func holdsOtherLanesNot() {
    var lanes = OutboxLanes([(1, "a"), (2, "b")])
    _ = all(&lanes)
    lanes.postpone(1, at: 0, retryAfter: 1_000_000_000)
    lanes.add(3, "b")
    #expect(all(&lanes) == [3])
    #expect(lanes.deadline == 1_000_000_000)
  }

  @Test func delayGrowsWithEachRefusalAndHasAnEnd() {
    var lanes = lanes(1...1)
    var now: UInt64 = 0
    var delays: [UInt64] = []
    for _ in 0..<12 {
      lanes.wake(at: now)
      #expect(lanes.next(at: now) == 1)
      lanes.postpone(1, at: now, retryAfter: 0)
      let next = lanes.deadline ?? 0
      delays.append((next - now) / 1_000_000)
      now = next
    }
    #expect(delays == [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 64_000, 64_000, 64_000])
  }

  @Test func manyTurnedAwayTogetherAreOneFailure() {
    var lanes = lanes(1...40)
    _ = all(&lanes)
    for row in 1...40 { lanes.postpone(Int64(row), at: 0, retryAfter: 0) }
    #expect(lanes.deadline == 250_000_000)
    lanes.wake(at: 250_000_000)
    #expect(all(&lanes, at: 250_000_000).count == 40)
    lanes.postpone(1, at: 250_000_000, retryAfter: 0)
    lanes.remove(2)
    for row in 3...40 { lanes.postpone(Int64(row), at: 250_000_000, retryAfter: 0) }
    #expect(lanes.deadline == 750_000_000)
  }

  @Test func lanesAreWokenOnceEachWhenTheirHoldIsOver() {
    var lanes = OutboxLanes([(1, "a"), (2, "b"), (3, "c")])
    _ = all(&lanes)
    lanes.postpone(1, at: 0, retryAfter: 3_000_000_000)
    lanes.postpone(2, at: 0, retryAfter: 1_000_000_000)
    #expect(lanes.deadline == 1_000_000_000)
    // Later than that, as it is where nobody looked for a while.
    lanes.wake(at: 2_000_000_000)
    #expect(all(&lanes, at: 2_000_000_000) == [2])
    #expect(lanes.deadline == 3_000_000_000)
    lanes.wake(at: 3_000_000_000)
    #expect(all(&lanes, at: 3_000_000_000) == [1])
    #expect(lanes.deadline == nil)
  }

  @Test func holdThatEndsWhileOthersAreUnderWayIsNotWaitedForAgain() {
    var lanes = lanes(1...2)
    _ = all(&lanes)
    lanes.postpone(1, at: 0, retryAfter: 1_000_000_000)
    lanes.wake(at: 1_000_000_000)
    #expect(all(&lanes, at: 1_000_000_000).isEmpty && lanes.deadline == nil)
    lanes.remove(2)
    #expect(all(&lanes, at: 1_000_000_000) == [1])
  }

  @Test func renamedLanesMergeInOrder() {
    var lanes = OutboxLanes([(1, "direct:bob"), (2, "direct:alice:bob"), (3, "direct:bob")])
    lanes.rename { _ in "direct:alice:bob" }
    #expect(all(&lanes) == [1, 2, 3])
    #expect(lanes.lanes.count == 1)
  }

  @Test func emptyLanesAreForgotten() {
    var lanes = lanes(1...2)
    _ = all(&lanes)
    lanes.remove(1)
    lanes.remove(2)
    #expect(lanes.isEmpty && lanes.lanes.isEmpty)
  }
}
