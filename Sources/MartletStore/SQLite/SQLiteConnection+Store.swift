import MartletSQLite

/// Opening and writing of the store's files.
extension SQLiteConnection {
  /// Opens a file that only this connection writes and checkpoints, creates it if missing, and brings it up to date.
  ///
  /// Its commits wait for the disk (`synchronous=FULL`). No other part of this process may have it open.
  ///
  /// - Parameters:
  ///   - path: The file; created with access for its owner only.
  ///   - vfs: The name of a registered SQLite file layer; nil for the system's.
  ///   - isExclusive: True if no other connection reads it either.
  ///   - cacheKiB: The size of the page cache.
  ///   - checkpointPages: Pages of 4 KiB in the write-ahead log at which a checkpoint copies it into the file.
  ///   - steps: The migrations that create its tables.
  ///   - application: Marks the file.
  /// - Returns: The connection.
  /// - Throws: `SQLiteError` or `StoreError`.
  static func openToWrite(
    _ path: String, vfs: String?, isExclusive: Bool = false, cacheKiB: Int64, checkpointPages: Int, steps: [SQLiteMigration],
    application: Int32
  ) throws -> SQLiteConnection {
    UnbornFile.clear(path)
    PrivateFile.make(path)
    let database = try SQLiteConnection(path: path, vfs: vfs)
    do {
      // Before the first look at the log: then it needs no shared memory either.
      if isExclusive { try database.execute("PRAGMA locking_mode = EXCLUSIVE") }
      try database.enterWAL()
      try database.takeOverCheckpoints()
      try database.execute("PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON")
      try database.setPragma("cache_size", to: -cacheKiB)
      try database.setPragma("journal_size_limit", to: 4 * 4096 * Int64(checkpointPages))
      guard try database.pragma("synchronous") == 2 else {
        throw StoreError(.failed, "this SQLite does not sync commits to disk")
      }
      try database.migrate(steps, application: application)
      return database
    } catch {
      database.close()
      throw error
    }
  }

  /// Runs `body` in a transaction.
  ///
  /// - Throws: `StoreError`; `.unknown` if it may turn out stored when the file is opened anew. After every other
  ///   error nothing was changed.
  func commit(_ body: () throws -> Void) throws {
    var isCommitting = false
    do {
      try transaction {
        try body()
        isCommitting = true
      }
    } catch {
      throw StoreError(error, committing: isCommitting)
    }
  }
}
