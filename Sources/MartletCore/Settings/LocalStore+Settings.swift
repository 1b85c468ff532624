import MartletSQLite
import MartletWire

// Settings: the values of the server, and the values to send to it.
extension LocalStore {
  /// Settings made here and not yet sent to the server.
  func pendingSettings() throws(SQLiteError) -> [Setting.Name: String] {
    let rows = try database.statement("SELECT conversation, key, pending FROM setting WHERE pending IS NOT NULL").all {
      row throws(SQLiteError) in
      (Self.name(try row.text(0), try row.text(1)), try row.text(2))
    }
    return Dictionary(latest: rows.compactMap { name, value in name.map { ($0, value) } })
  }

  private static func name(_ conversation: String, _ key: String) -> Setting.Name? {
    if conversation.isEmpty { return Setting.Name(key) }
    return ConversationID(conversation).map { Setting.Name(key, of: $0) }
  }

  // MARK: Changes by the user

  /// Stores settings to send to the server.
  ///
  /// Settings of this device only are never sent.
  ///
  /// - Returns: The changes, and the part of them to send to the server.
  package func set(_ settings: [Setting]) throws(SQLiteError) -> (told: [Setting.Name: String], changes: Changes) {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction { () throws(SQLiteError) in
      var batch = Batch()
      var told: [Setting.Name: String] = [:]
      for setting in settings where try value(of: setting.name) != setting.json {
        try note(setting.name, &batch)
        if setting.name.isLocal {
          try store(setting.name, setting.json, revision: 0)
        } else {
          told[setting.name] = setting.json
          try database.statement(
            """
            INSERT INTO setting (conversation, key, value, revision, pending) VALUES (?1, ?2, '', 0, ?3)
            ON CONFLICT (conversation, key) DO UPDATE SET pending = ?3
            """
          ).run(.text(setting.name.conversation?.text ?? ""), .text(setting.name.key), .text(setting.json))
        }
      }
      return (told, try finish(&batch))
    }
  }

  // MARK: Changes from the server

  /// Adopts values, unless newer ones are stored.
  ///
  /// A value that waits to be sent stays in effect.
  func take(_ settings: [Wire.Setting], _ batch: inout Batch) throws(SQLiteError) {
    for setting in settings {
      guard let name = Self.name(setting.conversation, setting.key) else { continue }
      let known = try database.statement("SELECT revision FROM setting WHERE conversation = ?1 AND key = ?2")
        .first(.text(setting.conversation), .text(setting.key)) { row throws(SQLiteError) in try row.unsigned(0) }
      guard setting.revision > known ?? 0 else { continue }
      try note(name, &batch)
      try store(name, setting.value, revision: setting.revision)
    }
  }

  /// A value was sent, or another device set the same value first.
  func settle(_ name: Setting.Name, told value: String, _ batch: inout Batch) throws(SQLiteError) {
    try note(name, &batch)
    try database.statement("UPDATE setting SET pending = NULL WHERE conversation = ?1 AND key = ?2 AND pending = ?3")
      .run(.text(name.conversation?.text ?? ""), .text(name.key), .text(value))
  }

  /// Removes settings that lie in a page's range, are older than the page and are missing from it.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - after: The name after which it begins; nil for the first.
  ///   - settings: The settings of the page to adopt.
  ///   - batch: The turn's changes.
  /// - Throws: `SQLiteError`.
  func take(page: Wire.Settings, after: Wire.Setting?, _ settings: [Wire.Setting], _ batch: inout Batch) throws(SQLiteError) {
    try take(settings, &batch)
    let last = page.more ? page.settings.last : nil
    let held = try database.statement(
      """
      SELECT conversation, key FROM setting
      WHERE (conversation, key) > (?1, ?2) AND (?3 IS NULL OR (conversation, key) <= (?3, ?4)) AND revision <= ?5 AND value <> ''
      """
    ).all(
      .text(after?.conversation ?? ""), .text(after?.key ?? ""), .optional(last?.conversation), .optional(last?.key),
      .unsigned(page.head)
    ) { row throws(SQLiteError) in (try row.text(0), try row.text(1)) }
    let named = Set(page.settings.map { [$0.conversation, $0.key] })
    for (conversation, key) in held where !named.contains([conversation, key]) {
      guard let name = Self.name(conversation, key), !name.isLocal else { continue }
      try note(name, &batch)
      try store(name, "", revision: page.head)
    }
  }

