// I3 and I4: reads are complete, and at least as new as earlier acknowledgements.
extension Checker {
  /// The newest entry of a conversation that was acknowledged before a call began, with the call that brought it.
  typealias Known = (_ conversation: String, _ call: Call) -> (seq: UInt64, by: Call)?

  mutating func checkReads(_ known: Known) {
    var pages: [UInt64: ClosedRange<UInt64>] = [:]
    var lists: [UInt64: Set<String>] = [:]
    let listed = listed
    for record in records {
      switch record.event {
      // That positions ascend one by one is checked with the streams.
      case .entry(let entry, .answer(let call)):
        let first = pages[call]?.lowerBound ?? entry.seq
        pages[call] = first...max(first, entry.seq)
      case .summary(let summary, .answer(let call)): lists[call, default: []].insert(summary.conversation)
      case .ok(let number, let seq):
        guard let call = calls[number] else { continue }
        switch call.operation.kind {
        case .readPage: check(pages.removeValue(forKey: number), head: seq, of: call, known(call.operation.conversation, call))
        case .readList where seq == 0: check(lists.removeValue(forKey: number) ?? [], of: call, listed[record.user] ?? [:])
        default: break
        }
      default: break
      }
    }
  }

  /// The conversations of each user who joined once and stayed, with the call that was acknowledged with it.
  private var listed: [String: [String: Call]] {
    folds.values.reduce(into: [:]) { listed, fold in
      for (user, memberships) in fold.memberships {
        guard memberships.count == 1, let only = memberships.first, only.left == nil,
          let call = fold.entry(max(only.joined, 1)).flatMap({ acknowledgement(of: $0) })
        else { continue }
        listed[user, default: [:]][fold.conversation] = call
      }
    }
  }

  private mutating func check(_ names: Set<String>, of call: Call, _ listed: [String: Call]) {
    verdict.figures.listsSeen += 1
    for (name, joining) in listed.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
      guard let joined = joining.end, joined.number < call.begin.number else { continue }
      verdict.add(
        .order, "a list lacks \(name), although \(call.begin.user) was already a member", joining.evidence + call.evidence)
    }
  }

  private mutating func check(_ page: ClosedRange<UInt64>?, head: UInt64, of call: Call, _ known: (seq: UInt64, by: Call)?) {
    verdict.figures.pagesSeen += 1
    let operation = call.operation
    if let known, known.seq > head {
      verdict.add(
        .order, "a page says that \(operation.conversation) ends at \(head), though #\(known.seq) was acknowledged before",
        known.by.evidence + call.evidence)
    }
    guard let fold = folds[operation.conversation] else { return }
    if head > fold.head {
      verdict.add(
        .durable, "a page says that \(operation.conversation) ends at \(head); its log ends at \(fold.head)", call.evidence)
    }
    // For users who left and rejoined, the membership in which they read is unknown.
    guard let memberships = fold.memberships[call.begin.user], memberships.count == 1, let only = memberships.first,
      only.left == nil
    else { return }
    let first = max(operation.target, only.since, 1)
    let highest = min(operation.until == 0 ? .max : operation.until, head)
    // Nor how much was hidden when it was read.
    let clearings = userFolds[call.begin.user]?.clearings(in: fold.conversation) ?? [0]
    guard !clearings.contains(where: { Self.isWhole(page, from: max(first, $0 + 1), to: highest, operation) }) else { return }
    let got = page.map { "#\($0.lowerBound) to #\($0.upperBound)" } ?? "nothing"
    verdict.add(.noGap, "of \(operation.conversation) from \(first) to \(highest) a page has \(got)", call.evidence)
  }

  /// True if a page is complete at the end from which it starts; the server chooses its length.
  private static func isWhole(
    _ page: ClosedRange<UInt64>?, from lowest: UInt64, to highest: UInt64, _ operation: Operation
  ) -> Bool {
    guard lowest <= highest else { return page == nil }
    guard let page else { return false }
    return operation.isNewestFirst
      ? page.upperBound == highest && page.lowerBound >= lowest : page.lowerBound == lowest && page.upperBound <= highest
  }
}
