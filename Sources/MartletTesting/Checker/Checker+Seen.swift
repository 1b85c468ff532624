// I3: every sight of an entry on any device agrees with the log.
extension Checker {
  mutating func checkSeen() {
    for record in records {
      switch record.event {
      case .entry(let entry, let source):
        verdict.figures.entriesSeen += 1
        if dump != nil { check(entry, source, record) }
      case .told(let entry, _):
        guard let dump else { continue }
        let log = dump.userLogs[record.user] ?? []
        let kept = entry.seq >= 1 && entry.seq <= UInt64(log.count) ? log[Int(entry.seq - 1)] : nil
        if kept != entry {
          verdict.add(.order, "a device got an entry that is not in the log of user \(record.user)", [record])
        }
      default: break
      }
    }
  }

  private mutating func check(_ seen: EntryFact, _ source: HistoryEvent.Source, _ record: HistoryRecord) {
    guard let fold = folds[seen.conversation], let kept = fold.entry(seen.seq) else {
      return verdict.add(.durable, "a device saw \(seen.conversation)#\(seen.seq), which is not in the log", [record])
    }
    func report(_ what: String) {
      verdict.add(
        .order, "\(record.device) saw \(seen.conversation)#\(seen.seq) with a different \(what) than in the log",
        [record] + history(of: kept))
    }
    if seen.time != kept.time { report("time") }
    if seen.kind == .hidden {
      if seen.sender != kept.sender { report("sender") }
      let target = kept.kind == .edited ? kept.target : kept.seq
      if userFolds[record.user]?.everHid(target, in: seen.conversation) != true {
        verdict.add(
          .noGap, "\(record.device) saw \(seen.conversation)#\(seen.seq) as hidden, which \(record.user) never hid", [record])
      }
      return
    }
    guard fold.isFor(record.user, kept) else {
      if seen.kind != .withheld || !seen.sender.isEmpty || !seen.clientID.isEmpty {
        verdict.add(
          .noLeak, "\(record.device) of \(record.user) saw \(seen.conversation)#\(seen.seq), which is not for that user",
          [record] + history(of: kept))
      }
      return
    }
    let isWithheld = seen.kind == .withheld && seen.sender.isEmpty && seen.clientID.isEmpty
    if isWithheld, fold.wasWithheld(kept, from: record.user) { return }
    if case .selection(let number) = source, let call = calls[number], call.operation.kind == .readVersions {
      return check(wording: seen, of: call.operation.target, kept, [call.begin, record])
    }
    let isNamed = !(kept.kind == .annotated && kept.isSecret)
    if seen.sender != (isNamed ? kept.sender : "") || seen.clientID != (isNamed ? kept.clientID : "") {
      if !isNamed {
        verdict.add(.noLeak, "\(record.device) learned the voter of the secret vote \(seen.conversation)#\(seen.seq)", [record])
      }
      return report("sender or client id")
    }
    if seen.kind != kept.kind, seen.kind != .unknown { return report("kind") }
    checkDetails(seen, kept, fold, source, record)
    // A client library does not report what counts.
    if source != .shown, seen.countable != kept.countable {
      verdict.add(
        .counters, "\(record.device) saw \(seen.conversation)#\(seen.seq) counting \(seen.countable); it is \(kept.countable)",
        [record])
    }
    if let other = difference(seen, kept, fold, shown: source == .shown) { report(other) }
    if kept.kind == .message { check(message: seen, kept, fold, record) }
  }

  /// The difference between a seen entry that is not a message and the log.
  private func difference(_ seen: EntryFact, _ kept: EntryFact, _ fold: LogFold, shown: Bool) -> String? {
    switch kept.kind {
    case .edited:
      if seen.target != kept.target { return "target" }
      let isGone = seen.payload == 0 && fold.said[kept.target]?.isRecalled == true
      return !isGone && asked(kept).map { $0 != seen.payload } == true ? "content" : nil
    case .recalled: return seen.target == kept.target ? nil : "target"
    case .groupCreated, .membersAdded, .membersRemoved, .conversationChanged, .rolesSet, .membersSilenced, .usersBanned,
      .applied, .applicationsRefused, .memberNamed, .announced:
      if (seen.payload, seen.until) != (kept.payload, kept.until) { return "text, or end" }
      if (seen.users, seen.title, seen.isTitled) != (kept.users, kept.title, kept.isTitled) { return "list of users, or title" }
      // Of a new group a client library shows them with the conversation.
      return seen.changes == kept.changes || shown && kept.kind == .groupCreated ? nil : "attributes"
    case .annotated:
      if seen.target != kept.target || seen.annotation != kept.annotation { return "target" }
      let isGone = fold.said[kept.target]?.isRecalled == true
      return seen.changes == kept.changes || isGone ? nil : "change of what is attached"
    case .message, .hidden, .withheld, .unknown: return nil
    }
  }

