import MartletStore
import MartletWire

// What users have set about others.
extension ModelStore {
  /// The users who exist.
  static let known: Set<Person> = [
    Person(app: .demo, user: .alice), Person(app: .demo, user: .bob), Person(app: .demo, user: .carol),
    Person(app: .other, user: .alice), Person(app: .other, user: .bob),
  ]

  mutating func change(_ change: RelationChange) -> RelationOutcome {
    let person = Person(app: change.app, user: change.user)
    if change.isSet, !change.isOfAll,
      let unknown = change.peers.first(where: { !Self.known.contains(Person(app: change.app, user: $0)) })
    {
      return .userUnknown(unknown)
    }
    if change.kind == .friend { return changeFriends(change) }
    let log = UInt64(userLogs[person]?.count ?? 0)
    var own = related[person] ?? [:]
    let changed = change.peers.filter { own[$0]?.flags.contains(change.kind) ?? false != change.isSet }
    if changed.isEmpty { return .unchanged(head: log) }
    if change.isSet, own.values.count(where: { $0.flags.contains(change.kind) }) + changed.count > change.most {
      return .full(limit: change.most)
    }
    var entries: [UserLogEntry] = []
    if change.isOfAll {
      // It is said first what is going to be; nobody sees that.
      let before = RelationRecord(change.user, own[change.user]?.flags ?? [], revision: log + 1)
      entries.append(UserLogEntry(seq: log + 1, time: change.time, conversation: nil, event: .relationsChanged([before])))
    }
    let seq = log + UInt64(entries.count) + 1
    let records = changed.map { peer in
      let before = own[peer]?.flags ?? []
      return RelationRecord(
        peer, change.isSet ? before.union(change.kind) : before.subtracting(change.kind), revision: seq,
        text: own[peer]?.text ?? "")
    }
    for record in records { own[record.peer] = record.flags.isEmpty ? nil : record }
    related[person] = own
    let entry = UserLogEntry(seq: seq, time: change.time, conversation: nil, event: .relationsChanged(records))
    userLogs[person, default: []] += entries + [entry]
    return .changed(entry, after: entries)
  }

  private mutating func changeFriends(_ change: RelationChange) -> RelationOutcome {
    let person = Person(app: change.app, user: change.user)
    typealias Sides = (own: RelationRecord, their: RelationRecord)
    func sides(_ peer: UserID) -> Sides {
      (
        related[person]?[peer] ?? RelationRecord(peer, [], revision: 0),
        related[Person(app: change.app, user: peer)]?[change.user] ?? RelationRecord(change.user, [], revision: 0)
      )
    }
    var changed: [(before: Sides, after: Sides)] = []
    for peer in change.peers {
      let before = sides(peer)
      guard let after = Self.after(before, change) else { return .notAsked(peer) }
      if after != before { changed.append((before, after)) }
    }
    let log = UInt64(userLogs[person]?.count ?? 0)
    if changed.isEmpty { return .unchanged(head: log) }
    func count(_ who: Person, _ flag: RelationFlags) -> Int { (related[who] ?? [:]).values.count { $0.flags.contains(flag) } }
    func gaining(_ flag: RelationFlags, _ side: (Sides) -> RelationRecord) -> [Person] {
      changed.filter { side($0.after).flags.contains(flag) && !side($0.before).flags.contains(flag) }
        .map { Person(app: change.app, user: $0.after.own.peer) }
    }
    let friends = gaining(.friend) { $0.own }.count
    if friends > 0, count(person, .friend) + friends > change.most { return .full(limit: change.most) }
    if gaining(.friend, { $0.their }).contains(where: { count($0, .friend) >= change.most }) {
      return .peerFull(.friend, limit: change.most)
    }
    if change.isSet, case .ask(_, let most) = change.step {
      let asked = gaining(.asked) { $0.own }.count
      if asked > 0, count(person, .asked) + asked > most { return .requestsFull(limit: most) }
      if gaining(.asks, { $0.their }).contains(where: { count($0, .asks) >= most }) { return .peerFull(.asks, limit: most) }
    }
    let mine = tell(person, changed.map(\.after.own), change.time)
    let others = changed.filter { $0.after.their != $0.before.their }.map { pair in
      let peer = pair.after.own.peer
      let entry = tell(Person(app: change.app, user: peer), [pair.after.their], change.time)
      return AddressedUserEntry(user: peer, entry: entry)
    }
    return .changed(mine, others: others)
  }