  /// Drops the settings of a conversation that the user has left.
  func dropSettings(of id: ConversationID) throws(SQLiteError) {
    try database.statement("DELETE FROM setting WHERE conversation = ?1 AND key NOT LIKE '\\_%' ESCAPE '\\'").run(.text(id.text))
  }

  /// The server has no settings any more.
  ///
  /// Values that wait to be sent stay.
  func forgetSettings() throws(SQLiteError) {
    try database.statement("DELETE FROM setting WHERE pending IS NULL AND key NOT LIKE '\\_%' ESCAPE '\\'").run()
    try database.statement("UPDATE setting SET value = '', revision = 0 WHERE pending IS NOT NULL").run()
  }

  private func store(_ name: Setting.Name, _ value: String, revision: UInt64) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO setting (conversation, key, value, revision) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (conversation, key) DO UPDATE SET value = ?3, revision = ?4
      """
    ).run(.text(name.conversation?.text ?? ""), .text(name.key), .text(value), .unsigned(revision))
  }

  /// Reports a change to the app, with the conversation if that is in the list.
  private func note(_ name: Setting.Name, _ batch: inout Batch) throws(SQLiteError) {
    if !batch.changes.settings.contains(name) { batch.changes.settings.append(name) }
    guard let id = name.conversation, try row(id, &batch) != nil else { return }
    batch.touch(id)
    batch.resettled.insert(id)
  }

  // MARK: Reading

  /// The value in effect; empty for none.
  func value(of name: Setting.Name) throws(SQLiteError) -> String {
    try database.statement("SELECT COALESCE(pending, value) FROM setting WHERE conversation = ?1 AND key = ?2")
      .first(.text(name.conversation?.text ?? ""), .text(name.key)) { row throws(SQLiteError) in try row.text(0) } ?? ""
  }

  /// The settings of a conversation, or the user's global settings, by key.
  package func settings(of conversation: ConversationID?) throws(SQLiteError) -> [String: ContentValue] {
    let rows = try database.statement("SELECT key, COALESCE(pending, value) FROM setting WHERE conversation = ?1")
      .all(.text(conversation?.text ?? "")) { row throws(SQLiteError) in
        (try row.text(0), ContentValue(settingJSON: try row.text(1)))
      }
    return Dictionary(latest: rows.compactMap { key, value in value.map { (key, $0) } })
  }

  /// The settings under one key, by conversation.
  package func settings(under key: String) throws(SQLiteError) -> [ConversationID: ContentValue] {
    let rows = try database.statement("SELECT conversation, COALESCE(pending, value) FROM setting WHERE key = ?1")
      .all(.text(key)) { row throws(SQLiteError) in (ConversationID(try row.text(0)), ContentValue(settingJSON: try row.text(1)))
      }
    return Dictionary(latest: rows.compactMap { id, value in id.flatMap { id in value.map { (id, $0) } } })
  }

  /// All settings of conversations.
  func allSettings() throws(SQLiteError) -> [ConversationID: [String: ContentValue]] {
    var all: [ConversationID: [String: ContentValue]] = [:]
    try database.statement("SELECT conversation, key, COALESCE(pending, value) FROM setting WHERE conversation <> ''").each([]) {
      row throws(SQLiteError) in
      if let id = ConversationID(try row.text(0)), let value = ContentValue(settingJSON: try row.text(2)) {
        all[id, default: [:]][try row.text(1)] = value
      }
      return true
    }
    return all
  }

  /// The user's tags, in the order they were made.
  package func tags() throws(SQLiteError) -> [Tag] {
    try settings(of: nil).compactMap { key, value -> Tag? in
      let prefix = ConversationSettings.tagPrefix
      guard key.hasPrefix(prefix), let id = TagID(String(key.dropFirst(prefix.count))),
        let fields = value.fieldsValue, let name = fields["name"]?.textValue, let made = Timestamp(fields["at"])
      else { return nil }
      return Tag(id: id, name: name, made: made)
    }.sorted { ($0.made.milliseconds, $0.id) < ($1.made.milliseconds, $1.id) }
  }
}
