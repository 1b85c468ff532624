// I4: pushes to a session have no gaps, and an app receives each event once and in order.
extension Checker {
  /// A conversation's entries that a device received in one session.
  private struct Stream {
    var opened: HistoryRecord
    /// The end of its server, of which the device may learn much later, or a backup to which the server went back: what the
    /// device was told after that is not in the records.
    var serverEnd: HistoryRecord?
    /// The newest entry of the user's log when it was opened, if that is known.
    var userHead: UInt64?
    /// Of each conversation, the first and the last record of an entry pushed.
    var ends: [String: (first: HistoryRecord, last: HistoryRecord)] = [:]
    /// The positions of entries of the user's log that were pushed, in any order, and the last record of one.
    var told: Set<UInt64> = []
    var lastTold: HistoryRecord?
  }

  /// The part of a log that a user may be owed for a membership.
  private struct Share {
    var conversation: String
    /// From the first position of that time to the last.
    var positions: ClosedRange<UInt64>
    /// For each position of the log, from 1 on: the earliest acknowledgement of a live entry at that position or later.
    ///
    /// In nanoseconds, ascending, `.max` if there is none.
    var acknowledged: [UInt64]

    /// The last position of an owed entry that was acknowledged before a time; 0 for none.
    ///
    /// Later entries were acknowledged later, or never.
    func last(before time: UInt64) -> UInt64 {
      var (low, high) = (0, acknowledged.count)
      while low < high {
        let middle = (low + high) / 2
        if acknowledged[middle] < time { low = middle + 1 } else { high = middle }
      }
      return min(UInt64(low), positions.upperBound)
    }
  }

  mutating func checkStreams() {
    var open: [String: Stream] = [:]
    var shown: [[String]: HistoryRecord] = [:]
    var pages: [UInt64: HistoryRecord] = [:]
    var lastStart: HistoryRecord?
    let shares = shares
    let restored = Set(records.compactMap { if case .wentBack(let backup) = $0.event { backup } else { nil } })
    for record in records {
      switch record.event {
      case .opened(_, let askedAt, let userHead):
        close(open.removeValue(forKey: record.device), by: record, shares)
        // A device that signed in before the server's last start may have its answer from the server before that start.
        let isOfServerBefore = askedAt > 0 && askedAt < lastStart?.at ?? 0
        open[record.device] = Stream(
          opened: record, serverEnd: isOfServerBefore ? lastStart : nil, userHead: userHead)
      case .closed: close(open.removeValue(forKey: record.device), by: record, shares)
      case .restarted where !record.device.isEmpty:
        close(open.removeValue(forKey: record.device), by: record, shares)
        shown = shown.filter { $0.key[0] != record.device }
      case .restarted:
        lastStart = record
        end(&open, by: record)
      case .backedUp(let backup) where restored.contains(backup): end(&open, by: record)
      case .entry(let entry, .push):
        if let last = open[record.device]?.ends[entry.conversation]?.last {
          checkStep(last, record)
        } else if let stream = open[record.device] {
          checkBeginning(entry, stream.opened, record)
        }
        let first = open[record.device]?.ends[entry.conversation]?.first ?? record
        open[record.device]?.ends[entry.conversation] = (first, record)
      case .told(let entry, .push):
        open[record.device]?.told.insert(entry.seq)
        open[record.device]?.lastTold = record
      case .told(let entry, .answer(let call)):
        if let last = pages.updateValue(record, forKey: call), entry.seq != Self.seq(last) &+ 1 {
          verdict.add(
            .noGap, "a page goes from #\(Self.seq(last)) to #\(entry.seq) of \(record.user)'s log", [last, record])
        }
      case .entry(let entry, .shown):
        let key = [record.device, entry.conversation]
        if let last = shown.updateValue(record, forKey: key), Self.seq(last) >= entry.seq {
          verdict.add(
            .noGap, "\(record.device) showed \(entry.conversation)#\(entry.seq) after #\(Self.seq(last))", [last, record])
        }
      case .entry(let entry, .answer(let call)):
        // A page is of one conversation.
        if let last = pages.updateValue(record, forKey: call), entry.seq != Self.seq(last) &+ 1 {
          verdict.add(.noGap, "a page goes from #\(Self.seq(last)) to #\(entry.seq) of \(entry.conversation)", [last, record])
        }
      default: break
      }
    }
    for device in open.keys.sorted() { close(open[device], by: nil, shares) }
  }

  private func end(_ open: inout [String: Stream], by record: HistoryRecord) {
    for device in open.keys where open[device]?.serverEnd == nil { open[device]?.serverEnd = record }
  }

  /// True if connected members are told of an entry at once.
  private static func isLive(_ entry: EntryFact?) -> Bool { entry?.details.denied.contains("live") != true }

  private static func seq(_ record: HistoryRecord) -> UInt64 {
    switch record.event {
    case .entry(let entry, _): entry.seq
    case .told(let entry, _): entry.seq
    default: 0
    }
  }

