import MartletStore
import MartletWire

/// Rows in memory, in the plainest form: each answer is looked for among all that may hold it.
///
/// They may be as if elsewhere: then each look-up throws `MissingRows` until its rows were fetched.
/// Not Sendable: belongs to a `MemoryDisk`.
package final class MemoryRows: Rows {
  struct Log {
    var state: ConversationState
    /// The entry at position 1 first.
    var entries: [MemoryEntry] = []
    var members: [UserID: Membership] = [:]
  }

  struct Membership {
    var record: MemberRecord
    /// The newest moves of the read marker, ascending.
    var moves: [ReadMove] = []
    var hidden: Set<UInt64> = []
  }

  struct Person {
    var record: UserRecord?
    var log: [UserLogEntry] = []
    var settings: [SettingName: Setting] = [:]
    var conversations: Set<Int64> = []
    var scheduled: [ClientID: ScheduledMessage] = [:]
    var rememberedSchedules: [ClientID: RememberedSchedule] = [:]
    var requests: [ClientID: RememberedAppend] = [:]
  }

  var numbers: [ConversationKey: Int64] = [:]
  var logs: [Int64: Log] = [:]
  var people: [UserKey: Person] = [:]
  /// The newest stamp of each app.
  var stamps: [AppID: UInt64] = [:]
  /// What was fetched since the work at hand began; nil where everything is always here.
  private var fetched: Set<RowKey>?

  package init() {}

  /// Nothing is here, where rows are as if elsewhere.
  func begin(isRemote: Bool) { fetched = isRemote ? [] : nil }

  func fetch(_ keys: Set<RowKey>) { fetched?.formUnion(keys) }

  private func need(_ key: @autoclosure () -> RowKey) throws {
    guard let fetched, !fetched.contains(key()) else { return }
    throw MissingRows(key())
  }

  private func entries(_ number: Int64, after seq: UInt64 = 0) -> ArraySlice<MemoryEntry> {
    guard let entries = logs[number]?.entries, seq < UInt64(entries.count) else { return [] }
    return entries[Int(seq)...]
  }

  private func entry(_ seq: UInt64, _ number: Int64) -> MemoryEntry? { seq > 0 ? entries(number, after: seq &- 1).first : nil }

  // MARK: - Conversations

  package func number(of conversation: ConversationKey) throws -> Int64? {
    try need(.conversation(conversation))
    return numbers[conversation]
  }

  package func conversation(_ number: Int64) throws -> ConversationState? {
    try need(.numbered(number))
    return logs[number]?.state
  }

  package func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)] {
    try need(.memberships(user))
    return (people[user]?.conversations ?? []).compactMap { number in
      logs[number].map { (number, $0.state.record.stamp) }
    }
  }

  package func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)] {
    try need(.conversations(kind, app))
    return logs.values.lazy.map(\.state).filter { $0.app == app && $0.record.id.kind == kind }
      .map { ($0.number, $0.record.stamp) }
  }

  // MARK: - Members

  package func member(_ user: UserID, of number: Int64) throws -> MemberRecord? {
    try need(.member(user, number))
    return logs[number]?.members[user]?.record
  }

  package func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord] {
    try need(.members(number, after: after, limit: limit))
    let members = (logs[number]?.members ?? [:]).values.map(\.record).filter { member in after.map { member.user > $0 } ?? true }
    return Array(members.sorted { $0.user < $1.user }.prefix(limit))
  }

  package func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove? {
    try need(.readMove(seq, user, number))
    return logs[number]?.members[user]?.moves.first { $0.seq >= seq }
  }

  package func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64> {
    try need(.hidden(user, number))
    return logs[number]?.members[user]?.hidden ?? []
  }

  // MARK: - Entries

  package func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, _ visit: (MemoryEntry) throws -> Bool
  ) throws {
    try need(.entries(number, range, limit: limit, newest: newest))
    let found = entries(number, after: max(range.lowerBound, 1) &- 1).prefix { $0.stored.seq <= range.upperBound }
    let asked = newest ? Array(found.suffix(limit).reversed()) : Array(found.prefix(limit))
    for entry in asked where try !visit(entry) { return }
  }

  package func message(at seq: UInt64, of number: Int64) throws -> MessageState? {
    try need(.entry(seq, number))
    return entry(seq, number)?.message
  }

  package func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)? {
    try need(.entry(seq, number))
    guard case .message(let type, let content)? = entry(seq, number)?.stored.event else { return nil }
    return (type, content)
  }

  package func count(at seq: UInt64, of number: Int64) throws -> EntryCount? {
    try need(.entry(seq, number))
    return entry(seq, number).map {
      EntryCount(countable: $0.stored.countable, counts: $0.counts, isRecalled: $0.stored.isRecalled)
    }
  }

  package func recalled(after seq: UInt64, of number: Int64) throws -> UInt64 {
    try need(.recalled(seq, number))
    return UInt64(entries(number, after: seq).count { $0.counts && $0.stored.isRecalled })
  }

  package func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64? {
    try need(.messages(number, range))
    return try entries(number, after: max(range.lowerBound, 1) &- 1).last {
      guard $0.stored.seq <= range.upperBound, let message = $0.message, !message.isRecalled else { return false }
      return try fits($0.stored.seq, message.details, message.sender)
    }?.stored.seq
  }

  package func listed(before seq: UInt64, of number: Int64) throws -> UInt64 {
    try need(.listed(seq, number))
    let found = entries(number).last {
      guard $0.stored.seq < seq, let message = $0.message, !message.isRecalled else { return false }
      return message.details?.isListedForAll ?? true
    }
    return found?.stored.seq ?? 0
  }

  package func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64> {
    try need(.changes(target, number))
    return Set(
      entries(number, after: target).compactMap { entry in
        switch entry.stored.event {
        case .edited(target, _, _): entry.stored.seq
        case .annotated(let annotation) where annotation.target == target: entry.stored.seq
        default: nil
        }
      })
  }

  package func eachAddressed(
    to user: UserID, of number: Int64, after seq: UInt64, newest: Bool, _ visit: (UInt64, Details.Address) throws -> Bool
  ) throws {
    try need(.addressed(user, number, after: seq))
    let found = entries(number, after: seq).compactMap { entry -> (UInt64, Details.Address)? in
      guard let message = entry.message, !message.isRecalled, let details = message.details else { return nil }
      let address = details.address(of: user, sender: message.sender)
      return address.isEmpty ? nil : (entry.stored.seq, address)
    }
    for (seq, address) in newest ? found.reversed() : found where try !visit(seq, address) { return }
  }

  // MARK: - What is attached to messages

  private func slots(_ seq: UInt64, _ number: Int64) -> [AnnotationSlot: AnnotationValue] { entry(seq, number)?.slots ?? [:] }

  package func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief] {
    try need(.slots(seq, kind, owner, number))
    let found = slots(seq, number).filter { $0.key.kind == kind && $0.key.owner == owner }
    return Dictionary(found.map { ($0.key.name, SlotBrief($0.value.text)) }) { $1 }
  }

  package func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)] {
    try need(.kept(seq, kind, number, after: after, limit: limit))
    let found = slots(seq, number).filter { $0.key.kind == kind && $0.key.owner == AnnotationSlot.replies }
    let all = found.compactMap { slot, value in UInt64(slot.name).map { (seq: $0, text: value.text) } }
    return Array(all.filter { $0.seq > after }.sorted { $0.seq < $1.seq }.prefix(limit))
  }

  package func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)] {
    try need(.annotators(seq, kind, name, number, after: after, limit: limit))
    let found = slots(seq, number).filter { $0.key.kind == kind && $0.key.name == name && $0.key.owner > after }
    return Array(found.map { ($0.key.owner, $0.value.seq) }.sorted { $0.0 < $1.0 }.prefix(limit))
  }

  package func pinned(of number: Int64) throws -> Set<UInt64> {
    try need(.pinned(number))
    return Set(entries(number).filter { $0.slots[.pin] != nil }.map(\.stored.seq))
  }

  // MARK: - Users

  package func user(_ user: UserKey) throws -> UserRecord? {
    try need(.user(user))
    return people[user]?.record
  }

  package func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage {
    try need(.userLog(user, after: after, limit: limit))
    let log = people[user]?.log ?? []
    return UserLogPage(
      entries: Array(log.filter { $0.seq > after }.prefix(limit)), head: log.last?.seq ?? 0, first: log.first?.seq ?? 1)
  }

  package func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting] {
    try need(.settings(user, after: after, limit: limit))
    let found = (people[user]?.settings ?? [:]).values.filter { setting in after.map { $0 < setting.name } ?? true }
    return Array(found.sorted { $0.name < $1.name }.prefix(limit))
  }

  // MARK: - Requests

  package func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend? {
    try need(.request(id, sender))
    return people[sender]?.requests[id]
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    try need(.scheduled(key))
    return people[key.owner]?.scheduled[key.clientID]
  }

  package func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    try need(.scheduledOf(user, after: after, limit: limit))
    let found = (people[user]?.scheduled ?? [:]).values.filter { message in
      after.map { message.clientID.text > $0.text } ?? true
    }
    return Array(found.sorted { $0.clientID.text < $1.clientID.text }.prefix(limit))
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage] {
    try need(.due(after: after, limit: limit))
    let found = people.values.flatMap(\.scheduled.values).filter { after?.isBefore($0) ?? true }
    return Array(found.sorted { ScheduledPlace(of: $0).isBefore($1) }.prefix(limit))
  }

  package func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    try need(.rememberedSchedule(key))
    return people[key.owner]?.rememberedSchedules[key.clientID]
  }
}

/// An entry as it is now, and what is attached to it.
package struct MemoryEntry: EntryRow {
  var stored: LogEntry
  let counts: Bool
  var slots: [AnnotationSlot: AnnotationValue] = [:]

  package var seq: UInt64 { stored.seq }

  /// The parts on which decisions depend, if it is a message.
  var message: MessageState? {
    guard case .message = stored.event else { return nil }
    return MessageState(
      sender: stored.sender, time: stored.time, revision: stored.revision, isRecalled: stored.isRecalled, counts: counts,
      parent: stored.parent, details: stored.details)
  }

  package func entry() -> LogEntry { stored }

  package func details() -> Details? { stored.details }

  package func lend<Result>(_ body: (LentMessage) throws -> Result) rethrows -> Result? {
    stored.annotated == 0 ? try stored.lend(body) : nil
  }

  package func attached(for owner: String) -> [AnnotationSlot: AnnotationValue] {
    slots.filter { $0.key.owner == AnnotationSlot.shared || $0.key.owner == owner }
  }
}
