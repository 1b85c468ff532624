import MartletBus
import MartletMedia
import MartletNet
import MartletPostgres
import MartletStore
import MartletWire
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running server: the data directory, the store, the loops and the listeners.
package final class Server: Sendable {
  package static let version = "0.1.0"

  /// The address for clients.
  package let address: SocketAddress
  package let metrics: Metrics
  package let apps: AppRegistry

  private let appReload: AppReload
  private let parts: Parts
  private let failures: Failures
  private let tls: TLSServerConfiguration?

  /// The opened parts, in the order of opening.
  private struct Parts: Sendable {
    let directory: DataDirectory
    let store: any Store
    let loops: [EventLoop]
    let engine: Engine
    /// Follows other nodes; nil if there are none.
    let follower: Follower?
    let http: HTTPServer
    let phase: ServerPhase
    let backups: Backups
    let log: Log
    let random: any RandomBytes

    /// Begins to accept connections; closes everything if that fails.
    func listen(_ configuration: ServerConfiguration, time: any TimeSource) async throws -> SocketAddress {
      do {
        try await follower?.start()
        try await http.listen(path: directory.controlSocketPath)
        let address = try await http.listen(host: configuration.host, port: configuration.port)
        try directory.publish(
          ServerRecord(
            processID: getpid(), address: "\(address)", startedAt: time.wallMilliseconds, version: Server.version))
        for shard in engine.shards {
          shard.perform {
            $0.startSweeping()
            $0.startMeasuring()
          }
        }
        if let files = engine.media, let loop = loops.first {
          MediaSweeper(files: files, store: store, limits: configuration.limits, time: time, log: log)
            .run(every: configuration.mediaSweep, on: loop)
        }
        log.info(
          "listening",
          ["address": .of(address), "loops": .number(loops.count), "tls": .of(configuration.tls != nil)])
        return address
      } catch {
        await close()
        throw error
      }
    }

    /// The time in which HTTP requests may still be answered.
    ///
    /// Requests under way also had the draining time before.
    private static let lastAnswers = Duration.seconds(5)

    /// Closes everything, last opened first.
    func close() async {
      await http.close(within: Self.lastAnswers)
      await backups.end()
      await follower?.close()
      await store.close()
      await engine.close()
      try? directory.withdraw()
      for loop in loops { await loop.stop() }
      directory.close()
    }
  }

  private init(
    address: SocketAddress, metrics: Metrics, apps: AppRegistry, appReload: AppReload, parts: Parts, failures: Failures,
    tls: TLSServerConfiguration?
  ) {
    self.address = address
    self.metrics = metrics
    self.apps = apps
    self.appReload = appReload
    self.parts = parts
    self.failures = failures
    self.tls = tls
  }

  /// Opens the store where the configuration says, unless the directory's data is elsewhere.
  private static func openStore(
    _ configuration: ServerConfiguration, in directory: DataDirectory, _ open: (@Sendable (String) async throws -> any Store)?
  ) async throws -> any Store {
    if let open { return try await open(directory.path) }
    guard let address = configuration.storeAddress else {
      try directory.check(.files)
      return try await SQLiteStore.open(directory: directory.path, options: configuration.storeOptions)
    }
    try directory.check(.postgreSQL)
    let store = try await PostgresStore.open(address, options: configuration.postgresOptions)
    do {
      try directory.keep(.postgreSQL)
      return store
    } catch {
      await store.close()
      throw error
    }
  }

  /// Starts a server.
  ///
  /// When this returns, the server listens.
  ///
  /// - Parameters:
  ///   - configuration: The server's configuration.
  ///   - time: The source of time for clocks and timers.
  ///   - log: For the operator.
  ///   - startLoop: Starts a loop with that name.
  ///   - openStore: Opens the store of the data directory; nil opens it as the configuration says.
  ///   - bus: The bus of several nodes; nil takes the one that the configuration names.
  /// - Returns: The running server.
  /// - Throws: A `ServerError` with a message for the operator; nothing is left running.
  package static func start(
    _ configuration: ServerConfiguration, time: any TimeSource = SystemTimeSource(), log: Log,
    startLoop: (_ name: String, any TimeSource) throws -> EventLoop = { try EventLoop(name: $0, time: $1) },
    openStore: (@Sendable (_ directory: String) async throws -> any Store)? = nil, bus: (any Bus)? = nil
  ) async throws -> Server {
    let tls = try tls(of: configuration)
    let random = SystemRandomBytes()
    try await checkAddress(configuration)
    let bus = try bus ?? self.bus(of: configuration)
    let directory = try DataDirectory.open(configuration.dataDirectory, random: random)
    do {
      let objects = try await configuration.objects(log: log, isShared: bus != nil, time: time)
      let apps = AppRegistry(try directory.apps())
      let homeKey = try random.number()
      let store = try await self.openStore(configuration, in: directory, openStore)
      let loops: [EventLoop]
      do {
        loops = try await start(configuration.loopCount) { try startLoop("martlet-\($0)", time) }
      } catch {
        await store.close()
        throw error
      }
      let metrics = Metrics(version: version, time: time)
      metrics.show(store)
      let (phase, failures) = (ServerPhase(), Failures())
      let nodes = nodes(bus, store, metrics)
      let engine = Engine(
        loops: loops, store: store, limits: configuration.limits, metrics: metrics, log: log,
        homeKey: homeKey, media: objects?(loops) ?? media(configuration, directory), link: nodes?.link,
        reached: configuration.store.reached,
        failed: failures.report)
      let follower = nodes.flatMap { Follower($0, engine, loops: loops, metrics: metrics, log: log) }
      let tokens = TokenGate(apps: apps, time: time, metrics: metrics)
      let backups = Backups(directory: directory, store: store, time: time, log: log)
      let reload = AppReload(apps, sessions: engine) { try directory.apps() }
      let rest = API(
        API.Environment(
          apps: apps, store: store, shared: nodes?.store, sessions: engine, backups: backups, metrics: metrics, log: log,
          time: time, version: version, limits: configuration.limits, status: { phase.status }, storeFailed: failures.report,
          reloadApps: reload.run))
      let addresses = AddressGate(limits: configuration.limits, metrics: metrics, time: time)
      let gateway = Gateway(
        engine: engine, tokens: tokens, addresses: addresses, rest: rest, phase: phase,
        variants: variants(configuration, directory, of: engine.media, log), metrics: metrics, log: log, random: random)
      let turnedAway = TurnedAway(metrics: metrics, log: log, time: time)
      let http = HTTPServer(
        loops: loops,
        configuration: HTTPServerConfiguration(configuration.limits, tls: tls, gate: addresses, report: turnedAway.note),
        time: time, application: gateway)
      let parts = Parts(
        directory: directory, store: store, loops: loops, engine: engine, follower: follower, http: http, phase: phase,
        backups: backups, log: log, random: random)
      let address = try await parts.listen(configuration, time: time)
      return Server(
        address: address, metrics: metrics, apps: apps, appReload: reload, parts: parts, failures: failures, tls: tls)
    } catch {
      directory.close()
      throw ServerError(error, configuration)
    }
  }

  /// The bus that the configuration names; refuses a secret that others can read.
  private static func bus(of configuration: ServerConfiguration) throws -> (any Bus)? {
    let secret = try configuration.busSecret()
    return configuration.busAddress.map { NatsBus($0, secret: secret) }
  }

  /// The directory where files lie; nil if the server takes none.
  ///
  /// Several nodes need a place that all of them see.
  private static func media(_ configuration: ServerConfiguration, _ directory: DataDirectory) -> (any MediaStore)? {
    if let path = configuration.mediaDirectory { return MediaFiles(path) }
    return configuration.busAddress == nil ? MediaFiles("\(directory.path)/media") : nil
  }

  /// Makes variants of files; nil if the configuration wants none.
  private static func variants(
    _ configuration: ServerConfiguration, _ directory: DataDirectory, of files: (any MediaStore)?, _ log: Log
  ) -> VariantMaker? {
    guard let files, configuration.mediaVariants > 0 else { return nil }
    return VariantMaker(
      of: files, scratch: directory.scratch, sourceAtMost: Int64(configuration.mediaVariantSource),
      atOnce: configuration.mediaVariants
    ) { reason in
      log.warning("no variants of files are made", ["reason": .text(reason)])
    }
  }

  /// What ties this server to other nodes; nil if it is alone.
  private static func nodes(_ bus: (any Bus)?, _ store: any Store, _ metrics: Metrics) -> Follower.Ties? {
    guard let store = store as? any SharedStore, let bus else { return nil }
    return Follower.Ties(store: store, bus: bus, link: NodeLink(bus: bus, metrics: metrics))
  }

  /// The certificate and key, if there are any; refuses a key that others can read.
  private static func tls(of configuration: ServerConfiguration) throws -> TLSServerConfiguration? {
    try configuration.tls.map { files in
      try PrivateFile.check(path: files.key)
      return try TLSServerConfiguration(certificateFile: files.certificate, keyFile: files.key)
    }
  }

  /// Refuses an address that cannot be had before the data directory is made for a server that would not run.
  private static func checkAddress(_ configuration: ServerConfiguration) async throws {
    guard access(configuration.dataDirectory, F_OK) != 0 else { return }
    do {
      try await TCP.checkFree(host: configuration.host, port: configuration.port)
    } catch {
      throw ServerError(error, configuration)
    }
  }

  /// Starts all loops or none.
  private static func start(_ count: Int, _ startLoop: (Int) throws -> EventLoop) async throws -> [EventLoop] {
    var loops: [EventLoop] = []
    do {
      for number in 0..<count { loops.append(try startLoop(number)) }
    } catch {
      for loop in loops { await loop.stop() }
      let reason = (error as? NetError)?.message ?? "\(error)"
      throw ServerError(
        .failed,
        "Only \(loops.count) of \(count) event loops could be started: \(reason). Allow more threads and open files (ulimit -u, "
          + "ulimit -n), or choose fewer loops with --loops.")
    }
    return loops
  }

  /// Drains the server, and ends it.
  ///
  /// The server takes no more connections and requests, finishes pending work, tells every client to reconnect, and closes the
  /// store. This takes at most `Limits.drain` and a few seconds, regardless of the clients.
  package func stop() async {
    parts.log.info("draining")
    await parts.http.stopListening()
    parts.phase.drain()
    await parts.engine.drain()
    await parts.engine.endAll(parts.random)
    await parts.close()
    parts.log.info("stopped")
  }

  var engine: Engine { parts.engine }

  /// Waits until the store can no longer be trusted; the process should end then, and be started again.
  package func failed() async -> StoreError { await failures.first() }

  /// Reads the file of apps again, as `AppReload.run()` describes; throws `ServerError`.
  package func reloadApps() async throws { try await appReload.run() }

  /// Reads the certificate files again; connections made from now on use them.
  ///
  /// Throws `NetError` when the files are not in order; the old certificate stays in use then.
  package func reloadCertificate() throws { try tls?.reload() }
}

