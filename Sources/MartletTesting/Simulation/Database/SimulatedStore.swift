import MartletNet
import MartletPostgres
import MartletStore
import MartletWire

/// The store of a node of a simulation: the writer of `PostgresStore`, over a model of the database.
final class SimulatedStore: RowStore {
  let generation: String
  let entered: [Int64: Int64]
  var kinds: Kinds { options.kinds }
  private let options: PostgresStore.Options
  private let database: SimulatedDatabase
  private let loop: EventLoop
  private let session: PostgresSession<SimulatedLink>
  private let writer: PostgresWriter<SimulatedLink>
  private let reading: DatabaseWire
  private let orders = ListOrders()

  /// Opens the store: enters the database as a node.
  ///
  /// - Parameters:
  ///   - database: The model of the database.
  ///   - wires: The connections that the node makes: one writes, and one reads.
  ///   - loop: The writer's.
  ///   - options: The options of a store that several nodes share.
  /// - Returns: The store of a new node.
  /// - Throws: `StoreError`.
  static func open(
    _ database: SimulatedDatabase, _ wires: (writing: DatabaseWire, reading: DatabaseWire), loop: EventLoop,
    options: PostgresStore.Options
  ) async throws -> SimulatedStore {
    let session = PostgresSession(SimulatedLink(database, wires.writing, loop: loop, options: options), options: options)
    do {
      let stored = try await session.open()
      let store = SimulatedStore(database, session, stored, wires.reading, options)
      await store.writer.startBeating()
      return store
    } catch {
      await session.close()
      await loop.stop()
      throw (error as? PostgresError).map { StoreError($0) } ?? error
    }
  }

  private init(
    _ database: SimulatedDatabase, _ session: PostgresSession<SimulatedLink>, _ stored: StoredBeginning,
    _ reading: DatabaseWire, _ options: PostgresStore.Options
  ) {
    self.database = database
    self.session = session
    self.reading = reading
    self.options = options
    loop = session.loop
    generation = stored.generation
    entered = stored.node.others
    writer = PostgresWriter(session, stored, options: options)
  }

  func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<MemoryRows>) throws -> Result
  ) async throws -> Result {
    try await writer.write(weight: weight, body)
  }

  /// All of one moment, that of the first look-up.
  func read<Result: Sendable>(_ body: @Sendable (LogReading<MemoryRows>) throws -> Result) async throws -> Result {
    try await asking {
      let rows = MemoryRows()
      let reading = LogReading(rows, kinds: options.kinds, userLogEntries: options.userLogEntries, orders: orders)
      var tables: MemoryTables?
      while true {
        do {
          return try body(reading)
        } catch let missing as MissingRows {
          let now = try await self.reading.call { backend, reply in reply(.success(backend.database.state.tables)) }
          let seen = tables ?? now
          tables = seen
          for key in missing.keys { rows.add(seen, for: key) }
        }
      }
    }
  }

  func stamp(app: AppID) async throws -> UInt64 {
    try await asking { try await reading.call { backend, reply in reply(.success(backend.database.stamp(of: app))) } }
  }

  /// Asks once more if the connection is lost, unless it must not be `repeated`.
  private func asking<Result>(repeated: Bool = true, _ body: () async throws -> Result) async throws -> Result {
    do {
      do {
        return try await connected(body)
      } catch let error as PostgresError where error.isLost && repeated {
        return try await connected(body)
      }
    } catch let error as PostgresError {
      throw StoreError(error)
    }
  }

  private func connected<Result>(_ body: () async throws -> Result) async throws -> Result {
    if !reading.isOpen { try await reading.connect() }
    return try await body()
  }

  func backUp(into directory: String, progress: @escaping @Sendable (BackupProgress) -> Void) async throws {
    throw StoreError(.failed, "a node makes no backups")
  }

  func close() async {
    await session.giveUp(after: options.closingTime)
    await writer.close()
    reading.cut(mayArrive: true)
    await session.close()
    await loop.stop()
  }
}

extension SimulatedStore: SharedStore {
  func follow(_ told: @escaping @Sendable (FeedRow) -> Void) async { await writer.follow(told) }

  func nodeID() async -> Int64 { await session.nodeID }

  func liveNodes() async throws -> [Int64] {
    try await asking { try await reading.call { backend, reply in reply(.success(backend.database.liveNodes)) } }
  }

  func feed(after known: [Int64: Int64], limit: Int) async throws -> [FeedRow] {
    let own = await session.nodes
    return try await asking {
      try await reading.call { backend, reply in
        reply(.success(backend.database.feed(after: known, limit: limit, own: own)))
      }
    }
  }

  func note(signature: [UInt8], of app: AppID, signedAt seconds: Int64) async throws -> Bool {
    try await asking(repeated: false) {
      try await reading.call { backend, reply in
        reply(.success(backend.database.state.signatures[app, default: []].insert(signature).inserted))
      }
    }
  }

  func note(_ changes: Nodes.Changes) {
    let keys = changes.conversations
    guard !keys.isEmpty else { return }
    Task(executorPreference: loop) { [writer] in await writer.forget(keys) }
  }
}
