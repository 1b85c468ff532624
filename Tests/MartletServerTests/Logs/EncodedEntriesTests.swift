import MartletStore
import MartletWire
import Testing

@testable import MartletServer

@Suite struct EncodedEntriesTests {
  private func entry(_ seq: UInt64, bytes: Int) -> LogEntry {
    LogEntry(
      seq: seq, time: 1, sender: Names.user("alice"), clientID: Names.client("client"), countable: seq,
      event: .message(type: "text", content: String(repeating: "x", count: bytes)))
  }

  /// The positions in an answer whose entries were taken in this order until it had enough.
  private func answer(_ entries: [LogEntry], limit: Int, backwards: Bool = false) throws -> [UInt64] {
    var encoded = EncodedEntries(of: Names.group("g"), limit: limit)
    _ = entries.first { !encoded.take($0) }
    let answer = encoded.answer(head: 9, first: 2, backwards: backwards)
    let decoded = try Wire.Entries(decoding: answer.encoded())
    #expect(decoded.conversation == "group:g" && decoded.head == 9 && decoded.first == 2)
    for (found, entry) in zip(decoded.entries, backwards ? entries.prefix(decoded.entries.count).reversed() : entries) {
      #expect(found == Wire.Entry(entry, of: Names.group("g")))
    }
    return decoded.entries.map(\.seq)
  }

  @Test func entriesComeInAscendingOrder() throws {
    #expect(try answer([], limit: 1000) == [])
    #expect(try answer((1...5).map { entry($0, bytes: 10) }, limit: 1000) == [1, 2, 3, 4, 5])
    #expect(try answer((1...5).reversed().map { entry($0, bytes: 10) }, limit: 1000, backwards: true) == [1, 2, 3, 4, 5])
  }

  @Test func anAnswerEndsWhereItsBytesAreEnoughButHasOneEntryAtLeast() throws {
    #expect(try answer((1...5).map { entry($0, bytes: 300) }, limit: 1000) == [1, 2])
    #expect(try answer((1...5).reversed().map { entry($0, bytes: 300) }, limit: 1000, backwards: true) == [4, 5])
    #expect(try answer((1...5).map { entry($0, bytes: 3000) }, limit: 1000) == [1])
    #expect(try answer([entry(1, bytes: 10), entry(2, bytes: 3000), entry(3, bytes: 10)], limit: 1000) == [1])
  }

  @Test func namesTakeMoreOfTheRoomThanTextDoes() throws {
    let names = (0..<100).map { "u\($0)" }
    func named(_ seq: UInt64) -> LogEntry {
      var named = entry(seq, bytes: 1)
      named.details = Details(Wire.Details(directed: names))
      return named
    }
    // Of the same length.
    let bytes = try #require(named(1).details?.bytes.count)
    let text = try answer((1...9).map { entry($0, bytes: bytes) }, limit: 4 * (bytes + 200))
    let crowded = try answer((1...9).map(named), limit: 4 * (bytes + 200))
    #expect(text == [1, 2, 3, 4] && crowded == [1])
  }
}
