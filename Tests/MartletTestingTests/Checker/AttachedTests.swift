import MartletTesting
import Testing

/// Annotations and directed messages: each fault is found, and a lookalike is not.
@Suite struct AttachedTests {
  private static func annotate(_ id: String, _ kind: String, _ changes: [String], target: UInt64 = 2) -> Operation {
    var operation = Operation(.annotate, conversation: Tale.group, clientID: id, target: target)
    (operation.annotation, operation.changes) = (kind, changes)
    return operation
  }

  /// A message of alice's, to which bob reacts and which he pins, and a reply of his.
  private static func tale() -> Tale {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.append(annotate("a1", "reaction", ["+ok 0", "+no 0"]), by: "bob")
    tale.append(annotate("a2", "reaction", ["-no"]), by: "bob")
    tale.append(annotate("a3", "pin", ["+ 0"]), by: "bob")
    var reply = Tale.message("m2")
    reply.details.parent = 2
    tale.append(reply, by: "bob")
    tale.dump.logs[Tale.group]?.attached[2] = [
      Dump.Attachment(1, "ok", value: "1"), Dump.Attachment(1, "ok", of: "bob"), Dump.Attachment(4, "", value: "bob"),
      Dump.Attachment(6, "", value: "1"), Dump.Attachment(6, "6", of: "#"),
    ]
    return tale
  }

  private static let marks = ["pin bob 5", "reaction ok 1 mine", "replies 1"]

  private func broken(_ change: (inout DeviceState.Conversation) -> Void) -> Set<Promise> {
    var tale = Self.tale()
    var state = tale.state(of: "bob", unread: 0)
    state.conversations[Tale.group]?.lines[1].marks = Self.marks
    state.conversations[Tale.group]?.pinned = [2]
    if var shown = state.conversations[Tale.group] {
      change(&shown)
      state.conversations[Tale.group] = shown
    }
    tale.states = [state]
    return tale.broken
  }

  @Test func differencesOfMarksAreFound() {
    #expect(broken { _ in } == [])
    #expect(broken { $0.lines[1].marks = [] } == [.convergence])
    #expect(broken { $0.lines[1].marks[1] = "reaction ok 1" } == [.convergence])
    #expect(broken { $0.lines[1].marks[2] = "replies 2" } == [.convergence])
    #expect(broken { $0.lines[2].details.parent = 0 } == [.convergence])
    #expect(broken { $0.pinned = [] } == [.convergence])
    #expect(broken { $0.receipts[6] = DeviceState.Receipt(members: 1, read: 0, delivered: 0) } == [])
    #expect(broken { $0.receipts[6] = DeviceState.Receipt(members: 1, read: 1, delivered: 1) } == [.convergence])
  }

  /// A message sent again after a restore can name its own position or a later one: it replies to nothing.
  @Test(arguments: [2, 3, 9] as [UInt64]) func replyToALaterPositionCountsForNoMessage(parent: UInt64) {
    var tale = Tale()
    var reply = Tale.message("m1")
    reply.details.parent = parent
    tale.append(reply, by: "alice")
    tale.send("m2", by: "alice")
    tale.states = [tale.state(of: "bob", unread: 2)]
    #expect(tale.broken == [])
  }

  @Test func listsOfWhoReactedAreCompared() {
    #expect(broken { $0.annotators[2] = ["reaction ok": ["bob"]] } == [])
    #expect(broken { $0.annotators[2] = ["reaction ok": []] } == [.convergence])
    #expect(broken { $0.annotators[2] = ["reaction ok": ["alice", "bob"]] } == [.convergence])
    #expect(broken { $0.annotators[2] = ["reaction ok": ["bob"], "reaction no": ["bob"]] } == [.convergence])
  }

