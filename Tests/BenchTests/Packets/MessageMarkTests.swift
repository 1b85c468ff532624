import MartletTesting
import MartletWire
import Testing

@testable import MartletBench

@Suite struct MessageMarkTests {
  @Test func aMarkIsAUUIDv7ThatTellsItsTime() {
    let mark = MessageMark(run: 0xABC, lane: 77, number: 123_456_789)
    let id = ClientID(mark.clientID(milliseconds: 1_763_650_000_123))
    #expect(id?.madeAt == 1_763_650_000_123)
  }

  @Test func whatIsWrittenIsRead() {
    let seed = SeededRandom.environmentSeed
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let mark = MessageMark(
        run: UInt16.random(in: 0...0xFFF, using: &random), lane: UInt32.random(in: 0..<UInt32(MessageMark.lanes), using: &random),
        number: UInt64.random(in: 0..<1 << 40, using: &random))
      let text = mark.clientID(milliseconds: UInt64.random(in: 0..<1 << 48, using: &random))
      #expect(Array(text.utf8).withUnsafeBytes { MessageMark($0) } == mark, "MARTLET_SEED=\(seed)")
    }
  }

  @Test func idsOfOneRunDiffer() {
    var ids: Set<String> = []
    for lane in UInt32(0)..<30 {
      for number in UInt64(0)..<30 { ids.insert(MessageMark(run: 1, lane: lane, number: number).clientID(milliseconds: 5)) }
    }
    #expect(ids.count == 900)
  }

  @Test(arguments: [
    "", "0190f5b8-0000-7000-8000-00000000000", "0190f5b8-0000-4000-8000-000000000000", "0190f5b8-0000-7000-c000-000000000000",
    "0190f5b8-0000-7000-8000-00000000000G", "0190F5B8-0000-7000-8000-000000000000", "0190f5b8-0000-7000-8000-0000000000000",
  ])
  func anotherIDIsNoMark(text: String) {
    #expect(Array(text.utf8).withUnsafeBytes { MessageMark($0) } == nil)
  }
}
