import MartletNet
import MartletStore
import MartletWire

/// The connection to PostgreSQL that writes: what a writer does, in SQL.
package actor PostgresLink: WritingLink {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let address: String
  private let options: PostgresStore.Options
  private let connection: PostgresConnection

  init(_ address: String, loop: EventLoop, options: PostgresStore.Options) {
    self.address = address
    self.loop = loop
    self.options = options
    connection = PostgresConnection(loop: loop)
  }

  package var isOpen: Bool { get async { await connection.isOpen } }

  /// Connects and takes the lock.
  package func connect() async throws -> Bool {
    try await connection.connect(to: address)
    do {
      _ = try await connection.run(PostgresConnection.settings)
      return try await takeLock()
    } catch {
      await connection.close()
      throw error
    }
  }

  package func takeLock() async throws -> Bool {
    let locked = try await connection.run([PostgresSchema.lock(isShared: options.isShared)])
    guard locked[0].count > 0 else {
      throw StoreError(.failed, "the database has no schema in which tables can be made; see search_path in its address")
    }
    return try locked[0].first?.boolean(0) == true
  }

  package func close() async { await connection.close() }

  // MARK: - Opening

  package func prepare() async throws -> (generation: String, newestMade: Int64?) {
    try await makeTables()
    let results = try await connection.run([
      PostgresStatement(
        "UPDATE martlet SET generation = CASE generation WHEN '' THEN $1 ELSE generation END RETURNING generation",
        .text(options.makeGeneration())),
      PostgresStatement("SELECT greatest((SELECT max(made) FROM request), (SELECT max(made) FROM answered WHERE kind = 1))"),
    ])
    guard let row = results[0].first else { throw StoreError(.corrupt, "table martlet is empty") }
    return (try row.text(0), try results[1].first?.optionalInteger(0))
  }

  private func makeTables() async throws {
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
      for statement in birth { _ = try await connection.run([statement]) }
      if version > 0, version < PostgresSchema.steps.count { try await addNames() }
      _ = try await connection.run([PostgresStatement("COMMIT")])
    } catch let error as PostgresError where error.state == "42P07" {
      throw StoreError(.failed, "the database holds tables of another program; make one for Martlet alone: \(error)")
    }
  }

  /// Adds the words of names from before there were any.
  private func addNames() async throws {
    var words = RowBatch()
    for (app, user, profile) in try await connection.run([PostgresSchema.named])[0].map({ row in
      (try row.text(0), try row.text(1), ProfileRecord(try row.blob(2)))
    }) {
      for word in profile?.words ?? [] { words.add(.text(app), .text(user), .text(word)) }
    }
    if let statement = PostgresSchema.add(words) { _ = try await connection.run([statement]) }
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

  package func counts() async throws -> (lastNumber: Int64, stamps: [AppID: UInt64]) {
    let found = try await connection.run([
      PostgresStatement(
        "UPDATE martlet SET numbers = greatest(numbers, (SELECT max(number) FROM conversation)) RETURNING numbers"),
      PostgresStatement("SELECT id, stamp FROM app"),
    ])
    let stamps = try found[1].map { row in
      guard let app = AppID(try row.text(0)) else { throw row.damaged("app.id") }
      return (app, try row.unsigned(1))
    }
    return (try found[0].first?.optionalInteger(0) ?? 0, Dictionary(stamps) { $1 })
  }

  package func epoch() async throws -> Int64? {
    try await connection.run([PostgresStatement("SELECT epoch FROM martlet")])[0].first?.integer(0)
  }

  // MARK: - Nodes

  package func enter() async throws -> WritingNode {
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
      let node = WritingNode(id: try row.integer(0), slot: UInt64(slot), stamp: stamp, others: others)
      _ = try await connection.run([
        PostgresStatement(
          "INSERT INTO node(id, slot, stamp, seq, beat, ended) VALUES ($1, $2, $3, 0, clock_timestamp(), 0)", .integer(node.id),
          .integer(slot), .unsigned(stamp)),
        PostgresStatement("COMMIT"),
      ])
      return node
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

  package func beat(_ node: Int64, stamp: UInt64?) async throws -> Bool {
    let timeout = PostgresValue.integer(Int64(clamping: options.nodeTimeout.nanoseconds / 1_000_000))
    // A node that has stopped in the middle of a commit holds its row. It is ended once the database drops its transaction:
    // waiting for that would stop this node as well.
    let results = try await connection.run([
      PostgresStatement(
        "UPDATE node SET stamp = greatest(stamp, $2), beat = clock_timestamp() WHERE id = $1 AND ended = 0 RETURNING id",
        .integer(node), .optional(stamp)),
      PostgresStatement(
        """
        UPDATE node SET ended = 1 WHERE id IN (
          SELECT id FROM node
          WHERE ended = 0 AND id <> $1 AND beat < clock_timestamp() - $2 * interval '1 millisecond'
          FOR UPDATE SKIP LOCKED)
        RETURNING id
        """, .integer(node), timeout),
    ])
    if results[1].count > 0 { _ = try await connection.run(Self.burial) }
    return results[0].count > 0
  }

  /// How long a signed request is remembered, in seconds: twice as long as it may be used, and the clocks of nodes may differ.
  private static let signaturesKept: Int64 = 1200

  package func clean(_ node: Int64) async throws {
    let kept = PostgresValue.integer(Int64(clamping: options.feedKept.nanoseconds / 1_000_000))
    _ = try await connection.run([
      PostgresStatement(
        "DELETE FROM feed WHERE node = $1 AND time < clock_timestamp() - $2 * interval '1 millisecond'", .integer(node), kept),
      PostgresStatement(
        """
        DELETE FROM feed f USING node n
        WHERE n.id = f.node AND n.ended = 1 AND n.beat < clock_timestamp() - $1 * interval '1 millisecond'
        """, kept),
      PostgresStatement(
        "DELETE FROM signature WHERE time < extract(epoch FROM clock_timestamp()) - $1", .integer(Self.signaturesKept)),
      PostgresStatement(
        "DELETE FROM node WHERE ended = 1 AND beat < clock_timestamp() - 2 * $1 * interval '1 millisecond'", kept),
    ])
  }

  package func end(_ node: Int64) async throws {
    _ = try await connection.run(
      [PostgresStatement("UPDATE node SET ended = 1 WHERE id = $1", .integer(node))] + Self.burial)
  }

  package func takeNumbers(_ count: Int64) async throws -> Int64 {
    let found = try await connection.run([
      PostgresStatement("UPDATE martlet SET numbers = numbers + $1 RETURNING numbers", .integer(count))
    ])
    guard let last = try found[0].first?.integer(0) else { throw StoreError(.corrupt, "table martlet is empty") }
    return last
  }

  // MARK: - Writing

  package func fetch(_ keys: [RowKey]) async throws -> [PostgresResult] { try await connection.run(keys.map(\.statement)) }

  package nonisolated func writes(of layer: Layer, from rows: PostgresRows) throws -> [PostgresStatement] {
    try CommitStatements(
      layer, kinds: options.kinds, userLogEntries: options.userLogEntries, isShared: options.isShared, rows: rows
    ).all
  }

  package func check(_ bases: [DecidingView<PostgresRows>.Basis]) async throws {
    if let check = BasisFence(bases).statement { _ = try await connection.run([check]) }
  }

  package func hold(_ conversations: [Int64]) async throws {
    _ = try await runOrLetGo([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        "SELECT number FROM conversation WHERE number = ANY($1) ORDER BY number FOR UPDATE", .integers(conversations)),
    ])
  }

  package func letGo() async { await connection.post([PostgresStatement("ROLLBACK")]) }

  package func commit(
    _ writes: [PostgresStatement], decidedFrom bases: [DecidingView<PostgresRows>.Basis], _ note: CommitNote, isHeld: Bool
  ) async throws {
    let begin = isHeld ? nil : PostgresStatement("BEGIN")
    _ = try await runOrLetGo(
      [begin, BasisFence(bases).statement].compactMap { $0 } + writes + own(note) + [PostgresStatement("COMMIT")])
  }

  private func runOrLetGo(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    do {
      return try await connection.run(statements)
    } catch let error as PostgresError where !error.isLost {
      await letGo()
      throw error
    }
  }

  /// The rows by which others, and this node itself, learn of a commit.
  ///
  /// The node's own row is locked first, so that nobody takes the node for dead meanwhile. If it was taken for dead before, the
  /// row of `feed` lacks its node, and the transaction is refused.
  private func own(_ note: CommitNote) -> [PostgresStatement] {
    var apps = RowBatch()
    for (app, stamp) in note.stamps { apps.add(.text(app.text), .unsigned(stamp)) }
    let newest = apps.statement(
      """
      INSERT INTO node_app(node, app, stamp) SELECT $3::bigint, n.* FROM unnest($1, $2) AS n
      ON CONFLICT (node, app) DO UPDATE SET stamp = greatest(node_app.stamp, excluded.stamp)
      """, .integer(note.node))
    return [newest].compactMap { $0 } + [
      PostgresStatement(
        """
        UPDATE node SET seq = $2, stamp = greatest(stamp, $3), beat = clock_timestamp() WHERE id = $1
        """, .integer(note.node), .integer(note.seq), .unsigned(note.stamp)),
      PostgresStatement(
        """
        INSERT INTO feed(node, seq, time, changes)
        VALUES ((SELECT id FROM node WHERE id = $1 AND ended = 0), $2, clock_timestamp(), $3)
        """, .integer(note.node), .integer(note.seq), .blob(note.changes)),
    ] + (options.isShared ? [] : [ownFeed(note)])
  }

  /// Nobody else reads the feed of a server that is alone, which itself needs the last row.
  private func ownFeed(_ note: CommitNote) -> PostgresStatement {
    PostgresStatement("DELETE FROM feed WHERE node < $1 OR seq < $2", .integer(note.node), .integer(note.seq - 1))
  }

  /// Waits for the row of a transaction that has inserted it; the key of `feed` refuses any other.
  package func claim(_ seq: Int64, of node: Int64) async throws -> Bool {
    let void = Nodes.Changes(void: true).encoded()
    let results = try await runOrLetGo([
      PostgresStatement("BEGIN"),
      PostgresStatement("UPDATE node SET seq = greatest(seq, $2) WHERE id = $1", .integer(node), .integer(seq)),
      PostgresStatement(
        "INSERT INTO feed(node, seq, time, changes) VALUES ($1, $2, clock_timestamp(), $3) ON CONFLICT DO NOTHING",
        .integer(node), .integer(seq), .blob(void)),
      PostgresStatement("SELECT changes FROM feed WHERE node = $1 AND seq = $2", .integer(node), .integer(seq)),
      PostgresStatement("COMMIT"),
    ])
    return try results[3].first?.blob(0) != void
  }

  package func forgetRequests(before horizon: Int64) async throws {
    _ = try await connection.run([
      PostgresStatement("DELETE FROM request WHERE made >= 0 AND made < $1", .integer(horizon)),
      PostgresStatement("DELETE FROM answered WHERE state > 0 AND time < $1", .integer(horizon)),
    ])
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
