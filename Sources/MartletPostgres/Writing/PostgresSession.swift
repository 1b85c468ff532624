import MartletNet
import MartletStore
import MartletWire

/// The connection of the one server that writes, made again when it is lost.
actor PostgresSession: LoopActor {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// What a writer begins with.
  struct Stored: Sendable {
    var generation: String
    var lastNumber: Int64
    /// The newest time in the id of a remembered request, in milliseconds since 1970.
    var newestMade: Int64?
    var stamps: [AppID: UInt64]
  }

  /// Pauses between attempts, the last one again and again.
  private static let pauses: [Duration] = [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(1)]
  /// How long the lock of a server that is ending, or whose connection broke, is waited for.
  private static let lockAttempts = 8

  private let address: String
  private let connection: PostgresConnection
  /// Of this server's start; another server's start makes a larger one.
  private var epoch: Int64 = 0
  private var isClosed = false

  init(_ address: String, loop: EventLoop) {
    self.address = address
    self.loop = loop
    connection = PostgresConnection(loop: loop)
  }

  // MARK: - Opening

  /// Takes the database for this server, creates the tables if they are missing, and brings older ones up to date.
  func open(makeGeneration: @Sendable () -> String) async throws -> Stored {
    try await connect()
    let version = try await self.version()
    guard version <= PostgresSchema.steps.count else {
      throw StoreError(.newer, "the tables in the database are of a newer version of Martlet; run that version")
    }
    var birth = PostgresSchema.birth.map { PostgresStatement($0) }
    for step in PostgresSchema.steps.dropFirst(version) { birth += step.map { PostgresStatement($0) } }
    birth.append(PostgresStatement("UPDATE martlet SET version = $1", .integer(Int64(PostgresSchema.steps.count))))
    do {
      // The statements between two `BEGIN`s depend on one another, so each is parsed when those before it are done.
      for statement in [PostgresStatement("BEGIN")] + birth + [PostgresStatement("COMMIT")] {
        _ = try await connection.run([statement])
      }
    } catch let error as PostgresError where error.state == "42P07" {
      throw StoreError(.failed, "the database holds tables of another program; make one for Martlet alone: \(error)")
    }
    return try await read(makeGeneration)
  }

  private func version() async throws -> Int {
    let exists = try await connection.run([
      PostgresStatement("SELECT 1 FROM pg_tables WHERE tablename = 'martlet' AND schemaname = current_schema()")
    ])
    guard exists[0].count > 0 else { return 0 }
    let found = try await connection.run([PostgresStatement("SELECT version FROM martlet")])
    return Int(clamping: try found[0].first?.integer(0) ?? 0)
  }

  private func read(_ makeGeneration: @Sendable () -> String) async throws -> Stored {
    let name = makeGeneration()
    let results = try await connection.run([
      PostgresStatement(
        """
        UPDATE martlet SET epoch = epoch + 1, generation = CASE generation WHEN '' THEN $1 ELSE generation END
        RETURNING epoch, generation
        """, .text(name)),
      PostgresStatement("SELECT max(number) FROM conversation"),
      PostgresStatement("SELECT greatest((SELECT max(made) FROM request), (SELECT max(made) FROM answered WHERE kind = 1))"),
      PostgresStatement("SELECT id, stamp FROM app"),
    ])
    guard let row = results[0].first else { throw StoreError(.corrupt, "table martlet is empty") }
    epoch = try row.integer(0)
    let stamps = try results[3].map { row in
      guard let app = AppID(try row.text(0)) else { throw row.damaged("app.id") }
      return (app, try row.unsigned(1))
    }
    return Stored(
      generation: try row.text(1), lastNumber: try results[1].first?.optionalInteger(0) ?? 0,
      newestMade: try results[2].first?.optionalInteger(0), stamps: Dictionary(stamps) { $1 })
  }

  /// Connects and takes the lock.
  private func connect() async throws {
    try await connection.connect(to: address)
    do {
      _ = try await connection.run(PostgresConnection.settings)
      for attempt in 0..<Self.lockAttempts {
        let locked = try await connection.run([PostgresSchema.lock])
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
    throw StoreError(.busy, "the database is in use by another server; stop that server, or use another database")
  }

  private func pause(_ attempt: Int) async {
    let duration = Self.pauses[min(attempt, Self.pauses.count - 1)]
    await withCheckedContinuation { continuation in loop.schedule(after: duration) { continuation.resume() } }
  }

  /// Connects again, unless another server has used the database since.
  private func reconnect() async throws {
    try await connect()
    let found = try await connection.run([PostgresStatement("SELECT epoch FROM martlet")])
    guard try found[0].first?.integer(0) == epoch else {
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

  /// Commits statements, once, whatever becomes of the connection.
  ///
  /// - Parameters:
  ///   - statements: What the transaction does.
  ///   - number: The number of the commit, from 1 without gaps.
  /// - Throws: `PostgresError` if the transaction was refused, `StoreError` if the store was closed or taken over.
  func commit(_ statements: [PostgresStatement], number: Int64) async throws {
    let transaction =
      [PostgresStatement("BEGIN")] + statements + [
        PostgresStatement("INSERT INTO feed(server, seq) VALUES ($1, $2)", .integer(epoch), .integer(number)),
        PostgresStatement("DELETE FROM feed WHERE server < $1 OR seq < $2", .integer(epoch), .integer(number - 1)),
        PostgresStatement("COMMIT"),
      ]
    for attempt in 0... {
      guard !isClosed else { throw StoreError(.unknown, "the store was closed while PostgreSQL could not be reached") }
      do {
        if attempt == 0 {
          _ = try await run(statements: transaction)
          return
        }
        await pause(attempt - 1)
        if await !connection.isOpen { try await reconnect() }
        if try await isCommitted(number) { return }
        _ = try await run(statements: transaction)
        return
      } catch let error as PostgresError where error.isLost || error.isTransient {
        // Whether it was committed shows once there is a connection again.
        continue
      } catch let error as StoreError where error.code == .busy {
        continue
      }
    }
  }

  private func run(statements: [PostgresStatement]) async throws -> [PostgresResult] {
    do {
      return try await connection.run(statements)
    } catch let error as PostgresError where !error.isLost {
      await connection.post([PostgresStatement("ROLLBACK")])
      throw error
    }
  }

  /// Whether a commit whose answer was lost took place.
  ///
  /// Its transaction may still be under way in a server process that does not know yet of the lost connection: then the row is
  /// waited for.
  private func isCommitted(_ number: Int64) async throws -> Bool {
    let results = try await connection.run([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        "INSERT INTO feed(server, seq) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING seq", .integer(epoch),
        .integer(number)),
      PostgresStatement("ROLLBACK"),
    ])
    return results[1].count == 0
  }

  func close() async {
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
