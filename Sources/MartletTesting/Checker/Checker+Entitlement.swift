// I5: no user receives entries without a right to them, nor any soon after a removal or a revocation.
extension Checker {
  /// The end of a right, and the record that states it.
  private struct End {
    var call: Call
    var done: HistoryRecord
  }

  /// A session with its token.
  private struct Opening {
    var record: HistoryRecord
    var tokenAt: UInt64

    /// Whether it was opened with a token that a revocation reaches.
    func falls(under revocation: End) -> Bool {
      record.number < revocation.call.begin.number || tokenAt > 0 && tokenAt < revocation.call.begin.at
    }
  }

  mutating func checkEntitlement() {
    checkSilences()
    let revocations = revocations
    var opened: [String: Opening] = [:]
    for record in records {
      switch record.event {
      case .opened(let tokenAt, let askedAt, _):
        opened[record.device] = Opening(record: record, tokenAt: tokenAt)
        // The token had been had before the revocation began, and was taken when it was brought after it was done.
        let brought = askedAt == 0 ? record.at : askedAt
        if tokenAt > 0,
          let end = revocations[record.user]?.first(where: { tokenAt < $0.call.begin.at && $0.done.at < brought })
        {
          verdict.add(.noLeak, "\(record.device) signed in with a revoked token", end.call.evidence + [record])
        }
      case .closed: opened[record.device] = nil
      case .entry(let entry, let source):
        checkMember(entry, source, record)
        checkToken(record, source, opened[record.device], revocations)
      case .marker(let conversation, _, _, let source):
        checkMember(of: conversation, source, record)
        checkToken(record, source, opened[record.device], revocations)
      case .told(_, let source), .summary(_, let source):
        checkToken(record, source, opened[record.device], revocations)
      case .ok(let number, _):
        if let call = calls[number] { checkAnswered(call, opened[record.device], revocations) }
      default: break
      }
    }
  }

  /// Whoever is silenced adds nothing to a conversation, nobody joins one who may not, and nothing comes after its end.
  private mutating func checkSilences() {
    for fold in folds.values.sorted(by: { $0.conversation < $1.conversation }) {
      for entry in fold.unallowed {
        verdict.add(
          .noLeak, "\(fold.conversation)#\(entry.seq) is stored, which the rules forbade \(entry.sender)", history(of: entry))
      }
    }
  }

  private var revocations: [String: [End]] {
    calls.values.reduce(into: [:]) { found, call in
      guard call.operation.kind == .revoke, call.position != nil, let done = call.end else { return }
      found[call.begin.user, default: []].append(End(call: call, done: done))
    }
  }

  private mutating func checkMember(_ entry: EntryFact, _ source: HistoryEvent.Source, _ record: HistoryRecord) {
    guard let fold = folds[entry.conversation] else { return }
    // Only to read are there entries from before joining.
    let told = fold.membership(of: record.user, at: entry.seq)
    guard let membership = source == .push ? told : fold.reader(record.user, at: entry.seq) else {
      return verdict.add(
        .noLeak, "\(record.device) of \(record.user) got \(entry.conversation)#\(entry.seq) without being a member", [record])
    }
    guard let left = membership.left, let removal = fold.entry(left), let call = acknowledgement(of: removal), let done = call.end
    else { return }
    switch source {
    case .answer(let number), .selection(let number):
      // A read sees every write that was acknowledged before it began.
      guard let read = calls[number], read.begin.number > done.number else { return }
      verdict.add(
        .noLeak, "\(record.user) read \(entry.conversation)#\(entry.seq) after having been removed at #\(left)",
        call.evidence + [read.begin, record])
    case .push: checkDelay(record, since: End(call: call, done: done), "the removal from \(entry.conversation) at #\(left)")
    case .shown: break
    }
  }

  /// A marker comes to members only.
  private mutating func checkMember(of conversation: String, _ source: HistoryEvent.Source, _ record: HistoryRecord) {
    guard let fold = folds[conversation], source == .push, !isDelayed(record.device, at: record.number) else { return }
    let isMember = (fold.memberships[record.user] ?? []).contains { membership in
      guard let left = membership.left, let removal = fold.entry(left), let done = acknowledgement(of: removal)?.end else {
        return true
      }
      return record.at <= done.at &+ options.grace &+ stall(from: done.at, to: record.at)
    }
    guard !isMember else { return }
    verdict.add(.noLeak, "\(record.device) of \(record.user), not a member, got a marker of \(conversation)", [record])
  }

  /// Checks packets on a session that a revocation should have ended.
  private mutating func checkToken(
    _ record: HistoryRecord, _ source: HistoryEvent.Source, _ opened: Opening?, _ revocations: [String: [End]]
  ) {
    guard source == .push, let end = end(of: opened, before: record, revocations) else { return }
    checkDelay(record, since: end, "the revocation of \(record.user)'s tokens")
  }

  /// Checks answered requests on such a session.
  private mutating func checkAnswered(_ call: Call, _ opened: Opening?, _ revocations: [String: [End]]) {
    guard let opened, opened.record.number < call.begin.number, !isDelayed(call.begin.device, at: call.begin.number),
      let end = end(of: opened, before: call.begin, revocations), call.begin.at > end.done.at
    else { return }
    let delay = call.begin.at - end.done.at
    guard delay > options.grace &+ stall(from: end.done.at, to: call.begin.at) else { return }
    verdict.add(
      .noLeak, "\(call.begin.device) got an answer to a request made \(Self.milliseconds(delay)) after its token was revoked",
      end.call.evidence + call.evidence)
  }

  /// The first revocation that a session falls under and that was done before.
  private func end(of opened: Opening?, before record: HistoryRecord, _ revocations: [String: [End]]) -> End? {
    guard let opened, let all = revocations[record.user] else { return nil }
    return all.filter { opened.falls(under: $0) && $0.done.number < record.number }.min { $0.done.number < $1.done.number }
  }

  private mutating func checkDelay(_ record: HistoryRecord, since end: End, _ what: String) {
    guard !isDelayed(record.device, at: record.number), record.at > end.done.at else { return }
    let delay = record.at - end.done.at
    verdict.figures.longestAfterEnd = max(verdict.figures.longestAfterEnd, delay)
    guard delay > options.grace &+ stall(from: end.done.at, to: record.at) else { return }
    verdict.add(
      .noLeak, "\(record.device) was sent something \(Self.milliseconds(delay)) after \(what)", end.call.evidence + [record])
  }
}
