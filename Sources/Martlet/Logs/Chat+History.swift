// History in its other forms: forward, around a place, by type, and on to this device.
extension Chat {
  /// Returns the newest cached messages and notices before another, in ascending order, without asking the server.
  ///
  /// - Parameters:
  ///   - message: The other one; nil for the end.
  ///   - limit: The largest number of messages; 1 to 1,000, default 50.
  /// - Throws: `.storageFailed`; `.argumentInvalid` for a message of another conversation; on a new device as `id()`.
  /// - Returns: Messages and notices, oldest first; fewer than `limit` if no more are cached.
  public func cachedHistory(
    before message: MessageID? = nil, limit: Int = 50
  ) async throws(MartletError) -> [Message] {
    let id = try await id()
    let seq = try message?.position(in: id)
    return try await client.readAside { try $0.cachedHistory(of: id, before: seq, limit: limit) }
  }

  /// Returns the oldest messages and notices after another, in ascending order and without gaps.
  ///
  /// Reads cached messages and fetches missing ones from the server.
  ///
  /// - Parameters:
  ///   - message: The other one; nil starts with the first one that the user may see.
  ///   - limit: The largest number of messages; 1 to 1,000, default 50.
  /// - Throws: `.conversationUnknown`; `.notConnected` if messages are missing and the client is not connecting;
  ///   `.argumentInvalid` for a message of another conversation; `.cancelled`.
  /// - Returns: Messages and notices, oldest first; empty if nothing follows yet.
  public func history(after message: MessageID?, limit: Int = 50) async throws(MartletError) -> [Message] {
    try await client.history(destination, after: try await position(of: message) ?? 0, limit: limit)
  }

  /// Returns a message or notice with some before and after it, in ascending order and without gaps.
  ///
  /// - Parameters:
  ///   - message: The message or notice.
  ///   - before: The largest number of messages before it; 0 to 500, default 25.
  ///   - after: The largest number of messages after it; 0 to 500, default 25.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: Messages and notices, oldest first.
  public func history(
    around message: MessageID, before: Int = 25, after: Int = 25
  ) async throws(MartletError) -> [Message] {
    let seq = try await position(of: message)
    return try await client.outcome {
      $0.history(destination, around: seq, before: before, after: after, for: $1, then: $2)
    }
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
    try await client.outcome { $0.history(destination, around: time, before: before, after: after, for: $1, then: $2) }
  }

  /// Returns messages of some content types, in descending order.
  ///
  /// Searches cached messages first, then fetches older pages, at most ten per call.
  ///
  /// - Parameters:
  ///   - types: The content types, at least one.
  ///   - limit: The largest number of messages; 1 to 100, default 20.
  ///   - cursor: `Page.next` of the previous page, or `.at` a message; nil for the end.
  /// - Throws: `.argumentInvalid` without types; otherwise as `history(before:limit:)`.
  /// - Returns: Messages, newest first.
  public func history(
    ofTypes types: [String], limit: Int = 20, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<Message> {
    let before = try PageCursor.position(cursor)
    return try await client.outcome {
      $0.history(destination, ofTypes: Set(types), before: before, limit: limit, for: $1, then: $2)
    }
  }

  /// Returns messages and notices by id, leaving out those that do not exist or are not visible.
  ///
  /// - Parameter messages: The ids; at most 100.
  /// - Throws: `.argumentInvalid` for more, and for one of another conversation; otherwise as `history(after:limit:)`.
  /// - Returns: Messages and notices, in ascending order.
  public func messages(_ messages: [MessageID]) async throws(MartletError) -> [Message] {
    let positions = try await positions(of: messages)
    return try await client.outcome { $0.messages(positions, in: destination, for: $1, then: $2) }
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
    try await client.outcome { $0.download(destination, since: time, limit: limit, for: $1, then: $2) }
  }
}
