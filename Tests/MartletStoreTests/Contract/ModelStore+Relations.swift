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
    if change.isBlocked,
      let unknown = change.peers.first(where: { !Self.known.contains(Person(app: change.app, user: $0)) })
    {
      return .userUnknown(unknown)
    }
    let log = UInt64(userLogs[person]?.count ?? 0)
    var own = related[person] ?? [:]
    let changed = change.peers.filter { (own[$0] != nil) != change.isBlocked }
    if changed.isEmpty { return .unchanged(head: log) }
    for peer in changed { own[peer] = change.isBlocked ? log + 1 : nil }
    if change.isBlocked, own.count > change.mostBlocked { return .full(limit: change.mostBlocked) }
    related[person] = own
    let entry = UserLogEntry(
      seq: log + 1, time: change.time, conversation: nil,
      event: .relationsChanged(
        changed.map { RelationRecord($0, change.isBlocked ? .blocked : [], revision: log + 1) }))
    userLogs[person, default: []].append(entry)
    return .changed(entry)
  }

  /// In the order of their ids.
  func relations(_ person: Person) -> [RelationRecord] {
    (related[person] ?? [:]).sorted { $0.key < $1.key }.map { RelationRecord($0.key, .blocked, revision: $0.value) }
  }

  func relations(in place: Place) -> PairRelations {
    let users = place.conversation.text.split(separator: ":").dropFirst().map { UserID.sample(String($0)) }
    guard place.conversation.kind == .direct, let first = users.first, let second = users.last, first != second else { return [] }
    var relations: PairRelations = []
    if related[Person(app: place.app, user: first)]?[second] != nil { relations.insert(.firstBlocks) }
    if related[Person(app: place.app, user: second)]?[first] != nil { relations.insert(.secondBlocks) }
    return relations
  }

  /// Whether the other user of a direct conversation blocks a user.
  func isBlocked(_ user: UserID, in place: Place) -> Bool {
    guard let peer = place.conversation.peer(of: user), peer != user else { return false }
    return related[Person(app: place.app, user: peer)]?[user] != nil
  }
}
