import MartletTesting
import Testing

/// I5: each leak is found, and a lookalike is not.
@Suite struct EntitlementTests {
  private static let removal = Operation(.removeMembers, conversation: Tale.group, clientID: "out", users: ["bob"])
  private static let addition = Operation(.addMembers, conversation: Tale.group, clientID: "in", users: ["bob"])

  @Test func pushedToWhoWasRemoved() {
    var tale = Tale()
    tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
    tale.send("m1", by: "alice")
    #expect(tale.broken == [.noLeak])
  }

  /// A ban of bob by alice.
  private static func ban(until: Int64, id: String = "ban") -> Operation {
    var ban = Operation(.banUsers, conversation: Tale.group, clientID: id, users: ["bob"])
    ban.time = until
    return ban
  }

  @Test func aBannedUserIsAddedTooEarly() {
    var tale = Tale()
    tale.append(Self.ban(until: 9_999), by: "alice", pushedTo: ["a1"])
    #expect(tale.broken == [])
    var lifted = tale
    lifted.append(Self.ban(until: 0, id: "lift"), by: "alice", pushedTo: ["a1"])
    lifted.append(Self.addition, by: "alice")
    #expect(lifted.broken == [])
    var late = tale
    late.wait(10_000)
    late.append(Self.addition, by: "alice")
    #expect(late.broken == [])
    tale.append(Self.addition, by: "alice")
    #expect(tale.broken == [.noLeak])
  }

  @Test func aBanIsNotStoredOrStoredTwice() {
    var tale = Tale()
    tale.append(Self.ban(until: 9_999), by: "alice", pushedTo: ["a1"])
    var lost = tale
    lost.dump.logs[Tale.group]?.outsiders = [:]
    #expect(lost.broken == [.convergence])
    lost.wait(10_000)
    lost.send("m1", by: "alice", pushedTo: ["a1"])
    #expect(lost.broken == [], "a ban that is over may be gone")
    tale.dump.logs[Tale.group]?.outsiders["bob"]?.until = 5
    #expect(tale.broken == [.convergence])
  }

  /// An application of carol, and what alice answers.
  private static func application(until: Int64 = 2_000, id: String = "please") -> Operation {
    var apply = Operation(.applyToGroup, conversation: Tale.group, clientID: id)
    apply.time = until
    if until == 0 { apply.annotation = "withdrawn" }
    return apply
  }

  private static func answer(isAccepted: Bool) -> Operation {
    var answer = Operation(.answerApplications, conversation: Tale.group, clientID: "answer", users: ["carol"])
    if isAccepted { answer.annotation = "accepted" }
    return answer
  }

  /// A group that takes applications, with that of carol.
  private static func withApplicant() -> Tale {
    var tale = Tale()
    tale.open("c1", "carol")
    var change = Operation(.changeConversation, conversation: Tale.group, clientID: "change")
    change.changes = [MarkLine.applications(true)]
    tale.append(change, by: "alice")
    tale.dump.logs[Tale.group]?.rules.applications = true
    tale.dump.logs[Tale.group]?.attributes = [:]
    tale.append(application(), by: "carol", pushedTo: ["a1"])
    return tale
  }

  @Test func anApplicationIsAnsweredWithoutOne() {
    let tale = Self.withApplicant()
    for isAccepted in [true, false] {
      var answered = tale
      answered.append(Self.answer(isAccepted: isAccepted), by: "alice", pushedTo: ["a1"])
      #expect(answered.broken == [])
      var late = tale
      late.wait(1_500)
      late.append(Self.answer(isAccepted: isAccepted), by: "alice", pushedTo: ["a1"])
      #expect(late.broken.contains(.noLeak))
      var withdrawn = tale
      withdrawn.append(Self.application(until: 0, id: "withdraw"), by: "carol", pushedTo: ["a1"])
      #expect(withdrawn.broken == [])
      withdrawn.append(Self.answer(isAccepted: isAccepted), by: "alice", pushedTo: ["a1"])
      #expect(withdrawn.broken == [.noLeak])
    }
  }

  @Test func anApplicationIsShownToMembers() {
    var tale = Self.withApplicant()
    let seq = tale.dump.logs[Tale.group]?.head ?? 0
    var pushed = tale
    pushed.push(seq, to: "b1")
    #expect(pushed.broken == [.noLeak])
    tale.dump.logs[Tale.group]?.entries[Int(seq) - 1].details.directed = []
    #expect(tale.broken.contains(.noLeak))
  }