  /// A poll of alice's on which bob voted in secret.
  @Test func whoVotedInSecretIsToldToNobodyElse() {
    for (user, told, isRight) in [
      ("bob", ["bob"], true), ("bob", [], false), ("alice", [], true), ("alice", ["bob"], false),
    ] as [(String, [String], Bool)] {
      var tale = Tale()
      tale.send("m1", by: "alice")
      tale.append(Self.annotate("v1", "vote", ["+0 0"]), by: "bob", pushedTo: [])
      tale.damage(3) { $0.isSecret = true }
      tale.dump.logs[Tale.group]?.attached[2] = [Dump.Attachment(3, "0", value: "1"), Dump.Attachment(3, "0", of: "bob")]
      var state = tale.state(of: user, unread: user == "bob" ? 1 : 0)
      state.conversations[Tale.group]?.lines[1].marks = ["vote 0 1"]
      state.conversations[Tale.group]?.annotators[2] = ["vote 0": told]
      tale.states = [state]
      #expect(tale.broken == (isRight ? [] : [.convergence]), "\(user) is told \(told)")
    }
  }

  /// Alice's message with two edits of it, as bob is told of its wordings.
  private func brokenWordings(_ change: (inout [DeviceState.Version]) -> Void) -> Set<Promise> {
    var tale = Tale()
    tale.send("m1", by: "alice")
    for id in ["e1", "e2"] {
      tale.append(
        Operation(
          .edit, conversation: Tale.group, clientID: id, payload: PayloadHash.of(type: "text", content: id), target: 2),
        by: "alice")
    }
    tale.dump.logs[Tale.group]?.attached[2] = [Dump.Attachment(7, "2", of: "#"), Dump.Attachment(7, "3", of: "#")]
    var state = tale.state(of: "bob", unread: 1)
    let entries = tale.dump.logs[Tale.group]?.entries ?? []
    var versions = zip(entries[1...3], ["m1", "e1", "e2"]).map { entry, text in
      DeviceState.Version(seq: entry.seq, time: entry.time, payload: PayloadHash.of(type: "text", content: text))
    }
    change(&versions)
    state.conversations[Tale.group]?.versions[2] = versions
    tale.states = [state]
    return tale.broken
  }

  @Test func wordingsAreCompared() {
    #expect(brokenWordings { _ in } == [])
    #expect(brokenWordings { $0.removeFirst() } == [.convergence])
    #expect(brokenWordings { $0.removeLast() } == [.convergence])
    #expect(brokenWordings { $0[0].payload = $0[1].payload } == [.convergence])
    #expect(brokenWordings { $0[1].payload = $0[2].payload } == [.convergence])
    #expect(brokenWordings { $0[1].time += 1 } == [.convergence])
  }

  /// Whether it is a fault that a server tells a wording of a message with an edit, to which another message follows.
  private func brokenTelling(at seq: UInt64, _ text: String, of target: UInt64 = 2) throws -> Set<Promise> {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.append(
      Operation(.edit, conversation: Tale.group, clientID: "e1", payload: PayloadHash.of(type: "text", content: "e1"), target: 2),
      by: "alice")
    tale.dump.logs[Tale.group]?.attached[2] = [Dump.Attachment(7, "2", of: "#")]
    tale.send("m2", by: "alice")
    let call = tale.invoke(Operation(.readVersions, conversation: Tale.group, target: target), by: "bob")
    var told = EntryFact(conversation: Tale.group, seq: seq, kind: .message)
    told.time = try #require(tale.dump.logs[Tale.group]?.entries.first { $0.seq == seq }).time
    told.payload = PayloadHash.of(type: "text", content: text)
    tale.tell(.entry(told, .selection(call)), "b1", "bob")
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    return tale.broken
  }

  @Test func wordingThatIsToldIsThatOfItsEntry() throws {
    #expect(try brokenTelling(at: 2, "m1") == [])
    #expect(try brokenTelling(at: 3, "e1") == [])
    #expect(try brokenTelling(at: 2, "e1") == [.convergence])
    #expect(try brokenTelling(at: 3, "m1") == [.convergence])
    #expect(try brokenTelling(at: 4, "m2") == [.convergence])
    #expect(try brokenTelling(at: 3, "e1", of: 4) == [.convergence])
  }

