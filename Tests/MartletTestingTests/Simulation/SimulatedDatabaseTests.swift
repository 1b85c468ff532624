import MartletNet
import MartletPostgres
import MartletStore
import MartletWire
import Testing

@testable import MartletTesting

/// The model of PostgreSQL behind nodes of a simulation, and the real writer over it.
@Suite struct SimulatedDatabaseTests {
  @Test func aNodeStoresAndReads() throws {
    let world = World()
    let node = try world.node()
    #expect(try world.append("one", at: node) == 1)
    #expect(try world.append("two", at: node) == 2)
    #expect(try world.log(at: node) == ["one", "two"])
  }

  @Test func nodesCollideAndBothStore() throws {
    let world = World()
    let (first, second) = (try world.node(), try world.node())
    _ = try world.append("one", at: first)
    let both = [world.begin("two", at: first), world.begin("three", at: second)]
    try world.run { both.allSatisfy { $0.isOver } }
    #expect(Set(try both.map { try $0.get() }) == [2, 3])
    #expect(try world.log(at: first).count == 3)
  }

  /// As when two other nodes change the log of a user all the time.
  @Test func aWriteThatLosesDozensOfTimesIsStored() throws {
    let world = World()
    let node = try world.node()
    world.database.losses = 60
    #expect(try world.append("one", at: node) == 1)
    #expect(try world.log(at: node) == ["one"])
  }

  /// A commit waits for a lock when its connection breaks, which its server process does not notice meanwhile.
  @Test func aCommitOfAConnectionThatIsGoneIsMadeOnceAndTheNodeGoesOn() throws {
    let world = World()
    let (node, other) = (try world.node(), try world.node())
    _ = try world.append("one", at: node)
    let holder = world.hold(number: 1, at: other)
    try world.run { holder.isOver }
    let waiting = world.begin("two", at: node)
    try world.pass(.milliseconds(50))
    node.writing.cut(mayArrive: true)
    // The node has a new connection now, and does not know what became of the commit.
    try world.pass(.seconds(3))
    #expect(!waiting.isOver, "the conversation is held")
    other.writing.cut(mayArrive: false)
    try world.run { waiting.isOver }
    #expect(try waiting.get() == 2)
    for (index, text) in ["three", "four", "five"].enumerated() {
      #expect(try world.append(text, at: node) == UInt64(index + 3))
    }
    #expect(try world.log(at: node) == ["one", "two", "three", "four", "five"])
    #expect(node.told.map(\.changes.logs.last?.last) == [1, 2, 3, 4, 5], "each commit is told")
  }

  @Test func aFailOverLosesNothingThatWasToldAsStored() throws {
    var total = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      let world = World(seed: seed)
      let nodes = [try world.node(), try world.node()]
      var appends: [World.Outcome<UInt64>] = []
      for number in 0..<6 {
        appends.append(world.begin("\(number)", at: nodes[number % 2]))
        try world.pass(.microseconds(Int64(seed * 97 % 900)))
        if number == 3 { world.database.failOver(for: 30_000_000) }
      }
      try world.run { appends.allSatisfy { $0.isOver } }
      // While nobody can connect, writes may fail; then they are not stored.
      try world.pass(.seconds(1))
      let log = try world.log(at: nodes[0])
      let stored = appends.indices.filter { (try? appends[$0].get()) != nil }
      #expect(log.sorted() == stored.map { "\($0)" }, "seed \(seed)")
      for number in stored { #expect(log[Int(try appends[number].get()) - 1] == "\(number)", "seed \(seed)") }
      total += stored.count
    }
    #expect(total > 120, "most are stored")
  }

  @Test func aNodeThatIsNotHeardOfIsEndedAndEntersAnew() throws {
    let world = World()
    let (silent, other) = (try world.node(), try world.node())
    _ = try world.append("one", at: silent)
    let before = world.database.liveNodes
    // Its beats do not arrive.
    silent.isStopped = true
    try world.pass(.seconds(5))
    #expect(world.database.liveNodes == [before[1]])
    silent.isStopped = false
    #expect(try world.append("two", at: silent) == 2)
    #expect(world.database.liveNodes.count == 2 && world.database.liveNodes.first == before[1])
    #expect(try world.log(at: other) == ["one", "two"])
  }

  @Test func aDeadlockEndsOneOfTheTransactions() {
    let locks = DatabaseLocks()
    let (first, second) = (DatabaseTransaction(), DatabaseTransaction())
    let results = Results()
    locks.acquire([.conversation(1)], for: first) { _ in }
    locks.acquire([.conversation(2)], for: second) { _ in }
    locks.acquire([.conversation(2)], for: first) { results.add($0?.state ?? "locked") }
    locks.acquire([.conversation(1)], for: second) { results.add($0?.state ?? "locked") }
    #expect(results.all == ["40P01"])
    locks.release(second)
    #expect(results.all == ["40P01", "locked"])
  }

  /// `@unchecked Sendable` holds because one thread drives the test.
  private final class Results: @unchecked Sendable {
    private(set) var all: [String] = []

    func add(_ result: String) { all.append(result) }
  }
}

/// Nodes and their database, driven by the test.
///
/// `@unchecked Sendable` holds because one thread drives the test.
private final class World: @unchecked Sendable {
  /// `@unchecked Sendable` holds because one thread drives the test.
  final class Node: @unchecked Sendable {
    let loop: EventLoop
    let wire: DrivenExecutor
    let writing: DatabaseWire
    let reading: DatabaseWire
    var store: SimulatedStore?
    /// Whether the node's process does nothing.
    var isStopped = false
    var told: [FeedRow] = []

