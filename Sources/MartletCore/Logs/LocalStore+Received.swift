import MartletSQLite

extension LocalStore {
  package func receivedTimes(of positions: [UInt64], in id: ConversationID) throws(SQLiteError) -> [UInt64: Timestamp] {
    guard let key = try stored(id)?.key else { return [:] }
    var times: [UInt64: Timestamp] = [:]
    for seq in positions where EntryPage.isPosition(seq) {
      times[seq] = try database.statement(
        "SELECT arrived FROM entry WHERE conversation = ?1 AND seq = ?2 AND kind IN (1, 4) AND arrived > 0"
      ).first(.integer(key), .unsigned(seq)) { row throws(SQLiteError) in Timestamp(milliseconds: try row.integer(0)) }
    }
    return times
  }
}
