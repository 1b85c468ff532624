import MartletSQLite
import MartletWire

/// A connection that only reads, on a thread of its own.
///
/// It never waits for the writer: each read sees what was durable before it began.
actor SQLiteReader {
  private let executor: any BlockingExecutor
  private var queries: LayeredQueries?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(number: Int, options: SQLiteStore.Options) throws { executor = try options.executor("store-read-\(number)") }

  func open(_ file: String, tail: Tail, options: SQLiteStore.Options) throws {
    let database = try SQLiteConnection(path: file, access: .readOnly, vfs: options.vfs)
    try database.setPragma("cache_size", to: -options.cacheKiB / 8)
    try database.execute("PRAGMA temp_store = MEMORY")
    queries = LayeredQueries(SQLiteQueries(database), tail: tail, userLogEntries: options.userLogEntries, kinds: options.kinds)
  }

  func close() {
    queries?.tables.database.close()
    queries = nil
  }

  /// Runs a read on one unchanging view of the tables and the tail over it; again where the tail went on without it.
  func read<Result: Sendable>(_ body: @Sendable (LayeredQueries) throws -> Result) throws -> Result {
    guard let queries else { throw StoreError(.closed, "the store is closed") }
    while true {
      do {
        return try queries.tables.database.snapshot {
          queries.begin()
          return try body(queries)
        }
      } catch is StaleSnapshot {
        continue
      } catch {
        throw StoreError(error)
      }
    }
  }
}
