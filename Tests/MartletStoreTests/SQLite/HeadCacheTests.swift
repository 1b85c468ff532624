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

  private func kept(_ cache: inout HeadCache, _ names: [String]) -> [String] {
    names.filter { cache.find(.sample($0), app: .demo) != nil }
  }

  @Test func itKeepsTheLastUsedAndNoMoreThanTwiceItsCapacity() {
    var cache = HeadCache(capacity: 3)
    let names = (0..<20).map { "g\($0)" }
    for name in names {
      cache.keep(state(name))
      _ = cache.find(.sample("g0"), app: .demo)
    }
    let found = kept(&cache, names)
    #expect(found.contains("g0"), "in use all the time")
    #expect(found.suffix(2) == ["g18", "g19"])
    #expect(found.count <= 6)
  }

  @Test func theNewestStateIsFoundWhateverWasKeptBefore() {
    var cache = HeadCache(capacity: 2)
    cache.keep(state("a", head: 1))
    cache.change(state("a", head: 2))
    for name in ["b", "c", "d", "e", "f"] { cache.keep(state(name)) }
    #expect(cache.find(.sample("a"), app: .demo)?.record.head == 2, "changes are never dropped")
    #expect(cache.find(.sample("a"), app: .other) == nil)
    #expect(cache.takeChanged().map(\.record.head) == [2])
    #expect(cache.takeChanged().isEmpty)
    #expect(cache.find(.sample("a"), app: .demo)?.record.head == 2)
    cache.removeAll()
    #expect(cache.find(.sample("a"), app: .demo) == nil)
  }
}
