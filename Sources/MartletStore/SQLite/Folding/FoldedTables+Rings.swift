import MartletSQLite
import MartletWire

// Logs of which only the newest entries are kept.
extension FoldedTables {
  /// Rows looked at in one fold to be deleted.
  private static let deletedAtOnce = 500

  /// Forgets what fell out of a ring, but for the last position: the counts of those after it build on it.
  ///
  /// An entry loses what it says at once. Its row goes when the retry of its request would no longer be recognised.
  ///
  /// - Parameters:
  ///   - oldest: The oldest position that is kept.
  ///   - added: How many entries came since this was last called.
  ///   - number: The conversation's number.
  ///   - app: The conversation's app.
  /// - Throws: `StoreError`.
  func forget(before oldest: UInt64, added: UInt64, number: Int64, _ app: AppID) throws {
    guard oldest > 1 else { return }
    let least = oldest > added ? oldest &- added : 1
    guard let fallen = EntryKey.range(number, least...oldest &- 1), let gone = EntryKey.range(number, 1...oldest &- 1) else {
      return
    }
    let (first, last) = (SQLiteValue.integer(fallen.lowerBound), SQLiteValue.integer(fallen.upperBound))
    try database.statement("UPDATE entry SET content = '', details = NULL WHERE key BETWEEN ?1 AND ?2").run(first, last)
    try database.statement("DELETE FROM annotation WHERE key BETWEEN ?1 AND ?2").run(first, last)
    try database.statement("DELETE FROM recalled WHERE key BETWEEN ?1 AND ?2").run(first, last)
    try database.statement("DELETE FROM addressed WHERE conversation = ?1 AND seq < ?2")
      .run(.integer(number), .unsigned(oldest))
    let rows = try database.statement(
      "SELECT key, sender, client FROM entry WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT ?3"
    ).all(.integer(gone.lowerBound), .integer(gone.upperBound &- 1), .integer(Int64(Self.deletedAtOnce))) {
      (key: try $0.integer(0), sender: try $0.userID(1), client: ClientID(try $0.text(2)))
    }
    for (key, sender, client) in rows {
      if let client, try queries.remembered(client, of: UserKey(app: app, user: sender)) != nil { continue }
      try database.statement("DELETE FROM entry WHERE key = ?1").run(.integer(key))
    }
  }
}
