import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import Martlet
@testable import MartletCore

/// Queries of the list.
@Suite(.timeLimit(.minutes(10))) struct ConversationQueryTests {
  private let network = MemoryNetwork()

  private func direct(_ name: String) -> ConversationID { ConversationID.direct(UserID.of("alice"), UserID.of(name)) }

  /// Alice, with messages from four other users, one after another, and a group.
  private func client() async throws -> MartletClient {
    for (number, name) in ["bob", "carol", "dave", "erin"].enumerated() {
      for _ in 0...number { network.say("hello", as: name, to: "direct:alice") }
      network.server { $0.time += 1_000 }
    }
    let client = try await network.online("alice")
    _ = try await client.createGroup(title: "G", members: [UserID.of("bob")], id: "g")
    try await network.pass { try await client.conversations().count == 5 }
    return client
  }

  private func names(_ client: MartletClient, _ query: ConversationQuery) async throws -> [String] {
    try await client.conversations(matching: query).map { $0.peer?.text ?? $0.id.text }
  }

  @Test func pinnedOnesComeFirstThenDraftsAndWhatIsUnsentCount() async throws {
    let client = try await client()
    #expect(try await names(client, ConversationQuery()) == ["group:g", "erin", "dave", "carol", "bob"])
    try await client.chat(direct("dave")).pinToTop()
    network.time.advance(by: .seconds(1))
    try await client.chat(direct("bob")).pinToTop()
    #expect(try await names(client, ConversationQuery()) == ["bob", "dave", "group:g", "erin", "carol"])
    #expect(try await client.pinnedConversations() == [direct("bob"), direct("dave")])
    var query = ConversationQuery()
    query.order = .serverTime
    #expect(try await names(client, query) == ["group:g", "erin", "dave", "carol", "bob"])
    query.order.countsDrafts = true
    await client.disconnect()
    network.server { $0.time += 10_000_000_000_000 }
    network.time.advance(by: .seconds(3_600))
    try await client.chat(direct("carol")).saveDraft("x")
    let drafted = try await client.conversations(matching: query)
    let carol = try #require(drafted.first { $0.id == direct("carol") })
    #expect(try #require(carol.settings.draft).at > #require(carol.lastActivity))
    #expect(drafted.first?.id == carol.id)
    query.order.countsDrafts = false
    #expect(try await names(client, query).first == "group:g")
    try await client.chat(direct("bob")).enqueue(.text("unsent"))
    query.order.countsUnsent = true
    let sorted = try await client.conversations(matching: query)
    #expect(sorted.map(\.id).contains(direct("bob")) && sorted.count == 5)
    await client.close()
  }

  @Test func conditionsMustAllHold() async throws {
    let client = try await client()
    let work = try #require(TagID("work"))
    try await client.setTag(work, name: "Work")
    try await client.addTag(work, to: [direct("bob"), direct("carol")])
    try await client.chat(direct("carol")).setPinned(true, in: work)
    try await client.chat(direct("dave")).setLevel(.nothing)
    try await client.chat(direct("bob")).markRead()
    #expect(try await names(client, ConversationQuery(kinds: [.group])) == ["group:g"])
    #expect(try await names(client, ConversationQuery(isUnread: true)) == ["erin", "dave", "carol"])
    #expect(try await names(client, ConversationQuery(kinds: [.direct], isUnread: false)) == ["bob"])
    #expect(try await names(client, ConversationQuery(tag: work)) == ["carol", "bob"])
    #expect(try await names(client, ConversationQuery(tag: work, isPinned: true)) == ["carol"])
    #expect(try await names(client, ConversationQuery(isPinned: true)).isEmpty)
    #expect(try await names(client, ConversationQuery(levels: [.nothing])) == ["dave"])
    #expect(try await names(client, ConversationQuery(isUnread: true, tag: work, levels: [.all])) == ["carol"])
    try await client.chat(direct("erin")).setAttribute("order", .integer(7))
    try await client.chat(direct("erin")).setAttribute("shop", .text("north"))
    try await client.chat(direct("dave")).setAttribute("order", .integer(8))
    var attributed = ConversationQuery()
    attributed.attributes = ["order": .integer(7)]
    #expect(try await names(client, attributed) == ["erin"])
    attributed.attributes = ["order": .integer(7), "shop": .text("south")]
    #expect(try await names(client, attributed).isEmpty)
    try await client.chat(.of("group:g")).change(attributes: ["order": .integer(7), "open": .flag(true)])
    try await network.pass { try await client.chat(.of("group:g")).summary()?.attributes.count == 2 }
    attributed.attributes = [:]
    attributed.sharedAttributes = ["order": .integer(7)]
    #expect(try await names(client, attributed) == ["group:g"])
    attributed.kinds = [.direct]
    #expect(try await names(client, attributed).isEmpty)
    attributed.kinds = nil
    attributed.sharedAttributes["open"] = .flag(false)
    #expect(try await names(client, attributed).isEmpty)
    let first = try await client.conversations(matching: ConversationQuery(kinds: [.direct]), limit: 3)
    let rest = try await client.conversations(matching: ConversationQuery(kinds: [.direct]), limit: 3, after: first.next)
    #expect((first.items + rest.items).map(\.id) == ["erin", "dave", "carol", "bob"].map(direct))
    #expect(first.next != nil && rest.next == nil)
    let gone = PageCursor(.conversation(.of("group:none")))
    #expect(try await client.conversations(matching: ConversationQuery(), limit: 3, after: gone).items.isEmpty)
    let foreign = await #expect(throws: MartletError.self) {
      try await client.conversations(matching: ConversationQuery(), limit: 3, after: PageCursor(.position(1)))
    }
    #expect(foreign?.code == .argumentInvalid)
    await client.close()
  }

  @Test func unreadIsAddedUpByKindTagAndLevel() async throws {
    let client = try await client()
    let work = try #require(TagID("work"))
    try await client.setTag(work, name: "Work")
    try await client.addTag(work, to: [direct("bob"), direct("carol")])
    try await client.setDefaultLevel(.mentions, of: .group)
    try await client.chat(direct("erin")).setMuted(true)
    #expect(try await client.unreadTotal() == UnreadTotal(messages: 10, conversations: 4, mentions: 0))
    #expect(try await client.unreadTotal(ConversationQuery(kinds: [.group])).messages == 0)
    #expect(try await client.unreadTotal(ConversationQuery(tag: work)).messages == 3)
    #expect(try await client.unreadTotal(ConversationQuery(levels: [.all])).messages == 6)
    #expect(try await client.unreadTotal(ConversationQuery(levels: [.nothing])).messages == 4)
    try await client.markRead(ConversationQuery(tag: work))
    #expect(try await client.unreadTotal() == UnreadTotal(messages: 7, conversations: 2, mentions: 0))
    try await client.markRead()
    #expect(try await client.unreadTotal() == UnreadTotal(messages: 0, conversations: 0, mentions: 0))
    await client.close()
  }

  @Test func unreadMentionsAreAddedUpAndFiltered() async throws {
    let client = try await client()
    network.server { server in
      for (number, name) in ["bob", "bob", "carol"].enumerated() {
        let send = Wire.Send(
          conversation: "direct:alice", clientId: "mention\(number)", type: "text", content: MessageContent.text("you").json,
          details: Wire.Details(mentions: Wire.Mentions(users: ["alice"])))
        _ = server.answer(.send(send), of: .of(name))
      }
    }
    try await network.held(client, direct("carol"), upTo: 3)
    #expect(try await names(client, ConversationQuery(isMentioned: true)) == ["carol", "bob"])
    #expect(try await names(client, ConversationQuery(kinds: [.direct], isMentioned: false)) == ["erin", "dave"])
    #expect(try await client.unreadTotal() == UnreadTotal(messages: 13, conversations: 4, mentions: 3))
    try await client.chat(direct("bob")).setMuted(true)
    #expect(try await client.unreadTotal(ConversationQuery(levels: [.all])).mentions == 1)
    #expect(try await client.unreadTotal(ConversationQuery(levels: [.nothing])).mentions == 2)
    try await client.chat(direct("bob")).markRead()
    #expect(try await client.unreadTotal().mentions == 1)
    await client.close()
  }

  @Test func someConversationsAreReadByTheirIds() async throws {
    let client = try await client()
    let asked = [direct("erin"), .of("group:none"), direct("bob"), .of("group:g")]
    #expect(try await client.conversations(asked).map(\.id) == [direct("erin"), direct("bob"), .of("group:g")])
    try await client.chat(direct("bob")).removeFromList()
    #expect(try await client.conversations(asked).map(\.id) == [direct("erin"), .of("group:g")])
    #expect(try await client.conversations([]).isEmpty)
    await client.close()
  }

  @Test func unreadIsCountedByContentType() async throws {
    let client = try await client()
    let erin = direct("erin")
    network.server { server in
      for (number, type) in ["image", "text", "image", "voice"].enumerated() {
        let send = Wire.Send(conversation: "direct:alice", clientId: "typed\(number)", type: type, content: "{}")
        _ = server.answer(.send(send), of: .of("erin"))
      }
    }
    try await network.held(client, erin, upTo: 8)
    let chat = client.chat(erin)
    #expect(try await chat.unreadCount(ofTypes: ["image"]) == 2)
    #expect(try await chat.unreadCount(ofTypes: ["text", "voice"]) == 6)
    #expect(try await chat.unreadCount(ofTypes: ["sticker"]) == 0)
    try await chat.hide([erin.message(at: 5)], on: .thisDevice)
    #expect(try await chat.unreadCount(ofTypes: ["image"]) == 1)
    try await chat.markRead(upTo: erin.message(at: 7))
    #expect(try await chat.unreadCount(ofTypes: ["text", "image"]) == 0)
    #expect(try await chat.unreadCount(ofTypes: ["voice"]) == 1)
    await client.close()
  }

  @Test func conversationsAreRemovedByKindAndByTag() async throws {
    let client = try await client()
    let work = try #require(TagID("work"))
    try await client.setTag(work, name: "Work")
    try await client.addTag(work, to: [direct("bob"), direct("carol")])
    try await client.remove(ConversationQuery(tag: work), untagging: work)
    #expect(try await names(client, ConversationQuery()) == ["group:g", "erin", "dave"])
    #expect(try await names(client, ConversationQuery(tag: work)).isEmpty)
    try await client.remove(ConversationQuery(kinds: [.direct]), withHistory: true)
    #expect(try await names(client, ConversationQuery()) == ["group:g"])
    #expect(try await client.unreadTotal().messages == 0)
    var all = ConversationQuery()
    all.includesRemoved = true
    #expect(try await names(client, all).count == 5)
    network.say("back", as: "bob", to: "direct:alice")
    try await network.pass { try await names(client, ConversationQuery()) == ["bob", "group:g"] }
    #expect(try await client.chat(direct("bob")).settings().tags.isEmpty)
    await client.close()
  }

  @Test func whatIsPinnedBeforeItBeganIsPinnedWhenItBegins() async throws {
    let client = try await client()
    try await client.chat(direct("frank")).pinToTop()
    #expect(try await client.pinnedConversations() == [direct("frank")])
    let other = try await network.online("alice")
    try await network.pass { try await other.pinnedConversations() == [direct("frank")] }
    network.say("hello", as: "frank", to: "direct:alice")
    try await network.pass { try await names(other, ConversationQuery(isPinned: true)) == ["frank"] }
    for client in [client, other] { await client.close() }
  }
}
