import MartletStore
import MartletWire

/// The rows that were fetched for the work at hand; any other look-up throws `MissingRows`.
///
/// Not Sendable: belongs to whoever reads or decides.
package final class PostgresRows: FetchedRows {
  private var fetched: [RowKey: PostgresResult] = [:]

  /// Rows of a scan that are fetched at once.
  static let scannedAtOnce = 256

  package init() {}

  package func add(_ result: PostgresResult, for key: RowKey) { fetched[key] = result }

  /// Forgets all rows: they may have changed.
  package func forget() { fetched.removeAll(keepingCapacity: true) }

  private func result(_ key: RowKey) throws -> PostgresResult {
    guard let result = fetched[key] else { throw MissingRows(key) }
    return result
  }

  // MARK: - Conversations

  package func number(of conversation: ConversationKey) throws -> Int64? {
    try result(.conversation(conversation)).first?.integer(0)
  }

  package func conversation(_ key: ConversationKey) throws -> ConversationState? {
    try result(.conversation(key)).first?.conversation(app: key.app)
  }

  package func conversation(_ number: Int64) throws -> ConversationState? {
    guard let row = try result(.numbered(number)).first else { return nil }
    guard let app = AppID(try row.text(13)) else { throw row.damaged("conversation.app") }
    return try row.conversation(app: app)
  }

  package func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)] {
    try result(.memberships(user)).map { (try $0.integer(0), try $0.unsigned(1)) }
  }

  package func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)] {
    try result(.conversations(kind, app)).map { (try $0.integer(0), try $0.unsigned(1)) }
  }

  package func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess? {
    try result(.access(user, conversation)).first.map { row in
      LogAccess(
        number: try row.integer(0), head: try row.unsigned(1), member: row.isNull(2) ? nil : try row.member(from: 2))
    }
  }

  // MARK: - Members

  package func member(_ user: UserID, of number: Int64) throws -> MemberRecord? {
    try result(.member(user, number)).first?.member(from: 0)
  }

  package func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord] {
    try result(.members(number, after: after, limit: limit)).map { try $0.member(from: 0) }
  }

  package func outsider(_ user: UserID, of number: Int64) throws -> OutsiderRecord? {
    try result(.outsider(user, number)).first?.outsider()
  }

  package func outsiders(
    _ standing: OutsiderRecord.Standing, of number: Int64, at time: Int64, after: UserID?, limit: Int
  ) throws -> [OutsiderRecord] {
    try result(.outsiders(number, standing, at: time, after: after, limit: limit)).map { try $0.outsider() }
  }

  package func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove? {
    try result(.readMove(seq, user, number)).first.map {
      try $0.readMove()
    }
  }

  package func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64> {
    Set(try result(.hidden(user, number)).map { try $0.unsigned(0) })
  }

  // MARK: - Entries

  package func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, _ visit: (PostgresEntry) throws -> Bool
  ) throws {
    var (rest, left) = (range, limit)
    while left > 0 {
      let asked = min(left, Self.scannedAtOnce)
      let page = try result(.entries(number, rest, limit: asked, newest: newest))
      for index in 0..<page.count where try !visit(PostgresEntry(row: page[index], number: number, rows: self)) { return }
      guard page.count == asked else { return }
      left -= asked
      let last = try page[page.count - 1].unsigned(0)
      guard last != (newest ? rest.lowerBound : rest.upperBound) else { return }
      rest = newest ? rest.lowerBound...last - 1 : last + 1...rest.upperBound
    }
  }

  private func entry(_ seq: UInt64, _ number: Int64) throws -> PostgresRow? { try result(.entry(seq, number)).first }

  package func message(at seq: UInt64, of number: Int64) throws -> MessageState? {
    guard let row = try entry(seq, number), try row.integer(10) == EntryColumns.Kind.message.rawValue else { return nil }
    return try row.message()
  }

  package func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)? {
    guard let row = try entry(seq, number), try row.integer(10) == EntryColumns.Kind.message.rawValue else { return nil }
    return (try row.text(7), try row.text(8))
  }

  package func count(at seq: UInt64, of number: Int64) throws -> EntryCount? {
    try entry(seq, number).map {
      EntryCount(countable: try $0.unsigned(9), counts: try $0.boolean(3), isRecalled: try $0.boolean(2))
    }
  }

  package func recalled(after seq: UInt64, of number: Int64) throws -> UInt64 {
    try result(.recalled(seq, number)).first?.unsigned(0) ?? 0
  }

  package func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64? {
    var rest = range
    while true {
      let page = try result(.messages(number, rest))
      var last: UInt64 = 0
      for index in 0..<page.count {
        let row = page[index]
        last = try row.unsigned(0)
        if try fits(last, try row.details(2), try row.userID(1)) { return last }
      }
      guard page.count == Self.scannedAtOnce, last > rest.lowerBound else { return nil }
      rest = rest.lowerBound...last - 1
    }
  }

  package func listed(before seq: UInt64, of number: Int64) throws -> UInt64 {
    try result(.listed(seq, number)).first?.unsigned(0) ?? 0
  }

  package func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64> {
    Set(try result(.changes(target, number)).map { try $0.unsigned(0) })
  }

  package func eachAddressed(
    to user: UserID, of number: Int64, after seq: UInt64, newest: Bool, _ visit: (UInt64, Details.Address) throws -> Bool
  ) throws {
    let found = try result(.addressed(user, number, after: seq)).map {
      (try $0.unsigned(0), Details.Address(rawValue: try $0.integer(1)))
    }
    for (seq, address) in newest ? found.reversed() : found where try !visit(seq, address) { return }
  }

  // MARK: - Annotations

  package func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief] {
    let found = try result(.slots(seq, kind, owner, number)).map { (try $0.text(0), SlotBrief(try $0.text(1))) }
    return Dictionary(found) { $1 }
  }

  package func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)] {
    try result(.kept(seq, kind, number, after: after, limit: limit)).map { row in
      guard let position = UInt64(try row.text(0)) else { throw row.damaged("annotation.name") }
      return (position, try row.text(1))
    }
  }

  package func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)] {
    try result(.annotators(seq, kind, name, number, after: after, limit: limit)).map { (try $0.text(0), try $0.unsigned(1)) }
  }

  package func pinned(of number: Int64) throws -> Set<UInt64> {
    Set(try result(.pinned(number)).map { try $0.unsigned(0) })
  }

  fileprivate func attached(to seq: UInt64, for owner: String, in number: Int64) throws -> [AnnotationSlot: AnnotationValue] {
    Dictionary(try result(.attached(seq, owner, number)).map { try $0.annotation() }) { $1 }
  }

  /// Throws for all rows of a page at once whose annotations are missing.
  fileprivate func needAttached(_ page: PostgresResult, for owner: String, in number: Int64) throws {
    let annotated = try page.map { (seq: try $0.unsigned(0), annotated: try $0.unsigned(14)) }.filter { $0.annotated > 0 }
    let missing = annotated.map { RowKey.attached($0.seq, owner, number) }.filter { fetched[$0] == nil }
    guard missing.isEmpty else { throw MissingRows(Set(missing)) }
  }

  // MARK: - Users

  package func user(_ user: UserKey) throws -> UserRecord? {
    try result(.user(user)).first.map { try $0.user(user.user) }
  }

  package func user(numbered number: AccountNumber) throws -> UserID? {
    try result(.accountNumber(number)).first?.userID(0)
  }

  package func users(named beginning: NameBeginning, limit: Int) throws -> [NamedUser] {
    try result(.named(beginning, limit: limit)).map { NamedUser(word: try $0.text(0), user: try $0.userID(1)) }
  }

  package func suspended(of app: AppID, since time: Int64, after: UserID?, limit: Int) throws -> [Suspension] {
    try result(.suspended(app, since: time, after: after, limit: limit)).map {
      Suspension(user: try $0.userID(0), until: try $0.integer(1))
    }
  }

  package func userHead(of user: UserKey) throws -> UInt64 { try result(.userHead(user)).first?.unsigned(0) ?? 0 }

  package func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage {
    let rows = try result(.userLog(user, after: after, limit: limit))
    // Each row has the ends of the log behind the entry; in the only row of an empty page, the entry is missing.
    guard let ends = rows.first else { return UserLogPage(entries: [], head: 0, first: 1) }
    let entries = try (0..<rows.count).map { rows[$0] }.filter { !$0.isNull(0) }.map { try $0.userEntry() }
    return UserLogPage(
      entries: entries, head: UInt64(clamping: try ends.optionalInteger(7) ?? 0),
      first: UInt64(clamping: try ends.optionalInteger(6) ?? 1))
  }

  package func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting] {
    try result(.settings(user, after: after, limit: limit)).map { try $0.setting() }
  }

  package func relation(of user: UserKey, to peer: UserID) throws -> RelationRecord? {
    try result(.relation(user, peer)).first?.relation()
  }

  package func relations(
    of user: UserKey, _ flags: RelationFlags, after: UserID?, limit: Int
  ) throws -> [RelationRecord] {
    try result(.relations(user, flags, after: after, limit: limit)).map { try $0.relation() }
  }

  // MARK: - Requests

  package func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend? {
    guard let row = try result(.request(id, sender)).first else { return nil }
    guard !row.isNull(1) else { return RememberedAppend(position: nil, fingerprint: try row.blob(0)) }
    return RememberedAppend(
      position: Position(conversation: try row.conversationID(1), seq: try row.unsigned(2), time: try row.integer(3)),
      fingerprint: try row.blob(0))
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    try result(.scheduled(key)).first?.scheduled(app: key.owner.app)
  }

  package func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID] {
    try result(.scheduledNames(user, limit: limit)).map { try $0.scheduledName(0) }
  }

  package func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    try result(.scheduledOf(user, after: after, limit: limit)).map { try $0.scheduled(app: user.app) }
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage] {
    try result(.due(after: after, limit: limit)).map { row in
      guard let app = AppID(try row.text(9)) else { throw row.damaged("scheduled.app") }
      return try row.scheduled(app: app)
    }
  }

  package func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    try result(.rememberedSchedule(key)).first?.rememberedSchedule()
  }
}

/// A row of table `entry`.
package struct PostgresEntry: EntryRow {
  let row: PostgresRow
  let number: Int64
  let rows: PostgresRows

  package var seq: UInt64 { get throws { try row.entrySeq() } }

  package func entry() throws -> LogEntry { try row.entry() }

  package func details() throws -> Details? { try row.details(13) }

  package func lend<Result>(_ body: (LentMessage) throws -> Result) throws -> Result? { try row.lentMessage().map(body) }

  package func attached(for owner: String) throws -> [AnnotationSlot: AnnotationValue] {
    guard try row.unsigned(14) > 0 else { return [:] }
    try rows.needAttached(row.result, for: owner, in: number)
    return try rows.attached(to: try seq, for: owner, in: number)
  }
}
