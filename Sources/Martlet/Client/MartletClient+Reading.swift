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
    guard let core else { throw MartletError.closed }
    // A read may come upon damage, which the commit sees to.
    defer { if core.needsCommit { commitAtEndOfTurn() } }
    return try core.read { store throws(SQLiteError) in try SQLiteError.only { try body(store) } }
  }

  /// Changes the local data.
  ///
  /// The next commit reports the change.
  func change<Value>(_ body: (LocalStore) throws -> (Value, Changes)) throws(MartletError) -> Value {
    guard let core else { throw MartletError.closed }
    defer { if core.needsCommit { commitAtEndOfTurn() } }
    return try core.change { store throws(SQLiteError) in try SQLiteError.only { try body(store) } }
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
    try await connectedInTime()
    guard let id = destination.conversation(of: user) else {
      throw MartletError(.notConnected, "the user is unknown before the first connection; call connect()")
    }
    return id
  }

  func markRead(_ destination: Destination, upTo seq: UInt64?) async throws(MartletError) {
    let id = try await knownSoFar(destination)
    let marked = try change { store in
      let marked = try store.markRead(id, upTo: seq)
      return (marked?.seq, marked?.changes ?? Changes())
    }
    if let marked {
      input { $0.input { $0.marked(id, upTo: marked, at: now) } }
    } else if try read({ try $0.stored(id) }) == nil {
      throw .conversationUnknown
    }
  }

  // MARK: History

  nonisolated func history(_ destination: Destination, before: UInt64?, limit: Int) async throws(MartletError) -> [Message] {
    let limit = min(max(limit, 1), 1_000)
    if let held = await heldHistory(destination, before: before ?? .max, limit: limit) { return held }
    return try await fetchedHistory(destination, before: before, limit: limit)
  }

  private func fetchedHistory(
    _ destination: Destination, before: UInt64?, limit: Int
  ) async throws(MartletError) -> [Message] {
    let id = try await resolve(destination)
    let before = before ?? .max
    var isSettled = false
    var attempts = (first: UInt64.max, count: 0)
    while true {
      guard let row = try read({ try $0.stored(id) }) else {
        // It may be known to the server only.
        if !isSettled, core?.sync.isActive == true {
          isSettled = true
          if try await arrives(id) { continue }
        }
        if id.pair != nil { return [] }
        throw MartletError.conversationUnknown
      }
      if before <= row.start { return [] }
      if before < row.first { return try await remoteHistory(id, before: before, limit: limit) }
      let held = try read { try $0.messages(of: row, before: before, limit: limit) }
      if held.isEmpty, !isSettled, let sync = core?.sync, sync.isOpen, let shelf = sync.shelves[id],
        shelf.isBehind || shelf.last > row.last
      {
        // These entries are stored, or will be at the end of this turn.
        isSettled = true
        if try await arrives(id) { continue }
      }
      if held.count == limit || row.first <= row.start { return held }
      // Without a connection, return the cached part.
      if !held.isEmpty, core?.sync.isOpen != true { return held }
      // The cached range may move while a page is fetched, but retries must end.
      attempts = attempts.first == row.first ? (row.first, attempts.count + 1) : (row.first, 0)
      guard attempts.count < 10 else { throw .unexpectedAnswer }
      do {
        _ = try await call(.older(id, limit: max(limit, 50)))
      } catch {
        if !held.isEmpty, error.code == .notConnected || error.code == .timedOut { return held }
        throw error
      }
    }
  }

  /// Messages far before the cached range.
  ///
  /// They are not cached, because that would leave a gap.
  private func remoteHistory(
    _ id: ConversationID, before: UInt64, limit: Int
  ) async throws(MartletError) -> [Message] {
    var messages: [Message] = []
    var before = before
    while before > 1, messages.count < limit {
      let page = try await page(
        Wire.FetchEntries(conversation: id.text, to: before - 1, limit: UInt32(max(limit, 50)), newest: true), of: id)
      guard let first = page.entries.first?.seq, first < before else { break }
      messages = page.entries.compactMap { $0.message(of: id) } + messages
      before = first
    }
    return Array(messages.suffix(limit))
  }

  func page(_ fetch: Wire.FetchEntries, of id: ConversationID) async throws(MartletError) -> EntryPage {
    guard case .entries(let wire) = try await call(.read(.fetchEntries(fetch))), let page = EntryPage(wire),
      page.conversation == id
    else { throw .unexpectedAnswer }
    return page
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
    // The position comes from a peer or from the app, so it can be any number.
    guard position < Sync.lastPosition, let row = try read({ try $0.stored(id) }) else { return nil }
    let after = max(position, row.start - 1)
    guard after + 1 < row.first else {
      guard after < row.last else { return nil }
      let entries = try read { try $0.entries(of: row, after: after, limit: limit) }
      return entries.last.map { (entries, $0.seq) }
    }
    let wanted = Wire.FetchEntries(conversation: id.text, from: after + 1, to: row.first - 1, limit: UInt32(min(limit, 100)))
    let page = try await page(wanted, of: id)
    let entries = page.entries.filter { $0.seq > after }
    if let last = entries.last { return (entries, last.seq) }
    return page.first > after + 1 ? ([], page.first - 1) : nil
  }
}
