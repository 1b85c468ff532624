import MartletSQLite
import MartletWire
import Synchronization

/// The store in a directory of this machine: one SQLite file, one writer with group commit, readers beside it.
///
/// `synchronous=FULL` makes a commit durable before anyone is told. `secure_delete=ON` overwrites what recalls
/// and edits replace; until the write-ahead log has gone round once more, or the store was closed, it still holds
/// the page as it was. Other programs may read the file meanwhile, but must not write or checkpoint it.
package final class SQLiteStore: Store {
  /// What may be set.
  package struct Options: Sendable {
    /// Connections that read; each has a thread.
    package var readers = 2
    /// About how many rows one commit writes at most; more wait for the next.
    package var batchLimit = 4000
    /// Pages of 4 KiB in the write-ahead log at which it is copied into the database.
    package var checkpointPages = 4000
    /// The writer's page cache; each reader has an eighth.
    package var cacheKiB: Int64 = 65_536
    /// Conversations whose newest state is kept in memory, at most twice as many.
    package var cachedConversations = 16_384
    /// How long requests with a time in their id are recognised, in milliseconds of the time given with appends.
    package var rememberedMilliseconds: Int64 = 8 * 86_400_000
    /// The name of a registered SQLite file layer; nil for the system's.
    package var vfs: String?
    /// Told of each durable commit, on the writer's thread, before its callers are.
    package var onCommit: (@Sendable (Commit) -> Void)?

    package init() {}
  }

  /// A durable commit, for measuring.
  package struct Commit: Sendable {
    /// Calls that were committed together.
    package var calls: Int
    /// Entries they added to conversation logs.
    package var entries: Int
    /// From the first change until all of it was on the disk.
    package var duration: Duration
  }

  /// The database within the directory.
  package static let fileName = "store.db"

  private let writer: SQLiteWriter
  private let readers: [SQLiteReader]
  private let turn = Atomic<Int>(0)

  private init(writer: SQLiteWriter, readers: [SQLiteReader]) {
    self.writer = writer
    self.readers = readers
  }

  /// Opens the store of a directory, makes it where there is none, and brings an older one up to date.
  ///
  /// Fails with `.busy` where another process has it open, `.readOnly` where nothing can be written, `.corrupt`,
  /// `.newer`, `.full`, or `.failed` where the directory does not exist.
  package static func open(directory: String, options: Options = Options()) async throws -> SQLiteStore {
    do {
      let writer = try SQLiteWriter(options: options)
      let readers = try (0..<max(1, options.readers)).map { try SQLiteReader(number: $0) }
      let store = SQLiteStore(writer: writer, readers: readers)
      do {
        try await writer.open(directory)
        for reader in readers {
          try await reader.open(directory + "/" + fileName, vfs: options.vfs, cacheKiB: options.cacheKiB / 8)
        }
        return store
      } catch {
        await store.close()
        throw error
      }
    } catch {
      throw StoreError(error)
    }
  }

  package func close() async {
    for reader in readers { await reader.close() }
    await writer.close()
  }

  // MARK: - Writes

  package func append(_ batch: [Append]) async throws -> [AppendOutcome] {
    try await writer.write(weight: batch.reduce(0) { $0 &+ $1.weight }) { tables in
      try batch.map { append in
        tables.newestTime = append.time
        switch try AppendDecider.decide(append, in: tables) {
        case .answer(let outcome): return outcome
        case .store(let effects):
          try tables.perform(effects)
          return effects.outcome
        }
      }
    }
  }

  package func mark(_ batch: [Mark]) async throws -> [MarkOutcome] {
    try await writer.write(weight: batch.count) { tables in
      try batch.map { mark in
        switch try MarkDecision.decide(mark, in: tables) {
        case .answer(let outcome): return outcome
        case .store(let conversation, let read, let entry):
          try tables.perform(read, of: mark.user, in: conversation, entry: entry)
          return .moved(read: read, entry: entry)
        }
      }
    }
  }

  package func createUser(
    _ id: UserID, app: AppID, at milliseconds: Int64
  ) async throws -> (record: UserRecord, created: Bool) {
    try await writer.write(weight: 1) { tables in
      if let record = try tables.queries.user(id, app: app) { return (record, false) }
      let record = UserRecord(id: id, createdAt: milliseconds, tokensRevokedUntil: 0)
      try tables.insert(record, app: app)
      return (record, true)
    }
  }

  package func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) async throws -> Int64? {
    try await writer.write(weight: 1) { tables in
      guard let record = try tables.queries.user(user, app: app) else { return nil }
      guard issuedUntil > record.tokensRevokedUntil else { return record.tokensRevokedUntil }
      try tables.revokeTokens(of: user, app: app, issuedUntil: issuedUntil)
      return issuedUntil
    }
  }

  // MARK: - Reads

  package func conversation(_ id: ConversationID, app: AppID) async throws -> ConversationRecord? {
    try await read { try $0.conversation(id, app: app)?.record }
  }

  package func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) async throws -> [MemberRecord] {
    try await read { queries in
      guard let conversation = try queries.conversation(id, app: app) else { return [] }
      return try queries.members(of: conversation.number, after: after, limit: max(0, limit))
    }
  }

  package func member(_ user: UserID, of id: ConversationID, app: AppID) async throws -> MemberRecord? {
    try await read { queries in
      guard let conversation = try queries.conversation(id, app: app) else { return nil }
      return try queries.member(user, of: conversation.number)
    }
  }

  package func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) async throws -> [LogEntry] {
    try await read { queries in
      guard let conversation = try queries.conversation(id, app: app) else { return [] }
      return try queries.entries(of: conversation.number, range: range, limit: max(0, limit), newest: newest)
    }
  }

  package func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, limit: Int
  ) async throws -> [ConversationSummary] {
    try await read { try $0.summaries(of: user, app: app, changed: changed, only: only, limit: max(0, limit)) }
  }

  package func stamp(app: AppID) async throws -> UInt64 {
    try await read { try $0.stamp() }
  }

  package func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) async throws -> UserLogPage {
    try await read { queries in
      guard let number = try queries.number(of: app), let first = try queries.userFirst(user, app: number) else {
        return UserLogPage(entries: [], head: 0, first: 1)
      }
      return UserLogPage(
        entries: try queries.userEntries(user, app: number, after: after, limit: max(0, limit)),
        head: try queries.userHead(user, app: number), first: first)
    }
  }

  package func user(_ id: UserID, app: AppID) async throws -> UserRecord? {
    try await read { try $0.user(id, app: app) }
  }

  package func existing(_ ids: [UserID], app: AppID) async throws -> Set<UserID> {
    try await read { queries in Set(try ids.filter { try queries.user($0, app: app) != nil }) }
  }

  private func read<Result: Sendable>(_ body: @Sendable (SQLiteQueries) throws -> Result) async throws -> Result {
    let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return try await readers[Int(UInt(bitPattern: turn) % UInt(readers.count))].read(body)
  }
}
