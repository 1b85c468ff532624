import MartletSQLite
import MartletWire

// Data that exists on this device only. It cannot be fetched again, so its commits are synced to disk.
extension LocalStore {
  /// Inserts local messages atomically.
  ///
  /// - Returns: The inserted messages, in the given order, without skipped duplicates; nil if nothing was inserted because a name
  ///   already exists and is not to be skipped.
  package func insertLocal(
    _ drafts: [LocalDraft], to id: ConversationID, by user: UserID, now: Timestamp, skippingDuplicates: Bool
  ) throws(SQLiteError) -> [LocalMessage]? {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction { () throws(SQLiteError) in
      var names: Set<String> = []
      var new: [LocalDraft] = []
      for draft in drafts {
        if let name = draft.name {
          let isFirst = names.insert(name).inserted
          guard isFirst, try !isKnown(name, in: id) else {
            if skippingDuplicates { continue }
            return nil
          }
        }
        new.append(draft)
      }
      let row = try stored(id)
      return try new.map { draft throws(SQLiteError) in try insert(draft, to: id, row, user, now) }
    }
  }

  private func isKnown(_ name: String, in id: ConversationID) throws(SQLiteError) -> Bool {
    try database.statement("SELECT 1 FROM local_message WHERE conversation = ?1 AND name = ?2")
      .first(.text(id.text), .text(name)) { row throws(SQLiteError) in try row.integer(0) } != nil
  }

  private func insert(
    _ draft: LocalDraft, to id: ConversationID, _ row: ConversationRow?, _ user: UserID, _ now: Timestamp
  ) throws(SQLiteError) -> LocalMessage {
    let after = if let row { try place(of: draft.time, in: row) } else { UInt64(0) }
    let (time, sender) = (draft.time ?? now, draft.sender ?? user)
    try database.statement(
      """
      INSERT INTO local_message (conversation, after, time, sender, type, content, fields, name)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """
    ).run(
      .text(id.text), .unsigned(after), .integer(time.milliseconds), .text(sender.text), .text(draft.content.type),
      .text(draft.content.json), .text(draft.fields.json), .optional(draft.name))
    return LocalMessage(
      id: database.lastInsertID, conversation: id, sender: sender, time: time, content: draft.content, after: after,
      fields: draft.fields, name: draft.name)
  }

  /// The newest position held whose message is not later.
  private func place(of time: Timestamp?, in row: ConversationRow) throws(SQLiteError) -> UInt64 {
    guard let time else { return max(row.folded, row.last) }
    guard row.first <= row.last else { return row.folded }
    guard time.milliseconds < .max else { return row.last }
    return try position(at: Timestamp(milliseconds: time.milliseconds + 1), key: row.key, in: row.first...row.last) - 1
  }

  /// Local messages shown after positions of a range, in the order they are shown.
  package func localMessages(
    _ id: ConversationID, _ range: ClosedRange<UInt64>, limit: Int
  ) throws(SQLiteError) -> [LocalMessage] {
    try database.statement(
      """
      SELECT id, after, time, sender, type, content, fields, name FROM local_message
      WHERE conversation = ?1 AND after BETWEEN ?2 AND ?3 ORDER BY after, time, id LIMIT ?4
      """
    ).all(.text(id.text), .unsigned(range.lowerBound), .unsigned(range.upperBound), .integer(Int64(limit))) {
      row throws(SQLiteError) in
      guard let sender = UserID(try row.text(3)) else {
        throw SQLiteError(.unexpectedValue, "a local message has no sender")
      }
      return LocalMessage(
        id: try row.integer(0), conversation: id, sender: sender, time: Timestamp(milliseconds: try row.integer(2)),
        content: .custom(type: try row.text(4), json: try row.text(5)), after: try row.unsigned(1),
        fields: ContentFields(storedJSON: try row.text(6)), name: try row.optionalText(7))
    }
  }

  /// Replaces a local message's content or other fields.
  ///
  /// - Returns: True if the message exists.
  package func changeLocal(
    _ message: Int64, in id: ConversationID, _ content: MessageContent?, _ fields: ContentFields?
  ) throws(SQLiteError) -> Bool {
    try database.setPragma("synchronous", to: 2)
    try database.statement(
      """
      UPDATE local_message SET type = COALESCE(?3, type), content = COALESCE(?4, content), fields = COALESCE(?5, fields)
      WHERE id = ?1 AND conversation = ?2
      """
    ).run(
      .integer(message), .text(id.text), .optional(content?.type), .optional(content?.json), .optional(fields?.json))
    return database.changes > 0
  }

  /// Removes local messages; all of the conversation's if none are named.
  package func removeLocal(_ messages: [Int64]?, from id: ConversationID) throws(SQLiteError) {
    try database.setPragma("synchronous", to: 2)
    try database.transaction { () throws(SQLiteError) in
      guard let messages else {
        return try database.statement("DELETE FROM local_message WHERE conversation = ?1").run(.text(id.text))
      }
      for message in messages {
        try database.statement("DELETE FROM local_message WHERE id = ?1 AND conversation = ?2")
          .run(.integer(message), .text(id.text))
      }
    }
  }

