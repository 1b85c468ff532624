import MartletSQLite
import MartletWire

/// Decides the writes and makes them durable in the journal, on a thread of its own.
///
/// Requests that arrive during a commit share the next commit.
actor SQLiteWriter {
  private let executor: any BlockingExecutor
  private let options: SQLiteStore.Options
  private let folder: SQLiteFolder
  private nonisolated let queue: WriteQueue<SQLiteRows>
  private(set) var journal: Journal?
  private var view: DecidingView<SQLiteRows>?
  private var tail: Tail?
  private var encoder = ChangeEncoder()
  /// Why nothing is written any more.
  private var stopped: StoreError?
  /// Whether writes wait until more is folded.
  private var isHeldBack = false
  /// The next commit does not begin before, by the executor's clock.
  private var nextCommit = Duration.zero
  /// True if released rows are to be removed when the writer is idle.
  private var isTrimming = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(options: SQLiteStore.Options, folder: SQLiteFolder) throws {
    executor = try options.executor("store-write")
    queue = WriteQueue(limit: options.waitingWeight)
    self.options = options
    self.folder = folder
  }

  /// About how many rows wait for a commit.
  nonisolated var waitingRows: Int { queue.weight }

  // MARK: - Opening and closing

  /// Opens the journal of existing tables, and reads the rows that they lack.
  ///
  /// After an error, `close` releases the opened files.
  func open(_ directory: String) throws -> Tail {
    let database = try SQLiteConnection(path: directory + "/" + SQLiteStore.fileName, access: .readOnly, vfs: options.vfs)
    let tables = SQLiteQueries(database)
    try database.setPragma("cache_size", to: -options.cacheKiB)
    let journal = try Journal(directory: directory, vfs: options.vfs, checkpointPages: options.journalPages)
    self.journal = journal
    let (tail, replayed) = try Replay.run(journal, tables, now: executor.now)
    let number = replayed.reduce(try tables.lastConversationNumber()) { newest, change in
      if case .append(let effects) = change { max(newest, effects.conversation.number) } else { newest }
    }
    let numbers = CountingNumbers(
      after: number, lastNumber: EntryKey.lastNumber, lastPosition: EntryKey.lastPosition
    ) { tail.stamp(of: $0) }
    self.tail = tail
    view = DecidingView(
      LayeredRows(tables, under: TailSource(tail, overSnapshotOf: nil)), kinds: options.kinds, numbering: numbers,
      recent: replayed, newestMade: try tables.newestMade(), capacity: options.cachedConversations)
    return tail
  }

  /// Commits waiting writes, and refuses new ones.
  ///
  /// Refuses at once, because callers that never pause would keep the writer from finishing.
  nonisolated func stopWriting() async {
    queue.close()
    await commitTheRest()
  }

  private func commitTheRest() {
    isHeldBack = false
    while let writes = queue.take(limit: options.batchLimit) { commit(writes) }
    // The folder's connection must be the last one, since closing the last one removes the tables' write-ahead log.
    view?.rows.base.database.close()
    view = nil
  }

  /// Releases the journal, after the last fold.
  func close() {
    journal?.close()
    journal = nil
  }

  // MARK: - Writing

  /// Runs `body` in a commit, and returns its result once that is durable.
  ///
  /// `body`, which writes about `weight` rows, runs on the writer's thread, and again after another's error.
  nonisolated func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<SQLiteRows>) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let write = PendingWrite(weight: weight) { view in
        let result = try body(view)
        return { continuation.resume(returning: result) }
      } fail: {
        continuation.resume(throwing: $0)
      }
      switch queue.add(write) {
      case .first: executor.perform { self.assumeIsolated { $0.commitAll() } }
      case .queued: break
      case .full: continuation.resume(throwing: StoreError(.overloaded, "too many rows wait to be written"))
      case .closed: continuation.resume(throwing: StoreError(.closed, "the store is closed"))
      }
    }
  }

  /// More was folded, or nothing will be any more.
  nonisolated func folded() {
    executor.perform { [weak self] in
      self?.assumeIsolated { writer in
        guard writer.isHeldBack else { return }
        writer.isHeldBack = false
        if writer.mayNotGrow, let failure = writer.folder.state.withLock({ $0.stopped ?? $0.failure }) {
          writer.refuseAll(failure)
        } else {
          writer.commitAll()
        }
      }
    }
  }

  /// The changes of the journal's rows up to `row` are durable in the tables.
  nonisolated func release(through row: Int64) {
    executor.perform { [weak self] in
      self?.assumeIsolated { writer in
        writer.journal?.release(through: row)
        writer.trimLater()
      }
    }
  }

  /// Commits waiting writes.
  ///
  /// Under load it pauses between commits, so that more writes share one.
  private func commitAll() {
    while !mustWait() {
      let pause = nextCommit - executor.now
      guard pause <= .zero else { return executor.perform(after: pause) { self.assumeIsolated { $0.commitAll() } } }
      guard let writes = queue.take(limit: options.batchLimit) else { return }
      commit(writes)
      attempt { try journal?.checkpointIfDue() }
    }
  }

  /// Whether so much is not folded yet that more has to wait.
  private var mayNotGrow: Bool { (tail?.weight ?? 0) >= 4 &* options.foldWeight }

  /// Makes writes wait for folding if necessary.
  private func mustWait() -> Bool {
    guard stopped == nil, mayNotGrow else { return false }
    let (failure, end) = folder.state.withLock { ($0.failure, $0.stopped) }
    if let end {
      refuseAll(end)
    } else {
      isHeldBack = true
      if failure != nil { folder.tryAgain() }
    }
    return true
  }

  /// Refuses the writes that wait now.
  ///
  /// Those that come while they are refused are tried: the disk may have space by then.
  private func refuseAll(_ error: StoreError) {
    if error.code == .unknown || folder.state.withLock({ $0.stopped != nil }) { stop(error) }
    for write in queue.takeAll() { write.fail(stopped ?? error) }
    if !queue.rest() { commitAll() }
  }

  private func commit(_ writes: [PendingWrite<SQLiteRows>]) {
    if stopped == nil, let error = folder.state.withLock(\.stopped) { stop(error) }
    guard stopped == nil, let view, let tail, let journal else {
      let error = stopped ?? StoreError(.closed, "the store is closed")
      for write in writes { write.fail(error) }
      return
    }
    let start = executor.now
    do {
      let answers = try writes.map { try $0.run(view) }
      let entries = view.changes.count { if case .append = $0 { true } else { false } }
      if !view.changes.isEmpty {
        encoder.encode(view.changes)
        options.reached?(.beforeCommit)
        let row = try journal.write(encoder.bytes)
        options.reached?(.afterCommit)
        let end = executor.now
        tail.publish(view.changes, row: row, at: end)
        view.committed(as: row, requestsStored: tail.foldedThrough)
        folder.published(weight: tail.weight)
        nextCommit = start + min(options.commitGap, options.commitGap * entries / 40)
        options.onCommit?(
          SQLiteStore.Commit(calls: writes.count, entries: entries, duration: end - start))
      }
      for answer in answers { answer() }
    } catch {
      undo(writes, StoreError(error))
    }
  }

  /// After an error everyone learns of one of the disk; any other is one caller's, so each of several is tried alone.
  private func undo(_ writes: [PendingWrite<SQLiteRows>], _ error: StoreError) {
    view?.discard()
    view?.rows.base.forget()
    if error.code == .unknown { stop(error) }
    let isOfDisk = [.unknown, .full, .readOnly, .busy, .stopped].contains(error.code)
    if isOfDisk || writes.count == 1 || stopped != nil {
      for write in writes { write.fail(error) }
    } else {
      for write in writes { commit([write]) }
    }
  }

  private func stop(_ error: StoreError) {
    stopped = StoreError(.stopped, "writing has stopped, and the store must be reopened, after: \(error.message)")
  }

  // MARK: - Upkeep

  /// The size of the journal; zero once it is closed.
  var journalSize: (rows: Int, bytes: Int) { journal?.size ?? (0, 0) }

  /// Removes released rows in pieces, once nothing was written for a while.
  ///
  /// Writes remove such rows too, and a commit should not wait for another sync.
  private func trimLater() {
    guard !isTrimming, let newest = journal?.last else { return }
    isTrimming = true
    executor.perform(after: options.foldInterval) { [weak self] in
      self?.assumeIsolated { writer in
        writer.isTrimming = false
        guard let journal = writer.journal else { return }
        guard journal.last == newest else { return writer.trimLater() }
        writer.attempt { if try journal.trim() { writer.trimLater() } }
      }
    }
  }

  /// An error that leaves the state on disk unknown stops all writing.
  ///
  /// Others recur with the next commit.
  private func attempt(_ body: () throws -> Void) {
    guard stopped == nil else { return }
    do {
      try body()
    } catch let error as StoreError where error.code == .unknown {
      stop(error)
    } catch {
      // All is as before.
    }
  }
}
