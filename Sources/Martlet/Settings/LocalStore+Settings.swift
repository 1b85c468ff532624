import MartletSQLite
import MartletWire

// Settings: what the server has of them, and what it is yet to be told.
extension LocalStore {
  /// What the user set here and the server was not told.
  func pendingSettings() throws -> [Setting.Name: String] {
    let rows = try database.statement("SELECT conversation, key, pending FROM setting WHERE pending IS NOT NULL").all { row in
      (Self.name(try row.text(0), try row.text(1)), try row.text(2))
    }
    return Dictionary(rows.compactMap { name, value in name.map { ($0, value) } }, uniquingKeysWith: { $1 })
  }

  private static func name(_ conversation: String, _ key: String) -> Setting.Name? {
    if conversation.isEmpty { return Setting.Name(key) }
    return ConversationID(conversation).map { Setting.Name(key, of: $0) }
  }

  // MARK: What the user sets

  /// Sets what the server is yet to be told, or for keys of this device alone, what it never is.
  ///
  /// - Returns: What changed, and of it what the server is to be told.
  func set(_ settings: [Setting]) throws -> (told: [Setting.Name: String], changes: Changes) {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction {
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

  // MARK: What the server says

  /// Takes over values, unless later ones are here; a value that waits to be told still counts.
  func take(_ settings: [Wire.Setting], _ batch: inout Batch) throws {
    for setting in settings {
      guard let name = Self.name(setting.conversation, setting.key) else { continue }
      let known = try database.statement("SELECT revision FROM setting WHERE conversation = ?1 AND key = ?2")
        .first(.text(setting.conversation), .text(setting.key)) { try $0.unsigned(0) }
      guard setting.revision > known ?? 0 else { continue }
      try note(name, &batch)
      try store(name, setting.value, revision: setting.revision)
    }
  }

  /// What was to be told has been told, or overtaken by the same value of another device.
  func settle(_ name: Setting.Name, told value: String, _ batch: inout Batch) throws {
    try note(name, &batch)
    try database.statement("UPDATE setting SET pending = NULL WHERE conversation = ?1 AND key = ?2 AND pending = ?3")
      .run(.text(name.conversation?.text ?? ""), .text(name.key), .text(value))
  }

  /// What lies in a page's range, is older than the page and not in it was unset.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - after: The name after which it begins; nil for the first.
  ///   - settings: Those of the page that are to be taken over.
  ///   - batch: The turn's changes.
  /// - Throws: `SQLiteError`.
  func take(page: Wire.Settings, after: Wire.Setting?, _ settings: [Wire.Setting], _ batch: inout Batch) throws {
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
    ) { (try $0.text(0), try $0.text(1)) }
    let named = Set(page.settings.map { [$0.conversation, $0.key] })
    for (conversation, key) in held where !named.contains([conversation, key]) {
      guard let name = Self.name(conversation, key), !name.isLocal else { continue }
      try note(name, &batch)
      try store(name, "", revision: page.head)
    }
  }

  /// Those of a conversation that the user is in no more.
  func dropSettings(of id: ConversationID) throws {
    try database.statement("DELETE FROM setting WHERE conversation = ?1 AND key NOT LIKE '\\_%' ESCAPE '\\'").run(.text(id.text))
  }

  /// The server has none of them any more; what it was to be told, it still is.
  func forgetSettings() throws {
    try database.statement("DELETE FROM setting WHERE pending IS NULL AND key NOT LIKE '\\_%' ESCAPE '\\'").run()
    try database.statement("UPDATE setting SET value = '', revision = 0 WHERE pending IS NOT NULL").run()
  }

  private func store(_ name: Setting.Name, _ value: String, revision: UInt64) throws {
    try database.statement(
      """
      INSERT INTO setting (conversation, key, value, revision) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (conversation, key) DO UPDATE SET value = ?3, revision = ?4
      """
    ).run(.text(name.conversation?.text ?? ""), .text(name.key), .text(value), .unsigned(revision))
  }

  /// The app is told of it, with the conversation where that is in the list.
  private func note(_ name: Setting.Name, _ batch: inout Batch) throws {
    if !batch.changes.settings.contains(name) { batch.changes.settings.append(name) }
    guard let id = name.conversation, try row(id, &batch) != nil else { return }
    batch.touch(id)
    batch.resettled.insert(id)
  }

  // MARK: Reading

  /// The value that counts here; empty for none.
  func value(of name: Setting.Name) throws -> String {
    try database.statement("SELECT COALESCE(pending, value) FROM setting WHERE conversation = ?1 AND key = ?2")
      .first(.text(name.conversation?.text ?? ""), .text(name.key)) { try $0.text(0) } ?? ""
  }

  /// What is set of a conversation, or of the user as such, by key.
  func settings(of conversation: ConversationID?) throws -> [String: ContentValue] {
    let rows = try database.statement("SELECT key, COALESCE(pending, value) FROM setting WHERE conversation = ?1")
      .all(.text(conversation?.text ?? "")) { (try $0.text(0), ContentValue(settingJSON: try $0.text(1))) }
    return Dictionary(rows.compactMap { key, value in value.map { (key, $0) } }, uniquingKeysWith: { $1 })
  }

  /// What is set under a key, by conversation.
  func settings(under key: String) throws -> [ConversationID: ContentValue] {
    let rows = try database.statement("SELECT conversation, COALESCE(pending, value) FROM setting WHERE key = ?1")
      .all(.text(key)) { (ConversationID(try $0.text(0)), ContentValue(settingJSON: try $0.text(1))) }
    return Dictionary(rows.compactMap { id, value in id.flatMap { id in value.map { (id, $0) } } }, uniquingKeysWith: { $1 })
  }

  /// All settings of conversations.
  func allSettings() throws -> [ConversationID: [String: ContentValue]] {
    var all: [ConversationID: [String: ContentValue]] = [:]
    try database.statement("SELECT conversation, key, COALESCE(pending, value) FROM setting WHERE conversation <> ''").each([]) {
      if let id = ConversationID(try $0.text(0)), let value = ContentValue(settingJSON: try $0.text(2)) {
        all[id, default: [:]][try $0.text(1)] = value
      }
      return true
    }
    return all
  }
}
