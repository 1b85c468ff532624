import MartletSQLite
import MartletWire

/// The one connection that writes and checkpoints, on a thread of its own.
///
/// What arrives while a commit runs goes into the next one together.
actor SQLiteWriter {
  private let executor: ThreadExecutor
  private let options: SQLiteStore.Options
  private nonisolated let queue = WriteQueue()
  private var database: SQLiteConnection?
  private var tables: SQLiteTables?
  /// Held until the database is closed: nobody else may open it while it is copied for the last time.
  private var lock: DirectoryLock?
  /// Why nothing is written any more.
  private var stopped: StoreError?
  /// The second up to which requests were forgotten, and whether older ones are left.
  private var forgottenSecond: Int64?
  private var moreToForget = false
  /// The length of the log after the last commit, and the length at which to copy it.
  private var pagesBefore = 0
  private var checkpointAt: Int

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(options: SQLiteStore.Options) throws {
    executor = try ThreadExecutor(name: "store-write")
    self.options = options
    checkpointAt = options.checkpointPages
  }

  // MARK: - Opening and closing

  /// After an error `close` lets go of what was opened.
  func open(_ directory: String) throws {
    lock = try DirectoryLock(directory: directory)
    UnbornFile.clear(directory + "/" + SQLiteStore.fileName)
    let database = try SQLiteConnection(path: directory + "/" + SQLiteStore.fileName, vfs: options.vfs)
    self.database = database
    try database.enterWAL()
    try database.takeOverCheckpoints()
    try database.execute("PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
    try database.setPragma("cache_size", to: -options.cacheKiB)
    try database.setPragma("journal_size_limit", to: 4 * 4096 * Int64(options.checkpointPages))
    guard try database.pragma("synchronous") == 2 else {
      throw StoreError(.failed, "this SQLite does not wait until commits are on the disk")
    }
    try database.migrate(SQLiteSchema.steps, application: SQLiteSchema.application)
    tables = try SQLiteTables(database, cachedConversations: options.cachedConversations)
  }

  /// Commits what waits, refuses what comes, and lets go of the file.
  ///
  /// Refusing begins at once: callers who never pause would keep the writer from ever coming to an end.
  nonisolated func close() async {
    queue.close()
    await finish()
  }

  private func finish() {
    commitAll()
    database?.close()
    database = nil
    tables = nil
    lock = nil
  }

  // MARK: - Writing

  /// Runs `body` in a commit and returns what it gave once that is durable.
  ///
  /// `body`, which writes about `weight` rows, runs on the writer's thread, and again after a roll-back that was
  /// not its fault.
  nonisolated func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (SQLiteTables) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let write = PendingWrite(weight: weight) { tables in
        let result = try body(tables)
        return { continuation.resume(returning: result) }
      } fail: {
        continuation.resume(throwing: $0)
      }
      switch queue.add(write) {
      case .first: executor.perform { self.assumeIsolated { $0.commitAll() } }
      case .queued: break
      case .closed: continuation.resume(throwing: StoreError(.closed, "the store is closed"))
      }
    }
  }

  private func commitAll() {
    while true {
      let writes = queue.take(limit: options.batchLimit)
      guard !writes.isEmpty else { return }
      commit(writes)
      checkpointIfDue()
    }
  }

  private func commit(_ writes: [PendingWrite]) {
    guard stopped == nil, let tables else {
      let error = stopped ?? StoreError(.closed, "the store is closed")
      for write in writes { write.fail(error) }
      return
    }
    let weight = writes.reduce(0) { $0 &+ $1.weight }
    let start = ContinuousClock.now
    let stamp = tables.stamp
    var isCommitting = false
    do {
      let answers = try tables.database.transaction {
        let answers = try writes.map { try $0.run(tables) }
        try tables.flush()
        try forgetRequests(tables, limit: 64 &+ 2 &* weight)
        isCommitting = true
        return answers
      }
      options.onCommit?(
        SQLiteStore.Commit(
          calls: writes.count, entries: Int(clamping: tables.stamp &- stamp), duration: ContinuousClock.now - start))
      for answer in answers { answer() }
    } catch {
      undo(writes, StoreError(error, committing: isCommitting))
    }
  }

  /// After a roll-back: everyone learns of an error of the disk; any other error is one caller's, so each of
  /// several is tried alone.
  private func undo(_ writes: [PendingWrite], _ error: StoreError) {
    do {
      try tables?.reload()
    } catch let failure {
      stop(StoreError(failure))
    }
    if error.code == .unknown { stop(error) }
    let isOfDisk = [.unknown, .full, .readOnly, .busy].contains(error.code)
    if isOfDisk || writes.count == 1 || stopped != nil {
      for write in writes { write.fail(error) }
    } else {
      for write in writes { commit([write]) }
    }
  }

  private func stop(_ error: StoreError) {
    stopped = StoreError(.stopped, "nothing is written any more, the store must be opened anew, after: \(error.message)")
  }

  // MARK: - Upkeep

  /// Forgets requests too old to be retried, a few with each commit, more of them than a commit brings.
  private func forgetRequests(_ tables: SQLiteTables, limit: Int) throws {
    guard let now = tables.newestTime else { return }
    let horizon = now.subtractingReportingOverflow(options.rememberedMilliseconds)
    let second = horizon.partialValue / 1000
    guard !horizon.overflow, moreToForget || second != forgottenSecond else { return }
    moreToForget = try tables.forgetRequests(madeBefore: horizon.partialValue, limit: limit) == limit
    forgottenSecond = second
  }

  /// Copies the log into the tables' file when it has grown, so that it can start anew.
  ///
  /// The callers of the commit have their answers by now.
  private func checkpointIfDue() {
    guard stopped == nil, let database = tables?.database else { return }
    let pages = database.pagesInLog
    if pages < pagesBefore { checkpointAt = options.checkpointPages }
    pagesBefore = pages
    guard pages >= checkpointAt else { return }
    checkpointAt = pages &+ options.checkpointPages
    do {
      // Reads that overlap without end would keep the log from starting anew: at some length wait for them.
      try database.checkpoint(pages >= 4 * options.checkpointPages ? .restart : .passive)
    } catch let error as SQLiteError where error.code == .syncFailed {
      stop(StoreError(error))
    } catch {
      // Everything is still in the log. A full disk or a slow reader may be over at the next try.
    }
  }
}
