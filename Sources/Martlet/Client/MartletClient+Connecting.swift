import MartletWire

// Connecting and closing.
extension MartletClient {
  /// Begins to connect, and keeps the client connected until `disconnect()`.
  ///
  /// Returns at once; `states`, `connected(within:)` and `caughtUp(within:)` tell how it goes. Lost connections are made
  /// again after 0.05, 0.25, 0.5, 1, 2, 4, 8, 16, 32 and then each time 64 seconds (each a fifth shorter or longer),
  /// beginning anew after a connection that worked. Where the server will not have this device, the state becomes `.ended`,
  /// and this function tries anew, with a new token.
  public func connect() {
    input { $0.input { $0.start(at: now) } }
  }

  /// Connects, and gives up where there is no connection in time: for a first sign-in that somebody waits for.
  ///
  /// Once there is a connection it is kept as after `connect()`.
  ///
  /// - Parameter limit: How long to try. Where the client is connecting already, that is given up as well.
  /// - Throws: `.timedOut` and `.cancelled`: no connection is wanted any more, until `connect()`; the server's reason where it
  ///   will not have this device.
  public func connect(within limit: Duration) async throws(MartletError) {
    connect()
    do {
      try await connected(within: limit)
    } catch {
      if core?.sync.isOpen != true, error.code == .timedOut || error.code == .cancelled { disconnect() }
      throw error
    }
  }

  /// Closes the connection and makes no new one until `connect()`.
  ///
  /// What is in the outbox stays there; those who wait for a send get `.unknown`.
  public func disconnect() {
    input { $0.input { $0.stop(at: now) } }
  }

  /// Tries at once where the next attempt is still to come, and begins the delays anew.
  ///
  /// An attempt under way whose connection did not open, or was not let in, for 2 seconds is given up for a new one; a younger
  /// one goes on, and so does waiting for a token. A connection that works is left alone. To be called when the app came to the
  /// foreground.
  public func reconnectNow() {
    input { $0.input { $0.retryNow(at: now) } }
  }

  /// Says whether the device has a network, as the system tells the app when that changes.
  ///
  /// Without one no new attempt is made and nobody is woken. With one the next attempt is made at once, and the delays begin
  /// anew; an attempt under way is given up for a new one where there was no network before, or where it is as old as
  /// `reconnectNow()` says. A connection that works is left alone. Clients begin with the belief that there is one.
  ///
  /// - Parameter isAvailable: Whether there is one.
  public func networkChanged(isAvailable: Bool) {
    input { $0.input { $0.networkChanged(isAvailable: isAvailable, at: now) } }
  }

  /// Disconnects, closes the local data for another client to open, and ends the client's thread.
  ///
  /// Streams end; later calls fail with `.closed`. Nothing is lost: a client opened later on the same directory goes on where
  /// this one ended.
  public func close() {
    guard core != nil else { return }
    commitNow { $0.input { $0.stop(at: now) } }
    hangUp()
    stopTimer()
    for promise in calls.values { promise.resolve(.failure(.closed)) }
    calls = [:]
    for milestone in milestones { milestone.promise.resolve(.closed) }
    milestones = []
    resolveAllSends()
    for told in drafted.values { told(.closed) }
    drafted = [:]
    end(wakers: nil)
    reader?.close()
    core?.close()
    core = nil
    tokenTask?.cancel()
    board.finish()
    transport.stop()
  }

  /// How the connection stands.
  public nonisolated var state: ConnectionState { board.connection }

  /// How the connection stands, as it changes, beginning with now.
  public nonisolated var states: ConnectionStates { board.listenToStates() }

  /// What changes on this device, from now on.
  public nonisolated var events: Events { board.listenToEvents() }

  /// Why the last connection was lost or could not be made; nil where there was no such.
  public var lastConnectionError: MartletError? { core?.sync.lastFailure }

  /// When the server let this device in the last time, by the server's clock; nil where it has not since the client was opened.
  ///
  /// A message that comes with `Event.message` and has no later `time` was sent while the device was away.
  public var onlineSince: Timestamp? { core?.sync.clock.map { Timestamp(milliseconds: $0.server) } }

  /// Whose data this is; nil on a new device before its first connection, and after `close()`.
  public var user: UserID? { core?.store.user }

  /// How many messages and other entries are known to be still on their way, of those that happened while this device was
  /// away.
  ///
  /// Falls to 0 while they come as events; of a conversation in which very much happened only the newest page is counted, and
  /// comes. More may become known until `.caughtUp`. An app that shows a list anew after each message may wait for 0.
  public var entriesToCome: Int { Int(clamping: core?.sync.entriesToCome ?? 0) }

  /// This installation's name for the server, made once; nil after `close()`.
  public var deviceID: String? { core?.store.deviceID }

  /// Whether nothing is left to happen but pings: all is fetched, and all that was sent is answered.
  package var isAtRest: Bool { core?.sync.isAtRest ?? true }

  /// Waits until the client is connected; returns at once where it is.
  ///
  /// - Parameter limit: How long to wait; nil waits as long as it takes. Connecting goes on after that.
  /// - Throws: `.timedOut`; `.notConnected` where no connection is wanted; the server's reason where it will not have this
  ///   device; `.cancelled`.
  public func connected(within limit: Duration? = nil) async throws(MartletError) {
    try await wait(within: limit, isCaughtUp: false)
  }

  /// Waits until everything that happened while the client was not connected has been fetched.
  ///
  /// - Parameter limit: How long to wait; nil waits as long as it takes.
  /// - Throws: As `connected(within:)`.
  public func caughtUp(within limit: Duration? = nil) async throws(MartletError) {
    try await wait(within: limit, isCaughtUp: true)
  }

  private func wait(within limit: Duration?, isCaughtUp: Bool) async throws(MartletError) {
    guard let core else { throw MartletError.closed }
    // Who is told of a connection finds in the local data what came with it.
    commitIfDue()
    if isCaughtUp ? core.sync.isCaughtUp : core.sync.isOpen { return }
    guard core.sync.isActive else {
      if case .ended(let error) = state { throw error }
      throw MartletError(.notConnected, "the client is not connected; call connect()")
    }
    let promise = Promise<MartletError?>()
    milestones.append(Milestone(promise: promise, isCaughtUp: isCaughtUp))
    let timer = limit.map { limit in
      transport.schedule(after: limit) { promise.resolve(MartletError(.timedOut, "not in the time given")) }
    }
    let error = await promise.value(ifCancelled: MartletError.cancelled)
    timer?.cancel()
    milestones.removeAll { $0.promise === promise }
    if let error { throw error }
  }
}
