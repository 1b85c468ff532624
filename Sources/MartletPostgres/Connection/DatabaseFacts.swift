import MartletNet
import MartletStore

/// The state of a database, for an operator who wants to know whether a server can use it.
package struct DatabaseFacts: Sendable, Equatable {
  /// As 150004 for version 15.4.
  package var version: Int64 = 0
  package var isStandby = false
  package var isReadOnly = false
  package var encoding = "UTF8"
  package var isEncrypted = false
  /// `synchronous_commit`, before a server sets it.
  package var synchronousCommit = "on"
  package var fsync = true
  package var fullPageWrites = true
  /// Connections that ordinary users can have, and those that are open.
  package var connectionsMost: Int64 = 100
  package var connections: Int64 = 0
  /// How long an idle connection lives, in milliseconds; 0 for ever.
  package var idleTimeout: Int64 = 0
  /// The database's clock, in milliseconds since 1970.
  package var clock: Int64 = 0
  /// The schema in which tables are; nil if `search_path` names none.
  package var schema: String?
  package var mayCreate = true
  /// The version of Martlet's tables; nil if there are none.
  package var tables: Int64?
  /// Whether tables of another program have the names of Martlet's.
  package var isForeign = false
  package var isMoving = false
  /// Servers that write now, by their rows.
  package var nodes: Int64 = 0

  package init() {}

  /// The version of the tables that this program makes.
  package static var tablesVersion: Int64 { Int64(PostgresSchema.steps.count) }

  /// The connections that one server takes.
  package static var connectionsOfServer: Int64 { Int64(PostgresStore.Options().readers) + 1 }

  private static let questions = [
    """
    SELECT current_setting('server_version_num')::bigint, pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
      current_setting('server_encoding'), coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
      current_setting('synchronous_commit'), current_setting('fsync') = 'on', current_setting('full_page_writes') = 'on',
      current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint,
      (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
      coalesce((SELECT setting::bigint FROM pg_settings WHERE name = 'idle_session_timeout'), 0),
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint, current_schema()::text,
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)
    """,
    """
    SELECT count(*) FILTER (WHERE tablename = 'martlet'), count(*) FILTER (WHERE tablename = 'moving'),
      count(*) FILTER (WHERE tablename IN ('conversation', 'entry', 'member', 'account', 'request', 'setting', 'node', 'feed'))
    FROM pg_tables WHERE schemaname = current_schema()
    """,
  ]

  /// Asks a database, and changes nothing.
  ///
  /// - Parameter address: The database in libpq's forms.
  /// - Returns: What it answers.
  /// - Throws: `PostgresError` if it cannot be reached, or refuses this user.
  package static func read(_ address: String) async throws -> DatabaseFacts {
    let loop = try EventLoop(name: "postgres")
    let connection = PostgresConnection(loop: loop)
    let result: Result<DatabaseFacts, any Error>
    do {
      try await connection.connect(to: address)
      result = .success(try await ask(connection))
    } catch {
      result = .failure(error)
    }
    await connection.close()
    await loop.stop()
    return try result.get()
  }

  private static func ask(_ connection: PostgresConnection) async throws -> DatabaseFacts {
    let results = try await connection.run(questions.map { PostgresStatement($0) })
    var facts = DatabaseFacts()
    guard let row = results[0].first, let names = results[1].first else { return facts }
    facts.version = try row.integer(0)
    (facts.isStandby, facts.isReadOnly) = (try row.boolean(1), try row.boolean(2))
    (facts.encoding, facts.isEncrypted, facts.synchronousCommit) = (try row.text(3), try row.boolean(4), try row.text(5))
    (facts.fsync, facts.fullPageWrites) = (try row.boolean(6), try row.boolean(7))
    (facts.connectionsMost, facts.connections, facts.idleTimeout) = (try row.integer(8), try row.integer(9), try row.integer(10))
    facts.clock = try row.integer(11)
    facts.schema = row.isNull(12) ? nil : try row.text(12)
    facts.mayCreate = try row.boolean(13)
    facts.isMoving = try names.integer(1) > 0
    guard try names.integer(0) > 0 else {
      facts.isForeign = try names.integer(2) > 0
      return facts
    }
    facts.tables = try await connection.run([PostgresStatement("SELECT version FROM martlet")])[0].first?.integer(0)
    if facts.tables == tablesVersion {
      let found = try await connection.run([PostgresStatement("SELECT count(*) FROM node WHERE ended = 0")])
      facts.nodes = try found[0].first?.integer(0) ?? 0
    }
    return facts
  }
}
