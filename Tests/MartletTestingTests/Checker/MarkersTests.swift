import MartletTesting
import Testing

/// I6: each marker that falls or that nobody moved is found, and a lookalike is not.
@Suite struct MarkersTests {
  private func seen(_ read: UInt64, of user: String = "bob") -> HistoryEvent {
    .marker(conversation: Tale.group, user: user, read: read, .push)
  }

  @Test func markerFallsForAnObserver() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.mark(1, by: "bob")
    tale.mark(2, by: "bob")
    tale.tell(seen(1), "a1", "alice")
    tale.tell(seen(2), "a1", "alice")
    tale.tell(seen(2), "a1", "alice")
    #expect(tale.broken == [])
    tale.tell(seen(1), "a1", "alice")
    #expect(tale.broken == [.markers])
  }

  @Test func anotherSessionMayBeBehind() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.mark(1, by: "bob")
    tale.mark(2, by: "bob")
    tale.tell(seen(2), "a1", "alice")
    tale.tell(seen(1), "a2", "alice")
    #expect(tale.broken == [])
  }

  @Test func readOfAMarkerIsOlderThanWhatWasKnown() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let early = tale.invoke(Operation(.read, conversation: Tale.group), by: "alice")
    tale.mark(2, by: "bob")
    let late = tale.invoke(Operation(.read, conversation: Tale.group), by: "alice")
    tale.tell(.marker(conversation: Tale.group, user: "bob", read: 0, .answer(early)), "a1", "alice")
    tale.tell(.ok(call: early, seq: 0), "a1", "alice")
    #expect(!tale.broken.contains(.markers))
    tale.tell(.marker(conversation: Tale.group, user: "bob", read: 0, .answer(late)), "a1", "alice")
    tale.tell(.ok(call: late, seq: 0), "a1", "alice")
    #expect(tale.broken == [.markers])
  }

  @Test func listIsOlderThanWhatWasKnown() {
    var tale = Tale()
    for id in ["m1", "m2"] { tale.send(id, by: "alice") }
    func list(_ call: UInt64, read: UInt64) {
      let summary = SummaryFact(
        conversation: Tale.group, head: 3, unread: 3 - read, read: read, joined: 1, members: 2, owner: "alice", stamp: 1,
        lastMessage: 3)
      tale.tell(.summary(summary, .answer(call)), "b1", "bob")
      tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    }
    let early = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    tale.mark(2, by: "bob")
    list(early, read: 1)
    #expect(tale.broken == [])
    let late = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    list(late, read: 2)
    #expect(tale.broken == [])
    let wrong = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    list(wrong, read: 1)
    #expect(tale.broken == [.markers])
  }

  @Test func membershipBegunAnewBeginsAtNothing() {
    var tale = Tale()
    tale.mark(1, by: "bob")
    tale.append(
      Operation(.removeMembers, conversation: Tale.group, clientID: "out", users: ["bob"]), by: "alice", pushedTo: ["a1"])
    tale.append(Operation(.addMembers, conversation: Tale.group, clientID: "in", users: ["bob"]), by: "alice")
    let call = tale.invoke(Operation(.read, conversation: Tale.group), by: "alice")
    tale.tell(.marker(conversation: Tale.group, user: "bob", read: 0, .answer(call)), "a1", "alice")
    tale.tell(.ok(call: call, seq: 0), "a1", "alice")
    #expect(tale.broken == [])
  }

  @Test func markerMovedByNobody() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.mark(1, by: "bob")
    tale.tell(seen(2), "a1", "alice")
    #expect(tale.broken == [.markers])
  }

  @Test func acknowledgedMarkerIsNotKept() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.mark(2, by: "bob")
    tale.dump.logs[Tale.group]?.members["bob"]?.read = 1
    #expect(tale.broken.contains(.durable))
  }

  @Test func markerBeyondTheEndOfTheLogIsKeptWithinIt() {
    var tale = Tale()
    let call = tale.invoke(Operation(.mark, conversation: Tale.group, target: 99), by: "bob")
    tale.dump.logs[Tale.group]?.members["bob"]?.read = 1
    tale.dump.userLogs["bob"]?.append(UserEntryFact(seq: 2, conversation: Tale.group, kind: .readTo, position: 1))
    tale.tell(.ok(call: call, seq: 1), "b1", "bob")
    #expect(tale.broken == [])
    tale.dump.logs[Tale.group]?.members["bob"]?.read = 99
    #expect(tale.broken.contains(.markers))
  }

  @Test func markerOfTheTablesDiffersFromTheUsersLog() {
    var tale = Tale()
    tale.mark(1, by: "bob")
    tale.dump.userLogs["bob"]?.removeLast()
    #expect(tale.broken == [.markers])
  }
}
