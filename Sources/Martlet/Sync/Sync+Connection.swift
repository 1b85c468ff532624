import MartletWire

// Connecting, staying connected, and what happens when that ends.
extension Sync {
  /// How long opening a socket, or waiting for Welcome, may take.
  static let openingLimit: UInt64 = 20_000_000_000
  /// How long the app may take to give a token.
  static let tokenLimit: UInt64 = 60_000_000_000
  /// An attempt that got no further for this long is given up where another may do better.
  static let patience: UInt64 = 2_000_000_000
  /// A session that lasted this long counts as a working connection: the next delays begin anew.
  static let livedFor: UInt64 = 1_000_000_000
  /// The longest time a server can make us wait.
  static let longestRetry = Duration.seconds(600)

  var isOpen: Bool { if case .open = phase { true } else { false } }
  /// Whether a connection is wanted.
  var isActive: Bool { phase != .idle && phase != .ended }
  private var isObtaining: Bool { if case .obtaining = phase { true } else { false } }
  /// Whether a socket exists or is being opened.
  private var hasSocket: Bool {
    switch phase {
    case .dialling, .greeting, .open: true
    case .idle, .waiting, .obtaining, .ended: false
    }
  }

  /// The app wants a connection.
  mutating func start(at now: UInt64) {
    self.now = now
    guard !isActive else { return }
    token = nil
    tokenRefusals = 0
    backoff.reset()
    attempt = 0
    wasOpen = false
    if hasNetwork { begin() } else { pause() }
  }

  /// The app wants no connection any more.
  mutating func stop(at now: UInt64) {
    self.now = now
    guard phase != .idle else { return }
    if hasSocket { act(.hangUp) }
    if isObtaining { act(.cancelToken) }
    lose()
    phase = .idle
    token = nil
    failCalls(MartletError(.notConnected, "the client was disconnected"))
    act(.state(.offline))
  }

  /// The network changed, or the app came to the foreground: what failed before may work now.
  mutating func retryNow(at now: UInt64) {
    self.now = now
    hurry(givingUp: false)
  }

  /// The device has a network, or has none: then no attempt makes sense.
  mutating func networkChanged(isAvailable: Bool, at now: UInt64) {
    self.now = now
    let wasAway = !hasNetwork
    hasNetwork = isAvailable
    if isAvailable {
      hurry(givingUp: wasAway)
    } else if case .waiting = phase {
      pause()
    }
  }

  /// There is reason to think that connecting works now: begins the delays anew, and waits for none.
  ///
  /// An attempt that is under way goes on while it is young, unless it cannot have had a network.
  private mutating func hurry(givingUp isHopeless: Bool) {
    switch phase {
    case .waiting:
      backoff.reset()
      begin()
    case .obtaining: backoff.reset()
    case .dialling(let since), .greeting(let since):
      backoff.reset()
      guard isHopeless || now >= since.addingClamped(Self.patience) else { return }
      act(.hangUp)
      lose()
      begin()
    case .idle, .open, .ended: break
    }
  }

  mutating func tokenGiven(_ token: String, at now: UInt64) {
    self.now = now
    guard isObtaining else { return }
    self.token = token
    dial()
  }

  mutating func tokenFailed(_ reason: MartletError, at now: UInt64) {
    self.now = now
    guard isObtaining else { return }
    lastFailure = reason
    wait()
  }

  /// The socket is open.
  mutating func opened(at now: UInt64) {
    self.now = now
    guard case .dialling = phase else { return }
    phase = .greeting(since: now)
    lastHeard = now
    let hello = Wire.Hello(
      versionMin: 1, versionMax: 1, token: token ?? "", device: device, yields: yieldsWhenReconnecting && wasOpen)
    request(.hello, .hello(hello))
    // The first reads go in the same flight: the server serves them as soon as it has let us in.
    if let cursor { askUserLog(after: cursor) }
    beginListing(isSnapshot: cursor == nil)
  }

  /// The socket could not be opened, or is closed.
  mutating func dropped(_ reason: MartletError, at now: UInt64) {
    self.now = now
    guard hasSocket else { return }
    lastFailure = reason
    lose()
    wait()
  }

  /// The server sent bytes that are no packet.
  mutating func garbled(at now: UInt64) {
    self.now = now
    breakOff(breach: "bytes that are no packet")
  }

  /// Bytes came at a moment, be they a whole packet or not.
  mutating func heard(at time: UInt64) {
    if isOpen { lastHeard.raise(to: time) }
  }

  /// The server's clock, in milliseconds since 1970; nil before it told.
  func serverTime(at now: UInt64) -> Int64? {
    clock.map { $0.server &+ Int64(clamping: (now - min(now, $0.own)) / 1_000_000) }
  }

