import MartletStore
import MartletWire
import Testing

@testable import MartletServer

/// The conversations that a shard holds, and when it lets go of them.
@Suite struct SlotTableTests {
  private let second: UInt64 = 1_000_000_000

  private func table(usedAt moments: [UInt64]) -> SlotTable {
    var table = SlotTable()
    let app = Names.app("app")
    for (number, moment) in moments.enumerated() {
      let key = ConversationKey(app: app, id: Names.group("g\(number)"))
      let slot = Slot(key, figures: AppFigures().of(app))
      slot.conversation = Conversation(key: key)
      slot.lastUsed = moment
      table.add(slot)
    }
    return table
  }

  @Test func idleConversationsAreForgotten() {
    var table = table(usedAt: [1 * second, 500 * second])
    var limits = Limits()
    limits.conversationIdle = .seconds(600)
    table.sweep(at: 550 * second, limits)
    #expect(table.count == 2)
    table.sweep(at: 700 * second, limits)
    #expect(table.count == 1)
  }

  @Test func ofTooManyOnlyThoseInUseStay() {
    var table = table(usedAt: [1 * second, 2 * second, 95 * second])
    var limits = Limits()
    limits.conversationsInMemory = 2
    table.sweep(at: 100 * second, limits)
    #expect(table.count == 1)
  }

  @Test func whatWasToldIsKnownUntilAllEarlierNewsHasCome() throws {
    var table = table(usedAt: [1 * second])
    let slot = try #require(table[ConversationKey(app: Names.app("app"), id: Names.group("g0"))])
    table.feedRead = 3
    slot.arrivals.told(2...3, during: 4)
    table.forgetIdle(since: .max)
    #expect(table.count == 1, "a row of the feed may tell of entry 2 again, and a new slot would take it for news")
    table.feedRead = 4
    table.forgetIdle(since: .max)
    #expect(table.count == 1, "that reading had begun before the entries were told")
    table.feedRead = 5
    table.forgetIdle(since: .max)
    #expect(table.count == 0)
  }

  @Test func whatIsWaitedForStays() throws {
    var table = table(usedAt: [1 * second])
    let slot = try #require(table[ConversationKey(app: Names.app("app"), id: Names.group("g0"))])
    slot.underWay = 1
    table.forgetIdle(since: .max)
    #expect(table.count == 1)
    slot.underWay = 0
    table.forgetIfNothing(slot)
    #expect(table.count == 0)
  }
}
