import MartletSQLite
import MartletWire

/// A connection that only reads, on a thread of its own.
///
/// It never waits for the writer: each read sees the last commit before it began.
actor SQLiteReader {
  private let executor: ThreadExecutor
  private var queries: SQLiteQueries?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(number: Int) throws { executor = try ThreadExecutor(name: "store-read-\(number)") }

  func open(_ file: String, vfs: String?, cacheKiB: Int64) throws {
    let database = try SQLiteConnection(path: file, access: .readOnly, vfs: vfs)
    try database.setPragma("cache_size", to: -cacheKiB)
    try database.execute("PRAGMA temp_store = MEMORY")
    queries = SQLiteQueries(database)
  }

  func close() {
    queries?.database.close()
    queries = nil
  }

  /// Runs a read on one unchanging view of the database.
  func read<Result: Sendable>(_ body: @Sendable (SQLiteQueries) throws -> Result) throws -> Result {
    guard let queries else { throw StoreError(.closed, "the store is closed") }
    do {
      return try queries.database.snapshot { try body(queries) }
    } catch {
      throw StoreError(error)
    }
  }
}
