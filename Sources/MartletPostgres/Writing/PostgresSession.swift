import MartletNet
import MartletStore
import MartletWire

/// The connection that writes, made again when it is lost, and the node as which it writes.
actor PostgresSession: LoopActor {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// What a writer begins with.
  struct Stored: Sendable {
    var generation: String
    /// The newest time in the id of a remembered request, in milliseconds since 1970.
    var newestMade: Int64?
    var node: Node
    /// The newest number of a conversation, and the newest stamp of each app, for a server that is alone.
    var lastNumber: Int64
    var stamps: [AppID: UInt64]
  }

  /// The server among those that write.
  struct Node: Sendable {
    /// A later entry makes a larger one.
    var id: Int64
    /// Its place in stamps.
    var slot: UInt64
    /// All stamps are above it.
    var stamp: UInt64
    /// The newest commits of other nodes when it entered, by their ids.
    var others: [Int64: Int64]
  }

  /// What a commit tells others of it.
  struct Note: Sendable {
    /// The number of the commit, from 1 without gaps for each node.
    var seq: Int64
    /// Names what changed.
    var changes: [UInt8]
    /// The node's stamps up to here are stored.
    var stamp: UInt64
    /// The newest stamp of each app that it changes.
    var stamps: [AppID: UInt64]
  }

  /// Pauses between attempts, the last one again and again.
  private static let pauses: [Duration] = [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(1)]
  /// How long the lock of a server that is ending, or whose connection broke, is waited for.
  private static let lockAttempts = 8

  private let address: String
  private let options: PostgresStore.Options
  private let connection: PostgresConnection
  private(set) var node = Node(id: 0, slot: 0, stamp: 0, others: [:]) { didSet { nodes.append(node.id) } }
  /// The ids of all nodes as which this server has written.
  private(set) var nodes: [Int64] = []
  private var isClosed = false

  init(_ address: String, loop: EventLoop, options: PostgresStore.Options) {
    self.address = address
    self.loop = loop
    self.options = options
    connection = PostgresConnection(loop: loop)
  }

  // MARK: - Opening

  /// Enters the database, creates the tables if they are missing, and brings older ones up to date.
  func open() async throws -> Stored {
    try await connect()
    do {
      // The statements between two `BEGIN`s depend on one another, so each is parsed when those before it are done.
      for statement in [PostgresStatement("BEGIN"), PostgresSchema.turn] { _ = try await connection.run([statement]) }
      let version = try await self.version()
      guard version <= PostgresSchema.steps.count else {
        throw StoreError(.newer, "the tables in the database are of a newer version of Martlet; run that version")
      }
      guard try await !exists("moving") else { throw PostgresSchema.unfinished }
      var birth = PostgresSchema.birth.map { PostgresStatement($0) }
      for step in PostgresSchema.steps.dropFirst(version) { birth += step.map { PostgresStatement($0) } }
      birth.append(PostgresStatement("UPDATE martlet SET version = $1", .integer(Int64(PostgresSchema.steps.count))))
      for statement in birth + [PostgresStatement("COMMIT")] { _ = try await connection.run([statement]) }
    } catch let error as PostgresError where error.state == "42P07" {
      throw StoreError(.failed, "the database holds tables of another program; make one for Martlet alone: \(error)")
    }
    return try await read()
  }

  private func version() async throws -> Int {
    guard try await exists("martlet") else { return 0 }
    let found = try await connection.run([PostgresStatement("SELECT version FROM martlet")])
    return Int(clamping: try found[0].first?.integer(0) ?? 0)
  }

  private func exists(_ table: String) async throws -> Bool {
    try await connection.run([
      PostgresStatement("SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = current_schema()", .text(table))
    ])[0].count > 0
  }

  private func read() async throws -> Stored {
    let results = try await connection.run([
      PostgresStatement(
        "UPDATE martlet SET generation = CASE generation WHEN '' THEN $1 ELSE generation END RETURNING generation",
        .text(options.makeGeneration())),
      PostgresStatement("SELECT greatest((SELECT max(made) FROM request), (SELECT max(made) FROM answered WHERE kind = 1))"),
    ])
    guard let row = results[0].first else { throw StoreError(.corrupt, "table martlet is empty") }
    try await enter()
    let found = try await connection.run([
      PostgresStatement(
        "UPDATE martlet SET numbers = greatest(numbers, (SELECT max(number) FROM conversation)) RETURNING numbers"),
      PostgresStatement("SELECT id, stamp FROM app"),
    ])
    let stamps = try found[1].map { row in
      guard let app = AppID(try row.text(0)) else { throw row.damaged("app.id") }
      return (app, try row.unsigned(1))
    }
    return Stored(
      generation: try row.text(0), newestMade: try results[1].first?.optionalInteger(0), node: node,
      lastNumber: try found[0].first?.optionalInteger(0) ?? 0, stamps: Dictionary(stamps) { $1 })
  }

  /// Becomes one of the nodes that write, whose stamps are above all that were given.
  ///
  /// Nobody commits meanwhile. So no reader was told of a horizon above the stamp of the new node.
  func enter() async throws {
    _ = try await connection.run([PostgresStatement("BEGIN"), PostgresStatement("LOCK TABLE node IN EXCLUSIVE MODE")])
    do {
      if !options.isShared {
        // The lock says that all others have ended.
        _ = try await connection.run([PostgresStatement("UPDATE node SET ended = 1 WHERE ended = 0")] + Self.burial)
      }
      let found = try await connection.run([
        PostgresStatement("UPDATE martlet SET epoch = epoch + 1 RETURNING epoch"),
        PostgresStatement("SELECT id, slot, seq, ended FROM node"),
        PostgresStatement(
          "SELECT greatest((SELECT max(stamp) FROM node), (SELECT max(stamp) FROM app), (SELECT max(stamp) FROM node_app))"),
      ])
      guard let row = found[0].first else { throw StoreError(.corrupt, "table martlet is empty") }
      let taken = Set(try found[1].map { try $0.integer(3) == 0 ? $0.integer(1) : -1 })
      guard let slot = (0..<Int64(HybridNumbers.slots)).first(where: { !taken.contains($0) }) else {
        throw StoreError(.busy, "\(HybridNumbers.slots) nodes use the database, and there is no place for more")
      }
      let others = Dictionary(try found[1].map { (try $0.integer(0), try $0.integer(2)) }) { $1 }
      let stamp = UInt64(clamping: try found[2].first?.optionalInteger(0) ?? 0)
      node = Node(id: try row.integer(0), slot: UInt64(slot), stamp: stamp, others: others)
      _ = try await connection.run([
        PostgresStatement(
          "INSERT INTO node(id, slot, stamp, seq, beat, ended) VALUES ($1, $2, $3, 0, clock_timestamp(), 0)", .integer(node.id),
          .integer(slot), .unsigned(stamp)),
        PostgresStatement("COMMIT"),
      ])
    } catch {
      await connection.post([PostgresStatement("ROLLBACK")])
      throw error
    }
  }

  /// Moves what is to be kept of nodes that ended.
  private static let burial = [
    PostgresStatement(
      """
      INSERT INTO app(id, stamp)
      SELECT a.app, max(a.stamp) FROM node_app a JOIN node n ON n.id = a.node WHERE n.ended = 1 GROUP BY a.app ORDER BY a.app
      ON CONFLICT (id) DO UPDATE SET stamp = greatest(app.stamp, excluded.stamp)
      """),
    PostgresStatement("DELETE FROM node_app a USING node n WHERE n.id = a.node AND n.ended = 1"),
  ]

  /// Connects and takes the lock.
  private func connect() async throws {
    try await connection.connect(to: address)
    do {
      _ = try await connection.run(PostgresConnection.settings)
      for attempt in 0..<Self.lockAttempts {
        let locked = try await connection.run([PostgresSchema.lock(isShared: options.isShared)])
        guard locked[0].count > 0 else {
          throw StoreError(.failed, "the database has no schema in which tables can be made; see search_path in its address")
        }
        if try locked[0].first?.boolean(0) == true { return }
        await pause(attempt)
      }
    } catch {
      await connection.close()
      throw error
    }
    await connection.close()
    throw StoreError(
      .busy,
      options.isShared
        ? "the database is in use by a server without --bus; stop that server, or give it the bus of the others"
        : "the database is in use by another server; stop that server, or use another database")
  }

  private func pause(_ attempt: Int) async {
    let duration = Self.pauses[min(attempt, Self.pauses.count - 1)]
    await withCheckedContinuation { continuation in loop.schedule(after: duration) { continuation.resume() } }
  }

  /// Connects again; a server that is to be alone gives up if another one was there meanwhile.
  private func reconnect() async throws {
    try await connect()
    guard !options.isShared else { return }
    let found = try await connection.run([PostgresStatement("SELECT epoch FROM martlet")])
    guard try found[0].first?.integer(0) == node.id else {
      isClosed = true
      await connection.close()
      throw StoreError(.stopped, "another server has used the database since the connection to it was lost")
    }
  }

  // MARK: - Statements

  /// Runs statements outside a transaction; tries once more after the connection was lost.
  func run(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    guard !isClosed else { throw StoreError(.stopped, "writing has stopped, and the store must be reopened") }
    do {
      if await !connection.isOpen { try await reconnect() }
      return try await connection.run(statements)
    } catch let error as PostgresError where error.isLost {
      try await reconnect()
      return try await connection.run(statements)
    }
  }

  /// Runs statements of a transaction that is under way; if the connection is lost, so is the transaction.
  func continuing(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    try await connection.run(statements)
  }

  /// Begins a transaction that holds conversations until its end, so that what is read of them next stays true.
  func hold(_ conversations: [Int64]) async throws {
    guard !isClosed else { throw StoreError(.stopped, "writing has stopped, and the store must be reopened") }
    if await !connection.isOpen { try await reconnect() }
    _ = try await run(
      statements: [
        PostgresStatement("BEGIN"),
        PostgresStatement(
          "SELECT number FROM conversation WHERE number = ANY($1) ORDER BY number FOR UPDATE", .integers(conversations)),
      ])
  }

  /// Ends a transaction that `hold` began, without a commit.
  func letGo() async { await connection.post([PostgresStatement("ROLLBACK")]) }

  /// Commits statements, once, whatever becomes of the connection.
  ///
  /// - Parameters:
  ///   - statements: What the transaction does.
  ///   - note: Tells others of the commit.
  ///   - isHeld: Whether `hold` has begun the transaction.
  /// - Throws: `PostgresError` if the transaction was refused, `StoreError` if the store was closed or taken over.
  func commit(_ statements: [PostgresStatement], _ note: Note, isHeld: Bool = false) async throws {
    let transaction = statements + own(note) + [PostgresStatement("COMMIT")]
    let whole = [PostgresStatement("BEGIN")] + transaction
    for attempt in 0... {
      guard !isClosed else { throw StoreError(.unknown, "the store was closed while PostgreSQL could not be reached") }
      do {
        if attempt == 0 {
          if isHeld { _ = try await runHeld(transaction) } else { _ = try await run(statements: whole) }
          return
        }
        await pause(attempt - 1)
        if await !connection.isOpen { try await reconnect() }
        if try await isCommitted(note.seq) { return }
        _ = try await run(statements: whole)
        return
      } catch let error as PostgresError where error.isLost || error.isTransient && !options.isShared {
        // Whether it was committed shows once there is a connection again.
        continue
      } catch let error as StoreError where error.code == .busy {
        continue
      }
    }
  }

  /// The rows by which others, and this node itself, learn of a commit.
  ///
  /// The node's own row is locked first, so that nobody takes the node for dead meanwhile. If it was taken for dead before, the
  /// row of `feed` lacks its node, and the transaction is refused.
  private func own(_ note: Note) -> [PostgresStatement] {
    var apps = RowBatch()
    for (app, stamp) in note.stamps { apps.add(.text(app.text), .unsigned(stamp)) }
    let newest = apps.statement(
      """
      INSERT INTO node_app(node, app, stamp) SELECT $3::bigint, n.* FROM unnest($1, $2) AS n
      ON CONFLICT (node, app) DO UPDATE SET stamp = greatest(node_app.stamp, excluded.stamp)
      """, .integer(node.id))
    return [newest].compactMap { $0 } + [
      PostgresStatement(
        """
        UPDATE node SET seq = $2, stamp = greatest(stamp, $3), beat = clock_timestamp() WHERE id = $1
        """, .integer(node.id), .integer(note.seq), .unsigned(note.stamp)),
      PostgresStatement(
        """
        INSERT INTO feed(node, seq, time, changes)
        VALUES ((SELECT id FROM node WHERE id = $1 AND ended = 0), $2, clock_timestamp(), $3)
        """, .integer(node.id), .integer(note.seq), .blob(note.changes)),
    ] + (options.isShared ? [] : [ownFeed(before: note.seq)])
  }

  /// Nobody else reads the feed of a server that is alone, which itself needs the last row.
  private func ownFeed(before seq: Int64) -> PostgresStatement {
    PostgresStatement("DELETE FROM feed WHERE node < $1 OR seq < $2", .integer(node.id), .integer(seq - 1))
  }

  private func runHeld(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    do {
      return try await connection.run(statements)
    } catch let error as PostgresError where !error.isLost {
      await letGo()
      throw error
    }
  }

  private func run(statements: [PostgresStatement]) async throws -> [PostgresResult] { try await runHeld(statements) }

  /// Whether a commit whose answer was lost took place.
  ///
  /// Its transaction may still be under way in a server process that does not know yet of the lost connection: then the row is
  /// waited for.
  private func isCommitted(_ seq: Int64) async throws -> Bool {
    let results = try await connection.run([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        """
        INSERT INTO feed(node, seq, time, changes) VALUES ($1, $2, clock_timestamp(), '')
        ON CONFLICT DO NOTHING RETURNING seq
        """, .integer(node.id), .integer(seq)),
      PostgresStatement("ROLLBACK"),
    ])
    return results[1].count == 0
  }

  // MARK: - Nodes

  /// Tells the others that the node is there and how far its stamps are, and ends nodes that were not heard of.
  ///
  /// - Parameter stamp: The node's stamps up to here are stored; nil while a commit is decided.
  /// - Throws: `PostgresError`, `.isOfEndedNode` if the node itself was taken for dead.
  func beat(_ stamp: UInt64?) async throws {
    let timeout = PostgresValue.integer(Int64(clamping: options.nodeTimeout.nanoseconds / 1_000_000))
    let results = try await run([
      PostgresStatement(
        "UPDATE node SET stamp = greatest(stamp, $2), beat = clock_timestamp() WHERE id = $1 AND ended = 0 RETURNING id",
        .integer(node.id), .optional(stamp)),
      PostgresStatement(
        """
        UPDATE node SET ended = 1 WHERE ended = 0 AND id <> $1 AND beat < clock_timestamp() - $2 * interval '1 millisecond'
        RETURNING id
        """, .integer(node.id), timeout),
    ])
    if results[1].count > 0 { _ = try await run(Self.burial) }
    guard results[0].count > 0 else { throw PostgresError(state: "23502", message: "the node was taken for dead") }
  }

  /// Deletes what no node needs any more.
  func clean() async throws {
    let kept = PostgresValue.integer(Int64(clamping: options.feedKept.nanoseconds / 1_000_000))
    _ = try await run([
      PostgresStatement(
        "DELETE FROM feed WHERE node = $1 AND time < clock_timestamp() - $2 * interval '1 millisecond'", .integer(node.id), kept),
      PostgresStatement(
        """
        DELETE FROM feed f USING node n
        WHERE n.id = f.node AND n.ended = 1 AND n.beat < clock_timestamp() - $1 * interval '1 millisecond'
        """, kept),
      PostgresStatement(
        "DELETE FROM node WHERE ended = 1 AND beat < clock_timestamp() - 2 * $1 * interval '1 millisecond'", kept),
    ])
  }

  func close() async {
    if !isClosed, node.id > 0, await connection.isOpen {
      _ = try? await connection.run(
        [PostgresStatement("UPDATE node SET ended = 1 WHERE id = $1", .integer(node.id))] + Self.burial)
    }
    isClosed = true
    await connection.close()
  }
}

extension PostgresConnection {
  /// What a new connection is set to: each commit waits for the disk, as I1 of the promises needs.
  static var settings: [PostgresStatement] {
    [
      PostgresStatement("SET client_encoding TO 'UTF8'"), PostgresStatement("SET application_name TO 'martlet'"),
      PostgresStatement("SET statement_timeout TO '60s'"), PostgresStatement("SET lock_timeout TO '20s'"),
      PostgresStatement("SET idle_in_transaction_session_timeout TO '120s'"),
      PostgresStatement(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"),
    ]
  }
}
