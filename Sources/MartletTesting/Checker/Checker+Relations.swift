// I1, I5 and I7 of what users have set about others: it is kept, holds at once at every node, and is the same everywhere.
extension Checker {
  mutating func checkRelations() {
    guard let dump else { return }
    for (user, fold) in userFolds.sorted(by: { $0.key < $1.key }) where dump.shownRelations(of: user) != fold.relations {
      verdict.add(
        .convergence,
        "\(user)'s relations are \(dump.relations[user] ?? [:]); the user's log gives \(fold.relations)", [])
    }
    for (name, log) in dump.logs.sorted(by: { $0.key < $1.key }) {
      guard let (first, second) = Self.pair(name), let known = dump.relations(first, second), log.relations != known else {
        continue
      }
      verdict.add(.convergence, "\(name) keeps the relations \(log.relations); its users' are \(known)", [])
    }
    for (_, call) in calls.sorted(by: { $0.key < $1.key }) {
      guard let set = call.operation.relation, let revision = call.position, let done = call.end else { continue }
      verdict.figures.blocks += 1
      // Another user may change a friendship at any time.
      if set.flag != Flag.friend { checkKept(call, set.flag, set.isSet, asOf: revision) }
      guard set.isSet, set.flag == Flag.blocked || set.flag == Flag.onlyAllowed else { continue }
      let peers = set.flag == Flag.blocked ? call.operation.users : peers(of: call.begin.user)
      for peer in peers { checkHeld(call, set.flag, done, peer, since: revision) }
    }
    checkFriends(dump)
    for state in states {
      guard let shown = state.relations else { continue }
      let kept = dump.shownRelations(of: state.user).mapValues(\.flags)
      if shown != kept { differ(state, "has the relations \(shown) as it shows; the store has \(kept)", "") }
    }
  }

  /// Friendship and requests are the same on both sides, except requests to a user who blocks the asker.
  private mutating func checkFriends(_ dump: Dump) {
    for (user, relations) in dump.relations.sorted(by: { $0.key < $1.key }) {
      for (peer, relation) in relations.sorted(by: { $0.key < $1.key }) {
        let their = dump.relations[peer]?[user]?.flags ?? 0
        let isBroken =
          relation.flags & 128 != their & 128 || relation.flags & 64 != 0 && their & 32 == 0
          || relation.flags & 224 == 224 || relation.flags & 96 == 96
        if isBroken { verdict.add(.convergence, "\(user) has \(relation.flags) about \(peer), who has \(their)", []) }
      }
    }
  }

  /// Whether the other user of a direct conversation ever asked to keep this one from writing, and was not refused.
  func mayHaveBeenKeptFromWriting(_ user: String, in conversation: String) -> Bool {
    guard let (first, second) = Self.pair(conversation) else { return false }
    let other = user == first ? second : first
    return calls.values.contains { call in
      guard call.begin.user == other, call.refusal == nil, let set = call.operation.relation else { return false }
      return switch set.flag {
      case Flag.blocked: set.isSet && call.operation.users.contains(user)
      case Flag.onlyAllowed: set.isSet
      default: false
      }
    }
  }

  /// As in `RelationFact`.
  private enum Flag {
    static let blocked: UInt64 = 1
    static let allowed: UInt64 = 2
    static let onlyAllowed: UInt64 = 4
    static let friend: UInt64 = 128
  }

  /// The two users of a direct conversation; nil for another one, and for one's own.
  private static func pair(_ conversation: String) -> (String, String)? {
    let parts = conversation.split(separator: ":").map(String.init)
    return parts.count == 3 && parts[0] == "direct" && parts[1] != parts[2] ? (parts[1], parts[2]) : nil
  }

  /// The users with whom a user has a direct conversation.
  private func peers(of user: String) -> [String] {
    folds.keys.compactMap { Self.pair($0) }.compactMap { $0 == user ? $1 : $1 == user ? $0 : nil }.sorted()
  }

  /// The acknowledged state held as of the named entry, whether that entry set it or an earlier one.
  private mutating func checkKept(_ call: Call, _ flag: UInt64, _ isSet: Bool, asOf revision: UInt64) {
    let fold = userFolds[call.begin.user] ?? UserFold()
    let lost = call.related.filter { peer in
      (fold.flags(of: peer, asOf: revision) & flag != 0) != isSet
        && (isSet || !isSetMeanwhile(flag, peer, call, asOf: revision))
    }
    guard !lost.isEmpty else { return }
    verdict.add(.durable, "relations were acknowledged at \(revision) and are not in the user's log: \(lost)", call.evidence)
  }