  /// The owner's device shows an application, and those of plain members do not.
  @Test func devicesShowApplicationsToThoseWhoAnswerThem() {
    for (user, isShown) in [("alice", true), ("alice", false), ("bob", false), ("bob", true)] {
      var tale = Self.withApplicant()
      let seq = tale.dump.logs[Tale.group]?.head ?? 0
      var state = tale.state(of: user, unread: 0)
      var shown = state.conversations[Tale.group] ?? DeviceState.Conversation()
      if isShown { shown.lines[shown.lines.count - 1].details = DetailsFact() } else { shown.lines.removeAll { $0.seq == seq } }
      state.conversations[Tale.group] = shown
      tale.states = [state]
      #expect(tale.broken == (isShown == (user == "alice") ? [] : [.convergence]), "\(user), shown: \(isShown)")
    }
  }

  @Test func anApplicantIsNotToldOfTheAnswer() {
    var tale = Self.withApplicant()
    tale.append(Self.answer(isAccepted: false), by: "alice", pushedTo: ["a1"])
    tale.dump.userLogs["carol"]?.removeLast()
    #expect(tale.broken == [.convergence])
  }

  @Test func anApplicationToAGroupThatTakesNone() {
    var tale = Tale()
    tale.open("c1", "carol")
    tale.append(Self.application(), by: "carol", pushedTo: ["a1"])
    #expect(tale.broken == [.noLeak])
  }

  @Test func pushedToWhoIsBanned() {
    var tale = Tale()
    tale.append(Self.ban(until: 9_999), by: "alice", pushedTo: ["a1"])
    tale.send("m1", by: "alice")
    #expect(tale.broken == [.noLeak])
  }

  @Test func pushedToWhoNeverWasAMember() {
    var tale = Tale()
    tale.open("c1", "carol")
    tale.send("m1", by: "alice", pushedTo: ["a1", "b1", "c1"])
    #expect(tale.broken == [.noLeak])
  }

  /// Bob comes back twice; only the second time he may read what was before.
  @Test(arguments: [true, false]) func anEditWasWithheldInAnEarlierMembership(isRemoved: Bool) throws {
    var tale = Tale()
    tale.send("m1", by: "alice")
    if isRemoved {
      tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
      tale.append(Self.addition, by: "alice")
    }
    let edit = Operation(.edit, conversation: Tale.group, clientID: "e1", payload: 8, target: 2)
    let seq = tale.append(edit, by: "alice", pushedTo: ["a1"])
    let kept = try #require(tale.dump.logs[Tale.group]?.entries.last)
    var seen = EntryFact(conversation: Tale.group, seq: seq, kind: .withheld)
    (seen.time, seen.countable) = (kept.time, kept.countable)
    tale.tell(.entry(seen, .push), "b1", "bob")
    guard isRemoved else {
      #expect(tale.broken.contains(.order))
      return
    }
    #expect(tale.broken == [])
    let removal = Operation(.removeMembers, conversation: Tale.group, clientID: "out2", users: ["bob"])
    tale.append(removal, by: "alice", pushedTo: ["a1"])
    let back = Operation(.addMembers, conversation: Tale.group, clientID: "in2", users: ["bob"])
    let joined = tale.append(back, by: "alice")
    tale.damage(joined) { $0.earlier = joined - 1 }
    tale.dump.logs[Tale.group]?.members["bob"]?.earlier = joined - 1
    #expect(tale.broken == [])
  }

  /// Bob is removed, and this many milliseconds later he is sent an earlier message.
  private func sendLate(_ milliseconds: UInt64, in tale: inout Tale) {
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
    tale.wait(milliseconds)
    tale.push(2, to: "b1")
  }

  @Test func earlierEntryArrivesRightAfterTheRemoval() {
    var tale = Tale()
    sendLate(900, in: &tale)
    #expect(tale.broken == [])
    #expect(tale.verdict().figures.longestAfterEnd > 900_000_000)
  }

  @Test func earlierEntryArrivesLongAfterTheRemoval() {
    var tale = Tale()
    sendLate(1100, in: &tale)
    #expect(tale.broken == [.noLeak])
  }

  @Test func slowNetworkSaysNothingOfTheServer() {
    var tale = Tale()
    tale.tell(.delayed, "b1", "bob")
    sendLate(1100, in: &tale)
    #expect(tale.broken == [])
  }

  @Test func slowNetworkLaterOnSaysNothingOfBefore() {
    var tale = Tale()
    sendLate(1100, in: &tale)
    tale.tell(.delayed, "b1", "bob")
    #expect(tale.broken == [.noLeak])
  }

  @Test func readAfterTheRemoval() throws {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let entry = try #require(tale.dump.logs[Tale.group]?.entries.last)
    let early = tale.invoke(Operation(.read, conversation: Tale.group), by: "bob")
    tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
    tale.tell(.entry(entry, .answer(early)), "b1", "bob")
    tale.tell(.ok(call: early, seq: 0), "b1", "bob")
    #expect(tale.broken == [])
    let late = tale.invoke(Operation(.read, conversation: Tale.group), by: "bob")
    tale.tell(.entry(entry, .answer(late)), "b1", "bob")
    tale.tell(.ok(call: late, seq: 0), "b1", "bob")
    #expect(tale.broken == [.noLeak])
  }