  // MARK: Local fields

  package func setLocalFields(_ fields: ContentFields, on seq: UInt64, of id: ConversationID) throws(SQLiteError) {
    try database.setPragma("synchronous", to: 2)
    if fields.isEmpty {
      try database.statement("DELETE FROM local_field WHERE conversation = ?1 AND seq = ?2").run(.text(id.text), .unsigned(seq))
    } else {
      try database.statement(
        """
        INSERT INTO local_field (conversation, seq, fields) VALUES (?1, ?2, ?3)
        ON CONFLICT (conversation, seq) DO UPDATE SET fields = ?3
        """
      ).run(.text(id.text), .unsigned(seq), .text(fields.json))
    }
  }

  package func localFields(of id: ConversationID, _ range: ClosedRange<UInt64>) throws(SQLiteError) -> [UInt64: ContentFields] {
    let rows = try database.statement(
      "SELECT seq, fields FROM local_field WHERE conversation = ?1 AND seq BETWEEN ?2 AND ?3"
    ).all(.text(id.text), .unsigned(range.lowerBound), .unsigned(range.upperBound)) { row throws(SQLiteError) in
      (try row.unsigned(0), ContentFields(storedJSON: try row.text(1)))
    }
    return Dictionary(latest: rows)
  }
}

/// Data recovered from a damaged database that exists nowhere else, apart from the outbox: local messages and fields, settings of
/// this device only, and settings and hidings not yet sent to the server.
struct LocalRemains {
  /// As the columns of the tables from `conversation` on.
  private var messages: [[SQLiteValue]] = []
  private var fields: [[SQLiteValue]] = []
  /// `conversation`, `key`, `value`, `pending`.
  private var settings: [[SQLiteValue]] = []
  /// `conversation`, `request`.
  private var hides: [[SQLiteValue]] = []

  init(of database: SQLiteConnection) {
    messages = Self.rows { take throws(SQLiteError) in
      try database.statement(
        "SELECT conversation, after, time, sender, type, content, fields, name FROM local_message ORDER BY id"
      ).each([]) { row throws(SQLiteError) in
        var values: [SQLiteValue] = [
          .text(try row.text(0)), .unsigned(try row.unsigned(1)), .integer(try row.integer(2)),
        ]
        for column in Int32(3)...6 { values.append(.text(try row.text(column))) }
        values.append(.optional(try row.optionalText(7)))
        try take(values)
        return true
      }
    }
    fields = Self.rows { take throws(SQLiteError) in
      try database.statement("SELECT conversation, seq, fields FROM local_field").each([]) { row throws(SQLiteError) in
        try take([.text(try row.text(0)), .unsigned(try row.unsigned(1)), .text(try row.text(2))])
        return true
      }
    }
    settings = Self.rows { take throws(SQLiteError) in
      // A value that the server gave is fetched again.
      try database.statement(
        """
        SELECT conversation, key, CASE WHEN substr(key, 1, 1) = '_' THEN value ELSE '' END, pending FROM setting
        WHERE pending IS NOT NULL OR substr(key, 1, 1) = '_'
        """
      ).each([]) { row throws(SQLiteError) in
        try take([.text(try row.text(0)), .text(try row.text(1)), .text(try row.text(2)), .optional(try row.optionalText(3))])
        return true
      }
    }
    hides = Self.rows { take throws(SQLiteError) in
      try database.statement("SELECT conversation, request FROM hiding ORDER BY row").each([]) { row throws(SQLiteError) in
        let (conversation, request) = (try row.text(0), try row.blob(1))
        // In the new database it would be damage again.
        guard ConversationID(conversation) != nil, (try? Wire.Hide(decoding: request)) != nil else {
          throw SQLiteError(.corrupt, "a row holds nothing to hide")
        }
        try take([.text(conversation), .blob(request)])
        return true
      }
    }
  }

  /// The rows up to the first that cannot be read.
  private static func rows(_ read: (([SQLiteValue]) throws(SQLiteError) -> Void) throws(SQLiteError) -> Void) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    try? read { rows.append($0) }
    return rows
  }

  func insert(into database: SQLiteConnection) throws(SQLiteError) {
    for row in messages {
      try database.statement(
        """
        INSERT OR IGNORE INTO local_message (conversation, after, time, sender, type, content, fields, name)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """
      ).run(row)
    }
    for row in fields {
      try database.statement("INSERT OR IGNORE INTO local_field (conversation, seq, fields) VALUES (?1, ?2, ?3)")
        .run(row)
    }
    for row in settings {
      try database.statement(
        "INSERT OR IGNORE INTO setting (conversation, key, value, revision, pending) VALUES (?1, ?2, ?3, 0, ?4)"
      ).run(row)
    }
    for row in hides {
      try database.statement("INSERT INTO hiding (conversation, request) VALUES (?1, ?2)").run(row)
    }
  }
}

extension ContentFields {
  /// Fields that this library stored; none if they cannot be read.
  fileprivate init(storedJSON json: String) { self = (try? ContentFields(json: json)) ?? ContentFields() }
}
