import MartletTesting
import Testing

/// I3 and I4: each fault is found, and a lookalike is not.
@Suite struct OrderTests {
  @Test func holeInALog() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: [])
    tale.send("m2", by: "alice", pushedTo: [])
    tale.dump.logs[Tale.group]?.entries.removeLast()
    tale.damage(2) { $0.seq = 3 }
    #expect(tale.broken.contains(.order))
  }

  @Test func timeThatFalls() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: [])
    tale.damage(2) { $0.time = 1 }
    #expect(tale.broken == [.order])
  }

  @Test func laterRequestAtALowerPosition() {
    var tale = Tale()
    let first = tale.invoke(Tale.message("m1"), by: "alice")
    _ = tale.store(Tale.message("m2"), by: "bob")
    let seq = tale.store(Tale.message("m1"), by: "alice")
    tale.tell(.ok(call: first, seq: seq), "a1", "alice")
    let second = tale.invoke(Tale.message("m2"), by: "bob")
    tale.tell(.ok(call: second, seq: 2), "b1", "bob")
    #expect(tale.broken == [.order])
  }

  @Test func requestsThatOverlapMayTakeAnyOrder() {
    var tale = Tale()
    let first = tale.invoke(Tale.message("m1"), by: "alice")
    let second = tale.invoke(Tale.message("m2"), by: "bob")
    _ = tale.store(Tale.message("m2"), by: "bob")
    _ = tale.store(Tale.message("m1"), by: "alice")
    tale.tell(.ok(call: first, seq: 3), "a1", "alice")
    tale.tell(.ok(call: second, seq: 2), "b1", "bob")
    #expect(tale.broken == [])
  }

  @Test func listThatIsOlderThanAnAcknowledgement() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let late = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    var summary = SummaryFact(
      conversation: Tale.group, head: 1, unread: 0, read: 0, joined: 1, members: 2, owner: "alice", stamp: 1, lastMessage: 0)
    tale.tell(.summary(summary, .answer(late)), "b1", "bob")
    tale.tell(.ok(call: late, seq: 0), "b1", "bob")
    #expect(tale.broken == [.order])
    (summary.head, summary.unread, summary.lastMessage) = (2, 1, 2)
    tale.records[tale.records.count - 2].event = .summary(summary, .answer(late))
    #expect(tale.broken == [])
  }

  @Test func twoObserversSeeDifferentEntries() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let index = tale.records.count - 1
    guard case .entry(var entry, _) = tale.records[index].event else { return #expect(Bool(false)) }
    entry.clientID = "m2"
    tale.records[index].event = .entry(entry, .push)
    #expect(tale.broken == [.order])
  }

  @Test func entryThatIsNotInTheLog() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    guard case .entry(var entry, _) = tale.records[tale.records.count - 1].event else { return #expect(Bool(false)) }
    entry.seq = 3
    tale.tell(.entry(entry, .push), "b1", "bob")
    #expect(tale.broken.contains(.durable))
  }

  @Test func gapWithinASession() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.send("m2", by: "alice")
    #expect(tale.broken == [.noGap])
  }

  @Test func gapBetweenSessionsIsAllowed() {
    var tale = Tale()
    tale.tell(.closed(code: 0), "b1", "bob")
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.open("b1", "bob")
    tale.send("m2", by: "alice")
    #expect(tale.broken == [])
  }

  @Test func gapOfATimeOutsideTheGroupIsAllowed() {
    var tale = Tale()
    tale.append(
      Operation(.removeMembers, conversation: Tale.group, clientID: "out", users: ["bob"]), by: "alice", pushedTo: ["a1"])
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.append(Operation(.addMembers, conversation: Tale.group, clientID: "in", users: ["bob"]), by: "alice")
    #expect(tale.broken == [])
  }

  @Test func beginningOfASessionIsMissing() {
    var tale = Tale()
    tale.tell(.closed(code: 0), "b1", "bob")
    tale.open("b1", "bob")
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.send("m2", by: "alice")
    #expect(tale.broken == [.noGap])
  }

  /// A device may believe for a while that it is connected to a server that is no more.
  @Test func sessionOfAServerThatIsGoneIsOwedNothingMore() {
    var tale = Tale()
    tale.tell(.restarted(how: "kill -9"))
    tale.send("m1", by: "alice", pushedTo: [])
    tale.wait(6000)
    tale.tell(.closed(code: 0), "a1", "alice")
    tale.tell(.closed(code: 0), "b1", "bob")
    #expect(tale.broken == [])
  }

  /// The answer of a server that is no more may still be under way, so the device may learn from it that it is connected.
  @Test(arguments: [true, false]) func sessionAskedOfAServerThatIsGoneIsOwedNothing(wasAskedBefore: Bool) {
    var tale = Tale()
    tale.tell(.closed(code: 0), "b1", "bob")
    let before = tale.milliseconds * 1_000_000
    tale.tell(.restarted(how: "kill -9"))
    tale.wait(10)
    tale.open("b1", "bob", askedAt: wasAskedBefore ? before : tale.milliseconds * 1_000_000)
    tale.send("m1", by: "alice", pushedTo: [])
    tale.wait(6000)
    tale.tell(.closed(code: 0), "b1", "bob")
    #expect(tale.broken == (wasAskedBefore ? [] : [.noGap]))
  }

  @Test func neverPushedBeforeTheServerWasGone() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.wait(6000)
    tale.tell(.restarted(how: "kill -9"))
    #expect(tale.broken == [.noGap])
  }

  @Test func lastEntryNeverPushed() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.wait(6000)
    tale.tell(.closed(code: 0), "b1", "bob")
    #expect(tale.broken == [.noGap])
  }

  @Test func lastEntryNotPushedToAConnectionThatEndedSoonAfter() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.wait(100)
    tale.tell(.closed(code: 0), "b1", "bob")
    #expect(tale.broken == [])
  }

  @Test func pushedBackwards() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.send("m2", by: "alice")
    tale.push(2, to: "b1")
    #expect(tale.broken == [.order])
  }

  @Test func shownTwice() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    guard case .entry(let entry, _) = tale.records[tale.records.count - 1].event else { return #expect(Bool(false)) }
    tale.tell(.entry(entry, .shown), "b2", "bob")
    #expect(tale.broken == [])
    tale.tell(.restarted(how: "kill -9"), "b2", "bob")
    tale.tell(.entry(entry, .shown), "b2", "bob")
    #expect(tale.broken == [])
    tale.tell(.entry(entry, .shown), "b2", "bob")
    #expect(tale.broken == [.noGap])
  }

  @Test func holeInAPage() throws {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.send("m2", by: "alice")
    let entries = try #require(tale.dump.logs[Tale.group]?.entries)
    for wanted in [[0, 1, 2], [1, 2]] {
      let call = tale.invoke(Operation(.read, conversation: Tale.group), by: "bob")
      for index in wanted { tale.tell(.entry(entries[index], .answer(call)), "b1", "bob") }
      tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    }
    #expect(tale.broken == [])
    let call = tale.invoke(Operation(.read, conversation: Tale.group), by: "bob")
    for index in [0, 2] { tale.tell(.entry(entries[index], .answer(call)), "b1", "bob") }
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    #expect(tale.broken == [.noGap])
  }

  @Test func userLogOtherThanTold() {
    var tale = Tale()
    tale.tell(.told(UserEntryFact(seq: 1, conversation: Tale.group, kind: .joined, position: 1), .push), "b1", "bob")
    #expect(tale.broken == [])
    tale.tell(.told(UserEntryFact(seq: 1, conversation: Tale.group, kind: .joined, position: 2), .push), "b2", "bob")
    #expect(tale.broken == [.order])
  }

  @Test func holeInWhatIsToldOfAUserLog() throws {
    var tale = Tale()
    tale.send("m1", by: "alice")
    for seq in 1...2 as ClosedRange<UInt64> { tale.mark(seq, by: "bob") }
    let log = try #require(tale.dump.userLogs["bob"])
    for entry in log.reversed() { tale.tell(.told(entry, .push), "b1", "bob") }
    tale.open("b2", "bob")
    tale.tell(.told(log[2], .push), "b2", "bob")
    let call = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    for entry in log { tale.tell(.told(entry, .answer(call)), "b1", "bob") }
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    #expect(tale.broken == [])
    var pushed = tale
    pushed.open("b3", "bob")
    for entry in [log[0], log[2]] { pushed.tell(.told(entry, .push), "b3", "bob") }
    #expect(pushed.broken == [], "it may be under way")
    pushed.wait(6000)
    pushed.tell(.closed(code: 0), "b3", "bob")
    #expect(pushed.broken == [.noGap])
    let holed = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    for entry in [log[0], log[2]] { tale.tell(.told(entry, .answer(holed)), "b1", "bob") }
    tale.tell(.ok(call: holed, seq: 0), "b1", "bob")
    #expect(tale.broken == [.noGap])
  }
}
