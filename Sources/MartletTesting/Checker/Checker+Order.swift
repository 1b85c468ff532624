// I3: one order for all observers, which agrees with time, and in which no entry is seen before its predecessors.
extension Checker {
  /// A request that was stored: when it was first asked for, and first acknowledged.
  private struct Stored {
    var call: Call
    var begin: Int
    var end: Int
    var seq: UInt64
  }

  mutating func checkOrder() {
    var logs: [String: [Stored]] = [:]
    for key in requests.keys where !key.clientID.isEmpty {
      let calls = calls(of: key)
      let done = calls.filter { $0.position ?? 0 > 0 }.min { ($0.end?.number ?? .max) < ($1.end?.number ?? .max) }
      guard let done, let seq = done.position, let end = done.end?.number, let begin = calls.first?.begin.number else { continue }
      logs[done.operation.conversation, default: []].append(Stored(call: done, begin: begin, end: end, seq: seq))
    }
    let newest = logs.mapValues(Self.newest)
    let answers = answers
    for (name, stored) in logs {
      checkTime(stored)
      checkFreshness(name, newest[name] ?? [], answers[name] ?? [])
    }
    checkReads { name, call in Self.last(of: newest[name] ?? [], before: call).map { ($0.seq, $0.call) } }
  }

  /// An append acknowledged before another request began has the lower position.
  private mutating func checkTime(_ stored: [Stored]) {
    let begun = stored.sorted { $0.begin < $1.begin }
    var ended = stored.sorted { $0.end < $1.end }[...]
    var newest: Stored?
    for next in begun {
      while let one = ended.first, one.end < next.begin {
        if one.seq > newest?.seq ?? 0 { newest = one }
        ended.removeFirst()
      }
      if let newest, newest.seq >= next.seq {
        verdict.add(
          .order, "\(newest.call.operation.conversation)#\(newest.seq) was acknowledged before #\(next.seq) was requested",
          newest.call.evidence + next.call.evidence)
      }
    }
  }

  /// A list that was asked for after an acknowledgement shows that entry, or a later one, as the head.
  private mutating func checkFreshness(_ name: String, _ newest: [Stored], _ answers: [Answer]) {
    for (summary, call, record) in answers {
      guard let known = Self.last(of: newest, before: call), known.seq > summary.head else { continue }
      verdict.add(
        .order, "a list shows \(name) up to \(summary.head), though #\(known.seq) was acknowledged before",
        known.call.evidence + [call.begin, record])
    }
  }

  /// Those that were the newest of a log when they were acknowledged, in that order.
  private static func newest(of stored: [Stored]) -> [Stored] {
    stored.sorted { $0.end < $1.end }.reduce(into: []) { found, one in if one.seq > found.last?.seq ?? 0 { found.append(one) } }
  }

  /// The newest that was acknowledged before a call began.
  private static func last(of newest: [Stored], before call: Call) -> Stored? {
    var (low, high) = (0, newest.count)
    while low < high {
      let middle = (low + high) / 2
      if newest[middle].end < call.begin.number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? newest[low - 1] : nil
  }

  private typealias Answer = (SummaryFact, Call, HistoryRecord)

  /// The lines of lists that were answers, of each conversation.
  private var answers: [String: [Answer]] {
    records.reduce(into: [:]) { found, record in
      guard case .summary(let summary, .answer(let number)) = record.event, let call = calls[number] else { return }
      found[summary.conversation, default: []].append((summary, call, record))
    }
  }
}
