import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// The logs in the local database, with pages and pushes applied to them.
@Suite struct StorageTests {
  private let id = ConversationID.of("group:g")
  private let store: LocalStore

  init() throws {
    store = try LocalStore.inMemory(newDeviceID: "d")
    _ = try store.apply([.user(UserID.of("alice"))])
  }

  private func summary(head: UInt64) throws -> Summary {
    let wire = Wire.Conversation(id: "group:g", title: "T", memberCount: 2, head: head, unread: head, joined: 1, countable: head)
    return try #require(Summary(wire, id: id))
  }

  private func message(_ seq: UInt64, _ text: String? = nil, revision: UInt64 = 0) -> Wire.Entry {
    Wire.Entry(
      conversation: "group:g", seq: seq, time: Int64(seq), sender: "bob", clientId: "c\(seq)", countable: seq,
      event: .message(
        Wire.Message(type: "text", content: MessageContent.text(text ?? "m\(seq)").json, revision: revision)))
  }

  private func event(_ seq: UInt64, _ event: Wire.Entry.Event?) -> Wire.Entry {
    Wire.Entry(
      conversation: "group:g", seq: seq, time: Int64(seq), sender: "bob", clientId: "c\(seq)", countable: 0, event: event)
  }

  private func row() throws -> ConversationRow { try #require(try store.stored(id)) }

  private func texts() throws -> [String?] { try store.messages(of: row(), before: .max, limit: 100).map(\.text) }

  @Test func entriesThatDoNotFollowAreNotTaken() throws {
    _ = try store.apply([.adopt(try summary(head: 3), anchor: 0), .append(id, [message(1), message(3)])])
    #expect(try row().last == 1)
    _ = try store.apply([.append(id, [message(1), message(2)])])
    #expect(try row().last == 2)
    _ = try store.apply([.prepend(id, [message(5)])])
    #expect(try row().first == 1)
  }

  @Test func editsAndRecallsAreFoldedByRevision() throws {
    _ = try store.apply([
      .adopt(try summary(head: 1), anchor: 0), .append(id, [message(1, "one", revision: 3)]),
      .append(id, [event(2, .edited(Wire.Edited(target: 1, type: "text", content: "{\"text\":\"old\"}")))]),
    ])
    #expect(try texts() == ["one"], "an edit already contained is not applied again")
    _ = try store.apply([
      .append(id, [event(3, nil), event(4, .edited(Wire.Edited(target: 1, type: "text", content: "{\"text\":\"new\"}")))])
    ])
    #expect(try texts() == ["new", nil])
    let changes = try store.apply([.append(id, [event(5, .recalled(Wire.Recalled(target: 1)))])])
    #expect(changes.rewritten.map(\.isRecalled) == [true])
    let edits = try store.entries(of: row(), after: 0, limit: 100).compactMap { entry -> String? in
      if case .edited(let edited)? = entry.event { edited.content } else { nil }
    }
    #expect(edits == ["", ""], "what was recalled is nowhere")
  }

  @Test func stalePageMeetsTheRecallThatOvertookIt() throws {
    _ = try store.apply([
      .adopt(try summary(head: 4), anchor: 4),
      .append(id, [event(5, .recalled(Wire.Recalled(target: 2))), event(6, .recalled(Wire.Recalled(target: 1)))]),
    ])
    let stale = [message(2), event(3, .edited(Wire.Edited(target: 1, type: "text", content: "{}"))), message(4)]
    _ = try store.apply([.prepend(id, stale)])
    let held = try store.entries(of: row(), after: 0, limit: 100)
    #expect(held.first?.message(of: id)?.isRecalled == true)
    guard case .edited(let edited)? = held.dropFirst().first?.event else { return #expect(Bool(false)) }
    #expect(edited.content == "")
  }

  @Test func unknownKindsAreKeptWholeAndShownAsUnknown() throws {
    var bytes = event(1, nil).encoded()
    // Field 99, three bytes: the event of a newer server.
    bytes += [0x9A, 0x06, 3, 1, 2, 3]
    let newer = try Wire.Entry(decoding: bytes)
    _ = try store.apply([.adopt(try summary(head: 1), anchor: 0), .append(id, [newer])])
    #expect(try store.messages(of: row(), before: .max, limit: 10).map(\.kind) == [.unknown])
    #expect(try store.entries(of: row(), after: 0, limit: 10).first?.item(of: id)?.kind == "unknown")
    let body = try store.database.statement("SELECT body FROM entry").first { try $0.blob(0) }
    #expect(body == bytes, "a later version can read what this one cannot")
  }

  @Test func failedTurnChangesNothing() throws {
    _ = try store.apply([.adopt(try summary(head: 1), anchor: 0), .append(id, [message(1)])])
    let before = try row()
    try store.database.execute("CREATE TRIGGER refuse BEFORE UPDATE ON meta BEGIN SELECT RAISE(ABORT, 'no'); END")
    _ = try? store.apply([.cursor(1)])
    #expect(throws: (any Error).self) { try store.apply([.append(id, [message(2)]), .cursor(2)]) }
    #expect(try row() == before)
    #expect(try store.entries(of: row(), after: 0, limit: 10).count == 1)
  }

  @Test func removedConversationLeavesNothing() throws {
    _ = try store.apply([.adopt(try summary(head: 1), anchor: 0), .append(id, [message(1)])])
    let changes = try store.apply([.append(id, [message(2)]), .remove(id)])
    #expect(changes.removed == [id] && changes.messages.isEmpty && changes.conversations.isEmpty)
    #expect(try store.database.statement("SELECT COUNT(*) FROM entry").first { try $0.integer(0) } == 0)
  }

  @Test func gapInTheFoldIsInDoubtUntilASummaryClosesIt() throws {
    _ = try store.apply([.adopt(try summary(head: 1), anchor: 0), .append(id, [message(1)])])
    var changes = try store.apply([.replace(id, [message(50), message(51)])])
    #expect(changes.doubtful == [id])
    #expect(try row().folded == 1)
    changes = try store.apply([.adopt(try summary(head: 50), anchor: 0)])
    #expect(changes.certain == [id])
    #expect(try row().folded == 51)
    #expect(try row().unread == 51)
  }

  /// A page brings a message as recalled by an entry that is not there yet; that entry is then counted, once.
  @Test func recallThatIsNotFoldedYetIsNotCountedTwice() throws {
    var recalled = message(3)
    recalled.event = .message(Wire.Message(type: "text", revision: 5, recalled: true))
    let entries = [message(1), message(2), recalled, message(4)]
    _ = try store.apply([.adopt(try summary(head: 1), anchor: 0), .append(id, entries)])
    // A marker in the middle makes the device count cached entries.
    _ = try store.apply([.read(id, 2)])
    #expect(try row().unread == 2, "as of position 4, nothing is recalled")
    var recall = event(5, .recalled(Wire.Recalled(target: 3)))
    recall.countable = 4
    _ = try store.apply([.append(id, [recall])])
    #expect(try row().unread == 1)
    _ = try store.apply([.read(id, 3)])
    #expect(try row().unread == 1)
  }

  @Test func listIsSortedByActivity() throws {
    for (name, time) in [("a", 5), ("b", 9), ("c", 5)] as [(String, Int64)] {
      let other = ConversationID.of("group:\(name)")
      let wire = Wire.Conversation(id: other.text, head: 1, joined: 1)
      var entry = message(1)
      entry.conversation = other.text
      entry.time = time
      _ = try store.apply([.adopt(try #require(Summary(wire, id: other)), anchor: 0), .append(other, [entry])])
    }
    #expect(try store.conversations().map(\.id.text) == ["group:b", "group:a", "group:c"])
  }

  @Test func contentWithAnyCharactersComesBack() throws {
    let text = "a\u{0}b\"\\\n\u{1F600}é\u{2028}"
    _ = try store.apply([.adopt(try summary(head: 1), anchor: 0), .append(id, [message(1, text)])])
    #expect(try texts() == [text])
  }
}
