import MartletSQLite
import MartletWire

// Tags, flags and notification defaults. A read and the write that depends on it are one step: otherwise one of two concurrent
// calls would be lost.
extension ClientEngine {
  /// Tags a user may have, and conversations that may have one tag; a server's own limits may be others.
  private static let mostTags = 20
  private static let mostTagged = 1_000

  /// Creates or renames a tag.
  package func setTag(_ id: TagID, name: String) throws(MartletError) {
    guard (1...60).contains(name.utf8.count) else {
      throw MartletError(.argumentInvalid, "a tag's name must have 1 to 60 bytes", field: "name", limit: 60)
    }
    let known = try read { store throws(SQLiteError) in try store.tags() }
    let made = known.first { $0.id == id }?.made ?? Timestamp(milliseconds: wall)
    guard known.count < Self.mostTags || known.contains(where: { $0.id == id }) else {
      throw MartletError(
        .argumentInvalid, "there are already \(Self.mostTags) tags; delete one first", field: "id",
        limit: UInt64(Self.mostTags))
    }
    let value = ContentFields(["name": .text(name), "at": .integer(made.milliseconds)])
    try change([Setting(Self.key(id), .fields(value))])
  }

  /// Deletes a tag, and removes it from all conversations.
  package func deleteTag(_ id: TagID) throws(MartletError) {
    let key = Self.key(id)
    let tagged = try read { store throws(SQLiteError) in
      try store.settings(under: key).keys.sorted { $0.text < $1.text }
    }
    try change([Setting(key, nil)] + tagged.map { Setting(key, of: $0, nil) })
  }

  /// Adds a tag to conversations; beyond 1,000, those that got it first lose it.
  package func addTag(_ id: TagID, to conversations: [ConversationID]) throws(MartletError) {
    let key = Self.key(id)
    let known = try read { store throws(SQLiteError) in try store.tags() }
    guard known.contains(where: { $0.id == id }) else { throw .invalid("the tag does not exist", field: "id") }
    let tagged = try read { store throws(SQLiteError) in try store.settings(under: key) }
    let value = ContentValue.fields(ContentFields(["at": .integer(wall)]))
    var seen: Set<ConversationID> = []
    let new = conversations.filter { tagged[$0] == nil && seen.insert($0).inserted }.suffix(Self.mostTagged)
    let over = max(0, tagged.count + new.count - Self.mostTagged)
    let oldest = tagged.keys.sorted { Self.moment(tagged[$0]) < Self.moment(tagged[$1]) }.prefix(over)
    try change(oldest.map { Setting(key, of: $0, nil) } + new.map { Setting(key, of: $0, value) })
  }

  private static func key(_ tag: TagID) -> String { ConversationSettings.tagPrefix + tag.text }

  private static func moment(_ value: ContentValue?) -> Int64 { value?.fieldsValue?["at"]?.integerValue ?? 0 }

  /// Removes a tag from conversations.
  package func removeTag(_ id: TagID, from conversations: [ConversationID]) throws(MartletError) {
    try change(conversations.map { Setting(Self.key(id), of: $0, nil) })
  }

  /// Pins or unpins a conversation among those of a tag, which it must have.
  package func setPinned(_ isPinned: Bool, _ id: ConversationID, in tag: TagID) throws(MartletError) {
    guard let tagging = try settings(of: id).tags[tag] else {
      throw MartletError(.argumentInvalid, "the conversation does not have the tag", field: "tag")
    }
    var fields = ContentFields(["at": .integer(tagging.at.milliseconds)])
    if isPinned { fields["pin"] = .integer(wall) }
    try change([Setting(Self.key(tag), of: id, .fields(fields))])
  }

  /// Sets and clears bits of a conversation's flags.
  package func setFlags(_ bits: UInt64, unset others: UInt64, of id: ConversationID) throws(MartletError) {
    let flags = (try settings(of: id).flags | bits) & ~others
    try change([Setting("flags", of: id, flags == 0 ? nil : .integer(Int64(bitPattern: flags)))])
  }

  private func settings(of id: ConversationID) throws(MartletError) -> ConversationSettings {
    try read { store throws(SQLiteError) in ConversationSettings(try store.settings(of: id)) }
  }

  // MARK: Notifications

  /// Sets the default level of conversations of a kind; of all kinds without one of their own for nil.
  package func setDefaultLevel(_ level: NotificationLevel?, of kind: ConversationID.Kind?) throws(MartletError) {
    try change([Setting(LevelDefaults.key(kind), level.map { .text($0.rawValue) })])
  }

  /// Sets the quiet hours; nil for none.
  package func setQuietHours(_ hours: QuietHours?) throws(MartletError) {
    guard hours?.isValid ?? true else { throw .invalid("the quiet hours are out of range", field: "hours") }
    try change([Setting(LevelDefaults.quietKey, hours?.value)])
  }

  // MARK: Several conversations

  /// Drops conversations from the list, each until its next message.
  package func remove(
    _ query: ConversationQuery, withHistory: Bool, untagging tag: TagID?, for operation: Operation,
    then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      let found = try read { store throws(SQLiteError) in
        try store.conversations(matching: query, after: nil, limit: .max)
      }
      hide(withHistory ? found : [], for: operation) { [self] result in
        proceed(result, then) { () throws(MartletError) in
          var settings = found.map { Setting("removed", of: $0.id, .integer(Int64(clamping: $0.head))) }
          if let tag { settings += found.map { Setting(Self.key(tag), of: $0.id, nil) } }
          try change(settings)
          then(.success(()))
        }
      }
    }
  }

  private func hide(_ some: [Conversation], for operation: Operation, then: @escaping Completion<Void>) {
    guard let one = some.last else { return then(.success(())) }
    hide(.conversation(one.id), until: one.head, [], onAllDevices: true, for: operation) { [self] result in
      proceed(result, then) { () throws(MartletError) in hide(some.dropLast(), for: operation, then: then) }
    }
  }

  /// Moves the read markers of conversations to their newest messages.
  package func markRead(
    _ query: ConversationQuery, for operation: Operation, then: @escaping Completion<Void>
  ) {
    attempt(then) { () throws(MartletError) in
      var query = query
      query.isUnread = true
      let unread = try read { [query] store throws(SQLiteError) in
        try store.conversations(matching: query, after: nil, limit: .max)
      }
      markRead(unread, for: operation, then: then)
    }
  }

  private func markRead(_ some: [Conversation], for operation: Operation, then: @escaping Completion<Void>) {
    guard let one = some.last else { return then(.success(())) }
    markRead(.conversation(one.id), upTo: one.head, for: operation) { [self] result in
      proceed(result, then) { () throws(MartletError) in markRead(some.dropLast(), for: operation, then: then) }
    }
  }
}
