import MartletSQLite

/// Reads a user's local data beside the client that keeps it, without a lock and without writing to it.
///
/// Suits an app's extensions, such as one that shows a notification: it reads while the app has the directory open, in another
/// process, or has suspended its client, or does not run. Each call opens the database, reads as of one moment, and closes it.
/// Between calls nothing is held, so the system may suspend the process at any time.
///
/// ```swift
/// let reader = try MartletReader(directory: path)
/// let title = try await reader.conversation(.conversation(id))?.title
/// let messages = try await reader.history(of: .conversation(id), limit: 3)
/// ```
///
/// The folder itself has to be writable, because SQLite keeps an index of its log there while somebody reads. All functions throw
/// `.storageFailed` if the directory has no local data yet, or data of an older version that no client has opened since; and
/// `.storageNewer`.
public struct MartletReader: Sendable {
  private let directory: String
  private let lane: ReadingLane

  /// Starts a thread to read on; the directory is opened by each call.
  ///
  /// - Parameter directory: The folder, as in `MartletClient.Configuration.directory`.
  /// - Throws: `.systemExhausted`.
  public init(directory: String) throws(MartletError) {
    self.directory = directory
    do {
      lane = ReadingLane(executor: try ThreadExecutor(name: "martlet-read"))
    } catch {
      throw MartletError(.systemExhausted, "\(error)")
    }
  }

  /// Returns the user whose data this is; nil before the first connection of a client.
  ///
  /// - Throws: `.storageFailed`, `.storageNewer`.
  /// - Returns: The user.
  public func user() async throws(MartletError) -> UserID? { try await read { $0.user } }

  /// Returns a page of the user's conversations, latest activity first.
  ///
  /// - Parameters:
  ///   - previous: The last conversation of the previous page, as it was then; nil for the first page.
  ///   - limit: The largest number of conversations; 1 to 1,000.
  /// - Throws: `.storageFailed`, `.storageNewer`.
  /// - Returns: Conversations; empty at the end.
  public func conversations(
    after previous: Conversation? = nil, limit: Int
  ) async throws(MartletError) -> [Conversation] {
    let limit = min(max(limit, 1), 1_000)
    return try await read { try $0.conversations(after: previous, limit: limit) }
  }

  /// Returns a conversation.
  ///
  /// - Parameter destination: The conversation.
  /// - Throws: `.storageFailed`, `.storageNewer`.
  /// - Returns: The conversation; nil if it is not in the list.
  public func conversation(_ destination: Destination) async throws(MartletError) -> Conversation? {
    try await read { store in
      guard let id = destination.conversation(of: store.user) else { return nil }
      return try store.conversation(id).flatMap { $0.isRemoved ? nil : $0 }
    }
  }

  /// Returns the newest cached messages and notices before another, in ascending order.
  ///
  /// - Parameters:
  ///   - destination: The conversation.
  ///   - message: The other one; nil for the end.
  ///   - limit: The largest number of messages; 1 to 1,000, default 50.
  /// - Throws: `.argumentInvalid` for a message of another conversation; `.storageFailed`, `.storageNewer`.
  /// - Returns: Messages and notices, oldest first; fewer than `limit` if no more are cached.
  public func history(
    of destination: Destination, before message: MessageID? = nil, limit: Int = 50
  ) async throws(MartletError) -> [Message] {
    let found: (id: ConversationID, messages: [Message])? = try await read { store in
      guard let id = destination.conversation(of: store.user) else { return nil }
      return (id, try store.cachedHistory(of: id, before: message?.seq, limit: limit))
    }
    guard let found else { return [] }
    _ = try message?.position(in: found.id)
    return found.messages
  }

  /// Searches the cached messages of all conversations, as far as a client has indexed them.
  ///
  /// A client indexes a message about a tenth of a second after it arrives.
  ///
  /// - Parameters:
  ///   - query: The query: words, a sender or types.
  ///   - limit: The largest number of conversations; 1 to 100, default 20.
  ///   - cursor: `Page.next` of the previous page; nil for the first page.
  /// - Throws: `.argumentInvalid` if the query is empty; `.storageFailed`, `.storageNewer`.
  /// - Returns: Conversations, ordered by their latest message, newest first.
  public func search(
    _ query: SearchQuery, limit: Int = 20, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<SearchHit> {
    try query.checkWhole()
    let start = try PageCursor.hit(cursor)
    let limit = min(max(limit, 1), 100)
    return try await read { store in
      try store.search(query, limit: limit, after: start, isComplete: store.isIndexedWhole())
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (LocalStore) throws -> Value
  ) async throws(MartletError) -> Value {
    let path = SystemFiles.databasePath(in: directory)
    guard SystemFiles.holdsData(directory) else {
      throw MartletError(.storageFailed, "\(directory) has no local data; a client has to open it once")
    }
    do throws(SQLiteError) {
      return try await lane.run { () throws(SQLiteError) in
        let store = try LocalStore.reading(path)
        defer { store.database.close() }
        return try store.database.snapshot { () throws(SQLiteError) in try SQLiteError.only { try body(store) } }
      }
    } catch {
      throw MartletError(error)
    }
  }
}
