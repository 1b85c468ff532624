import ClientModels
import MartletWire
import Testing

@testable import MartletCore

/// News of a conversation that the user left, or is not a member of.
@Suite struct LeavingTests {
  private let group = ConversationID.of("group:g")

  private func left(at seq: UInt64, by log: UInt64 = 1) -> Wire.ServerPacket.Body {
    .push(
      Wire.Push(userEntries: [Wire.UserEntry(seq: log, conversation: group.text, event: .left(Wire.Left(seq: seq)))]))
  }

  private func entry(_ seq: UInt64) -> Wire.ServerPacket.Body {
    let message = Wire.Message(type: "text", content: "{}")
    return .push(
      Wire.Push(entries: [Wire.Entry(conversation: group.text, seq: seq, sender: "bob", event: .message(message))]))
  }

  private func removals(_ actions: [Sync.Action]) -> Int {
    actions.count { if case .write(.remove(group, _)) = $0 { true } else { false } }
  }

  @Test func leavingTakesTheConversationFromTheList() {
    let wires = Wirework()
    wires.online(holding: group)
    wires.receive(0, left(at: 11))
    #expect(removals(wires.take()) == 1)
  }

  /// The server's logs are pushed apart, so the user log may tell late of a leave that was followed by a join.
  @Test func aLeaveBeforeTheLastJoinEndsNothing() {
    var state = Sync.StoredState()
    state.cursor = 0
    state.shelves = [(group, Shelf(first: 1, last: 10, head: 14, joined: 12, since: 12, start: 12))]
    let wires = Wirework()
    wires.sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
    wires.open()
    wires.welcome()
    _ = wires.take()
    wires.receive(0, left(at: 11))
    #expect(removals(wires.take()) == 0)
  }

  /// The list told of the return first, which lets the user read what was hidden before the leave.
  @Test func whatWasHiddenBeforeALeaveIsShownAfterTheReturn() {
    var state = Sync.StoredState()
    state.cursor = 0
    state.shelves = [(group, Shelf(first: 1, last: 14, head: 14, joined: 12, since: 1, start: 1))]
    let wires = Wirework()
    wires.sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
    wires.open()
    wires.welcome()
    _ = wires.take()
    let hidden = Wire.UserEntry(seq: 1, conversation: group.text, event: .hidden(Wire.Hidden(until: 2, targets: [5])))
    wires.receive(0, .push(Wire.Push(userEntries: [hidden])))
    #expect(wires.sync.shelves[group]?.start == 3)
    _ = wires.take()
    wires.receive(0, left(at: 11, by: 2))
    let actions = wires.take()
    #expect(removals(actions) == 0)
    #expect(actions.contains { if case .write(.unhide(group, start: 1)) = $0 { true } else { false } })
    #expect(wires.sync.shelves[group]?.start == 1)
    #expect(actions.sent.contains { if case .fetchEntries = $0 { true } else { false } }, "it holds none of them")
    // Once is enough.
    wires.receive(0, left(at: 10, by: 3))
    #expect(!wires.take().contains { if case .write(.unhide) = $0 { true } else { false } })
  }

  @Test func entriesFromBeforeTheLeaveAreIgnored() {
    let wires = Wirework()
    wires.online(holding: group)
    wires.receive(0, left(at: 11))
    _ = wires.take()
    wires.receive(0, entry(11))
    #expect(wires.take().sent.isEmpty, "nothing is asked about a conversation that is over")
    // One from after it says that the user is back.
    wires.receive(0, entry(13))
    #expect(wires.take().sent == [.listConversations(Wire.ListConversations(only: [group.text]))])
  }

  /// The group's summary for a user who joined with entry 12, and may read everything from before.
  private let summary = Wire.Conversation(id: "group:g", memberCount: 2, head: 13, joined: 12, earlier: 11)

  /// What the members wrote meanwhile is history to the user, and no news; what is older was shown already.
  @Test func whoReturnsIsToldOfNothingFromBeforeTheReturn() {
    let wires = Wirework()
    wires.online(holding: group)
    wires.receive(0, left(at: 11))
    wires.receive(0, entry(13))
    let asked = wires.take().packets.last { if case .listConversations? = $0.request { true } else { false } }
    wires.receive(asked?.id ?? 0, .conversations(Wire.Conversations(conversations: [summary])))
    #expect(wires.sync.shelves[group]?.start == 1, "the history can be read")
    #expect(wires.sync.shelves[group]?.last == 11)
  }

  @Test func whoLeftAndReturnedWhileOfflineIsToldOfNothingFromBeforeTheReturn() {
    var state = Sync.StoredState()
    state.cursor = 0
    state.shelves = [(group, Shelf(first: 1, last: 10, head: 10, joined: 1, since: 1, start: 1))]
    let wires = Wirework()
    wires.sync = Sync(restoring: state, device: Wire.Device(id: "d"), seed: 7)
    wires.open()
    wires.welcome()
    wires.receive(2, .userEntries(Wire.UserEntries()))
    wires.receive(3, .conversations(Wire.Conversations(conversations: [summary])))
    #expect(wires.sync.shelves[group]?.start == 1, "the history can be read")
    #expect(wires.sync.shelves[group]?.last == 11)
  }

  @Test func signalsOfOtherConversationsAreNotShown() {
    let wires = Wirework()
    wires.online(holding: group)
    for (conversation, isShown) in [(group.text, true), ("group:other", false)] {
      for type in ["typing", "wave"] {
        wires.receive(
          0, .signalled(Wire.Signalled(conversation: conversation, sender: "bob", type: type, content: "{}", time: 1)))
        let events = wires.take().count { if case .publish = $0 { true } else { false } }
        #expect(events == (isShown ? 1 : 0), "\(type) in \(conversation)")
      }
    }
  }
}
