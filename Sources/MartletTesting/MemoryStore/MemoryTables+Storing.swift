import MartletStore
import MartletWire

// What a commit changes.
extension MemoryTables {
  mutating func store(_ layer: Layer) {
    for (number, tail) in layer.conversations { store(tail, number) }
    for (key, tail) in layer.users { store(tail, key) }
    for append in layer.unchanged {
      people[append.sender, default: Person()].unchanged[append.clientID] =
        RememberedAppend(position: nil, fingerprint: append.fingerprint)
    }
    for (key, message) in layer.scheduled { people[key.owner, default: Person()].scheduled[key.clientID] = message }
    for (key, remembered) in layer.rememberedSchedules {
      people[key.owner, default: Person()].rememberedSchedules[key.clientID] = remembered
    }
  }

  private mutating func store(_ tail: ConversationTail, _ number: Int64) {
    let state = tail.state
    numbers[ConversationKey(app: state.app, id: state.record.id)] = number
    var log = logs.removeValue(forKey: number) ?? Log(state: state)
    if !tail.entries.isEmpty { log.state = state }
    if let relations = tail.relations { log.state.record.relations = relations }
    stamps[state.app] = max(stamps[state.app] ?? 0, state.record.stamp)
    for append in tail.entries {
      log.entries.append(MemoryEntry(stored: append.entry, counts: append.counts))
      people[UserKey(app: state.app, user: append.entry.sender), default: Person()].requests[append.entry.clientID] =
        RememberedAppend(
          position: Position(conversation: state.record.id, seq: append.entry.seq, time: append.entry.time),
          fingerprint: append.fingerprint)
    }
    for (seq, patch) in tail.patches where seq > 0 && seq <= UInt64(log.entries.count) {
      let index = Int(seq) - 1
      patch.apply(to: &log.entries[index].stored)
      if patch.isRecalled { log.entries[index].slots = [:] }
      for (slot, value) in patch.annotations { log.entries[index].slots[slot] = value }
    }
    for (user, patch) in tail.members {
      let before = log.members.removeValue(forKey: user)
      people[UserKey(app: state.app, user: user), default: Person()].conversations.remove(number)
      guard let record = patch.applied(to: before?.record) else { continue }
      people[UserKey(app: state.app, user: user), default: Person()].conversations.insert(number)
      var kept = Membership(record: record)
      if case .none = patch.change { kept.moves = before?.moves ?? [] }
      kept.moves = (kept.moves + patch.moves).suffix(ReadMove.remembered)
      kept.hidden = patch.applied(to: before?.hidden ?? [])
      log.members[user] = kept
    }
    for (user, record) in tail.outsiders { log.outsiders[user] = record }
    logs[number] = log
  }

  private mutating func store(_ tail: UserTail, _ key: UserKey) {
    var person = people.removeValue(forKey: key) ?? Person()
    if var record = tail.record {
      // Another node may have stored a later time meanwhile; as in PostgreSQL, that stays.
      record.tokensRevokedUntil = max(record.tokensRevokedUntil, person.record?.tokensRevokedUntil ?? 0)
      record.lastSeen = max(record.lastSeen, person.record?.lastSeen ?? 0)
      person.record = record
    }
    person.log += tail.entries.map(\.entry)
    person.settings = person.settings.filter { name, _ in
      name.conversation.map { !tail.droppedSettings.contains($0) } ?? true
    }
    for (name, setting) in tail.settings { person.settings[name] = setting.value.isEmpty ? nil : setting }
    for (peer, relation) in tail.relations { person.relations[peer] = relation.flags.isEmpty ? nil : relation }
    people[key] = person
  }
}
