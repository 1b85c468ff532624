// Queries of the list.
extension MartletClient {
  /// Returns conversations of the list that match a query, from the local database.
  ///
  /// - Parameters:
  ///   - query: The filter and sort order.
  ///   - previous: The last conversation of the previous page; nil for the first page. If it no longer matches, the page is
  ///     empty.
  ///   - limit: The largest number of conversations; nil for all.
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations.
  public nonisolated func conversations(
    matching query: ConversationQuery, after previous: ConversationID? = nil, limit: Int? = nil
  ) async throws(MartletError) -> [Conversation] {
    let limit = max(limit ?? .max, 0)
    return try await readAside { try $0.conversations(matching: query, after: previous, limit: limit) }
  }

  /// Returns conversations by id, in the order given, from the local database; those not in the list are left out.
  ///
  /// - Parameter ids: The ids.
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations.
  public nonisolated func conversations(_ ids: [ConversationID]) async throws(MartletError) -> [Conversation] {
    try await readAside { store in try ids.compactMap { try store.conversation($0) }.filter { !$0.isRemoved } }
  }

  /// Returns the unread total of conversations, from the local database.
  ///
  /// - Parameter query: The filter; by default the whole list. Its order is ignored.
  /// - Throws: `.storageFailed`.
  /// - Returns: The total.
  public nonisolated func unreadTotal(
    _ query: ConversationQuery = ConversationQuery()
  ) async throws(MartletError) -> UnreadTotal {
    try await readAside { try $0.unreadTotal(query) }
  }

  /// Returns the ids of pinned conversations, last pinned first.
  ///
  /// Includes pinned direct conversations without messages, which are not in the list.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations' ids.
  public nonisolated func pinnedConversations() async throws(MartletError) -> [ConversationID] {
    try await readAside { try $0.pinned() }
  }
}