  @Test func rowsThatTheLogDoesNotGive() {
    for change in [
      { (rows: inout Set<Dump.Attachment>) in rows.remove(Dump.Attachment(1, "ok", of: "bob")) },
      { $0.insert(Dump.Attachment(1, "no", value: "1")) }, { $0.remove(Dump.Attachment(6, "6", of: "#")) },
      { $0.insert(Dump.Attachment(7, "2", of: "#")) },
    ] as [(inout Set<Dump.Attachment>) -> Void] {
      var tale = Self.tale()
      var rows = tale.dump.logs[Tale.group]?.attached[2] ?? []
      change(&rows)
      tale.dump.logs[Tale.group]?.attached[2] = rows
      #expect(tale.broken == [.convergence])
    }
  }

  @Test func recallThatLeavesWhatWasAttached() {
    var tale = Self.tale()
    tale.append(Operation(.recall, conversation: Tale.group, clientID: "r1", target: 2), by: "alice")
    #expect(tale.broken == [.convergence])
    tale.dump.logs[Tale.group]?.attached[2] = nil
    #expect(tale.broken == [.convergence], "the annotations still say what they did")
    for seq in 3...5 as ClosedRange<UInt64> { tale.damage(seq) { $0.changes = [] } }
    #expect(tale.broken == [])
  }

  @Test func messageIsSeenWithTheMarksOfItsMoment() throws {
    var tale = Self.tale()
    var seen = try #require(tale.dump.logs[Tale.group]?.entries[1])
    (seen.marks, seen.marksThrough) = (["reaction no 1", "reaction ok 1"], 3)
    tale.tell(.entry(seen, .selection(0)), "a1", "alice")
    #expect(tale.broken == [])
    seen.marksThrough = 4
    tale.tell(.entry(seen, .selection(0)), "a1", "alice")
    #expect(tale.broken == [.convergence])
  }

  @Test func propertiesThatAMessageBeganWithAreThoseAskedFor() {
    var tale = Tale()
    var message = Tale.message("m1")
    (message.annotation, message.changes) = (MarkLine.expandable, [MarkLine.change("a", "1")])
    tale.append(message, by: "alice", pushedTo: [])
    #expect(tale.broken == [.convergence])
    let value = String(MarkLine.change("a", "1").split(separator: " ")[1])
    tale.dump.logs[Tale.group]?.attached[2] = [Dump.Attachment(2, ""), Dump.Attachment(2, "a", value: value)]
    #expect(tale.broken == [])
  }

  /// A node that tells a message late has only the newest values, and tells what changed them next.
  @Test(arguments: [(false, HistoryEvent.Source.push, false), (true, .push, true), (true, .selection(0), false)])
  func aFirstPropertyThatWasReplacedMayBeLeftOut(isReplaced: Bool, source: HistoryEvent.Source, isRight: Bool) throws {
    var tale = Tale()
    var message = Tale.message("m1")
    (message.annotation, message.changes) = (MarkLine.expandable, [MarkLine.change("a", "1")])
    tale.append(message, by: "alice", pushedTo: [])
    var seen = try #require(tale.dump.logs[Tale.group]?.entries[1])
    (seen.marks, seen.marksThrough) = ([MarkLine.expandable], 2)
    var newest = MarkLine.change("a", "1")
    if isReplaced {
      newest = MarkLine.change("a", "2")
      var change = Operation(.annotate, conversation: Tale.group, clientID: "p1", target: 2)
      (change.annotation, change.changes) = ("property", [newest])
      tale.append(change, by: "alice", pushedTo: [])
    }
    let value = String(newest.split(separator: " ")[1])
    tale.dump.logs[Tale.group]?.attached[2] = [Dump.Attachment(2, ""), Dump.Attachment(2, "a", value: value)]
    #expect(tale.broken == [])
    tale.tell(.entry(seen, source), "a1", "alice")
    #expect(tale.broken == (isRight ? [] : [.convergence]))
  }

