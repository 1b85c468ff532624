import MartletNet
import MartletServer
import MartletStore
import MartletTesting
import MartletWire
import Synchronization

/// A store over another one, whose calls a test can hold back, make fail, and count.
final class GatedStore: Store {
  enum Call: Hashable, CaseIterable {
    case append, mark, conversation, members, member, entries, page, summaries, stamp, userLog, user, existing, createUser
    case revokeTokens, suspend, annotators, replies, pinned, versions, hide, change, settings, schedule, unschedule
    case scheduled, relations
  }

  /// The point at which a call can be held: before it reaches the store below, or when it has its result.
  enum Point: Hashable { case before, after }

  private struct Gate: Hashable {
    let call: Call
    let point: Point
  }

  private struct State {
    var held: Set<Gate> = []
    var waiting: [Gate: [CheckedContinuation<Void, Never>]] = [:]
    var watchers: [(gate: Gate, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var failures: [Gate: StoreError] = [:]
    var damaged: Set<ConversationID> = []
    var counts: [Call: Int] = [:]
    var batches: [[Append]] = []

    /// The watchers whose count is reached.
    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let due = watchers.filter { waiting[$0.gate, default: []].count >= $0.count }
      watchers.removeAll { waiting[$0.gate, default: []].count >= $0.count }
      return due.map(\.continuation)
    }
  }

  private let below: any Store
  private let state = Mutex(State())

  init(_ below: any Store) { self.below = below }

  // MARK: - Control by tests

  /// Holds every later call until it is released.
  func hold(_ call: Call, _ point: Point = .before) {
    state.withLock { _ = $0.held.insert(Gate(call: call, point: point)) }
  }

  /// Lets those go that are held, and holds no more.
  func release(_ call: Call, _ point: Point = .before) {
    let gate = Gate(call: call, point: point)
    let waiting = state.withLock { state in
      state.held.remove(gate)
      return state.waiting.removeValue(forKey: gate) ?? []
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Lets later calls pass; those that are held stay so until `release`.
  func holdNoMore(_ call: Call, _ point: Point = .before) {
    state.withLock { _ = $0.held.remove(Gate(call: call, point: point)) }
  }

  /// Waits until `count` calls are held.
  func arrived(_ call: Call, _ point: Point = .before, count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let due = state.withLock { state in
        state.watchers.append((Gate(call: call, point: point), count, continuation))
        return state.takeWatchers()
      }
      for continuation in due { continuation.resume() }
    }
  }

  /// Makes later calls throw, before or after they took effect; nil ends that.
  func fail(_ call: Call, _ point: Point = .before, with error: StoreError?) {
    state.withLock { $0.failures[Gate(call: call, point: point)] = error }
  }

  /// Makes a conversation one that cannot be read, or mends it.
  func damage(_ id: ConversationID, _ isDamaged: Bool = true) {
    state.withLock { if isDamaged { _ = $0.damaged.insert(id) } else { $0.damaged.remove(id) } }
  }

  /// How often a call was made.
  func count(_ call: Call) -> Int { state.withLock { $0.counts[call, default: 0] } }

  /// The batches that were handed over to be appended.
  var batches: [[Append]] { state.withLock { $0.batches } }

  // MARK: - Passing

  private func pass<Result: Sendable>(_ call: Call, _ body: () async throws -> Result) async throws -> Result {
    state.withLock { $0.counts[call, default: 0] += 1 }
    try await pass(Gate(call: call, point: .before))
    let result = try await body()
    try await pass(Gate(call: call, point: .after))
    return result
  }

  private func pass(_ gate: Gate) async throws {
    await withCheckedContinuation { continuation in
      let due = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        guard state.held.contains(gate) else { return [continuation] }
        state.waiting[gate, default: []].append(continuation)
        return state.takeWatchers()
      }
      for continuation in due { continuation.resume() }
    }
    if let error = state.withLock({ $0.failures[gate] }) { throw error }
  }

  // MARK: - Store

  var kinds: Kinds { below.kinds }
  var generation: String { below.generation }

  func append(_ batch: [Shared<Append>]) async throws -> [AppendOutcome] {
    state.withLock { $0.batches.append(batch.map(\.value)) }
    return try await pass(.append) { try await below.append(batch) }
  }

