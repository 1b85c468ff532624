import MartletNet
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
    var users: [UserID] = []
  }

  enum Phase {
    case starting, running, stopping
    /// Ended by itself, or never came up.
    case ended
    case killed
  }

  static let app = AppID("main")

  private let settings: Settings
  private let disk: FaultDisk
  private let network: SimulatedNetwork
  private let time: SkewedTime
  private let main: EventLoop
  private let loops: [EventLoop]
  private var executors: [DrivenExecutor] = []
  private let dice: SeededDice
  /// Whether the files are a copy that was put in the place of newer ones.
  private let isRestored: Bool
  private let status = ServerPhase()
  private var store: SQLiteStore?
  private var engine: Engine?
  private var gateway: Gateway?
  private var rest: API?
  private(set) var phase = Phase.starting
  /// Callers that wait for a token, in the order of their requests.
  private var asked: [Int: CheckedContinuation<String, any Error>] = [:]
  private var lastAsked = 0
  /// The reason why the store can no longer be trusted, or could not be opened.
  private(set) var failure: String?

  init(
    _ settings: Settings, life: Int, directory: String, disk: FaultDisk, network: SimulatedNetwork, time: SkewedTime,
    seed: UInt64, isRestored: Bool = false
  ) {
    self.settings = settings
    self.isRestored = isRestored
    self.disk = disk
    self.network = network
    self.time = time
    main = EventLoop(driven: "server-\(life)", time: time)
    loops = (0..<settings.loops).map { EventLoop(driven: "server-\(life)-loop-\($0)", time: time) }
    dice = SeededDice(seed: seed)
    begin { await $0.open(directory, life: life) }
  }

  /// Components that need turns.
  var driven: [any Driven] { [main] + loops + executors }

  var takesConnections: Bool { phase == .running && gateway != nil }

  private func begin(_ body: @escaping @Sendable (SimulatedServer) async -> Void) {
    Task(executorPreference: main) { await body(self) }
  }

  // MARK: - Starting

  private func open(_ directory: String, life: Int) async {
    do {
      var options = settings.store
      options.vfs = disk.name
      options.executor = { [time] name in
        let executor = DrivenExecutor(name: "server-\(life)-\(name)", time: time)
        self.executors.append(executor)
        return executor
      }
      options.makeGeneration = { "life-\(life)" }
      options.isRestored = isRestored
      let store = try await SQLiteStore.open(directory: directory, options: options)
      self.store = store
      guard let app = Self.app else { return }
      for user in settings.users { _ = try await store.createUser(user, app: app, at: time.wallMilliseconds) }
      try assemble(store)
      if phase == .starting { phase = .running }
      // The server was killed meanwhile, when there was nothing to close yet.
      if phase == .killed { await store.close() }
    } catch {
      failure = "\(error)"
      await store?.close()
      if phase == .starting { phase = .ended }
    }
  }

  private func assemble(_ store: SQLiteStore) throws {
    guard let app = Self.app, let keys = AppKeys(id: app, secrets: [try Secret(random: SeededDice(seed: 0))]) else { return }
    let apps = AppRegistry(try Apps([keys]))
    let log = Log(time: time) { _ in }
    let metrics = Metrics(version: "simulation", time: time)
    let failed: @Sendable (StoreError) -> Void = { self.failure = $0.description }
    let engine = Engine(
      loops: loops, store: store, limits: settings.limits, metrics: metrics, log: log, homeKey: dice.next(), failed: failed)
    let rest = API(
      API.Environment(
        apps: apps, store: store, sessions: engine, backups: NoBackups(), metrics: metrics, log: log, time: time,
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
      to: HTTPRequest(method: "POST", path: path, body: body.json(), remoteAddress: .local))
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

  /// Sets the server's clock: so many milliseconds more than the simulation's.
  func set(skew milliseconds: Int64) { time.set(skew: milliseconds) }

  // MARK: - Ending

  /// Ends it as SIGTERM does.
  func stop() {
    guard phase == .running else { return }
    phase = .stopping
    begin { await $0.drain() }
  }

  private func drain() async {
    status.drain()
    await engine?.drain()
    await engine?.endAll(dice)
    await store?.close()
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
    // Ends pending waits, whose times would never come. Waits that were about to begin end in the second pass.
    for _ in 0..<2 {
      time.skipAhead()
      driven.exhaust()
    }
    begin { server in
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
  private func letGo() { (gateway, engine, rest, store) = (nil, nil, nil, nil) }
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
