import MartletStore
import MartletWire
import Synchronization

/// Keeps users in memory; has no conversations.
final class UserStore: Store {
  private struct Key: Hashable {
    let app: AppID
    let user: UserID
  }

  private let users = Mutex<[Key: UserRecord]>([:])
  private let failure = Mutex<StoreError?>(nil)

  /// Lets every later call fail with this, or succeed again with nil.
  func fail(with error: StoreError?) { failure.withLock { $0 = error } }

  var generation: String { "users" }

  private func check() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }

  func user(_ id: UserID, app: AppID) async throws -> UserRecord? {
    try check()
    return users.withLock { $0[Key(app: app, user: id)] }
  }

  func existing(_ ids: [UserID], app: AppID) async throws -> Set<UserID> {
    try check()
    return users.withLock { users in Set(ids.filter { users[Key(app: app, user: $0)] != nil }) }
  }

  func createUser(_ id: UserID, app: AppID, at milliseconds: Int64) async throws -> (record: UserRecord, created: Bool) {
    try check()
    return users.withLock { users in
      let key = Key(app: app, user: id)
      if let record = users[key] { return (record, false) }
      let record = UserRecord(id: id, createdAt: milliseconds, tokensRevokedUntil: 0)
      users[key] = record
      return (record, true)
    }
  }

  func position(of id: ClientID, by user: UserID, app: AppID) async throws -> Position? { nil }

  func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) async throws -> Int64? {
    try check()
    return users.withLock { users in
      let key = Key(app: app, user: user)
      guard let record = users[key] else { return nil }
      let until = max(record.tokensRevokedUntil, issuedUntil)
      users[key]?.tokensRevokedUntil = until
      return until
    }
  }

  func suspend(_ user: UserID, app: AppID, until: Int64, at now: Int64) async throws -> Int64? {
    try check()
    return users.withLock { users in
      let key = Key(app: app, user: user)
      guard users[key] != nil else { return nil }
      users[key]?.suspendedUntil = until
      return until > now ? until : 0
    }
  }

  func suspended(of app: AppID, at now: Int64, after: UserID?, limit: Int) async throws -> [Suspension] {
    try check()
    let records = users.withLock { users in users.filter { $0.key.app == app && $0.value.isSuspended(at: now) }.map(\.value) }
    return records.map { Suspension(user: $0.id, until: $0.suspendedUntil) }
  }

  func users(_ ids: [UserID], app: AppID) async throws -> [UserRecord] {
    try check()
    return users.withLock { users in ids.compactMap { users[Key(app: app, user: $0)] } }
  }

  func user(numbered number: AccountNumber) async throws -> UserRecord? { nil }

  func users(named name: String, app: AppID, limit: Int) async throws -> [UserRecord] { [] }

  func change(_ batch: [RelationChange]) async throws -> [RelationOutcome] { throw Self.absent }

  func relations(
    of user: UserID, app: AppID, _ flags: RelationFlags, after: UserID?, limit: Int
  ) async throws -> RelationsPage { RelationsPage(relations: [], head: 0, more: false) }

  /// Changes nothing.
  func change(_ batch: [ProfileChange]) async throws -> [ProfileOutcome] {
    try check()
    return users.withLock { users in
      batch.map { users[Key(app: $0.app, user: $0.user)].map { .unchanged($0.profile ?? ProfileRecord()) } ?? .userUnknown }
    }
  }

  private static let absent = StoreError(.failed, "this store keeps users only")

  func append(_ batch: [Shared<Append>]) async throws -> [AppendOutcome] { throw Self.absent }
  func mark(_ batch: [Mark]) async throws -> [MarkOutcome] { throw Self.absent }
  func hide(_ batch: [Hide]) async throws -> [HideOutcome] { throw Self.absent }
  func change(_ batch: [SettingChange]) async throws -> [SettingOutcome] { throw Self.absent }
  func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) async throws -> SettingsPage {
    SettingsPage(settings: [], head: 0, more: false)
  }
  func conversation(_ id: ConversationID, app: AppID) async throws -> ConversationRecord? { nil }
  func outsider(_ user: UserID, of id: ConversationID, app: AppID) async throws -> OutsiderRecord? { nil }

  func outsiders(
    _ standing: OutsiderRecord.Standing, of id: ConversationID, app: AppID, at time: Int64, after: UserID?, limit: Int
  ) async throws -> [OutsiderRecord] { [] }

  func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) async throws -> [MemberRecord] { [] }
  func member(_ user: UserID, of id: ConversationID, app: AppID) async throws -> MemberRecord? { nil }
  func readTimes(of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID) async throws -> [UserID: Int64] { [:] }
  func page<Sink: EntrySink>(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into sink: Sink
  ) async throws -> LogPage<Sink>? { nil }
  func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) async throws -> [LogEntry] { [] }
  func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) async throws -> [LogEntry]? { nil }
  func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, asOf stamp: UInt64, limit: Int
  ) async throws -> [ConversationSummary] { [] }
  func search(
    _ wanted: WantedConversations, for user: UserID, app: AppID, before stamp: UInt64, limit: Int
  ) async throws -> FoundConversations { FoundConversations() }
  func annotators(
    of key: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) async throws -> [AnnotatorRecord] { [] }
  func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? { nil }
  func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]? { nil }
  func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) async throws -> [LogEntry]? { nil }
  func stamp(app: AppID) async throws -> UInt64 { 0 }
  func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) async throws -> UserLogPage {
    UserLogPage(entries: [], head: 0, first: 1)
  }
  func noteSeen(_ batch: [SeenUser]) async throws {}
  func presence(of ids: [UserID], app: AppID) async throws -> [PresenceRecord] { ids.map { _ in PresenceRecord() } }
  func schedule(_ request: Schedule) async throws -> ScheduleOutcome { .tooMany }
  func unschedule(
    _ id: ClientID, of user: UserID, app: AppID, as end: ScheduleEnd, at milliseconds: Int64
  ) async throws -> UnscheduleOutcome { .unknown }
  func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) async throws -> [ScheduledMessage] { [] }
  func scheduled(after: ScheduledPlace?, limit: Int) async throws -> [ScheduledMessage] { [] }
  func close() async {}
}
