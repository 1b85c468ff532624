import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// What the local database keeps of a group that the user left and joined again.
@Suite struct ReturningTests {
  private let group = ConversationID.of("group:g")

  private func texts(_ seqs: ClosedRange<UInt64>) -> [Wire.Entry] {
    seqs.map { seq in
      let text = Wire.Message(type: "text", content: MessageContent.text("x").json)
      return Wire.Entry(
        conversation: group.text, seq: seq, time: 1, sender: "bob", clientId: "c", countable: seq, event: .message(text))
    }
  }

  /// The list tells of the return before the user log does.
  @Test(arguments: [true, false]) func whatWasHiddenBeforeTheLeaveIsShown(isKnownToReturn: Bool) throws {
    let store = try LocalStore.inMemory(newDeviceID: "d")
    let first = Wire.Conversation(id: group.text, memberCount: 2, head: 9, joined: 1)
    let second = Wire.Conversation(id: group.text, memberCount: 2, head: 12, joined: 12, earlier: 11)
    _ = try store.apply([
      .user(UserID.of("alice")), .adopt(try #require(Summary(first, id: group)), anchor: 9), .append(group, texts(10...11)),
    ])
    let hide = Sync.Write.hide(group, until: 0, [10], revision: 1)
    let adopt = Sync.Write.adopt(try #require(Summary(second, id: group)), anchor: 11)
    _ = try store.apply(isKnownToReturn ? [adopt, hide, .unhide(group, start: 1)] : [hide, adopt])
    let later = Sync.Write.hide(group, until: 0, [11], revision: 9)
    _ = try store.apply([.restart(group, anchor: 9), later, .append(group, texts(10...11))])
    let row = try #require(try store.stored(group))
    #expect(try store.messages(of: row, before: 12, limit: 5).map(\.id.seq) == [10])
    #expect(row.start == 1)
  }
}
