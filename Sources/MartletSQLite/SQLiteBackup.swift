import CSQLite

/// Copies a database into another one in pieces, while the source stays in use.
///
/// Commits of the source's own connection are copied too, so the finished copy equals the source at that moment. A commit of
/// another connection would restart the copy.
///
/// Not Sendable: it belongs to the isolation of its two connections, and must be finished before either is closed.
package final class SQLiteBackup {
  private let target: SQLiteConnection
  private var pointer: OpaquePointer?

  /// Begins a backup; copies nothing yet.
  ///
  /// - Parameters:
  ///   - source: The database to copy.
  ///   - target: The database to overwrite. Nothing else may use it before the copy is finished.
  /// - Throws: `SQLiteError`.
  package init(of source: SQLiteConnection, into target: SQLiteConnection) throws(SQLiteError) {
    let (from, to) = (try source.open(), try target.open())
    guard let pointer = sqlite3_backup_init(to, "main", from, "main") else {
      throw SQLiteError.last(of: to, result: sqlite3_extended_errcode(to))
    }
    self.pointer = pointer
    self.target = target
  }

  deinit { finish() }

  /// Copies some more pages.
  ///
  /// - Returns: Whether all is copied, as it is now.
  /// - Throws: `SQLiteError`; the copy is of no use then.
  package func copy(pages: Int32) throws(SQLiteError) -> Bool {
    guard let pointer else { throw SQLiteError(.misuse, "the copy is finished") }
    let result = sqlite3_backup_step(pointer, pages)
    switch result {
    case SQLITE_OK: return false
    case SQLITE_DONE: return true
    default: throw SQLiteError.last(of: try target.open(), result: result)
    }
  }

  /// Pages not copied yet, and pages in all, as of the last piece.
  package var pages: (left: Int, total: Int) {
    guard let pointer else { return (0, 0) }
    return (Int(sqlite3_backup_remaining(pointer)), Int(sqlite3_backup_pagecount(pointer)))
  }

  /// Releases both connections.
  ///
  /// Pages not copied by then are never copied. May be called again.
  package func finish() {
    sqlite3_backup_finish(pointer)
    pointer = nil
  }
}
