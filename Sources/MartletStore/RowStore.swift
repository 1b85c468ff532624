import MartletWire

/// A store whose engine supplies rows and commits; all else of the contract is the same for every such engine.
package protocol RowStore: Store {
  associatedtype StoredRows: Rows

  /// Runs `body` on what is stored, all of it of one moment, at which every write that returned before is there.
  func read<Result: Sendable>(_ body: @Sendable (LogReading<StoredRows>) throws -> Result) async throws -> Result

  /// Runs `body` in a commit, and returns what it gave once that is durable.
  ///
  /// `body`, which writes about `weight` rows, may run again after what it decided was taken back.
  func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<StoredRows>) throws -> Result
  ) async throws -> Result

  /// Gives a member's page of a log to a taker; the same for all engines, and compiled for the rows of each.
  func page(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into taker: any EntryTaker
  ) async throws -> PageEnds?
}

extension RowStore {
  // MARK: - Writes

  package func append(_ batch: [Shared<Append>]) async throws -> [AppendOutcome] {
    try await write(weight: batch.reduce(0) { $0 &+ $1.value.weight }) { try $0.append(batch) }
  }

  package func mark(_ batch: [Mark]) async throws -> [MarkOutcome] {
    try await write(weight: batch.count) { try $0.mark(batch) }
  }

  package func hide(_ batch: [Hide]) async throws -> [HideOutcome] {
    try await write(weight: batch.reduce(0) { $0 &+ 1 &+ $1.targets.count }) { try $0.hide(batch) }
  }

  package func change(_ batch: [SettingChange]) async throws -> [SettingOutcome] {
    try await write(weight: batch.reduce(0) { $0 &+ $1.weight }) { try $0.change(batch) }
  }

  package func change(_ batch: [ProfileChange]) async throws -> [ProfileOutcome] {
    try await write(weight: batch.reduce(0) { $0 &+ $1.weight }) { try $0.change(batch) }
  }

  package func change(_ batch: [RelationChange]) async throws -> [RelationOutcome] {
    guard batch.contains(where: \.isOfAll) else {
      return try await write(weight: batch.reduce(0) { $0 &+ $1.weight }) { try $0.change(batch) }
    }
    var outcomes: [RelationOutcome] = []
    for change in batch { outcomes += change.isOfAll ? [try await changeForAll(change)] : try await self.change([change]) }
    return outcomes
  }

  private func changeForAll(_ change: RelationChange) async throws -> RelationOutcome {
    var contrary = change
    contrary.isSet.toggle()
    var entries: [UserLogEntry] = []
    while true {
      let begun = try await write(weight: change.weight) { try $0.beginForAll(change) }
      if begun.isDone { return .unchanged(head: begun.head) }
      entries += [begun.entry].compactMap(\.self)
      if let entry = try await spreadAndFinish(change) { return .changed(entry, after: entries) }
      // Another device has asked for the contrary meanwhile. That is finished first: if each only began its own anew, the two
      // could go on so without end.
      _ = try await spreadAndFinish(contrary)
    }
  }

  private func spreadAndFinish(_ change: RelationChange) async throws -> UserLogEntry? {
    let user = UserKey(app: change.app, user: change.user)
    var part: Int64? = 0
    while let after = part {
      part = try await write(weight: RelationSpread.atOnce) { try $0.spreadRelation(of: user, after: after) }
    }
    return try await write(weight: change.weight) { try $0.finishForAll(change) }
  }

  package func createUser(
    _ id: UserID, app: AppID, at milliseconds: Int64
  ) async throws -> (record: UserRecord, created: Bool) {
    try await write(weight: 1) { try $0.createUser(id, app: app, at: milliseconds) }
  }

