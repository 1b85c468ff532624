import MartletSQLite
import MartletWire

// The list, history, and logs.
extension MartletClient {
  /// Returns the user's conversations, latest activity first, from the local database.
  ///
  /// - Throws: `.storageFailed`.
  /// - Returns: All conversations.
  public nonisolated func conversations() async throws(MartletError) -> [Conversation] {
    try await readAside { try $0.conversations() }
  }

  /// Returns a page of the user's conversations, latest activity first, from the local database.
  ///
  /// As fast for fifty thousand conversations as for ten.
  ///
  /// - Parameters:
  ///   - previous: The last conversation of the previous page, as it was then; nil for the first page.
  ///   - limit: The largest number of conversations; 1 to 1,000.
  /// - Throws: `.storageFailed`.
  /// - Returns: Conversations; empty at the end.
  public nonisolated func conversations(
    after previous: Conversation? = nil, limit: Int
  ) async throws(MartletError) -> [Conversation] {
    let limit = min(max(limit, 1), 1_000)
    return try await readAside { try $0.conversations(after: previous, limit: limit) }
  }

  /// Returns the direct conversation with a user, which its first message creates.
  public nonisolated func chat(with user: UserID) -> Chat { Chat(client: self, destination: .user(user)) }

  /// Returns a conversation by its id.
  public nonisolated func chat(_ id: ConversationID) -> Chat { Chat(client: self, destination: .conversation(id)) }

  /// Returns a conversation by its destination.
  public nonisolated func chat(to destination: Destination) -> Chat { Chat(client: self, destination: destination) }

  /// Returns the entries of all conversations' logs, including conversations that appear later.
  ///
  /// - Parameter start: The starting point for the conversations known now; later ones are read from the first entry that the
  ///   user may see.
  /// - Returns: The entries: existing ones first, then new ones as they arrive.
  public nonisolated func logs(from start: LogStart) -> Logs { Logs(client: self, scope: .all, start: start) }

  func read<Value>(_ body: (LocalStore) throws -> Value) throws(MartletError) -> Value {
    defer { commitAtEndOfTurn() }
    return try engine.read { store throws(SQLiteError) in try SQLiteError.only { try body(store) } }
  }

  /// Reads on the reading thread, without waiting for the client.
  ///
  /// If that is impossible, reads on the client's own thread.
  nonisolated func readAside<Value: Sendable>(
    _ body: @escaping @Sendable (LocalStore) throws -> Value
  ) async throws(MartletError) -> Value {
    if let value = await reader?.read(body) { return value }
    return try await read(body)
  }

  /// The conversation that is meant.
  ///
  /// Its id may contain the user of this device, which a new device learns on its first connection: then this waits, for
  /// `Configuration.requestTimeout` at most.
  func resolve(_ destination: Destination) async throws(MartletError) -> ConversationID {
    if let id = destination.conversation(of: user) { return id }
    return try await outcome { $0.resolve(destination, for: $1, then: $2) }
  }

  func markRead(_ destination: Destination, upTo seq: UInt64?) async throws(MartletError) {
    try await outcome { $0.markRead(destination, upTo: seq, for: $1, then: $2) }
  }

  // MARK: History

  nonisolated func history(_ destination: Destination, before: UInt64?, limit: Int) async throws(MartletError) -> [Message] {
    let limit = min(max(limit, 1), 1_000)
    if let held = await cachedHistory(destination, before: before ?? .max, limit: limit) { return held }
    return try await fetchedHistory(destination, before: before, limit: limit)
  }

  private func fetchedHistory(
    _ destination: Destination, before: UInt64?, limit: Int
  ) async throws(MartletError) -> [Message] {
    try await outcome { $0.history(destination, before: before ?? .max, limit: limit, for: $1, then: $2) }
  }

  func page(_ fetch: Wire.FetchEntries, of id: ConversationID) async throws(MartletError) -> EntryPage {
    try await outcome { $0.page(fetch, of: id, for: $1, then: $2) }
  }

  // MARK: Logs

  /// Registers a reader's waker, and returns the newest known position of each conversation.
  ///
  /// Both happen in one step, so that nothing is stored between them.
  func listen(_ waker: LogWaker) throws(MartletError) -> [(id: ConversationID, newest: UInt64)] {
    wakers.removeAll { $0.waker == nil }
    wakers.append(WeakWaker(waker: waker))
    if core?.sync.isActive != true {
      if case .ended(let error) = state { waker.end(error) } else { waker.end(nil) }
    }
    return try read { store in try store.state().shelves.map { (id: $0.0, newest: $0.1.head) } }
  }

  /// A page of a log's entries after a position, and the last position that the page covers.
  ///
  /// Reads cached entries; otherwise fetches them from the server without caching them.
  ///
  /// - Parameters:
  ///   - id: The conversation.
  ///   - position: The position.
  ///   - limit: The largest number of entries; the server returns at most 100.
  /// - Throws: `.conversationUnknown` from the server, if the user is no longer a member.
  /// - Returns: The page; nil if there are no such entries yet.
  func entryPage(
    of id: ConversationID, after position: UInt64, limit: Int
  ) async throws(MartletError) -> (entries: [Wire.Entry], upTo: UInt64)? {
    try await outcome { $0.entryPage(of: id, after: position, limit: limit, for: $1, then: $2) }
  }
}
