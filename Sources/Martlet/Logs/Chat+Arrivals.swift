extension Chat {
  /// Returns when messages and notices arrived on this device, by its own clock.
  ///
  /// For fetched history, that is the time of the fetch. `Message.time` is the time when the server stored a message.
  ///
  /// - Parameter positions: The positions; at most 1,000.
  /// - Throws: `.argumentInvalid` for more; `.storageFailed`; on a new device as `id()`.
  /// - Returns: The times by position. Positions that are not cached are missing, and so are those that an older version
  ///   stored without a time.
  public func receivedTimes(of positions: [UInt64]) async throws(MartletError) -> [UInt64: Timestamp] {
    try ContentCheck.count(positions.count, "positions", in: 0...1_000)
    let id = try await id()
    return try await client.readAside { try $0.receivedTimes(of: positions, in: id) }
  }
}
