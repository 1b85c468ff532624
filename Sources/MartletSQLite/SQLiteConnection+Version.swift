import CSQLite

extension SQLiteConnection {
  /// The version of SQLite in this process, as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