  func mark(_ batch: [Mark]) async throws -> [MarkOutcome] { try await pass(.mark) { try await below.mark(batch) } }

  func hide(_ batch: [Hide]) async throws -> [HideOutcome] { try await pass(.hide) { try await below.hide(batch) } }

  func change(_ batch: [SettingChange]) async throws -> [SettingOutcome] {
    try await pass(.change) { try await below.change(batch) }
  }

  func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) async throws -> SettingsPage {
    try await pass(.settings) { try await below.settings(of: user, app: app, after: after, limit: limit) }
  }

  func conversation(_ id: ConversationID, app: AppID) async throws -> ConversationRecord? {
    if state.withLock({ $0.damaged.contains(id) }) { throw StoreError(.corrupt, "a page of it is damaged") }
    return try await pass(.conversation) { try await below.conversation(id, app: app) }
  }

  func outsider(_ user: UserID, of id: ConversationID, app: AppID) async throws -> OutsiderRecord? {
    try await pass(.member) { try await below.outsider(user, of: id, app: app) }
  }

  func outsiders(
    _ standing: OutsiderRecord.Standing, of id: ConversationID, app: AppID, at time: Int64, after: UserID?, limit: Int
  ) async throws -> [OutsiderRecord] {
    try await pass(.members) {
      try await below.outsiders(standing, of: id, app: app, at: time, after: after, limit: limit)
    }
  }

