import MartletSQLite
import MartletWire
import Synchronization

/// The store in a directory of this machine, in two stages of SQLite files.
///
/// A writer decides, and makes each group commit durable as one row of the journal (`synchronous=FULL`) before anyone is
/// told. A folder moves what the journal gathered into the tables, sorted, a slice of the conversations at a time. Readers
/// see the tables and over them the tail: what is in the journal only, kept in memory. A start reads it from the journal.
///
/// `secure_delete=ON` overwrites what recalls and edits replace; until folding and the write-ahead logs have gone round
/// once more, or the store was closed, the files still hold what was there. Other programs may read the tables meanwhile,
/// which lack the last seconds, but must not write or checkpoint them.
package final class SQLiteStore: Store {
  /// What may be set.
  package struct Options: Sendable {
    /// The kinds of conversation.
    package var kinds = Kinds.standard
    /// Connections that read; each has a thread.
    package var readers = 2
    /// About how many rows one commit writes at most; more wait for the next.
    package var batchLimit = 4000
    /// The least time from one commit's beginning to the next after a commit of 40 entries or more; after smaller ones it is
    /// as much less, so that whoever is alone waits for the disk only.
    package var commitGap = Duration.milliseconds(1)
    /// About how many rows, of a quarter of a KiB at most, may wait to be written; more are refused as overloaded.
    package var waitingWeight = 100_000
    /// How long to wait before the next slice of the conversations is folded, and how long a round of all takes at least.
    package var foldInterval = Duration.milliseconds(250)
    package var foldRound = Duration.seconds(4)
    /// About how many such rows may wait to be folded before folding no longer pauses; at four times as many writes wait.
    package var foldWeight = 64_000
    /// Pages of 4 KiB in a write-ahead log at which it is copied into its database.
    package var checkpointPages = 4000
    /// The writer's page cache; each reader has an eighth.
    package var cacheKiB: Int64 = 65_536
    /// Conversations whose newest state is kept in memory, at most twice as many.
    package var cachedConversations = 16_384
    /// How long requests with a time in their id are recognised, in milliseconds up to the newest such time that came.
    package var rememberedMilliseconds: Int64 = 8 * 86_400_000
    /// Pages of 4 KiB of a backup that are copied between two looks at what else there is to do.
    package var backupPages: Int32 = 256
    /// How many of the newest entries of each user's log are kept; at least 1.
    package var userLogEntries = 10_000
    /// Whether the files were restored from an older copy that `backUp` did not make, as from a snapshot of the volume.
    ///
    /// Opening the store then makes a new generation.
    package var isRestored = false
    /// Makes the name of a generation, which no other may have; nil takes 128 random bits of SQLite's.
    package var makeGeneration: (@Sendable () -> String)?
    /// The name of a registered SQLite file layer; nil for the system's.
    package var vfs: String?
    /// Told of each named point that is passed; for trials.
    package var reached: (@Sendable (WorkPoint) -> Void)?
    /// Where the writer, the folder and the readers live, and what clock they have: each on a thread of its own.
    package var executor: @Sendable (_ name: String) throws -> any BlockingExecutor = { try ThreadExecutor(name: $0) }
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

  package let kinds: Kinds
  let folder: SQLiteFolder
  let writer: SQLiteWriter
  private let readers: [SQLiteReader]
  /// Held until all files are closed: nobody else may open them while they are copied for the last time.
  private let lock: Mutex<DirectoryLock?>
  private let tail = Mutex<Tail?>(nil)
  private let openedGeneration = Mutex("")
  private let turn = Atomic<Int>(0)
  /// Whether a backup is being made.
  let isBackingUp = Atomic<Bool>(false)

  private init(directory: String, options: Options) throws {
    kinds = options.kinds
    lock = Mutex(try DirectoryLock(directory: directory))
    folder = try SQLiteFolder(options: options)
    writer = try SQLiteWriter(options: options, folder: folder)
    readers = try (0..<max(1, options.readers)).map { try SQLiteReader(number: $0, options: options) }
  }

  /// Opens the store of a directory, makes it where there is none, and brings an older one up to date.
  ///
  /// Fails with `.busy` where another process has it open, `.readOnly` where nothing can be written, `.corrupt`,
  /// `.newer`, `.full`, or `.failed` where the directory does not exist.
  package static func open(directory: String, options: Options = Options()) async throws -> SQLiteStore {
    do {
      let store = try SQLiteStore(directory: directory, options: options)
      do {
        try await store.open(directory, options)
        return store
      } catch {
        await store.close()
        throw error
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// Finds what the heads of a store's files say against opening it, and changes nothing.
  ///
  /// - Parameter directory: The directory; it may hold no store yet.
  /// - Throws: `StoreError`: `.newer`, `.corrupt`.
  package static func examine(directory: String) throws {
    let files = [
      (Self.fileName, SQLiteSchema.steps, SQLiteSchema.application),
      (Journal.fileName, JournalSchema.steps, JournalSchema.application),
    ]
    do {
      for (name, steps, application) in files {
        let path = directory + "/" + name
        if !UnbornFile.isUnborn(path) { try SQLiteHead(path: path)?.check(steps, application: application) }
      }
    } catch {
      throw StoreError(error)
    }
  }

  private func open(_ directory: String, _ options: Options) async throws {
    let generation = try await folder.open(directory)
    openedGeneration.withLock { $0 = generation }
    let tail = try await writer.open(directory)
    try await folder.raiseStamps(to: tail.leastStamp)
    self.tail.withLock { $0 = tail }
    for reader in readers {
      try await reader.open(directory + "/" + Self.fileName, tail: tail, options: options)
    }
    let listeners = SQLiteFolder.Listeners { [weak writer] row in
      writer?.release(through: row)
    } folded: { [weak writer] in
      writer?.folded()
    }
    await folder.begin(tail, listeners)
    if tail.weight > 0 { folder.published(weight: tail.weight) }
  }

  package func close() async {
    for reader in readers { await reader.close() }
    await writer.stopWriting()
    await folder.close()
    await writer.close()
    tail.withLock { $0 = nil }
    lock.withLock { $0 = nil }
  }

  /// Moves everything into the tables, for tests and tools that look at them.
  package func fold() async throws { try await folder.foldAll() }

  /// Rows in the journal and the bytes of their changes, for tests and tools.
  package func journalSize() async -> (rows: Int, bytes: Int) { await writer.journalSize }

  package var generation: String { openedGeneration.withLock(\.self) }

  package var load: StoreLoad {
    guard let tail = tail.withLock({ $0 }) else { return StoreLoad() }
    let age = tail.oldest.map { max(.zero, folder.now - $0) }
    return StoreLoad(waitingRows: writer.waitingRows, tailRows: tail.weight, foldLag: age ?? .zero)
  }

  // MARK: - Writes

  package func append(_ batch: [Shared<Append>]) async throws -> [AppendOutcome] {
    try await writer.write(weight: batch.reduce(0) { $0 &+ $1.value.weight }) { view in
      try batch.map { append in
        switch try AppendDecider.decide(append, in: view) {
        case .answer(let outcome): return outcome
        case .remember(let unchanged):
          view.perform(unchanged)
          return .unchanged
        case .store(let effects):
          try view.perform(effects)
          if let sent = append.value.scheduled { try view.unschedule(sent, as: .sent, at: effects.entry.time) }
          return effects.outcome
        }
      }
    }
  }

  package func mark(_ batch: [Mark]) async throws -> [MarkOutcome] {
    try await writer.write(weight: batch.count) { view in
      try batch.map { mark in
        switch try MarkDecision.decide(mark, in: view) {
        case .answer(let outcome): return outcome
        case .store(let effects, let outcome):
          view.perform(effects)
          return outcome
        }
      }
    }
  }

  package func hide(_ batch: [Hide]) async throws -> [HideOutcome] {
    try await writer.write(weight: batch.reduce(0) { $0 &+ 1 &+ $1.targets.count }) { view in
      try batch.map { hide in
        switch try HideDecision.decide(hide, in: view) {
        case .answer(let outcome): return outcome
        case .store(let effects):
          view.perform(effects)
          return .hidden(effects.entry)
        }
      }
    }
  }

  package func change(_ batch: [SettingChange]) async throws -> [SettingOutcome] {
    try await writer.write(weight: batch.reduce(0) { $0 &+ $1.weight }) { view in
      try batch.map { change in
        switch try SettingDecision.decide(change, in: view) {
        case .answer(let outcome): return outcome
        case .store(let effects):
          view.perform(effects)
          return .changed(effects.entry)
        }
      }
    }
  }

  package func createUser(
    _ id: UserID, app: AppID, at milliseconds: Int64
  ) async throws -> (record: UserRecord, created: Bool) {
    try await writer.write(weight: 1) { view in
      if let record = try view.user(id, app: app) { return (record, false) }
      let record = UserRecord(id: id, createdAt: milliseconds, tokensRevokedUntil: 0)
      view.perform(record, app: app)
      return (record, true)
    }
  }

  package func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) async throws -> Int64? {
    try await writer.write(weight: 1) { view in
      guard var record = try view.user(user, app: app) else { return nil }
      guard issuedUntil > record.tokensRevokedUntil else { return record.tokensRevokedUntil }
      record.tokensRevokedUntil = issuedUntil
      view.perform(record, app: app)
      return issuedUntil
    }
  }

  // MARK: - Reads

  package func conversation(_ id: ConversationID, app: AppID) async throws -> ConversationRecord? {
    try await read { try $0.conversation(id, app: app) }
  }

  package func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) async throws -> [MemberRecord] {
    try await read { try $0.members(of: id, app: app, after: after, limit: max(0, limit)) }
  }

  package func member(_ user: UserID, of id: ConversationID, app: AppID) async throws -> MemberRecord? {
    try await read { try $0.member(user, of: id, app: app) }
  }

  package func readTimes(
    of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID
  ) async throws -> [UserID: Int64] {
    try await read { try $0.readTimes(of: seq, by: users, in: id, app: app) }
  }

  package func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) async throws -> [LogEntry] {
    try await read { try $0.entries(of: id, app: app, range: range, limit: max(0, limit), newest: newest) }
  }

  package func page<Sink: EntrySink>(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into sink: Sink
  ) async throws -> LogPage<Sink>? {
    try await read { try $0.page(request, of: id, app: app, for: user, into: sink) }
  }

  package func annotators(
    of key: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) async throws -> [AnnotatorRecord] {
    try await read {
      try $0.annotators(of: key, kind: kind, at: seq, in: id, app: app, after: after, limit: max(0, limit))
    }
  }

  package func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? {
    try await read { try $0.replies(to: seq, in: id, app: app, for: user, after: after, limit: max(0, limit)) }
  }

  package func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? {
    try await read { try $0.versions(of: seq, in: id, app: app, for: user, after: after, limit: max(0, limit)) }
  }

  package func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) async throws -> [LogEntry]? {
    try await read { try $0.pinned(in: id, app: app, for: user, after: after) }
  }

  package func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, limit: Int
  ) async throws -> [ConversationSummary] {
    try await read { try $0.summaries(of: user, app: app, changed: changed, only: only, limit: max(0, limit)) }
  }

  package func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) async throws -> [LogEntry]? {
    try await read { try $0.mentions(of: user, in: id, app: app, after: after, limit: max(0, limit), newest: newest) }
  }

  package func stamp(app: AppID) async throws -> UInt64 {
    guard let tail = tail.withLock({ $0 }) else { throw StoreError(.closed, "the store is closed") }
    return tail.stamp(of: app)
  }

  package func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) async throws -> UserLogPage {
    try await read { try $0.userLog(of: user, app: app, after: after, limit: max(0, limit)) }
  }

  package func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) async throws -> SettingsPage {
    try await read { try $0.settings(of: user, app: app, after: after, limit: max(0, limit)) }
  }

  package func user(_ id: UserID, app: AppID) async throws -> UserRecord? {
    try await read { try $0.user(id, app: app) }
  }

  package func existing(_ ids: [UserID], app: AppID) async throws -> Set<UserID> {
    try await read { queries in Set(try ids.filter { try queries.user($0, app: app) != nil }) }
  }

  func read<Result: Sendable>(_ body: @Sendable (LayeredQueries) throws -> Result) async throws -> Result {
    let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return try await readers[Int(UInt(bitPattern: turn) % UInt(readers.count))].read(body)
  }
}

extension Append {
  /// What it sends of what was scheduled; nil for nothing.
  fileprivate var scheduled: ScheduledKey? {
    for case .scheduled(let id) in conditions {
      return ScheduledKey(owner: UserKey(app: app, user: sender), clientID: id)
    }
    return nil
  }
}
