// I1, I5 and I7 of what users have set about others: blocks are kept, hold at once at every node, and are the same everywhere.
extension Checker {
  mutating func checkRelations() {
    guard let dump else { return }
    for (user, fold) in userFolds.sorted(by: { $0.key < $1.key }) where dump.relations[user] ?? [:] != fold.relations {
      verdict.add(
        .convergence,
        "\(user)'s relations are \(dump.relations[user] ?? [:]); the user's log gives \(fold.relations)", [])
    }
    for (name, log) in dump.logs.sorted(by: { $0.key < $1.key }) {
      guard let (first, second) = Self.pair(name) else { continue }
      let blocks = (dump.isBlocked(second, by: first) ? 1 : 0) | (dump.isBlocked(first, by: second) ? 2 : 0) as UInt64
      if log.relations != blocks {
        verdict.add(.convergence, "\(name) keeps the relations \(log.relations); its users' are \(blocks)", [])
      }
    }
    for (_, call) in calls.sorted(by: { $0.key < $1.key }) where call.operation.kind == .setBlocked {
      guard let revision = call.position, let done = call.end else { continue }
      verdict.figures.blocks += 1
      checkKept(call, asOf: revision)
      guard call.operation.isBlocking else { continue }
      for peer in call.operation.users { checkHeld(call, done, peer, since: revision) }
    }
    for state in states {
      guard let shown = state.blocked else { continue }
      let kept = Set((dump.relations[state.user] ?? [:]).filter { $0.value.flags & 1 != 0 }.keys)
      if shown != kept {
        differ(state, "blocks \(shown.sorted()) as it shows; the store has \(kept.sorted())", "")
      }
    }
  }

  /// Whether the other user of a direct conversation ever asked to block this one, and was not refused.
  func mayHaveBeenBlocked(_ user: String, in conversation: String) -> Bool {
    guard let (first, second) = Self.pair(conversation) else { return false }
    let other = user == first ? second : first
    return calls.values.contains { call in
      call.operation.kind == .setBlocked && call.begin.user == other && call.operation.isBlocking && call.refusal == nil
        && call.operation.users.contains(user)
    }
  }

  /// The two users of a direct conversation; nil for another one, and for one's own.
  private static func pair(_ conversation: String) -> (String, String)? {
    let parts = conversation.split(separator: ":").map(String.init)
    return parts.count == 3 && parts[0] == "direct" && parts[1] != parts[2] ? (parts[1], parts[2]) : nil
  }

  /// The acknowledged state held as of the named entry, whether that entry set it or an earlier one.
  private mutating func checkKept(_ call: Call, asOf revision: UInt64) {
    let fold = userFolds[call.begin.user] ?? UserFold()
    let lost = call.operation.users.filter { peer in
      (fold.flags(of: peer, asOf: revision) & 1 != 0) != call.operation.isBlocking
        && (call.operation.isBlocking || !isBlockedMeanwhile(peer, call, asOf: revision))
    }
    guard !lost.isEmpty else { return }
    verdict.add(.durable, "blocks were acknowledged at \(revision) and are not in the user's log: \(lost)", call.evidence)
  }

  /// Whether another device blocked the user while this call was under way, so that there was nothing to lift at first.
  private func isBlockedMeanwhile(_ peer: String, _ call: Call, asOf revision: UInt64) -> Bool {
    calls.values.contains { other in
      other.operation.kind == .setBlocked && other.begin.user == call.begin.user && other.operation.isBlocking
        && other.operation.users.contains(peer) && other.position.map { $0 <= revision } ?? true
        && (other.end?.number ?? .max) > call.begin.number
    }
  }

  /// Nothing that a blocked user asked for after the acknowledgement is stored, until the block is lifted.
  private mutating func checkHeld(_ call: Call, _ done: HistoryRecord, _ peer: String, since revision: UInt64) {
    let user = call.begin.user
    let name = user < peer ? "direct:\(user):\(peer)" : "direct:\(peer):\(user)"
    guard let fold = folds[name] else { return }
    let lifted = liftings(of: peer, by: user, after: revision)
    for entry in fold.entries where entry.sender == peer && [.message, .edited, .annotated].contains(entry.kind) {
      let asked = calls(of: Key(user: peer, clientID: entry.clientID))
      guard let first = asked.map(\.begin.number).min(), first > done.number else { continue }
      // It may have been stored after the block was lifted.
      if let lifted {
        guard let told = asked.compactMap({ $0.position == nil ? nil : $0.end?.number }).min(), told < lifted else { continue }
      }
      verdict.add(
        .noLeak, "\(name)#\(entry.seq) is stored, which \(peer) asked for after \(user) had blocked \(peer)",
        call.evidence + asked.flatMap(\.evidence))
    }
  }

  /// The earliest record after which a block may have been lifted; nil if it never was.
  private func liftings(of peer: String, by user: String, after revision: UInt64) -> Int? {
    calls.values.filter { call in
      guard call.operation.kind == .setBlocked, call.begin.user == user, !call.operation.isBlocking,
        call.operation.users.contains(peer), call.refusal == nil
      else { return false }
      return call.position.map { $0 > revision } ?? true
    }.map(\.begin.number).min()
  }
}

extension Operation {
  /// Whether it blocks users; otherwise it lifts blocks.
  fileprivate var isBlocking: Bool { annotation == Self.blocked }
}

extension Dump {
  fileprivate func isBlocked(_ peer: String, by user: String) -> Bool { (relations[user]?[peer]?.flags ?? 0) & 1 != 0 }
}
