import MartletWire

/// The entries of one conversation's log, or of all logs: existing ones first, then new ones as they arrive.
///
/// Within a conversation, entries arrive in order, each position once, without gaps, including edits and recalls, even if the
/// connection is lost in between. Missing entries are fetched page by page as they are read, so memory use does not depend on
/// the length of the log. When reading all conversations, a new conversation is read from the first entry that the user may
/// see.
///
/// The sequence ends when the client is disconnected or closed, or when the iterating task is cancelled. It throws when the
/// server closes the connection for good. Connect before iterating: if the client is not connecting, the sequence ends after
/// the cached entries. At most one page is buffered for a slow reader.
public struct Logs: AsyncSequence, Sendable {
  /// An entry.
  public typealias Element = LogItem
  /// The error of iteration.
  public typealias Failure = MartletError

  let client: MartletClient
  let scope: LogReader.Scope
  let start: LogStart

  /// Starts an independent iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(reader: LogReader(client, scope, start)) }

  /// An iterator over entries.
  public struct Iterator: AsyncIteratorProtocol {
    var reader: LogReader

    /// Waits for the next entry; returns nil at the end.
    ///
    /// - Throws: The server's reason if it closed the connection for good; `.storageFailed` if the local database cannot be
    ///   read.
    /// - Returns: The entry.
    public mutating func next() async throws(MartletError) -> LogItem? { try await reader.next() }

    /// Waits for the next entry; returns nil at the end.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Throws: As `next()`.
    /// - Returns: The entry.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(MartletError) -> LogItem? {
      try await reader.next()
    }
  }
}

/// The position of a reader in its logs.
struct LogReader {
  enum Scope: Sendable {
    case all
    case one(Destination)
  }

  private let client: MartletClient
  private let scope: Scope
  private let start: LogStart
  private let waker = LogWaker()
  private var hasBegun = false
  /// The conversation that `scope` names; nil for all.
  private var only: ConversationID?
  /// The last position read of each conversation.
  private var positions: [ConversationID: UInt64] = [:]
  /// Conversations that may have more.
  private var dirty = DistinctFifo<ConversationID>()
  private var page = Fifo<LogItem>()

  init(_ client: MartletClient, _ scope: Scope, _ start: LogStart) {
    self.client = client
    self.scope = scope
    self.start = start
  }

  mutating func next() async throws(MartletError) -> LogItem? {
    while !Task.isCancelled {
      if let item = page.removeFirst() { return item }
      do {
        if !hasBegun { try await begin() }
        look(at: waker.take())
        if let id = dirty.first {
          try await read(id)
          continue
        }
      } catch {
        if Task.isCancelled || [.notConnected, .closed, .suspended].contains(error.code) { return nil }
        throw error
      }
      switch await waker.wait() {
      case .changed(let ids): look(at: ids)
      case .ended(nil), .cancelled: return nil
      case .ended(let error?): throw error
      }
    }
    return nil
  }

  private mutating func begin() async throws(MartletError) {
    if case .one(let destination) = scope { only = try await client.resolve(destination) }
    for (id, newest) in try await client.listen(waker) {
      switch start {
      case .first: positions[id] = 0
      case .after(let seq): positions[id] = seq
      case .next: positions[id] = newest
      }
      look(at: [id])
    }
    if let only, positions[only] == nil {
      if case .after(let seq) = start { positions[only] = seq }
      look(at: [only])
    }
    hasBegun = true
  }

  private mutating func look(at ids: Set<ConversationID>) {
    for id in ids.sorted(by: { $0.text < $1.text }) where only == nil || only == id { dirty.append(id) }
  }

  /// Reads a page, or finds that there is no more for now.
  private mutating func read(_ id: ConversationID) async throws(MartletError) {
    let position = positions[id] ?? 0
    guard let next = try await entries(of: id, after: position), next.upTo > position else {
      dirty.removeFirst()
      return
    }
    positions[id] = next.upTo
    page = Fifo(next.entries.compactMap { $0.item(of: id) })
  }

  private func entries(
    of id: ConversationID, after position: UInt64
  ) async throws(MartletError) -> (entries: [Wire.Entry], upTo: UInt64)? {
    do {
      return try await client.entryPage(of: id, after: position, limit: 100)
    } catch {
      // The user left meanwhile; there is nothing more to read.
      if error.code == .conversationUnknown { return nil }
      throw error
    }
  }
}
