import ClientModels
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// The index against a look at every message.
@Suite struct SearchIndexTests {
  private static let words = ["lunch", "Lunches", "café", "go", "到了", "我们去吃饭", "吃", "去吃", "東京タワー", "👍", "hello"]
  private static let queries = ["lunch", "lun", "cafe", "GO", "我", "吃", "去吃", "我们去", "タワ", "👍", "hello lunch", "吃饭 go", "zzz"]
  private static let senders = ["bob", "carol", "d.e@f"]
  private let store: LocalStore
  private let ids = [ConversationID.of("group:g"), ConversationID.of("group:h"), ConversationID.of("direct:alice:bob")]

  init() throws {
    store = try LocalStore.inMemory(newDeviceID: "d")
    _ = try store.apply([.user(UserID.of("alice"))])
  }

  private func summary(_ id: ConversationID) throws -> Summary {
    try #require(Summary(Wire.Conversation(id: id.text, memberCount: 2, head: 1, countable: 1), id: id))
  }

  /// The result of checking every message.
  private func naive(_ id: ConversationID, _ query: SearchQuery) throws -> [UInt64] {
    guard let row = try store.stored(id) else { return [] }
    return try store.messages(of: row, before: .max, limit: 100_000).filter { message in
      guard let content = message.content else { return false }
      if let sender = query.sender, sender != message.sender { return false }
      if !query.types.isEmpty, !query.types.contains(content.type) { return false }
      if let since = query.since, message.time < since { return false }
      if let until = query.until, message.time >= until { return false }
      return Self.matches(ContentRegistry.standard.searchText(of: content), query.text)
    }
    .map(\.seq).reversed()
  }

  /// Words of the test's own vocabulary: letters by beginnings of words, the rest by parts.
  private static func matches(_ text: String, _ query: String) -> Bool {
    let plain = { (text: String) in text.lowercased().replacing("é", with: "e") }
    let words = plain(text).split(separator: " ")
    let pieces = plain(query).split(separator: " ")
    return pieces.enumerated().allSatisfy { index, piece in
      if piece.first?.isASCII == false { return plain(text).contains(piece) }
      let isBeginning = index == pieces.count - 1 && piece.count >= 3
      return words.contains { isBeginning ? $0.hasPrefix(piece) : $0 == piece }
    }
  }

  private func found(_ id: ConversationID, _ query: SearchQuery, by limit: Int) throws -> [UInt64] {
    var all: [UInt64] = []
    var before: UInt64?
    while true {
      let page = try #require(try store.search(id, query, before: before, limit: limit, isComplete: true))
      all += page.items.map(\.seq)
      #expect(page.items.count <= limit)
      guard let next = try PageCursor.position(page.next) else { return all }
      before = next
    }
  }

