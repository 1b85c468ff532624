// Searches messages that this device has cached.
extension MartletClient {
  /// Searches the cached messages of all conversations.
  ///
  /// Works offline. Messages that were never fetched are not found; messages that have just arrived are.
  ///
  /// ```swift
  /// let page = try await client.search(SearchQuery("lunch"))
  /// for hit in page.items { show(hit.conversation, hit.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query: words, a sender or types.
  ///   - limit: The largest number of conversations; 1 to 100, default 20.
  ///   - cursor: `Page.next` of the previous page; nil for the first page.
  /// - Throws: `.argumentInvalid` if the query is empty; `.storageFailed`.
  /// - Returns: Conversations, ordered by their latest message, newest first.
  public nonisolated func search(
    _ query: SearchQuery, limit: Int = 20, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<SearchHit> {
    try query.checkWhole()
    let start = try PageCursor.hit(cursor)
    let limit = min(max(limit, 1), 100)
    let isComplete = try await catchUpIndex(of: nil)
    return try await readAside { try $0.search(query, limit: limit, after: start, isComplete: isComplete) }
  }

  /// Waits until the search index covers all cached messages.
  ///
  /// The index is built in the background. That takes more than a moment only after an update from a version without search:
  /// a few minutes for millions of messages.
  ///
  /// - Throws: `.cancelled`, `.storageFailed`.
  public func waitForIndex() async throws(MartletError) {
    while try indexSome() {
      guard !Task.isCancelled else { throw MartletError.cancelled }
      await Task.yield()
    }
  }

  nonisolated func search(
    _ destination: Destination, _ query: SearchQuery, before: UInt64?, limit: Int
  ) async throws(MartletError) -> Page<Message> {
    _ = try query.expression()
    let id = try await knownSoFar(destination)
    let limit = min(max(limit, 1), 100)
    let isComplete = try await catchUpIndex(of: id)
    let found = try await readAside { try $0.search(id, query, before: before, limit: limit, isComplete: isComplete) }
    guard let found else { throw .conversationUnknown }
    return found
  }

  /// Messages brought into the index in one transaction, so that nothing else waits long.
  private func catchUpIndex(of id: ConversationID?) throws(MartletError) -> Bool {
    defer { commitAtEndOfTurn() }
    return try engine.catchUpIndex(of: id)
  }

  private func indexSome() throws(MartletError) -> Bool {
    defer { commitAtEndOfTurn() }
    return try engine.indexSome()
  }
}

extension Chat {
  /// Searches the cached messages of this conversation.
  ///
  /// Works as `MartletClient.search(_:limit:after:)`. Without words, returns all messages that match the other conditions.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - limit: The largest number of messages; 1 to 100, default 20.
  ///   - cursor: `Page.next` of the previous page, or `.at` a message to search back from; nil for the newest message.
  /// - Throws: `.conversationUnknown`; `.argumentInvalid` if the text contains no words; `.storageFailed`.
  /// - Returns: Messages, newest first.
  public func search(
    _ query: SearchQuery, limit: Int = 20, after cursor: PageCursor? = nil
  ) async throws(MartletError) -> Page<Message> {
    try await client.search(destination, query, before: try PageCursor.position(cursor), limit: limit)
  }
}