    init(_ number: Int, _ world: World) {
      loop = EventLoop(driven: "node-\(number)", time: world.time)
      wire = DrivenExecutor(name: "wire-\(number)", time: world.time)
      writing = DatabaseWire(world.database, executor: wire)
      reading = DatabaseWire(world.database, executor: wire)
    }
  }

  /// `@unchecked Sendable` holds because one thread drives the test.
  final class Outcome<Value: Sendable>: @unchecked Sendable {
    fileprivate var result: Result<Value, any Error>?
    var isOver: Bool { result != nil }

    func get() throws -> Value {
      guard let result else { throw TestError("it is not over") }
      return try result.get()
    }
  }

  let time = ManualTime()
  let database: SimulatedDatabase
  private let main: EventLoop
  private var nodes: [Node] = []
  private var random: SeededRandom
  private var requests = 0

  init(seed: UInt64 = 1) {
    database = SimulatedDatabase(time: time, seed: seed)
    main = EventLoop(driven: "main", time: time)
    random = SeededRandom(seed: seed)
  }

  /// Lets everything happen until something holds.
  func run(until holds: () -> Bool) throws {
    for _ in 0..<200_000 {
      if holds() { return }
      step(atMost: .max)
    }
    throw TestError("it does not come to that")
  }

  func pass(_ duration: Duration) throws {
    let end = time.monotonicNanoseconds + duration.nanoseconds
    try run {
      step(atMost: end)
      return time.monotonicNanoseconds >= end
    }
  }

  private func step(atMost end: UInt64) {
    let driven =
      [main, database.executor] as [any Driven] + nodes.filter { !$0.isStopped }.flatMap { [$0.loop, $0.wire] as [any Driven] }
    let due = driven.filter(\.isDue)
    if let next = due.randomElement(using: &random) { return next.turn() }
    let now = time.monotonicNanoseconds
    let next = min(driven.compactMap(\.deadline).min() ?? now + 1_000_000, end)
    time.advance(by: .nanoseconds(Int64(max(next, now + 1) - now)))
  }

  private func begin<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Outcome<Value> {
    let outcome = Outcome<Value>()
    Task(executorPreference: main) {
      do { outcome.result = .success(try await body()) } catch { outcome.result = .failure(error) }
    }
    return outcome
  }

  /// A node that has entered.
  func node() throws -> Node {
    let node = Node(nodes.count, self)
    nodes.append(node)
    var options = PostgresStore.Options()
    (options.isShared, options.nodeTimeout) = (true, .seconds(3))
    options.clock = { [time] in time.wallMilliseconds }
    let settled = options
    let opening = begin { [database] in
      let store = try await SimulatedStore.open(database, (node.writing, node.reading), loop: node.loop, options: settled)
      node.store = store
      await store.follow { node.told.append($0) }
      for name in ["alice", "bob"] { _ = try await store.createUser(Self.user(name), app: Self.app(), at: 0) }
      node.told = []
    }
    try run { opening.isOver }
    try opening.get()
    return node
  }

  static func app() throws -> AppID { try named("main", AppID.init) }

  static func user(_ name: String) throws -> UserID { try named(name, UserID.init) }

  private static func named<Value>(_ name: String, _ make: (String) -> Value?) throws -> Value {
    guard let value = make(name) else { throw TestError("\(name) is no id") }
    return value
  }

  /// Begins to append a message to the conversation of alice and bob.
  func begin(_ text: String, at node: Node) -> Outcome<UInt64> {
    let id = ClientID(milliseconds: time.wallMilliseconds, random: &random)
    return begin { [time] in
      let conversation = try Self.named("direct:alice:bob") { ConversationID($0) }
      let (alice, bob) = (try Self.user("alice"), try Self.user("bob"))
      let append = Append(
        app: try Self.app(), conversation: conversation, sender: alice, clientID: id, fingerprint: Array(id.text.utf8),
        time: time.wallMilliseconds, event: .message(type: "text", content: text), counts: true,
        create: NewConversation(), joins: [alice, bob])
      guard let store = node.store, case .stored(let stored)? = try await store.append([Shared(append)]).first else {
        throw TestError("not stored")
      }
      return stored.position.seq
    }
  }

  func append(_ text: String, at node: Node) throws -> UInt64 {
    let outcome = begin(text, at: node)
    try run { outcome.isOver }
    return try outcome.get()
  }

  /// Has a node's connection hold a conversation.
  func hold(number: Int64, at node: Node) -> Outcome<Void> {
    begin {
      try await node.writing.call { backend, reply in
        let transaction = DatabaseTransaction()
        backend.transaction = transaction
        backend.database.lock([.conversation(number)], for: transaction, { reply(.failure($0)) }) { reply(.success(())) }
      }
    }
  }

  /// The texts of the conversation.
  func log(at node: Node) throws -> [String] {
    let outcome = begin { () -> [String] in
      let conversation = try Self.named("direct:alice:bob") { ConversationID($0) }
      let entries = try await node.store?.entries(
        of: conversation, app: try Self.app(), range: 1...1000, limit: 1000, newest: false)
      return (entries ?? []).map { if case .message(_, let content) = $0.event { content } else { "" } }
    }
    try run { outcome.isOver }
    return try outcome.get()
  }
}
