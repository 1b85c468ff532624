import MartletNet
import MartletStore
import MartletWire

/// One connection of one device: performs the decisions of its `SessionState`.
package actor Session: LoopActor, WebSocketHandler, Requester, LiveSession {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private nonisolated let gateway: Gateway
  private nonisolated let shard: Shard
  private let socket: any SessionSocket
  nonisolated let isJSON: Bool
  private var state: SessionState
  private var heardAt: UInt64
  /// From this second on, since 1970, the token is not good any more.
  private var tokenEnds = Int64.max
  /// The user's remaining allowance for writes, reads and signals; nil before sign-in.
  private var allowance: UserAllowance?
  /// Pushes that arrived before Welcome was sent.
  ///
  /// Welcome comes first.
  private var early: [SharedBytes] = []
  private var earlyBytes = 0
  private var reads = ReadQueue()
  /// The app's, from signing in on.
  private var figures: AppFigures.Figures?
  private var looksForRoom = false
  /// True if reads wait only because the client has not taken its answers.
  var holdsBackReads: Bool { reads.isHeldBack }
  /// True while the client's bytes are left in the kernel.
  private(set) var isReadingPaused = false

  init(gateway: Gateway, shard: Shard, socket: any SessionSocket) {
    self.gateway = gateway
    self.shard = shard
    self.socket = socket
    loop = shard.loop
    isJSON = socket.subprotocol == Gateway.jsonProtocol
    state = SessionState(requestLimit: gateway.limits.requestsInFlight)
    heardAt = shard.loop.time.monotonicNanoseconds
  }

  // MARK: - The socket

  package nonisolated func socketReceived(_ message: WebSocketMessage) {
    gateway.metrics.packetsReceived.add()
    let packet = decode(message)
    let bytes = message.count
    onLoop { $0.receive(packet, bytes: bytes) }
  }

  package nonisolated func socketBroken(code: UInt16, reason: String) -> Bool {
    onLoop { session in
      let isLarge = code == WebSocketCloseCode.tooBig
      session.breach(isLarge ? session.tooLarge : Refusal(.malformedPacket))
      session.adjustReading()
    }
    return true
  }

  package nonisolated func socketDrained() { onLoop { $0.startReads() } }

  package nonisolated func socketClosed(code: UInt16, reason: String) {
    let isMeant = code == WebSocketCloseCode.normal || code == WebSocketCloseCode.goingAway
    onLoop { $0.finish(isMeant ? .client : .lost) }
  }

  /// Before sign-in, packets have no reason to be large.
  private var packetLimit: Int { state.phase == .greeting ? gateway.limits.helloBytes : gateway.limits.packetBytes }

  /// Reads a packet; how large it may be here is found by `receive`, and by the socket before that.
  private nonisolated func decode(_ message: WebSocketMessage) -> Result<Wire.ClientPacket, Refusal> {
    do {
      switch (message, isJSON) {
      case (.binary(let bytes), false): return .success(try Wire.ClientPacket(decoding: bytes))
      case (.text(let bytes), true): return .success(try Wire.ClientPacket(json: bytes))
      default: return .failure(Refusal(.malformedPacket))
      }
    } catch {
      return .failure(Refusal(.malformedPacket))
    }
  }

  private func receive(_ packet: Result<Wire.ClientPacket, Refusal>, bytes: Int) {
    heardAt = loop.now
    switch bytes <= packetLimit ? packet : .failure(tooLarge) {
    case .success(let packet): if let action = state.receive(packet, bytes: bytes) { perform(action) }
    case .failure(let refusal): breach(refusal)
    }
    adjustReading()
  }

  private var tooLarge: Refusal { Refusal(.packetTooLarge, limit: UInt64(clamping: packetLimit)) }

  /// The client sent a malformed packet.
  private func breach(_ refusal: Refusal) { if let action = state.breach(Wire.Failure(refusal)) { perform(action) } }

  /// Leaves the client's bytes in the kernel while much of its input waits, for the token's check or in the read queue.
  ///
  /// The bounds count bytes as received; one packet, and bytes already taken from the kernel, may exceed them. In memory a list
  /// of short texts is several times as large, so `Gateway.serve` refuses long lists before they wait.
  private func adjustReading() {
    let limits = gateway.limits
    let waitsMuch = state.isBreached || state.waitingBytes > limits.helloBytes || reads.waitingBytes > limits.packetBytes
    guard state.phase != .ended, waitsMuch != isReadingPaused else { return }
    isReadingPaused = waitsMuch
    if waitsMuch { socket.pauseReading() } else { socket.resumeReading() }
  }

  private func perform(_ action: SessionState.Action) {
    switch action {
    case .check(let hello, let id): check(hello, id: id)
    case .serve(let request, let id, let user):
      if let counter = passedRate(of: request) { return refuse(id, counting: counter) }
      gateway.serve(request, id: id, of: user, for: self)
    case .reply(let body, let id): send(Wire.ServerPacket(id: id, body: body))
    case .end(let failure): end(failure, reconnect: false)
    }
  }

  /// Takes the request's cost from the user's allowance.
  ///
  /// If that is too small, returns the counter of refusals.
  private func passedRate(of request: Wire.ClientPacket.Request) -> Counter? {
    guard let allowance else { return nil }
    switch request.visit(Taking(allowance: allowance, now: loop.now)) {
    case nil, .some(.none): return nil
    case .read: return gateway.metrics.readsOverRate
    case .write, .signal: return gateway.metrics.writesOverRate
    }
  }

  private func refuse(_ id: UInt32, counting counter: Counter) {
    counter.add()
    let pause = UInt32(clamping: UserAllowance.pause.milliseconds)
    answer(id, with: .failure(Wire.Failure(.tooManyRequests, retryAfterMs: pause)))
  }

  /// Hands a request to the engine.
  nonisolated func submit(_ work: any Work) { shard.onLoop { $0.send(work) } }

  // MARK: - Signing in

  private func check(_ hello: Wire.Hello, id: UInt32) {
    let token: VerifiedToken
    let address = socket.remoteAddress
    do {
      try gateway.addresses.checkTokens(from: address)
      token = try gateway.tokens.verify(hello.token)
    } catch {
      gateway.addresses.note(error, from: address)
      return close(Wire.Failure(error), reconnect: error.code.retry == .safe)
    }
    let user = UserKey(app: token.app, user: token.user)
    state.user = user
    tokenEnds = token.expiresAt
    let device = hello.device ?? Wire.Device()
    // A class that this server does not know has no limit of its own.
    let deviceClass = gateway.limits.devicesPerClass[device.class] == nil ? .tool : device.class
    let signIn = SignIn(
      session: self, device: device.id, deviceClass: deviceClass, issuedAt: token.issuedAt, key: token.key, yields: hello.yields)
    let home = gateway.engine.home(of: user)
    // Registered first, read second: a revocation in between ends the session, one before is read.
    home.perform { $0.register(signIn, of: user) }
    start { await $0.signIn(token, user, id: id) }
  }

  private func signIn(_ token: VerifiedToken, _ user: UserKey, id: UInt32) async {
    let home = gateway.engine.home(of: user)
    await home.catchUp()
    do {
      let made = gateway.limitsOfApps.of(user.app).value.makesUsers ? loop.time.wallMilliseconds : nil
      try gateway.tokens.check(token, against: try await gateway.engine.store.user(user.user, app: user.app, madeAt: made))
      guard beginToListen(for: user) else { return }
      let head = try await gateway.engine.store.userLog(of: user.user, app: user.app, after: .max, limit: 1).head
      let stamp = try await gateway.engine.store.stamp(app: user.app)
      await home.confirm(self, of: user)
      allowance = await home.allowance(of: user)
      welcome(user, id: id, name: try gateway.sessionName(), head: head, stamp: stamp)
    } catch let refusal as Refusal {
      close(Wire.Failure(refusal), reconnect: false)
    } catch {
      gateway.log.error("sign-in failed", ["error": .of("\(error)")])
      end(Wire.Failure(.unavailable, retryAfterMs: 1000), reconnect: true)
    }
  }

  /// Has the session told of changes of these users' profiles.
  nonisolated func watch(_ users: [UserKey]) {
    onLoop { session in
      guard session.state.phase == .open else { return }
      // The own profile is pushed anyway.
      let others = users.filter { $0 != session.state.user }
      session.shard.onLoop { $0.watch(others, for: session) }
    }
  }

  nonisolated var live: (any LiveSession)? { self }

  /// Begins something that waits, on this loop for all of its way.
  private nonisolated func start(_ body: @escaping @Sendable (isolated Session) async -> Void) {
    Task(executorPreference: loop) { await body(self) }
  }

  /// Makes the session receive pushes from now on; false if the session is no longer wanted.
  private func beginToListen(for user: UserKey) -> Bool {
    guard state.phase == .checking else { return false }
    shard.onLoop { $0.listen(self, of: user) }
    return true
  }

  private func welcome(_ user: UserKey, id: UInt32, name: String, head: UInt64, stamp: UInt64) {
    guard state.phase == .checking, state.answered(id) else { return }
    gateway.metrics.sessionsOpen.add(1)
    figures = gateway.metrics.apps.of(user.app)
    figures?.sessions.add(1)
    send(
      Wire.ServerPacket(
        id: id,
        body: .welcome(
          Wire.Welcome(
            version: SessionState.version, session: name, user: user.user.text, time: loop.time.wallMilliseconds,
            limits: gateway.limits.of(user.app).told, features: [], userHead: head, stamp: stamp,
            generation: gateway.engine.store.generation))))
    let actions = state.open(user)
    let frames = early
    early = []
    for frame in frames { note(socket.send(frame: frame)) }
    for action in actions { perform(action) }
    adjustReading()
  }

  // MARK: - Reading

  /// Answers a request from the store.
  nonisolated func read(_ id: UInt32, _ body: @escaping ReadQueue.Read) {
    onLoop {
      $0.reads.append(id, bytes: $0.state.bytes(of: id), body)
      $0.startReads()
    }
  }

  private func startReads() {
    while let next = reads.next(hasRoom: socket.queuedBytes <= gateway.limits.queuedBytes / 4) {
      start { await $0.carryOut(next.read, id: next.id) }
    }
    adjustReading()
    guard reads.isHeldBack, !looksForRoom else { return }
    // Queued bytes go out when the turn ends. If some remain, `socketDrained` reports when they have gone.
    looksForRoom = true
    loop.inNextTurn {
      self.onLoop {
        $0.startReads()
        $0.looksForRoom = false
        if $0.reads.isHeldBack { $0.socket.tellWhenDrained() }
      }
    }
  }

  private func carryOut(_ read: ReadQueue.Read, id: UInt32) async {
    let body: Wire.ServerPacket.Body
    let start = loop.time.monotonicNanoseconds
    do {
      body = try await read(gateway.reading)
    } catch {
      gateway.log.error("read failed", ["error": .of("\(error)")])
      body = .failure(Wire.Failure(Refusal(storeFailure: error)))
    }
    gateway.metrics.readTime.record(Int64(clamping: loop.time.monotonicNanoseconds &- start))
    reads.finish()
    answer(id, with: body)
    startReads()
  }

  // MARK: - To the client

  package nonisolated func answer(_ id: UInt32, with body: Wire.ServerPacket.Body) {
    onLoop {
      guard $0.state.answered(id) else { return }
      if case .failure = body { $0.figures?.refusals.add() }
      $0.send(Wire.ServerPacket(id: id, body: body))
    }
  }

  package nonisolated func push(_ push: inout EncodedPush) {
    let frame = isJSON ? push.json() : push.binary
    onLoop { $0.pushFrame(frame) }
  }

  private func pushFrame(_ frame: SharedBytes) {
    switch state.phase {
    case .open: note(socket.send(frame: frame))
    case .checking:
      // It may be newer than the state in Welcome.
      early.append(frame)
      earlyBytes &+= frame.count
      if earlyBytes > gateway.limits.queuedBytes { note(.overflow) }
    case .greeting, .ended: break
    }
  }

  private func send(_ packet: Wire.ServerPacket) {
    gateway.metrics.packetsSent.add()
    guard !isJSON else { return note(socket.send(frame: packet.jsonFrame)) }
    note(socket.send(.binary, count: packet.encodedSize) { packet.encode(into: $0) })
  }

  private func note(_ result: WriteResult) {
    guard result == .overflow, state.phase != .ended else { return }
    gateway.metrics.slowConsumers.add()
    finish(.slow)
    // The client will fetch the dropped pushes from the log, so there is room to send the reason.
    let failure = Wire.Failure(.slowConsumer, limit: UInt64(clamping: gateway.limits.queuedBytes))
    let closing = Wire.ServerPacket(id: 0, body: .closing(Wire.Closing(failure: failure, reconnect: true)))
    socket.closeDroppingQueue(
      last: isJSON ? closing.jsonFrame : closing.binaryFrame, code: Gateway.closeCode, reason: failure.name)
  }

  package nonisolated func end(_ failure: Wire.Failure, reconnect: Bool) {
    onLoop { $0.close(failure, reconnect: reconnect) }
  }

  private func close(_ failure: Wire.Failure, reconnect: Bool) {
    guard state.phase != .ended else { return }
    send(Wire.ServerPacket(id: 0, body: .closing(Wire.Closing(failure: failure, reconnect: reconnect))))
    finish(Metrics.ConnectionOutcome(failure))
    socket.close(code: Gateway.closeCode, reason: failure.name)
  }

  package nonisolated func checkTime(at now: UInt64) -> UInt64? { onLoop { $0.check(at: now) } }

  private func check(at now: UInt64) -> UInt64? {
    let limits = gateway.limits
    let isOpen: Bool
    switch state.phase {
    case .greeting, .checking: isOpen = false
    case .open: isOpen = true
    case .ended: return nil
    }
    let silence = now >= heardAt ? now - heardAt : 0
    let limit = isOpen ? limits.idle : limits.hello
    let left = tokenEnds.subtractingReportingOverflow(loop.time.wallMilliseconds / 1000)
    if silence > limit.nanoseconds {
      let failure = isOpen ? ErrorCode.idleTimeout : .helloTimeout
      close(Wire.Failure(failure, limit: UInt64(clamping: limit.milliseconds)), reconnect: true)
    } else if isOpen, !left.overflow, left.partialValue <= 0 {
      close(Wire.Failure(.tokenExpired), reconnect: false)
    } else {
      let (silent, isNever) = heardAt.addingReportingOverflow(limit.nanoseconds)
      let expired = left.overflow ? .max : now &+ Duration.seconds(min(left.partialValue, 86_400)).nanoseconds
      return min(isNever ? .max : silent, isOpen ? expired : .max)
    }
    return nil
  }

  /// Takes the session out of every list; later calls do nothing.
  private func finish(_ outcome: Metrics.ConnectionOutcome) {
    guard shard.onLoop({ $0.sessions.connections.remove(self) }) else { return }
    if state.end() {
      gateway.metrics.sessionsOpen.add(-1)
      figures?.sessions.add(-1)
    }
    early = []
    reads.removeAll()
    gateway.metrics.connectionsOpen.add(-1)
    gateway.metrics.connectionsEnded[outcome].add()
    guard let user = state.user else { return }
    shard.onLoop { $0.unlisten(self, of: user) }
    gateway.engine.home(of: user).perform { $0.signOut(self, of: user) }
  }
}

extension Metrics.ConnectionOutcome {
  /// The close code and reason for this failure.
  fileprivate init(_ failure: Wire.Failure) {
    self =
      switch ErrorCode(rawValue: failure.code) {
      case .replaced, .signedInElsewhere: .replaced
      case .tokenRevoked, .tokenExpired, .userSuspended: .revoked
      case .idleTimeout: .idle
      case .draining: .drained
      case .unavailable, .internal: .failed
      case .malformedPacket, .packetTooLarge, .requestIdInvalid, .tooManyRequestsInFlight: .violation
      default: .refused
      }
  }
}
