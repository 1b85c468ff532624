extension Chat {
  /// Returns when messages and notices arrived on this device, by its own clock.
  ///
  /// For fetched history, that is the time of the fetch. `Message.time` is the time when the server stored a message.
  ///
  /// - Parameter messages: Their ids; at most 1,000.
  /// - Throws: `.argumentInvalid` for more, and for one of another conversation; `.storageFailed`; on a new device as `id()`.
  /// - Returns: The times by id. Messages that are not cached are missing, and so are those that an older version
  ///   stored without a time.
  public func receivedTimes(of messages: [MessageID]) async throws(MartletError) -> [MessageID: Timestamp] {
    try ContentCheck.count(messages.count, "messages", in: 0...1_000)
    let id = try await id()
    let positions = try messages.positions(in: id)
    return id.messages(try await client.readAside { try $0.receivedTimes(of: positions, in: id) })
  }
}