  /// Checks a message's details and annotations, as of the entry that the observer had last received.
  private mutating func checkDetails(
    _ seen: EntryFact, _ kept: EntryFact, _ fold: LogFold, _ source: HistoryEvent.Source, _ record: HistoryRecord
  ) {
    // Entries recalled since have no content left to compare.
    guard kept.kind == .message, fold.said[kept.seq]?.isRecalled == false else { return }
    if seen.details != kept.details {
      verdict.add(
        .order, "\(record.device) saw \(seen.conversation)#\(seen.seq) with other details than in the log",
        [record] + history(of: kept))
    }
    // A client library does not say how far it knows.
    guard source != .shown else { return }
    let expected = fold.marks(of: seen.seq, through: seen.marksThrough, for: record.user)
    guard seen.marks != expected else { return }
    if source == .push, seen.marksThrough == seen.seq {
      let replaced = fold.replacedProperties(of: seen.seq)
      if seen.marks.filter({ !replaced.contains($0) }) == expected.filter({ !replaced.contains($0) }) { return }
    }
    verdict.add(
      .convergence,
      """
      \(record.device) saw \(seen.conversation)#\(seen.seq) with \(seen.marks) attached as of \(seen.marksThrough); the \
      log gives \(expected)
      """,
      [record] + (fold.annotations[seen.seq] ?? []).flatMap { history(of: $0) })
  }

  /// A message has the content of its request, or of the edit named by its revision.
  private mutating func check(message seen: EntryFact, _ kept: EntryFact, _ fold: LogFold, _ record: HistoryRecord) {
    var expected = asked(kept)
    var evidence = [record] + history(of: kept)
    if seen.revision > 0 {
      guard let by = fold.entry(seen.revision), by.target == seen.seq, by.kind == .edited || by.kind == .recalled else {
        return verdict.add(
          .convergence,
          "\(record.device) saw \(seen.conversation)#\(seen.seq) changed at \(seen.revision), where nothing changed it",
          evidence)
      }
      evidence += history(of: by)
      expected = by.kind == .recalled ? 0 : asked(by)
      if seen.isRecalled != (by.kind == .recalled) { expected = nil }
    }
    if seen.isRecalled != (expected == 0) || expected.map({ $0 != seen.payload }) ?? false {
      verdict.add(
        .convergence,
        "\(record.device) saw \(seen.conversation)#\(seen.seq) with other content than its revision \(seen.revision)",
        evidence)
    }
  }

  /// A version is the message itself or an edit of it, as requested.
  private mutating func check(
    wording seen: EntryFact, of target: UInt64, _ kept: EntryFact, _ evidence: [HistoryRecord]
  ) {
    let isOne = kept.kind == .edited ? kept.target == target : kept.kind == .message && kept.seq == target
    guard !isOne || asked(kept).map({ $0 != seen.payload }) ?? false else { return }
    verdict.add(
      .convergence, "a version of \(seen.conversation)#\(target) has other content than #\(seen.seq)",
      evidence + history(of: kept))
  }

  /// The content that was asked for with an entry; nil if the history does not know.
  ///
  /// An id whose first request was refused may have been used for another one.
  func asked(_ entry: EntryFact) -> UInt64? {
    if let call = acknowledgement(of: entry) { return call.operation.payload }
    let open = calls(of: Key(user: entry.sender, clientID: entry.clientID)).filter(\.isOpen)
    let payloads = Set(open.map(\.operation.payload))
    return payloads.count == 1 ? payloads.first : nil
  }
}
