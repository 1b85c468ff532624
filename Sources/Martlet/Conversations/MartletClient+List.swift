// Queries of the list.
extension MartletClient {
  /// Returns conversations of the list that match a query, from the local database.
  ///
  /// - Parameter query: The filter and sort order.
  /// - Throws: `.storageFailed`.
  /// - Returns: All of them.
  public nonisolated func conversations(matching query: ConversationQuery) async throws(MartletError) -> [Conversation] {
    try await readAside { try $0.conversations(matching: query, after: nil, limit: .max) }
  }

  /// Returns conversations of the list that match a query, page by page, from the local database.
  ///
  /// - Parameters:
  ///   - query: The filter and sort order.
  ///   - limit: The largest number of conversations; 1 to 1,000.
  ///   - cursor: `Page.next` of the previous page; nil for the first page. If the conversation there no longer matches, the
  ///     page is empty.
  /// - Throws: `.storageFailed`; `.argumentInvalid` for a cursor of another call.
  /// - Returns: The conversations.
  public nonisolated func conversations(
    matching query: ConversationQuery, limit: Int, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<Conversation> {
    let (limit, previous) = (min(max(limit, 1), 1_000), try PageCursor.conversation(cursor))
    let found = try await readAside { try $0.conversations(matching: query, after: previous, limit: limit + 1) }
    return Page(Array(found.prefix(limit)), hasMore: found.count > limit) { .conversation($0.id) }
  }

  /// Returns conversations by id, in the order given, from the local database; those not in the list are left out.
  ///
  /// - Parameter ids: The ids.
  /// - Throws: `.storageFailed`.
  /// - Returns: The conversations.
  public nonisolated func conversations(_ ids: [ConversationID]) async throws(MartletError) -> [Conversation] {
    try await readAside { store in try ids.compactMap { try store.conversation($0) }.filter { !$0.isRemoved } }
  }

  /// Looks for conversations by members, title, attributes and time, on the server.
  ///
  /// It finds conversations of which the user is a member. The server looks at up to 1,000 conversations for one page, so a page
  /// may be empty although more follow: continue while `Page.next` is not nil. `conversations(_:)` returns the conversations
  /// themselves.
  ///
  /// - Parameters:
  ///   - search: The conditions.
  ///   - limit: The largest number of conversations; 1 to 200.
  ///   - cursor: `Page.next` of the previous page; nil for the first page.
  /// - Throws: `.server(.fieldInvalid)` for too many or malformed conditions; `.argumentInvalid` for a cursor of another call;
  ///   `.notConnected`; `.cancelled`.
  /// - Returns: The conversations' ids, latest change first.
  public func findConversations(
    _ search: ConversationSearch, limit: Int = 50, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<ConversationID> {
    let place = try PageCursor.position(cursor)
    return try await outcome { $0.find(search, after: place, limit: limit, for: $1, then: $2) }
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
