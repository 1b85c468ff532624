// The store's tables agree with a log whose entries are applied in order.
extension Checker {
  mutating func checkTables() {
    guard let dump else { return }
    for damage in dump.damage { verdict.add(.durable, "SQLite says of the file: \(damage)", []) }
    for (name, log) in dump.logs.sorted(by: { $0.key < $1.key }) {
      guard let fold = folds[name] else { continue }
      checkPositions(name, log)
      checkContents(log, fold)
      checkMembers(name, log, fold)
      checkAttached(name, log, fold)
      if log.shown != fold.newestShownToAll() {
        verdict.add(
          .counters, "\(name) names \(log.shown) as its newest message; the log gives \(fold.newestShownToAll())", [])
      }
    }
    for (user, log) in dump.userLogs.sorted(by: { $0.key < $1.key }) { checkUserLog(user, log) }
  }

  private mutating func checkPositions(_ name: String, _ log: Dump.Log) {
    var countable: UInt64 = 0
    var time = Int64.min
    for (index, entry) in log.entries.enumerated() {
      guard entry.seq == UInt64(index) + 1 else {
        verdict.add(.order, "the log of \(name) goes from \(index) to \(entry.seq)", history(of: entry))
        break
      }
      if entry.kind == .message, entry.details.directed.isEmpty, !entry.details.denied.contains("counted") { countable += 1 }
      if entry.countable != countable {
        verdict.add(
          .counters, "\(name)#\(entry.seq) counts \(entry.countable) messages up to it; there are \(countable)",
          history(of: entry))
      }
      if entry.time < time { verdict.add(.order, "time falls in \(name) at \(entry.seq)", history(of: entry)) }
      time = entry.time
    }
    if log.head != UInt64(log.entries.count) {
      verdict.add(.order, "\(name) has \(log.entries.count) entries and says its head is \(log.head)", [])
    }
    if log.countable != countable {
      verdict.add(.counters, "\(name) counts \(log.countable) messages; there are \(countable)", [])
    }
  }

  private mutating func checkContents(_ log: Dump.Log, _ fold: LogFold) {
    for entry in log.entries {
      if entry.kind == .edited, fold.said[entry.target]?.isRecalled == true, entry.payload != 0 {
        verdict.add(
          .convergence, "\(entry.conversation)#\(entry.target) was recalled; its edit at \(entry.seq) still has its content",
          history(of: entry))
      }
      if entry.kind == .annotated { verdict.figures.annotations += 1 }
      if entry.kind == .conversationChanged { verdict.figures.conversationChanges += 1 }
      if [.rolesSet, .membersSilenced, .usersBanned, .applied, .memberNamed, .announced].contains(entry.kind) {
        verdict.figures.ruleChanges += 1
      }
      if !entry.details.directed.isEmpty { verdict.figures.directed += 1 }
      if entry.kind == .annotated, fold.said[entry.target]?.isRecalled == true, !entry.changes.isEmpty {
        verdict.add(
          .convergence,
          "\(entry.conversation)#\(entry.target) was recalled; the annotation at \(entry.seq) still says what it changed",
          history(of: entry))
      }
      guard entry.kind == .message, let said = fold.said[entry.seq] else { continue }
      let problem: String? =
        if entry.isRecalled != said.isRecalled {
          said.isRecalled ? "was recalled and is not shown as such" : "is shown as recalled and was not"
        } else if said.isRecalled && entry.payload != 0 {
          "was recalled and still has its content"
        } else if entry.revision != said.revision {
          "says its revision is \(entry.revision); the log gives \(said.revision)"
        } else if entry.payload != said.payload {
          "does not have the content of its last edit"
        } else {
          nil
        }
      if let problem {
        verdict.add(
          .convergence, "\(entry.conversation)#\(entry.seq) \(problem)",
          history(of: entry) + (fold.entry(said.revision).map { history(of: $0) } ?? []))
      }
    }
  }

  /// The annotations of each message are the result of the log's annotations, replies and edits.
  private mutating func checkAttached(_ name: String, _ log: Dump.Log, _ fold: LogFold) {
    for message in fold.messages {
      let (kept, expected) = (log.attached[message.seq] ?? [], fold.attachments(of: message.seq))
      // Messages edited before earlier versions were kept have none.
      guard !kept.isSubset(of: expected) || !expected.filter({ $0.kind != 7 }).isSubset(of: kept) else { continue }
      func lines(_ rows: Set<Dump.Attachment>) -> [String] {
        rows.map { "\($0.kind) '\($0.owner)' \($0.name) \($0.value)" }.sorted()
      }
      verdict.add(
        .convergence,
        """
        to \(name)#\(message.seq) is attached \(lines(kept.subtracting(expected))), which the log does not give, and not \
        \(lines(expected.subtracting(kept)))
        """,
        (fold.annotations[message.seq] ?? []).flatMap { history(of: $0) })
    }
  }

