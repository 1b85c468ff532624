// Queries of the list.
extension MartletClient {
  /// Conversations of the list by their properties, as this device knows them.
  ///
  /// - Parameters:
  ///   - query: Which, and in which order.
  ///   - previous: The last conversation of the page before; nil begins. Where it is no longer among them, nothing follows.
  ///   - limit: How many at most; nil for all.
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations.
  public nonisolated func conversations(
    matching query: ConversationQuery, after previous: ConversationID? = nil, limit: Int? = nil
  ) async throws(MartletError) -> [Conversation] {
    let limit = max(limit ?? .max, 0)
    return try await readAside { try $0.conversations(matching: query, after: previous, limit: limit) }
  }

  /// Some conversations, in the order given, as this device knows them; those that are not in the list are left out.
  ///
  /// - Parameter ids: Which.
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations.
  public nonisolated func conversations(_ ids: [ConversationID]) async throws(MartletError) -> [Conversation] {
    try await readAside { store in try ids.compactMap { try store.conversation($0) }.filter { !$0.isRemoved } }
  }

  /// How much is unread in conversations, as this device knows it.
  ///
  /// - Parameter query: Which; all of the list by default. Its order means nothing here.
  /// - Throws: `.storageFailed`.
  /// - Returns: The total.
  public nonisolated func unreadTotal(
    _ query: ConversationQuery = ConversationQuery()
  ) async throws(MartletError) -> UnreadTotal {
    try await readAside { try $0.unreadTotal(query) }
  }

  /// What is pinned, those pinned last first: also direct conversations in which nothing was said yet, which are not in the
  /// list.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations' ids.
  public nonisolated func pinned() async throws(MartletError) -> [ConversationID] { try await readAside { try $0.pinned() } }
}
