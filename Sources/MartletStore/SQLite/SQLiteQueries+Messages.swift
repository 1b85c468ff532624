import MartletSQLite
import MartletWire

// Messages looked for among entries of all kinds.
extension SQLiteQueries {
  package func listed(before seq: UInt64, of number: Int64) throws -> UInt64 {
    var newest = seq
    // Each message knows the message shown before it, so messages skipped here are never read again.
    while let before = try shown(before: newest, of: number) {
      lookups &+= 1
      guard before < newest else { throw StoreError(.corrupt, "a message names a later message as its predecessor") }
      if try before == 0 || count(at: before, of: number)?.isRecalled != true { return before }
      newest = before
    }
    // Of messages that were stored by earlier versions it is not known.
    guard newest > 1, let keys = EntryKey.range(number, 1...(newest &- 1)) else { return 0 }
    let found = try database.statement(
      """
      SELECT key FROM entry WHERE key BETWEEN ?1 AND ?2 AND kind = 1 AND recalled = 0 AND unlisted = 0
      ORDER BY key DESC LIMIT 1
      """
    ).first(.integer(keys.lowerBound), .integer(keys.upperBound)) { EntryKey.seq(try $0.integer(0)) }
    lookups &+= found == nil ? 0 : 1
    return found ?? 0
  }

  /// The message shown when the message at a position was stored; 0 for none, nil if unknown.
  private func shown(before seq: UInt64, of number: Int64) throws -> UInt64? {
    guard let key = EntryKey.of(number, seq) else { return nil }
    return try database.statement("SELECT shown FROM entry WHERE key = ?1 AND shown IS NOT NULL")
      .first(.integer(key)) { try $0.unsigned(0) }
  }

  package func newestMessage(
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
