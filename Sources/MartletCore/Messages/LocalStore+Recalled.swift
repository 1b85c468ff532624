import MartletSQLite
import MartletWire

/// Contents of the user's own recalled messages.
enum RecallSchema {
  static let tables: StaticString = """
    CREATE TABLE recalled (           -- the user's own messages alone, recalled by the user
      conversation INTEGER NOT NULL,  -- its key
      seq INTEGER NOT NULL,
      type TEXT NOT NULL,
      content TEXT NOT NULL,
      until INTEGER NOT NULL,         -- when it is forgotten, by this device's clock
      PRIMARY KEY (conversation, seq)
    ) WITHOUT ROWID;
    CREATE INDEX recalled_until ON recalled (until);
    """
}

extension LocalStore {
  /// Keeps the content of the user's own message that an entry recalls, for as long as it may be asked for.
  func keepOwn(_ target: UInt64, recalledBy entry: Wire.Entry, key: Int64) throws(SQLiteError) {
    guard recallEditWindow > 0, entry.sender == user?.text else { return }
    // A recall that this device learns of late leaves less time; the server's clock may go before this one or behind.
    let age = clocks.server.subtractingReportingOverflow(entry.time)
    guard !age.overflow, age.partialValue < recallEditWindow else { return }
    let until = clocks.own.addingReportingOverflow(recallEditWindow - max(0, age.partialValue))
    guard !until.overflow else { return }
    try database.statement(
      """
      INSERT OR REPLACE INTO recalled (conversation, seq, type, content, until)
      SELECT conversation, seq, type, content, ?4 FROM entry
      WHERE conversation = ?1 AND seq = ?2 AND kind = 1 AND recalled = 0 AND revision < ?5 AND sender = ?3
      """
    ).run(.integer(key), .unsigned(target), .text(entry.sender), .integer(until.partialValue), .unsigned(entry.seq))
    if database.changes > 0 { forgetsAt = min(forgetsAt ?? .max, until.partialValue) }
  }

  /// The content of a recalled message; nil if it is not kept, or no longer.
  package func recalledContent(of id: MessageID, at wall: Int64) throws(SQLiteError) -> MessageContent? {
    try database.statement(
      """
      SELECT type, content FROM recalled
      WHERE conversation = (SELECT key FROM conversation WHERE id = ?1) AND seq = ?2 AND until > ?3
      """
    ).first(.text(id.conversation.text), .unsigned(id.seq), .integer(wall)) { row throws(SQLiteError) in
      MessageContent(type: try row.text(0), json: try row.text(1))
    }
  }

  /// Deletes contents that expired by now.
  package func forgetRecalled(at wall: Int64) throws(SQLiteError) {
    try database.statement("DELETE FROM recalled WHERE until <= ?1").run(.integer(wall))
    forgetsAt = try nextForgotten()
  }

  func forgetRecalled(in key: Int64, _ positions: ClosedRange<UInt64>) throws(SQLiteError) {
    try database.statement("DELETE FROM recalled WHERE conversation = ?1 AND seq BETWEEN ?2 AND ?3")
      .run(.integer(key), .unsigned(positions.lowerBound), .unsigned(positions.upperBound))
  }

  func forgetAllRecalled() throws(SQLiteError) { try database.statement("DELETE FROM recalled").run() }

  /// The time at which the next content expires.
  func nextForgotten() throws(SQLiteError) -> Int64? {
    try database.statement("SELECT MIN(until) FROM recalled").first { row throws(SQLiteError) in try row.optionalInteger(0) }
      ?? nil
  }
}
