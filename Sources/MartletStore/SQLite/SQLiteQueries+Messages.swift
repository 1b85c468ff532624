import MartletSQLite
import MartletWire

// Messages looked for among entries of all kinds.
extension SQLiteQueries {
  /// The newest message before a position that is for all, not recalled, and that `fits`.
  func newestListed(before seq: UInt64, of number: Int64, where fits: (UInt64) throws -> Bool) throws -> UInt64? {
    guard seq > 1, let keys = EntryKey.range(number, 1...(seq &- 1)) else { return nil }
    var newest: UInt64?
    try database.statement(
      "SELECT key FROM entry WHERE key BETWEEN ?1 AND ?2 AND kind = 1 AND recalled = 0 AND unlisted = 0 ORDER BY key DESC"
    ).each([.integer(keys.lowerBound), .integer(keys.upperBound)]) { row in
      let seq = EntryKey.seq(try row.integer(0))
      if try fits(seq) { newest = seq }
      return newest == nil
    }
    return newest
  }

  /// The message shown when the message at a position was stored; 0 for none, nil if unknown.
  func shown(before seq: UInt64, of number: Int64) throws -> UInt64? {
    guard let key = EntryKey.of(number, seq) else { return nil }
    return try database.statement("SELECT shown FROM entry WHERE key = ?1 AND shown IS NOT NULL")
      .first(.integer(key)) { try $0.unsigned(0) }
  }

  func isRecalled(_ seq: UInt64, of number: Int64) throws -> Bool {
    guard let key = EntryKey.of(number, seq) else { return false }
    return try database.statement("SELECT recalled FROM entry WHERE key = ?1").first(.integer(key)) { try $0.boolean(0) } ?? false
  }

  /// The newest message of a range that is not recalled and that `fits`, by its position, details and sender.
  func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64? {
    guard let keys = EntryKey.range(number, range) else { return nil }
    var newest: UInt64?
    try database.statement(
      "SELECT key, sender, details FROM entry WHERE key BETWEEN ?1 AND ?2 AND kind = 1 AND recalled = 0 ORDER BY key DESC"
    ).each([.integer(keys.lowerBound), .integer(keys.upperBound)]) { row in
      let seq = EntryKey.seq(try row.integer(0))
      if try fits(seq, try row.details(2), try row.userID(1)) { newest = seq }
      return newest == nil
    }
    return newest
  }
}
