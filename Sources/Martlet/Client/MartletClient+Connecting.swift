import MartletWire

// Connecting and closing.
extension MartletClient {
  /// Starts connecting, and keeps the client connected until `disconnect()`.
  ///
  /// Returns at once; observe progress with `states()`, `connected(within:)` and `caughtUp(within:)`. A lost connection is
  /// retried after 0.05, 0.25, 0.5, 1, 2, 4, 8, 16 and 32 seconds, then every 64 seconds, each ±20 %. The delays start over
  /// after a successful connection. If the server refuses this device, the state becomes `.ended`; call this function again
  /// to retry with a new token.
  public func connect() {
    watchConditions()
    if suspension != nil { return wish(toConnect: true) }
    input { $0.sync { $0.start(at: now) } }
  }

  /// Connects, and gives up after a time; suits a first sign-in that a user waits for.
  ///
  /// Once connected, the client stays connected as after `connect()`.
  ///
  /// - Parameter limit: The time to try, after which any attempt in progress is given up too.
  /// - Throws: `.timedOut` and `.cancelled`, after which the client does not try again until `connect()`; the server's reason
  ///   if it refuses this device.
  public func connect(within limit: Duration) async throws(MartletError) {
    connect()
    do {
      try await connected(within: limit)
    } catch {
      if core?.sync.isOpen != true, error.code == .timedOut || error.code == .cancelled { disconnect() }
      throw error
    }
  }

  /// Closes the connection, and makes no new one until `connect()`.
  ///
  /// The outbox keeps its contents; callers waiting for a send get `.unknown`.
  public func disconnect() {
    if suspension != nil { return wish(toConnect: false) }
    input { $0.sync { $0.stop(at: now) } }
  }

  /// What to do once resumed.
  private func wish(toConnect connects: Bool) { suspension?.connects = connects }

  /// Skips the delay before the next connection attempt, and resets the delays.
  ///
  /// Call this when the app comes to the foreground, unless `Configuration.monitor` reports that. An attempt in progress that
  /// has not succeeded within 2 seconds is replaced by a new one. A younger attempt continues, and so does waiting for a token.
  /// An open connection is tested with a ping: if the server does not answer within 3 seconds, the client closes it and makes a
  /// new one.
  public func reconnectNow() {
    input { $0.sync { $0.retryNow(at: now) } }
  }

  /// Tells the client whether the device has a network; call it when the system reports a change, unless
  /// `Configuration.monitor` does.
  ///
  /// Call it also when the device changes from one network to another. Without a network the client makes no attempts and
  /// does not wake up for them, and its state is `.waitingForNetwork`. When the network returns, it tries at once and resets
  /// the delays. It replaces an attempt in progress if there was no network before, or if the attempt is as old as
  /// `reconnectNow()` describes. In both cases it tests an open connection with a ping. Until the first call, the client
  /// assumes that there is a network.
  ///
  /// - Parameters:
  ///   - isAvailable: True if there is a network.
  ///   - isExpensive: True if it costs money, such as a mobile network; see `Configuration.uploadsNeedCheapNetwork`.
  public func networkChanged(isAvailable: Bool, isExpensive: Bool = false) {
    suspension?.hasNetwork = isAvailable
    if isNetworkExpensive != isExpensive {
      isNetworkExpensive = isExpensive
      holdUploads()
    }
    input { $0.sync { $0.networkChanged(isAvailable: isAvailable, at: now) } }
  }

  /// Disconnects, closes the local data so that another client can open it, and ends the client's thread.
  ///
  /// Sequences end, and later calls fail with `.closed`. Nothing is lost: a client opened on the same directory continues
  /// from here.
  public func close() {
    guard engine.closure?.code != .closed else { return }
    suspension = nil
    conditionTask?.cancel()
    layDown(because: .closed)
    board.finish()
    transport.stop()
  }

  /// The current state of the connection.
  public nonisolated var state: ConnectionState { board.connection }

  /// The states of the connection, starting with the current one.
  public nonisolated func states() -> ConnectionStates { board.listenToStates() }

  /// The changes on this device, from now on.
  public nonisolated func events() -> Events { board.listenToEvents() }

  /// Events for the client's own use, without what the app's first listener has to be told.
  nonisolated func ownEvents() -> Events { board.listenToEvents(takesUnheard: false) }

  /// The reason why the last connection was lost or could not be made; nil if there is none.
  public var lastConnectionError: MartletError? { core?.sync.lastFailure }

  /// The time when the server last accepted this device, by the server's clock; nil if it has not since the client was
  /// opened.
  ///
  /// A message in `Event.message` with this `time` or an earlier one was sent while the device was offline.
  public var onlineSince: Timestamp? { core?.sync.clock.map { Timestamp(milliseconds: $0.server) } }

  /// The user; nil on a new device before its first connection, and after `close()`.
  public var user: UserID? { core?.store.user }

  /// The number of missed entries still to be fetched, as far as known.
  ///
  /// Falls to 0 while they arrive as events. In a conversation with very many missed entries, only the newest page is counted
  /// and fetched. The number may rise until `.caughtUp`. An app that redraws its list after each message may wait for 0.
  public var pendingEntries: Int { Int(clamping: core?.sync.pendingEntries ?? 0) }

  /// The id of this installation, generated once; nil after `close()`.
  public var deviceID: String? { core?.store.deviceID }

  /// True if only pings are left to happen: everything is fetched, and every send is answered.
  package var isAtRest: Bool { core?.sync.isAtRest ?? true }

  /// The list of members that this device keeps, if nothing is unknown that may have changed it.
  package func currentMembers(of id: ConversationID) throws(MartletError) -> [Member]? {
    try read { try $0.hasCurrentMembers(of: id) ? try $0.members(of: id) : nil }
  }

  /// Requests whose answers are outstanding.
  package var callsInProgress: Int { engine.callsInProgress }

  /// Waits until the client is connected; returns at once if it is.
  ///
  /// - Parameter limit: The time to wait; nil to wait without limit. The client continues to connect afterwards.
  /// - Throws: `.timedOut`; `.notConnected` if the client is not connecting; the server's reason if it refuses this device;
  ///   `.cancelled`.
  public func connected(within limit: Duration? = nil) async throws(MartletError) {
    try await wait(until: .connected, within: limit)
  }

  /// Waits until all entries missed while offline have been fetched.
  ///
  /// - Parameter limit: The time to wait; nil to wait without limit.
  /// - Throws: As `connected(within:)`.
  public func caughtUp(within limit: Duration? = nil) async throws(MartletError) {
    try await wait(until: .caughtUp, within: limit)
  }

  func wait(until goal: ClientEngine.Goal, within limit: Duration?) async throws(MartletError) {
    // Listeners that learn of a connection must find its data in the local database.
    commitIfDue()
    try await outcome { $0.wait(until: goal, within: limit, for: $1, then: $2) }
  }
}
