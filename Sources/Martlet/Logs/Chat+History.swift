// History in its other forms: forward, around a place, by type, and on to this device.
extension Chat {
  /// Returns the newest cached messages and notices before a position, in ascending order, without asking the server.
  ///
  /// - Parameters:
  ///   - seq: The position; nil for the end.
  ///   - limit: The largest number of messages; 1 to 1,000, default 50.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: Messages and notices, oldest first; fewer than `limit` if no more are cached.
  public func cachedHistory(before seq: UInt64? = nil, limit: Int = 50) async throws(MartletError) -> [Message] {
    let id = try await id()
    return try await client.readAside { try $0.cachedHistory(of: id, before: seq, limit: limit) }
  }

  /// Returns the oldest messages and notices after a position, in ascending order and without gaps.
  ///
  /// Reads cached messages and fetches missing ones from the server.
  ///
  /// - Parameters:
  ///   - seq: The position; 0 starts with the first entry that the user may see.
  ///   - limit: The largest number of messages; 1 to 1,000, default 50.
  /// - Throws: `.conversationUnknown`; `.notConnected` if messages are missing and the client is not connecting;
  ///   `.cancelled`.
  /// - Returns: Messages and notices, oldest first; empty if there is nothing after that position yet.
  public func history(after seq: UInt64, limit: Int = 50) async throws(MartletError) -> [Message] {
    try await client.history(destination, after: seq, limit: limit)
  }

  /// Returns the message or notice at a position with some before and after it, in ascending order and without gaps.
  ///
  /// - Parameters:
  ///   - seq: The position.
  ///   - before: The largest number of messages before it; 0 to 500, default 25.
  ///   - after: The largest number of messages after it; 0 to 500, default 25.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: Messages and notices, oldest first.
  public func history(around seq: UInt64, before: Int = 25, after: Int = 25) async throws(MartletError) -> [Message] {
    let (before, after) = (min(max(before, 0), 500), min(max(after, 0), 500))
    let end = seq == .max ? seq : seq + 1
    let older = try await history(before: end, limit: before + 1)
    guard after > 0 else { return older }
    return older + (try await history(after: seq, limit: after))
  }

  /// Returns the first message or notice at or after a time with some before and after it, in ascending order and without
  /// gaps.
  ///
  /// If that time is not cached, the client finds it on the server with a binary search over single entries.
  ///
  /// - Parameters:
  ///   - time: The time, by the server's clock.
  ///   - before: The largest number of messages before it; 0 to 500, default 25.
  ///   - after: The largest number of messages after it; 0 to 500, default 25.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: Messages and notices, oldest first.
  public func history(around time: Timestamp, before: Int = 25, after: Int = 25) async throws(MartletError) -> [Message] {
    try await history(around: try await client.position(destination, at: time), before: before, after: after)
  }

  /// Returns messages of some content types before a position, in descending order.
  ///
  /// Searches cached messages first, then fetches older pages, at most ten per call.
  ///
  /// - Parameters:
  ///   - types: The content types, at least one.
  ///   - position: `FoundMessages.next` of the previous page, or any position; nil for the end.
  ///   - limit: The largest number of messages; 1 to 100, default 20.
  /// - Throws: `.argumentInvalid` without types; otherwise as `history(before:limit:)`.
  /// - Returns: Messages, newest first, and the position to continue from.
  public func history(
    ofTypes types: [String], before position: UInt64? = nil, limit: Int = 20
  ) async throws(MartletError) -> FoundMessages {
    guard !types.isEmpty else { throw MartletError(.argumentInvalid, "pass at least one type", field: "types") }
    return try await client.history(destination, ofTypes: Set(types), before: position, limit: min(max(limit, 1), 100))
  }

  /// Returns the messages and notices at some positions, leaving out those that do not exist or are not visible.
  ///
  /// - Parameter positions: The positions; at most 100.
  /// - Throws: `.argumentInvalid` for more; otherwise as `history(after:limit:)`.
  /// - Returns: Messages and notices, in ascending order.
  public func messages(at positions: [UInt64]) async throws(MartletError) -> [Message] {
    try ContentCheck.count(positions.count, "positions", in: 0...100)
    var found: [Message] = []
    for seq in Set(positions).sorted() where seq > 0 {
      found += try await history(after: seq - 1, limit: 1).filter { $0.seq == seq }
    }
    return found
  }

  /// Downloads older history, page by page, until the device holds the conversation back to a time.
  ///
  /// After a new installation the client downloads the list, and the newest page of the hundred most recently active
  /// conversations. Older history is fetched when it is read, or with this function.
  ///
  /// - Parameters:
  ///   - time: How far back; nil for the first entry that the user may see.
  ///   - limit: The largest number of entries to hold; nil for no limit.
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`. Pages already downloaded are kept.
  /// - Returns: The number of entries of the conversation that this device now holds.
  @discardableResult
  public func download(since time: Timestamp? = nil, limit: Int? = nil) async throws(MartletError) -> Int {
    try await client.download(destination, since: time, limit: limit)
  }
}
