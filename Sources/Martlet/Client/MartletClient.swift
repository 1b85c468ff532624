import MartletSQLite
import MartletWire
import Synchronization

/// The client of one user on one device: a local copy of the user's conversations, and a connection to the server.
///
/// A client opens its local data at once, so lists and history are available before it connects. After `connect()` it
/// connects, and reconnects when necessary, until `disconnect()`. Messages are written to disk before they are sent, and are
/// stored exactly once, whatever happens to the app, the network or the server.
///
/// ```swift
/// let client = try MartletClient(
///   configuration: .init(server: "wss://chat.example.com", directory: path, device: .init(class: .mobile)) {
///     try await myServer.token()
///   })
/// await client.connect()
/// let bob = client.chat(with: bobsID)
/// let result = await bob.send(.text("hi"))
/// for await event in client.events() { … }
/// ```
///
/// Close a client that is no longer needed with `close()`, which ends its thread. After that, every throwing function of the
/// client and its chats throws `.closed`, and sends fail with it. While a client is suspended (`suspend()`), they throw
/// `.suspended`. Other comments do not repeat this.
public actor MartletClient {
  nonisolated let transport: any Transport
  nonisolated let address: ServerAddress
  nonisolated let configuration: Configuration
  nonisolated let board: NoticeBoard
  /// Nil if everything is in memory.
  nonisolated let reader: LocalReader?

  let engine: ClientEngine
  nonisolated let opening: LocalOpening
  /// The number under which this client locked its folder.
  var holder: UInt64
  /// What `resume()` continues with; nil unless suspended.
  var suspension: Suspension?
  /// Live timelines and lists so far, which are named by it.
  nonisolated let viewCount = Atomic<UInt64>(0)
  /// The names of those that nobody holds any more.
  nonisolated let droppedViews = Mutex<[String]>([])

  /// The files of messages in the outbox.
  nonisolated let files: KeptFiles
  /// Uploads in progress, by outbox row.
  var running: [Int64: RunningUpload] = [:]
  /// Uploads begun so far.
  var uploadCount: UInt64 = 0
  /// Callers to tell of uploads.
  var progressListeners: [ClientID: [@Sendable (TransferProgress) -> Void]] = [:]
  /// True while the device's network costs money, as the app or the monitor said last.
  var isNetworkExpensive = false

  var socket: (any TransportSocket)?
  /// Distinguishes callbacks of the current socket from those of earlier sockets.
  var socketNumber: UInt64 = 0
  var tokenTask: Task<Void, Never>?
  /// Follows the monitor; nil before the first `connect()`.
  var conditionTask: Task<Void, Never>?
  /// The conditions that the monitor reported last.
  var conditions: DeviceConditions?
  /// Tells the token that is waited for from those asked for earlier.
  var tokenNumber: UInt64 = 0
  private var timer: (deadline: UInt64, timer: any TransportTimer)?
  private var isCommitDue = false
  var wakers: [WeakWaker] = []

  struct WeakWaker {
    weak var waker: LogWaker?
  }

  /// The executor of the client's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { transport.executor.asUnownedSerialExecutor() }

  /// Opens the local data without connecting.
  ///
  /// Reads and writes the disk; `open(_:)` does so without blocking the caller's thread. A damaged local database is set
  /// aside and started over; the first listener of `events` gets `.localDataReset`.
  ///
  /// - Parameter configuration: The server, the user and the local data.
  /// - Throws: `.configurationInvalid` with the field; `.directoryInUse`; `.storageNewer`; `.storageFull` and
  ///   `.storageFailed` if the directory cannot be used; `.systemExhausted`.
  public init(configuration: Configuration) throws(MartletError) {
    try self.init(
      configuration: configuration, transport: platformTransport(configuration), random: SystemRandomNumberGenerator())
  }

  /// Opens the local data of a client whose thread, clock, network and randomness are given, and with `vfs` the SQLite file
  /// layer under its database.
  package init(
    configuration: Configuration, transport: any Transport, random: any RandomNumberGenerator & Sendable, vfs: String? = nil,
    bounds: SyncBounds = SyncBounds()
  ) throws(MartletError) {
    guard let address = ServerAddress(configuration.server) else {
      throw MartletError(.configurationInvalid, "the server must be ws://HOST[:PORT] or wss://HOST[:PORT]", field: "server")
    }
    guard configuration.device.name.utf8.count <= 64 else {
      throw MartletError(.configurationInvalid, "the device's name is too long", field: "device.name", limit: 64)
    }
    var random = random
    var bounds = bounds
    bounds.uploads = max(1, configuration.uploadsAtOnce)
    let opening = LocalOpening(configuration: configuration, vfs: vfs, bounds: bounds)
    let opened = try opening.open(at: transport.time.wallMilliseconds) { random.next() }
    self.configuration = configuration
    self.address = address
    self.transport = transport
    self.opening = opening
    holder = opened.holder
    files = KeptFiles(in: configuration.directory)
    if let needed = try? opened.core.read({ store throws(SQLiteError) in try store.neededFiles() }) {
      files.sweep(keeping: needed)
    }
    engine = ClientEngine(
      opened.core,
      ClientEngine.Surroundings(
        monotonic: { transport.time.monotonicNanoseconds }, wall: { transport.time.wallMilliseconds },
        random: { random.next() }),
      requestTimeout: configuration.requestTimeout)
    engine.isShown = configuration.receiveInterceptor
    do {
      reader = try opened.databasePath.map {
        LocalReader(path: $0, vfs: vfs, executor: try transport.readingExecutor())
      }
    } catch {
      throw MartletError(.systemExhausted, "\(error)")
    }
    board = NoticeBoard(eventBuffer: max(16, configuration.eventBuffer))
    if let reset = opened.reset { board.post(.localDataReset(keptAt: reset.keptAt, outboxKept: reset.outboxKept)) }
  }

  deinit {
    tokenTask?.cancel()
    conditionTask?.cancel()
    for upload in running.values { upload.task.cancel() }
    board.finish()
    transport.stop()
  }

  // MARK: Turns

  var now: UInt64 { transport.time.monotonicNanoseconds }

  /// Nil once closed.
  var core: ClientCore? { engine.isClosed ? nil : engine.core }

  /// The client's part of this moment's work, stored and performed when the turn ends.
  func input(_ body: (ClientEngine) -> Void) {
    guard !engine.isClosed else { return }
    body(engine)
    commitAtEndOfTurn()
  }

  func commitAtEndOfTurn() {
    guard !isCommitDue, engine.hasInput else { return }
    isCommitDue = true
    transport.atEndOfTurn { [weak self] in self?.assumeIsolated { $0.commit() } }
  }

  /// Stores the turn's results so far, if there are any.
  ///
  /// Called before reporting any of them.
  func commitIfDue() { if isCommitDue { commit() } }

  /// Stores the turn's results and performs the effects at once, without waiting for the end of the turn.
  func commit() {
    isCommitDue = false
    guard !engine.isClosed else { return }
    forgetDroppedViews()
    engine.commit { perform($0) }
    // An operation may have gone on with its next request.
    commitAtEndOfTurn()
    armTimer()
  }

  private func armTimer() {
    let deadline = engine.deadline
    guard deadline != timer?.deadline else { return }
    timer?.timer.cancel()
    timer = deadline.map { deadline in
      let now = now
      let delay = Duration.nanoseconds(Int64(clamping: deadline > now ? deadline - now : 0))
      return (deadline, transport.schedule(after: delay) { [weak self] in self?.assumeIsolated { $0.timerFired() } })
    }
  }

  private func timerFired() {
    timer = nil
    input { engine in
      if let time = socket?.lastReceived { engine.sync { $0.heard(at: time) } }
      engine.tick()
    }
  }

  /// Begins an operation, and waits for its outcome.
  ///
  /// Cancelling the task abandons it.
  func outcome<Value: Sendable>(
    waitsWhileSuspended: Bool = false,
    _ begin: (ClientEngine, ClientEngine.Operation, @escaping Completion<Value>) -> Void
  ) async throws(MartletError) -> Value {
    if let closure = engine.closure, closure != .suspended || !waitsWhileSuspended { throw closure }
    let (promise, operation) = (Promise<Result<Value, MartletError>>(), ClientEngine.Operation())
    begin(engine, operation) { promise.resolve($0) }
    commitAtEndOfTurn()
    let result = await promise.value(ifCancelled: .failure(.cancelled))
    engine.cancel(operation)
    commitAtEndOfTurn()
    return try result.get()
  }

  func stopTimer() {
    timer?.timer.cancel()
    timer = nil
  }
}
