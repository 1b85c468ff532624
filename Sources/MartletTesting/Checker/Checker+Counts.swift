// I8: a conversation list agrees with a recount of the log.
extension Checker {
  mutating func checkSummaries() {
    for record in records {
      // A client library computes its own counts; they are checked when everything has come to rest.
      guard case .summary(let summary, .answer(let number)) = record.event else { continue }
      verdict.figures.summariesSeen += 1
      guard let fold = folds[summary.conversation] else {
        if dump != nil { verdict.add(.durable, "\(summary.conversation) was listed and is not in the store", [record]) }
        continue
      }
      let evidence = (calls[number].map { [$0.begin] } ?? []) + [record]
      check(summary, of: record.user, fold, evidence)
    }
  }

  private mutating func check(_ summary: SummaryFact, of user: String, _ fold: LogFold, _ evidence: [HistoryRecord]) {
    let name = summary.conversation
    guard summary.head <= fold.head else {
      return verdict.add(.durable, "\(name) was listed with the head \(summary.head); its log ends at \(fold.head)", evidence)
    }
    guard let membership = fold.membership(of: user, at: summary.head) else {
      return verdict.add(.noLeak, "\(name) was listed for \(user), who was not a member at #\(summary.head)", evidence)
    }
    if summary.joined != membership.joined {
      verdict.add(.convergence, "\(name) was listed as joined at \(summary.joined); the log gives \(membership.joined)", evidence)
    }
    let hiding = hiding(of: user, in: name, asOf: summary.hidden)
    if summary.hidden != hiding.revision || summary.cleared != hiding.cleared {
      verdict.add(
        .convergence,
        "\(name) was listed for \(user) as hidden up to \(summary.cleared) at \(summary.hidden); the user's log gives \(hiding)",
        evidence)
    }
    let unread = fold.unread(of: user, joined: membership.joined, read: summary.read, head: summary.head, hiding)
    let shownUnread = LogFold.Unread(
      count: Int(clamping: summary.unread), mentions: Int(clamping: summary.mentions), firstMention: summary.firstMention)
    if shownUnread != unread {
      verdict.add(
        .counters, "\(name) was listed for \(user) with \(shownUnread) at #\(summary.head); a recount gives \(unread)", evidence)
    }
    if let title = summary.title, let attributes = summary.attributes {
      let (listed, expected) = (
        LogFold.Description(title: title, attributes: attributes), fold.description(at: summary.head).shown(to: user)
      )
      if listed != expected {
        verdict.add(.convergence, "\(name) was listed as \(listed) at #\(summary.head); the log gives \(expected)", evidence)
      }
    }
    let owner = fold.owner(at: summary.head)
    if summary.owner != owner {
      verdict.add(.convergence, "\(name) was listed with the owner '\(summary.owner)'; the log gives '\(owner)'", evidence)
    }
    let members = fold.memberCount(at: summary.head)
    if summary.members != UInt64(clamping: members) {
      verdict.add(.counters, "\(name) was listed with \(summary.members) members; a recount gives \(members)", evidence)
    }
    let shown = fold.newestShown(to: user, from: max(membership.since, 1), head: summary.head, hiding)
    if summary.lastMessage != shown {
      verdict.add(.counters, "\(name) was listed with #\(summary.lastMessage) as its last message; it is #\(shown)", evidence)
    }
  }
}
