// History in its other forms: forward, around a place, by type, and on to this device.
extension Chat {
  /// Messages and notices before a position that this device holds, ascending, the newest of them; the server is asked for
  /// nothing.
  ///
  /// - Parameters:
  ///   - seq: The position; nil means the end.
  ///   - limit: How many at most; 1 to 1,000, default 50.
  /// - Throws: `.storageFailed`; on a new device as `id()`.
  /// - Returns: Messages and notices, the oldest first; fewer than `limit` where no more is held.
  public func heldHistory(before seq: UInt64? = nil, limit: Int = 50) async throws(MartletError) -> [Message] {
    let (id, limit) = (try await id(), min(max(limit, 1), 1_000))
    return try await client.readAside { store in
      guard let row = try store.stored(id) else { return [] }
      return try store.messages(of: row, before: seq ?? .max, limit: limit)
    }
  }

  /// Messages and notices after a position, ascending, the oldest of them.
  ///
  /// Without gaps, as `history(before:limit:)`: from this device where it holds them, else from the server.
  ///
  /// - Parameters:
  ///   - seq: The position; 0 begins with the first the user may see.
  ///   - limit: How many at most; 1 to 1,000, default 50.
  /// - Throws: `.conversationUnknown`; `.notConnected` where what follows is not held and no connection is wanted;
  ///   `.cancelled`.
  /// - Returns: Messages and notices, the oldest first; empty where there is nothing after that position yet.
  public func history(after seq: UInt64, limit: Int = 50) async throws(MartletError) -> [Message] {
    try await client.history(destination, after: seq, limit: limit)
  }

  /// The message or notice at a position with some before and after it, ascending and without gaps.
  ///
  /// - Parameters:
  ///   - seq: The position.
  ///   - before: How many before it at most; 0 to 500, default 25.
  ///   - after: How many after it at most; 0 to 500, default 25.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: Messages and notices, the oldest first.
  public func history(around seq: UInt64, before: Int = 25, after: Int = 25) async throws(MartletError) -> [Message] {
    let (before, after) = (min(max(before, 0), 500), min(max(after, 0), 500))
    let end = seq == .max ? seq : seq + 1
    let older = try await history(before: end, limit: before + 1)
    guard after > 0 else { return older }
    return older + (try await history(after: seq, limit: after))
  }

  /// The first message or notice stored at a moment or later, with some before and after it, ascending and without gaps.
  ///
  /// Where this device does not hold that time, the server is asked for some single entries to find it.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - before: How many before it at most; 0 to 500, default 25.
  ///   - after: How many after it at most; 0 to 500, default 25.
  /// - Throws: As `history(after:limit:)`.
  /// - Returns: Messages and notices, the oldest first.
  public func history(around time: Timestamp, before: Int = 25, after: Int = 25) async throws(MartletError) -> [Message] {
    try await history(around: try await client.position(destination, at: time), before: before, after: after)
  }

  /// Messages of some types before a position, descending.
  ///
  /// Looks first through what this device holds, then fetches older pages, ten at most for each call.
  ///
  /// - Parameters:
  ///   - types: The content types, at least one.
  ///   - position: `FoundMessages.next` of the page before, or any position; nil means the end.
  ///   - limit: How many at most; 1 to 100, default 20.
  /// - Throws: `.argumentInvalid` without types; else as `history(before:limit:)`.
  /// - Returns: Messages, the newest first, and where to go on.
  public func history(
    ofTypes types: [String], before position: UInt64? = nil, limit: Int = 20
  ) async throws(MartletError) -> FoundMessages {
    guard !types.isEmpty else { throw MartletError(.argumentInvalid, "name at least one type", field: "types") }
    return try await client.history(destination, ofTypes: Set(types), before: position, limit: min(max(limit, 1), 100))
  }

  /// The messages and notices at some positions; those that are not there, or may not be seen, are left out.
  ///
  /// - Parameter positions: At most 100.
  /// - Throws: `.argumentInvalid` for more; else as `history(after:limit:)`.
  /// - Returns: Messages and notices, ascending.
  public func messages(at positions: [UInt64]) async throws(MartletError) -> [Message] {
    try ContentCheck.count(positions.count, "positions", in: 0...100)
    var found: [Message] = []
    for seq in Set(positions).sorted() where seq > 0 {
      found += try await history(after: seq - 1, limit: 1).filter { $0.seq == seq }
    }
    return found
  }

  /// Fetches older history on to this device, page by page, until it holds the conversation back to a moment.
  ///
  /// After a new installation the list comes by itself, with the newest page of the hundred conversations with the latest
  /// activity; the rest comes when it is read, or with this.
  ///
  /// - Parameters:
  ///   - time: How far back; nil means to the first entry the user may see.
  ///   - limit: How many entries to hold at most; nil sets no limit.
  /// - Throws: `.conversationUnknown`; `.notConnected`; `.cancelled`: what was fetched until then is kept.
  /// - Returns: How many entries of the conversation this device holds now.
  @discardableResult
  public func download(since time: Timestamp? = nil, limit: Int? = nil) async throws(MartletError) -> Int {
    try await client.download(destination, since: time, limit: limit)
  }
}
