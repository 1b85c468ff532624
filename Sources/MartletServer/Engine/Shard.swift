import MartletNet
import MartletStore
import MartletWire

/// One loop's part of the engine: the conversations whose home it is, and the sessions connected to it.
///
/// Everything here runs on the loop, so it is plain synchronous code; the store is asked with one batch at a
/// time, which gathers what arrives while the batch before it is committed and keeps the order of appends.
package actor Shard {
  package nonisolated let loop: EventLoop
  nonisolated let limits: Limits
  nonisolated let store: any Store
  nonisolated let metrics: Metrics
  nonisolated let log: Log

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// All shards, this one among them; set once, before the first connection.
  private var shards: [Shard] = []
  private var slots: [ConversationKey: Slot] = [:]
  private var appends: [WaitingAppend] = []
  private var marks: [MarkRequest] = []
  private var appendsInStore = 0
  private var marksInStore = 0
  private var flushIsDue = false

  /// The sessions on this loop that are open, by user.
  var listeners: [UserKey: [any Listener]] = [:]
  /// The sessions, on whatever loop, of the users whose home is this shard.
  var signIns: [UserKey: [SignIn]] = [:]
  /// Every connection on this loop, from the handshake on.
  var connections: [ObjectIdentifier: any Listener] = [:]

  /// Called when the store can no longer be trusted; the server stops.
  private let failed: @Sendable (StoreError) -> Void

  init(
    loop: EventLoop, store: any Store, limits: Limits, metrics: Metrics, log: Log,
    failed: @escaping @Sendable (StoreError) -> Void
  ) {
    self.loop = loop
    self.store = store
    self.limits = limits
    self.metrics = metrics
    self.log = log
    self.failed = failed
  }

  func join(_ shards: [Shard]) { self.shards = shards }

  /// Runs `work` on this shard: at once where the caller is on its loop, else with the loop's next turn.
  package nonisolated func perform(_ work: @escaping @Sendable (isolated Shard) -> Void) {
    if loop.isCurrent {
      assumeIsolated(work)
    } else {
      loop.post { self.assumeIsolated(work) }
    }
  }

  /// Whether nothing waits for the store.
  var isQuiet: Bool { appends.isEmpty && marks.isEmpty && appendsInStore == 0 && marksInStore == 0 }

  // MARK: - Requests

  /// Takes a request on a conversation whose home is here.
  func submit(_ work: Work) {
    guard appends.count &+ appendsInStore < limits.appendsWaiting else {
      work.answer(.failure(Wire.Failure(.overloaded, retryAfterMs: 1000)))
      return
    }
    let key = work.key
    if slots[key] == nil {
      slots[key] = Slot()
      load(key)
    }
    slots[key]?.queue.append(work)
    advance(key)
  }

  /// Decides what waits on a conversation, until something has to be waited for.
  private func advance(_ key: ConversationKey) {
    while let slot = slots[key], let conversation = slot.conversation, !slot.isBlocked, let work = slot.queue.first {
      slots[key]?.queue.removeFirst()
      slots[key]?.lastUsed = loop.time.monotonicNanoseconds
      switch work {
      case .append(let request): decide(request, on: conversation, known: nil)
      case .mark(let mark):
        marks.append(mark)
        flushAtEndOfTurn()
      }
    }
  }

  private func decide(_ request: Request, on conversation: Conversation, known: Set<UserID>?) {
    let key = request.key
    switch conversation.decide(request, limits: limits, now: loop.time.wallMilliseconds, known: known) {
    case .append(let append):
      if request.changesMembership || append.create != nil { slots[key]?.isBlocked = true }
      appends.append(WaitingAppend(append: append, request: request))
      flushAtEndOfTurn()
    case .answer(let body):
      request.answer(body)
    case .lookUp(let users):
      slots[key]?.isBlocked = true
      lookUp(users, for: request)
    }
  }

  private func lookUp(_ users: [UserID], for request: Request) {
    Task {
      do {
        let known = try await store.existing(users, app: request.caller.app)
        slots[request.key]?.isBlocked = false
        if let conversation = slots[request.key]?.conversation { decide(request, on: conversation, known: known) }
      } catch {
        slots[request.key]?.isBlocked = false
        request.answer(refusal(for: error))
      }
      advance(request.key)
    }
  }

  private func load(_ key: ConversationKey) {
    Task {
      do {
        let conversation = try await Conversation(key: key, from: store)
        slots[key]?.conversation = conversation
        slots[key]?.lastUsed = loop.time.monotonicNanoseconds
        advance(key)
      } catch {
        let waiting = slots.removeValue(forKey: key)?.queue ?? []
        for work in waiting { work.answer(refusal(for: error)) }
      }
    }
  }

  // MARK: - The store

  private func flushAtEndOfTurn() {
    guard !flushIsDue else { return }
    flushIsDue = true
    loop.atEndOfTurn { self.assumeIsolated { $0.flush() } }
  }

  /// Hands the store what waits, unless it still has a batch of the same kind.
  private func flush() {
    flushIsDue = false
    if appendsInStore == 0, !appends.isEmpty {
      let batch = appends
      appends = []
      appendsInStore = batch.count
      Task { await storeAppends(batch) }
    }
    if marksInStore == 0, !marks.isEmpty {
      let batch = marks
      marks = []
      marksInStore = batch.count
      Task { await storeMarks(batch) }
    }
  }

  private func storeAppends(_ batch: [WaitingAppend]) async {
    let started = loop.time.monotonicNanoseconds
    do {
      let outcomes = try await store.append(batch.map(\.append))
      metrics.storeBatchEntries.record(Int64(batch.count))
      metrics.storeCommitTime.record(Int64(clamping: loop.time.monotonicNanoseconds &- started))
      var mail = Mail()
      for (waiting, outcome) in zip(batch, outcomes) { settle(waiting, outcome, into: &mail) }
      post(mail)
    } catch {
      reportFailure(error)
      metrics.appends[.failed].add(batch.count)
      for waiting in batch {
        waiting.request.answer(refusal(for: error))
        slots[waiting.request.key]?.isBlocked = false
      }
    }
    appendsInStore = 0
    for key in Set(batch.map(\.request.key)) { advance(key) }
    flush()
  }

  private func settle(_ waiting: WaitingAppend, _ outcome: AppendOutcome, into mail: inout Mail) {
    let (append, request) = (waiting.append, waiting.request)
    let key = request.key
    if request.changesMembership || append.create != nil { slots[key]?.isBlocked = false }
    switch outcome {
    case .stored(let stored):
      metrics.appends[.stored].add()
      slots[key]?.conversation?.apply(append, stored)
      request.answer(.appended(Wire.Appended(stored.position)))
      if let recipients = slots[key]?.conversation?.recipients {
        let entry = Wire.Entry(append, stored)
        mail.add(Delivery(app: key.app, recipients: recipients, push: Wire.Push(entries: [entry])))
      }
      for addressed in stored.userEntries {
        mail.add(
          Delivery(app: key.app, recipients: [addressed.user], push: Wire.Push(userEntries: [Wire.UserEntry(addressed.entry)])))
      }
    case .repeated(let position):
      metrics.appends[.repeated].add()
      request.answer(.appended(Wire.Appended(position)))
    case .conflict:
      metrics.appends[.conflict].add()
      request.answer(.failure(Wire.Failure(.clientIdConflict)))
    case .noConversation:
      metrics.appends[.refused].add()
      request.answer(.failure(Wire.Failure(.conversationUnknown)))
    case .refused(let condition):
      metrics.appends[.refused].add()
      explain(condition, to: request)
    }
  }

  /// Answers a request whose condition did not hold.
  private func explain(_ condition: Condition, to request: Request) {
    switch condition {
    case .absent: request.answer(.failure(Wire.Failure(.groupExists)))
    case .member: request.answer(.failure(Wire.Failure(.conversationUnknown)))
    case .membershipChangesApply: request.answer(.done(Wire.Done()))
    case .owner, .sentBy: request.answer(.failure(Wire.Failure(.notPermitted)))
    case .membersAtMost(let limit): request.answer(.failure(Wire.Failure(.groupFull, limit: UInt64(clamping: limit))))
    case .visibleMessage(let seq, let user):
      // Recalled or never there: only a look tells, and only a member who may see it is told.
      Task {
        let key = request.key
        var code = ErrorCode.targetUnknown
        if let member = try? await store.member(user, of: key.id, app: key.app), seq >= max(member.joined, 1),
          let entry = try? await store.entries(of: key.id, app: key.app, range: seq...seq, limit: 1, newest: false).first,
          entry.isRecalled
        {
          code = .targetRecalled
        }
        request.answer(.failure(Wire.Failure(code)))
      }
    }
  }

  private func storeMarks(_ batch: [MarkRequest]) async {
    let now = loop.time.wallMilliseconds
    do {
      let outcomes = try await store.mark(batch.map { $0.mark(at: now) })
      var mail = Mail()
      for (request, outcome) in zip(batch, outcomes) { settle(request, outcome, into: &mail) }
      post(mail)
    } catch {
      reportFailure(error)
      for request in batch { request.answer(refusal(for: error)) }
    }
    marksInStore = 0
    flush()
  }

  private func settle(_ request: MarkRequest, _ outcome: MarkOutcome, into mail: inout Mail) {
    let key = request.key
    switch outcome {
    case .moved(let read, let entry):
      request.answer(.marked(Wire.Marked(conversation: key.id.text, read: read)))
      mail.add(
        Delivery(app: key.app, recipients: [request.caller.user], push: Wire.Push(userEntries: [Wire.UserEntry(entry)])))
      let recipients = slots[key]?.conversation?.recipients ?? []
      if recipients.count <= limits.markersPushed {
        let marker = Wire.Marker(conversation: key.id.text, user: request.caller.user.text, read: read)
        mail.add(Delivery(app: key.app, recipients: recipients, push: Wire.Push(markers: [marker])))
      }
    case .unchanged(let read):
      request.answer(.marked(Wire.Marked(conversation: key.id.text, read: read)))
    case .notMember:
      request.answer(.failure(Wire.Failure(.conversationUnknown)))
    }
  }

  /// Reports an error of the store; where it says that the store cannot be trusted, the server stops.
  private func reportFailure(_ error: any Error) {
    guard let error = error as? StoreError else { return log.error("store failed", ["error": .of("\(error)")]) }
    log.error("store refused a batch", ["code": .of(error.code), "error": .of(error.message)])
    if error.code == .unknown { failed(error) }
  }

  // MARK: - Delivery

  /// Sends what was gathered to the loops where its recipients may be connected, one batch for each loop.
  private func post(_ mail: Mail) {
    guard !mail.deliveries.isEmpty else { return }
    let deliveries = mail.deliveries
    for shard in shards where shard !== self { shard.perform { $0.deliver(deliveries) } }
    deliver(deliveries)
  }

  /// Pushes to those recipients that are connected to this loop.
  private func deliver(_ deliveries: [Delivery]) {
    for delivery in deliveries {
      var frames = EncodedPush(delivery)
      for user in delivery.recipients {
        guard let sessions = listeners[UserKey(app: delivery.app, user: user)] else { continue }
        for session in sessions { session.push(&frames) }
        metrics.deliveries.add(sessions.count)
      }
    }
  }

  // MARK: - Memory

  /// Forgets conversations nobody used since `moment`.
  func forgetIdle(since moment: UInt64) {
    slots = slots.filter { _, slot in
      slot.conversation == nil || slot.isBlocked || !slot.queue.isEmpty || slot.lastUsed >= moment || slot.lastUsed == 0
    }
  }
}

/// A conversation in memory, and what waits for it.
private struct Slot {
  /// Nil while it is loaded.
  var conversation: Conversation?
  var queue: [Work] = []
  /// Whether the next request must wait for one under way.
  var isBlocked = false
  var lastUsed: UInt64 = 0
}

/// An append and who asked for it.
struct WaitingAppend: Sendable {
  let append: Append
  let request: Request
}

extension Conversation {
  /// Reads a conversation with all its members.
  init(key: ConversationKey, from store: any Store) async throws {
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

/// What a request is answered when the store threw.
func refusal(for error: any Error) -> Wire.ServerPacket.Body {
  switch (error as? StoreError)?.code {
  case .full?: .failure(Wire.Failure(.storageFull, retryAfterMs: 1000))
  case .unknown?, nil: .failure(Wire.Failure(.internal))
  default: .failure(Wire.Failure(.unavailable, retryAfterMs: 1000))
  }
}
