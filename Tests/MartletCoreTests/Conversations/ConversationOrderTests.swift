import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// Queries of the list against one that looks at every conversation.
@Suite struct ConversationOrderTests {
  private let store: LocalStore
  private let work = TagID("work")

  init() throws {
    store = try LocalStore.inMemory(newDeviceID: "d")
    _ = try store.apply([.user(UserID.of("alice"))])
  }

  private let universe = (0..<14).map { ConversationID.of($0 % 2 == 0 ? "group:n\($0)" : "direct:alice:n\($0)") }

  // MARK: Events

  private func happen(at step: Int, _ random: inout SeededRandom) throws {
    let id = universe[Int.random(in: 0..<universe.count, using: &random)]
    guard let row = try store.stored(id) else {
      let wire = Wire.Conversation(id: id.text, memberCount: 2, head: 1)
      _ = try store.apply([.adopt(try #require(Summary(wire, id: id)), anchor: 1)])
      return
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 10, 11:
      let change = Wire.ConversationChanged(
        attributes: [
          Wire.Attribute(key: "kind", value: [#""shop""#, " \"shop\"", "7", ""].randomElement(using: &random) ?? ""),
          Wire.Attribute(key: "open", value: Bool.random(using: &random) ? "true" : ""),
        ])
      let entry = Wire.Entry(
        conversation: id.text, seq: row.last + 1, time: Int64(step / 2), sender: "bob", clientId: "c",
        countable: row.countable, event: .conversationChanged(change))
      _ = try store.apply([.append(id, [entry])])
    case 0...4:
      var message = Wire.Message(type: "text", content: MessageContent.text("x").json)
      if Bool.random(using: &random) { message.details = Wire.Details(mentions: Wire.Mentions(all: true)) }
      let entry = Wire.Entry(
        conversation: id.text, seq: row.last + 1, time: Int64(step / 2), sender: "bob", clientId: "c",
        countable: row.countable + 1, event: .message(message))
      _ = try store.apply([.append(id, [entry])])
    case 5: _ = try store.apply([.read(id, row.last)])
    case 6: _ = try store.apply([.remove(id)])
    case 7:
      let draft = LocalStore.Draft(
        id: ClientID(milliseconds: Int64(step), random: &random), destination: .conversation(id), action: .send(.text("x")),
        made: Timestamp(milliseconds: Int64(step)))
      _ = try store.enqueue([draft], limit: 1_000)
    default:
      let settings = [
        ("pin", #"{"at":\#(step),"touch":\#(Bool.random(using: &random))}"#), ("pin", ""), ("mute", "true"),
        ("level", #""none""#), ("draft", #"{"text":"x","at":\#(step)}"#), ("tag.work", #"{"at":\#(step)}"#),
        ("tag.work", #"{"at":1,"pin":\#(step)}"#), ("removed", "\(row.last)"), ("alias", #""Bob""#),
        ("attr.kind", #""shop""#), ("attr.kind", "7"),
      ]
      let (key, value) = settings[Int.random(in: 0..<settings.count, using: &random)]
      let setting = Wire.Setting(conversation: id.text, key: key, value: value, revision: UInt64(step))
      _ = try store.apply([.settings([setting])])
    }
  }

  private func query(_ random: inout SeededRandom) -> ConversationQuery {
    func maybe<Value>(_ value: Value) -> Value? { Int.random(in: 0..<3, using: &random) == 0 ? value : nil }
    var query = ConversationQuery(
      kinds: maybe([.group]), isUnread: maybe(Bool.random(using: &random)), tag: maybe(work).flatMap { $0 },
      isPinned: maybe(Bool.random(using: &random)), levels: maybe([.all]), isMentioned: maybe(Bool.random(using: &random)))
    query.attributes = maybe(["kind": .text("shop")]) ?? [:]
    query.sharedAttributes =
      maybe(["kind": .text("shop"), "open": .flag(true)]) ?? maybe(["kind": .integer(7)]) ?? [:]
    query.includesRemoved = Bool.random(using: &random)
    query.order.pinnedFirst = Bool.random(using: &random)
    query.order.countsDrafts = Bool.random(using: &random)
    query.order.countsUnsent = Bool.random(using: &random)
    return query
  }

  // MARK: The model

  private func isMeant(_ conversation: Conversation, _ query: ConversationQuery) throws -> Bool {
    let own = conversation.settings
    let level = LevelDefaults(try store.settings(of: nil)).level(of: conversation.id, own: own)
    return query.kinds?.contains(conversation.id.kind) ?? true && query.levels?.contains(level) ?? true
      && query.isUnread.map { $0 == (conversation.unread > 0) } ?? true
      && query.isMentioned.map { $0 == (conversation.unreadMentions > 0) } ?? true
      && query.tag.map { own.tags[$0] != nil } ?? true
      && query.isPinned.map { $0 == (pin(conversation, query) != nil) } ?? true
      && query.attributes.allSatisfy { own.attributes[$0.key] == $0.value }
      && query.sharedAttributes.allSatisfy { conversation.attributes[$0.key] == $0.value }
      && (query.includesRemoved || !conversation.isRemoved)
  }

  private func pin(_ conversation: Conversation, _ query: ConversationQuery) -> Timestamp? {
    query.tag.map { conversation.settings.tags[$0]?.pinned } ?? conversation.settings.pin?.at
  }

  private func place(_ conversation: Conversation, _ query: ConversationQuery) throws -> (Int64, Int64, Int64) {
    let own = conversation.settings
    var times = [conversation.lastActivity?.milliseconds ?? .min]
    if let pin = own.pin, pin.countsAsActivity { times.append(pin.at.milliseconds) }
    if query.order.countsDrafts, let draft = own.draft { times.append(draft.at.milliseconds) }
    if query.order.countsUnsent {
      for send in try store.pending() where send.destination.conversation(of: store.user) == conversation.id {
        times.append(send.made.milliseconds)
      }
    }
    let pinned = query.order.pinnedFirst ? pin(conversation, query)?.milliseconds : nil
    return (pinned ?? .min, times.max() ?? .min, try store.stored(conversation.id)?.key ?? 0)
  }

  private func expected(_ query: ConversationQuery) throws -> [Conversation] {
    try universe.compactMap { try store.conversation($0) }.filter { try isMeant($0, query) }
      .map { ($0, try place($0, query)) }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  // MARK: Tests

  @Test(arguments: SeededRandom.environmentSeeds(6)) func pagesOfAQueryAreWhatIsMeantInOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 1...250 {
      try happen(at: step, &random)
      guard step % 5 == 0 else { continue }
      let query = query(&random)
      let expected = try expected(query)
      #expect(try store.conversations(matching: query, after: nil, limit: .max) == expected, "step \(step), \(query)")
      let limit = Int.random(in: 1...4, using: &random)
      var paged: [Conversation] = []
      while true {
        let page = try store.conversations(matching: query, after: paged.last?.id, limit: limit)
        #expect(page.count <= limit)
        paged += page
        if page.isEmpty { break }
      }
      #expect(paged == expected, "step \(step), by \(limit), \(query)")
      var unread = query
      unread.isUnread = true
      let counted = try self.expected(unread)
      #expect(
        try store.unreadTotal(query)
          == UnreadTotal(
            messages: counted.reduce(0) { $0 + $1.unread }, conversations: counted.count,
            mentions: counted.reduce(0) { $0 + $1.unreadMentions }), "step \(step)")
    }
  }
}
