import MartletWire

// Messages to be sent at a time to come: once, not before that time, and not after having been taken back.
extension Checker {
  /// What a request that schedules asks for, and its calls.
  struct Plan {
    var calls: [Call]
    var operation: Operation
  }

  /// The plans by user and name; one that was changed under the same name is refused.
  var plans: [Key: Plan] {
    calls.values.filter { $0.operation.kind == .schedule && $0.refusal == nil }.sorted { $0.begin.number < $1.begin.number }
      .reduce(into: [:]) { plans, call in
        let key = Key(user: call.begin.user, clientID: call.operation.clientID)
        plans[key, default: Plan(calls: [], operation: call.operation)].calls.append(call)
      }
  }

  /// Whether a message may be what somebody scheduled: its client id says that it was made at that time.
  func isScheduled(_ entry: EntryFact, by plans: [Key: Plan]) -> Bool {
    entry.kind == .message && plans.contains { isSent($0.value.operation, $0.key.user, as: entry) }
  }

  private func isSent(_ plan: Operation, _ user: String, as entry: EntryFact) -> Bool {
    guard entry.kind == .message, entry.sender == user, entry.conversation == plan.conversation,
      ClientID(entry.clientID)?.madeAt == plan.time
    else { return false }
    return entry.revision > 0 || entry.payload == plan.payload
  }

  mutating func checkScheduled() {
    guard let dump else { return }
    let plans = plans
    let waiting = Set(dump.scheduled.map { Key(user: $0.user, clientID: $0.clientID) })
    let cancels = Dictionary(grouping: calls.values.filter { $0.operation.kind == .cancelScheduled }) {
      Key(user: $0.begin.user, clientID: $0.operation.clientID)
    }
    // What nobody asked to be sent at once.
    let unasked = Dictionary(grouping: stored.filter { requests[$0.key] == nil }.values.joined()) { $0.conversation }
    for (key, plan) in plans.sorted(by: { ($0.key.user, $0.key.clientID) < ($1.key.user, $1.key.clientID) }) {
      let sent = (unasked[plan.operation.conversation] ?? []).filter { isSent(plan.operation, key.user, as: $0) }
        .sorted { $0.seq < $1.seq }
      check(plan, of: key, sent, cancels[key] ?? [], waits: waiting.contains(key))
    }
  }

  private mutating func check(_ plan: Plan, of key: Key, _ sent: [EntryFact], _ cancels: [Call], waits: Bool) {
    verdict.figures.scheduledSent += sent.count
    let evidence = plan.calls.flatMap(\.evidence)
    let what = "what \(key.user) scheduled as \(key.clientID) for \(plan.operation.time) in \(plan.operation.conversation)"
    if sent.count > 1 { verdict.add(.once, "\(what) was sent \(sent.count) times: \(sent.map(\.seq))", evidence) }
    if let odd = sent.first(where: { !$0.isRecalled && !$0.details.says(plan.operation.details) }) {
      verdict.add(.durable, "\(what) was sent at #\(odd.seq) with other details", evidence)
    }
    if let early = sent.first(where: { $0.time < plan.operation.time }) {
      verdict.add(.once, "\(what) was sent at \(early.time)", evidence)
    }
    let done = cancels.first { cancel in
      cancel.position != nil && plan.calls.allSatisfy { $0.end.map { $0.number < cancel.begin.number } ?? false }
    }
    if let done, !sent.isEmpty || waits {
      verdict.add(.durable, "\(what) was taken back and \(waits ? "is still to be" : "was") sent", evidence + done.evidence)
    }
    let mayBeCancelled = cancels.contains { $0.refusal == nil }
    guard plan.calls.contains(where: { $0.position != nil }), !mayBeCancelled, sent.isEmpty, !waits,
      let fold = folds[plan.operation.conversation], let all = fold.memberships[key.user], all.count == 1, all[0].left == nil
    else { return }
    verdict.add(.durable, "\(what) was acknowledged and not sent", evidence)
  }
}
