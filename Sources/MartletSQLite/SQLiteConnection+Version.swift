import CSQLite

extension SQLiteConnection {
  /// Which version of SQLite runs in this process, as `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
