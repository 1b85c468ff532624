import MartletMedia
import MartletNet
import MartletStore
import MartletWire

/// One loop's part of the engine: the conversations whose home it is, and the sessions connected to it.
///
/// It wires objects with one job each and performs what they decide. Everything runs on the loop, so it is plain synchronous
/// code; the store is asked with one batch at a time, which gathers what arrives while the batch before it is committed and
/// keeps the order of appends.
package actor Shard: LoopActor {
  nonisolated let environment: ShardEnvironment
  var outgoing = Mail()
  var slots = SlotTable()
  private var backlog = Backlog()
  var queues = StoreQueues()
  /// The sessions on this loop.
  var sessions = LocalSessions()
  /// The users whose home is this shard, on whatever loop they are connected.
  var users = HomeUsers()
  /// The users whose home this shard is, and whose presence somebody watches.
  var presence = HomePresence()
  /// On the first shard: the scheduled messages.
  var due = DueTimes()

  package nonisolated var loop: EventLoop { environment.loop }
  package nonisolated var unownedExecutor: UnownedSerialExecutor { environment.loop.asUnownedSerialExecutor() }
  nonisolated var store: any Store { environment.store }
  nonisolated var limitsOfApps: AppLimits { environment.limitsOfApps }
  nonisolated var metrics: Metrics { environment.metrics }

  init(_ environment: ShardEnvironment) { self.environment = environment }

  /// Learns of all shards; an empty list lets go of them at the end.
  func join(_ shards: [Shard], _ homes: Homes) { outgoing.join(shards, homes) }

  /// Runs `work` on this shard: at once if the caller is on its loop, otherwise in the loop's next turn.
  package nonisolated func perform(_ work: @escaping @Sendable (isolated Shard) -> Void) {
    if loop.isCurrent {
      onLoop(work)
    } else {
      loop.post { self.onLoop(work) }
    }
  }

  /// Whether every request was answered and everything was pushed.
  var isQuiet: Bool { backlog.isEmpty && sessions.arrivals.isEmpty && outgoing.isEmpty }

  var conversationsInMemory: Int { slots.count }

  /// Requests that were taken and not answered.
  var requestsWaiting: Int { backlog.requests }

  // MARK: - Requests

  /// Takes a request of a session on this loop to the conversation's home.
  func send(_ work: any Work) {
    guard let home = outgoing.home(of: work.place), outgoing.shards[home] !== self else { return submit(work) }
    outgoing.add(work, to: home)
    flushAtEndOfTurn()
  }

  /// Takes a request that is decided here.
  func submit(_ work: any Work) {
    // If pushing falls behind, requests that would cause more pushes have to wait too.
    guard sessions.arrivals.bytes < environment.limits.bytesWaiting, backlog.admit(work, limits: environment.limits) else {
      return tell(work, .failure(Wire.Failure(.overloaded, retryAfterMs: 1000)))
    }
    guard case .conversation(let key) = work.place else { return handle(work, on: nil) }
    let slot = slot(of: key)
    if slot.isFree {
      handle(work, on: slot)
      slots.forgetIfNothing(slot)
    } else {
      slot.append(work)
    }
  }

  /// Answers a request that was taken.
  func answer(_ work: any Work, _ body: Wire.ServerPacket.Body) {
    backlog.release(bytes: work.bytes)
    tell(work, body)
  }

  private func tell(_ work: any Work, _ body: Wire.ServerPacket.Body) { tell(work.origin, work.id, body) }

  /// Tells the answer to a request on its loop.
  func tell(_ origin: any Origin, _ id: UInt32, _ body: Wire.ServerPacket.Body) {
    if origin.loop === loop { return origin.answer(id, with: body) }
    guard outgoing.add(Answer(origin: origin, id: id, body: body)) else {
      return origin.loop.post { origin.answer(id, with: body) }
    }
    flushAtEndOfTurn()
  }

  /// Decides a conversation's waiting requests until one has to wait.
  func advance(_ slot: Slot) {
    while let work = slot.takeNext() { handle(work, on: slot) }
    slots.forgetIfNothing(slot)
  }

  /// Decides a request; the conversation it is about must be free.
  ///
  /// `known` holds the existing ones of the users looked up, and `media` the files; nil before the look-up.
  private func handle(
    _ work: any Work, on slot: Slot?, known: Set<UserID>? = nil, media: [MediaKey: MediaRecord]? = nil
  ) {
    slot?.lastUsed = loop.now
    let deciding = Deciding(
      limits: limitsOfApps.of(work.caller.app), now: loop.time.wallMilliseconds, known: known, media: media,
      isShared: environment.link != nil)
    switch work.step(on: slot?.conversation, deciding) {
    case .answer(let body): answer(work, body)
    case .append(let request, let append): if let slot { store(append, request, slot) }
    case .lookUp(let request, let users):
      slot?.isBlocked = true
      lookUp(users, for: request, media)
    case .find(let request, let keys):
      slot?.isBlocked = true
      find(keys, for: request, known)
    case .change(let request):
      request.join(queues.personal)
      flushAtEndOfTurn()
    case .tell(let delivery, let body):
      mail(delivery)
      if case .conversation(let key) = work.place { environment.link?.signal(delivery, to: key) }
      answer(work, body)
    case .lookAgain(let refusal):
      if let slot, decideAnew(work, on: slot, tries: 1) { return }
      answer(work, refusal)
    }
  }

  /// Adds an append to the next batch.
  private func store(_ append: Shared<Append>, _ request: any AppendWork, _ slot: Slot) {
    let blocks = request.changesMembership || append.value.create != nil
    if blocks { slot.isBlocked = true }
    slot.underWay &+= 1
    queues.appends.add(append, WaitingAppend(request: request, slot: slot, blocks: blocks))
    flushAtEndOfTurn()
  }

  private func lookUp(_ users: [UserID], for request: any AppendWork, _ media: [MediaKey: MediaRecord]?) {
    start { shard in
      let known: Set<UserID>?
      var failure = Wire.Failure(.internal)
      do {
        let makes = shard.limitsOfApps.of(request.caller.app).value.makesUsers
        let time = makes ? shard.loop.time.wallMilliseconds : nil
        known = try await shard.store.known(users, app: request.caller.app, madeAt: time)
      } catch {
        known = nil
        failure = Wire.Failure(Refusal(storeFailure: error))
      }
      // A blocked conversation stays in memory.
      let slot = shard.slot(of: request.key)
      slot.isBlocked = false
      if let known {
        shard.handle(request, on: slot, known: known, media: media)
      } else {
        shard.answer(request, .failure(failure))
      }
      shard.advance(slot)
    }
  }

  private func find(_ keys: [MediaKey], for request: any AppendWork, _ known: Set<UserID>?) {
    start { shard in
      let media = await shard.environment.media?.complete(keys) ?? [:]
      let slot = shard.slot(of: request.key)
      slot.isBlocked = false
      shard.handle(request, on: slot, known: known, media: media)
      shard.advance(slot)
    }
  }

  func slot(of key: ConversationKey) -> Slot {
    if let slot = slots[key] { return slot }
    let slot = Slot(key, figures: metrics.apps.of(key.app))
    slots.add(slot)
    load(key)
    return slot
  }

  func load(_ key: ConversationKey) {
    start { shard in
      do {
        let conversation = try await Conversation(key: key, from: shard.store)
        guard let slot = shard.slots[key] else { return }
        slot.conversation = conversation
        slot.arrivals.loaded(head: conversation.log.head)
        for notice in slot.notices { notice(shard, conversation) }
        slot.notices = []
        shard.catchUp(slot)
        shard.advance(slot)
      } catch {
        let waiting = shard.slots[key]?.takeAll() ?? []
        for work in waiting { shard.answer(work, .failure(Wire.Failure(Refusal(storeFailure: error)))) }
        await shard.loadAgain(key)
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
    guard !delivery.audience.isEmpty else { return }
    outgoing.add(delivery)
    flushAtEndOfTurn()
  }

  func flushAtEndOfTurn() {
    guard outgoing.schedule() else { return }
    loop.atEndOfTurn {
      self.onLoop {
        $0.outgoing.turnEnded()
        $0.fillStore()
        $0.post()
      }
    }
  }

  /// Sends the collected letters, one to each loop.
  private func post() {
    for (index, shard) in outgoing.shards.enumerated() {
      guard let letter = outgoing.take(index) else { continue }
      if shard === self { deliver(letter.deliveries) } else { shard.perform { $0.open(letter) } }
    }
  }

  private func open(_ letter: Letter) {
    for work in letter.requests { submit(work) }
    for answer in letter.answers { answer.origin.answer(answer.id, with: answer.body) }
    deliver(letter.deliveries)
  }
}

extension Conversation {
  /// Reads a conversation with all its members.
  convenience init(key: ConversationKey, from store: any Store) async throws {
    let record = try await store.conversation(key.id, app: key.app)
    var members: [MemberRecord] = []
    if record == nil {
      // There are no members yet.
    } else if store.kinds.policy(of: key.id).membership == .pair, let (first, second) = key.id.pair {
      // The id says who they are, and they see all of the log.
      members = (first == second ? [first] : [first, second]).map { MemberRecord(user: $0, joined: 0, read: 0, lastSent: 0) }
    } else {
      while true {
        let page = try await store.members(of: key.id, app: key.app, after: members.last?.user, limit: 1000)
        members += page
        if page.count < 1000 { break }
      }
    }
    self.init(key: key, kinds: store.kinds, record: record, members: members)
  }
}
