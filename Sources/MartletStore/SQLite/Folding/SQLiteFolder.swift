import MartletSQLite
import Synchronization

/// Folds the tail into the tables: the only connection that changes and checkpoints them, on a thread of its own.
///
/// It takes the slices in turn and writes each slice's layer in one transaction. These commits do not wait for the disk, since
/// the journal holds the changes. At the end of each round one commit does; then the folded rows may leave the journal.
actor SQLiteFolder {
  /// The folder's state, for the writer.
  struct State: Sendable {
    /// Why folding came to a halt that may be over at the next try.
    var failure: StoreError?
    /// Why nothing is folded any more.
    var stopped: StoreError?
    fileprivate var isScheduled = false
    fileprivate var isUrgent = false
  }

  /// The listeners of the folder.
  struct Listeners: Sendable {
    /// The changes of the journal's rows up to this one are durable in the tables.
    var durable: @Sendable (Int64) -> Void
    /// A layer was folded, or nothing is folded any more.
    var folded: @Sendable () -> Void
  }

  /// The shortest wait before a failed operation is retried.
  private static let pauseAfterFailure = Duration.milliseconds(100)

  private let executor: any BlockingExecutor
  let options: SQLiteStore.Options
  nonisolated let state = Mutex(State())
  private(set) var tables: FoldedTables?
  private var tail: Tail?
  private(set) var listeners: Listeners?
  /// The backup under way, and whether the journal must keep rows for it.
  var backup: SQLiteBackup?
  var keepsJournal = false
  /// Up to which row the journal may let go once no backup needs it.
  var keptRow: Int64?
  private var schedule: CheckpointSchedule
  /// The slice whose turn is next.
  private var turn = 0
  /// The time when this round's first slice was folded; nil before.
  private var roundBegan: Duration?
  /// For each slice, the second up to which requests were forgotten; nil if older ones are left.
  private var forgotten = [Int64?](repeating: nil, count: Slicing.count)

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(options: SQLiteStore.Options) throws {
    executor = try options.executor("store-fold")
    self.options = options
    schedule = CheckpointSchedule(pages: options.checkpointPages)
  }

  // MARK: - Opening and closing

  /// Creates the tables or brings them up to date.
  ///
  /// After an error, `close` releases the opened files.
  ///
  /// - Returns: The generation. It is new if the tables have none yet, come from a backup, or were restored otherwise. A new
  ///   generation is on disk when this returns.
  func open(_ directory: String) throws -> String {
    let tables = FoldedTables(
      try SQLiteConnection.openToWrite(
        directory + "/" + SQLiteStore.fileName, vfs: options.vfs, cacheKiB: options.cacheKiB,
        checkpointPages: options.checkpointPages, steps: SQLiteSchema.steps, application: SQLiteSchema.application),
      userLogEntries: options.userLogEntries, kinds: options.kinds)
    self.tables = tables
    let slicing = Slicing(runBits: options.runBits)
    if try tables.queries.mayDivide(by: slicing) { try commit(tables) { try tables.divide(by: slicing) } }
    let known = try tables.queries.generation()
    guard known.isEmpty || options.isRestored else { return known }
    let made = try options.makeGeneration?() ?? tables.queries.newGeneration()
    try commit(tables) { try tables.name(made) }
    return made
  }

  /// Keeps the stamps in the journal that apps had in common, because those journal rows will be removed.
  func raiseStamps(to stamp: UInt64) throws {
    guard let tables, try stamp > tables.queries.leastStamp() else { return }
    try commit(tables) { try tables.raiseStamps(to: stamp) }
  }

  /// From now on there is something to fold.
  func begin(_ tail: Tail, _ listeners: Listeners) {
    self.tail = tail
    self.listeners = listeners
  }

  /// Folds everything and releases the file.
  ///
  /// Changes that cannot be folded stay in the journal.
  func close() {
    abandonBackup()
    if let tail, let tables, state.withLock({ $0.stopped == nil }) {
      try? tables.database.execute("PRAGMA synchronous = NORMAL")
      while (try? foldNext(tail, tables)) == true {}
    }
    tables?.database.close()
    tables = nil
    tail = nil
    listeners = nil
  }

  /// The time by the clock that all of the store's threads share.
  nonisolated var now: Duration { executor.now }

  // MARK: - When to fold

  /// Something was published; called by the writer.
  nonisolated func published(weight: Int) {
    enum Need { case now, later, nothing }
    let need = state.withLock { state -> Need in
      if weight >= options.foldWeight, !state.isUrgent {
        state.isUrgent = true
        return .now
      }
      guard !state.isScheduled else { return .nothing }
      state.isScheduled = true
      return .later
    }
    switch need {
    case .now: executor.perform { [weak self] in self?.assumeIsolated { $0.foldUrgently() } }
    case .later: foldLater(options.foldInterval)
    case .nothing: break
    }
  }

  /// Folds at once, though it failed before; called by the writer, which learns of the outcome.
  nonisolated func tryAgain() {
    state.withLock { state in
      state.failure = nil
      state.isUrgent = true
    }
    executor.perform { [weak self] in self?.assumeIsolated { $0.foldUrgently() } }
  }

  private nonisolated func foldLater(_ delay: Duration) {
    executor.perform(after: delay) { [weak self] in self?.assumeIsolated { $0.foldInTurn() } }
  }

  private func foldUrgently() {
    guard let tail, let tables else { return }
    var succeeds = true
    while succeeds, tail.weight >= options.foldWeight { succeeds = attempt { try foldNext(tail, tables) } }
    state.withLock { $0.isUrgent = false }
    // Changes published since the last check were reported to this call. After a failure, the retry comes in its turn.
    if tail.weight > 0 { published(weight: succeeds ? tail.weight : 0) }
  }

  private func foldInTurn() {
    guard let tail, let tables else { return }
    var pause = options.foldInterval
    let succeeds = attempt {
      try foldNext(tail, tables)
      // A round that had little to fold should not begin again at once.
      if let began = roundBegan, turn == 0 { pause = max(pause, options.foldRound - (executor.now - began)) }
    }
    if !succeeds { pause = max(pause, Self.pauseAfterFailure) }
    if turn == 0 { roundBegan = nil }
    let goesOn = state.withLock { state in
      state.isScheduled = state.stopped == nil && (turn > 0 || tail.weight > 0)
      return state.isScheduled
    }
    if goesOn { foldLater(pause) }
  }

  // MARK: - Folding

  /// Folds everything that was published before the call, and makes it durable in the tables; for tests and tools.
  func foldAll() throws {
    guard let tail, let tables else { throw StoreError(.closed, "the store is closed") }
    while try foldNext(tail, tables) {}
  }

  /// Folds the next slice that has anything, or ends the round.
  ///
  /// - Returns: Whether there may be more.
  @discardableResult
  private func foldNext(_ tail: Tail, _ tables: FoldedTables) throws -> Bool {
    while turn < Slicing.count {
      let slice = turn
      guard let layer = tail.freeze(slice) else {
        turn &+= 1
        continue
      }
      if roundBegan == nil { roundBegan = executor.now }
      options.reached?(.beforeFold)
      try fold(layer, slice, tables)
      options.reached?(.afterFold)
      tail.drop(slice)
      turn &+= 1
      listeners?.folded()
      checkpointIfDue(tables)
      return true
    }
    try endRound(tail, tables)
    turn = 0
    return tail.weight > 0
  }

  private func fold(_ layer: Layer, _ slice: Int, _ tables: FoldedTables) throws {
    let forgotten = forgotten
    do {
      try commit(tables) {
        try tables.fold(layer, slice: slice)
        try forgetRequests(of: slice, tables, newest: layer.newestMade, limit: 64 &+ 2 &* layer.weight)
        try forgetAnswered(layer, tables)
      }
    } catch {
      self.forgotten = forgotten
      throw error
    }
  }

  /// Deletes requests too old to be retried: a few with each layer, but more than the layer adds.
  ///
  /// Their age is measured against the newest time in a client id, which was compared with the clock on arrival. Entry times are
  /// unsuitable: they never go back within a conversation, so they stay ahead if the clock once was.
  private func forgetRequests(of slice: Int, _ tables: FoldedTables, newest made: Int64, limit: Int) throws {
    let horizon = made.subtractingReportingOverflow(options.rememberedMilliseconds)
    let second = horizon.partialValue / 1000
    guard !horizon.overflow, second != forgotten[slice] else { return }
    let count = try tables.forgetRequests(of: slice, madeBefore: horizon.partialValue, limit: limit)
    forgotten[slice] = count == limit ? nil : second
  }

  /// Forgets requests that appended nothing, by the times at which they came.
  private func forgetAnswered(_ layer: Layer, _ tables: FoldedTables) throws {
    let newest = (layer.unchanged.map(\.time) + layer.rememberedSchedules.values.map(\.time)).max()
    guard let horizon = newest?.subtractingReportingOverflow(options.rememberedMilliseconds), !horizon.overflow else { return }
    try tables.forgetAnswered(before: horizon.partialValue)
  }

  /// Waits until everything folded so far is on the disk, and lets the journal go of it.
  private func endRound(_ tail: Tail, _ tables: FoldedTables) throws {
    let through = tail.foldedThrough
    try tables.database.execute("PRAGMA synchronous = FULL")
    options.reached?(.beforeRoundEnd)
    try commit(tables) { try tables.foldedAll(through: through) }
    options.reached?(.afterRoundEnd)
    try tables.database.execute("PRAGMA synchronous = NORMAL")
    release(through: through)
    checkpointIfDue(tables)
  }

  private func commit(_ tables: FoldedTables, _ body: () throws -> Void) throws {
    do {
      try tables.database.commit(body)
    } catch {
      tables.queries.forget()
      throw error
    }
  }

  /// Runs `body`; an error that a later try may not meet is kept for the writer to tell, any other stops the folding.
  private func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      state.withLock { $0.failure = nil }
      return true
    } catch {
      let error = StoreError(error)
      let mayPass = [.full, .readOnly, .busy].contains(error.code)
      state.withLock { state in if mayPass { state.failure = error } else { state.stopped = error } }
      listeners?.folded()
      return false
    }
  }

  // MARK: - Checkpoints

  /// Copies the log into the tables' file when it has grown, so that it can restart.
  private func checkpointIfDue(_ tables: FoldedTables) {
    let pages = tables.database.pagesInLog
    guard schedule.isDue(logged: pages) else { return }
    do {
      // Overlapping reads would keep the log from ever restarting. Beyond some length, this waits for them.
      try tables.database.checkpoint(pages >= 4 * options.checkpointPages ? .restart : .passive)
    } catch let error where error.code == .syncFailed {
      state.withLock { $0.stopped = StoreError(error) }
    } catch {
      // Everything is still in the log. A full disk or a slow reader may be over at the next try.
    }
  }
}
