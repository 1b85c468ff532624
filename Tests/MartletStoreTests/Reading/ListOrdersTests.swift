import MartletStore
import MartletTesting
import MartletWire
import Testing

/// Lists that are read page by page while conversations change.
@Suite struct ListOrdersTests {
  private let peers = (0..<12).map { UserID.sample("peer\($0)") }

  @Test(arguments: Engine.all) func laterPagesLackWhatChangedSinceTheFirstAndNothingElse(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append(peers.map { .direct("hello", to: $0) })
    let stamp = try await fixture.store.stamp(app: .demo)
    let all = try await fixture.summaries(.alice)
    var page = try await fixture.store.summaries(of: .alice, app: .demo, changed: 1...UInt64.max, only: nil, limit: 4)
    #expect(page == Array(all[..<4]))
    // Afterwards, one conversation of a later page changes, one is new, and another user's list has pages of its own.
    try await fixture.store(.text("again", to: all[6].record.id))
    try await fixture.store(.group(members: [.alice, .bob]))
    _ = try await fixture.store.summaries(of: peers[0], app: .demo, changed: 1...UInt64.max, only: nil, limit: 1)
    var later: [ConversationSummary] = []
    while let last = page.last {
      let changed = 0...last.record.stamp - 1
      page = try await fixture.store.summaries(of: .alice, app: .demo, changed: changed, only: nil, limit: 3)
      later += page
    }
    #expect(later == Array(all[4..<6] + all[7...]))
    let news = try await fixture.store.summaries(of: .alice, app: .demo, changed: stamp + 1...UInt64.max, only: nil, limit: 9)
    #expect(news.map(\.record.id) == [.team, all[6].record.id])
  }

  @Test(arguments: Engine.all) func laterPagesShowTheNewestStateOfWhatTheyShow(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append(peers.map { .direct("hello", to: $0) })
    let first = try await fixture.store.summaries(of: .alice, app: .demo, changed: 1...UInt64.max, only: nil, limit: 11)
    let bound = try #require(first.last).record.stamp - 1
    let last = try await fixture.store.summaries(of: .alice, app: .demo, changed: 1...bound, only: nil, limit: 9)
    let hide = Hide(
      app: .demo, conversation: .direct(.alice, peers[0]), user: .alice, until: 1, targets: [], most: 1, time: Append.noon)
    _ = try await fixture.store.hide([hide])
    let again = try await fixture.store.summaries(of: .alice, app: .demo, changed: 1...bound, only: nil, limit: 9)
    #expect(last.map(\.lastMessage?.seq) == [1])
    #expect(again.map(\.lastMessage?.seq) == [nil])
  }

  @Test(arguments: Engine.all) func aPageOfOneDeviceCostsAnotherDeviceNothing(engine: Engine) async throws {
    let fixture = try await Fixture(engine)
    _ = try await fixture.store.append(peers.map { .direct("hello", to: $0) })
    let all = try await fixture.summaries(.alice)
    func page(_ changed: ClosedRange<UInt64>, limit: Int) async throws -> [ConversationSummary] {
      try await fixture.store.summaries(of: .alice, app: .demo, changed: changed, only: nil, limit: limit)
    }
    let lowest = all[11].record.stamp + 1
    #expect(try await page(lowest...UInt64.max, limit: 2) == Array(all[..<2]))
    // The other device reads from further back, and goes on below the seventh.
    #expect(try await page(1...all[6].record.stamp - 1, limit: 2) == Array(all[7..<9]))
    #expect(try await page(lowest...all[1].record.stamp - 1, limit: 12) == Array(all[2..<11]))
  }

  @Test func laterPagesLookOnlyAtWhatTheyReturn() async throws {
    let disk = MemoryDisk(generation: "one")
    _ = try await MemoryStore(disk).append(peers.map { .direct("hello", to: $0) })
    let store = MemoryStore(disk, isRemote: true)
    let stamp = try await store.stamp(app: .demo)
    func rounds(ofSecondPageAsOf stamp: UInt64) async throws -> Int {
      let first = try await store.summaries(
        of: .alice, app: .demo, changed: 1...UInt64.max, only: nil, asOf: stamp, limit: 4)
      let before = store.rounds
      let bound = try #require(first.last).record.stamp - 1
      _ = try await store.summaries(of: .alice, app: .demo, changed: 1...bound, only: nil, asOf: stamp, limit: 4)
      return store.rounds - before
    }
    // The look-up of the user's memberships is a round of its own.
    #expect(try await rounds(ofSecondPageAsOf: 0) == rounds(ofSecondPageAsOf: stamp) + 1)
  }

  @Test func orderAnswersOnlyForThePartThatItHas() {
    let order = ListOrders.Order(lowest: 5, seen: 40, places: [(number: 1, stamp: 60), (2, 30), (3, 20), (4, 10)])
    #expect(order.places(in: 5...40)?.map(\.number) == [2, 3, 4])
    #expect(order.places(in: 5...29)?.map(\.number) == [3, 4])
    #expect(order.places(in: 6...9)?.map(\.number) == [])
    #expect(order.places(in: 4...29) == nil, "lower stamps were not looked for")
    #expect(order.places(in: 5...41) == nil, "later changes were not visible")
  }

  @Test func theOldestOrdersMakeRoom() {
    let orders = ListOrders(places: 10, lists: 3)
    func keep(_ name: String, _ count: Int) {
      let places = (0..<count).map { (number: Int64($0), stamp: UInt64(count - $0)) }
      orders.keep(ListOrders.Order(lowest: 0, seen: 99, places: places), of: UserKey(app: .demo, user: .sample(name)))
    }
    func isKept(_ name: String) -> Bool { orders.order(of: UserKey(app: .demo, user: .sample(name))) != nil }
    for name in ["a", "b", "c"] { keep(name, 2) }
    keep("a", 2)
    keep("d", 2)
    #expect([isKept("a"), isKept("b"), isKept("c"), isKept("d")] == [true, false, true, true])
    keep("e", 7)
    #expect([isKept("a"), isKept("c"), isKept("d"), isKept("e")] == [false, false, true, true])
    keep("f", 11)
    #expect(!isKept("f") && orders.count == 2, "too long a list")
    keep("e", 11)
    #expect(!isKept("e"), "what was kept of a list is not its order any more")
    orders.drop(UserKey(app: .demo, user: .sample("d")))
    #expect(orders.count == 0)
  }
}
