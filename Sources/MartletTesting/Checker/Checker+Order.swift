// I3: one order for everyone, which agrees with time, and in which nothing is seen before what precedes it.
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
    let answers = answers
    for (name, stored) in logs {
      checkTime(stored)
      checkFreshness(name, stored, answers[name] ?? [])
    }
  }

  /// What was acknowledged before another request began has the lower position.
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
          .order, "\(newest.call.operation.conversation)#\(newest.seq) was acknowledged before #\(next.seq) was asked for",
          newest.call.evidence + next.call.evidence)
      }
    }
  }

  /// A list that was asked for after an acknowledgement shows that entry, or a later one, as the head.
  private mutating func checkFreshness(_ name: String, _ stored: [Stored], _ answers: [Answer]) {
    let ended = stored.sorted { $0.end < $1.end }
    var highest: [Stored] = []
    for one in ended where one.seq > highest.last?.seq ?? 0 { highest.append(one) }
    for (summary, call, record) in answers {
      var (low, high) = (0, highest.count)
      while low < high {
        let middle = (low + high) / 2
        if highest[middle].end < call.begin.number { low = middle + 1 } else { high = middle }
      }
      guard low > 0, highest[low - 1].seq > summary.head else { continue }
      verdict.add(
        .order, "a list shows \(name) up to \(summary.head), though #\(highest[low - 1].seq) was acknowledged before",
        highest[low - 1].call.evidence + [call.begin, record])
    }
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