  private func random(_ random: inout SeededRandom) -> Wire.Message {
    let text = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in Self.words.randomElement(using: &random) }
      .joined(separator: " ")
    if Int.random(in: 0..<5, using: &random) == 0 {
      return Wire.Message(type: "file", content: "{\"media\":{\"url\":\"u\",\"name\":\"\(text)\"}}")
    }
    return Wire.Message(type: "text", content: MessageContent.text(text).json)
  }

  private func step(_ random: inout SeededRandom) throws {
    let id = ids.randomElement(using: &random) ?? ids[0]
    guard let row = try store.stored(id) else {
      _ = try store.apply([.adopt(try summary(id), anchor: UInt64.random(in: 0...40, using: &random))])
      return
    }
    func entry(_ seq: UInt64, _ event: Wire.Entry.Event) -> Wire.Entry {
      let sender = Self.senders[Int(seq % 3)]
      return Wire.Entry(
        conversation: id.text, seq: seq, time: Int64(seq / 2 * 10), sender: sender, clientId: "c\(seq)", countable: seq,
        event: event)
    }
    let target = UInt64.random(in: max(1, row.first)...max(1, row.first, row.last), using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: _ = try store.apply([.append(id, [entry(row.last + 1, .message(self.random(&random)))])])
    case 9..<12:
      let message = self.random(&random)
      let edited = Wire.Edited(target: target, type: message.type, content: message.content)
      _ = try store.apply([.append(id, [entry(row.last + 1, .edited(edited))])])
    case 12..<14: _ = try store.apply([.append(id, [entry(row.last + 1, .recalled(Wire.Recalled(target: target)))])])
    case 14..<16:
      guard row.first > 3 else { return }
      let page = (row.first - 3..<row.first).map { entry($0, .message(self.random(&random))) }
      _ = try store.apply([.prepend(id, page)])
    case 16: if Int.random(in: 0..<6, using: &random) == 0 { _ = try store.apply([.restart(id, anchor: row.last + 9)]) }
    case 17: if Int.random(in: 0..<9, using: &random) == 0 { _ = try store.apply([.remove(id)]) }
    default: _ = try store.indexSome(Int.random(in: 1...8, using: &random))
    }
  }

  @Test(arguments: SeededRandom.environmentSeeds(6)) func whatIsFoundIsWhatALookAtEveryMessageFinds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 { try step(&random) }
    while try store.indexSome(7) {}
    for text in Self.queries {
      var query = SearchQuery(text)
      if Bool.random(using: &random) { query.sender = Self.senders.randomElement(using: &random).map { UserID.of($0) } }
      if Bool.random(using: &random) { query.types = [["file"], ["text", "image"]].randomElement(using: &random) ?? [] }
      if Bool.random(using: &random) { query.since = Timestamp(milliseconds: Int64.random(in: 0...600, using: &random)) }
      if Bool.random(using: &random) { query.until = Timestamp(milliseconds: Int64.random(in: 0...900, using: &random)) }
      var expected: [ConversationID: [UInt64]] = [:]
      for id in ids where try store.stored(id) != nil {
        expected[id] = try naive(id, query)
        #expect(try found(id, query, by: Int.random(in: 1...9, using: &random)) == expected[id], "\(query) in \(id)")
      }
      let hits = try store.search(query, limit: 10, after: nil, isComplete: true).items
      #expect(Set(hits.map(\.conversation.id)) == Set(expected.filter { !$0.value.isEmpty }.keys), "\(query)")
      for hit in hits {
        #expect(hit.count == expected[hit.conversation.id]?.count && hit.newest.seq == expected[hit.conversation.id]?.first)
      }
    }
  }

  @Test func conversationsArePagedTheLatestFirst() throws {
    for number in 0..<25 {
      let id = ConversationID.of("group:n\(number)")
      let message = Wire.Message(type: "text", content: MessageContent.text("needle \(number)").json)
      let entry = Wire.Entry(
        conversation: id.text, seq: 1, time: Int64(number % 7), sender: "bob", clientId: "c", countable: 1,
        event: .message(message))
      _ = try store.apply([.adopt(try summary(id), anchor: 0), .append(id, [entry])])
    }
    while try store.indexSome(10) {}
    var hits: [SearchHit] = []
    var cursor: PageCursor?
    repeat {
      let page = try store.search(SearchQuery("needle"), limit: 4, after: try PageCursor.hit(cursor), isComplete: true)
      hits += page.items
      cursor = page.next
    } while cursor != nil
    #expect(Set(hits.map(\.conversation.id)).count == 25 && hits.count == 25)
    #expect(hits.map(\.newest.time.milliseconds) == hits.map(\.newest.time.milliseconds).sorted(by: >))
  }

  /// More words than are looked for one by one, and fewer; with and without accents.
  @Test(arguments: [5, 300]) func beginningsAreFoundHoweverManyWordsBeginSo(count: Int) throws {
    let id = ids[0]
    let texts = (1...count).map { "wörter\($0)" } + ["Wörtlich gemeint", "wort", "ein WÖRT-spiel", "worauf"]
    let entries = texts.enumerated().map { index, text in
      Wire.Entry(
        conversation: id.text, seq: UInt64(index + 1), time: 1, sender: "bob", clientId: "c\(index)",
        countable: UInt64(index + 1), event: .message(Wire.Message(type: "text", content: MessageContent.text(text).json)))
    }
    _ = try store.apply([.adopt(try summary(id), anchor: 0), .append(id, entries)])
    while try store.indexSome(10_000) {}
    for query in ["wort", "WÖRT", "wo\u{308}rt"] {
      #expect(try found(id, SearchQuery(query), by: 50).count == count + 3, "\(query)")
      let hit = try #require(try store.search(SearchQuery(query), limit: 5, after: nil, isComplete: true).items.first)
      #expect(hit.count == count + 3 && hit.newest.text == "ein WÖRT-spiel")
    }
    #expect(try found(id, SearchQuery("wörter"), by: 50).count == count)
    #expect(try found(id, SearchQuery("wör "), by: 50).isEmpty)
    #expect(try found(id, SearchQuery("wortlos"), by: 50).isEmpty)
    #expect(try found(id, SearchQuery("gemeint wörtlich"), by: 50).count == 1)
    #expect(try found(id, SearchQuery("wört-spi"), by: 50).count == 1)
    #expect(try found(id, SearchQuery("wor", sender: UserID.of("carol")), by: 50).isEmpty)
  }

  /// More conversations than are looked up one by one.
  @Test func wordOfManyConversationsIsPagedTheLatestFirst() throws {
    for number in 0..<900 {
      let id = ConversationID.of("group:n\(number)")
      let texts = number % 3 == 0 ? ["other"] : ["needle", "needle \(number)"]
      let entries = texts.enumerated().map { index, text in
        Wire.Entry(
          conversation: id.text, seq: UInt64(index + 1), time: Int64(number * 7 % 100), sender: "bob", clientId: "c\(index)",
          countable: UInt64(index + 1), event: .message(Wire.Message(type: "text", content: MessageContent.text(text).json)))
      }
      _ = try store.apply([.adopt(try summary(id), anchor: 0), .append(id, entries)])
    }
    while try store.indexSome(1_000) {}
    for (word, conversations, messages) in [("needle", 600, 2), ("other", 300, 1)] {
      var hits: [SearchHit] = []
      var cursor: PageCursor?
      repeat {
        let page = try store.search(SearchQuery(word), limit: 70, after: try PageCursor.hit(cursor), isComplete: true)
        hits += page.items
        cursor = page.next
      } while cursor != nil
      #expect(hits.count == conversations && Set(hits.map(\.conversation.id)).count == conversations)
      #expect(hits.allSatisfy { $0.count == messages })
      #expect(hits.map(\.newest.time.milliseconds) == hits.map(\.newest.time.milliseconds).sorted(by: >))
    }
  }

  @Test func manyConversationsGoneMakeTheIndexAnew() throws {
    let id = ids[0]
    for round in 0..<3 {
      _ = try store.apply([.adopt(try summary(id), anchor: 0)])
      let entries = (1...2_500).map { seq in
        Wire.Entry(
          conversation: id.text, seq: UInt64(seq), time: 1, sender: "bob", clientId: "c\(seq)", countable: UInt64(seq),
          event: .message(Wire.Message(type: "text", content: MessageContent.text("round\(round) x").json)))
      }
      _ = try store.apply([.append(id, entries)])
      while try store.indexSome(10_000) {}
      #expect(try found(id, SearchQuery("round\(round)"), by: 1_000).count == 2_500)
      #expect(try found(id, SearchQuery("round\(round - 1)"), by: 100).isEmpty)
      _ = try store.apply([.remove(id)])
    }
    let left = try store.database.statement("SELECT COUNT(*) FROM search_index WHERE search_index MATCH 'words : x'").first {
      try $0.integer(0)
    }
    #expect(left == 0, "what is gone was dropped with the third")
  }

  @Test func otherContentTypesMakeTheIndexAnew() throws {
    let message = Wire.Message(type: "com.example.dice", content: "{\"eyes\":6}")
    let entry = Wire.Entry(
      conversation: ids[0].text, seq: 1, time: 1, sender: "bob", clientId: "c", countable: 1, event: .message(message))
    _ = try store.apply([.adopt(try summary(ids[0]), anchor: 0), .append(ids[0], [entry])])
    while try store.indexSome(10) {}
    #expect(try found(ids[0], SearchQuery("six"), by: 5) == [])
    #expect(try found(ids[0], SearchQuery("eyes"), by: 5) == [], "the JSON of a type without words is none")
    store.contents = .standard.adding(Dice.self)
    store.search = LocalStore.SearchProgress()
    while try store.indexSome(10) {}
    #expect(try found(ids[0], SearchQuery("six"), by: 5) == [1])
  }
}