  @Test func whoReturnsSeesWhatCameSince() {
    var tale = Tale()
    tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
    tale.send("m1", by: "alice", pushedTo: ["a1"])
    tale.append(Self.addition, by: "alice")
    tale.send("m2", by: "alice")
    #expect(tale.broken == [])
    tale.push(3, to: "b2")
    #expect(tale.broken == [.noLeak])
  }

  @Test func sessionOutlivesARevocation() {
    var tale = Tale()
    let call = tale.invoke(Operation(.revoke, conversation: ""), by: "bob", on: "")
    tale.tell(.ok(call: call, seq: 0), "", "bob")
    tale.wait(500)
    tale.send("m1", by: "alice")
    #expect(tale.broken == [])
    tale.wait(800)
    tale.send("m2", by: "alice")
    #expect(tale.broken == [.noLeak])
  }

  @Test func sessionIsAnsweredLongAfterARevocation() {
    var tale = Tale()
    let call = tale.invoke(Operation(.revoke, conversation: ""), by: "bob", on: "")
    tale.tell(.ok(call: call, seq: 0), "", "bob")
    func ask() {
      let read = tale.invoke(Operation(.read, conversation: ""), by: "bob")
      tale.tell(.ok(call: read, seq: 0), "b1", "bob")
    }
    tale.wait(900)
    ask()
    #expect(tale.broken == [])
    tale.wait(200)
    ask()
    #expect(tale.broken == [.noLeak])
    // On a session that was opened since it may.
    tale.records.removeLast(2)
    tale.open("b1", "bob", tokenAt: tale.milliseconds * 1_000_000)
    ask()
    #expect(tale.broken == [])
  }

  @Test func markersComeToMembersOnly() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.mark(2, by: "alice")
    let marker = HistoryEvent.marker(conversation: Tale.group, user: "alice", read: 2, .push)
    tale.tell(marker, "b1", "bob")
    tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
    tale.wait(900)
    tale.tell(marker, "b1", "bob")
    #expect(tale.broken == [])
    var late = tale
    late.wait(200)
    late.tell(marker, "b1", "bob")
    #expect(late.broken == [.noLeak])
    tale.open("c1", "carol")
    tale.tell(marker, "c1", "carol")
    #expect(tale.broken == [.noLeak])
  }

  @Test func newSessionAfterARevocation() {
    var tale = Tale()
    let call = tale.invoke(Operation(.revoke, conversation: ""), by: "bob", on: "")
    tale.tell(.ok(call: call, seq: 0), "", "bob")
    tale.tell(.closed(code: 1206), "b1", "bob")
    tale.wait(800)
    tale.open("b1", "bob", tokenAt: tale.milliseconds * 1_000_000)
    tale.wait(800)
    tale.send("m1", by: "alice")
    #expect(tale.broken == [])
  }

  @Test func revokedTokenIsTaken() {
    var tale = Tale()
    let had = tale.milliseconds * 1_000_000
    tale.wait(10)
    let call = tale.invoke(Operation(.revoke, conversation: ""), by: "bob", on: "")
    tale.open("b2", "bob", tokenAt: had)
    tale.tell(.ok(call: call, seq: 0), "", "bob")
    #expect(tale.broken == [])
    tale.open("b3", "bob", tokenAt: had)
    #expect(tale.broken == [.noLeak])
  }

  /// The server admitted it before; the record of that was under way.
  @Test func sessionOpenedWhileItsTokenIsRevoked() {
    var tale = Tale()
    tale.wait(10)
    let call = tale.invoke(Operation(.revoke, conversation: ""), by: "carol", on: "")
    let asked = tale.milliseconds * 1_000_000
    tale.tell(.ok(call: call, seq: 0), "", "carol")
    tale.open("c1", "carol", tokenAt: asked - 5_000_000, askedAt: asked)
    #expect(tale.broken == [])
    tale.tell(.told(UserEntryFact(seq: 1, conversation: "", kind: .unknown, position: 0), .push), "c1", "carol")
    #expect(!tale.broken.contains(.noLeak))
    // But it has to end.
    tale.wait(1100)
    tale.tell(.told(UserEntryFact(seq: 1, conversation: "", kind: .unknown, position: 0), .push), "c1", "carol")
    #expect(tale.broken.contains(.noLeak))
  }

  @Test func listedForWhoIsNoMember() {
    var tale = Tale()
    tale.append(Self.removal, by: "alice", pushedTo: ["a1"])
    let call = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    let summary = SummaryFact(
      conversation: Tale.group, head: 2, unread: 0, read: 0, joined: 1, members: 1, owner: "alice", stamp: 1, lastMessage: 0)
    tale.tell(.summary(summary, .answer(call)), "b1", "bob")
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    #expect(tale.broken == [.noLeak])
  }
}
