import MartletNet
import MartletStore
import MartletWire

/// A store in a PostgreSQL database, for one server alone or for several nodes.
///
/// No node owns anything. The keys of the tables refuse what was decided from stale state, and then the node decides again: an
/// entry has one place in its log, and a request one row. A commit also locks the conversations that its decisions looked at,
/// and takes place only if none of them has moved.
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
    /// Whether other nodes write to the same tables; without it, this store is the only one.
    package var isShared = false
    /// The time after which other nodes take one for dead that is not heard of.
    package var nodeTimeout = Duration.seconds(10)
    /// How long rows of table `feed` are kept, which tell other nodes of commits.
    package var feedKept = Duration.seconds(600)
    /// How long commits under way may take when the store is closed; what became of later ones is unknown.
    package var closingTime = Duration.seconds(5)
    /// Milliseconds since 1970, for stamps.
    package var clock: @Sendable () -> Int64 = { SystemTimeSource().wallMilliseconds }
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
  /// The newest commits of other nodes when this one entered, by the nodes' ids.
  package let entered: [Int64: Int64]
  package var kinds: Kinds { options.kinds }
  private let options: Options
  private let loop: EventLoop
  private let session: PostgresSession<PostgresLink>
  private let writer: PostgresWriter<PostgresLink>
  private let readers: PostgresReaders
  private let orders = ListOrders()

  /// Opens the store in a database, creates its tables if missing, and brings older ones up to date.
  ///
  /// - Parameters:
  ///   - address: The database in libpq's forms: `postgres://USER@HOST/DATABASE` or `key=value` pairs.
  ///   - options: The options.
  /// - Returns: The store, alone in the database until it is closed unless it is shared.
  /// - Throws: `StoreError`: `.busy` if another server uses it and either is not shared, `.newer`, `.readOnly` or `.failed`.
  package static func open(_ address: String, options: Options = Options()) async throws -> PostgresStore {
    let loop = try EventLoop(name: "postgres")
    let session = PostgresSession(PostgresLink(address, loop: loop, options: options), options: options)
    do {
      let stored = try await session.open()
      let store = PostgresStore(address, session, stored, options: options)
      await store.writer.startBeating()
      return store
    } catch {
      await session.close()
      await loop.stop()
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  private init(
    _ address: String, _ session: PostgresSession<PostgresLink>, _ stored: StoredBeginning, options: Options
  ) {
    self.options = options
    self.session = session
    loop = session.loop
    generation = stored.generation
    entered = stored.node.others
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
      // Above the lowest horizon, a node may still store changes. Below it, only those of the app count.
      let results = try await connection.run([
        PostgresStatement(
          """
          SELECT least(
            (SELECT min(stamp) FROM node WHERE ended = 0),
            greatest(
              coalesce((SELECT stamp FROM app WHERE id = $1), 0),
              coalesce((SELECT max(stamp) FROM node_app WHERE app = $1), 0)))
          """, .text(app.text))
      ])
      return try results[0].first?.unsigned(0) ?? 0
    }
  }

  /// Lends a connection; `body` runs again if the connection is lost, once, unless it must not be `repeated`.
  private func reading<Result: Sendable>(
    repeated: Bool = true, _ body: (PostgresConnection) async throws -> Result
  ) async throws -> Result {
    do {
      do {
        return try await lending(body)
      } catch let error as PostgresError where error.isLost && repeated {
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
    await session.giveUp(after: options.closingTime)
    await writer.close()
    await readers.close()
    await session.close()
    await loop.stop()
  }
}

extension PostgresStore: SharedStore {
  package func follow(_ told: @escaping @Sendable (FeedRow) -> Void) async { await writer.follow(told) }

  package func nodeID() async -> Int64 { await session.nodeID }

  package func liveNodes() async throws -> [Int64] {
    try await reading { connection in
      let found = try await connection.run([PostgresStatement("SELECT id FROM node WHERE ended = 0 ORDER BY id")])
      return try found[0].map { try $0.integer(0) }
    }
  }

  package func feed(after known: [Int64: Int64], limit: Int) async throws -> [FeedRow] {
    let own = await session.nodes
    return try await reading { connection in
      let nodes = known.keys.sorted()
      let results = try await connection.run([
        PostgresStatement(
          """
          SELECT f.node, f.seq, f.changes FROM node n LEFT JOIN unnest($1, $2) AS k(node, seq) ON k.node = n.id
          JOIN feed f ON f.node = n.id AND f.seq > coalesce(k.seq, 0)
          WHERE n.seq > coalesce(k.seq, 0) AND n.id <> ALL($4) ORDER BY f.node, f.seq LIMIT $3
          """, .integers(nodes), .integers(nodes.map { known[$0] ?? 0 }), .integer(Int64(limit)), .integers(own))
      ])
      return try results[0].map { row in
        guard let changes = try? Nodes.Changes(decoding: try row.blob(2), limits: .feed) else {
          throw row.damaged("feed.changes")
        }
        return FeedRow(node: try row.integer(0), seq: try row.integer(1), changes: changes)
      }
    }
  }

  package func note(signature: [UInt8], of app: AppID, signedAt seconds: Int64) async throws -> Bool {
    // If the reply were lost, a repeated statement would find the row of the first one, and the request would look like a replay.
    try await reading(repeated: false) { connection in
      let found = try await connection.run([
        PostgresStatement(
          "INSERT INTO signature(app, code, time) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1",
          .text(app.text), .blob(signature), .integer(seconds))
      ])
      return found[0].first != nil
    }
  }

  package func note(_ changes: Nodes.Changes) {
    let keys = changes.conversations
    guard !keys.isEmpty else { return }
    Task(executorPreference: loop) { [writer] in await writer.forget(keys) }
  }

  /// Tells the other nodes at once how far the stamps of this one are.
  package func beat() async { await writer.beat() }

  /// Commits that another node's commit refused, so that they were decided again.
  package var collisions: Int { get async { await writer.collisions } }
}

extension DecodingLimits {
  /// A commit has some thousands of changes.
  fileprivate static let feed = DecodingLimits(bytes: 64 << 20, elements: 1 << 20)
}
