import MartletWire
import Testing

@testable import MartletStore

@Suite struct HeadCacheTests {
  private func state(_ name: String, head: UInt64 = 1, app: AppID = .demo) -> ConversationState {
    ConversationState(
      app: app, number: 1,
      record: ConversationRecord(
        id: .sample(name), title: "", owner: nil, head: head, countable: 0, time: 0, stamp: 0, memberCount: 0),
      shown: 0)
  }

  private func name(_ name: String, app: AppID = .demo) -> ConversationKey { ConversationKey(app: app, id: .sample(name)) }

  private func kept(_ cache: inout HeadCache, _ names: [String]) -> [String] {
    names.filter { cache.find(name($0)) != nil }
  }

  @Test func itKeepsTheLastUsedAndNoMoreThanTwiceItsCapacity() {
    var cache = HeadCache(capacity: 3)
    let names = (0..<20).map { "g\($0)" }
    for next in names {
      _ = cache.keep(state(next))
      _ = cache.find(name("g0"))
      cache.trim()
    }
    let found = kept(&cache, names)
    #expect(found.contains("g0"), "in use all the time")
    #expect(found.suffix(2) == ["g18", "g19"])
    #expect(found.count <= 6)
  }

  @Test func manyBytesOfAttributesFillItEarlier() {
    var cache = HeadCache(capacity: 1_000)
    for number in 0..<40 {
      var large = state("g\(number)")
      large.record.attributes = Attributes(["a": String(repeating: "x", count: 1 << 20)])
      _ = cache.keep(large)
      cache.trim()
    }
    #expect(kept(&cache, (0..<40).map { "g\($0)" }).count < 40)
    #expect(cache.find(name("g39")) != nil)
    // One that changes counts as well.
    var changed = HeadCache(capacity: 1_000)
    _ = changed.keep(state("old"))
    for _ in 0..<40 {
      changed.note(Attributes(["a": String(repeating: "x", count: 1 << 20)]))
      changed.trim()
    }
    #expect(changed.find(name("old")) == nil)
  }

  @Test func nothingIsDroppedBeforeItIsTrimmed() {
    var cache = HeadCache(capacity: 2)
    cache.keep(state("a")).state.record.head = 2
    for next in ["b", "c", "d", "e", "f"] { _ = cache.keep(state(next)) }
    #expect(cache.find(name("a"))?.state.record.head == 2)
    #expect(cache.find(name("a", app: .other)) == nil)
    cache.removeAll()
    #expect(cache.find(name("a")) == nil)
  }
}
