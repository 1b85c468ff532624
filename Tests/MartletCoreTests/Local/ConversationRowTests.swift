import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// The fold of a conversation: the effect of each entry and each marker.
@Suite struct ConversationRowTests {
  private let id = ConversationID.of("group:g")

  private func row(head: UInt64 = 10, unread: UInt64 = 3, read: UInt64 = 5) throws -> ConversationRow {
    var row = ConversationRow(id, anchor: head)
    row.adopt(try summary(head: head, unread: unread, read: read))
    return row
  }

  private func summary(
    head: UInt64, unread: UInt64, joined: UInt64 = 1, read: UInt64 = 0, lastSent: UInt64 = 0, hidden: UInt64 = 0
  ) throws -> Summary {
    let wire = Wire.Conversation(
      id: "group:g", title: "T", owner: "alice", memberCount: 3, head: head, unread: unread, joined: joined, read: read,
      lastSent: lastSent, countable: head, hidden: hidden)
    return try #require(Summary(wire, id: id))
  }

  private func entry(_ seq: UInt64, _ event: Wire.Entry.Event?, countable: UInt64? = nil) -> Wire.Entry {
    Wire.Entry(conversation: "group:g", seq: seq, sender: "bob", clientId: "c", countable: countable ?? seq, event: event)
  }

  private let message = Wire.Entry.Event.message(Wire.Message(type: "text", content: "{}"))

  @Test func messageOfAnotherIsUnread() throws {
    var row = try row()
    row.fold(entry(11, message), isOwn: false) { _ in nil }
    #expect(row.unread == 4 && row.folded == 11 && row.countable == 11 && row.doubts.isEmpty)
  }

  @Test func ownMessageReadsEverything() throws {
    var row = try row()
    row.fold(entry(11, message), isOwn: true) { _ in nil }
    #expect(row.unread == 0 && row.lastSent == 11 && row.base == 11)
  }

  @Test func entryThatDoesNotCountIsNotUnread() throws {
    var row = try row()
    row.fold(entry(11, message, countable: 10), isOwn: false) { _ in nil }
    #expect(row.unread == 3)
  }

  @Test func titleAndAttributesAreThoseOfTheLastChange() throws {
    var row = try row()
    func change(_ seq: UInt64, _ title: String?, _ attributes: [String: String]) {
      let changed = Wire.ConversationChanged(title: title, attributes: [Wire.Attribute](attributes))
      row.fold(entry(seq, .conversationChanged(changed), countable: 10), isOwn: false) { _ in nil }
    }
    change(11, nil, ["a": "1", "b": "2"])
    #expect(row.title == "T" && row.attributes == ["a": "1", "b": "2"])
    change(12, "U", ["b": "", "c": "{}"])
    #expect(row.title == "U" && row.attributes == ["a": "1", "c": "{}"])
    change(13, "", [:])
    #expect(row.title.isEmpty && row.attributes == ["a": "1", "c": "{}"] && row.unread == 3 && row.folded == 13)
    // An older summary takes nothing back, a newer one tells all.
    row.adopt(try summary(head: 12, unread: 3))
    #expect(row.title.isEmpty && row.attributes == ["a": "1", "c": "{}"])
    row.adopt(try summary(head: 14, unread: 3))
    #expect(row.title == "T" && row.attributes.isEmpty)
  }

  @Test func recallOfAnUnreadMessageTakesItAway() throws {
    var row = try row()
    row.fold(entry(11, .recalled(Wire.Recalled(target: 8)), countable: 10), isOwn: false) { _ in .counted }
    #expect(row.unread == 2 && row.doubts.isEmpty)
    row.fold(entry(12, .recalled(Wire.Recalled(target: 4)), countable: 10), isOwn: false) { _ in .counted }
    #expect(row.unread == 2, "it was read already")
    row.fold(entry(13, .recalled(Wire.Recalled(target: 9)), countable: 10), isOwn: false) { _ in [] }
    #expect(row.unread == 2, "it never counted")
  }

  @Test func recallOfAMessageThatIsNotHeldIsInDoubt() throws {
    var row = try row()
    row.fold(entry(11, .recalled(Wire.Recalled(target: 8)), countable: 10), isOwn: false) { _ in nil }
    #expect(row.unread == 2 && row.doubts == .unread)
  }

