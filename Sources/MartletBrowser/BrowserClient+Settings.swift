import MartletCore
import MartletSQLite
import MartletWire

// Calls about the user's own settings.
extension BrowserClient {
  /// Begins operations on settings of the account and of conversations.
  ///
  /// - Returns: False for other operations.
  func beginOnSettings(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .changeSettings(let change): try changeSettings(change, call, operation)
    case .settings(let place):
      guard let destination = try Parsed.place(place.to) else {
        let values = try engine.read { store throws(SQLiteError) in try store.settings(of: nil) }
        answer(call, .values(Bridge.Values(values: values.mapValues { $0.json })))
        return true
      }
      reading(destination, call, operation) { store, id throws(SQLiteError) in
        .values(Bridge.Values(values: try store.settings(of: id).mapValues { $0.json }))
      }
    case .ownSettings(let place):
      reading(try Destination(to: place.to), call, operation) { store, id throws(SQLiteError) in
        .settings(Bridge.ConversationSettings(ConversationSettings(try store.settings(of: id))))
      }
    case .setSettings(let change): try setSettings(change, call, operation)
    case .notificationLevel(let query):
      let moment = query.time.map { Timestamp(milliseconds: $0) } ?? Timestamp(milliseconds: engine.wall)
      reading(try Destination(to: query.to), call, operation) { store, id throws(SQLiteError) in
        let defaults = LevelDefaults(try store.settings(of: nil))
        let own = ConversationSettings(try store.settings(of: id))
        return .text(defaults.level(of: id, own: own, at: moment).rawValue)
      }
    case .removeConversations(let remove):
      let tag = remove.untag.isEmpty ? nil : try Parsed.tag(remove.untag, "untag")
      engine.remove(
        try ConversationQuery(remove.filter), withHistory: remove.withHistory, untagging: tag, for: operation,
        then: completion(call))
    case .markAllRead(let filter):
      engine.markRead(try ConversationQuery(filter), for: operation, then: completion(call))
    default: return false
    }
    return true
  }

  private func setSettings(
    _ change: Bridge.SetSettings, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let values = try Parsed.values(change.values).sorted { $0.key < $1.key }
    guard let destination = try Parsed.place(change.to) else {
      try engine.change(values.map { Setting($0.key, $0.value) })
      return answer(call, .done(Bridge.Nothing()))
    }
    changing(destination, call, operation) { [self] id throws(MartletError) in
      try engine.change(values.map { Setting($0.key, of: id, $0.value) })
    }
  }

  private func changeSettings(
    _ change: Bridge.ChangeSettings, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) {
    let destination = try Destination(to: change.to)
    guard !change.removed else {
      return engine.removeFromList(destination, withHistory: change.withHistory, for: operation, then: completion(call))
    }
    let changes = try Self.changes(change, at: Timestamp(milliseconds: engine.wall))
    let attributes = try Parsed.values(change.attributes).sorted { $0.key < $1.key }
    let (set, unset) = (try Parsed.bits(change.setFlags, "setFlags"), try Parsed.bits(change.unsetFlags, "unsetFlags"))
    let tag = if let pin = change.pinInTag { try Parsed.tag(pin.tag, "tag") } else { nil as TagID? }
    changing(destination, call, operation) { [self] id throws(MartletError) in
      let now = Timestamp(milliseconds: engine.wall)
      var settings: [Setting] = []
      for change in changes { settings += try change.settings(of: id, at: now) }
      for (key, value) in attributes { settings.append(Setting(ConversationSettings.attributePrefix + key, of: id, value)) }
      try engine.change(settings)
      if set | unset != 0 { try engine.setFlags(set, unset: unset, of: id) }
      if let tag { try engine.setPinned(change.pinInTag?.pinned ?? false, id, in: tag) }
    }
  }

  private static func changes(
    _ change: Bridge.ChangeSettings, at now: Timestamp
  ) throws(MartletError) -> [ConversationSettings.Change] {
    var changes: [ConversationSettings.Change] = []
    if let isPinned = change.pinned {
      changes.append(isPinned ? .pin(countsAsActivity: change.pinCountsAsActivity) : .unpin)
    }
    if let level = change.level { changes.append(.level(try Parsed.level(level, "level"))) }
    if let isMuted = change.muted { changes.append(.muted(isMuted)) }
    if let alias = change.alias { changes.append(.alias(alias)) }
    if let name = change.ringTone { changes.append(.ringTone(name.isEmpty ? nil : name)) }
    if let draft = change.draft { changes.append(.draft(try ConversationSettings.Draft(draft, at: now))) }
    return changes
  }

  /// Changes settings of a conversation, once it is known.
  private func changing(
    _ destination: Destination, _ call: UInt32, _ operation: ClientEngine.Operation,
    _ body: @escaping (ConversationID) throws(MartletError) -> Void
  ) {
    engine.resolve(destination, for: operation) { [self] result in
      do throws(MartletError) {
        try body(try result.get())
        answer(call, .done(Bridge.Nothing()))
      } catch {
        answer(call, .failure(Bridge.Failure(error)))
      }
    }
  }

  /// Performs operations on tags and notification defaults, which need no conversation.
  ///
  /// - Returns: False for other operations.
  func changeTags(_ wanted: Bridge.Call.Operation, _ call: UInt32) throws(MartletError) -> Bool {
    switch wanted {
    case .tags:
      let tags = try engine.read { store throws(SQLiteError) in try store.tags() }
      let values = tags.map { Bridge.Tag(id: $0.id.text, name: $0.name, time: $0.made.milliseconds) }
      answer(call, .tags(Bridge.Tags(tags: values)))
      return true
    case .quietHours:
      let hours = try engine.read { store throws(SQLiteError) in
        QuietHours(try store.settings(of: nil)[LevelDefaults.quietKey])
      }
      answer(call, .quietHours(Bridge.SetQuietHours(hours: hours.map { Bridge.QuietHours($0) })))
      return true
    case .setTag(let tag): try engine.setTag(try Parsed.tag(tag.id, "id"), name: tag.name)
    case .deleteTag(let tag): try engine.deleteTag(try Parsed.tag(tag.id, "id"))
    case .addTag(let change):
      try engine.addTag(
        try Parsed.tag(change.id, "id"), to: try Parsed.conversations(change.conversations, "conversations"))
    case .removeTag(let change):
      try engine.removeTag(
        try Parsed.tag(change.id, "id"), from: try Parsed.conversations(change.conversations, "conversations"))
    case .setDefaultLevel(let change):
      let kind = change.kind.isEmpty ? nil : ConversationID.Kind(rawValue: change.kind)
      guard kind != nil || change.kind.isEmpty else { throw .invalid("the kind is malformed", field: "kind") }
      try engine.setDefaultLevel(try Parsed.level(change.level, "level"), of: kind)
    case .setQuietHours(let change):
      var hours: QuietHours?
      if let wanted = change.hours { hours = try QuietHours(wanted) }
      try engine.setQuietHours(hours)
    default: return false
    }
    answer(call, .done(Bridge.Nothing()))
    return true
  }
}

extension Bridge.QuietHours {
  fileprivate init(_ hours: MartletCore.QuietHours) {
    self.init(
      from: UInt32(clamping: hours.from), to: UInt32(clamping: hours.to), zoneOffset: Int32(clamping: hours.zoneOffset),
      level: hours.level.rawValue)
  }
}