  /// What must happen by now.
  mutating func tick(at now: UInt64) {
    self.now = now
    switch phase {
    case .waiting(let until): if now >= until { begin() }
    case .obtaining(let since):
      guard now >= since.addingClamped(Self.tokenLimit) else { return }
      act(.cancelToken)
      tokenFailed(MartletError(.tokenUnavailable, "the app returned no token in time"), at: now)
    case .dialling(let since), .greeting(let since):
      if now >= since.addingClamped(Self.openingLimit) { breakOff(MartletError(.timedOut, "the server did not answer")) }
    case .open:
      guard now < lastHeard.addingClamped(2 * limits.heartbeat) else {
        return breakOff(MartletError(.timedOut, "the server stopped answering"))
      }
      if now >= lastSent.addingClamped(limits.heartbeat) { request(.ping, .ping(Wire.Ping())) }
      endTyping(at: now)
      reconsider()
      pump()
    case .idle, .ended: break
    }
  }

  /// When `tick` has something to do; nil for never.
  var deadline: UInt64? {
    switch phase {
    case .waiting(let until): return until == .max ? nil : until
    case .obtaining(let since): return since.addingClamped(Self.tokenLimit)
    case .dialling(let since), .greeting(let since): return since.addingClamped(Self.openingLimit)
    case .open:
      var first = min(lastHeard.addingClamped(2 * limits.heartbeat), lastSent.addingClamped(limits.heartbeat))
      for time in later.values { first = min(first, time) }
      if let deadline = typing.deadline { first = min(first, deadline) }
      for end in endsOfHolds { first = min(first, end) }
      return first
    case .idle, .ended: return nil
    }
  }

  /// Ends of what holds back work that waits.
  ///
  /// `pump` ends a hold whose time has come, and looks at what it held: one that is still here is over only where nothing looked.
  private var endsOfHolds: [UInt64] {
    var ends: [UInt64] = []
    if let deadline = lanes.deadline { ends.append(deadline) }
    if let deadline = deliveriesDeadline { ends.append(deadline) }
    if !marks.isEmpty { ends.append(marksHeldUntil) }
    if !settings.waiting.isEmpty { ends.append(settings.heldUntil) }
    if !hiding.waiting.isEmpty { ends.append(hiding.heldUntil) }
    if !doubts.isEmpty { ends.append(askAgainAt) }
    if !calls.isEmpty { ends.append(callsHeldUntil) }
    return ends.filter { $0 > 0 }
  }

  /// Ends the holds whose time has come.
  mutating func endHolds() {
    lanes.wake(at: now)
    if deliveriesHeldUntil <= now { deliveriesHeldUntil = 0 }
    if marksHeldUntil <= now { marksHeldUntil = 0 }
    if settings.heldUntil <= now { settings.heldUntil = 0 }
    if hiding.heldUntil <= now { hiding.heldUntil = 0 }
    if askAgainAt <= now { askAgainAt = 0 }
    if callsHeldUntil <= now { callsHeldUntil = 0 }
  }

  /// The server let us in.
  mutating func welcome(_ welcome: Wire.Welcome) {
    guard let named = UserID(welcome.user), welcome.userHead <= Self.lastPosition, welcome.stamp <= Self.lastPosition else {
      return breakOff(breach: "welcome makes no sense")
    }
    if let user, user != named {
      return end(MartletError(.otherUser, "the directory holds the data of \(user), the token is of \(named)"))
    }
    if user == nil {
      user = named
      write(.user(named))
      lanes.rename { Destination($0)?.conversation(of: named)?.text ?? $0 }
    }
    phase = .open(since: now)
    wasOpen = true
    clock = (welcome.time, now)
    limits = welcome.limits.map(ServerLimits.init) ?? ServerLimits()
    attempt = 0
    tokenRefusals = 0
    userLog.head = welcome.userHead
    if let cursor, welcome.userHead < cursor || welcome.stamp < stamp {
      // The server holds less than it once did: it was set up anew. What we have is of another past.
      forgetAll()
    }
    if cursor == nil { cursor = welcome.userHead }
    act(.state(.online))
    // What the last session did not get to.
    for id in shelves.filter({ $0.value.isBehind || $0.value.needsPage }).keys.sorted(by: { $0.text < $1.text }) {
      queueFetch(id)
    }
  }

  /// Begins anew with nothing but the outbox.
  private mutating func forgetAll() {
    write(.reset)
    cursor = nil
    stamp = 0
    shelves = [:]
    behind = []
    fetchQueue.removeAll()
    later = [:]
    marks = [:]
    deliveries = [:]
    hiding.waiting = []
    doubts = []
    notes = [:]
    departed = [:]
    hidesHeld = 0
    act(.publish(.localDataReset(keptAt: nil, outboxKept: true)))
    // Answers to reads of the first flight are about what we had.
    for (id, request) in requests where request == .list || request == .userLog { requests[id] = .abandoned }
    userLog.isAsked = false
    beginListing(isSnapshot: true)
  }