  package func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) async throws -> Int64? {
    try await write(weight: 1) { try $0.revokeTokens(of: user, app: app, issuedUntil: issuedUntil) }
  }

  package func suspend(_ user: UserID, app: AppID, until: Int64, at now: Int64) async throws -> Int64? {
    try await write(weight: 1) { try $0.suspend(user, app: app, until: until, at: now) }
  }

  package func noteSeen(_ batch: [SeenUser]) async throws {
    try await write(weight: batch.count) { try $0.noteSeen(batch) }
  }

  package func schedule(_ request: Schedule) async throws -> ScheduleOutcome {
    try await write(weight: 1 &+ request.message.weight) { try $0.schedule(request) }
  }

  package func unschedule(
    _ id: ClientID, of user: UserID, app: AppID, as end: ScheduleEnd, at milliseconds: Int64
  ) async throws -> UnscheduleOutcome {
    let key = ScheduledKey(owner: UserKey(app: app, user: user), clientID: id)
    return try await write(weight: 2) { try $0.unschedule(key, as: end, at: milliseconds) }
  }

  package func position(of id: ClientID, by user: UserID, app: AppID) async throws -> Position? {
    try await write(weight: 1) { try $0.position(of: id, by: user, app: app) }
  }

  // MARK: - Reads

  package func conversation(_ id: ConversationID, app: AppID) async throws -> ConversationRecord? {
    try await read { try $0.conversation(id, app: app) }
  }

  package func outsider(_ user: UserID, of id: ConversationID, app: AppID) async throws -> OutsiderRecord? {
    try await read { try $0.outsider(user, of: id, app: app) }
  }

  package func outsiders(
    _ standing: OutsiderRecord.Standing, of id: ConversationID, app: AppID, at time: Int64, after: UserID?, limit: Int
  ) async throws -> [OutsiderRecord] {
    try await read { try $0.outsiders(standing, of: id, app: app, at: time, after: after, limit: max(0, limit)) }
  }

  package func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) async throws -> [MemberRecord] {
    try await read { try $0.members(of: id, app: app, after: after, limit: max(0, limit)) }
  }

  package func member(_ user: UserID, of id: ConversationID, app: AppID) async throws -> MemberRecord? {
    try await read { try $0.member(user, of: id, app: app) }
  }

  package func readTimes(
    of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID
  ) async throws -> [UserID: Int64] {
    try await read { try $0.readTimes(of: seq, by: users, in: id, app: app) }
  }

  package func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) async throws -> [LogEntry] {
    try await read { try $0.entries(of: id, app: app, range: range, limit: max(0, limit), newest: newest) }
  }

  package func page(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into taker: any EntryTaker
  ) async throws -> PageEnds? {
    try await read { try $0.page(request, of: id, app: app, for: user, into: taker) }
  }

  package func page<Sink: EntrySink>(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into sink: Sink
  ) async throws -> LogPage<Sink>? {
    let taker = SinkTaker(sink)
    let ends = try await page(request, of: id, app: app, for: user, into: taker as any EntryTaker)
    return ends.map { LogPage(sink: taker.sink, head: $0.head, first: $0.first) }
  }

  package func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) async throws -> [LogEntry]? {
    try await read { try $0.mentions(of: user, in: id, app: app, after: after, limit: max(0, limit), newest: newest) }
  }

  package func annotators(
    of key: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) async throws -> [AnnotatorRecord] {
    try await read {
      try $0.annotators(of: key, kind: kind, at: seq, in: id, app: app, after: after, limit: max(0, limit))
    }
  }

  package func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? {
    try await read { try $0.replies(to: seq, in: id, app: app, for: user, after: after, limit: max(0, limit)) }
  }

  package func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? {
    try await read { try $0.versions(of: seq, in: id, app: app, for: user, after: after, limit: max(0, limit)) }
  }

  package func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) async throws -> [LogEntry]? {
    try await read { try $0.pinned(in: id, app: app, for: user, after: after) }
  }

  package func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, asOf stamp: UInt64, limit: Int
  ) async throws -> [ConversationSummary] {
    try await read {
      try $0.summaries(of: user, app: app, changed: changed, only: only, asOf: stamp, limit: max(0, limit))
    }
  }

  package func search(
    _ wanted: WantedConversations, for user: UserID, app: AppID, before stamp: UInt64, limit: Int
  ) async throws -> FoundConversations {
    try await read { try $0.search(wanted, for: user, app: app, before: stamp, limit: limit) }
  }

  package func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) async throws -> UserLogPage {
    try await read { try $0.userLog(of: user, app: app, after: after, limit: max(0, limit)) }
  }

  package func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) async throws -> SettingsPage {
    try await read { try $0.settings(of: user, app: app, after: after, limit: max(0, limit)) }
  }

  package func relations(
    of user: UserID, app: AppID, _ flags: RelationFlags, after: UserID?, limit: Int
  ) async throws -> RelationsPage {
    try await read { try $0.relations(of: user, app: app, flags, after: after, limit: max(0, limit)) }
  }

  package func user(_ id: UserID, app: AppID) async throws -> UserRecord? {
    try await read { try $0.rows.user(UserKey(app: app, user: id)) }
  }

  package func users(_ ids: [UserID], app: AppID) async throws -> [UserRecord] {
    try await read { try $0.users(ids, app: app) }
  }

  package func user(numbered number: AccountNumber) async throws -> UserRecord? {
    try await read { reading in
      try reading.rows.user(numbered: number).flatMap { try reading.rows.user(UserKey(app: number.app, user: $0)) }
    }
  }

  package func users(named name: String, app: AppID, limit: Int) async throws -> [UserRecord] {
    try await read { try $0.users(named: name, app: app, limit: max(0, limit)) }
  }

  package func presence(of ids: [UserID], app: AppID) async throws -> [PresenceRecord] {
    try await read { try $0.presence(of: ids, app: app) }
  }

  package func suspended(of app: AppID, at now: Int64, after: UserID?, limit: Int) async throws -> [Suspension] {
    try await read { try $0.rows.suspended(of: app, since: now, after: after, limit: max(0, limit)) }
  }

  package func existing(_ ids: [UserID], app: AppID) async throws -> Set<UserID> {
    try await read { try $0.existing(ids, app: app) }
  }

  package func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) async throws -> [ScheduledMessage] {
    try await read { try $0.rows.scheduled(of: UserKey(app: app, user: user), after: after, limit: max(0, limit)) }
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) async throws -> [ScheduledMessage] {
    try await read { try $0.rows.scheduled(after: after, limit: max(0, limit)) }
  }
}