  /// Whether another device set the relation while this call was under way, so that there was nothing to unset at first.
  private func isSetMeanwhile(_ flag: UInt64, _ peer: String, _ call: Call, asOf revision: UInt64) -> Bool {
    calls.values.contains { other in
      guard let set = other.operation.relation, set.isSet, set.flag == flag else { return false }
      return other.begin.user == call.begin.user && other.related.contains(peer)
        && other.position.map { $0 <= revision } ?? true && (other.end?.number ?? .max) > call.begin.number
    }
  }

  /// Nothing that a user who is kept from writing asked for after the acknowledgement is stored, until that may have ended.
  private mutating func checkHeld(
    _ call: Call, _ flag: UInt64, _ done: HistoryRecord, _ peer: String, since revision: UInt64
  ) {
    let user = call.begin.user
    let name = user < peer ? "direct:\(user):\(peer)" : "direct:\(peer):\(user)"
    guard let fold = folds[name] else { return }
    if flag == Flag.onlyAllowed, mayBeFriends(user, peer) { return }
    if flag == Flag.onlyAllowed, (userFolds[user] ?? UserFold()).flags(of: peer, asOf: revision) & Flag.allowed != 0 { return }
    let lifted = liftings(of: flag, peer, by: user, after: revision)
    for entry in fold.entries where entry.sender == peer && [.message, .edited, .annotated].contains(entry.kind) {
      let asked = calls(of: Key(user: peer, clientID: entry.clientID))
      guard let first = asked.map(\.begin.number).min(), first > done.number else { continue }
      // It may have been stored after the user could write again.
      if let lifted {
        guard let told = asked.compactMap({ $0.position == nil ? nil : $0.end?.number }).min(), told < lifted else { continue }
      }
      verdict.add(
        .noLeak, "\(name)#\(entry.seq) is stored, which \(peer) asked for after \(user) had kept \(peer) from writing",
        call.evidence + asked.flatMap(\.evidence))
    }
  }

  /// Whether one of the two ever asked the other one, as whose friend it may write.
  private func mayBeFriends(_ user: String, _ peer: String) -> Bool {
    calls.values.contains { call in
      guard let set = call.operation.relation, set.isSet, set.flag == Flag.friend else { return false }
      return call.begin.user == user && call.operation.users.contains(peer)
        || call.begin.user == peer && call.operation.users.contains(user)
    }
  }

  /// The earliest record after which a user may have been able to write again; nil if there is none.
  private func liftings(of flag: UInt64, _ peer: String, by user: String, after revision: UInt64) -> Int? {
    calls.values.filter { call in
      guard let set = call.operation.relation, call.begin.user == user, call.refusal == nil else { return false }
      let isLifting =
        set.flag == flag
        ? !set.isSet && call.related.contains(flag == Flag.onlyAllowed ? user : peer)
        : flag == Flag.onlyAllowed && set.flag == Flag.allowed && set.isSet && call.related.contains(peer)
      return isLifting && call.position.map { $0 > revision } ?? true
    }.map(\.begin.number).min()
  }
}

extension Checker.Call {
  /// The users about whom a relation is set: the user itself for what is set about everybody.
  fileprivate var related: [String] { operation.relation?.flag == 4 ? [begin.user] : operation.users }
}

extension Dump {
  /// A user's relations without what is never shown.
  fileprivate func shownRelations(of user: String) -> [String: Relation] {
    (relations[user] ?? [:]).compactMapValues { relation in
      let shown = relation.flags & ~24
      return shown == 0 ? nil : Relation(flags: shown, revision: relation.revision)
    }
  }

  /// What a direct conversation has to keep of its users' relations; nil while conversations are being told.
  fileprivate func relations(_ first: String, _ second: String) -> UInt64? {
    var known: UInt64 = 0
    for (index, (user, peer)) in [(first, second), (second, first)].enumerated() {
      let (about, own) = (relations[user]?[peer]?.flags ?? 0, relations[user]?[user]?.flags ?? 0)
      guard own & 24 == 0 else { return nil }
      known |= (about & 1 | (about & 130 == 0 ? 0 : 4) | (own & 4) << 2) << UInt64(index)
    }
    return known
  }
}
