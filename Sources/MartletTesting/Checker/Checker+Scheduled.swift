import MartletWire

// Scheduled messages: sent once, not before their time, and not after being cancelled.
extension Checker {
  /// The operation of a scheduling request, and its calls.
  struct Plan {
    var calls: [Call]
    var operation: Operation
  }

  /// The sender, conversation and time of a message, which few messages share.
  struct Slot: Hashable {
    var user: String
    var conversation: String
    /// In milliseconds since 1970.
    var time: Int64

    /// The slot of a plan's message.
    init(_ plan: Operation, of user: String) {
      (self.user, conversation, time) = (user, plan.conversation, plan.time)
    }

    /// The slot of an entry by the creation time in its client id; nil if there is none.
    init?(_ entry: EntryFact) {
      guard entry.kind == .message, let time = ClientID(entry.clientID)?.madeAt else { return nil }
      (user, conversation, self.time) = (entry.sender, entry.conversation, time)
    }
  }

  /// The plans by user and name; one that was changed under the same name is refused.
  private var plans: [Key: Plan] {
    calls.values.filter { $0.operation.kind == .schedule && $0.refusal == nil }.sorted { $0.begin.number < $1.begin.number }
      .reduce(into: [:]) { plans, call in
        let key = Key(user: call.begin.user, clientID: call.operation.clientID)
        plans[key, default: Plan(calls: [], operation: call.operation)].calls.append(call)
      }
  }

  /// The requested plans, by slot.
  var scheduled: [Slot: [Operation]] {
    plans.reduce(into: [:]) { scheduled, plan in
      scheduled[Slot(plan.value.operation, of: plan.key.user), default: []].append(plan.value.operation)
    }
  }

  /// True if a message may be a scheduled one: its client id was made at that time.
  func isScheduled(_ entry: EntryFact, by scheduled: [Slot: [Operation]]) -> Bool {
    guard let slot = Slot(entry), let plans = scheduled[slot] else { return false }
    return plans.contains { Self.says(entry, $0) }
  }

  /// Whether a message that stands where a plan puts its own says the same, as far as that is still known.
  private static func says(_ entry: EntryFact, _ plan: Operation) -> Bool {
    entry.revision > 0 || entry.payload == plan.payload
  }

  mutating func checkScheduled() {
    guard let dump else { return }
    let plans = plans
    let waiting = Set(dump.scheduled.map { Key(user: $0.user, clientID: $0.clientID) })
    let cancels = Dictionary(grouping: calls.values.filter { $0.operation.kind == .cancelScheduled }) {
      Key(user: $0.begin.user, clientID: $0.operation.clientID)
    }
    // Messages that no request asked to send at once.
    var unasked: [Slot: [EntryFact]] = [:]
    for (key, entries) in stored where requests[key] == nil {
      for entry in entries { if let slot = Slot(entry) { unasked[slot, default: []].append(entry) } }
    }
    for (key, plan) in plans.sorted(by: { ($0.key.user, $0.key.clientID) < ($1.key.user, $1.key.clientID) }) {
      let sent = (unasked[Slot(plan.operation, of: key.user)] ?? []).filter { Self.says($0, plan.operation) }
        .sorted { $0.seq < $1.seq }
      check(plan, of: key, sent, cancels[key] ?? [], waits: waiting.contains(key))
    }
  }

  private mutating func check(_ plan: Plan, of key: Key, _ sent: [EntryFact], _ cancels: [Call], waits: Bool) {
    verdict.figures.scheduledSent += sent.count
    let evidence = plan.calls.flatMap(\.evidence)
    let what = "\(key.user)'s scheduled message \(key.clientID) for \(plan.operation.time) in \(plan.operation.conversation)"
    if sent.count > 1 { verdict.add(.once, "\(what) was sent \(sent.count) times: \(sent.map(\.seq))", evidence) }
    if let odd = sent.first(where: { !$0.isRecalled && !$0.details.says(plan.operation.details) }) {
      verdict.add(.durable, "\(what) was sent at #\(odd.seq) with other details", evidence)
    }
    if let early = sent.first(where: { $0.time < plan.operation.time }) {
      verdict.add(.once, "\(what) was sent at \(early.time)", evidence)
    }
    // A request that comes again schedules nothing anew, so it is enough that one call was answered before.
    let done = cancels.first { cancel in
      cancel.position != nil
        && plan.calls.contains { $0.position != nil && $0.end.map { $0.number < cancel.begin.number } ?? false }
    }
    if let done, !sent.isEmpty || waits {
      verdict.add(.durable, "\(what) was cancelled but \(waits ? "is still pending" : "was sent")", evidence + done.evidence)
    }
    if let told = cancels.first(where: { $0.refusal == ErrorCode.alreadySent.rawValue }), sent.isEmpty {
      verdict.add(.durable, "\(what) was not sent, though taking it back was refused because it was", evidence + told.evidence)
    }
    let mayBeCancelled = cancels.contains { $0.refusal == nil }
    guard plan.calls.contains(where: { $0.position != nil }), !mayBeCancelled, sent.isEmpty, !waits,
      let fold = folds[plan.operation.conversation], let all = fold.memberships[key.user], all.count == 1, all[0].left == nil,
      // A message whose sender may not write at its time is dropped.
      !fold.mayHaveBeenSilenced(key.user, since: plan.operation.time),
      !mayHaveBeenKeptFromWriting(key.user, in: plan.operation.conversation)
    else { return }
    verdict.add(.durable, "\(what) was acknowledged but not sent", evidence)
  }
}
