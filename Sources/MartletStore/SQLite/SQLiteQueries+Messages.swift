import MartletSQLite
import MartletWire

// Messages looked for among entries of all kinds.
extension SQLiteQueries {
  /// Positions of messages before a position that are for all and not recalled, the newest first.
  func messages(before seq: UInt64, of number: Int64, limit: Int) throws -> [UInt64] {
    guard seq > 1, let keys = EntryKey.range(number, 1...(seq &- 1)) else { return [] }
    return try database.statement(
      """
      SELECT key FROM entry WHERE key BETWEEN ?1 AND ?2 AND kind = 1 AND recalled = 0 AND unlisted = 0
      ORDER BY key DESC LIMIT ?3
      """
    ).all(.integer(keys.lowerBound), .integer(keys.upperBound), .integer(Int64(limit))) { EntryKey.seq(try $0.integer(0)) }
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
