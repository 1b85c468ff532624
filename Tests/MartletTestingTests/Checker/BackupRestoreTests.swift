import MartletTesting
import Testing

/// A server restored from a backup: changes acknowledged in between may be gone, and nothing else.
@Suite struct BackupRestoreTests {
  /// Alice says `m1` before the backup and `m2` after it; the server goes back, and bob says `m3`, which gets the place of `m2`.
  private func tale(
    goesBack: Bool = true, _ change: (inout Tale) -> Void = { _ in }, offline: (inout Tale) -> Void = { _ in }
  ) -> Tale {
    var tale = Tale()
    tale.send("m1", by: "alice")
    tale.tell(.backedUp(1))
    let dump = tale.dump
    tale.send("m2", by: "alice")
    for (device, user) in [("a1", "alice"), ("b1", "bob")] { tale.tell(.closed(code: 0), device, user) }
    tale.dump = dump
    if goesBack { tale.tell(.wentBack(to: 1)) }
    offline(&tale)
    for (device, user) in [("a1", "alice"), ("b1", "bob")] { tale.open(device, user) }
    tale.send("m3", by: "bob")
    change(&tale)
    return tale
  }

  @Test func whatWasAcknowledgedInBetweenMayBeGone() {
    let verdict = tale().verdict()
    #expect(verdict.isClean, "\(verdict.violations.map(\.description))")
    #expect(verdict.figures.appendsAcknowledged == 3, "the group, m1 and m3")
  }

  @Test func withoutARestoreItMayNot() {
    #expect(tale(goesBack: false).broken.contains(.durable))
  }

  @Test func whatIsSentAgainMayBeStoredElsewhere() {
    let tale = tale { $0.send("m2", by: "alice") }
    #expect(tale.broken == [])
  }

  @Test func whatWasAcknowledgedBeforeTheBackupMustBeThere() {
    var tale = Tale()
    let dump = tale.dump
    tale.send("m1", by: "alice")
    tale.tell(.backedUp(1))
    tale.dump = dump
    tale.tell(.wentBack(to: 1))
    #expect(tale.broken.contains(.durable))
  }

  /// A device that repeats a request before it has connected again is answered from its own database.
  private func repeatM2(_ tale: inout Tale) {
    let call = tale.invoke(Tale.message("m2"), by: "alice")
    tale.tell(.ok(call: call, seq: 3), "a1", "alice")
  }

  @Test func whatADeviceAnswersBeforeItConnectsAgainMayBeGone() {
    #expect(tale(offline: repeatM2).broken == [])
    #expect(tale { repeatM2(&$0) }.broken == [.durable])
  }

  @Test func whatIsAcknowledgedAfterTheRestoreMustBeThere() {
    let tale = tale { tale in
      let call = tale.invoke(Tale.message("m4"), by: "alice")
      tale.tell(.ok(call: call, seq: 4), "a1", "alice")
    }
    #expect(tale.broken == [.durable])
  }

  @Test func whatIsGoneMayNotBeShownAfterTheRestore() {
    var lost: [HistoryRecord] = []
    var before = Tale()
    before.send("m1", by: "alice")
    before.send("m2", by: "alice")
    lost = before.records.filter { if case .entry(let entry, .push) = $0.event { entry.seq == 3 } else { false } }
    let tale = tale { tale in for record in lost { tale.tell(record.event, record.device, record.user) } }
    #expect(!tale.broken.isEmpty)
  }

  /// Bob's device was told after the backup, which the judge passes over: so nothing is owed to it after the backup either.
  @Test(arguments: [true, false]) func whatASessionWasToldAfterTheBackupIsNotMissing(goesBack: Bool) {
    var tale = Tale()
    tale.tell(.closed(code: 0), "a1", "alice")
    let seq = tale.send("m1", by: "alice", pushedTo: [])
    tale.tell(.backedUp(1))
    if goesBack { tale.push(seq, to: "b1") }
    tale.wait(Checker.Options().pushLimit / 1_000_000 + 1_000)
    if goesBack { tale.tell(.wentBack(to: 1)) }
    tale.tell(.closed(code: 0), "b1", "bob")
    #expect(tale.broken == (goesBack ? [] : [.noGap]))
  }

  @Test func anotherBackupExcusesNothing() {
    var tale = Tale()
    tale.send("m1", by: "alice")
    let dump = tale.dump
    tale.send("m2", by: "alice")
    tale.tell(.backedUp(2))
    tale.dump = dump
    tale.tell(.wentBack(to: 1))
    #expect(tale.broken.contains(.durable))
  }
}
