import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// Pages of the list against the whole list.
@Suite struct RecentTests {
  private let store: LocalStore

  init() throws {
    store = try LocalStore.inMemory(newDeviceID: "d")
    _ = try store.apply([.user(UserID.of("alice"))])
  }

  private func pages(by limit: Int) throws -> [Conversation] {
    var all: [Conversation] = []
    while true {
      let page = try store.conversations(after: all.last, limit: limit)
      if page.isEmpty { return all }
      #expect(page.count <= limit)
      all += page
    }
  }

  @Test(arguments: SeededRandom.environmentSeeds(4)) func pagesAreTheWholeList(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 1...200 {
      let id = ConversationID.of("group:n\(Int.random(in: 0..<20, using: &random))")
      func entry(_ seq: UInt64, _ event: Wire.Entry.Event) -> Wire.Entry {
        Wire.Entry(
          conversation: id.text, seq: seq, time: Int64(step / 3), sender: "bob", clientId: "c", countable: seq, event: event)
      }
      let text = Wire.Entry.Event.message(Wire.Message(type: "text", content: MessageContent.text("x").json))
      guard let row = try store.stored(id) else {
        let named = Bool.random(using: &random) ? entry(9, text) : nil
        let wire = Wire.Conversation(id: id.text, memberCount: 2, head: 9, joined: 1, lastMessage: named)
        _ = try store.apply([.adopt(try #require(Summary(wire, id: id)), anchor: 9)])
        continue
      }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try store.apply([.remove(id)])
      case 1 where row.last > 9:
        _ = try store.apply([.append(id, [entry(row.last + 1, .recalled(Wire.Recalled(target: row.last)))])])
      default: _ = try store.apply([.append(id, [entry(row.last + 1, text)])])
      }
    }
    let whole = try store.conversations()
    let paged = try pages(by: Int.random(in: 1...7, using: &random))
    #expect(paged.map(\.lastActivity) == whole.map(\.lastActivity))
    #expect(Set(paged) == Set(whole) && paged.count == whole.count)
    _ = try store.apply([.startOver(generation: nil, [:])])
    #expect(try pages(by: 3).isEmpty)
  }
  /// A device that saw a conversation without messages from its beginning, and one that the list tells of it, agree.
  @Test func aConversationWithoutMessagesHasTheTimeOfItsHead() throws {
    let id = ConversationID.of("group:n")
    let told = Wire.Conversation(id: id.text, memberCount: 2, head: 2, joined: 1, time: 70)
    _ = try store.apply([.adopt(try #require(Summary(told, id: id)), anchor: 2)])
    #expect(try store.conversation(id)?.lastActivity == Timestamp(milliseconds: 70))
    let added = Wire.Entry(
      conversation: id.text, seq: 3, time: 80, sender: "bob", clientId: "c",
      event: .membersAdded(Wire.MembersAdded(users: ["carol"])))
    _ = try store.apply([.append(id, [added])])
    #expect(try store.conversation(id)?.lastActivity == Timestamp(milliseconds: 80))
    #expect(try pages(by: 1).map(\.lastActivity) == [Timestamp(milliseconds: 80)])
  }

  /// A list may know of a hiding before the user's log tells of it: the message goes when that comes.
  @Test(arguments: [false, true]) func aHiddenMessageIsNotTheLastOneAnyMore(isHere: Bool) throws {
    let id = ConversationID.of("group:n")
    let told = Wire.Conversation(id: id.text, memberCount: 2, head: 1, joined: 1, hidden: 5)
    _ = try store.apply([.adopt(try #require(Summary(told, id: id)), anchor: 1)])
    for seq in 2...4 as ClosedRange<UInt64> {
      let message = Wire.Entry(
        conversation: id.text, seq: seq, time: Int64(seq) * 10, sender: "bob", clientId: "c", countable: seq,
        event: .message(Wire.Message(type: "text", content: MessageContent.text("x").json)))
      _ = try store.apply([.append(id, [message])])
    }
    for (hidden, last) in [(4, 3), (3, 2)] as [(UInt64, UInt64)] {
      let changes =
        isHere
        ? try store.hideHere(id, until: 0, [hidden], isForAll: false).changes
        : try store.apply([.hide(id, until: 0, [hidden], revision: 5)])
      #expect(changes.conversations.map { $0.lastMessage?.seq } == [last])
      #expect(try pages(by: 1).map(\.lastActivity) == [Timestamp(milliseconds: Int64(last) * 10)])
    }
  }
}
