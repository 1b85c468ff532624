import MartletTesting
import Testing

/// I7, I8 and I9: each difference is found, and a lookalike is not.
@Suite struct StatesTests {
  private static func edit(_ id: String, _ target: UInt64) -> Operation {
    Operation(
      .edit, conversation: Tale.group, clientID: id, payload: PayloadHash.of(type: "text", content: id), target: target)
  }

  /// Three messages of alice's, the second edited, the third recalled; bob has read the first.
  private static func tale() -> Tale {
    var tale = Tale()
    for id in ["m1", "m2", "m3"] { tale.send(id, by: "alice") }
    tale.append(edit("e1", 3), by: "alice")
    tale.append(Operation(.recall, conversation: Tale.group, clientID: "r1", target: 4), by: "alice")
    tale.mark(2, by: "bob")
    return tale
  }

  private func broken(_ change: (inout DeviceState.Conversation) -> Void) -> Set<Promise> {
    var tale = Self.tale()
    var state = tale.state(of: "bob", unread: 1, read: 2)
    if var shown = state.conversations[Tale.group] {
      change(&shown)
      state.conversations[Tale.group] = shown
    }
    tale.states = [state]
    return tale.broken
  }

  @Test func devicesThatAgreeAreClean() {
    var tale = Self.tale()
    var fresh = tale.state(of: "alice", unread: 0)
    (fresh.device, fresh.origin) = ("a9", .fresh)
    tale.states = [tale.state(of: "bob", unread: 1, read: 2), fresh]
    let verdict = tale.verdict()
    #expect(verdict.isClean, "\(verdict.violations.map(\.description))")
    #expect(verdict.figures.statesCompared == 2)
    #expect(verdict.figures.linesCompared == 8)
  }

