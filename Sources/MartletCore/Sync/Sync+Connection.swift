import MartletWire

// Connecting, staying connected, and losing the connection.
extension Sync {
  /// Time-out for opening a socket, and for Welcome.
  static let openingLimit: UInt64 = 20_000_000_000
  /// Time-out for the app's token closure.
  static let tokenLimit: UInt64 = 60_000_000_000
  /// Age from which an attempt is replaced when the app says that connecting may work now.
  static let patience: UInt64 = 2_000_000_000
  /// A session of this length resets the delays.
  static let livedFor: UInt64 = 1_000_000_000
  /// Time-out for the answer to a probe.
  static let probeLimit: UInt64 = 3_000_000_000
  /// The default time-out of an app's request.
  static let usualCallLimit: UInt64 = 30_000_000_000
  /// Upper bound of a retry delay that a server asks for.
  static let longestRetry = Duration.seconds(600)

  package var isOpen: Bool { if case .open = phase { true } else { false } }
  /// True if the app wants a connection.
  package var isActive: Bool { phase != .idle && phase != .ended }
  private var isObtaining: Bool { if case .obtaining = phase { true } else { false } }
  /// True if a socket exists or is being opened.
  private var hasSocket: Bool {
    switch phase {
    case .dialling, .greeting, .open: true
    case .idle, .waiting, .obtaining, .ended: false
    }
  }

  /// Starts connecting.
  package mutating func start(at now: UInt64) {
    self.now = now
    guard !isActive else { return }
    token = nil
    tokenRefusals = 0
    backoff.reset()
    attempt = 0
    wasOpen = false
    if hasNetwork { begin() } else { pause() }
  }

  /// Disconnects, until the next `start`.
  package mutating func stop(at now: UInt64) {
    self.now = now
    guard phase != .idle else { return }
    if hasSocket { act(.hangUp) }
    if isObtaining { act(.cancelToken) }
    interruptUploads()
    lose()
    phase = .idle
    token = nil
    failCalls(MartletError(.notConnected, "the client was disconnected"))
    act(.state(.offline))
  }

  /// Handles a hint of the app that connecting may work now.
  package mutating func retryNow(at now: UInt64) {
    self.now = now
    hurry(givingUp: false)
  }

  /// Handles a change of the network; without one, no attempt is started.
  package mutating func networkChanged(isAvailable: Bool, at now: UInt64) {
    self.now = now
    let wasAway = !hasNetwork
    hasNetwork = isAvailable
    if isAvailable {
      hurry(givingUp: wasAway)
    } else if case .waiting = phase {
      pause()
    } else {
      probe()
    }
  }

