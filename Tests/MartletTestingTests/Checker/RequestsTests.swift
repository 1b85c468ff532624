import MartletTesting
import Testing

/// I1 and I2: each fault is found, and a lookalike is not.
@Suite struct RequestsTests {
  @Test func soundHistoryIsClean() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.append(
      Operation(.edit, conversation: Tale.group, clientID: "e1", payload: PayloadHash.of(type: "text", content: "x"), target: 2),
      by: "alice")
    tale.append(Operation(.recall, conversation: Tale.group, clientID: "r1", target: 2), by: "alice")
    tale.mark(3, by: "bob")
    let verdict = tale.verdict()
    #expect(verdict.isClean, "\(verdict.violations.map(\.description))")
    #expect(verdict.figures.appendsAcknowledged == 4)
  }

  @Test func acknowledgedButNotStored() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("lost"), by: "alice")
    tale.tell(.ok(call: call, seq: 2), "a1", "alice")
    let verdict = tale.verdict()
    #expect(verdict.counts[.durable] == 1)
    #expect(verdict.violations.first?.evidence.count == 2)
  }

  @Test func answeredAsIfNothingWereToBeDone() {
    for kind in [Operation.Kind.send, .edit, .recall, .createGroup] {
      var tale = Tale()
      let call = tale.invoke(Operation(kind, conversation: Tale.group, clientID: "c", target: 1), by: "alice")
      tale.tell(.ok(call: call, seq: 0), "a1", "alice")
      #expect(tale.broken == [.once])
    }
    var tale = Tale()
    let call = tale.invoke(Operation(.addMembers, conversation: Tale.group, clientID: "c", users: ["bob"]), by: "alice")
    tale.tell(.ok(call: call, seq: 0), "a1", "alice")
    #expect(tale.broken == [], "bob was a member already")
  }

  @Test func storedWithoutItsPolicy() {
    var tale = Tale()
    var operation = Tale.message("m1")
    operation.details.denied = ["pushed"]
    tale.append(operation, by: "alice", pushedTo: [])
    #expect(tale.broken == [])
    tale.damage(2) { $0.details.denied = [] }
    #expect(tale.broken == [.durable])
  }

  @Test func unansweredAndNotStoredIsAllowed() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("lost"), by: "alice")
    tale.tell(.unknown(call: call), "a1", "alice")
    #expect(tale.broken == [])
  }

  @Test func unansweredAndStoredIsAllowed() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("m1"), by: "alice")
    _ = tale.store(Tale.message("m1"), by: "alice")
    tale.tell(.unknown(call: call), "a1", "alice")
    #expect(tale.broken == [])
  }

  @Test func storedWithOtherContent() {
    var tale = Tale()
    tale.send("m1", by: "alice", pushedTo: [])
    tale.damage(2) { $0.payload ^= 1 }
    #expect(tale.broken == [.durable])
  }

  @Test func storedAtAnotherPosition() {
    var tale = Tale()
    let first = tale.invoke(Tale.message("m1"), by: "alice")
    let second = tale.invoke(Tale.message("m2"), by: "bob")
    _ = tale.store(Tale.message("m1"), by: "alice")
    _ = tale.store(Tale.message("m2"), by: "bob")
    tale.tell(.ok(call: first, seq: 3), "a1", "alice")
    tale.tell(.ok(call: second, seq: 2), "b1", "bob")
    #expect(tale.broken == [.durable])
  }

  @Test func storedTwice() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    _ = tale.store(Tale.message("m1"), by: "alice")
    #expect(tale.verdict().counts[.once] == 1)
  }

  @Test func retriedWithTheSameAnswerIsAllowed() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let again = tale.invoke(Tale.message("m1"), by: "alice", on: "a2")
    tale.tell(.ok(call: again, seq: 2), "a2", "alice")
    #expect(tale.broken == [])
  }

  @Test func retriedWithAnotherAnswer() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.send("m2", by: "alice")
    let again = tale.invoke(Tale.message("m1"), by: "alice")
    tale.tell(.ok(call: again, seq: 3), "a1", "alice")
    #expect(tale.broken.contains(.once))
  }

  @Test func anotherRequestUnderTheSameIDAccepted() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    var other = Tale.message("m1")
    other.payload ^= 1
    let again = tale.invoke(other, by: "alice")
    tale.tell(.ok(call: again, seq: 2), "a1", "alice")
    #expect(tale.broken.contains(.once))
  }

  @Test func anotherRequestUnderTheSameIDRefused() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    var other = Tale.message("m1")
    other.payload ^= 1
    let again = tale.invoke(other, by: "alice")
    tale.tell(.refused(call: again, code: 1303), "a1", "alice")
    #expect(tale.broken == [])
  }

  @Test func conflictWithoutAnotherRequest() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("m1"), by: "alice")
    tale.tell(.refused(call: call, code: 1303), "a1", "alice")
    #expect(tale.broken == [.once])
  }

  @Test func sameIDOfTwoUsersIsAllowed() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.send("m1", by: "bob")
    #expect(tale.broken == [])
  }

  @Test func refusedAndStored() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("m1"), by: "alice")
    _ = tale.store(Tale.message("m1"), by: "alice")
    tale.tell(.refused(call: call, code: 1003), "a1", "alice")
    #expect(tale.broken == [.once])
  }

  @Test func refusedThenStoredByARetry() {
    var tale = Tale()
    let call = tale.invoke(Tale.message("m1"), by: "alice")
    tale.tell(.refused(call: call, code: 1003), "a1", "alice")
    tale.send("m1", by: "alice")
    #expect(tale.broken == [])
  }

  @Test func anotherRequestUnderAnIDThatWasRefused() {
    var tale = Tale()
    var other = Tale.message("m1")
    other.payload ^= 1
    let call = tale.invoke(other, by: "alice")
    tale.tell(.refused(call: call, code: 1400), "a1", "alice")
    tale.send("m1", by: "alice")
    #expect(tale.broken == [])
  }

  @Test func storedAndAskedForByNobody() {
    var tale = Tale()
    _ = tale.store(Tale.message("ghost"), by: "alice")
    #expect(tale.broken == [.once])
    #expect(tale.verdict { $0.isComplete = false }.isClean)
  }

  @Test func revocationThatIsNotKept() {
    var tale = Tale()
    let call = tale.invoke(Operation(.revoke, conversation: ""), by: "bob")
    tale.tell(.ok(call: call, seq: 77), "b1", "bob")
    tale.tell(.closed(code: 1206), "b1", "bob")
    tale.dump.users["bob"] = 76
    #expect(tale.broken == [.durable])
    tale.dump.users["bob"] = 77
    #expect(tale.broken == [])
  }
}
