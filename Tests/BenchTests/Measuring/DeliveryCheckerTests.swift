import MartletTesting
import Testing

@testable import MartletBench

@Suite struct DeliveryCheckerTests {
  /// The tally of numbers that arrive in this order, each at a position ten beyond it.
  private func tally(_ numbers: [UInt64], sent: UInt64) -> Tally {
    var checker = DeliveryChecker()
    for number in numbers { _ = checker.receive(number, at: number + 10) }
    return checker.tally(sent: sent)
  }

  @Test func allOnceAndInOrderIsClean() {
    let tally = tally([0, 1, 2, 3], sent: 4)
    #expect(tally.isClean)
    #expect(tally.received == 4)
  }

  @Test func whatNeverCameIsLost() {
    #expect(tally([0, 1, 4], sent: 7).lost == 4)
    #expect(tally([], sent: 3).lost == 3)
    #expect(!tally([0], sent: 2).isClean)
  }

  @Test func whatCameTwiceIsDoubled() {
    let tally = tally([0, 1, 1, 0, 2], sent: 3)
    #expect(tally.duplicated == 2)
    #expect(tally.received == 3)
    #expect(tally.lost == 0)
    #expect(tally.outOfOrder == 0)
  }

  @Test func whatCameLateIsOutOfOrderAndNotLost() {
    let tally = tally([0, 3, 1, 2, 4], sent: 5)
    #expect(tally.outOfOrder == 2)
    #expect(tally.lost == 0)
    #expect(tally.duplicated == 0)
    #expect(tally.received == 5)
  }

  @Test func whatCameLateTwiceIsDoubled() {
    let tally = tally([0, 3, 1, 1], sent: 4)
    #expect(tally.outOfOrder == 1)
    #expect(tally.duplicated == 1)
    #expect(tally.lost == 1)
  }

  @Test func aPositionThatIsNotItsOwnIsOutOfOrder() {
    var checker = DeliveryChecker()
    for (number, position) in [(0, 10), (1, 12), (2, 12)] as [(UInt64, UInt64)] { _ = checker.receive(number, at: position) }
    #expect(checker.tally(sent: 3).outOfOrder == 1)
  }

  @Test func onlyTheFirstArrivalIsTheFirst() {
    var checker = DeliveryChecker()
    let firsts = [1, 0, 0, 1].map { checker.receive($0, at: $0) }
    #expect(firsts == [true, true, false, false])
  }

  @Test func anyOrderAgreesWithACount() {
    let seed = SeededRandom.environmentSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let sent = UInt64.random(in: 0...40, using: &random)
      let numbers = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in (0..<sent).randomElement(using: &random) }
      var seen: Set<UInt64> = []
      var expected = Tally()
      for number in numbers {
        if !seen.insert(number).inserted {
          expected.duplicated += 1
        } else {
          expected.received += 1
          if seen.contains(where: { $0 > number }) { expected.outOfOrder += 1 }
        }
      }
      expected.lost = sent - UInt64(seen.count)
      #expect(tally(numbers, sent: sent) == expected, "MARTLET_SEED=\(seed)")
    }
  }
}
