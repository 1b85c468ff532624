// I7 and I8: at the end every device shows the state given by the logs, whether it lived through the run or is new.
extension Checker {
  mutating func checkStates() {
    guard dump != nil else { return }
    for state in states {
      verdict.figures.statesCompared += 1
      let expected = folds.filter { isListed($0.key, $0.value, for: state.user) }
      let (missing, extra) = (
        Set(expected.keys).subtracting(state.conversations.keys), Set(state.conversations.keys).subtracting(expected.keys)
      )
      for name in missing.sorted() where !mayStayAway(name, from: state) { differ(state, "does not list \(name)", name) }
      for name in extra.sorted() { differ(state, "lists \(name), although \(state.user) is not a member", name) }
      for (name, fold) in expected.sorted(by: { $0.key < $1.key }) {
        guard let shown = state.conversations[name] else { continue }
        check(state, name, shown, fold)
      }
      checkSettings(state)
      for id in state.waiting {
        let calls = calls(of: Key(user: state.user, clientID: id))
        verdict.add(.liveness, "\(state.device) still has \(id) in its outbox", calls.flatMap(\.evidence))
      }
    }
  }

  mutating func differ(_ state: DeviceState, _ what: String, _ conversation: String, at seq: UInt64 = 0) {
    let own = records.filter { $0.device == state.device && Self.concerns($0, conversation, seq) }
    verdict.add(
      .convergence, "\(state.device) (\(state.origin.rawValue)) of \(state.user) \(what)",
      Array(own.suffix(4)) + (folds[conversation]?.entry(seq).map { Array(history(of: $0).suffix(2)) } ?? []))
  }

  /// Whether a conversation is in a user's list, from which it may have been taken until the next message.
  private func isListed(_ name: String, _ fold: LogFold, for user: String) -> Bool {
    guard let since = fold.membership(of: user, at: fold.head)?.since, fold.isMember(user) else { return false }
    // The setting's value names the position, but the dump has only the value's hash: one of all positions.
    guard let removed = userFolds[user]?.value(of: SettingFact("removed", of: name, 0).name), removed != 0 else { return true }
    let last = fold.newestShown(to: user, from: max(since, 1), head: fold.head, hiding(of: user, in: name))
    let upTo = (0...fold.head).last { SettingFact("removed", json: "\($0)").value == removed }
    return last > upTo ?? .max
  }

  /// Whether a conversation that was taken off the list may stay away, because the next message is hidden on this device.
  private func mayStayAway(_ name: String, from state: DeviceState) -> Bool {
    guard state.hiddenHere[name] != nil, let fold = userFolds[state.user] else { return false }
    return fold.value(of: SettingFact("removed", of: name, 0).name) != 0
  }

  /// Members as one of them is told of them.
  private static func told(_ members: [String: Dump.Member], to user: String) -> [String: DeviceState.Member] {
    Dictionary(
      uniqueKeysWithValues: members.map { name, member in
        let read = name == user ? member.read : member.told
        return (name, DeviceState.Member(joined: member.joined, read: read, has: max(read, member.has)))
      })
  }

  /// Checks settings that the device was asked for.
  private mutating func checkSettings(_ state: DeviceState) {
    for (conversation, shown) in state.settings.sorted(by: { $0.key < $1.key }) {
      let kept = (dump?.settings[state.user] ?? [:]).keys.filter { $0.conversation == conversation }
      guard shown != Set(kept) else { continue }
      differ(
        state,
        """
        has other settings of '\(conversation)' than the store: \(shown.subtracting(kept).map(\.name).sorted()), not \
        \(Set(kept).subtracting(shown).map(\.name).sorted())
        """,
        conversation)
    }
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
    let hiding = hiding(of: state.user, in: name)
    let since = max(membership?.since ?? 1, 1)
    let first = max(since, hiding.cleared + 1)
    let read = dump?.logs[name]?.members[state.user]?.read ?? 0
    func compare<Value: Equatable>(_ what: String, _ shown: Value, _ expected: Value) {
      if shown != expected { differ(state, "shows \(name) with \(what) \(shown); the log gives \(expected)", name) }
    }
    let description = fold.description(at: fold.head).shown(to: state.user)
    compare("the title", shown.title, description.title)
    compare("the attributes", shown.attributes, description.attributes)
    compare("the owner", shown.owner, fold.owner())
    compare("member count", shown.memberCount, fold.members.count)
    compare("the head", shown.head, fold.head)
    compare("the first position", shown.first, first)
    compare("the read marker", shown.read, read)
    let kept = dump?.logs[name]?.members ?? [:]
    if let members = shown.members { compare("the members", members, Self.told(kept, to: state.user)) }
    if let pinned = shown.pinned { compare("the pinned messages", pinned, fold.pinned(for: state.user, from: first, hiding)) }
    checkCounts(state, name, shown, fold, joined: membership?.joined ?? 0, since: since, read: read)
    checkAsked(state, name, shown, fold)
    checkLines(state, name, shown, fold, first)
  }

