import MartletNet
import MartletStore

/// The tables of a database whose rows move to another engine or come from one, while no server uses them.
package final class PostgresMover: MoveDestination {
  private let loop: EventLoop
  private let connection: PostgresConnection

  private init(loop: EventLoop) {
    self.loop = loop
    connection = PostgresConnection(loop: loop)
  }

  /// Pauses between attempts to take the lock, which a process that was killed may hold for a moment.
  private static let lockPauses: [Duration] = [.milliseconds(20), .milliseconds(100), .milliseconds(500), .seconds(1)]

  // MARK: - Opening

  /// Opens the tables of a database to read all their rows.
  ///
  /// - Throws: `StoreError`: `.busy` if a server uses them, `.newer`, or `.failed` if there are no tables of this version.
  package static func source(_ address: String) async throws -> PostgresMover {
    try await open(address) { mover in
      switch try await mover.version() {
      case nil: throw StoreError(.failed, "the database holds no messages of Martlet; see search_path in its address")
      case let version? where version < PostgresSchema.steps.count:
        throw StoreError(.failed, "the tables in the database are of an older version; start a server of this version on it once")
      default: break
      }
      guard try await !mover.isMoving() else { throw PostgresSchema.unfinished }
    }
  }

  /// Opens a database into which rows move; its tables are made if they are missing.
  ///
  /// - Throws: `StoreError`: `.busy` if a server or another move uses it, `.newer`, `.failed` if it holds other tables.
  package static func destination(_ address: String) async throws -> PostgresMover {
    try await open(address) { mover in
      if try await mover.version() == nil { try await mover.makeTables() }
    }
  }

  private static func open(
    _ address: String, _ prepare: @Sendable (PostgresMover) async throws -> Void
  ) async throws -> PostgresMover {
    let mover = PostgresMover(loop: try EventLoop(name: "postgres"))
    do {
      try await mover.connection.connect(to: address)
      // A count of all rows takes its time.
      _ = try await mover.connection.run(
        PostgresConnection.settings + [PostgresStatement("SET statement_timeout TO 0")])
      try await mover.lock()
      try await prepare(mover)
      return mover
    } catch {
      await mover.close()
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  private func lock() async throws {
    for attempt in 0..<8 {
      let locked = try await connection.run([PostgresSchema.lock(isShared: false)])
      guard locked[0].count > 0 else {
        throw StoreError(.failed, "the database has no schema in which tables can be made; see search_path in its address")
      }
      if try locked[0].first?.boolean(0) == true { return }
      try await Task.sleep(for: Self.lockPauses[min(attempt, Self.lockPauses.count - 1)])
    }
    throw StoreError(.busy, "a server or another move uses the database; stop all servers of it first")
  }

  /// The version of the tables; nil if there are none.
  private func version() async throws -> Int? {
    guard try await exists("martlet") else { return nil }
    let found = try await connection.run([PostgresStatement("SELECT version FROM martlet")])
    let version = Int(clamping: try found[0].first?.integer(0) ?? 0)
    guard version <= PostgresSchema.steps.count else {
      throw StoreError(.newer, "the tables in the database are of a newer version of Martlet; run that version")
    }
    return version
  }

  private func exists(_ table: String) async throws -> Bool {
    try await connection.run([
      PostgresStatement("SELECT 1 FROM pg_tables WHERE tablename = $1 AND schemaname = current_schema()", .text(table))
    ])[0].count > 0
  }

  private func isMoving() async throws -> Bool { try await exists("moving") }

  /// Makes all tables, and the one of the progress, in one transaction.
  private func makeTables() async throws {
    var statements = [PostgresStatement("BEGIN"), PostgresSchema.turn] + PostgresSchema.birth.map { PostgresStatement($0) }
    for step in PostgresSchema.steps { statements += step.map { PostgresStatement($0) } }
    statements += [
      PostgresStatement("UPDATE martlet SET version = $1", .integer(Int64(PostgresSchema.steps.count))),
      PostgresStatement(PostgresSchema.moving),
      PostgresStatement("INSERT INTO moving VALUES (1, '', 'app', '', 0)"), PostgresStatement("COMMIT"),
    ]
    do {
      for statement in statements { _ = try await connection.run([statement]) }
    } catch let error as PostgresError where error.state == "42P07" {
      throw StoreError(.failed, "the database holds tables of another program; make one for Martlet alone: \(error)")
    }
  }

  // MARK: - Reading

  package func generation() async throws -> String {
    let found = try await run([PostgresStatement("SELECT generation FROM martlet")])
    return try found[0].first?.text(0) ?? ""
  }

  package func count(of table: MovedTable) async throws -> Int {
    let found = try await run([PostgresStatement("SELECT count(*) FROM (\(table.inPostgres)) AS r")])
    return Int(try found[0].first?.integer(0) ?? 0)
  }

  package func rows(of table: MovedTable, after key: [MovedValue]?, limit: Int) async throws -> MovedPage {
    let names = table.key.map { table.columns[$0].name }.joined(separator: ", ")
    let values = zip(table.key, key ?? []).map { PostgresValue($1, table.columns[$0].form) }
    let places = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let start = values.isEmpty ? "" : "WHERE (\(names)) > (\(places))"
    let sql = "SELECT * FROM (\(table.inPostgres)) AS r \(start) ORDER BY \(names) LIMIT $\(values.count + 1)"
    let found = try await run([PostgresStatement(sql, values + [.integer(Int64(limit))])])
    let rows = try found[0].map { row in
      try table.columns.enumerated().map { try row.moved(Int32($0), $1.form) }
    }
    return MovedPage(rows: rows, next: rows.last.map { row in table.key.map { row[$0] } })
  }

  // MARK: - Writing

  package func progress() async throws -> MoveProgress? {
    guard try await isMoving() else { return nil }
    let found = try await run([PostgresStatement("SELECT source, at, key, rows FROM moving")])
    return try found[0].first.map { row in
      let key = try row.blob(2)
      return MoveProgress(
        source: try row.text(0), table: MovedTable(rawValue: try row.text(1)),
        key: key.isEmpty ? nil : [MovedValue](encoded: key), rows: Int(try row.integer(3)))
    }
  }

  package func add(_ rows: [[MovedValue]], to table: MovedTable, _ progress: MoveProgress) async throws {
    var statements = [PostgresStatement("BEGIN")]
    if !rows.isEmpty {
      let names = table.columns.map(\.name).joined(separator: ", ")
      let places = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      let columns = table.columns.enumerated().map { index, column in
        PostgresValue.column(rows.map { $0[index] }, column.form)
      }
      statements.append(PostgresStatement("INSERT INTO \(table.rawValue)(\(names)) SELECT * FROM unnest(\(places))", columns))
    }
    statements.append(
      PostgresStatement(
        "UPDATE moving SET source = $1, at = $2, key = $3, rows = $4", .text(progress.source),
        .text(progress.table?.rawValue ?? ""), .blob(progress.key?.encoded ?? []), .integer(Int64(progress.rows))))
    _ = try await run(statements + [PostgresStatement("COMMIT")])
  }

  package func finish(_ progress: MoveProgress) async throws {
    _ = try await run([
      PostgresStatement("BEGIN"),
      PostgresStatement(
        "UPDATE martlet SET generation = $1, numbers = (SELECT coalesce(max(number), 0) FROM conversation)",
        .text(progress.source)),
      PostgresStatement("DROP TABLE moving"), PostgresStatement("COMMIT"),
      PostgresStatement("ANALYZE \(MovedTable.allCases.map(\.rawValue).joined(separator: ", "))"),
    ])
  }

  private func run(_ statements: [PostgresStatement]) async throws -> [PostgresResult] {
    do {
      return try await connection.run(statements)
    } catch let error as PostgresError {
      throw StoreError(error)
    }
  }

  package func close() async {
    await connection.close()
    await loop.stop()
  }
}

extension PostgresSchema {
  /// The table of the progress of a move, which is there until the move has ended.
  static let moving = """
    CREATE TABLE moving(            -- there while rows move here from another engine; one row
      id smallint PRIMARY KEY CHECK (id = 1),
      source text NOT NULL,         -- the generation of the source; '' before the first row
      at text NOT NULL,             -- the table whose rows move; '' if all have
      key bytea NOT NULL,           -- of the last row, in the order of the source; empty for none
      rows bigint NOT NULL          -- moved so far
    )
    """

  /// Why no server starts while rows move.
  static let unfinished = StoreError(
    .failed, "a move into the database has not ended; run the same martlet migrate command again")
}

extension MovedTable {
  /// The key of a row, as indices of columns.
  fileprivate var key: [Int] {
    switch self {
    case .app, .conversation: [0]
    case .account, .member, .entry, .outsider: [0, 1]
    case .nameWord, .addressed, .reading, .hidden, .userEntry, .relation, .request, .scheduled: [0, 1, 2]
    case .setting, .answered: [0, 1, 2, 3]
    case .annotation: [0, 1, 2, 3, 4]
    }
  }

  /// The query for all rows.
  fileprivate var inPostgres: String {
    guard self != .app else {
      // Nodes keep stamps of their own until they have ended.
      return """
        SELECT id COLLATE "C" AS id, max(stamp) AS stamp FROM (
          SELECT id, stamp FROM app UNION ALL SELECT app, stamp FROM node_app) AS a
        GROUP BY id HAVING max(stamp) > 0
        """
    }
    return "SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(rawValue)"
  }
}

extension PostgresValue {
  fileprivate init(_ value: MovedValue, _ form: MovedTable.Column.Form) {
    self =
      switch form {
      case .integer: .integer(value.integer)
      case .id: .text(value.text)
      case .text, .bytes: .blob(value.bytes)
      }
  }

  /// The values of a column as an array.
  fileprivate static func column(_ values: [MovedValue], _ form: MovedTable.Column.Form) -> PostgresValue {
    switch form {
    case .integer: .integers(values.map(\.integer))
    case .id: .texts(values.map(\.text))
    case .text, .bytes: .blobs(values.map(\.bytes))
    }
  }
}

extension PostgresRow {
  fileprivate func moved(_ column: Int32, _ form: MovedTable.Column.Form) throws -> MovedValue {
    guard !isNull(column) else { return .null }
    return form == .integer ? .integer(try integer(column)) : .bytes([UInt8](try lentBlob(column)))
  }
}