  @Test func annotationThatNobodyAskedFor() {
    var tale = Self.tale()
    tale.damage(5) { $0.annotation = "closing" }
    #expect(tale.broken.contains(.durable))
  }

  // MARK: - For some only

  private static func directed(_ users: [String]) -> Tale {
    var tale = Tale()
    var message = Tale.message("m1")
    message.details.directed = users
    tale.append(message, by: "alice", pushedTo: ["a1"])
    return tale
  }

  private static func withheld(_ tale: Tale) -> EntryFact {
    var entry = EntryFact(conversation: Tale.group, seq: 2, kind: .withheld)
    entry.time = tale.dump.logs[Tale.group]?.entries[1].time ?? 0
    return entry
  }

  @Test func directedMessageReachesAnother() {
    var tale = Self.directed(["carol"])
    tale.tell(.entry(Self.withheld(tale), .push), "b1", "bob")
    #expect(tale.broken == [])
    tale.push(2, to: "b1")
    #expect(tale.broken == [.noLeak])
  }

  @Test func directedMessageIsWithheldFromWhomItIsFor() {
    var tale = Self.directed(["bob"])
    tale.push(2, to: "b1")
    #expect(tale.broken == [])
    tale.tell(.entry(Self.withheld(tale), .selection(0)), "b1", "bob")
    #expect(tale.broken == [.order])
  }

  @Test func directedMessageCountsForWhomItIsFor() {
    var tale = Self.directed(["bob"])
    var (bob, alice) = (tale.state(of: "bob", unread: 1), tale.state(of: "alice", unread: 0))
    bob.conversations[Tale.group]?.lastMessage = 2
    alice.conversations[Tale.group]?.lastMessage = 2
    tale.push(2, to: "b1")
    tale.states = [bob, alice]
    #expect(tale.broken == [])
    bob.conversations[Tale.group]?.unread = 0
    tale.states = [bob]
    #expect(tale.broken == [.counters])
  }

  @Test func senderOfASecretVoteIsTold() throws {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.append(Self.annotate("v1", "vote", ["+0 0"]), by: "bob", pushedTo: [])
    tale.damage(3) { $0.isSecret = true }
    tale.dump.logs[Tale.group]?.attached[2] = [Dump.Attachment(3, "0", value: "1"), Dump.Attachment(3, "0", of: "bob")]
    var entry = try #require(tale.dump.logs[Tale.group]?.entries[2])
    (entry.sender, entry.clientID) = ("", "")
    tale.tell(.entry(entry, .push), "a1", "alice")
    #expect(tale.broken == [])
    entry.sender = "bob"
    tale.tell(.entry(entry, .selection(0)), "a1", "alice")
    #expect(tale.broken.contains(.noLeak))
  }

  @Test func messageThatIsNotToldAtOnceMayBeMissedByAPush() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    var silent = Tale.message("m2")
    silent.details.denied = ["live"]
    tale.append(silent, by: "alice", pushedTo: [])
    tale.send("m3", by: "alice")
    #expect(tale.broken == [])
    tale.damage(3) { $0.details.denied = [] }
    #expect(tale.broken.contains(.noGap))
  }

  @Test func unlistedMessageIsNoLastMessage() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    var quiet = Tale.message("m2")
    quiet.details.denied = ["counted", "listed"]
    tale.append(quiet, by: "alice")
    tale.states = [tale.state(of: "bob", unread: 1)]
    #expect(tale.broken == [])
    tale.dump.logs[Tale.group]?.shown = 3
    #expect(tale.broken == [.counters])
  }
}