  @Test func differencesOfStateAreFound() {
    #expect(broken { _ in } == [])
    #expect(broken { $0.head -= 1 } == [.convergence])
    #expect(broken { $0.read = 1 } == [.convergence])
    #expect(broken { $0.owner = "bob" } == [.convergence])
    #expect(broken { $0.memberCount = 3 } == [.convergence])
    #expect(broken { $0.lastMessage = 4 } == [.convergence])
    #expect(broken { $0.unread = 2 } == [.counters])
    #expect(broken { $0.lines.removeLast() } == [.convergence])
    #expect(broken { $0.lines.removeFirst() } == [.convergence])
    #expect(broken { $0.lines.insert($0.lines[0], at: 0) } == [.convergence])
    // The edit has not arrived.
    #expect(
      broken { ($0.lines[2].payload, $0.lines[2].revision) = (PayloadHash.of(type: "text", content: "m2"), 0) } == [.convergence])
    // The recall has not arrived.
    #expect(broken { $0.lines[3].isRecalled = false } == [.convergence])
    #expect(broken { $0.lines[3].payload = 5 } == [.convergence])
  }

  @Test func historyThatWasNotReadToItsBeginningIsAllowed() {
    #expect(
      broken {
        $0.lines.removeFirst(2)
        $0.isCut = true
      } == [])
  }

  @Test func conversationThatIsMissingOrTooMuch() {
    var tale = Self.tale()
    var state = tale.state(of: "bob", unread: 1, read: 2)
    state.conversations["group:other"] = DeviceState.Conversation()
    tale.states = [state]
    #expect(tale.broken == [.convergence])
    state.conversations = [:]
    tale.states = [state]
    #expect(tale.broken == [.convergence])
  }

  @Test func membersDiffer() {
    let members = ["alice": DeviceState.Member(joined: 1), "bob": DeviceState.Member(joined: 1, read: 2)]
    #expect(broken { $0.members = members } == [])
    #expect(broken { $0.members = ["alice": DeviceState.Member(joined: 1)] } == [.convergence])
    #expect(
      broken { $0.members = members.merging(["bob": DeviceState.Member(joined: 1, read: 2, has: 3)]) { $1 } } == [.convergence])
  }

  @Test func outboxThatNeverEmpties() {
    var tale = Self.tale()
    var state = tale.state(of: "bob", unread: 1, read: 2)
    state.waiting = ["m9"]
    tale.states = [state]
    #expect(tale.broken == [.liveness])
  }

  // MARK: - Tables

  @Test func recallThatLeavesTheText() {
    var tale = Self.tale()
    tale.damage(4) { $0.payload = PayloadHash.of(type: "text", content: "m3") }
    #expect(tale.broken == [.convergence])
  }

  @Test func recallThatLeavesTheTextInAnEdit() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: [])
    tale.append(Self.edit("e1", 2), by: "alice", pushedTo: [])
    tale.append(Operation(.recall, conversation: Tale.group, clientID: "r1", target: 2), by: "alice", pushedTo: [])
    #expect(tale.broken == [])
    tale.damage(3) { $0.payload = PayloadHash.of(type: "text", content: "e1") }
    #expect(tale.broken.contains(.convergence))
  }

  @Test func editThatIsNotFolded() {
    var tale = Self.tale()
    tale.damage(3) { $0.payload = PayloadHash.of(type: "text", content: "m2") }
    #expect(tale.broken == [.convergence])
  }

  @Test func tablesThatDisagreeWithTheLog() {
    for (promise, change) in [
      (Promise.counters, { (log: inout Dump.Log) in log.countable += 1 }), (.counters, { $0.shown = 4 }),
      (.counters, { $0.members["alice"]?.sent = 3 }), (.convergence, { $0.members["carol"] = Dump.Member(joined: 1) }),
      (.convergence, { $0.members["bob"] = nil }), (.convergence, { $0.owner = "bob" }), (.order, { $0.head += 1 }),
    ] as [(Promise, (inout Dump.Log) -> Void)] {
      var tale = Self.tale()
      guard var log = tale.dump.logs[Tale.group] else { continue }
      change(&log)
      tale.dump.logs[Tale.group] = log
      #expect(tale.broken.contains(promise))
    }
  }

  @Test func runningCountThatIsOff() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: [])
    tale.damage(2) { $0.countable = 2 }
    #expect(tale.broken == [.counters])
  }

  // MARK: - Lists

  private func listed(_ change: (inout SummaryFact) -> Void) -> Set<Promise> {
    var tale = Self.tale()
    let call = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    var summary = SummaryFact(
      conversation: Tale.group, head: 6, unread: 1, read: 2, joined: 1, members: 2, owner: "alice", stamp: 1, lastMessage: 3)
    change(&summary)
    tale.tell(.summary(summary, .answer(call)), "b1", "bob")
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    return tale.broken
  }

  @Test func listsAreRecounted() {
    #expect(listed { _ in } == [])
    // Own messages, or those recalled, do not count.
    #expect(listed { $0.unread = 2 } == [.counters])
    #expect(listed { $0.members = 3 } == [.counters])
    #expect(listed { $0.lastMessage = 4 } == [.counters])
    #expect(listed { $0.joined = 2 } == [.convergence])
  }

  @Test func listAsOfAnEarlierMomentIsRecountedAsOfIt() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let call = tale.invoke(Operation(.read, conversation: ""), by: "bob")
    let summary = SummaryFact(
      conversation: Tale.group, head: 2, unread: 1, read: 0, joined: 1, members: 2, owner: "alice", stamp: 1, lastMessage: 2)
    tale.append(Operation(.recall, conversation: Tale.group, clientID: "r1", target: 2), by: "alice")
    tale.tell(.summary(summary, .answer(call)), "b1", "bob")
    tale.tell(.ok(call: call, seq: 0), "b1", "bob")
    #expect(tale.broken == [])
  }

  // MARK: - Time

  @Test func requestThatNeverEnds() {
    var tale = Tale()
    _ = tale.invoke(Tale.message("m1"), by: "alice")
    #expect(tale.broken == [.liveness])
  }

  @Test func requestThatTakesTooLongInCalm() {
    for (wait, isBroken) in [(9000, false), (11_000, true)] as [(UInt64, Bool)] {
      var tale = Tale()
      let call = tale.invoke(Tale.message("m1"), by: "alice")
      tale.wait(wait)
      tale.tell(.unknown(call: call), "a1", "alice")
      #expect(tale.broken == (isBroken ? [.liveness] : []))
    }
  }

  @Test func requestMayTakeLongWhileFaultsAreAtWork() {
    for (after, isBroken) in [(29_000, false), (31_000, true)] as [(UInt64, Bool)] {
      var tale = Tale()
      tale.tell(.phase(.fault))
      let call = tale.invoke(Tale.message("m1"), by: "alice")
      tale.wait(20_000)
      tale.tell(.phase(.heal))
      tale.wait(after)
      tale.tell(.unknown(call: call), "a1", "alice")
      #expect(tale.broken == (isBroken ? [.liveness] : []))
    }
  }

  @Test func recorderThatStoodStillIsTakenIntoAccount() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("m1"), by: "alice")
    tale.wait(11_000)
    tale.tell(.stalled(nanoseconds: 2_000_000_000))
    tale.tell(.unknown(call: call), "a1", "alice")
    #expect(tale.broken == [])
  }
}
