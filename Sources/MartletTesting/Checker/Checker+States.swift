// I7 and I8: at the end every device shows what the logs give, a device that lived through it all as well as a new one.
extension Checker {
  mutating func checkStates() {
    guard dump != nil else { return }
    for state in states {
      verdict.figures.statesCompared += 1
      let expected = folds.filter { $0.value.isMember(state.user) }
      let (missing, extra) = (
        Set(expected.keys).subtracting(state.conversations.keys), Set(state.conversations.keys).subtracting(expected.keys)
      )
      for name in missing.sorted() { differ(state, "does not list \(name)", name) }
      for name in extra.sorted() { differ(state, "lists \(name), which \(state.user) is no member of", name) }
      for (name, fold) in expected.sorted(by: { $0.key < $1.key }) {
        guard let shown = state.conversations[name] else { continue }
        check(state, name, shown, fold)
      }
      for id in state.waiting {
        let calls = calls(of: Key(user: state.user, clientID: id))
        verdict.add(.liveness, "\(state.device) still has \(id) in its outbox", calls.flatMap(\.evidence))
      }
    }
  }

  private mutating func differ(_ state: DeviceState, _ what: String, _ conversation: String, at seq: UInt64 = 0) {
    let own = records.filter { $0.device == state.device && Self.concerns($0, conversation, seq) }
    verdict.add(
      .convergence, "\(state.device) (\(state.origin.rawValue)) of \(state.user) \(what)",
      Array(own.suffix(4)) + (folds[conversation]?.entry(seq).map { Array(history(of: $0).suffix(2)) } ?? []))
  }

  private static func concerns(_ record: HistoryRecord, _ conversation: String, _ seq: UInt64) -> Bool {
    switch record.event {
    case .entry(let entry, _): entry.conversation == conversation && (seq == 0 || entry.seq == seq || entry.target == seq)
    case .summary(let summary, _): summary.conversation == conversation && seq == 0
    case .restarted: true
    default: false
    }
  }

  private mutating func check(_ state: DeviceState, _ name: String, _ shown: DeviceState.Conversation, _ fold: LogFold) {
    let membership = fold.membership(of: state.user, at: fold.head)
    let first = max(membership?.joined ?? 1, 1)
    let read = dump?.logs[name]?.members[state.user]?.read ?? 0
    let unread = fold.unread(of: state.user, joined: membership?.joined ?? 0, read: read, head: fold.head)
    let last = fold.newestShown(from: first, head: fold.head)
    func compare<Value: Equatable>(_ what: String, _ shown: Value, _ expected: Value) {
      if shown != expected { differ(state, "shows \(name) with \(what) \(shown); the log gives \(expected)", name) }
    }
    compare("the title", shown.title, fold.title)
    compare("the owner", shown.owner, fold.owner)
    compare("so many members:", shown.memberCount, fold.members.count)
    compare("the head", shown.head, fold.head)
    compare("the first position", shown.first, first)
    compare("the read marker", shown.read, read)
    compare("the last message", shown.lastMessage, last)
    if shown.unread != unread {
      verdict.add(
        .counters,
        "\(state.device) (\(state.origin.rawValue)) of \(state.user) shows \(name) with \(shown.unread) unread; a recount gives \(unread)",
        [])
    }
    if let members = shown.members {
      let kept = (dump?.logs[name]?.members ?? [:]).mapValues { Dump.Member(joined: $0.joined, read: $0.read) }
      compare("the members", members.mapValues { Dump.Member(joined: $0.joined, read: $0.read) }, kept)
    }
    checkLines(state, name, shown, fold, first)
  }

  private mutating func checkLines(
    _ state: DeviceState, _ name: String, _ shown: DeviceState.Conversation, _ fold: LogFold, _ first: UInt64
  ) {
    let start = shown.isCut ? shown.lines.first?.seq ?? .max : first
    var lines = shown.lines[...]
    guard start <= fold.head else { return }
    for seq in start...fold.head {
      guard let entry = fold.entry(seq), entry.kind != .edited, entry.kind != .recalled else { continue }
      verdict.figures.linesCompared += 1
      let said = fold.said[seq]
      let expected = DeviceState.Line(
        seq: seq, sender: entry.sender, time: entry.time, payload: said?.payload ?? 0, revision: said?.revision ?? 0,
        isRecalled: said?.isRecalled ?? false)
      guard let line = lines.first, line.seq <= seq else {
        return differ(state, "does not show \(name)#\(seq)", name, at: seq)
      }
      lines.removeFirst()
      if line != expected {
        return differ(state, "shows \(name)#\(line.seq) otherwise than the log gives it", name, at: seq)
      }
    }
    if let line = lines.first { differ(state, "shows \(name)#\(line.seq), which is not in the log", name, at: line.seq) }
  }
}
