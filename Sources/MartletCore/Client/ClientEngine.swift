import MartletSQLite
import MartletWire

/// Receives the outcome of an operation, once, inside the client's isolation.
package typealias Completion<Value> = (Result<Value, MartletError>) -> Void

/// The client's operations, over `ClientCore` and without concurrency.
///
/// A shell owns an engine, and adds what each platform does in its own way: sockets, timers, tokens, and promises for the
/// app's calls. After each call into the engine the shell looks at `hasInput`, and at the end of the turn it calls
/// `commit(performing:)`. Not Sendable: used inside the client's isolation.
package final class ClientEngine {
  /// The clocks and the randomness that the shell supplies.
  package struct Surroundings {
    /// Nanoseconds since an arbitrary moment; never decreases.
    package let monotonic: () -> UInt64
    /// Milliseconds since 1970.
    package let wall: () -> Int64
    package let random: () -> UInt64

    package init(monotonic: @escaping () -> UInt64, wall: @escaping () -> Int64, random: @escaping () -> UInt64) {
      self.monotonic = monotonic
      self.wall = wall
      self.random = random
    }
  }

  package private(set) var core: ClientCore
  private let surroundings: Surroundings
  /// How long an operation waits for a connection.
  let requestTimeout: Duration
  /// Why nothing can be done now: the local data is closed, for good or until `reopen(_:)`; nil while it is open.
  package private(set) var closure: MartletError?
  package var isClosed: Bool { closure != nil }

  /// True if inputs of this turn wait for `commit()`.
  package private(set) var hasInput = false
  /// The state of the connection, as of the last commit.
  package private(set) var state = ConnectionState.offline

  /// Operations that wait for an answer.
  private var calls: [Sync.CallID: Completion<Wire.ServerPacket.Body>] = [:]
  private var lastCall: UInt64 = 0
  var milestones: [Milestone] = []
  /// Callbacks by ticket, called when a draft is in the outbox or could not be stored.
  var drafted: [UInt64: (MartletError?) -> Void] = [:]
  var lastTicket: UInt64 = 0
  /// Callers that wait for the outcome of a send.
  var sends: [ClientID: [SendWaiter]] = [:]
  /// Decides whether a message of another user that has just arrived is shown; nil to show all.
  package var isShown: ((Message) -> Bool)?
  /// What the app shows.
  var timelines: [TimelineView] = []
  var lists: [ListView] = []
  var presenceViews: [PresenceView] = []
  /// When to continue the search index; nil if that is not planned.
  var indexesAt: UInt64?
  /// When to delete expired contents of recalled messages; nil if that is not planned.
  var forgetsAt: UInt64?

  package init(_ core: ClientCore, _ surroundings: Surroundings, requestTimeout: Duration) {
    self.core = core
    self.surroundings = surroundings
    self.requestTimeout = requestTimeout
  }

  // MARK: Clocks

  package var now: UInt64 { surroundings.monotonic() }

  /// Milliseconds since 1970 by the server's clock if that is known, otherwise by this device's.
  package var wall: Int64 { core.sync.serverTime(at: now) ?? surroundings.wall() }

  var deviceWall: Int64 { surroundings.wall() }

  /// A number from the shell's source of randomness.
  package func draw() -> UInt64 { Random(draw: surroundings.random).next() }

  /// Generates a client id, using the server's clock if known.
  package func newClientID() -> ClientID {
    var random = Random(draw: surroundings.random)
    return ClientID(milliseconds: wall, random: &random)
  }

  private struct Random: RandomNumberGenerator {
    let draw: () -> UInt64
    func next() -> UInt64 { draw() }
  }

  // MARK: Turns

  /// Takes an input, whose results the next commit stores.
  package func input(_ body: (ClientCore) -> Void) {
    guard !isClosed else { return }
    body(core)
    hasInput = true
  }

  /// Hands an input to the synchronisation.
  package func sync(_ body: (inout Sync) -> Void) { input { $0.input(body) } }

  /// Stores the turn's results, and performs the effects in order.
  ///
  /// - Parameter perform: The shell's part of an effect. Completions follow it, which may make further inputs.
  package func commit(performing perform: (ClientCore.Effect) -> Void) {
    hasInput = false
    guard !isClosed else { return }
    let effects = core.commit(at: now, wallMilliseconds: deviceWall)
    planIndexing()
    planForgetting()
    for effect in effects {
      if isSuppressed(effect) { continue }
      perform(effect)
      settle(effect)
      noteInViews(effect)
    }
    endReached()
    answerViews()
  }

  /// Performs the engine's part of an effect.
  private func settle(_ effect: ClientCore.Effect) {
    switch effect {
    case .state(let state): changed(to: state)
    case .event(.caughtUp): reach(nil) { $0.goal == .caughtUp }
    case .answer(let id, let result): calls.removeValue(forKey: id)?(result)
    case .written(let ticket, let error): drafted.removeValue(forKey: ticket)?(error)
    case .result(let id, let result): endSends(of: id, result)
    case .outboxLost: endSends()
    case .obtainToken, .cancelToken, .dial, .hangUp, .send, .upload, .cancelUpload, .forget, .release, .event, .logs: break
    }
  }

  private func changed(to state: ConnectionState) {
    self.state = state
    switch state {
    case .online: reach(nil) { $0.goal == .connected }
    case .offline: failWaiting(MartletError(.notConnected, "the client was disconnected"))
    case .ended(let error): failWaiting(error)
    case .connecting, .waitingForNetwork: break
    }
  }

  /// Fails the callers that waited for a connection when it ended.
  ///
  /// Requests in the outbox stay there. Callers that came after the end, in the same turn, wait for the next connection.
  private func failWaiting(_ error: MartletError) {
    let endings = core.sync.endings
    reach(error) { $0.endings < endings }
    endSends { $0.endings < endings }
  }

  /// The time at which `tick()` has work; nil if only inputs can bring any.
  package var deadline: UInt64? {
    [core.sync.deadline, milestones.compactMap { $0.deadline }.min(), indexesAt, forgetsAt].compactMap { $0 }.min()
  }

  /// Does what is due.
  package func tick() {
    let time = now
    sync { $0.tick(at: time) }
    endLateMilestones(at: time)
    if let due = indexesAt, due <= time { continueIndexing() }
    if let due = forgetsAt, due <= time { forgetRecalled() }
  }

  /// Ends all callers with an error, and closes the local data.
  ///
  /// The shell stops the synchronisation and commits that first. With `.suspended`, timelines and lists stay, and their readers
  /// wait.
  package func close(_ reason: MartletError = .closed) {
    let wasClosed = isClosed
    closure = reason
    if reason != .suspended {
      eachView { $0.end(reason) }
      (timelines, lists, presenceViews) = ([], [], [])
    }
    guard !wasClosed else { return }
    let (waiting, written) = (calls, drafted)
    (calls, drafted) = ([:], [:])
    for (_, completion) in waiting.sorted(by: { $0.key < $1.key }) { completion(.failure(reason)) }
    reach(reason) { _ in true }
    endSends()
    for (_, told) in written.sorted(by: { $0.key < $1.key }) { told(reason) }
    (hasInput, indexesAt, forgetsAt) = (false, nil, nil)
    core.close()
  }

  /// Continues after `close(_:)` with local data that was opened again; `event` says if it is not what it was.
  ///
  /// No call is in progress then. Numbers of calls and sends continue, so that whoever still holds an old one means nothing else.
  package func reopen(_ core: ClientCore, _ event: Event?) {
    guard isClosed else { return }
    // Of presence nothing is stored, and the watches go on.
    let presence = self.core.sync.presence
    (self.core, closure) = (core, nil)
    core.input { $0.presence = presence }
    // Reading for nothing is cheap: a view tells only what has changed.
    noteInViews(.event(event ?? .missed))
    // The first commit plans what the local data has left to do, and answers the views.
    hasInput = true
  }

  // MARK: The local database

  package func read<Value>(_ body: (LocalStore) throws(SQLiteError) -> Value) throws(MartletError) -> Value {
    if let closure { throw closure }
    // A read may come upon damage, which the commit sees to.
    defer { if core.needsCommit { hasInput = true } }
    return try core.read(body)
  }

  /// Changes the local data.
  ///
  /// The next commit reports the change.
  package func change<Value>(_ body: (LocalStore) throws(SQLiteError) -> (Value, Changes)) throws(MartletError) -> Value {
    if let closure { throw closure }
    defer { if core.needsCommit { hasInput = true } }
    return try core.change(body)
  }

  // MARK: Calls

  /// Sends a request; reports its answer, across reconnections, within the request timeout.
  package func call(_ call: Sync.Call, for operation: Operation, then: @escaping Completion<Wire.ServerPacket.Body>) {
    if let closure { return then(.failure(closure)) }
    guard !operation.isCancelled else { return }
    lastCall += 1
    let id = Sync.CallID(number: lastCall)
    operation.call = id
    calls[id] = then
    sync { $0.call(id, call, at: now) }
  }

  /// Requests whose answers are outstanding.
  package var callsInProgress: Int { calls.count }

  /// Abandons an operation, whose completion is not called any more.
  package func cancel(_ operation: Operation) {
    operation.isCancelled = true
    milestones.removeAll { $0.operation === operation }
    eachView { $0.abandon(operation) }
    guard let id = operation.call, calls.removeValue(forKey: id) != nil else { return }
    sync { $0.cancelCall(id) }
  }
}

extension ClientEngine {
  /// An operation of the app in progress, which may take several requests.
  package final class Operation {
    /// The request in flight.
    fileprivate(set) var call: Sync.CallID?
    fileprivate(set) var isCancelled = false

    package init() {}
  }

  /// Continues with a value, or reports the error.
  ///
  /// The body may throw only before it hands `then` on.
  func proceed<Value, Outcome>(
    _ result: Result<Value, MartletError>, _ then: Completion<Outcome>, _ body: (Value) throws(MartletError) -> Void
  ) {
    do throws(MartletError) { try body(try result.get()) } catch { then(.failure(error)) }
  }

  /// Runs a step that may fail before it hands `then` on.
  func attempt<Outcome>(_ then: Completion<Outcome>, _ body: () throws(MartletError) -> Void) {
    do throws(MartletError) { try body() } catch { then(.failure(error)) }
  }
}
