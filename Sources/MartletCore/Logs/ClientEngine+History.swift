import MartletSQLite
import MartletWire

// History. The cache is read first; missing entries are fetched.
extension ClientEngine {
  private static let mostMessages = 1_000
  /// Fetches at the same place after which a page is given up: the cached range may move meanwhile, but retries must end.
  private static let mostAttempts = 10

  /// The cached messages before a position, the newest of them, in ascending order.
  package func cachedHistory(
    _ destination: Destination, before: UInt64, limit: Int, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        then(.success(try read { store throws(SQLiteError) in try store.cachedHistory(of: id, before: before, limit: limit) }))
      }
    }
  }

  /// Messages before a position, the newest of them, in ascending order and without gaps.
  package func history(
    _ destination: Destination, before: UInt64, limit: Int, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    resolve(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        let limit = min(max(limit, 1), Self.mostMessages)
        try fill(OlderPage(id: id, before: before, limit: limit, operation: operation, then: then))
      }
    }
  }

  private struct OlderPage {
    let id: ConversationID
    let before: UInt64
    let limit: Int
    let operation: Operation
    let then: Completion<[Message]>
    /// True once the entries that the device knew of have arrived.
    var isSettled = false
    var attempts = (first: UInt64.max, count: 0)
  }

  private func fill(_ page: OlderPage) throws(MartletError) {
    let id = page.id
    guard let row = try read({ store throws(SQLiteError) in try store.stored(id) }) else {
      let absent: Result<[Message], MartletError> = id.pair != nil ? .success([]) : .failure(.conversationUnknown)
      // It may be known to the server only. A direct conversation may begin offline.
      guard !page.isSettled, core.sync.isActive || id.pair == nil else { return page.then(absent) }
      return settle(page, ifAbsent: absent)
    }
    if page.before <= row.start { return page.then(.success([])) }
    if page.before < row.first { return fetchOlder(page, before: page.before, found: []) }
    let held = try read { store throws(SQLiteError) in try store.messages(of: row, before: page.before, limit: page.limit) }
    if held.isEmpty, !page.isSettled, core.sync.isOpen, let shelf = core.sync.shelves[id],
      shelf.isBehind || shelf.last > row.last
    {
      // These entries are stored, or will be at the end of this turn.
      return settle(page, ifAbsent: .success([]))
    }
    if held.count == page.limit || row.first <= row.start { return page.then(.success(held)) }
    // Without a connection, return the cached part.
    if !held.isEmpty, !core.sync.isOpen { return page.then(.success(held)) }
    try extend(page, from: row.first, held: held)
  }

  /// Waits for what is on its way, and then continues.
  private func settle(_ page: OlderPage, ifAbsent absent: Result<[Message], MartletError>) {
    var page = page
    page.isSettled = true
    arrives(page.id, for: page.operation) { [self, page] result in
      proceed(result, page.then) { isMember throws(MartletError) in
        guard isMember else { return page.then(absent) }
        try fill(page)
      }
    }
  }

  /// Extends the cached range backwards.
  private func extend(_ page: OlderPage, from first: UInt64, held: [Message]) throws(MartletError) {
    var page = page
    page.attempts = page.attempts.first == first ? (first, page.attempts.count + 1) : (first, 0)
    guard page.attempts.count < Self.mostAttempts else { throw .unexpectedAnswer }
    call(.older(page.id, limit: max(page.limit, 50)), for: page.operation) { [self, page] result in
      if case .failure(let error) = result, !held.isEmpty, error.code == .notConnected || error.code == .timedOut {
        return page.then(.success(held))
      }
      proceed(result, page.then) { _ throws(MartletError) in try fill(page) }
    }
  }

  /// Messages far before the cached range.
  ///
  /// They are not cached, because that would leave a gap.
  private func fetchOlder(_ page: OlderPage, before: UInt64, found: [Message]) {
    guard before > 1, found.count < page.limit else { return page.then(.success(Array(found.suffix(page.limit)))) }
    let wanted = Wire.FetchEntries(
      conversation: page.id.text, to: before - 1, limit: UInt32(max(page.limit, 50)), newest: true)
    self.page(wanted, of: page.id, for: page.operation) { [self] result in
      proceed(result, page.then) { fetched throws(MartletError) in
        guard let first = fetched.entries.first?.seq, first < before else {
          return page.then(.success(Array(found.suffix(page.limit))))
        }
        fetchOlder(page, before: first, found: fetched.entries.compactMap { $0.message(of: page.id) } + found)
      }
    }
  }

  /// Messages after a position, the oldest of them, in ascending order and without gaps.
  package func history(
    _ destination: Destination, after seq: UInt64, limit: Int, for operation: Operation, then: @escaping Completion<[Message]>
  ) {
    known(destination, for: operation) { [self] result in
      proceed(result, then) { id throws(MartletError) in
        let limit = min(max(limit, 1), Self.mostMessages)
        collect(id, after: seq, limit: limit, found: [], for: operation, then: then)
      }
    }
  }

  private func collect(
    _ id: ConversationID, after position: UInt64, limit: Int, found: [Message], for operation: Operation,
    then: @escaping Completion<[Message]>
  ) {
    guard found.count < limit else { return then(.success(Array(found.prefix(limit)))) }
    entryPage(of: id, after: position, limit: limit, for: operation) { [self] result in
      proceed(result, then) { page throws(MartletError) in
        guard let page else { return then(.success(found)) }
        let messages = page.entries.compactMap { $0.message(of: id) }
        collect(id, after: page.upTo, limit: limit, found: found + messages, for: operation, then: then)
      }
    }
  }

  // MARK: Entries

  /// Entries from the server.
  package func page(
    _ fetch: Wire.FetchEntries, of id: ConversationID, for operation: Operation, then: @escaping Completion<EntryPage>
  ) {
    call(.read(.fetchEntries(fetch)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .entries(let wire) = body, let page = EntryPage(wire), page.conversation == id else {
          throw .unexpectedAnswer
        }
        then(.success(page))
      }
    }
  }

  /// A page of a log's entries after a position, and the last position that the page covers.
  ///
  /// Reads cached entries; otherwise fetches them from the server without caching them. Fails with `.conversationUnknown` if the
  /// user is no longer a member. The outcome is nil if there are no such entries yet.
  package func entryPage(
    of id: ConversationID, after position: UInt64, limit: Int, for operation: Operation,
    then: @escaping Completion<(entries: [Wire.Entry], upTo: UInt64)?>
  ) {
    attempt(then) { () throws(MartletError) in
      // The position comes from a peer or from the app, so it can be any number.
      guard position < Sync.lastPosition,
        let row = try read({ store throws(SQLiteError) in try store.stored(id) })
      else { return then(.success(nil)) }
      let after = max(position, row.start - 1)
      guard after + 1 < row.first else {
        guard after < row.last else { return then(.success(nil)) }
        let entries = try read { store throws(SQLiteError) in try store.entries(of: row, after: after, limit: limit) }
        return then(.success(entries.last.map { (entries, $0.seq) }))
      }
      let wanted = Wire.FetchEntries(
        conversation: id.text, from: after + 1, to: row.first - 1, limit: UInt32(min(limit, 100)))
      page(wanted, of: id, for: operation) { result in
        then(
          result.map { page in
            let entries = page.entries.filter { $0.seq > after }
            if let last = entries.last { return (entries, last.seq) }
            return page.first > after + 1 ? ([], page.first - 1) : nil
          })
      }
    }
  }
}