  /// Stores relations, and appends an entry about them.
  private mutating func tell(_ person: Person, _ relations: [RelationRecord], _ time: Int64) -> UserLogEntry {
    let seq = UInt64(userLogs[person]?.count ?? 0) + 1
    let records = relations.map { RelationRecord($0.peer, $0.flags, revision: seq, text: $0.text) }
    for record in records { related[person, default: [:]][record.peer] = record.flags.isEmpty ? nil : record }
    let entry = UserLogEntry(seq: seq, time: time, conversation: nil, event: .relationsChanged(records))
    userLogs[person, default: []].append(entry)
    return entry
  }

  /// Nil if it accepts what was not asked.
  private static func after(
    _ before: (own: RelationRecord, their: RelationRecord), _ change: RelationChange
  ) -> (own: RelationRecord, their: RelationRecord)? {
    var (own, their) = before
    if change.isSet, own.flags.contains(.friend) { return before }
    if change.isSet, change.step == .accept, !own.flags.contains(.asks) { return nil }
    own.flags.subtract(.friendship)
    their.flags.subtract(.friendship)
    (own.text, their.text) = ("", "")
    guard change.isSet else { return (own, their) }
    if case .ask(let text, _) = change.step, !before.own.flags.contains(.asks), !before.their.flags.contains(.asked) {
      own.flags.insert(.asked)
      own.text = text
      guard !their.flags.contains(.blocked) else { return (own, before.their) }
      their.flags.insert(.asks)
      their.text = text
    } else {
      own.flags.insert(.friend)
      their.flags.insert(.friend)
    }
    return (own, their)
  }

  /// In the order of their ids.
  func relations(_ person: Person) -> [RelationRecord] { (related[person] ?? [:]).values.sorted { $0.peer < $1.peer } }

  func relations(in place: Place) -> PairRelations {
    let users = place.conversation.text.split(separator: ":").dropFirst().map { UserID.sample(String($0)) }
    guard place.conversation.kind == .direct, let first = users.first, let second = users.last, first != second else { return [] }
    var bits: UInt8 = 0
    for (index, (user, peer)) in [(first, second), (second, first)].enumerated() {
      let (about, own) = (flags(of: user, to: peer, in: place), flags(of: user, to: user, in: place))
      if about.contains(.blocked) { bits |= 1 << index }
      if about.contains(.allowed) || about.contains(.friend) { bits |= 4 << index }
      if own.contains(.onlyAllowed) { bits |= 16 << index }
    }
    return PairRelations(rawValue: bits)
  }

  private func flags(of user: UserID, to peer: UserID, in place: Place) -> RelationFlags {
    related[Person(app: place.app, user: user)]?[peer]?.flags ?? []
  }

  /// Whether the other user of a direct conversation blocks a user.
  func isBlocked(_ user: UserID, in place: Place) -> Bool {
    guard place.conversation.kind == .direct, let peer = place.conversation.peer(of: user), peer != user else { return false }
    return flags(of: peer, to: user, in: place).contains(.blocked)
  }

  /// Whether the other user of a direct conversation takes messages of a user.
  func isAdmitted(_ user: UserID, in place: Place, onlyAllowed: Bool) -> Bool {
    guard place.conversation.kind == .direct, let peer = place.conversation.peer(of: user), peer != user else { return true }
    return !flags(of: peer, to: user, in: place).isDisjoint(with: [.allowed, .friend])
      || !onlyAllowed && !flags(of: peer, to: peer, in: place).contains(.onlyAllowed)
  }
}
