import MartletSQLite
import MartletWire

// Annotations of messages.
extension SQLiteQueries {
  /// The shared annotations of a message, and those of one owner.
  func annotations(key: Int64, for owner: String) throws -> [AnnotationSlot: AnnotationValue] {
    let rows = try database.statement("SELECT kind, owner, name, value, seq FROM annotation WHERE key = ?1 AND owner IN ('', ?2)")
      .all(.integer(key), .text(owner)) { try $0.annotation() }
    return Dictionary(rows) { $1 }
  }

  package func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief] {
    guard let key = EntryKey.of(number, seq) else { return [:] }
    let rows = try database.statement(
      """
      SELECT name, substr(value, 1, 64), length(CAST(value AS BLOB)) FROM annotation
      WHERE key = ?1 AND owner = ?2 AND kind = ?3
      """
    ).all(.integer(key), .text(owner), .integer(kind.rawValue)) { row in
      (try row.text(0), SlotBrief(beginning: try row.text(1), bytes: Int(clamping: try row.integer(2))))
    }
    return Dictionary(rows) { $1 }
  }

  package func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)] {
    guard let key = EntryKey.of(number, seq) else { return [] }
    return try database.statement(
      """
      SELECT owner, seq FROM annotation WHERE key = ?1 AND owner > ?2 AND kind = ?3 AND name = ?4 ORDER BY owner LIMIT ?5
      """
    ).all(
      .integer(key), .text(after), .integer(kind.rawValue), .text(name), .integer(Int64(limit))
    ) { (try $0.text(0), try $0.unsigned(1)) }
  }

  package func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)] {
    guard let key = EntryKey.of(number, seq) else { return [] }
    let start = AnnotationSlot.reply(min(after, EntryKey.lastPosition)).name
    return try database.statement(
      "SELECT name, value FROM annotation WHERE key = ?1 AND owner = '#' AND kind = ?2 AND name > ?3 ORDER BY name LIMIT ?4"
    ).all(.integer(key), .integer(kind.rawValue), .text(start), .integer(Int64(limit))) {
      guard let position = UInt64(try $0.text(0)) else { throw $0.damaged("annotation.name") }
      return (position, try $0.text(1))
    }
  }

  package func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64> {
    guard let keys = EntryKey.range(number, target...EntryKey.lastPosition) else { return [] }
    var changes = Set(
      try database.statement("SELECT key FROM entry WHERE kind = 7 AND target = ?1 AND key BETWEEN ?2 AND ?3")
        .all(.unsigned(target), .integer(keys.lowerBound), .integer(keys.upperBound)) { EntryKey.seq(try $0.integer(0)) })
    // Each edit names the one before it.
    var edit = revision
    while edit > target {
      changes.insert(edit)
      let previous = try previousEdit(edit, of: number)
      guard previous < edit else { throw StoreError(.corrupt, "the edits of a message form a cycle") }
      edit = previous
    }
    return changes
  }

  /// The previous edit of the same target; 0 for none.
  private func previousEdit(_ edit: UInt64, of number: Int64) throws -> UInt64 {
    guard let key = EntryKey.of(number, edit) else { return 0 }
    return try database.statement("SELECT revision FROM entry WHERE key = ?1 AND kind = 2").first(.integer(key)) {
      try $0.unsigned(0)
    } ?? 0
  }

  package func pinned(of number: Int64) throws -> Set<UInt64> {
    guard let keys = EntryKey.range(number, 1...EntryKey.lastPosition) else { return [] }
    return Set(
      try database.statement("SELECT key FROM annotation WHERE kind = 4 AND key BETWEEN ?1 AND ?2")
        .all(.integer(keys.lowerBound), .integer(keys.upperBound)) { EntryKey.seq(try $0.integer(0)) })
  }

  package func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)? {
    guard let key = EntryKey.of(number, seq) else { return nil }
    return try database.statement("SELECT type, content FROM entry WHERE key = ?1 AND kind = 1").first(.integer(key)) {
      (try $0.text(0), try $0.text(1))
    }
  }
}

extension FoldedTables {
  /// Writes changes of a message's annotations.
  func annotate(_ seq: UInt64, _ patch: EntryPatch, number: Int64) throws {
    guard patch.isRecalled || !patch.annotations.isEmpty, let key = EntryKey.of(number, seq) else { return }
    if patch.isRecalled { try database.statement("DELETE FROM annotation WHERE key = ?1").run(.integer(key)) }
    for (slot, value) in patch.annotations {
      if let value {
        try database.statement(
          """
          INSERT INTO annotation(key, owner, kind, name, value, seq) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT DO UPDATE SET value = ?5, seq = ?6
          """
        ).run(
          .integer(key), .text(slot.owner), .integer(slot.kind.rawValue), .text(slot.name), .text(value.text),
          .unsigned(value.seq))
      } else {
        try database.statement("DELETE FROM annotation WHERE key = ?1 AND owner = ?2 AND kind = ?3 AND name = ?4")
          .run(.integer(key), .text(slot.owner), .integer(slot.kind.rawValue), .text(slot.name))
      }
    }
  }
}
