import MartletSQLite
import MartletWire
import Synchronization

/// A store in a local directory, with two stages of SQLite files.
///
/// A writer decides, and makes each group commit durable as one row of the journal (`synchronous=FULL`) before any caller is
/// answered. A folder moves the journal's changes into the tables, sorted, one slice of the conversations at a time. Readers see
/// the tables and, merged over them, the tail: the changes that are in the journal only, kept in memory. A start reads the tail
/// from the journal.
///
/// `secure_delete=ON` overwrites data that recalls and edits replace. The files hold the old data until folding and the
/// write-ahead logs have gone around once more, or the store was closed. Other programs may read the tables meanwhile, which lack
/// the last seconds, but must not write or checkpoint them.
package final class SQLiteStore: RowStore {
  /// Options of the store.
  package struct Options: Sendable {
    /// The kinds of conversation.
    package var kinds = Kinds.standard
    /// Connections that read; each has a thread.
    package var readers = 2
    /// About how many rows one commit writes at most; more wait for the next.
    package var batchLimit = 4000
    /// The shortest time between the beginnings of two commits after a commit of 40 entries or more.
    ///
    /// After smaller commits it is proportionally shorter, so that a single caller waits for the disk only.
    package var commitGap = Duration.milliseconds(1)
    /// Maximum number of rows waiting to be written, each of up to a quarter of a KiB, approximately.
    ///
    /// More are refused as overloaded.
    package var waitingWeight = 100_000
    /// The number of neighbouring conversations that are folded together, as a power of two; 0 to 30.
    ///
    /// A store keeps the number it has until everything is folded.
    package var runBits = 6
    /// The pause before the next slice of the conversations is folded, and the shortest time for a round of all slices.
    package var foldInterval = Duration.milliseconds(250)
    package var foldRound = Duration.seconds(4)
    /// Approximate number of rows waiting to be folded at which folding no longer pauses.
    ///
    /// At four times as many, writes wait.
    package var foldWeight = 64_000
    /// Pages of 4 KiB in the tables' write-ahead log at which it is copied into their file.
    package var checkpointPages = 4000
    /// The same for the journal; less, because commits wait for its copying.
    var journalPages: Int { max(1, checkpointPages / 8) }
    /// The writer's page cache; each reader has an eighth.
    package var cacheKiB: Int64 = 65_536
    /// Conversations whose newest state is kept in memory, at most twice as many.
    package var cachedConversations = 16_384
    /// The time for which requests with a time in their id are recognised, in milliseconds before the newest such time.
    package var rememberedMilliseconds: Int64 = 8 * 86_400_000
    /// Pages of 4 KiB that a backup copies before other work gets a turn.
    package var backupPages: Int32 = 256
    /// The number of newest entries kept of each user's log; at least 1.
    package var userLogEntries = 10_000
    /// Whether the files were restored from an older copy that `backUp` did not make, as from a snapshot of the volume.
    ///
    /// Opening the store then makes a new generation.
    package var isRestored = false
    /// Creates the unique name of a generation; nil uses 128 random bits from SQLite.
    package var makeGeneration: (@Sendable () -> String)?
    /// The name of a registered SQLite file layer; nil for the system's.
    package var vfs: String?
    /// Told of each named point that is passed; for trials.
    package var reached: (@Sendable (WorkPoint) -> Void)?
    /// The executors and clocks of the writer, the folder and the readers: each has a thread of its own.
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
  private let orders = ListOrders()
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

  /// Opens the store of a directory, creates it if missing, and brings an older one up to date.
  ///
  /// Fails with `.busy` if another process has it open, `.readOnly` if it cannot be written, `.corrupt`, `.newer`, `.full`, or
  /// `.failed` if the directory does not exist.
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

  /// Finds reasons in the heads of a store's files not to open it, and changes nothing.
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
      try await reader.open(directory + "/" + Self.fileName, tail: tail, orders: orders, options: options)
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

  // MARK: - Reads and writes

  package func stamp(app: AppID) async throws -> UInt64 {
    guard let tail = tail.withLock({ $0 }) else { throw StoreError(.closed, "the store is closed") }
    return tail.stamp(of: app)
  }

  package func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<SQLiteRows>) throws -> Result
  ) async throws -> Result {
    try await writer.write(weight: weight, body)
  }

  package func read<Result: Sendable>(
    _ body: @Sendable (LogReading<SQLiteRows>) throws -> Result
  ) async throws -> Result {
    let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return try await readers[Int(UInt(bitPattern: turn) % UInt(readers.count))].read(body)
  }
}