  /// The server closes the connection, or refused Hello, and says why.
  mutating func refused(_ failure: Wire.Failure, reconnect: Bool) {
    let error = MartletError(failure)
    if failure.errorCode == .tokenExpired, tokenRefusals == 0 {
      // Once: where the new token is refused as well, a third would be.
      tokenRefusals += 1
      token = nil
      return breakOff(error)
    }
    guard reconnect else { return end(error) }
    breakOff(error)
  }

  /// Goes on from what the disk holds, in place of a value that knows more than could be stored.
  mutating func takeOver(_ old: Sync, because reason: MartletError, at now: UInt64) {
    var old = old
    old.now = now
    self.now = now
    old.lose()
    // Those who wait, and those who were told that somebody writes, know nothing of this change.
    for action in old.takeActions() {
      switch action {
      case .answer, .publish: act(action)
      case .write, .obtainToken, .cancelToken, .dial, .hangUp, .send, .transmit, .state: break
      }
    }
    (token, tokenRefusals, backoff, attempt) = (old.token, old.tokenRefusals, old.backoff, old.attempt)
    (limits, calls, clock, lastFailure) = (old.limits, old.calls, old.clock, old.lastFailure)
    (hasNetwork, wasOpen) = (old.hasNetwork, old.wasOpen)
    (isQuiet, yieldsWhenReconnecting) = (old.isQuiet, old.yieldsWhenReconnecting)
    guard old.isActive else { return phase = old.phase }
    lastFailure = reason
    act(.cancelToken)
    act(.hangUp)
    wait()
  }

  /// The local database cannot be used at all.
  mutating func giveUp(_ reason: MartletError, at now: UInt64) {
    self.now = now
    end(reason)
  }

  /// Ends for good.
  private mutating func end(_ error: MartletError) {
    act(.cancelToken)
    act(.hangUp)
    lose()
    phase = .ended
    token = nil
    lastFailure = error
    failCalls(error)
    act(.state(.ended(error)))
  }

  /// Gives up this connection, and tries again later.
  mutating func breakOff(_ reason: MartletError) {
    guard hasSocket else { return }
    lastFailure = reason
    act(.hangUp)
    lose()
    wait(atLeast: min(reason.retryAfter ?? .zero, Self.longestRetry))
  }

  /// Gives up a connection on which the server does not keep to the protocol.
  mutating func breakOff(breach: String) { breakOff(MartletError(.protocolViolation, breach)) }

  private mutating func begin() {
    attempt += 1
    act(.state(.connecting(attempt: attempt, retryIn: nil)))
    if token == nil {
      phase = .obtaining(since: now)
      act(.obtainToken)
    } else {
      dial()
    }
  }

  private mutating func dial() {
    phase = .dialling(since: now)
    act(.dial)
  }

  /// Waits for the network.
  private mutating func pause() {
    phase = .waiting(until: .max)
    act(.state(.connecting(attempt: attempt + 1, retryIn: nil)))
  }

  private mutating func wait(atLeast least: Duration = .zero) {
    guard hasNetwork else { return pause() }
    let delay = max(backoff.next(random: dice.next()), least)
    phase = .waiting(until: now.addingClamped(delay.clampedNanoseconds))
    act(.state(.connecting(attempt: attempt + 1, retryIn: delay)))
  }

  /// Forgets the session.
  ///
  /// What was not answered is asked again in the next one.
  private mutating func lose() {
    if case .open(let since) = phase, now >= since.addingClamped(Self.livedFor) { backoff.reset() }
    failWaitingOnce()
    for (_, request) in requests.sorted(by: { $0.key > $1.key }) {
      if case .call(let id) = request, !failOnce(id) { unansweredCalls[id].map { calls.insert((id, $0), at: 0) } }
      if case .fetch(_, .older(let id, _)) = request { unansweredCalls[id].map { calls.insert((id, $0), at: 0) } }
    }
    postponeHeld()
    unansweredCalls = [:]
    requests = [:]
    lanes.connectionLost()
    // An incomplete first listing counts for nothing; what came with it is taken over again.
    if listing?.isSnapshot == true { (cursor, hidesHeld) = (nil, 0) }
    settings.left = [:]
    settings.heldUntil = 0
    settings.isSingle = false
    hiding.heldUntil = 0
    listing = nil
    userLog = UserLogProgress()
    isCaughtUp = false
    behind = []
    fetchQueue.removeAll()
    later = [:]
    wanted.removeAll()
    notes = [:]
    departed = [:]
    marksUnderWay = []
    marksHeldUntil = 0
    deliveriesUnderWay = [:]
    deliveriesHeldUntil = 0
    endTyping(at: .max)
    typing = TypingStates()
    askAgainAt = 0
    callsHeldUntil = 0
    for id in shelves.keys { shelves[id]?.sessionEnded() }
  }
}
