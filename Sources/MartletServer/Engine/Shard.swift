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
  private(set) var shards: [Shard] = []
  var slots: [ConversationKey: Slot] = [:]
  private var backlog = Backlog()
  var appends: [WaitingAppend] = []
  var marks: [MarkRequest] = []
  var isAppending = false
  var isMarking = false
  private var flushIsDue = false

  /// What is to be pushed to sessions on this loop.
  var arrivals = Arrivals()
  /// The sessions on this loop that are open, by user.
  var listeners: [UserKey: [any Listener]] = [:]
  /// The sessions, on whatever loop, of the users whose home is this shard.
  var signIns: [UserKey: [SignIn]] = [:]
  /// Every connection on this loop, from the handshake on.
  var connections: [ObjectIdentifier: any Listener] = [:]
  /// When idle conversations are looked for next, in monotonic nanoseconds.
  var forgetsAt: UInt64 = 0

  /// Called when the store can no longer be trusted; the server stops.
  let failed: @Sendable (StoreError) -> Void

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

  /// Learns of all shards; an empty list lets go of them at the end.
  func join(_ shards: [Shard]) { self.shards = shards }

  /// Runs `work` on this shard: at once where the caller is on its loop, else with the loop's next turn.
  package nonisolated func perform(_ work: @escaping @Sendable (isolated Shard) -> Void) {
    if loop.isCurrent {
      assumeIsolated(work)
    } else {
      loop.post { self.assumeIsolated(work) }
    }
  }

  /// Whether every request was answered and everything was pushed.
  var isQuiet: Bool { backlog.isEmpty && arrivals.isEmpty }

  var conversationsInMemory: Int { slots.count }

  // MARK: - Requests

  /// Takes a request on a conversation whose home is here.
  func submit(_ work: Work) {
    // Where pushing does not keep up, what would make more of it has to wait too.
    guard arrivals.bytes < limits.bytesWaiting, backlog.admit(work, limits: limits) else {
      work.answer(.failure(Wire.Failure(.overloaded, retryAfterMs: 1000)))
      return
    }
    let key = work.key
    if slots[key] == nil {
      slots[key] = Slot()
      load(key)
    }
    slots[key]?.append(work)
    advance(key)
  }

  /// Answers a request that was taken.
  func answer(_ request: Request, _ body: Wire.ServerPacket.Body) { answer(.append(request), body) }

  func answer(_ work: Work, _ body: Wire.ServerPacket.Body) {
    backlog.release(bytes: work.bytes)
    work.answer(body)
  }

  /// Decides what waits on a conversation, until something has to be waited for.
  func advance(_ key: ConversationKey) {
    if slots[key]?.ready != nil, var waiting = slots[key]?.takeQueue(), !waiting.isEmpty {
      slots[key]?.lastUsed = loop.time.monotonicNanoseconds
      var decided = 0
      while decided < waiting.count, let conversation = slots[key]?.ready {
        switch waiting[decided] {
        case .append(let request): decide(request, on: conversation, known: nil)
        case .mark(let mark):
          marks.append(mark)
          flushAtEndOfTurn()
        }
        decided &+= 1
      }
      waiting.removeFirst(decided)
      slots[key]?.putBack(waiting)
    }
    // Anybody can name what does not exist.
    if slots[key]?.isNothing == true { slots[key] = nil }
  }

  private func decide(_ request: Request, on conversation: Conversation, known: Set<UserID>?) {
    let key = request.key
    switch conversation.decide(request, limits: limits, now: loop.time.wallMilliseconds, known: known) {
    case .append(let append):
      let waiting = WaitingAppend(append: append, request: request)
      if waiting.blocks { slots[key]?.isBlocked = true }
      slots[key]?.underWay &+= 1
      appends.append(waiting)
      flushAtEndOfTurn()
    case .answer(let body):
      answer(request, body)
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
        if let conversation = slots[request.key]?.conversation {
          decide(request, on: conversation, known: known)
        } else {
          // Not so: a blocked conversation stays in memory. But nobody must wait for ever.
          answer(request, .failure(Wire.Failure(.internal)))
        }
      } catch {
        slots[request.key]?.isBlocked = false
        answer(request, .failure(Wire.Failure(Refusal(storeFailure: error))))
      }
      advance(request.key)
    }
  }

  private func load(_ key: ConversationKey) {
    Task {
      do {
        let conversation = try await Conversation(key: key, from: store)
        slots[key]?.conversation = conversation
        advance(key)
      } catch {
        var slot = slots.removeValue(forKey: key)
        for work in slot?.takeQueue() ?? [] { answer(work, .failure(Wire.Failure(Refusal(storeFailure: error)))) }
      }
    }
  }

  func flushAtEndOfTurn() {
    guard !flushIsDue else { return }
    flushIsDue = true
    loop.atEndOfTurn {
      self.assumeIsolated {
        $0.flushIsDue = false
        $0.flush()
      }
    }
  }

  // MARK: - Memory

  /// Forgets conversations nobody used since `moment`.
  func forgetIdle(since moment: UInt64) {
    for key in slots.filter({ $1.isIdle(since: moment) }).keys { slots[key] = nil }
  }
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
