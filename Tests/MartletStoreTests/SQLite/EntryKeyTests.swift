import Testing

@testable import MartletStore

@Suite struct EntryKeyTests {
  @Test func keysSortByConversationThenPosition() throws {
    let last = EntryKey.lastPosition
    let keys = try [(1, 1), (1, 2), (1, last), (2, 1), (EntryKey.lastNumber, 1), (EntryKey.lastNumber, last)]
      .map { number, seq in try #require(EntryKey.of(number, seq)) }
    #expect(keys == keys.sorted())
    #expect(keys.map(EntryKey.number) == [1, 1, 1, 2, EntryKey.lastNumber, EntryKey.lastNumber])
    #expect(keys.map(EntryKey.seq) == [1, 2, last, 1, 1, last])
  }

  private static let impossible: [(Int64, UInt64)] = [
    (0, 1), (-1, 1), (1 << 31, 1), (.max, 1), (.min, 1), (1, 0), (1, 1 << 32), (1, .max),
  ]

  @Test(arguments: impossible) func whatCannotBeStoredHasNoKey(number: Int64, seq: UInt64) {
    #expect(EntryKey.of(number, seq) == nil)
  }

  @Test func rangesAreCutToWhatCanBeStored() {
    let whole: ClosedRange<Int64> = 0x1_0000_0001...0x1_FFFF_FFFF
    let part: ClosedRange<Int64> = 0x1_0000_0005...0x1_0000_0007
    #expect(EntryKey.range(1, 0...UInt64.max) == whole)
    #expect(EntryKey.range(1, 5...7) == part)
    #expect(EntryKey.range(1, 0...0) == nil)
    #expect(EntryKey.range(1, 1 << 32...UInt64.max) == nil)
    #expect(EntryKey.range(0, 1...2) == nil)
  }
}
