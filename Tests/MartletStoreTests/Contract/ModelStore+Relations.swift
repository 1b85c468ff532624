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
      return RelationRecord(peer, change.isSet ? before.union(change.kind) : before.subtracting(change.kind), revision: seq)
    }
    for record in records { own[record.peer] = record.flags.isEmpty ? nil : record }
    related[person] = own
    let entry = UserLogEntry(seq: seq, time: change.time, conversation: nil, event: .relationsChanged(records))
    userLogs[person, default: []] += entries + [entry]
    return .changed(entry, after: entries)
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
      if about.contains(.allowed) { bits |= 4 << index }
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
    return flags(of: peer, to: user, in: place).contains(.allowed)
      || !onlyAllowed && !flags(of: peer, to: peer, in: place).contains(.onlyAllowed)
  }
}
