import MartletNet
import MartletStore
import MartletWire

/// A store in a PostgreSQL database, which one server uses at a time.
///
/// Rules are those of all engines. Rows are fetched when a decision or a read finds them missing: a read sees one snapshot
/// (repeatable read); a batch of writes is one transaction. An answer to a commit that was lost is looked up, so that no
/// write is ever made twice or told wrongly.
package final class PostgresStore: RowStore {
  /// Options of the store.
  package struct Options: Sendable {
    /// The kinds of conversation.
    package var kinds = Kinds.standard
    /// Connections that read; one more writes.
    package var readers = 4
    /// About how many rows one commit writes at most; more wait for the next.
    package var batchLimit = 4000
    /// About how many rows may wait to be written; more are refused as overloaded.
    package var waitingWeight = 100_000
    /// Conversations whose newest state is kept in memory, at most twice as many.
    package var cachedConversations = 16_384
    /// The time for which requests with a time in their id are recognised, in milliseconds before the newest such time.
    package var rememberedMilliseconds: Int64 = 8 * 86_400_000
    /// The number of newest entries kept of each user's log; at least 1.
    package var userLogEntries = 10_000
    /// Creates the unique name of a generation.
    package var makeGeneration: @Sendable () -> String = {
      var random = SystemRandomNumberGenerator()
      return [random.next(), random.next()].map { (half: UInt64) in
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
    }

    package init() {}
  }

  package let generation: String
  package var kinds: Kinds { options.kinds }
  private let options: Options
  private let loop: EventLoop
  private let session: PostgresSession
  private let writer: PostgresWriter
  private let readers: PostgresReaders
  private let orders = ListOrders()

  /// Opens the store in a database, creates its tables if missing, and brings older ones up to date.
  ///
  /// - Parameters:
  ///   - address: The database in libpq's forms: `postgres://USER@HOST/DATABASE` or `key=value` pairs.
  ///   - options: The options.
  /// - Returns: The store, alone in the database until it is closed.
  /// - Throws: `StoreError`: `.busy` if another server uses it, `.newer`, `.readOnly` or `.failed`.
  package static func open(_ address: String, options: Options = Options()) async throws -> PostgresStore {
    let loop = try EventLoop(name: "postgres")
    let session = PostgresSession(address, loop: loop)
    do {
      let stored = try await session.open(makeGeneration: options.makeGeneration)
      return PostgresStore(address, session, stored, options: options)
    } catch {
      await session.close()
      await loop.stop()
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  private init(_ address: String, _ session: PostgresSession, _ stored: PostgresSession.Stored, options: Options) {
    self.options = options
    self.session = session
    loop = session.loop
    generation = stored.generation
    writer = PostgresWriter(session, stored, options: options)
    readers = PostgresReaders(address, count: options.readers, loop: loop)
  }

  package var load: StoreLoad { StoreLoad(waitingRows: writer.waitingRows) }

  package func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<PostgresRows>) throws -> Result
  ) async throws -> Result {
    try await writer.write(weight: weight, body)
  }

  package func read<Result: Sendable>(
    _ body: @Sendable (LogReading<PostgresRows>) throws -> Result
  ) async throws -> Result {
    try await reading { connection in
      let rows = PostgresRows()
      let reading = LogReading(rows, kinds: options.kinds, userLogEntries: options.userLogEntries, orders: orders)
      var begin = [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
      while true {
        do {
          return try body(reading)
        } catch let missing as MissingRows {
          let keys = Array(missing.keys)
          let results = try await connection.run(begin + keys.map(\.statement))
          for (key, result) in zip(keys, results.dropFirst(begin.count)) { rows.add(result, for: key) }
          begin = []
        }
      }
    }
  }

  package func stamp(app: AppID) async throws -> UInt64 {
    try await reading { connection in
      let results = try await connection.run([PostgresStatement("SELECT stamp FROM app WHERE id = $1", .text(app.text))])
      return try results[0].first?.unsigned(0) ?? 0
    }
  }

  /// Lends a connection; `body` runs again if the connection is lost, once.
  private func reading<Result: Sendable>(
    _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    do {
      do {
        return try await lending(body)
      } catch let error as PostgresError where error.isLost {
        return try await lending(body)
      }
    } catch let error as PostgresError {
      throw StoreError(error)
    }
  }

  private func lending<Result: Sendable>(
    _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    let connection = try await readers.take()
    do {
      let result = try await body(connection)
      // Nobody waits for the end of a transaction that has only read.
      await connection.post([PostgresStatement("COMMIT")])
      await readers.giveBack(connection)
      return result
    } catch {
      await connection.post([PostgresStatement("ROLLBACK")])
      await readers.giveBack(connection)
      throw error
    }
  }

  package func backUp(into directory: String, progress: @escaping @Sendable (BackupProgress) -> Void) async throws {
    throw StoreError(
      .failed, "the messages are in PostgreSQL: back them up with its own tools, such as pg_dump, and copy apps.json")
  }

  package func close() async {
    await writer.close()
    await readers.close()
    await session.close()
    await loop.stop()
  }
}
