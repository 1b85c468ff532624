import MartletSQLite
import MartletWire

/// Decides what is written and makes it durable in the journal, on a thread of its own.
///
/// What arrives while a commit runs goes into the next one together.
actor SQLiteWriter {
  private let executor: any BlockingExecutor
  private let options: SQLiteStore.Options
  private let folder: SQLiteFolder
  private nonisolated let queue: WriteQueue
  private(set) var journal: Journal?
  private var view: WriterView?
  private var encoder = ChangeEncoder()
  /// Why nothing is written any more.
  private var stopped: StoreError?
  /// Whether writes wait until more is folded.
  private var isHeldBack = false
  /// The next commit does not begin before, by the executor's clock.
  private var nextCommit = Duration.zero
  /// Whether released rows are to be removed when nothing else is to be done.
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

  /// Opens the journal of tables that are there, and reads what they lack.
  ///
  /// After an error `close` lets go of what was opened.
  func open(_ directory: String) throws -> Tail {
    let database = try SQLiteConnection(path: directory + "/" + SQLiteStore.fileName, access: .readOnly, vfs: options.vfs)
    let tables = SQLiteQueries(database)
    try database.setPragma("cache_size", to: -options.cacheKiB)
    let journal = try Journal(directory: directory, vfs: options.vfs, checkpointPages: options.checkpointPages)
    self.journal = journal
    let (tail, replayed) = try Replay.run(journal, tables, now: executor.now)
    view = try WriterView(
      tables: tables, tail: tail, replayed: replayed, capacity: options.cachedConversations, kinds: options.kinds)
    return tail
  }

  /// Commits what waits, and refuses what comes.
  ///
  /// Refusing begins at once: callers who never pause would keep the writer from ever coming to an end.
  nonisolated func stopWriting() async {
    queue.close()
    await commitTheRest()
  }

  private func commitTheRest() {
    isHeldBack = false
    while let writes = queue.take(limit: options.batchLimit) { commit(writes) }
    // The folder's connection has to be the last one: that ends the tables' log.
    view?.tables.database.close()
    view = nil
  }

  /// Lets go of the journal, after the last fold.
  func close() {
    journal?.close()
    journal = nil
  }

  // MARK: - Writing

  /// Runs `body` in a commit and returns what it gave once that is durable.
  ///
  /// `body`, which writes about `weight` rows, runs on the writer's thread, and again after another's error.
  nonisolated func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (WriterView) throws -> Result
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
      case .full: continuation.resume(throwing: StoreError(.overloaded, "too much waits to be written"))
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

  /// What the journal's rows up to `row` hold is durable in the tables.
  nonisolated func release(through row: Int64) {
    executor.perform { [weak self] in
      self?.assumeIsolated { writer in
        writer.journal?.release(through: row)
        writer.trimLater()
      }
    }
  }

  /// Commits what waits, in turns that leave some time for more to come where much comes.
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
  private var mayNotGrow: Bool { (view?.tail.weight ?? 0) >= 4 &* options.foldWeight }

  /// Makes writes wait for folding where they have to.
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

  private func commit(_ writes: [PendingWrite]) {
    if stopped == nil, let error = folder.state.withLock(\.stopped) { stop(error) }
    guard stopped == nil, let view, let journal else {
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
        view.committed(as: row, at: end)
        folder.published(weight: view.tail.weight)
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
  private func undo(_ writes: [PendingWrite], _ error: StoreError) {
    view?.discard()
    if error.code == .unknown { stop(error) }
    let isOfDisk = [.unknown, .full, .readOnly, .busy, .stopped].contains(error.code)
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

  /// What is in the journal; nothing once that is closed.
  var journalSize: (rows: Int, bytes: Int) { journal?.size ?? (0, 0) }

  /// Removes released rows a piece at a time, once nothing was written for a while: writes take such rows along, and a
  /// commit should not wait for another sync.
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

  /// An error that leaves open what is on the disk stops all writing; others are met again by the next commit.
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
