import MartletSQLite
import MartletWire

// The search index, continued while the client has nothing else to do.
extension ClientEngine {
  private static let indexedAtOnce = 400
  private static let pause: UInt64 = 100_000_000

  func planIndexing() {
    guard indexesAt == nil, !core.store.isIndexed else { return }
    indexesAt = now.addingClamped(Self.pause)
  }

  func continueIndexing() {
    indexesAt = nil
    // If it fails, the next commit tries again.
    if (try? indexSome()) != nil { planIndexing() }
  }

  /// Indexes a batch of messages.
  ///
  /// - Returns: True if messages remain.
  package func indexSome() throws(MartletError) -> Bool {
    try read { store throws(SQLiteError) in try store.indexSome(Self.indexedAtOnce) }
  }

  /// Indexes new messages before a search.
  ///
  /// - Returns: True if the index of the conversation, or of all, is complete. A search does not wait until a new index is.
  package func catchUpIndex(of id: ConversationID?) throws(MartletError) -> Bool {
    if try indexSome() { _ = try indexSome() }
    return try read { store throws(SQLiteError) in try store.isIndexed(id) }
  }

  /// Searches all conversations, and returns those found, newest message first.
  package func search(
    _ query: SearchQuery, limit: Int, after cursor: PageCursor? = nil
  ) throws(MartletError) -> Page<SearchHit> {
    try query.checkWhole()
    let start = try PageCursor.hit(cursor)
    let isComplete = try catchUpIndex(of: nil)
    let limit = min(max(limit, 1), 100)
    return try read { store throws(SQLiteError) in
      try store.search(query, limit: limit, after: start, isComplete: isComplete)
    }
  }
}

extension ClientEngine {
  /// Searches the cached messages of a conversation, newest first.
  package func search(
    _ id: ConversationID, _ query: SearchQuery, before: UInt64?, limit: Int
  ) throws(MartletError) -> Page<Message> {
    _ = try query.expression()
    let isComplete = try catchUpIndex(of: id)
    let limit = min(max(limit, 1), 100)
    let found = try read { store throws(SQLiteError) in
      try store.search(id, query, before: before, limit: limit, isComplete: isComplete)
    }
    guard let found else { throw .conversationUnknown }
    return found
  }
}

extension SearchQuery {
  /// Checks a query over all conversations.
  package func checkWhole() throws(MartletError) {
    guard try expression() != nil else {
      throw MartletError(.argumentInvalid, "search for words, a sender or types; for a time alone use history", field: "text")
    }
  }
}
