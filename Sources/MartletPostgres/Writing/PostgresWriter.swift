import MartletNet
import MartletStore
import MartletWire

/// Decides the writes and commits them, one batch at a time; writes that arrive during a commit share the next.
///
/// It is the only one that writes to the database: its connection holds an advisory lock.
actor PostgresWriter: LoopActor {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let options: PostgresStore.Options
  private let session: PostgresSession
  private nonisolated let queue: WriteQueue<PostgresRows>
  private let rows = PostgresRows()
  private let view: DecidingView<PostgresRows>
  /// The newest stamps that are stored.
  private let stamps: Stamps
  /// Of the row of table `feed` that the last commit wrote.
  private var commits: Int64 = 0
  /// The newest time in a client's id when old requests were last forgotten, in milliseconds since 1970.
  private var forgotten = Int64.min
  private var isCommitting = false
  private var idle: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false

  /// Not Sendable: belongs to the writer.
  private final class Stamps {
    var newest: [AppID: UInt64] = [:]
  }

  /// Begins with what an open session finds stored.
  init(_ session: PostgresSession, _ stored: PostgresSession.Stored, options: PostgresStore.Options) {
    loop = session.loop
    self.session = session
    self.options = options
    queue = WriteQueue(limit: options.waitingWeight)
    let stamps = Stamps()
    stamps.newest = stored.stamps
    self.stamps = stamps
    let numbers = CountingNumbers(after: stored.lastNumber) { stamps.newest[$0] ?? 0 }
    view = DecidingView(
      rows, kinds: options.kinds, numbering: numbers, newestMade: stored.newestMade, capacity: options.cachedConversations)
  }

  /// About how many rows wait for a commit.
  nonisolated var waitingRows: Int { queue.weight }

  /// Runs `body` in a commit, and returns its result once that is durable.
  nonisolated func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<PostgresRows>) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let write = PendingWrite<PostgresRows>(weight: weight) { view in
        let result = try body(view)
        return { continuation.resume(returning: result) }
      } fail: {
        continuation.resume(throwing: $0)
      }
      switch queue.add(write) {
      case .first: Task { await self.commitAll() }
      case .queued: break
      case .full: continuation.resume(throwing: StoreError(.overloaded, "too many rows wait to be written"))
      case .closed: continuation.resume(throwing: StoreError(.closed, "the store is closed"))
      }
    }
  }

  /// Commits what waits, and refuses the rest.
  func close() async {
    isClosed = true
    queue.close()
    if isCommitting { await withCheckedContinuation { idle.append($0) } }
    await commitAll()
  }

  private func commitAll() async {
    guard !isCommitting else { return }
    isCommitting = true
    while let writes = queue.take(limit: options.batchLimit) { await commit(writes) }
    isCommitting = false
    for waiting in idle { waiting.resume() }
    idle = []
  }

  private func commit(_ writes: [PendingWrite<PostgresRows>]) async {
    do {
      let answers = try await decide(writes)
      if !view.changes.isEmpty { try await store(view.changes) }
      rows.forget()
      for answer in answers { answer() }
    } catch {
      await undo(writes, error)
    }
  }

  /// Decides all writes, as often as rows turn out to be missing.
  private func decide(_ writes: [PendingWrite<PostgresRows>]) async throws -> [@Sendable () -> Void] {
    while true {
      var answers: [@Sendable () -> Void] = []
      var missing: Set<RowKey> = []
      for write in writes {
        do {
          answers.append(try write.run(view))
        } catch let error as MissingRows {
          missing.formUnion(error.keys)
        } catch  where !missing.isEmpty {
          // It may be a consequence of the miss.
          break
        }
      }
      if missing.isEmpty { return answers }
      view.takeBack()
      try await fetch(missing)
    }
  }

  private func fetch(_ keys: Set<RowKey>) async throws {
    let keys = Array(keys)
    let results = try await session.run(keys.map(\.statement))
    for (key, result) in zip(keys, results) { rows.add(result, for: key) }
  }

  private func store(_ changes: [Change]) async throws {
    var layer = Layer()
    for change in changes { layer.apply(change, row: 1) }
    let statements = try await statements(of: layer)
    commits += 1
    try await session.commit(statements, number: commits)
    for tail in layer.conversations.values {
      stamps.newest[tail.state.app] = max(stamps.newest[tail.state.app] ?? 0, tail.state.record.stamp)
    }
    view.committed(as: commits, requestsStored: commits)
    await forgetOldRequests(layer)
  }

  private func statements(of layer: Layer) async throws -> [PostgresStatement] {
    while true {
      do {
        return try CommitStatements(layer, kinds: options.kinds, userLogEntries: options.userLogEntries) { [rows] in
          try rows.message(at: $0, of: $1)
        }.all
      } catch let missing as MissingRows {
        try await fetch(missing.keys)
      }
    }
  }

  /// After an error of the database all learn of it; any other is one caller's, so each of several is tried alone.
  private func undo(_ writes: [PendingWrite<PostgresRows>], _ error: any Error) async {
    view.discard()
    rows.forget()
    if let error = error as? PostgresError {
      let isOfOneWrite = error.state.hasPrefix("22") || error.state.hasPrefix("23")
      if !isOfOneWrite || writes.count == 1 { return fail(writes, StoreError(error)) }
    } else if writes.count == 1 || (error as? StoreError)?.endsWriting == true {
      return fail(writes, error as? StoreError ?? StoreError(.failed, "\(error)"))
    }
    for write in writes { await commit([write]) }
  }

  private func fail(_ writes: [PendingWrite<PostgresRows>], _ error: StoreError) {
    for write in writes { write.fail(error) }
  }

  /// Deletes requests too old to be retried, once for each minute in the clients' ids.
  ///
  /// Their age is measured against the newest time in a client's id, which was compared with the clock on arrival.
  private func forgetOldRequests(_ layer: Layer) async {
    let newest = max(layer.newestMade, layer.unchanged.compactMap(\.clientID.madeAt).max() ?? .min)
    guard newest > .min, forgotten == .min || newest - forgotten > 60_000 else { return }
    forgotten = newest
    let (horizon, overflow) = newest.subtractingReportingOverflow(options.rememberedMilliseconds)
    guard !overflow else { return }
    // What fails is done the next time.
    _ = try? await session.run([
      PostgresStatement("DELETE FROM request WHERE made >= 0 AND made < $1", .integer(horizon)),
      PostgresStatement("DELETE FROM answered WHERE state > 0 AND time < $1", .integer(horizon)),
    ])
  }
}
