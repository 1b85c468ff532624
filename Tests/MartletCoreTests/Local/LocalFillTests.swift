import ClientModels
import Martlet
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// Local data that was made without a server is as a synchronisation leaves it.
@Suite(.timeLimit(.minutes(10))) struct LocalFillTests {
  private let alice = UserID.of("alice")

  private func conversation(_ name: String, size: UInt64, unread: UInt64) -> (summary: Wire.Conversation, entries: [Wire.Entry]) {
    let entries = (1...size).map { seq in
      Wire.Entry(
        conversation: "group:\(name)", seq: seq, time: Int64(seq) * 10, sender: "bob", clientId: "\(name)-\(seq)", countable: seq,
        event: .message(Wire.Message(type: "text", content: MessageContent.text("\(name) number \(seq)").json)))
    }
    let summary = Wire.Conversation(
      id: "group:\(name)", title: name, owner: "bob", memberCount: 3, head: size, unread: unread, read: size - unread,
      lastMessage: entries.last, countable: size)
    return (summary, entries)
  }

  @Test func whatIsFilledInIsAsIfItHadBeenFetched() async throws {
    let all = [conversation("small", size: 1, unread: 1), conversation("large", size: 700, unread: 5)]
    let fetched = try LocalStore.inMemory(newDeviceID: "d")
    _ = try fetched.apply([.user(alice)])
    for (wire, entries) in all {
      let id = ConversationID.of(wire.id)
      _ = try fetched.apply([.adopt(try #require(Summary(wire, id: id)), anchor: wire.head)])
      _ = try fetched.apply([.prepend(id, entries)])
    }
    while try fetched.indexSome(100) {}
    try await TemporaryDirectory.with { directory in
      #expect(!SystemFiles.holdsData(directory))
      let fill = try LocalFill(LocalFolder(directory), user: alice, device: "d")
      try fill.add(all)
      while try fill.index() {}
      fill.close()
      #expect(SystemFiles.holdsData(directory))
      let filled = try LocalFolder(directory).openStore(at: 0, newDeviceID: "other").store
      defer { filled.close() }
      #expect(filled.user == alice && filled.deviceID == "d")
      #expect(try filled.conversations() == fetched.conversations())
      for (wire, _) in all {
        let id = ConversationID.of(wire.id)
        let (row, other) = (try #require(try filled.stored(id)), try #require(try fetched.stored(id)))
        #expect(try filled.entries(of: row, after: 0, limit: .max) == fetched.entries(of: other, after: 0, limit: .max))
        #expect(row.first == 1 && row.last == wire.head && row.doubts.isEmpty)
      }
      for text in ["large", "number", "7"] {
        let query = SearchQuery(text)
        let found = try filled.search(query, limit: 20, after: nil, isComplete: true).items
        #expect(try found == fetched.search(query, limit: 20, after: nil, isComplete: true).items)
        #expect(!found.isEmpty)
      }
    }
  }

  @Test func summaryThatMakesNoSenseIsRefused() async throws {
    try await TemporaryDirectory.with { directory in
      let fill = try LocalFill(LocalFolder(directory), user: alice, device: "d")
      defer { fill.close() }
      #expect(throws: MartletError.self) { try fill.add([(Wire.Conversation(id: "group:g", head: 0), [])]) }
    }
  }
}
