// Searching what this device holds.
extension MartletClient {
  /// Looks for messages in all conversations.
  ///
  /// Looks through what this device holds, with or without a connection; what was not fetched yet is not found. What has
  /// just arrived is found.
  ///
  /// ```swift
  /// let page = try await client.search(SearchQuery("lunch"))
  /// for hit in page.hits { show(hit.conversation, hit.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: What to look for: words, a sender or types.
  ///   - limit: How many conversations at most; 1 to 100, default 20.
  ///   - cursor: `SearchPage.next` of the page before; nil begins.
  /// - Throws: `.argumentInvalid` where there is nothing to look for; `.storageFailed`.
  /// - Returns: Conversations, that with the latest message first.
  public nonisolated func search(
    _ query: SearchQuery, limit: Int = 20, after cursor: SearchPage.Cursor? = nil
  ) async throws(MartletError) -> SearchPage {
    _ = try query.expression()
    let limit = min(max(limit, 1), 100)
    let isComplete = try await catchUpIndex(of: nil)
    return try await readAside { try $0.search(query, limit: limit, after: cursor, isComplete: isComplete) }
  }

  /// Waits until everything this device holds can be found.
  ///
  /// The index is made beside everything else; only after a version without search does that take more than a moment, some
  /// minutes for millions of messages.
  ///
  /// - Throws: `.cancelled`, `.storageFailed`.
  public func searchIsComplete() async throws(MartletError) {
    while try indexSome() {
      guard !Task.isCancelled else { throw MartletError.cancelled }
      await Task.yield()
    }
  }

  nonisolated func search(
    _ destination: Destination, _ query: SearchQuery, before: UInt64?, limit: Int
  ) async throws(MartletError) -> FoundMessages {
    _ = try query.expression()
    let id = try await knownSoFar(destination)
    let limit = min(max(limit, 1), 100)
    let isComplete = try await catchUpIndex(of: id)
    return try await readAside { try $0.search(id, query, before: before, limit: limit, isComplete: isComplete) }
  }

  /// Messages brought into the index in one transaction, so that nothing else waits long.
  private static let indexedAtOnce = 400

  /// Brings what has just come into the index.
  ///
  /// - Returns: Whether that is everything.
  private func catchUpIndex(of id: ConversationID?) throws(MartletError) -> Bool {
    // What is new comes first; the rest of an index that is only being made need not be waited for.
    if try indexSome() { _ = try indexSome() }
    return try read { try $0.isIndexed(id) }
  }

  private func indexSome() throws(MartletError) -> Bool { try read { try $0.indexSome(Self.indexedAtOnce) } }

  /// Goes on with the index a moment from now, where there is something to do.
  func scheduleIndexing() {
    guard indexing == nil, core?.store.search.isDone == false else { return }
    indexing = transport.schedule(after: .milliseconds(100)) { [weak self] in
      self?.assumeIsolated { client in
        client.indexing = nil
        // Where it fails, the next commit tries again.
        if (try? client.indexSome()) != nil { client.scheduleIndexing() }
      }
    }
  }
}

extension Chat {
  /// Looks for messages of this conversation.
  ///
  /// As `MartletClient.search(_:limit:after:)`; with no words, all messages are found that the other conditions hold for.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - position: `FoundMessages.next` of the page before, or any position to go back from; nil begins with the newest.
  ///   - limit: How many at most; 1 to 100, default 20.
  /// - Throws: `.conversationUnknown`; `.argumentInvalid` where the text holds nothing to look for; `.storageFailed`.
  /// - Returns: Messages, the newest first.
  public func search(
    _ query: SearchQuery, before position: UInt64? = nil, limit: Int = 20
  ) async throws(MartletError) -> FoundMessages {
    try await client.search(destination, query, before: position, limit: limit)
  }
}