  /// Connects at once, and resets the delays.
  ///
  /// A young attempt continues, unless it started without a network. An open connection is probed.
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
    case .open: probe()
    case .idle, .ended: break
    }
  }

  /// Pings the server: the socket may be dead although the system has not noticed.
  private mutating func probe() {
    guard isOpen, doubtedSince == nil else { return }
    doubtedSince = now
    request(.probe, .ping(Wire.Ping()))
  }

  /// The time at which an unanswered probe ends the connection; nil if there is no probe.
  ///
  /// Received bytes extend it: they may be part of a large packet on a slow network.
  private var probeDeadline: UInt64? { doubtedSince.map { max($0, lastHeard).addingClamped(Self.probeLimit) } }

  package mutating func tokenGiven(_ token: String, at now: UInt64) {
    self.now = now
    guard isObtaining else { return }
    self.token = token
    dial()
  }

  package mutating func tokenFailed(_ reason: MartletError, at now: UInt64) {
    self.now = now
    guard isObtaining else { return }
    lastFailure = reason
    wait()
  }

  /// Says Hello on an open socket.
  package mutating func opened(at now: UInt64) {
    self.now = now
    guard case .dialling = phase else { return }
    phase = .greeting(since: now)
    lastHeard = now
    let hello = Wire.Hello(
      versionMin: 1, versionMax: 1, token: token ?? "", device: device, yields: yieldsWhenReconnecting && wasOpen)
    request(.hello, .hello(hello))
    // The first reads follow at once; the server answers them after Welcome.
    if let cursor { askUserLog(after: cursor) }
    beginListing(isSnapshot: cursor == nil)
  }

  /// Handles a socket that failed to open, or was closed.
  package mutating func dropped(_ reason: MartletError, at now: UInt64) {
    self.now = now
    guard hasSocket else { return }
    lastFailure = reason
    lose()
    wait()
  }

  /// Handles a malformed packet.
  package mutating func garbled(at now: UInt64) {
    self.now = now
    breakOff(breach: "bytes that are no packet")
  }

  /// Notes that bytes arrived, even if they are not a whole packet.
  package mutating func heard(at time: UInt64) {
    if isOpen { lastHeard.raise(to: time) }
  }

  /// The server's clock, in milliseconds since 1970; nil before the first Welcome.
  package func serverTime(at now: UInt64) -> Int64? {
    clock.map { $0.server &+ Int64(clamping: (now - min(now, $0.own)) / 1_000_000) }
  }

  /// Performs the actions that are due.
  package mutating func tick(at now: UInt64) {
    self.now = now
    endLateCalls()
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
      if let probeDeadline, now >= probeDeadline {
        return breakOff(MartletError(.timedOut, "the server did not answer a ping in 3 seconds"))
      }
      if now >= lastSent.addingClamped(limits.heartbeat) { request(.ping, .ping(Wire.Ping())) }
      endTyping(at: now)
      reconsider()
      pump()
    case .idle, .ended: break
    }
  }

  /// The time at which `tick` has something to do; nil for never.
  package var deadline: UInt64? {
    guard let call = callDeadlines.values.min() else { return connectionDeadline }
    return min(call, connectionDeadline ?? .max)
  }

  private var connectionDeadline: UInt64? {
    switch phase {
    case .waiting(let until): return until == .max ? nil : until
    case .obtaining(let since): return since.addingClamped(Self.tokenLimit)
    case .dialling(let since), .greeting(let since): return since.addingClamped(Self.openingLimit)
    case .open:
      var first = min(lastHeard.addingClamped(2 * limits.heartbeat), lastSent.addingClamped(limits.heartbeat))
      if let probeDeadline { first = min(first, probeDeadline) }
      for time in later.values { first = min(first, time) }
      if let deadline = typing.deadline { first = min(first, deadline) }
      for end in endsOfHolds { first = min(first, end) }
      return first
    case .idle, .ended: return nil
    }
  }

  /// The ends of holds that delay waiting work.
  ///
  /// `pump` removes a hold that is over and resumes the work. A hold in the past means that `pump` has not run since.
  private var endsOfHolds: [UInt64] {
    var ends: [UInt64] = []
    if let deadline = lanes.deadline { ends.append(deadline) }
    if let deadline = uploads.deadline { ends.append(deadline) }
    if let deadline = deliveriesDeadline { ends.append(deadline) }
    if !marks.isEmpty { ends.append(marksHeldUntil) }
    if !settings.waiting.isEmpty { ends.append(settings.heldUntil) }
    if !hiding.waiting.isEmpty { ends.append(hiding.heldUntil) }
    if !doubts.isEmpty { ends.append(askAgainAt) }
    if !calls.isEmpty { ends.append(callsHeldUntil) }
    if !profiles.wanted.isEmpty { ends.append(profiles.heldUntil) }
    if presence.isWaiting { ends.append(presence.heldUntil) }
    ends.append(presence.renewAt)
    return ends.filter { $0 > 0 }
  }

  /// Removes holds that are over.
  mutating func endHolds() {
    lanes.wake(at: now)
    uploads.wake(at: now)
    if deliveriesHeldUntil <= now { deliveriesHeldUntil = 0 }
    if marksHeldUntil <= now { marksHeldUntil = 0 }
    if settings.heldUntil <= now { settings.heldUntil = 0 }
    if hiding.heldUntil <= now { hiding.heldUntil = 0 }
    if askAgainAt <= now { askAgainAt = 0 }
    if callsHeldUntil <= now { callsHeldUntil = 0 }
    if profiles.heldUntil <= now { profiles.heldUntil = 0 }
    if presence.heldUntil <= now { presence.heldUntil = 0 }
    if presence.renewAt > 0, presence.renewAt <= now { presence.renew() }
  }

  /// Opens the session.
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
    if let bounds = welcome.limits.map(PermissionBounds.init), bounds != permissionBounds {
      permissionBounds = bounds
      write(.bounds(bounds))
    }
    attempt = 0
    tokenRefusals = 0
    userLog.head = welcome.userHead
    uploads.endHolds()
    act(.state(.online))
    profiles.begin()
    presence.begin()
    if isOther(welcome) { return change(to: welcome) }
    if !welcome.generation.isEmpty, welcome.generation != generation {
      generation = welcome.generation
      write(.generation(welcome.generation))
    }
    if cursor == nil { cursor = welcome.userHead }
    // Continues the work that the last session did not finish.
    for id in shelves.filter({ $0.value.isBehind || $0.value.needsPage }).keys.sorted(by: { $0.text < $1.text }) {
      queueFetch(id)
    }
  }

  /// Handles Closing, or a refused Hello.
  mutating func refused(_ failure: Wire.Failure, reconnect: Bool) {
    let error = MartletError(failure)
    if failure.errorCode == .tokenExpired, tokenRefusals == 0 {
      // Only once: if the new token is refused too, a third will not help.
      tokenRefusals += 1
      token = nil
      return breakOff(error)
    }
    guard reconnect else { return end(error) }
    breakOff(error)
  }

  /// Replaces a value whose changes could not be stored by this one, which was read from the disk.
  mutating func takeOver(_ old: Sync, because reason: MartletError, at now: UInt64) {
    var old = old
    old.now = now
    self.now = now
    old.lose()
    // Callers that wait and typing indicators still need their ends.
    for action in old.takeActions() {
      switch action {
      case .answer, .publish: act(action)
      case .write, .obtainToken, .cancelToken, .dial, .hangUp, .send, .transmit, .upload, .cancelUpload, .state: break
      }
    }
    (token, tokenRefusals, backoff, attempt) = (old.token, old.tokenRefusals, old.backoff, old.attempt)
    (limits, calls, clock, lastFailure) = (old.limits, old.calls, old.clock, old.lastFailure)
    (callLimit, callDeadlines) = (old.callLimit, old.callDeadlines)
    (hasNetwork, wasOpen, endings) = (old.hasNetwork, old.wasOpen, old.endings)
    (hidesReceipts, receiptKinds) = (old.hidesReceipts, old.receiptKinds)
    yieldsWhenReconnecting = old.yieldsWhenReconnecting
    uploads.isHeld = old.uploads.isHeld
    // Uploads under way begin again with the next connection, where they are.
    for row in old.uploads.rowsUnderWay { act(.cancelUpload(row: row)) }
    formerly = old.formerly
    profiles = old.profiles
    profiles.forgetRevisions()
    presence = old.presence
    guard old.isActive else { return phase = old.phase }
    lastFailure = reason
    act(.cancelToken)
    act(.hangUp)
    wait()
  }

  /// Ends because the local database is unusable.
  mutating func giveUp(_ reason: MartletError, at now: UInt64) {
    self.now = now
    end(reason)
  }

  /// Ends the connection, until the next `start`.
  private mutating func end(_ error: MartletError) {
    act(.cancelToken)
    act(.hangUp)
    interruptUploads()
    lose()
    phase = .ended
    token = nil
    lastFailure = error
    failCalls(error)
    act(.state(.ended(error)))
  }

  /// Closes the connection, and schedules the next attempt.
  mutating func breakOff(_ reason: MartletError) {
    guard hasSocket else { return }
    lastFailure = reason
    act(.hangUp)
    lose()
    wait(atLeast: min(reason.retryAfter ?? .zero, Self.longestRetry))
  }

  /// Closes the connection after a protocol violation.
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

  /// Waits until the app says that there is a network.
  private mutating func pause() {
    phase = .waiting(until: .max)
    act(.state(.waitingForNetwork))
  }

  private mutating func wait(atLeast least: Duration = .zero) {
    guard hasNetwork else { return pause() }
    let delay = max(backoff.next(random: dice.next()), least)
    phase = .waiting(until: now.addingClamped(delay.nanoseconds))
    act(.state(.connecting(attempt: attempt + 1, retryIn: delay)))
  }

  /// Discards the session's state; unanswered requests are repeated in the next session.
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
    // An incomplete first listing is started over.
    if listing?.isSnapshot == true { (cursor, hidesHeld) = (nil, 0) }
    settings.left = [:]
    settings.heldUntil = 0
    settings.isSingle = false
    hiding.heldUntil = 0
    listing = nil
    otherCopy = nil
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
    presence.end()
    endTyping(at: .max)
    typing = TypingStates()
    doubtedSince = nil
    askAgainAt = 0
    callsHeldUntil = 0
    for id in shelves.keys { shelves[id]?.sessionEnded() }
  }
}