  /// A session receives all entries of a user log that come after its opening, in any order.
  ///
  /// Where it is not known how far the log was, they begin with the first one received. News of earlier ones may come late.
  private mutating func checkTold(_ stream: Stream, by final: HistoryRecord, _ limit: UInt64) {
    guard let last = stream.lastTold, let first = stream.told.min(), let high = stream.told.max(), last.at &+ limit < final.at
    else { return }
    let low = stream.userHead.map { $0 &+ 1 } ?? first
    guard low <= high else { return }
    let missing = (low...high).filter { !stream.told.contains($0) }
    guard !missing.isEmpty else { return }
    verdict.add(
      .noGap, "\(last.device) got \(last.user)'s log from #\(low) to #\(high), but never \(missing.prefix(8))",
      [stream.opened, last])
  }

  /// One more; the same again; or a jump over positions at which the user was no member.
  private mutating func checkStep(_ last: HistoryRecord, _ record: HistoryRecord) {
    guard case .entry(let entry, _) = record.event else { return }
    let before = Self.seq(last)
    if entry.seq < before {
      verdict.add(.order, "\(record.device) was sent \(entry.conversation)#\(entry.seq) after #\(before)", [last, record])
    }
    guard entry.seq > before &+ 1, let fold = folds[entry.conversation] else { return }
    guard let membership = fold.membership(of: record.user, at: entry.seq), membership.joined <= before else { return }
    guard (before &+ 1..<entry.seq).contains(where: { Self.isLive(fold.entry($0)) }) else { return }
    verdict.add(
      .noGap, "\(record.device) was sent \(entry.conversation)#\(before), then #\(entry.seq), in one session", [last, record])
  }

  /// The first pushes of a session follow the requests before the session was open.
  private mutating func checkBeginning(_ entry: EntryFact, _ opened: HistoryRecord, _ record: HistoryRecord) {
    guard entry.seq > 1, let fold = folds[entry.conversation], let before = fold.entry(entry.seq - 1), Self.isLive(before),
      fold.membership(of: record.user, at: before.seq) != nil,
      let began = calls(of: Key(user: before.sender, clientID: before.clientID)).first?.begin, began.number > opened.number
    else { return }
    verdict.add(
      .noGap,
      """
      \(record.device) was sent \(entry.conversation)#\(entry.seq) first, though #\(before.seq) was asked for later than \
      its session was open
      """,
      [opened, began, record])
  }

  /// The entries that users may be owed, by user.
  private var shares: [String: [Share]] {
    var shares: [String: [Share]] = [:]
    for (name, fold) in folds.sorted(by: { $0.key < $1.key }) {
      let head = min(fold.head, UInt64(fold.entries.count))
      let acknowledged = firstAcknowledgements(in: fold)
      for (user, memberships) in fold.memberships {
        for membership in memberships {
          let first = max(membership.joined, 1)
          let last = membership.left.map { min(head, max($0, 1) - 1) } ?? head
          guard first <= last else { continue }
          shares[user, default: []].append(Share(conversation: name, positions: first...last, acknowledged: acknowledged))
        }
      }
    }
    return shares
  }

  /// As `Share.acknowledged` has it.
  private func firstAcknowledgements(in fold: LogFold) -> [UInt64] {
    var times = [UInt64](repeating: .max, count: fold.entries.count)
    var earliest = UInt64.max
    for index in fold.entries.indices.reversed() {
      if let entry = fold.entry(UInt64(index) + 1), Self.isLive(entry), let done = acknowledgement(of: entry)?.end {
        earliest = min(earliest, done.at)
      }
      times[index] = earliest
    }
    return times
  }

  /// Entries requested while a session was open, and acknowledged some time before its end, were pushed on it.
  private mutating func close(_ stream: Stream?, by end: HistoryRecord?, _ shares: [String: [Share]]) {
    guard let stream, let final = stream.serverEnd ?? end ?? records.last,
      !isDelayed(stream.opened.device, at: final.number)
    else { return }
    let limit = options.pushLimit &+ stall(from: stream.opened.at, to: final.at)
    checkTold(stream, by: final, limit)
    guard final.at > limit else { return }
    for share in shares[stream.opened.user] ?? [] { check(share, of: stream, before: final.at - limit, by: end) }
  }

  /// Checks only the ends, because the range between them is dense: the newest entry acknowledged before a time, then the oldest.
  private mutating func check(_ share: Share, of stream: Stream, before time: UInt64, by end: HistoryRecord?) {
    guard let fold = folds[share.conversation] else { return }
    for seq in stride(from: share.last(before: time), through: share.positions.lowerBound, by: -1) {
      // This is where it stands, unless the user was no member there any more: then it is looked for further down.
      guard let entry = fold.entry(seq), Self.isLive(entry), let call = acknowledgement(of: entry), let done = call.end,
        done.at < time
      else { continue }
      let began = calls(of: Key(user: entry.sender, clientID: entry.clientID)).first?.begin ?? call.begin
      let sent = stream.ends[share.conversation].map { Self.seq($0.last) } ?? 0
      guard began.number > stream.opened.number, sent < seq else { return }
      return verdict.add(
        .noGap, "\(stream.opened.device) was connected but never got \(share.conversation)#\(seq)",
        [stream.opened] + call.evidence + (end.map { [$0] } ?? []))
    }
  }
}
