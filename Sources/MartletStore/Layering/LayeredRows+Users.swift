import MartletWire

// Users, their settings and logs, and scheduled messages.
extension LayeredRows {
  package func user(_ user: UserKey) throws -> UserRecord? { try source.user(user)?.record ?? base.user(user) }

  package func user(numbered number: AccountNumber) throws -> UserID? {
    // A layer or the rows may name a user who has lost the number since.
    for user in [try source.user(numbered: number), try base.user(numbered: number)].compactMap(\.self) {
      if try self.user(UserKey(app: number.app, user: user))?.profile?.number == number.text { return user }
    }
    return nil
  }

  package func users(named beginning: NameBeginning, limit: Int) throws -> [NamedUser] {
    let recent = try source.users(named: beginning)
    let all = Set(recent + (try base.users(named: beginning, limit: limit)))
    return Array(all.sorted(by: NamedUser.precedes).prefix(limit))
  }

  package func suspended(of app: AppID, since time: Int64, after: UserID?, limit: Int) throws -> [Suspension] {
    let recent = try source.suspensions(of: app).filter { user, _ in after.map { $0 < user } ?? true }
    // Asks for more, because some may have ended.
    let stored = try base.suspended(of: app, since: time, after: after, limit: limit.addingClamped(recent.count))
    let all = Dictionary(stored.map { ($0.user, $0.until) }) { $1 }.merging(recent) { $1 }.filter { $0.value > time }
    return Array(all.sorted { $0.key < $1.key }.prefix(limit).map { Suspension(user: $0.key, until: $0.value) })
  }

  package func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage {
    let recent = try source.userEntries(user)
    var page = try base.userLog(of: user, after: after, limit: limit)
    guard let newest = recent.lazy.map(\.seq).max(), let oldest = recent.lazy.map(\.seq).min() else { return page }
    // Layers are folded one by one, so the rows may have gaps.
    page.first = page.head == 0 ? oldest : min(page.first, oldest)
    page.head = max(page.head, newest)
    let known = Set(page.entries.map(\.seq))
    let entries = page.entries + recent.filter { $0.seq > after && !known.contains($0.seq) }
    page.entries = Array(entries.sorted { $0.seq < $1.seq }.prefix(limit))
    return page
  }

  package func userHead(of user: UserKey) throws -> UInt64 {
    let recent = try source.userEntries(user).lazy.map(\.seq).max() ?? 0
    return max(recent, try base.userHead(of: user))
  }

  package func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting] {
    let changed = try source.user(user)
    let dropped = changed?.droppedSettings ?? []
    let recent = (changed?.settings ?? [:]).filter { name, _ in after.map { $0 < name } ?? true }
    // Asks for more entries, because layers may have dropped any number of them.
    let stored = try base.settings(
      of: user, after: after, limit: dropped.isEmpty ? limit.addingClamped(recent.count) : .max)
    guard !dropped.isEmpty || !recent.isEmpty else { return stored }
    var settings = Dictionary(stored.map { ($0.name, $0) }) { $1 }
    if !dropped.isEmpty { settings = settings.filter { $0.key.conversation.map { !dropped.contains($0) } ?? true } }
    settings.merge(recent) { $1 }
    return Array(settings.values.filter { !$0.value.isEmpty }.sorted { $0.name < $1.name }.prefix(limit))
  }

  package func relation(of user: UserKey, to peer: UserID) throws -> RelationRecord? {
    if let changed = try source.user(user)?.relations[peer] { return changed.flags.isEmpty ? nil : changed }
    return try base.relation(of: user, to: peer)
  }

  package func relations(
    of user: UserKey, _ flags: RelationFlags, after: UserID?, limit: Int
  ) throws -> [RelationRecord] {
    let recent = (try source.user(user)?.relations ?? [:]).filter { peer, _ in after.map { $0 < peer } ?? true }
    // Asks for more, because some may have ended.
    let stored = try base.relations(of: user, flags, after: after, limit: limit.addingClamped(recent.count))
    guard !recent.isEmpty else { return stored }
    let all = Dictionary(stored.map { ($0.peer, $0) }) { $1 }.merging(recent) { $1 }.values
      .filter { flags.isEmpty ? !$0.flags.isEmpty : !$0.flags.isDisjoint(with: flags) }
    return Array(all.sorted { $0.peer < $1.peer }.prefix(limit))
  }

  // MARK: - Requests

  package func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend? {
    try base.remembered(id, of: sender)
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    if let changed = try source.scheduled(key) { return changed }
    return try base.scheduled(key)
  }

  package func isScheduled(_ key: ScheduledKey) throws -> Bool {
    if let changed = try source.scheduled(key) { return changed != nil }
    return try base.isScheduled(key)
  }

  package func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID] {
    let changed = try source.schedules().filter { $0.key.owner == user }
    // Asks for more, because some may have ended.
    var names = Set(try base.scheduledNames(of: user, limit: limit.addingClamped(changed.count)))
    for (key, message) in changed { if message == nil { names.remove(key.clientID) } else { names.insert(key.clientID) } }
    return Array(names.prefix(limit))
  }

  package func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    let changed = try source.schedules().filter { key, _ in
      key.owner == user && after.map { key.clientID.text > $0.text } ?? true
    }
    // Asks for more, because some may have ended.
    let stored = try base.scheduled(of: user, after: after, limit: limit.addingClamped(changed.count))
    return Array(stored.overlaid(changed).sorted { $0.clientID.text < $1.clientID.text }.prefix(limit))
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage] {
    let changed = try source.schedules()
    let stored = try base.scheduled(after: after, limit: limit.addingClamped(changed.count))
    let found = stored.overlaid(changed).filter { after?.isBefore($0) ?? true }
    return Array(found.sorted { ScheduledPlace(of: $0).isBefore($1) }.prefix(limit))
  }

  package func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    try source.rememberedSchedule(key) ?? base.rememberedSchedule(key)
  }
}

extension [ScheduledMessage] {
  /// Merges later changes over it.
  fileprivate func overlaid(_ changed: [ScheduledKey: ScheduledMessage?]) -> [ScheduledMessage] {
    filter { changed[$0.key] == nil } + changed.values.compactMap(\.self)
  }
}
