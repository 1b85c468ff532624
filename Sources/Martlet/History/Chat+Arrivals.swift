import MartletSQLite
import MartletWire

extension Chat {
  /// When messages and notices came onto this device, by its own clock.
  ///
  /// What was fetched as history came when it was fetched. `Message.time` is when the server stored them.
  ///
  /// - Parameter positions: Their positions, at most 1,000.
  /// - Throws: `.argumentInvalid` for more; `.storageFailed`; on a new device as `id()`.
  /// - Returns: The times by position; what this device does not hold, or got by a version that did not note it, is left out.
  public func arrivals(of positions: [UInt64]) async throws(MartletError) -> [UInt64: Timestamp] {
    try ContentCheck.count(positions.count, "positions", in: 0...1_000)
    let id = try await id()
    return try await client.readAside { try $0.arrivals(of: positions, in: id) }
  }
}

extension LocalStore {
  fileprivate func arrivals(of positions: [UInt64], in id: ConversationID) throws -> [UInt64: Timestamp] {
    guard let key = try stored(id)?.key else { return [:] }
    var times: [UInt64: Timestamp] = [:]
    for seq in positions where EntryPage.isPosition(seq) {
      times[seq] = try database.statement(
        "SELECT arrived FROM entry WHERE conversation = ?1 AND seq = ?2 AND kind IN (1, 4) AND arrived > 0"
      ).first(.integer(key), .unsigned(seq)) { Timestamp(milliseconds: try $0.integer(0)) }
    }
    return times
  }
}
