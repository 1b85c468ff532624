extension SQLiteConnection {
  /// Runs `body` in a transaction that holds the write lock from the start, and stores all of it or nothing.
  ///
  /// An error of `body` or of the commit rolls back and is rethrown. Only after `.syncFailed`, or another `.ioError` of the
  /// commit itself, may the transaction turn out stored when the file is reopened.
  package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try within("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` on one unchanging view of the database.
  package func snapshot<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try within("BEGIN", body)
  }

  private func within<Result>(
    _ begin: StaticString, _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try statement(begin).run()
    do throws(SQLiteError) {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// SQLite has rolled back by itself after some errors; a failure here would hide the first.
  private func rollBack() {
    if isInTransaction { try? statement("ROLLBACK").run() }
  }

  #if !hasFeature(Embedded)
    /// As the function of the same name whose errors are SQLite's alone.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      try within("BEGIN IMMEDIATE", body)
    }

    /// As the function of the same name whose errors are SQLite's alone.
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
        rollBack()
        throw error
      }
    }
  #endif
}
