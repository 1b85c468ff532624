extension SQLiteConnection {
  /// Runs `body` in a transaction that holds the write lock from the start, and stores all of it or nothing.
  ///
  /// An error of `body` or of the commit rolls back and is rethrown. Only after `.syncFailed`, or another `.ioError` of the
  /// commit itself, may the transaction turn out stored when the file is reopened.
  package func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    try within("BEGIN IMMEDIATE", body).get()
  }

  /// Runs `body` on one unchanging view of the database.
  package func snapshot<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    try within("BEGIN", body).get()
  }

  #if !hasFeature(Embedded)
    /// As the function of the same name that throws SQLite's errors only.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
      try within("BEGIN IMMEDIATE", body).get()
    }

    /// As the function of the same name that throws SQLite's errors only.
    package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
      try within("BEGIN", body).get()
    }
  #endif

  /// - Returns: The outcome of `body`. If it is an error, the transaction is rolled back.
  private func within<Value, Failure>(
    _ begin: StaticString, _ body: () throws(Failure) -> Value
  ) throws(SQLiteError) -> Result<Value, Failure> {
    try statement(begin).run()
    let value: Value
    do throws(Failure) {
      value = try body()
    } catch {
      rollBack()
      return .failure(error)
    }
    do {
      try statement("COMMIT").run()
    } catch {
      rollBack()
      throw error
    }
    return .success(value)
  }

  /// SQLite has rolled back by itself after some errors; a failure here would hide the first.
  private func rollBack() {
    if isInTransaction { try? statement("ROLLBACK").run() }
  }
}
