import MartletNet
import MartletPostgres
import MartletStore
import MartletWire

/// A model of the PostgreSQL database that several nodes share.
///
/// Isolation is that of read committed. A transaction locks the rows that it checks or changes, one after another in the order of
/// its statements. Once it has them it sees the newest rows, so its checks are made then. All its changes appear at one moment,
/// somewhat later: when the disk and a synchronous standby have them. Until then it keeps its locks.
///
/// `DatabaseBackend` performs what one connection asks for, and `SimulatedLink` is the end of the connection at a node.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedDatabase: @unchecked Sendable {
  /// A row of table `node`.
  struct Node {
    var slot: UInt64
    var stamp: UInt64
    var seq: Int64 = 0
    /// When it was heard of, in nanoseconds of the database's clock.
    var beat: UInt64
    var isEnded = false
    /// The newest stamp that it gave in each app.
    var stamps: [AppID: UInt64] = [:]
  }

  /// Everything that is committed.
  struct State {
    var tables = MemoryTables()
    var nodes: [Int64: Node] = [:]
    /// The newest stamps of nodes that ended.
    var stamps: [AppID: UInt64] = [:]
    /// The rows of table `feed`, by node and then by number.
    var feed: [Int64: [Int64: [UInt8]]] = [:]
    var epoch: Int64 = 0
    /// The newest number of a conversation given to a node.
    var numbers: Int64 = 0
    /// The rows of table `signature`.
    var signatures: [AppID: Set<[UInt8]>] = [:]
  }

  let generation = "simulation"
  /// Performs what arrives, and makes commits durable.
  let executor: DrivenExecutor
  let locks = DatabaseLocks()
  var state = State()
  private let time: ManualTime
  private var random: SeededRandom
  private var backends: [DatabaseBackend] = []
  private var wires: [DatabaseWire] = []
  /// How long a request is on its way, or an answer, or a commit, at most; in nanoseconds.
  var slowest: UInt64 = 1_000_000
  /// Nobody can connect before, in nanoseconds.
  private(set) var isDownUntil: UInt64 = 0
  /// How many commits to come find that other nodes were faster, whether that is so or not.
  var losses = 0

  init(time: ManualTime, seed: UInt64) {
    self.time = time
    random = SeededRandom(seed: seed)
    executor = DrivenExecutor(name: "database", time: time)
  }

  var now: UInt64 { time.monotonicNanoseconds }
  var isDown: Bool { now < isDownUntil }

  func roll(_ bound: UInt64) -> UInt64 { UInt64.random(in: 0...bound, using: &random) }
  func chance(_ percent: UInt64) -> Bool { roll(99) < percent }

  /// A time that something takes: mostly little.
  func delay() -> Duration { .nanoseconds(Int64(clamping: chance(80) ? roll(slowest / 10) : roll(slowest))) }

  // MARK: - Connections

  /// A server process for a new connection; nil if none is taken.
  func admit(_ wire: DatabaseWire) -> DatabaseBackend? {
    guard !isDown else { return nil }
    let backend = DatabaseBackend(self)
    backends.append(backend)
    wires.removeAll { !$0.isOpen && $0 !== wire }
    if !wires.contains(where: { $0 === wire }) { wires.append(wire) }
    return backend
  }

  func forget(_ backend: DatabaseBackend) { backends.removeAll { $0 === backend } }

  /// The primary is gone, and a standby that has each acknowledged commit takes its place after a while.
  ///
  /// Of commits under way, some have reached the standby. All connections break.
  func failOver(for pause: UInt64) {
    isDownUntil = now &+ pause
    for transaction in locks.prepared where chance(50) { transaction.effect?() }
    locks.removeAll()
    for backend in backends { backend.vanish() }
    backends = []
    let lost = wires
    wires = []
    for wire in lost { wire.cut(mayArrive: false) }
  }

  func heal() {
    isDownUntil = 0
    slowest = 1_000_000
  }

  // MARK: - Transactions

  /// Locks rows; refuses the transaction in case of a deadlock.
  func lock(
    _ rows: [DatabaseRow], for transaction: DatabaseTransaction, _ reply: @escaping @Sendable (PostgresError) -> Void,
    then done: @escaping @Sendable () -> Void
  ) {
    locks.acquire(rows[...], for: transaction) { [self] error in
      guard let error else { return done() }
      rollBack(transaction)
      reply(error)
    }
  }

  func rollBack(_ transaction: DatabaseTransaction) {
    guard !transaction.isOver else { return }
    state.numbers -= transaction.numbersTaken
    locks.release(transaction)
  }

  /// Makes changes durable, all at one moment that comes later, and then visible.
  func commit(
    _ transaction: DatabaseTransaction, _ effect: @escaping @Sendable () -> Void, then done: @escaping @Sendable () -> Void
  ) {
    transaction.effect = effect
    executor.perform(after: delay()) { [self] in
      guard let effect = transaction.effect else { return }
      effect()
      locks.release(transaction)
      done()
    }
  }

  // MARK: - Reading

  /// A reader may conclude that all changes of the app up to this stamp are visible, and that none will come below it.
  func stamp(of app: AppID) -> UInt64 {
    let horizon = state.nodes.values.filter { !$0.isEnded }.map(\.stamp).min() ?? .max
    return min(horizon, max(state.stamps[app] ?? 0, state.nodes.values.compactMap { $0.stamps[app] }.max() ?? 0))
  }

  var liveNodes: [Int64] { state.nodes.filter { !$0.value.isEnded }.keys.sorted() }

  /// The rows of table `feed` after those that are known, of all nodes but `own`.
  func feed(after known: [Int64: Int64], limit: Int, own: [Int64]) -> [FeedRow] {
    var rows: [FeedRow] = []
    for id in state.nodes.keys.sorted() where !own.contains(id) {
      for (seq, changes) in (state.feed[id] ?? [:]).sorted(by: { $0.key < $1.key }) where seq > known[id] ?? 0 {
        guard let changes = try? Nodes.Changes(decoding: changes, limits: DecodingLimits()) else { continue }
        rows.append(FeedRow(node: id, seq: seq, changes: changes))
        if rows.count == limit { return rows }
      }
    }
    return rows
  }
}

/// A server process of the database: it performs what one connection asks for, one thing after another.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it.
final class DatabaseBackend: @unchecked Sendable {
  typealias Unit = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  let database: SimulatedDatabase
  /// Begun by `hold`, and not at its end.
  var transaction: DatabaseTransaction?
  private var units: [Unit] = []
  private var isBusy = false
  private var isEnding = false
  private var isGone = false

  init(_ database: SimulatedDatabase) { self.database = database }

  func perform(_ unit: @escaping Unit) {
    guard !isGone, !isEnding else { return }
    units.append(unit)
    goOn()
  }

  private func goOn() {
    guard !isBusy, !isGone else { return }
    guard !units.isEmpty else { return isEnding ? leave() : () }
    isBusy = true
    units.removeFirst()({ [self] in
      isBusy = false
      goOn()
    })
  }

  /// It finds out that its client is gone, and first does what it was asked.
  func end() {
    isEnding = true
    goOn()
  }

  private func leave() {
    if let transaction { database.rollBack(transaction) }
    vanish()
    database.forget(self)
  }

  /// It is no more, whatever it was doing.
  func vanish() {
    (isGone, units, transaction) = (true, [], nil)
  }
}
