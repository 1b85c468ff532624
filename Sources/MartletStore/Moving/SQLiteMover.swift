import MartletSQLite

/// The files of a store whose rows move to another engine or come from one, while no server uses them.
package actor SQLiteMover: MoveDestination {
  private let executor: any BlockingExecutor
  private let database: SQLiteConnection
  private let lock: DirectoryLock

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private init(directory: String, isDestination: Bool) throws {
    executor = try ThreadExecutor(name: "store-move")
    lock = try DirectoryLock(directory: directory)
    let path = directory + "/" + SQLiteStore.fileName
    database =
      isDestination
      ? try SQLiteConnection.openToWrite(
        path, vfs: nil, cacheKiB: 65_536, checkpointPages: 4000, steps: SQLiteSchema.steps, application: SQLiteSchema.application)
      : try SQLiteConnection(path: path, access: .readOnly)
  }

  private static var options: SQLiteStore.Options {
    var options = SQLiteStore.Options()
    options.rememberedMilliseconds = .max
    return options
  }

  /// Opens the store of a directory to read all its rows.
  ///
  /// The journal is folded into the tables first, as at the end of a server.
  ///
  /// - Throws: `StoreError`, as the opening of the store.
  package static func source(directory: String) async throws -> SQLiteMover {
    let store = try await SQLiteStore.open(directory: directory, options: options)
    do {
      try await store.fold()
      await store.close()
      return try SQLiteMover(directory: directory, isDestination: false)
    } catch {
      await store.close()
      throw StoreError(error)
    }
  }

  /// Opens a directory into which rows move; the files are made if they are missing.
  ///
  /// - Throws: `StoreError`: `.failed` if there are rows of another store.
  package static func destination(directory: String) async throws -> SQLiteMover {
    await (try SQLiteStore.open(directory: directory, options: options)).close()
    do {
      let mover = try SQLiteMover(directory: directory, isDestination: true)
      try await mover.prepare()
      return mover
    } catch {
      throw StoreError(error)
    }
  }

  /// Makes the table of the progress in an empty store.
  private func prepare() throws {
    guard try !isMoving(), try storedRows() == 0 else { return }
    try database.commit {
      try database.execute(
        """
        CREATE TABLE moving(            -- there while rows move here from another engine; one row
          id INTEGER PRIMARY KEY CHECK(id = 1),
          source TEXT NOT NULL,         -- the generation of the source; '' before the first row
          at TEXT NOT NULL,             -- the table whose rows move; '' if all have
          key BLOB NOT NULL,            -- of the last row, in the order of the source; empty for none
          rows INTEGER NOT NULL         -- moved so far
        );
        INSERT INTO moving VALUES (1, '', 'app', x'', 0);
        UPDATE newest SET stamp = 0;
        UPDATE generation SET name = '';
        """)
    }
  }

  private func storedRows() throws -> Int64 {
    try database.statement("SELECT (SELECT count(*) FROM app) + (SELECT count(*) FROM user)").first { try $0.integer(0) } ?? 0
  }

  private func isMoving() throws -> Bool {
    try database.statement("SELECT 1 FROM sqlite_schema WHERE name = 'moving'").first { _ in true } ?? false
  }

  // MARK: - Reading

  package func generation() throws -> String { try SQLiteQueries(database).generation() }

  package func count(of table: MovedTable) throws -> Int {
    let count: Int64? =
      switch table {
      case .app: try count("SELECT count(*) FROM app WHERE max(stamp, (SELECT stamp FROM newest)) > 0")
      case .account: try count("SELECT count(*) FROM user")
      case .nameWord: try count("SELECT count(*) FROM name_word")
      case .conversation: try count("SELECT count(*) FROM conversation")
      case .member: try count("SELECT count(*) FROM member")
      case .entry: try count("SELECT count(*) FROM entry")
      case .addressed: try count("SELECT count(*) FROM addressed")
      case .annotation: try count("SELECT count(*) FROM annotation")
      case .reading: try count("SELECT count(*) FROM reading")
      case .hidden: try count("SELECT count(*) FROM hidden")
      case .outsider: try count("SELECT count(*) FROM outsider")
      case .userEntry: try count("SELECT count(*) FROM user_entry")
      case .setting: try count("SELECT count(*) FROM setting")
      case .relation: try count("SELECT count(*) FROM relation")
      case .request: try count("SELECT count(*) FROM request")
      case .answered: try count("SELECT count(*) FROM answered")
      case .scheduled: try count("SELECT count(*) FROM scheduled")
      }
    return Int(count ?? 0)
  }

  private func count(_ sql: StaticString) throws -> Int64? { try database.statement(sql).first { try $0.integer(0) } }

  package func rows(of table: MovedTable, after key: [MovedValue]?, limit: Int) throws -> MovedPage {
    let statement = table.inSQLite
    let known = try statement.first.enumerated().map { index, least in
      guard let value = key?[index] else { return least }
      return try SQLiteValue(value, isBytes: false)
    }
    var page = MovedPage(rows: [], next: nil)
    do {
      try database.statement(statement.select).each(known + [.integer(Int64(limit))]) { row in
        let width = Int32(statement.first.count)
        page.next = try statement.first.indices.map { index in
          let isNumber = if case .integer = statement.first[index] { true } else { false }
          return try row.moved(Int32(index), isNumber ? .integer : .id)
        }
        page.rows.append(try table.columns.enumerated().map { try row.moved(width + Int32($0), $1.form) })
        return true
      }
    } catch {
      throw StoreError(error)
    }
    return page
  }

  // MARK: - Writing

  package func progress() throws -> MoveProgress? {
    guard try isMoving() else { return nil }
    return try database.statement("SELECT source, at, key, rows FROM moving").first { row in
      let key = try row.blob(2)
      return MoveProgress(
        source: try row.text(0), table: MovedTable(rawValue: try row.text(1)),
        key: key.isEmpty ? nil : [MovedValue](encoded: key), rows: Int(try row.integer(3)))
    }
  }

  package func add(_ rows: [[MovedValue]], to table: MovedTable, _ progress: MoveProgress) throws {
    let statement = table.inSQLite
    try database.commit {
      for row in rows {
        try check(row, of: table)
        if let column = table.columns.firstIndex(where: { $0.name == "app" }), let app = row[column].text {
          try database.statement("INSERT INTO app(id) VALUES (?1) ON CONFLICT DO NOTHING").run(.text(app))
        }
        let values = try zip(row, table.columns).map { try SQLiteValue($0, isBytes: $1.form == .bytes) }
        try database.statement(statement.insert).run(values)
        guard table == .entry, row[6].integer == 1, row[14].integer == 1, let number = row[0].integer else { continue }
        try database.statement("INSERT INTO recalled(key) VALUES (?1 << 32 | ?2)").run(.integer(number), values[1])
      }
      try note(progress)
    }
  }

  /// Refuses numbers that the keys of the files cannot hold.
  private func check(_ row: [MovedValue], of table: MovedTable) throws {
    guard [.conversation, .entry].contains(table), let number = row[0].integer else { return }
    let seq = table == .entry ? row[1].integer ?? 0 : 1
    guard EntryKey.of(number, UInt64(clamping: seq)) != nil else {
      throw StoreError(.failed, "conversation \(number) is beyond what files can hold: at most \(EntryKey.lastNumber) of them")
    }
  }

  private func note(_ progress: MoveProgress) throws {
    try database.statement("UPDATE moving SET source = ?1, at = ?2, key = ?3, rows = ?4").run(
      .text(progress.source), .text(progress.table?.rawValue ?? ""), .blob(progress.key?.encoded ?? []),
      .integer(Int64(progress.rows)))
  }

  package func finish(_ progress: MoveProgress) throws {
    try database.commit {
      try database.statement("UPDATE generation SET name = ?1").run(.text(progress.source))
      try database.execute("DROP TABLE moving")
    }
    try database.checkpoint(.truncate)
  }

  package func close() { database.close() }
}

extension SQLiteValue {
  /// A value that moves; a text unless it `isBytes`.
  fileprivate init(_ value: MovedValue, isBytes: Bool) throws {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .bytes(let bytes) where isBytes: self = .blob(bytes)
    case .bytes:
      guard let text = value.text else { throw StoreError(.corrupt, "a text in the source is not UTF-8") }
      self = .text(text)
    }
  }
}

extension SQLiteRow {
  fileprivate func moved(_ column: Int32, _ form: MovedTable.Column.Form) throws -> MovedValue {
    guard !isNull(column) else { return .null }
    return switch form {
    case .integer: .integer(try integer(column))
    case .id, .text: .bytes([UInt8](try lentText(column)))
    case .bytes: .bytes(try blob(column))
    }
  }
}
