import CSQLite

/// One connection to a database file, and the statements prepared on it.
///
/// Not Sendable: it is created, used and closed inside one isolation (an actor, or one thread). All SQL is
/// given as literals, so no value can ever become part of a statement's text.
package final class SQLiteConnection {
  /// A connection's access to the file.
  package enum Access: Sendable {
    case readOnly
    case readWrite
    /// Also creates the file if it does not exist.
    case create
  }

  /// The treatment of other users of the file during a checkpoint.
  package enum CheckpointMode: Sendable {
    /// Copies the pages that readers allow, without waiting.
    case passive
    /// Waits for readers, copies everything, and makes the next write start the log anew.
    case restart
    /// As `restart`, and cuts the log to no length.
    case truncate
  }

  /// Nil once closed.
  private var pointer: OpaquePointer?
  /// By the address of the literal, which is the same at each use of one call site.
  private var statements: [UnsafePointer<UInt8>: SQLiteStatement] = [:]
  /// The log's length after each commit, where SQLite writes it once requested.
  private var logPages: UnsafeMutablePointer<Int32>?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; its directory must exist.
  ///   - access: With `readWrite` or `create`, a file that can only be read is refused with `.readOnly`.
  ///   - busyMilliseconds: How long a statement waits for another connection's lock.
  ///   - vfs: The name of a registered SQLite file layer; nil for the system's.
  /// - Throws: `SQLiteError`.
  package init(path: String, access: Access = .create, busyMilliseconds: Int32 = 5000, vfs: String? = nil) throws(SQLiteError) {
    let mode: Int32 =
      switch access {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let result = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
    guard result == SQLITE_OK, let opened else {
      let error = SQLiteError.last(of: opened, result: result)
      sqlite3_close(opened)
      throw SQLiteError(error.code, "\(path): \(error.message)", extended: error.extended)
    }
    pointer = opened
    sqlite3_busy_timeout(opened, busyMilliseconds)
    if access != .readOnly, sqlite3_db_readonly(opened, "main") == 1 {
      throw SQLiteError(.readOnly, "\(path) cannot be written")
    }
  }

  deinit { close() }

  /// Ends the connection and its statements.
  ///
  /// Later calls throw `.misuse`. Closing twice is allowed.
  package func close() {
    for statement in statements.values { statement.finalize() }
    statements = [:]
    sqlite3_close(pointer)
    pointer = nil
    logPages?.deallocate()
    logPages = nil
  }

  /// The statement of a literal, prepared at its first use and kept.
  package func statement(_ sql: StaticString) throws(SQLiteError) -> SQLiteStatement {
    guard sql.hasPointerRepresentation else { throw SQLiteError(.misuse, "not a statement") }
    if let known = statements[sql.utf8Start] { return known }
    let database = try open()
    var prepared: OpaquePointer?
    let result = sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount) { start in
      sqlite3_prepare_v3(
        database, start, Int32(clamping: sql.utf8CodeUnitCount), UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    }
    guard result == SQLITE_OK else { throw SQLiteError.last(of: database, result: result) }
    guard let prepared else { throw SQLiteError(.misuse, "empty statement") }
    let statement = SQLiteStatement(prepared)
    statements[sql.utf8Start] = statement
    return statement
  }

  /// Runs several statements without parameters; rows are dropped.
  package func execute(_ script: StaticString) throws(SQLiteError) {
    try execute(text: script.description)
  }

  private func execute(text: String) throws(SQLiteError) {
    let database = try open()
    let result = sqlite3_exec(database, text, nil, nil, nil)
    guard result == SQLITE_OK else { throw SQLiteError.last(of: database, result: result) }
  }

  /// Sets a pragma that takes a number.
  package func setPragma(_ name: StaticString, to value: Int64) throws(SQLiteError) {
    try execute(text: "PRAGMA \(name) = \(value)")
  }

  /// Reads a pragma that gives a number; 0 if it gives nothing.
  package func pragma(_ name: StaticString) throws(SQLiteError) -> Int64 {
    let database = try open()
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v2(database, "PRAGMA \(name)", -1, &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw SQLiteError.last(of: database, result: result) }
    let statement = SQLiteStatement(prepared)
    defer { statement.finalize() }
    return try statement.first { row throws(SQLiteError) in try row.integer(0) } ?? 0
  }

  /// Turns write-ahead logging on, which stays with the file, and throws where the file system cannot do it.
  package func enterWAL() throws(SQLiteError) {
    let mode = try statement("PRAGMA journal_mode=WAL").first { row throws(SQLiteError) in try row.text(0) }
    guard mode == "wal" else { throw SQLiteError(.ioError, "write-ahead logging is not available for this file") }
  }

  /// Leaves copying the write-ahead log to calls of `checkpoint`, and counts its pages from now on.
  package func takeOverCheckpoints() throws(SQLiteError) {
    let database = try open()
    guard logPages == nil else { return }
    let pages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pages.initialize(to: 0)
    logPages = pages
    _ = sqlite3_wal_hook(
      database,
      { context, _, _, count in
        context?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }, pages)
  }

  /// Pages in the write-ahead log after this connection's last commit; 0 unless `takeOverCheckpoints` was called.
  package var pagesInLog: Int { Int(logPages?.pointee ?? 0) }

  /// Copies the write-ahead log into the database file.
  ///
  /// - Returns: The pages in the log, and how many of them were copied.
  @discardableResult
  package func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> (logged: Int, copied: Int) {
    let flag: Int32 =
      switch mode {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    let database = try open()
    var logged: Int32 = 0
    var copied: Int32 = 0
    let result = sqlite3_wal_checkpoint_v2(database, nil, flag, &logged, &copied)
    guard result == SQLITE_OK else { throw SQLiteError.last(of: database, result: result) }
    return (Int(logged), Int(copied))
  }

  /// Rows changed by the last INSERT, UPDATE or DELETE.
  package var changes: Int { pointer.map { Int(sqlite3_changes64($0)) } ?? 0 }

  package var lastInsertID: Int64 { pointer.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  package var isInTransaction: Bool { pointer.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  func open() throws(SQLiteError) -> OpaquePointer {
    guard let pointer else { throw SQLiteError(.misuse, "the connection is closed") }
    return pointer
  }
}
