extension SQLiteConnection {
  /// Runs `body` in a transaction that holds the write lock from the start, and stores all of it or nothing.
  ///
  /// An error of `body` or of the commit rolls back and is rethrown. Only after `.syncFailed`, or another `.ioError` of the
  /// commit itself, may the transaction turn out stored when the file is reopened.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try within("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` on one unchanging view of the database.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try within("BEGIN", body)
  }

  private func within<Result>(_ begin: StaticString, _ body: () throws -> Result) throws -> Result {
    try statement(begin).run()
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      // SQLite has rolled back by itself after some errors; a failure here would hide the first.
      if isInTransaction { try? statement("ROLLBACK").run() }
      throw error
    }
  }
}
