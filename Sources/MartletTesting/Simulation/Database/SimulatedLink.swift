import MartletNet
import MartletPostgres
import MartletStore
import MartletWire

/// The writer's connection to the simulated database.
actor SimulatedLink: WritingLink {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private nonisolated let database: SimulatedDatabase
  private nonisolated let wire: DatabaseWire
  private let options: PostgresStore.Options

  init(_ database: SimulatedDatabase, _ wire: DatabaseWire, loop: EventLoop, options: PostgresStore.Options) {
    self.loop = loop
    self.database = database
    self.wire = wire
    self.options = options
  }

  var isOpen: Bool { wire.isOpen }

  /// A node that was killed does not go on trying.
  private func checkAlive() throws {
    guard !wire.isDead else { throw StoreError(.stopped, "the node is gone") }
  }

  func connect() async throws -> Bool {
    try checkAlive()
    try await wire.connect()
    return true
  }

  func takeLock() async throws -> Bool { true }

  func close() { wire.cut(mayArrive: true) }

  // MARK: - Opening

  func prepare() async throws -> (generation: String, newestMade: Int64?) {
    let newest: Int64? = try await wire.call { backend, reply in
      let people = backend.database.state.tables.people.values
      reply(.success(people.flatMap { Array($0.requests.keys) + $0.unchanged.keys }.compactMap(\.madeAt).max()))
    }
    return (database.generation, newest)
  }

  /// Nodes do not count.
  func counts() async throws -> (lastNumber: Int64, stamps: [AppID: UInt64]) { (0, [:]) }

  func epoch() async throws -> Int64? { try await wire.call { backend, reply in reply(.success(backend.database.state.epoch)) } }

  // MARK: - Nodes

  func enter() async throws -> WritingNode { try await wire.call { backend, reply in backend.database.enter(reply) } }

  func beat(_ node: Int64, stamp: UInt64?) async throws -> Bool {
    let timeout = options.nodeTimeout.nanoseconds
    return try await wire.call { backend, reply in
      backend.database.beat(node, stamp: stamp, timeout: timeout, reply)
    }
  }

  /// No simulation is so long that rows of the feed become old.
  func clean(_ node: Int64) async throws {}

  func end(_ node: Int64) async throws { try await wire.call { backend, reply in backend.database.end(node, reply) } }

  func takeNumbers(_ count: Int64) async throws -> Int64 {
    try await wire.call { backend, reply in backend.database.takeNumbers(count, in: backend.transaction, reply) }
  }

  // MARK: - Writing

  /// Each look-up is a statement, which sees what is committed when it begins: so two look-ups may see different states.
  func fetch(_ keys: [RowKey]) async throws -> [MemoryTables] {
    let places = keys.indices.sorted { "\(keys[$0])" < "\(keys[$1])" }
    return try await wire.call { backend, reply in
      let database = backend.database
      let first = database.chance(80) ? places.count : Int(database.roll(UInt64(places.count)))
      let before = database.state.tables
      let found = [MemoryTables](repeating: before, count: places.count)
      guard first < places.count else { return reply(.success(found)) }
      let gap = database.delay()
      let rest = places[first...]
      database.executor.perform(after: gap) {
        var found = found
        for place in rest { found[place] = database.state.tables }
        reply(.success(found))
      }
    }
  }

  nonisolated func writes(of layer: Layer, from rows: MemoryRows) throws -> MemoryWrites {
    try MemoryWrites(layer, kinds: options.kinds, from: rows)
  }

  func check(_ bases: [DecidingView<MemoryRows>.Basis]) async throws {
    try await wire.call { backend, reply in backend.database.check(bases, reply) }
  }

  func hold(_ conversations: [Int64]) async throws {
    try await wire.call { backend, reply in
      let transaction = DatabaseTransaction()
      backend.transaction = transaction
      backend.database.lock(conversations.map { .conversation($0) }, for: transaction) {
        backend.transaction = nil
        reply(.failure($0))
      } then: {
        reply(.success(()))
      }
    }
  }

  func letGo() {
    wire.post { backend in
      if let transaction = backend.transaction { backend.database.rollBack(transaction) }
      backend.transaction = nil
    }
  }

  func commit(
    _ writes: MemoryWrites, decidedFrom bases: [DecidingView<MemoryRows>.Basis], _ note: CommitNote, isHeld: Bool
  ) async throws {
    try checkAlive()
    try await wire.call { backend, reply in
      let transaction = isHeld ? backend.transaction : nil
      backend.transaction = nil
      backend.database.commit(writes, decidedFrom: bases, note, in: transaction ?? DatabaseTransaction(), reply)
    }
  }

  func claim(_ seq: Int64, of node: Int64) async throws -> Bool {
    try await wire.call { backend, reply in backend.database.claim(seq, of: node, reply) }
  }

  /// No simulation is so long that requests become old.
  func forgetRequests(before horizon: Int64) async throws {}
}