  func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) async throws -> [MemberRecord] {
    try await pass(.members) { try await below.members(of: id, app: app, after: after, limit: limit) }
  }

  func readTimes(of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID) async throws -> [UserID: Int64] {
    try await pass(.members) { try await below.readTimes(of: seq, by: users, in: id, app: app) }
  }

  func position(of id: ClientID, by user: UserID, app: AppID) async throws -> Position? {
    try await below.position(of: id, by: user, app: app)
  }

  func member(_ user: UserID, of id: ConversationID, app: AppID) async throws -> MemberRecord? {
    try await pass(.member) { try await below.member(user, of: id, app: app) }
  }

  func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) async throws -> [LogEntry] {
    try await pass(.entries) { try await below.entries(of: id, app: app, range: range, limit: limit, newest: newest) }
  }

  func page<Sink: EntrySink>(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into sink: Sink
  ) async throws -> LogPage<Sink>? {
    try await pass(.page) { try await below.page(request, of: id, app: app, for: user, into: sink) }
  }

  func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) async throws -> [LogEntry]? {
    try await pass(.entries) { try await below.mentions(of: user, in: id, app: app, after: after, limit: limit, newest: newest) }
  }

  func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, asOf stamp: UInt64, limit: Int
  ) async throws -> [ConversationSummary] {
    try await pass(.summaries) {
      try await below.summaries(of: user, app: app, changed: changed, only: only, asOf: stamp, limit: limit)
    }
  }

  func search(
    _ wanted: WantedConversations, for user: UserID, app: AppID, before stamp: UInt64, limit: Int
  ) async throws -> FoundConversations {
    try await pass(.summaries) { try await below.search(wanted, for: user, app: app, before: stamp, limit: limit) }
  }

  func annotators(
    of key: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) async throws -> [AnnotatorRecord] {
    try await pass(.annotators) {
      try await below.annotators(of: key, kind: kind, at: seq, in: id, app: app, after: after, limit: limit)
    }
  }

  func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? {
    try await pass(.replies) { try await below.replies(to: seq, in: id, app: app, for: user, after: after, limit: limit) }
  }

  func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? {
    try await pass(.versions) { try await below.versions(of: seq, in: id, app: app, for: user, after: after, limit: limit) }
  }

  func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) async throws -> [LogEntry]? {
    try await pass(.pinned) { try await below.pinned(in: id, app: app, for: user, after: after) }
  }

  func stamp(app: AppID) async throws -> UInt64 { try await pass(.stamp) { try await below.stamp(app: app) } }

  func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) async throws -> UserLogPage {
    try await pass(.userLog) { try await below.userLog(of: user, app: app, after: after, limit: limit) }
  }

  func user(_ id: UserID, app: AppID) async throws -> UserRecord? {
    try await pass(.user) { try await below.user(id, app: app) }
  }

  func users(_ ids: [UserID], app: AppID) async throws -> [UserRecord] {
    try await pass(.user) { try await below.users(ids, app: app) }
  }

  func user(numbered number: AccountNumber) async throws -> UserRecord? {
    try await pass(.user) { try await below.user(numbered: number) }
  }

  func users(named name: String, app: AppID, limit: Int) async throws -> [UserRecord] {
    try await pass(.user) { try await below.users(named: name, app: app, limit: limit) }
  }

  func change(_ batch: [ProfileChange]) async throws -> [ProfileOutcome] {
    try await pass(.change) { try await below.change(batch) }
  }

  func noteSeen(_ batch: [SeenUser]) async throws { try await pass(.change) { try await below.noteSeen(batch) } }

  func presence(of ids: [UserID], app: AppID) async throws -> [PresenceRecord] {
    try await pass(.user) { try await below.presence(of: ids, app: app) }
  }

  func change(_ batch: [RelationChange]) async throws -> [RelationOutcome] {
    try await pass(.change) { try await below.change(batch) }
  }

  func relations(
    of user: UserID, app: AppID, _ flags: RelationFlags, after: UserID?, limit: Int
  ) async throws -> RelationsPage {
    try await pass(.relations) { try await below.relations(of: user, app: app, flags, after: after, limit: limit) }
  }

  func existing(_ ids: [UserID], app: AppID) async throws -> Set<UserID> {
    try await pass(.existing) { try await below.existing(ids, app: app) }
  }

  func createUser(_ id: UserID, app: AppID, at milliseconds: Int64) async throws -> (record: UserRecord, created: Bool) {
    try await pass(.createUser) { try await below.createUser(id, app: app, at: milliseconds) }
  }

  func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) async throws -> Int64? {
    try await pass(.revokeTokens) { try await below.revokeTokens(of: user, app: app, issuedUntil: issuedUntil) }
  }

  func suspend(_ user: UserID, app: AppID, until: Int64, at now: Int64) async throws -> Int64? {
    try await pass(.suspend) { try await below.suspend(user, app: app, until: until, at: now) }
  }

  func suspended(of app: AppID, at now: Int64, after: UserID?, limit: Int) async throws -> [Suspension] {
    try await below.suspended(of: app, at: now, after: after, limit: limit)
  }

  func schedule(_ request: Schedule) async throws -> ScheduleOutcome {
    try await pass(.schedule) { try await below.schedule(request) }
  }

  func unschedule(
    _ id: ClientID, of user: UserID, app: AppID, as end: ScheduleEnd, at milliseconds: Int64
  ) async throws -> UnscheduleOutcome {
    try await pass(.unschedule) { try await below.unschedule(id, of: user, app: app, as: end, at: milliseconds) }
  }

  func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) async throws -> [ScheduledMessage] {
    try await below.scheduled(of: user, app: app, after: after, limit: limit)
  }

  func scheduled(after: ScheduledPlace?, limit: Int) async throws -> [ScheduledMessage] {
    try await pass(.scheduled) { try await below.scheduled(after: after, limit: limit) }
  }

  func close() async { await below.close() }
}

extension TestServer {
  /// A server whose store's calls can be held back.
  static func gated<Result>(
    limits: Limits = Limits(), time: any TimeSource = SystemTimeSource(), log: Log? = nil,
    _ body: (TestServer, GatedStore) async throws -> Result
  ) async throws -> Result {
    try await MartletTesting.TemporaryDirectory.with {
      try await gated(directory: $0, limits: limits, time: time, log: log, body)
    }
  }

  /// The same on a directory that is there.
  static func gated<Result>(
    directory: String, limits: Limits = Limits(), time: any TimeSource = SystemTimeSource(), log: Log? = nil,
    _ body: (TestServer, GatedStore) async throws -> Result
  ) async throws -> Result {
    let (opened, tell) = AsyncStream.makeStream(of: GatedStore.self)
    let server = try await start(
      directory: directory, limits: limits, time: time, log: log,
      openStore: { directory in
        let store = GatedStore(try await openSQLite(directory))
        tell.yield(store)
        return store
      })
    let result: Swift.Result<Result, any Error>
    do {
      guard let store = await opened.first(where: { _ in true }) else { throw TestError("no store was opened") }
      result = .success(try await body(server, store))
    } catch {
      result = .failure(error)
    }
    await server.stop()
    return try result.get()
  }
}