  /// Checks unread counts and last messages.
  ///
  /// For entries hidden on the device alone, the device counts those it does not know.
  private mutating func checkCounts(
    _ state: DeviceState, _ name: String, _ shown: DeviceState.Conversation, _ fold: LogFold, joined: UInt64, since: UInt64,
    read: UInt64
  ) {
    let (user, hiding, here) = (state.user, hiding(of: state.user, in: name), state.hiddenHere[name])
    func unread(_ more: Set<UInt64> = []) -> LogFold.Unread {
      fold.unread(of: user, joined: joined, read: read, head: fold.head, hiding.and(more))
    }
    func last(_ more: Set<UInt64> = []) -> UInt64 {
      fold.newestShown(to: user, from: since, head: fold.head, hiding.and(more))
    }
    let counted = LogFold.Unread(count: shown.unread, mentions: shown.mentions, firstMention: shown.firstMention)
    let (least, most) = (unread(here?.all ?? []), unread())
    let isCounted =
      here == nil
      ? counted == most
      : (least.count...most.count).contains(counted.count) && (least.mentions...most.mentions).contains(counted.mentions)
    if !isCounted {
      verdict.add(
        .counters,
        """
        \(state.device) (\(state.origin.rawValue)) of \(user) shows \(name) with \(counted); a recount gives \
        \(most)\(here == nil ? "" : ", or \(least)")
        """,
        [])
    }
    let isLast: Bool =
      if let here {
        !here.positions.contains(shown.lastMessage)
          && (shown.lastMessage == 0 || (last(here.all)...last(here.positions)).contains(shown.lastMessage))
      } else {
        shown.lastMessage == last()
      }
    if !isLast {
      differ(
        state, "shows \(name) with the last message \(shown.lastMessage); the log gives \(last(here?.positions ?? []))", name)
    }
  }

  private mutating func checkLines(
    _ state: DeviceState, _ name: String, _ shown: DeviceState.Conversation, _ fold: LogFold, _ first: UInt64
  ) {
    let start = shown.isCut ? shown.lines.first?.seq ?? .max : first
    var lines = shown.lines[...]
    guard start <= fold.head else { return }
    let (hiding, here) = (hiding(of: state.user, in: name), state.hiddenHere[name] ?? DeviceState.HiddenHere())
    for seq in start...fold.head {
      guard let entry = fold.entry(seq), entry.kind != .edited, entry.kind != .recalled, entry.kind != .annotated else {
        continue
      }
      if !fold.isFor(state.user, entry) { continue }
      // Only messages are hidden one by one, or taken back so that nothing is shown.
      if fold.message(seq) != nil, hiding.hides(seq) { continue }
      if fold.message(seq) != nil, here.positions.contains(seq) || here.perhaps.contains(seq) && lines.first?.seq != seq {
        verdict.figures.hiddenHere += 1
        continue
      }
      if fold.said[seq]?.isRecalled == true, entry.details.isGone { continue }
      verdict.figures.linesCompared += 1
      let said = fold.said[seq]
      let expected = DeviceState.Line(
        seq: seq, sender: entry.sender, time: entry.time, payload: said?.payload ?? entry.payload, revision: said?.revision ?? 0,
        isRecalled: said?.isRecalled ?? false, details: entry.kind == .message ? entry.details : DetailsFact(),
        marks: fold.marks(of: seq, through: .max, for: state.user))
      if !expected.marks.isEmpty { verdict.figures.markedLinesCompared += 1 }
      guard let line = lines.first, line.seq <= seq else {
        return differ(state, "does not show \(name)#\(seq)", name, at: seq)
      }
      lines.removeFirst()
      if line != expected {
        return differ(state, "shows \(name)#\(line.seq) as \(line); the log gives \(expected)", name, at: seq)
      }
    }
    if let line = lines.first { differ(state, "shows \(name)#\(line.seq), which is not in the log", name, at: line.seq) }
  }
}
