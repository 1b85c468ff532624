import MartletWire
import Testing

@testable import MartletCore

/// Pushes that a device keeps while older entries are missing.
@Suite struct ShelfTests {
  private func entry(_ seq: UInt64) -> Wire.Entry { Wire.Entry(conversation: "group:g", seq: seq) }

  private func shelf(upTo last: UInt64) -> Shelf { Shelf(first: 1, last: last, head: last, joined: 1, since: 1, start: 1) }

  @Test func entriesBeyondAGapWaitUntilItIsFilled() {
    var shelf = shelf(upTo: 3)
    for seq: UInt64 in [6, 7, 8] { shelf.keepAhead(entry(seq), limit: 10) }
    #expect(shelf.takeAhead().isEmpty, "4 and 5 are missing")
    shelf.last = 6
    #expect(shelf.takeAhead().map(\.seq) == [7, 8])
    #expect(shelf.ahead.isEmpty)
  }

  @Test func waitingEntriesAreNeverMoreThanTheLimit() {
    var shelf = shelf(upTo: 3)
    for seq: UInt64 in 6...40 {
      shelf.keepAhead(entry(seq), limit: 4)
      #expect((1...4).contains(shelf.ahead.count))
      #expect(shelf.ahead.last?.seq == seq, "the newest is kept")
    }
  }

  @Test func waitingEntriesHaveNoGapsAndNoRepetitions() {
    var shelf = shelf(upTo: 3)
    for seq: UInt64 in [6, 7, 7, 6, 9, 10] { shelf.keepAhead(entry(seq), limit: 10) }
    #expect(shelf.ahead.map(\.seq) == [9, 10], "8 is missing, so 6 and 7 are fetched with it")
  }
}
