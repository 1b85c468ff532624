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
///   configuration: .init(server: "wss://chat.example.com", directory: path) { try await myServer.token() })
/// await client.connect()
/// let bob = client.chat(with: bobsID)
/// let result = await bob.send(.text("hi"))
/// for await event in client.events { … }
/// ```
///
/// Close a client that is no longer needed with `close()`, which ends its thread. After that, every throwing function of the
/// client and its chats throws `.closed`, and sends fail with it. Other comments do not repeat this.
public actor MartletClient {
  nonisolated let transport: any Transport
  nonisolated let address: ServerAddress
  nonisolated let configuration: Configuration
  nonisolated let board: NoticeBoard
  /// Nil if everything is in memory.
  nonisolated let reader: LocalReader?

  /// Nil once closed.
  var core: ClientCore?
  var random: any RandomNumberGenerator & Sendable

  var socket: (any TransportSocket)?
  /// Distinguishes callbacks of the current socket from those of earlier sockets.
  var socketNumber: UInt64 = 0
  var tokenTask: Task<Void, Never>?
  /// Tells the token that is waited for from those asked for earlier.
  var tokenNumber: UInt64 = 0
  private var timer: (deadline: UInt64, timer: any TransportTimer)?
  private var isCommitDue = false
  /// The timer that continues the search index.
  var indexing: (any TransportTimer)?
  /// The timer that deletes expired contents of recalled messages.
  var forgetting: (any TransportTimer)?

  /// Callbacks by ticket, called when a draft is in the outbox or could not be stored.
  var drafted: [UInt64: @Sendable (MartletError?) -> Void] = [:]
  var lastTicket: UInt64 = 0
  /// Callers that wait for the outcome of a send.
  var sends: [ClientID: [Promise<SendResult>]] = [:]
  /// Callers that wait for an answer.
  var calls: [Sync.CallID: Promise<Result<Wire.ServerPacket.Body, MartletError>>] = [:]
  var callNumber: UInt64 = 0
  /// Callers that wait for a connection, or until the client has caught up.
  var milestones: [Milestone] = []
  var wakers: [WeakWaker] = []

  struct Milestone {
    let promise: Promise<MartletError?>
    let isCaughtUp: Bool
  }

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
      configuration: configuration, transport: LoopTransport(configuration), random: SystemRandomNumberGenerator())
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
    let installation = random.next()
    let folder: LocalFolder? = if let directory = configuration.directory { try LocalFolder(directory, layer: vfs) } else { nil }
    let wall = transport.time.wallMilliseconds
    let (core, reset) = try ClientCore.open(
      folder, device: configuration.device, outboxLimit: max(1, configuration.outboxLimit), seed: random.next(),
      wallMilliseconds: wall, bounds: bounds, contents: configuration.contents, isQuiet: configuration.isQuiet,
      keepsRecalled: configuration.keepsRecalled, yieldsWhenReconnecting: configuration.yieldsWhenReconnecting,
      requestTimeout: configuration.requestTimeout,
      makeDeviceID: {
        var dice = SplitMix64(seed: installation)
        return ClientID(milliseconds: wall, random: &dice).text
      })
    self.configuration = configuration
    self.address = address
    self.transport = transport
    self.random = random
    self.core = core
    do {
      reader = try folder.map {
        LocalReader(path: $0.databasePath, vfs: vfs, executor: try transport.readingExecutor())
      }
    } catch {
      throw MartletError(.systemExhausted, "\(error)")
    }
    board = NoticeBoard(eventBuffer: max(16, configuration.eventBuffer))
    if let reset { board.post(.localDataReset(keptAt: reset.keptAt, outboxKept: reset.outboxKept)) }
  }

  deinit {
    tokenTask?.cancel()
    board.finish()
    transport.stop()
  }

  // MARK: Turns

  var now: UInt64 { transport.time.monotonicNanoseconds }

  /// The client's part of this moment's work, stored and performed when the turn ends.
  func input(_ body: (ClientCore) -> Void) {
    guard let core else { return }
    body(core)
    commitAtEndOfTurn()
  }

  func commitAtEndOfTurn() {
    guard !isCommitDue else { return }
    isCommitDue = true
    transport.atEndOfTurn { [weak self] in self?.assumeIsolated { $0.commit() } }
  }

  /// Applies an input, stores the results and performs the effects at once, without waiting for the end of the turn.
  func commitNow(_ body: (ClientCore) -> Void) {
    core.map(body)
    commit()
  }

  /// Stores the turn's results so far, if there are any.
  ///
  /// Called before reporting any of them.
  func commitIfDue() { if isCommitDue { commit() } }

  private func commit() {
    isCommitDue = false
    guard let core else { return }
    for effect in core.commit(at: now, wallMilliseconds: transport.time.wallMilliseconds) { perform(effect) }
    armTimer()
    scheduleIndexing()
    scheduleForgetting()
  }

  private func armTimer() {
    let deadline = core?.sync.deadline
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
    input { core in
      core.input { sync in
        if let time = socket?.lastReceived { sync.heard(at: time) }
        sync.tick(at: now)
      }
    }
  }

  func stopTimer() {
    timer?.timer.cancel()
    timer = nil
    indexing?.cancel()
    indexing = nil
    forgetting?.cancel()
    forgetting = nil
  }
}