extension HTTPServerConfiguration {
  /// Sockets take a packet as one message, and queue as much as the limits allow.
  fileprivate init(
    _ limits: Limits, tls: TLSServerConfiguration?, gate: AddressGate, report: @escaping @Sendable (NetError) -> Void
  ) {
    self.init()
    self.tls = tls
    // A little more than a packet may have, so that the session answers with an error of its own.
    let margin = 1024
    webSocket.limits = WebSocketLimits(
      message: limits.packetBytes + margin, frame: limits.packetBytes + margin, firstMessage: limits.helloBytes + margin)
    // The REST interface accepts only small bodies, and reads them before it authenticates the caller.
    self.limits.bodyBytes = API.bodyBytes
    listen.stream.writeQueueLimit = limits.queuedBytes
    listen.connectionLimit = min(limits.connections, TurnedAway.systemLimit)
    listen.gate = gate
    listen.report = report
  }
}

/// The first failure of the store, and the waiter for it.
private final class Failures: Sendable {
  private struct State {
    var error: StoreError?
    var waiters: [CheckedContinuation<StoreError, Never>] = []
  }

  private let state = Mutex(State())

  func report(_ error: StoreError) {
    let waiters = state.withLock { state in
      if state.error == nil { state.error = error }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: error) }
  }

  func first() async -> StoreError {
    await withCheckedContinuation { continuation in
      let error = state.withLock { state in
        if state.error == nil { state.waiters.append(continuation) }
        return state.error
      }
      if let error { continuation.resume(returning: error) }
    }
  }
}

extension ServerError {
  /// The error for the operator when a part of the server did not start.
  fileprivate init(_ error: any Error, _ configuration: ServerConfiguration) {
    let address = configuration.listen
    switch error {
    case let error as ServerError: self = error
    case let error as NetError where error.code == .addressInUse:
      self.init(
        .addressInUse,
        "\(address) is in use by another program, or is not an address of this machine. Stop that program, or "
          + "choose another port with --listen; port 0 lets the system choose."
      )
    case let error as NetError where error.code == .permission:
      self.init(
        .unwritable, "This user may not listen on \(address). Choose a port above 1023 with --listen.")
    case let error as NetError:
      self.init(.failed, "Cannot listen on \(address): \(error.message).")
    case let error as BusError: self.init(.failed, error.message)
    case let error as StoreError:
      let code: Code =
        switch error.code {
        case .busy: .inUse
        case .readOnly, .full: .unwritable
        case .corrupt, .newer: .malformed
        default: .failed
        }
      self.init(code, "\(configuration.dataDirectory): \(error.message)")
    default: self.init(.failed, "\(error)")
    }
  }
}
