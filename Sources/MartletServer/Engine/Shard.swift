import MartletNet
import MartletStore
import MartletWire

/// One loop's part of the engine: the conversations whose home it is, and the sessions connected to it.
///
/// Everything here runs on the loop, so it is plain synchronous code. The store gets one batch at a time. The next batch collects
/// requests while the previous one is committed, and keeps the order of appends.
package actor Shard: LoopActor {
  package nonisolated let loop: EventLoop
  nonisolated let limits: Limits
  nonisolated let limitsOfApps: AppLimits
  nonisolated let store: any Store
  nonisolated let metrics: Metrics
  nonisolated let log: Log

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// All shards, this one among them; set once, before the first connection.
  private(set) var shards: [Shard] = []
  /// The letters to send at the end of the turn; the one to this shard holds deliveries only.
  private var letters: [Letter] = []
  private var homes = Homes(among: 0, key: 0)
  var slots: [ConversationKey: Slot] = [:]
  private var backlog = Backlog()
  /// Appends that wait for the store, and those that the store has; the latter are empty while it has none.
  var appends = AppendBatch()
  var appending = AppendBatch()
  let personal = PersonalQueues()
  private var flushIsDue = false

  /// Deliveries to push to sessions on this loop.
  var arrivals = Arrivals()
  /// The sessions on this loop that are open.
  var attendance = Attendance()
  /// The sessions, on any loop, of users whose home is this shard.
  var signIns: [UserKey: [SignIn]] = [:]
  /// The users' remaining allowances for writes and signals; kept for a while after the users disconnect.
  var allowances: [UserKey: UserAllowance] = [:]
  /// Every connection on this loop, from the handshake on.
  var connections = Connections()
  /// On the first shard: the scheduled messages.
  var due = DueTimes()
  /// The time of the next eviction of idle conversations, in monotonic nanoseconds.
  var forgetsAt: UInt64 = 0
  var sweeps = 0
  /// This loop's share of the gauges.
  var shown = (requests: 0, bytes: 0)

  /// Called before each push; for tests.
  nonisolated let reached: (@Sendable (WorkPoint) -> Void)?
  /// Called when the store can no longer be trusted; the server stops.
  let failed: @Sendable (StoreError) -> Void

  init(
    loop: EventLoop, store: any Store, limits: Limits, metrics: Metrics, log: Log,
    reached: (@Sendable (WorkPoint) -> Void)?, failed: @escaping @Sendable (StoreError) -> Void
  ) {
    self.loop = loop
    self.store = store
    self.limits = limits
    limitsOfApps = AppLimits(limits)
    self.metrics = metrics
    self.log = log
    self.reached = reached
    self.failed = failed
  }

  /// Learns of all shards; an empty list lets go of them at the end.
  func join(_ shards: [Shard], _ homes: Homes) {
    self.shards = shards
    self.homes = homes
    letters = shards.map { _ in Letter() }
  }

  /// Runs `work` on this shard: at once if the caller is on its loop, otherwise in the loop's next turn.
  package nonisolated func perform(_ work: @escaping @Sendable (isolated Shard) -> Void) {
    if loop.isCurrent {
      onLoop(work)
    } else {
      loop.post { self.onLoop(work) }
    }
  }

  /// Whether every request was answered and everything was pushed.
  var isQuiet: Bool { backlog.isEmpty && arrivals.isEmpty && letters.allSatisfy(\.isEmpty) }

  var conversationsInMemory: Int { slots.count }

  /// Requests that were taken and not answered.
  var requestsWaiting: Int { backlog.requests }

  // MARK: - Requests

  /// Takes a request of a session on this loop to the conversation's home.
  func send(_ work: any Work) {
    let home = homes.index(of: work.place)
    guard home < shards.count, shards[home] !== self else { return submit(work) }
    letters[home].requests.append(work)
    flushAtEndOfTurn()
  }

  /// Takes a request that is decided here.
  func submit(_ work: any Work) {
    // If pushing falls behind, requests that would cause more pushes have to wait too.
    guard arrivals.bytes < limits.bytesWaiting, backlog.admit(work, limits: limits) else {
      return tell(work, .failure(Wire.Failure(.overloaded, retryAfterMs: 1000)))
    }
    guard case .conversation(let key) = work.place else { return handle(work, on: nil) }
    let slot = slot(of: key)
    if slot.isFree {
      handle(work, on: slot)
      forgetIfNothing(slot)
    } else {
      slot.append(work)
    }
  }

  /// Answers a request that was taken.
  func answer(_ work: any Work, _ body: Wire.ServerPacket.Body) {
    backlog.release(bytes: work.bytes)
    tell(work, body)
  }

  private func tell(_ work: any Work, _ body: Wire.ServerPacket.Body) {
    let (origin, id) = (work.origin, work.id)
    if origin.loop === loop { return origin.answer(id, with: body) }
    guard let index = shards.firstIndex(where: { $0.loop === origin.loop }) else {
      return origin.loop.post { origin.answer(id, with: body) }
    }
    letters[index].answers.append(Answer(origin: origin, id: id, body: body))
    flushAtEndOfTurn()
  }

  /// Decides a conversation's waiting requests until one has to wait.
  func advance(_ slot: Slot) {
    while let work = slot.takeNext() { handle(work, on: slot) }
    forgetIfNothing(slot)
  }

  /// Clients can name conversations that do not exist.
  private func forgetIfNothing(_ slot: Slot) {
    if slot.isNothing, slots[slot.key] === slot { slots[slot.key] = nil }
  }

  /// Decides a request, on a conversation that is free for it where it is about one.
  ///
  /// `known` are those of the users looked up who exist; nil before the look-up.
  private func handle(_ work: any Work, on slot: Slot?, known: Set<UserID>? = nil) {
    slot?.lastUsed = loop.now
    let deciding = Deciding(
      limits: limitsOfApps.of(work.caller.app), now: loop.time.wallMilliseconds, known: known)
    switch work.step(on: slot?.conversation, deciding) {
    case .answer(let body): answer(work, body)
    case .append(let request, let append): if let slot { store(append, request, slot) }
    case .lookUp(let request, let users):
      slot?.isBlocked = true
      lookUp(users, for: request)
    case .change(let request):
      request.join(personal)
      flushAtEndOfTurn()
    case .tell(let delivery, let body):
      mail(delivery)
      answer(work, body)
    }
  }

  /// Adds an append to the next batch.
  private func store(_ append: Shared<Append>, _ request: any AppendWork, _ slot: Slot) {
    let blocks = request.changesMembership || append.value.create != nil
    if blocks { slot.isBlocked = true }
    slot.underWay &+= 1
    appends.add(append, WaitingAppend(request: request, slot: slot, blocks: blocks))
    flushAtEndOfTurn()
  }

  private func lookUp(_ users: [UserID], for request: any AppendWork) {
    start { shard in
      let known: Set<UserID>?
      var failure = Wire.Failure(.internal)
      do {
        known = try await shard.store.existing(users, app: request.caller.app)
      } catch {
        known = nil
        failure = Wire.Failure(Refusal(storeFailure: error))
      }
      // A blocked conversation stays in memory.
      let slot = shard.slot(of: request.key)
      slot.isBlocked = false
      if let known { shard.handle(request, on: slot, known: known) } else { shard.answer(request, .failure(failure)) }
      shard.advance(slot)
    }
  }

  private func slot(of key: ConversationKey) -> Slot {
    if let slot = slots[key] { return slot }
    let slot = Slot(key, figures: metrics.apps.of(key.app))
    slots[key] = slot
    load(key)
    return slot
  }

  private func load(_ key: ConversationKey) {
    start { shard in
      do {
        let conversation = try await Conversation(key: key, from: shard.store)
        guard let slot = shard.slots[key] else { return }
        slot.conversation = conversation
        shard.advance(slot)
      } catch {
        let waiting = shard.slots.removeValue(forKey: key)?.takeAll() ?? []
        for work in waiting { shard.answer(work, .failure(Wire.Failure(Refusal(storeFailure: error)))) }
      }
    }
  }

  /// Begins something that waits, on this loop for all of its way.
  nonisolated func start(_ body: @escaping @Sendable (isolated Shard) async -> Void) {
    Task(executorPreference: loop) { await body(self) }
  }

  // MARK: - The end of a turn

  /// Adds a delivery for all recipients who may be connected, on any loop.
  func mail(_ delivery: Delivery) {
    guard !delivery.audience.users.isEmpty else { return }
    for index in letters.indices { letters[index].deliveries.append(delivery) }
    flushAtEndOfTurn()
  }

  func flushAtEndOfTurn() {
    guard !flushIsDue else { return }
    flushIsDue = true
    loop.atEndOfTurn {
      self.onLoop {
        $0.flushIsDue = false
        $0.fillStore()
        $0.post()
      }
    }
  }

  /// Sends the collected letters, one to each loop.
  private func post() {
    for (index, shard) in shards.enumerated() where !letters[index].isEmpty {
      let letter = letters[index]
      letters[index] = Letter(deliveries: min(letter.deliveries.count, 4096))
      if shard === self { deliver(letter.deliveries) } else { shard.perform { $0.open(letter) } }
    }
  }

  private func open(_ letter: Letter) {
    for work in letter.requests { submit(work) }
    for answer in letter.answers { answer.origin.answer(answer.id, with: answer.body) }
    deliver(letter.deliveries)
  }

  // MARK: - Memory

  /// Forgets conversations nobody used since `moment`.
  func forgetIdle(since moment: UInt64) {
    slots = slots.filter { !$1.isIdle(since: moment) }
  }
}

extension Conversation {
  /// Reads a conversation with all its members.
  convenience init(key: ConversationKey, from store: any Store) async throws {
    let record = try await store.conversation(key.id, app: key.app)
    var members: [MemberRecord] = []
    if record != nil {
      while true {
        let page = try await store.members(of: key.id, app: key.app, after: members.last?.user, limit: 1000)
        members += page
        if page.count < 1000 { break }
      }
    }
    self.init(key: key, record: record, members: members)
  }
}
