import MartletSQLite
import MartletWire

/// A read-only connection on a thread of its own.
///
/// It never waits for the writer: each read sees the commits that were durable before it began.
actor SQLiteReader {
  private let executor: any BlockingExecutor
  private var reading: LogReading<SQLiteRows>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(number: Int, options: SQLiteStore.Options) throws { executor = try options.executor("store-read-\(number)") }

  func open(_ file: String, tail: Tail, orders: ListOrders, options: SQLiteStore.Options) throws {
    let database = try SQLiteConnection(path: file, access: .readOnly, vfs: options.vfs)
    try database.setPragma("cache_size", to: -options.cacheKiB / 8)
    try database.execute("PRAGMA temp_store = MEMORY")
    let tables = SQLiteQueries(database)
    reading = LogReading(
      LayeredRows(tables, under: TailSource(tail, overSnapshotOf: tables)), kinds: options.kinds,
      userLogEntries: options.userLogEntries, orders: orders)
  }

  func close() {
    reading?.rows.base.database.close()
    reading = nil
  }

  /// Runs a read on one unchanging view of the tables and the tail; repeats it if the tail has moved past the view.
  func read<Result: Sendable>(_ body: @Sendable (LogReading<SQLiteRows>) throws -> Result) throws -> Result {
    guard let reading else { throw StoreError(.closed, "the store is closed") }
    defer { reading.rows.source.end() }
    while true {
      do {
        return try reading.rows.base.database.snapshot {
          reading.rows.source.begin()
          return try body(reading)
        }
      } catch is StaleSnapshot {
        reading.rows.source.end()
        continue
      } catch {
        throw StoreError(error)
      }
    }
  }
}