  @Test func markerAtTheEndReadsEverythingAndOneBeforeIsInDoubt() throws {
    var row = try row()
    row.readTo(7)
    #expect(row.doubts == .unread)
    row.readTo(10)
    #expect(row.unread == 0 && row.doubts.isEmpty)
    row.readTo(3)
    #expect(row.read == 10)
  }

  @Test func pendingMarkerCountsAtOnceAndFallsBackWhereItIsNotTaken() throws {
    var row = try row()
    row.readPending(10)
    #expect(row.unread == 0 && row.read == 5)
    row.settlePending()
    #expect(row.doubts == .unread, "what it had hidden is unread again")
    row.readPending(10)
    row.readTo(10)
    row.settlePending()
    #expect(row.unread == 0 && row.doubts.isEmpty)
  }

  @Test func olderSummaryChangesNothingButTheMarker() throws {
    var row = try row()
    row.fold(entry(11, message), isOwn: false) { _ in nil }
    let before = row
    row.adopt(try summary(head: 10, unread: 9, read: 5))
    #expect(row == before)
    row.adopt(try summary(head: 10, unread: 0, read: 11))
    #expect(row.read == 11 && row.unread == 0)
  }

  @Test func olderSummaryThatKnowsOfMoreHiddenPutsInDoubt() throws {
    var row = try row()
    row.fold(entry(11, message), isOwn: false) { _ in nil }
    row.adopt(try summary(head: 10, unread: 1, read: 5, hidden: 1))
    #expect(row.doubts == [.unread, .lastMessage])
    row.adopt(try summary(head: 11, unread: 2, read: 5, hidden: 1))
    #expect(row.unread == 2 && row.doubts.isEmpty)
    row.fold(entry(12, message), isOwn: false) { _ in nil }
    row.adopt(try summary(head: 11, unread: 2, read: 5, hidden: 1))
    #expect(row.unread == 3 && row.doubts.isEmpty)
  }

  @Test func summaryCountedBeforeAMarkerMovedIsInDoubt() throws {
    var row = try row()
    row.readTo(7)
    row.adopt(try summary(head: 12, unread: 7, read: 5))
    #expect(row.doubts == .unread)
    row.adopt(try summary(head: 12, unread: 4, read: 7))
    #expect(row.unread == 4 && row.doubts.isEmpty)
  }

  @Test func markersOfAnEarlierMembershipAreNotShown() throws {
    var row = try row()
    row.readPending(7)
    #expect(row.readUpTo == 7)
    row.adopt(try summary(head: 14, unread: 2, joined: 12))
    #expect(row.readUpTo == 0 && row.unread == 2 && row.doubts.isEmpty)
    row.readTo(9)
    #expect(row.readUpTo == 0 && row.unread == 2 && row.doubts.isEmpty, "the answer to a request made before")
    row.readTo(12)
    #expect(row.readUpTo == 12, "where one joined, one may have read")
  }

  @Test func membersAndOwnerFollow() throws {
    var row = try row()
    row.fold(entry(11, .membersAdded(Wire.MembersAdded(users: ["x", "y"]))), isOwn: false) { _ in nil }
    #expect(row.members == 5)
    row.fold(entry(12, .membersRemoved(Wire.MembersRemoved(users: ["alice"], owner: "bob"))), isOwn: false) { _ in nil }
    #expect(row.members == 4 && row.owner == "bob")
    let many = (0..<9).map { "u\($0)" }
    row.fold(entry(13, .membersRemoved(Wire.MembersRemoved(users: many, owner: ""))), isOwn: false) { _ in nil }
    #expect(row.members == 0 && row.owner == "")
  }

  @Test func lastMessageOutsideTheRangeFollowsEditsAndRecalls() throws {
    var row = try row()
    row.lastMessage = entry(9, message)
    row.fold(entry(11, .edited(Wire.Edited(target: 9, type: "text", content: "{\"text\":\"new\"}"))), isOwn: false) { _ in nil }
    #expect(row.lastMessage?.message(of: id)?.text == "new" && row.lastMessage?.message(of: id)?.isEdited == true)
    row.fold(entry(12, .recalled(Wire.Recalled(target: 9))), isOwn: false) { _ in .counted }
    #expect(row.lastMessage == nil && row.doubts == .lastMessage)
  }
}
