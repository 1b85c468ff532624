import MartletWire
import Testing

@testable import MartletStore

/// The stamps of a node of several, which have no counter in common.
@Suite struct HybridNumbersTests {
  private static let app = AppID.demo

  /// Gives a stamp, as a commit uses it.
  private func stamp(_ numbers: HybridNumbers, above stamp: UInt64 = 0) throws -> UInt64 {
    let next = numbers.nextStamp(of: Self.app, above: stamp)
    let record = ConversationRecord(
      id: .team, title: "", owner: nil, head: 1, countable: 0, time: 0, stamp: next, memberCount: 0)
    try numbers.use(ConversationState(app: Self.app, number: 1, record: record, shown: 0), isNew: false)
    numbers.commit()
    return next
  }

  @Test func stampsRiseThoughTheClockStandsStill() throws {
    let numbers = HybridNumbers(slot: 3, above: 0) { 1000 }
    let given = try (0..<5).map { _ in try stamp(numbers) }
    #expect(zip(given, given.dropFirst()).allSatisfy { $0 < $1 })
    #expect(given.allSatisfy { $0 & UInt64(HybridNumbers.slots - 1) == 3 })
  }

  /// Readers take it for certain that nothing comes below the horizon.
  @Test func noStampIsUpToAPromise() throws {
    let numbers = HybridNumbers(slot: 3, above: 0) { 1000 }
    let before = try stamp(numbers)
    let promise = numbers.promise()
    #expect(before <= promise)
    #expect(try stamp(numbers) > promise)
  }

  @Test func stampsAreAboveThoseOfOtherNodesWhoseClocksAreAhead() throws {
    let ahead = HybridNumbers(slot: 1, above: 0) { 5_000_000 }
    let theirs = try stamp(ahead)
    let numbers = HybridNumbers(slot: 2, above: theirs) { 1000 }
    #expect(try stamp(numbers) > theirs)
    let later = try stamp(ahead)
    numbers.enter(slot: 4, above: later)
    #expect(try stamp(numbers) > later)
  }
}
