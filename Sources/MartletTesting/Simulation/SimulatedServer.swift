import MartletNet
import MartletPostgres
import MartletServer
import MartletStore
import MartletWire
import Synchronization

/// One life of a simulated server: the server's core on loops and executors that the simulation drives.
///
/// Omits the parts that `Server` adds: listening, HTTP's bytes, TLS, and files outside of the store.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class SimulatedServer: @unchecked Sendable {
  /// The settings of a simulated server.
  struct Settings: Sendable {
    var loops = 2
    var limits = Limits()
    var store = SQLiteStore.Options()
    /// Of nodes, which share a database.
    var database = PostgresStore.Options()
    var users: [UserID] = []
  }

  enum Phase {
    case starting, running, stopping
    /// Ended by itself, or never came up.
    case ended
    case killed
  }

  /// Where a server keeps its data.
  enum Backing {
    /// In files of its own; they may be a copy that was put in the place of newer ones.
    case files(directory: String, disk: FaultDisk, isRestored: Bool)
    /// In a database that it shares with other nodes, with a bus between them.
    case shared(SimulatedDatabase, SimulatedBusHub)
  }

  /// What ties a node to the others.
  private struct Ties {
    let writing: DatabaseWire
    let reading: DatabaseWire
    let bus: SimulatedBus
  }

  static let app = AppID("main")

  private let settings: Settings
  private let name: String
  /// The name that it gives to new data.
  private let generation: String
  private let backing: Backing
  private let network: SimulatedNetwork
  private let time: SkewedTime
  private let main: EventLoop
  private let loops: [EventLoop]
  /// The writer's, of a node.
  private var writerLoop: EventLoop?
  private var executors: [DrivenExecutor] = []
  private let dice: SeededDice
  private let status = ServerPhase()
  private var store: (any Store)?
  private var ties: Ties?
  private var follower: Follower?
  private var engine: Engine?
  private var gateway: Gateway?
  private var rest: API?
  private(set) var phase = Phase.starting
  /// What is being ended, while it stops.
  private var endingPart = ""
  /// Callers that wait for a token, in the order of their requests.
  private var asked: [Int: CheckedContinuation<String, any Error>] = [:]
  private var lastAsked = 0
  /// The reason why the store can no longer be trusted, or could not be opened.
  private(set) var failure: String?

  init(
    _ settings: Settings, name: String, generation: String, _ backing: Backing, network: SimulatedNetwork, time: SkewedTime,
    seed: UInt64
  ) {
    self.settings = settings
    self.generation = generation
    self.name = name
    self.backing = backing
    self.network = network
    self.time = time
    main = EventLoop(driven: name, time: time)
    loops = (0..<settings.loops).map { EventLoop(driven: "\(name)-loop-\($0)", time: time) }
    dice = SeededDice(seed: seed)
    begin { await $0.open() }
  }

  /// Components that need turns.
  var driven: [any Driven] { [main] + loops + (writerLoop.map { [$0] } ?? []) + executors }

  /// For people.
  var description: String { phase == .stopping ? "stopping, \(endingPart)" : "\(phase)" }

  var takesConnections: Bool { phase == .running && gateway != nil }

  private func begin(_ body: @escaping @Sendable (SimulatedServer) async -> Void) {
    Task(executorPreference: main) { await body(self) }
  }

  // MARK: - Starting

  private func open() async {
    do {
      let store = try await openStore()
      self.store = store
      guard let app = Self.app else { return }
      for user in settings.users { _ = try await store.createUser(user, app: app, at: time.wallMilliseconds) }
      try assemble(store)
      try await follower?.start()
      if phase == .starting { phase = .running }
      // The server was killed meanwhile, when there was nothing to close yet.
      if phase == .killed { await store.close() }
    } catch {
      failure = "\(error)"
      await store?.close()
      if phase == .starting { phase = .ended }
    }
  }

  private func openStore() async throws -> any Store {
    switch backing {
    case .files(let directory, let disk, let isRestored):
      var options = settings.store
      options.vfs = disk.name
      options.executor = { name in self.executor(name) }
      options.makeGeneration = { [generation] in generation }
      options.isRestored = isRestored
      return try await SQLiteStore.open(directory: directory, options: options)
    case .shared(let database, let hub):
      let wire = executor("wire")
      let ties = Ties(
        writing: DatabaseWire(database, executor: wire), reading: DatabaseWire(database, executor: wire), bus: SimulatedBus(hub))
      self.ties = ties
      let loop = EventLoop(driven: "\(name)-writer", time: time)
      writerLoop = loop
      var options = settings.database
      options.clock = { [time] in time.wallMilliseconds }
      return try await SimulatedStore.open(database, (ties.writing, ties.reading), loop: loop, options: options)
    }
  }

  private func executor(_ suffix: String) -> DrivenExecutor {
    let executor = DrivenExecutor(name: "\(name)-\(suffix)", time: time)
    executors.append(executor)
    return executor
  }

  private func assemble(_ store: any Store) throws {
    guard let app = Self.app, let keys = AppKeys(id: app, secrets: [try Secret(random: SeededDice(seed: 0))]) else { return }
    let apps = AppRegistry(try Apps([keys]))
    let log = Log(time: time) { _ in }
    let metrics = Metrics(version: "simulation", time: time)
    let failed: @Sendable (StoreError) -> Void = { self.failure = $0.description }
    let link = ties.map { NodeLink(bus: $0.bus, metrics: metrics) }
    let engine = Engine(
      loops: loops, store: store, limits: settings.limits, metrics: metrics, log: log, homeKey: dice.next(), link: link,
      failed: failed)
    if let store = store as? any SharedStore, let ties, let link {
      follower = Follower(
        Follower.Ties(store: store, bus: ties.bus, link: link), engine, loops: loops, metrics: metrics, log: log)
    }
    let rest = API(
      API.Environment(
        apps: apps, store: store, shared: ties == nil ? nil : store as? any SharedStore, sessions: engine, backups: NoBackups(),
        metrics: metrics, log: log, time: time,
        version: "simulation",
        status: { [status] in status.status }, storeFailed: failed))
    gateway = Gateway(
      engine: engine, tokens: TokenGate(apps: apps, time: time, metrics: metrics),
      addresses: AddressGate(limits: settings.limits, metrics: metrics, time: time), rest: rest, phase: status, metrics: metrics,
      log: log, random: dice)
    self.engine = engine
    self.rest = rest
    for shard in engine.shards { shard.perform { $0.startSweeping() } }
  }

  // MARK: - Serving

  /// Takes a connection in, on one of the loops.
  func accept(_ connection: SimulatedConnection) -> ServerEnd? {
    guard let gateway else { return nil }
    let loop = loops[network.roll(loops.count)]
    return ServerEnd(connection, gateway: gateway, loop: loop, limit: settings.limits.queuedBytes)
  }

  /// Asks the REST interface as the administrator does.
  private func control(_ path: String, _ body: some WireMessage) async throws -> [UInt8] {
    guard takesConnections, let rest else { throw TestError("the server does not run") }
    let response = await rest.respond(
      to: HTTPRequest(method: "POST", path: path, body: body.json(), remoteAddress: .local), through: gateway)
    guard response.status == 200 else { throw TestError("\(path) answered \(response.status)") }
    return response.body
  }

  /// A token for a user.
  ///
  /// If the server is killed meanwhile, the caller gets an error.
  func token(for user: UserID, lifetime: UInt32) async throws -> String {
    let number = lastAsked + 1
    lastAsked = number
    return try await withCheckedThrowingContinuation { continuation in
      asked[number] = continuation
      begin { server in
        do {
          let answer = try await server.control("/v1/tokens", Wire.CreateToken(user: user.text, validSeconds: lifetime))
          let token = try Wire.Token(json: answer, limits: DecodingLimits()).token
          server.asked.removeValue(forKey: number)?.resume(returning: token)
        } catch {
          server.asked.removeValue(forKey: number)?.resume(throwing: error)
        }
      }
    }
  }

  /// Revokes a user's tokens; `done` is told the second up to which they are refused, or nil if that failed.
  func revoke(_ user: UserID, _ done: @escaping @Sendable (UInt64?) -> Void) {
    begin { server in
      let answer = try? await server.control("/v1/tokens/revoke", Wire.RevokeTokens(user: user.text))
      let revoked = answer.flatMap { try? Wire.Revoked(json: $0, limits: DecodingLimits()) }
      done(revoked.map { UInt64(clamping: $0.issuedUntil) })
    }
  }

  /// Sends a message of the app; `done` is told what became of it, or nil if that is not known.
  func tell(_ message: Wire.Send, in place: ConversationID, _ done: @escaping @Sendable (Wire.SentMessage?) -> Void) {
    begin { server in
      let request = Wire.SendMessages(message: message, conversations: [place.text])
      let answer = try? await server.control("/v1/messages/send", request)
      done(answer.flatMap { try? Wire.SentMessages(json: $0, limits: DecodingLimits()).messages.first })
    }
  }

  /// Sets the server's clock: so many milliseconds more than the simulation's.
  func set(skew milliseconds: Int64) { time.set(skew: milliseconds) }

  // MARK: - Faults of nodes

  /// Breaks the connections to the database.
  func cutDatabase(mayArrive: Bool) {
    ties?.writing.cut(mayArrive: mayArrive)
    ties?.reading.cut(mayArrive: mayArrive)
  }

  /// Cuts the node off from the bus, or ends that.
  func set(isCutOff: Bool) { ties?.bus.set(isCutOff: isCutOff) }

  // MARK: - Ending

  /// Ends it as SIGTERM does.
  func stop() {
    guard phase == .running else { return }
    phase = .stopping
    begin { await $0.drain() }
  }

  private func drain() async {
    status.drain()
    endingPart = "sessions"
    await engine?.drain()
    await engine?.endAll(dice)
    endingPart = "follower"
    await follower?.close()
    endingPart = "store"
    await store?.close()
    endingPart = "engine"
    await engine?.close()
    for loop in loops { await loop.stop() }
    if phase == .stopping { phase = .ended }
    letGo()
  }

  /// Ends the server at once, at any moment.
  ///
  /// Its disk must be without power, so that nothing more is stored.
  func kill() {
    phase = .killed
    ties?.writing.kill()
    ties?.reading.kill()
    ties?.bus.close()
    // Ends pending waits, whose times would never come. Waits that were about to begin end in the second pass.
    for _ in 0..<2 {
      time.skipAhead()
      driven.exhaust()
    }
    begin { server in
      await server.follower?.close()
      await server.store?.close()
      await server.engine?.close()
      for loop in server.loops { await loop.stop() }
    }
    driven.exhaust()
    for (_, continuation) in asked.sorted(by: { $0.key < $1.key }) {
      continuation.resume(throwing: TestError("the server is gone"))
    }
    asked = [:]
    let rest = driven
    begin { await $0.main.stop() }
    rest.exhaust()
    letGo()
  }

  /// Releases the references to this server, once none of its parts runs any more.
  private func letGo() { (gateway, engine, rest, store, follower) = (nil, nil, nil, nil, nil) }
}

/// Reproducible randomness from a seed, in place of unpredictable bytes.
final class SeededDice: RandomBytes {
  private let random: Mutex<SeededRandom>

  init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

  func next() -> UInt64 { random.withLock { $0.next() } }

  func bytes(_ count: Int) throws -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}

/// Simulations make no backups.
private struct NoBackups: BackupControl {
  var current: Wire.Backup { get async { Wire.Backup() } }
  func begin(at path: String) async throws -> Wire.Backup { Wire.Backup() }
}
