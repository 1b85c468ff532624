import MartletNet
import MartletStore
import MartletWire

/// Decides the writes and commits them, one batch at a time; writes that arrive during a commit share the next.
///
/// Decisions start from what the view remembers. If another node has changed any of it, the commit is refused, and the same
/// writes are decided again while their conversations are held, so that they cannot lose a second time.
package actor PostgresWriter<Link: WritingLink>: LoopActor {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let options: PostgresStore.Options
  private let session: PostgresSession<Link>
  private nonisolated let queue: WriteQueue<Link.StoredRows>
  private let rows = Link.StoredRows()
  private let view: DecidingView<Link.StoredRows>
  /// Of a node; a server that is alone counts.
  private let numbers: HybridNumbers?
  /// The newest stamps that are stored, for a server that is alone.
  private let stamps: Stamps
  /// The number of commits.
  private var commits: Int64 = 0
  /// The newest time in a client's id when old requests were last forgotten, in milliseconds since 1970.
  private var forgotten = Int64.min
  private var isCommitting = false
  /// Whether reads of the decisions belong to a transaction that holds conversations.
  private var isHolding = false
  private var idle: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false
  private var follower: (@Sendable (FeedRow) -> Void)?
  private var changedElsewhere: Set<ConversationKey> = []
  /// When the feed is cleaned the next time, in monotonic nanoseconds.
  private var cleansAt: UInt64 = 0
  /// Counts commits that another node's commit refused; tests and metrics look at it.
  package private(set) var collisions = 0

  /// How often the node tells the others that it is there.
  private static var beat: Duration { .seconds(1) }
  private static var cleaning: Duration { .seconds(60) }
  /// If less than this waits after a commit, the next one waits for more.
  private static var rowsWorthACommit: Int { 100 }
  private static var gathering: Duration { .milliseconds(1) }
  /// Numbers for conversations that the node takes at once.
  private static var numbersAtOnce: Int64 { 1000 }
  /// Keys that one write breaks again and again are its own fault.
  ///
  /// Where no conversation can be held, as for markers and users' logs, several busy nodes may lose dozens of times in a row.
  private static var attemptsAtMost: Int { 100 }

  /// The wait before another attempt; nil for the first ones, which are made at once.
  private static func pause(after attempt: Int) -> Duration? { attempt > 2 ? .milliseconds(min(attempt - 2, 20)) : nil }

  /// Not Sendable: belongs to the writer.
  private final class Stamps {
    var newest: [AppID: UInt64] = [:]
  }

  /// Begins with what an open session finds stored.
  package init(_ session: PostgresSession<Link>, _ stored: StoredBeginning, options: PostgresStore.Options) {
    loop = session.loop
    self.session = session
    self.options = options
    queue = WriteQueue(limit: options.waitingWeight)
    let stamps = Stamps()
    stamps.newest = stored.stamps
    self.stamps = stamps
    let numbers =
      options.isShared ? HybridNumbers(slot: stored.node.slot, above: stored.node.stamp, clock: options.clock) : nil
    self.numbers = numbers
    let numbering: any Numbering = numbers ?? CountingNumbers(after: stored.lastNumber) { stamps.newest[$0] ?? 0 }
    view = DecidingView(
      rows, kinds: options.kinds, numbering: numbering, newestMade: stored.newestMade, capacity: options.cachedConversations,
      isShared: options.isShared)
  }

  /// About how many rows wait for a commit.
  package nonisolated var waitingRows: Int { queue.weight }

  /// Runs `body` in a commit, and returns its result once that is durable.
  package nonisolated func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<Link.StoredRows>) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let write = PendingWrite<Link.StoredRows>(weight: weight) { view in
        let result = try body(view)
        return { continuation.resume(returning: result) }
      } fail: {
        continuation.resume(throwing: $0)
      }
      switch queue.add(write) {
      case .first: Task(executorPreference: loop) { await self.commitAll() }
      case .queued: break
      case .full: continuation.resume(throwing: StoreError(.overloaded, "too many rows wait to be written"))
      case .closed: continuation.resume(throwing: StoreError(.closed, "the store is closed"))
      }
    }
  }

  /// Commits what waits, and refuses the rest.
  package func close() async {
    isClosed = true
    queue.close()
    await withCheckedContinuation { continuation in
      // Looked at in here: the actor may do other work before the body of a continuation runs.
      if isCommitting { idle.append(continuation) } else { continuation.resume() }
    }
    await commitAll()
  }

  private func commitAll() async {
    guard !isCommitting else { return }
    isCommitting = true
    while let writes = queue.take(limit: options.batchLimit) {
      await commit(writes)
      if (1..<Self.rowsWorthACommit).contains(queue.weight) { await loop.pause(Self.gathering) }
    }
    isCommitting = false
    for waiting in idle { waiting.resume() }
    idle = []
  }

  private func commit(_ writes: [PendingWrite<Link.StoredRows>]) async {
    for attempt in 0... {
      do {
        for conversation in changedElsewhere { view.forget(conversation) }
        changedElsewhere = []
        try await takeNumbers(for: writes)
        let answers = try await decide(writes)
        try await store(view.changes)
        rows.forget()
        for answer in answers { answer() }
        return
      } catch let error as PostgresError where options.isShared && error.isStale && attempt < Self.attemptsAtMost {
        collisions += 1
        let held = await letGo()
        if let pause = Self.pause(after: attempt) { await loop.pause(pause) }
        await hold(Set(view.bases.map(\.number)).union(held))
      } catch let error as PostgresError where error.isOfEndedNode && options.isShared && attempt < Self.attemptsAtMost {
        _ = await letGo()
        await enter()
      } catch {
        _ = await letGo()
        return await undo(writes, error)
      }
    }
  }

  // MARK: - Collisions

  /// The conversations that the transaction holds.
  private var holding: Set<Int64> = []

  /// Holds the conversations that lost, so that the next decision on them wins.
  private func hold(_ conversations: Set<Int64>) async {
    view.takeBackStale()
    rows.forget()
    guard !conversations.isEmpty else { return }
    do {
      try await session.hold(conversations.sorted())
      (isHolding, holding) = (true, conversations)
    } catch {
      // The next attempt fails for the same reason, and says so.
    }
  }

  /// Ends the transaction that holds conversations, if there is one, and tells which.
  private func letGo() async -> Set<Int64> {
    defer { (isHolding, holding) = (false, []) }
    if isHolding { await session.letGo() }
    return holding
  }

  /// Becomes a node again after the others took this one for dead.
  private func enter() async {
    view.takeBackStale()
    rows.forget()
    guard let node = try? await session.enter() else { return }
    numbers?.enter(slot: node.slot, above: node.stamp)
  }

  // MARK: - Deciding

  /// Takes a block of numbers if there may be too few for the conversations that the writes make.
  private func takeNumbers(for writes: [PendingWrite<Link.StoredRows>]) async throws {
    let most = Int64(clamping: writes.reduce(0) { $0 &+ $1.weight })
    guard let numbers, numbers.numbersLeft < most else { return }
    let count = max(most, Self.numbersAtOnce)
    let last = try await session.takeNumbers(count, isHeld: isHolding)
    numbers.take(last - count + 1..<last + 1)
  }

  /// Decides all writes, as often as rows turn out to be missing.
  private func decide(_ writes: [PendingWrite<Link.StoredRows>]) async throws -> [@Sendable () -> Void] {
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
    for (key, fetched) in zip(keys, try await session.fetch(keys, isHeld: isHolding)) { rows.add(fetched, for: key) }
  }

  // MARK: - Storing

  private func store(_ changes: [Change]) async throws {
    let bases = view.bases
    guard !changes.isEmpty else {
      // Refusals were decided from what is remembered, too.
      if !bases.isEmpty, !isHolding { try await session.check(bases) }
      _ = await letGo()
      view.committed(as: commits, requestsStored: commits)
      return
    }
    var layer = Layer()
    for change in changes { layer.apply(change, row: 1) }
    let writes = try await writes(of: layer)
    let named = options.isShared ? layer.named : Nodes.Changes()
    let newest = layer.newestStamps
    let note = CommitNote(
      node: await session.nodeID, changes: named.encoded(), stamp: numbers?.promise() ?? newest.values.max() ?? 0, stamps: newest)
    let isHeld = isHolding
    // Whatever becomes of it, the commit ends the transaction.
    (isHolding, holding) = (false, [])
    let seq = try await session.commit(writes, decidedFrom: bases, note, isHeld: isHeld)
    commits &+= 1
    stamps.newest.merge(newest) { max($0, $1) }
    view.committed(as: commits, requestsStored: commits)
    if let follower { follower(FeedRow(node: note.node, seq: seq, changes: layer.carried(in: named))) }
    await forgetOldRequests(layer)
    try? await clean()
  }

  private func writes(of layer: Layer) async throws -> Link.Writes {
    while true {
      do {
        return try session.link.writes(of: layer, from: rows)
      } catch let missing as MissingRows {
        try await fetch(missing.keys)
      }
    }
  }

  /// After an error of the database all learn of it; any other is one caller's, so each of several is tried alone.
  private func undo(_ writes: [PendingWrite<Link.StoredRows>], _ error: any Error) async {
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

  private func fail(_ writes: [PendingWrite<Link.StoredRows>], _ error: StoreError) {
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
    try? await session.forgetRequests(before: horizon)
  }

  // MARK: - Other nodes

  /// Calls `told` after each commit.
  package func follow(_ told: @escaping @Sendable (FeedRow) -> Void) { follower = told }

  /// Decides on these conversations from their rows the next time.
  package func forget(_ conversations: Set<ConversationKey>) { changedElsewhere.formUnion(conversations) }

  /// Tells the other nodes now and then that this one is there, until it is closed.
  package func startBeating() {
    guard options.isShared else { return }
    _ = loop.schedule(after: Self.beat) { [weak self] in
      self?.onLoop { writer in _ = Task(executorPreference: writer.loop) { await writer.beatAndGoOn() } }
    }
  }

  /// Deletes now and then what no node needs any more.
  private func clean() async throws {
    guard options.isShared, loop.now >= cleansAt else { return }
    cleansAt = loop.now &+ Self.cleaning.nanoseconds
    try await session.clean()
  }

  private func beatAndGoOn() async {
    guard !isClosed else { return }
    await beat()
    startBeating()
  }

  /// Tells the other nodes that this one is there, and how far its stamps are.
  package func beat() async {
    // While it commits, the commits tell the others.
    guard !isCommitting else { return }
    isCommitting = true
    do {
      try await session.beat(numbers?.promise())
      try await clean()
    } catch let error as PostgresError where error.isOfEndedNode {
      await enter()
    } catch {
      // The next beat may succeed.
    }
    isCommitting = false
    for waiting in idle { waiting.resume() }
    idle = []
    // Writes may have arrived meanwhile, which found that somebody was at work.
    await commitAll()
  }
}
