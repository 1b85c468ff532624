import MartletStore
import MartletWire

// Settings of users.
extension ModelStore {
  mutating func change(_ change: SettingChange) -> SettingOutcome {
    let person = Person(app: change.app, user: change.user)
    let conversations = Set(change.values.compactMap(\.name.conversation)).sorted { $0.text < $1.text }
    for id in conversations {
      let place = Place(app: change.app, conversation: id)
      let isMember = members(place).contains { $0.user == change.user }
      guard isMember || isToCome(place, with: change.user) else { return .notMember(id) }
    }
    let log = UInt64(userLogs[person]?.count ?? 0)
    var after = kept[person] ?? [:]
    let isSame = change.values.allSatisfy { after[$0.name]?.value ?? "" == $0.value }
    if isSame { return .unchanged(head: log) }
    let before = after
    for (name, value) in change.values { after[name] = value.isEmpty ? nil : Setting(name, value, revision: log + 1) }
    if let full = Self.tagsFull(before, after, change) { return full }
    if after.count > before.count, after.count > change.mostOfUser { return .full(nil, limit: change.mostOfUser) }
    for id in conversations {
      let (one, other) = (before.keys.count { $0.conversation == id }, after.keys.count { $0.conversation == id })
      if other > one, other > change.mostOfConversation { return .full(id, limit: change.mostOfConversation) }
    }
    kept[person] = after
    let settings = change.values.map { Setting($0.name, $0.value, revision: log + 1) }
    let entry = UserLogEntry(seq: log + 1, time: change.time, conversation: nil, event: .settingsChanged(settings))
    userLogs[person, default: []].append(entry)
    return .changed(entry)
  }

  /// Whether a direct conversation of a user does not exist yet, and the other user does.
  private func isToCome(_ place: Place, with user: UserID) -> Bool {
    guard record(place) == nil, let peer = place.conversation.peer(of: user) else { return false }
    return Self.known.contains(Person(app: place.app, user: peer))
  }

  private static func tagsFull(
    _ before: [SettingName: Setting], _ after: [SettingName: Setting], _ change: SettingChange
  ) -> SettingOutcome? {
    func counts(_ settings: [SettingName: Setting]) -> [String: Int] {
      settings.keys.filter { $0.key.hasPrefix("tag.") }.reduce(into: [:]) {
        $0[$1.conversation == nil ? "" : $1.key, default: 0] += 1
      }
    }
    let (before, after) = (counts(before), counts(after))
    for (key, count) in after.sorted(by: { $0.key < $1.key }) where count > before[key] ?? 0 {
      let limit = key.isEmpty ? change.mostTags : change.mostTagged
      if count > limit { return .tagsFull(key.isEmpty ? nil : key, limit: limit) }
    }
    return nil
  }

  /// In the order of their names.
  func settings(_ person: Person) -> [Setting] { (kept[person] ?? [:]).values.sorted { $0.name < $1.name } }
}