  /// What is over by the newest entry may be gone.
  private mutating func checkOutsiders(_ name: String, _ log: Dump.Log, _ fold: LogFold) {
    let time = log.entries.last?.time ?? 0
    let (kept, expected) = (log.outsiders.filter { $0.value.until > time }, fold.outsiders.filter { $0.value.until > time })
    guard kept != expected else { return }
    verdict.add(.convergence, "\(name) keeps of outsiders \(kept); the log gives \(expected)", [])
  }

  private mutating func checkMembers(_ name: String, _ log: Dump.Log, _ fold: LogFold) {
    let silenced = log.members.compactMapValues { $0.silencedUntil != 0 ? $0.silencedUntil : nil }
    let rules = MarkLine.rules(log.rules, silenced: silenced, nicknames: log.members.mapValues(\.nickname))
    let description = LogFold.Description(title: log.title, attributes: log.attributes.merging(rules) { $1 })
    if description != fold.description(at: fold.head) {
      verdict.add(
        .convergence, "\(name) has \(description); the log gives \(fold.description(at: fold.head))",
        fold.descriptions.last.flatMap { fold.entry($0.seq) }.map { history(of: $0) } ?? [])
    }
    if log.owner != fold.owner() {
      verdict.add(.convergence, "\(name) says its owner is '\(log.owner)'; the log gives '\(fold.owner())'", [])
    }
    let members = fold.members
    if log.members.keys.sorted() != members || log.memberCount != UInt64(members.count) {
      verdict.add(
        .convergence,
        "\(name) has the members \(log.members.keys.sorted()), counted as \(log.memberCount); the log gives \(members)", [])
    }
    checkOutsiders(name, log, fold)
    for (user, member) in log.members {
      guard let last = fold.memberships[user]?.last else { continue }
      let joined = last.joined
      let sent = fold.messages.last { $0.sender == user && $0.seq >= joined }?.seq ?? 0
      if member.earlier != last.earlier {
        verdict.add(
          .convergence,
          "\(user) may read \(member.earlier) entries of \(name) from before joining; the log gives \(last.earlier)", [])
      }
      if member.joined != joined {
        verdict.add(.convergence, "\(user) is said to be in \(name) since \(member.joined); the log gives \(joined)", [])
      }
      if member.sent != sent {
        verdict.add(.counters, "\(user)'s newest message in \(name) is said to be \(member.sent); the log gives \(sent)", [])
      }
      let hiding = hiding(of: user, in: name)
      if (member.cleared, member.hidden) != (hiding.cleared, hiding.revision)
        || member.hides.filter({ $0 > hiding.cleared }) != hiding.single
      {
        verdict.add(
          .convergence,
          """
          of \(name) \(user) is said to hide all up to \(member.cleared) and \(member.hides.sorted()) since \
          \(member.hidden); the user's log gives \(hiding)
          """,
          [])
      }
      if member.told > member.read || member.delivered > log.head {
        verdict.add(
          .markers, "\(user)'s markers in \(name) are kept as read \(member.read), told \(member.told), had \(member.delivered)",
          [])
      }
      if member.read != lastMark(of: user, in: name) {
        verdict.add(
          .markers, "\(user)'s marker in \(name) is \(member.read); the user's log gives \(lastMark(of: user, in: name))", [])
      }
    }
  }

  /// The position of the marker according to the user's own log.
  private func lastMark(of user: String, in conversation: String) -> UInt64 {
    let last = dump?.userLogs[user]?.last { $0.conversation == conversation && $0.kind != .hidden }
    return last?.kind == .readTo ? last?.position ?? 0 : 0
  }

  private mutating func checkUserLog(_ user: String, _ log: [UserEntryFact]) {
    for (index, entry) in log.enumerated() where entry.seq != UInt64(index) + 1 {
      verdict.add(.order, "the log of user \(user) goes from \(index) to \(entry.seq)", [])
      return
    }
    for (name, fold) in folds where name.hasPrefix("group:") {
      let told = log.filter { $0.conversation == name && ($0.kind == .joined || $0.kind == .left) }
        .map { [$0.kind == .joined ? 1 : 0, $0.position] }
      let happened = (fold.memberships[user] ?? []).flatMap { membership -> [[UInt64]] in
        [[1, membership.joined]] + (membership.left.map { [[0, $0]] } ?? [])
      }
      if told != happened {
        verdict.add(
          .convergence, "the log of user \(user) does not tell of \(name) what its log says: joined and left at \(happened)", [])
      }
      let answers = log.filter { $0.conversation == name && $0.kind == .applicationChanged }.map(\.position)
      if answers != fold.applications[user] ?? [] {
        verdict.add(
          .convergence,
          "the log of user \(user) tells of the application to \(name) at \(answers), not at \(fold.applications[user] ?? [])", []
        )
      }
    }
  }

  /// The calls that made an entry.
  func history(of entry: EntryFact) -> [HistoryRecord] {
    if let call = acknowledgement(of: entry) { return call.evidence }
    return calls(of: Key(user: entry.sender, clientID: entry.clientID)).flatMap(\.evidence)
  }
}
