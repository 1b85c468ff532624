// I4: what a session is sent of a log is whole, and what an app is shown comes once and in order.
extension Checker {
  /// What a device got of a conversation in one session.
  private struct Stream {
    var opened: HistoryRecord
    /// The end of the server it is with, of which the device may learn much later.
    var serverEnd: HistoryRecord?
    /// Of each conversation, the first and the last record of an entry pushed.
    var ends: [String: (first: HistoryRecord, last: HistoryRecord)] = [:]
    /// The positions of entries of the user's log that were pushed, in any order, and the last record of one.
    var told: Set<UInt64> = []
    var lastTold: HistoryRecord?
  }

  mutating func checkStreams() {
    var open: [String: Stream] = [:]
    var shown: [[String]: HistoryRecord] = [:]
    var pages: [UInt64: HistoryRecord] = [:]
    for record in records {
      switch record.event {
      case .opened:
        close(open.removeValue(forKey: record.device), by: record)
        open[record.device] = Stream(opened: record)
      case .closed: close(open.removeValue(forKey: record.device), by: record)
      case .restarted where !record.device.isEmpty:
        close(open.removeValue(forKey: record.device), by: record)
        shown = shown.filter { $0.key[0] != record.device }
      case .restarted: for device in open.keys where open[device]?.serverEnd == nil { open[device]?.serverEnd = record }
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
    for device in open.keys.sorted() { close(open[device], by: nil) }
  }

  /// Whether those who are connected are told of an entry at once.
  private static func isLive(_ entry: EntryFact?) -> Bool { entry?.details.denied.contains("live") != true }

  private static func seq(_ record: HistoryRecord) -> UInt64 {
    switch record.event {
    case .entry(let entry, _): entry.seq
    case .told(let entry, _): entry.seq
    default: 0
    }
  }

  /// Of a user's log a session is told all from the first that it was told of, in whatever order.
  private mutating func checkTold(_ stream: Stream, by final: HistoryRecord, _ limit: UInt64) {
    guard let last = stream.lastTold, let low = stream.told.min(), let high = stream.told.max(), last.at &+ limit < final.at,
      stream.told.count <= high - low
    else { return }
    let missing = (low...high).filter { !stream.told.contains($0) }
    verdict.add(
      .noGap, "\(last.device) was told of \(last.user)'s log from #\(low) to #\(high), and never of \(missing.prefix(8))",
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

  /// What comes first on a session follows what was asked for before the session was open.
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

  /// Whatever was asked for while a session was open, and acknowledged some time before its end, was sent on it.
  private mutating func close(_ stream: Stream?, by end: HistoryRecord?) {
    guard let stream, let final = stream.serverEnd ?? end ?? records.last,
      !isDelayed(stream.opened.device, at: final.number)
    else { return }
    let (device, user) = (stream.opened.device, stream.opened.user)
    let limit = options.pushLimit &+ stall(from: stream.opened.at, to: final.at)
    checkTold(stream, by: final, limit)
    for (name, fold) in folds {
      guard let memberships = fold.memberships[user] else { continue }
      for membership in memberships {
        // Only the ends need a look, what is between them is dense: the newest that should be there, then the oldest.
        let upTo = min(fold.head, membership.left.map { $0 - 1 } ?? .max)
        guard upTo >= max(membership.joined, 1) else { continue }
        for seq in stride(from: upTo, through: max(membership.joined, 1), by: -1) {
          guard let entry = fold.entry(seq), Self.isLive(entry), let call = acknowledgement(of: entry), let done = call.end else {
            continue
          }
          let began = calls(of: Key(user: entry.sender, clientID: entry.clientID)).first?.begin ?? call.begin
          guard began.number > stream.opened.number else { break }
          guard done.at &+ limit < final.at else { continue }
          let ends = stream.ends[name]
          guard ends == nil || ends.map({ Self.seq($0.last) < seq }) == true else { break }
          verdict.add(
            .noGap, "\(device) was connected and was never sent \(name)#\(seq)",
            [stream.opened] + call.evidence + (end.map { [$0] } ?? []))
          break
        }
      }
    }
  }
}
