import MartletSQLite
import MartletWire

// Conversation attributes that all members see: kept in the conversation's row, and in a table of their own for queries.
extension LocalStore {
  /// Stores the attributes of a row, which seldom change and may be long.
  func storeAttributes(of row: ConversationRow) throws(SQLiteError) {
    let wire = Wire.ConversationChanged(attributes: [Wire.Attribute](row.attributes))
    try database.statement("UPDATE conversation SET attributes = ?2 WHERE key = ?1")
      .run(.integer(row.key), row.attributes.isEmpty ? .null : .blob(wire.encoded()))
    try forgetAttributes(of: row.key)
    for (name, json) in row.attributes {
      guard let value = ContentValue(settingJSON: json) else { continue }
      try database.statement("INSERT INTO attribute (conversation, name, value) VALUES (?1, ?2, ?3)")
        .run(.integer(row.key), .text(name), .text(value.json))
    }
  }

  func forgetAttributes(of key: Int64) throws(SQLiteError) {
    try database.statement("DELETE FROM attribute WHERE conversation = ?1").run(.integer(key))
  }

  /// The conversations that have all of these attributes.
  func conversations(with attributes: [String: ContentValue]) throws(SQLiteError) -> Set<ConversationID> {
    var found: Set<ConversationID>?
    for (name, value) in attributes {
      let some = try database.statement(
        "SELECT id FROM attribute JOIN conversation ON key = attribute.conversation WHERE name = ?1 AND value = ?2"
      ).all(.text(name), .text(value.json)) { row throws(SQLiteError) in ConversationID(try row.text(0)) }
      let these = Set(some.compactMap { $0 })
      found = found?.intersection(these) ?? these
      if found?.isEmpty == true { break }
    }
    return found ?? []
  }
}
