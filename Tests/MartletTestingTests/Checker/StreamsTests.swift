import MartletTesting
import Testing

/// I4 at the end of a session: a missing push that was owed is found; one that was not owed, or not yet, is not.
@Suite struct StreamsTests {
  /// How long after its acknowledgement an entry must have been sent, in milliseconds.
  private static let limit = Checker.Options().pushLimit / 1_000_000

  /// Ends the session of bob's device at a time in milliseconds, or so late that it is owed all.
  private static func end(_ tale: inout Tale, at milliseconds: UInt64? = nil) {
    let time = milliseconds ?? tale.milliseconds + limit + 1_000
    tale.wait(time - tale.milliseconds - 1)
    tale.tell(.closed(code: 0), "b1", "bob")
  }

  /// A tale in which bob's device alone is connected from here on.
  private static func aloneConnected() -> Tale {
    var tale = Tale()
    tale.tell(.closed(code: 0), "a1", "alice")
    return tale
  }

  /// Of eight messages, so many were acknowledged long enough before the end of the session, the last of them or the next one
  /// by a hair.
  @Test(arguments: 0...8) func isOwedWhatWasAcknowledgedLongEnoughBefore(owed: Int) {
    for got in 0...8 {
      var tale = Self.aloneConnected()
      var acknowledged: [UInt64] = []
      for number in 1...8 {
        let seq = tale.send("m\(number)", by: "alice", pushedTo: [])
        acknowledged.append(tale.milliseconds)
        if number <= got { tale.push(seq, to: "b1") }
      }
      // Was never acknowledged.
      let call = tale.invoke(Tale.message("open"), by: "alice")
      _ = tale.store(Tale.message("open"), by: "alice")
      tale.tell(.unknown(call: call), "a1", "alice")
      var ends: [UInt64] = []
      if owed > 0 { ends.append(acknowledged[owed - 1] + Self.limit + 1) }
      if owed < 8 { ends.append(acknowledged[owed] + Self.limit) }
      for end in ends {
        var tale = tale
        Self.end(&tale, at: end)
        #expect(tale.broken == (got < owed ? [.noGap] : []), "\(got) of \(owed) were sent")
      }
    }
  }

  /// Bob's session was opened when his log had two entries, and is told these.
  @Test(arguments: [
    (told: [3, 4, 5], isRight: true), ([4, 3, 5], true), ([2, 3, 4, 5], true), ([2], true), ([], true), ([4, 5], false),
    ([3, 5], false), ([1, 3, 5], false),
  ]) func ofTheUsersLogAllIsOwedThatCameAfterTheOpening(told: [UInt64], isRight: Bool) {
    var tale = Tale()
    tale.open("b1", "bob", userHead: 2)
    for seq in told {
      tale.tell(.told(UserEntryFact(seq: seq, conversation: "", kind: .unknown, position: 0), .push), "b1", "bob")
    }
    Self.end(&tale)
    #expect(tale.broken.contains(.noGap) != isRight)
  }

  @Test func isOwedWhatWasSaidBeforeARemoval() {
    for isSent in [false, true] {
      var tale = Self.aloneConnected()
      tale.send("m1", by: "alice", pushedTo: isSent ? ["b1"] : [])
      tale.append(
        Operation(.removeMembers, conversation: Tale.group, clientID: "out", users: ["bob"]), by: "alice", pushedTo: [])
      tale.send("m2", by: "alice", pushedTo: [])
      Self.end(&tale)
      #expect(tale.broken == (isSent ? [] : [.noGap]))
    }
  }

  @Test func isNotOwedWhatTellsNobody() {
    var tale = Self.aloneConnected()
    var operation = Tale.message("m1")
    operation.details.denied = ["live"]
    tale.append(operation, by: "alice", pushedTo: [])
    Self.end(&tale)
    #expect(tale.broken == [])
  }

  /// Entries requested before the session and not acknowledged in time are not owed; earlier ones are.
  @Test func isOwedWhatPrecedesAnOlderRequestThatIsAnsweredLate() {
    for isSent in [false, true] {
      var tale = Self.aloneConnected()
      tale.tell(.closed(code: 0), "b1", "bob")
      let call = tale.invoke(Tale.message("late"), by: "alice")
      tale.open("b1", "bob")
      tale.send("m1", by: "alice", pushedTo: isSent ? ["b1"] : [])
      let seq = tale.store(Tale.message("late"), by: "alice")
      tale.wait(Self.limit + 1_000)
      tale.tell(.ok(call: call, seq: seq), "a1", "alice")
      tale.tell(.closed(code: 0), "b1", "bob")
      #expect(tale.broken == (isSent ? [] : [.noGap]))
    }
  }

  /// Many sessions, and after them many entries: looking at each entry for each session would take far longer.
  @Test(.timeLimit(.minutes(1))) func manySessionsAndEntriesAreJudgedInTime() {
    var tale = Self.aloneConnected()
    tale.wait(2 * Self.limit)
    for session in 0..<2_000 {
      if session == 1_000 {
        tale.send("lost", by: "alice", pushedTo: [])
        tale.wait(Self.limit + 1_000)
      }
      tale.tell(.closed(code: 0), "b1", "bob")
      tale.open("b1", "bob")
    }
    tale.tell(.closed(code: 0), "b1", "bob")
    for number in 0..<20_000 { tale.send("m\(number)", by: "alice", pushedTo: []) }
    #expect(tale.verdict().counts == [.noGap: 1])
  }
}
