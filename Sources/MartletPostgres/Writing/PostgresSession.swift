import MartletNet
import MartletStore
import MartletWire

/// The link of a writer, made again when it is lost, and the node as which it writes.
package actor PostgresSession<Link: WritingLink>: LoopActor {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Pauses between attempts, the last one again and again.
  private static var pauses: [Duration] { [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(1)] }
  /// How long the lock of a server that is ending, or whose connection broke, is waited for.
  private static var lockAttempts: Int { 8 }

  nonisolated let link: Link
  private nonisolated let options: PostgresStore.Options
  private(set) var node = WritingNode(id: 0, slot: 0, stamp: 0, others: [:]) { didSet { nodes.append(node.id) } }
  /// The ids of all nodes as which this server has written.
  package private(set) var nodes: [Int64] = []
  private var isClosed = false

  package init(_ link: Link, options: PostgresStore.Options) {
    loop = link.loop
    self.link = link
    self.options = options
  }

  /// The number of commits of the present node, each with a row of table `feed`; some of them did not take place.
  private var commits: Int64 = 0

  /// The id of the present node.
  package var nodeID: Int64 { node.id }

  // MARK: - Opening

  /// Enters the database, creates the tables if they are missing, and brings older ones up to date.
  package func open() async throws -> StoredBeginning {
    try await connect()
    let (generation, newestMade) = try await link.prepare()
    node = try await link.enter()
    let (lastNumber, stamps) = try await link.counts()
    return StoredBeginning(
      generation: generation, newestMade: newestMade, node: node, lastNumber: lastNumber, stamps: stamps)
  }

  /// Becomes one of the nodes that write, whose stamps are above all that were given.
  func enter() async throws -> WritingNode {
    node = try await link.enter()
    commits = 0
    return node
  }

  private func connect() async throws {
    var isFree = try await link.connect()
    for attempt in 0..<Self.lockAttempts - 1 where !isFree {
      await pause(attempt)
      do {
        isFree = try await link.takeLock()
      } catch {
        await link.close()
        throw error
      }
    }
    guard !isFree else { return }
    await link.close()
    throw StoreError(
      .busy,
      options.isShared
        ? "the database is in use by a server without --bus; stop that server, or give it the bus of the others"
        : "the database is in use by another server; stop that server, or use another database")
  }

  private func pause(_ attempt: Int) async {
    if await !loop.pause(Self.pauses[min(attempt, Self.pauses.count - 1)]) { isClosed = true }
  }

  /// Connects again; a server that is to be alone gives up if another one was there meanwhile.
  private func reconnect() async throws {
    try await connect()
    guard !options.isShared, try await link.epoch() != node.id else { return }
    isClosed = true
    await link.close()
    throw StoreError(.stopped, "another server has used the database since the connection to it was lost")
  }

  // MARK: - Calls

  private func checkOpen() async throws {
    guard !isClosed else { throw StoreError(.stopped, "writing has stopped, and the store must be reopened") }
    if await !link.isOpen { try await reconnect() }
  }

  /// Does something outside a transaction; tries once more after the connection was lost.
  private func run<Result>(_ body: (isolated PostgresSession, Link) async throws -> Result) async throws -> Result {
    do {
      try await checkOpen()
      return try await body(self, link)
    } catch let error as PostgresError where error.isLost {
      try await reconnect()
      return try await body(self, link)
    }
  }

  /// The rows of look-ups.
  ///
  /// They belong to the transaction that holds conversations if `isHeld`; if its connection is lost, so is the transaction.
  func fetch(_ keys: [RowKey], isHeld: Bool) async throws -> [Link.StoredRows.Fetched] {
    isHeld ? try await link.fetch(keys) : try await run { try await $1.fetch(keys) }
  }

  /// As `WritingLink.takeNumbers`.
  func takeNumbers(_ count: Int64, isHeld: Bool) async throws -> Int64 {
    isHeld ? try await link.takeNumbers(count) : try await run { try await $1.takeNumbers(count) }
  }

  func check(_ bases: [DecidingView<Link.StoredRows>.Basis]) async throws { try await run { try await $1.check(bases) } }

  func forgetRequests(before horizon: Int64) async throws { try await run { try await $1.forgetRequests(before: horizon) } }

  /// Begins a transaction that holds conversations until its end, so that what is read of them next stays true.
  func hold(_ conversations: [Int64]) async throws {
    try await checkOpen()
    try await link.hold(conversations)
  }

  /// Ends a transaction that `hold` began, without a commit.
  func letGo() async { await link.letGo() }

  /// Commits once, whatever becomes of the connection.
  ///
  /// - Parameters:
  ///   - writes: What the transaction writes.
  ///   - bases: The conversations from which it was decided.
  ///   - note: Tells others of the commit, whose number is given here.
  ///   - isHeld: Whether `hold` has begun the transaction.
  /// - Returns: The number of the commit.
  /// - Throws: `PostgresError` if the transaction was refused, `StoreError` if the store was closed or taken over.
  func commit(
    _ writes: Link.Writes, decidedFrom bases: [DecidingView<Link.StoredRows>.Basis], _ note: CommitNote, isHeld: Bool
  ) async throws -> Int64 {
    var note = note
    var attempt = 0
    while true {
      defer { attempt += 1 }
      guard !isClosed else { throw StoreError(.unknown, "the store was closed while PostgreSQL could not be reached") }
      do {
        if attempt > 0 {
          await pause(attempt - 1)
          if await !link.isOpen { try await reconnect() }
          let isCommitted = try await link.claim(note.seq, of: note.node)
          commits = note.seq
          if isCommitted { return commits }
        }
        note.seq = commits + 1
        try await link.commit(writes, decidedFrom: bases, note, isHeld: isHeld && attempt == 0)
        commits = note.seq
        return commits
      } catch let error as PostgresError where error.isLost || error.isTransient && !options.isShared {
        // Whether it was committed shows once there is a connection again.
        continue
      } catch let error as StoreError where error.code == .busy {
        continue
      }
    }
  }

  // MARK: - Nodes

  /// As `WritingLink.beat`.
  ///
  /// - Parameter stamp: The node's stamps up to here are stored; nil while a commit is decided.
  /// - Throws: `PostgresError`, `.isOfEndedNode` if the node itself was taken for dead.
  func beat(_ stamp: UInt64?) async throws {
    guard try await run({ try await $1.beat($0.node.id, stamp: stamp) }) else { throw PostgresError.endedNode }
  }

  func clean() async throws { try await run { try await $1.clean($0.node.id) } }

  /// Writes nothing more from some time on, and does not wait any longer for what is under way.
  package func giveUp(after time: Duration) {
    _ = loop.schedule(after: time) { [weak self] in
      self?.onLoop { session in
        session.isClosed = true
        _ = Task(executorPreference: session.loop) { await session.link.close() }
      }
    }
  }

  package func close() async {
    if !isClosed, node.id > 0, await link.isOpen { try? await link.end(node.id) }
    isClosed = true
    await link.close()
  }
}

/// What a writer begins with.
package struct StoredBeginning: Sendable {
  package var generation: String
  /// The newest time in the id of a remembered request, in milliseconds since 1970.
  var newestMade: Int64?
  package var node: WritingNode
  /// The newest number of a conversation, and the newest stamp of each app, for a server that is alone.
  var lastNumber: Int64
  var stamps: [AppID: UInt64]
}
