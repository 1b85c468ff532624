import MartletPostgres
import MartletStore
import MartletWire

/// Rows in memory, in the plainest form: each answer is looked for among all that may hold it.
///
/// They may be as if elsewhere: then each look-up throws `MissingRows` until its rows were fetched, and gives them as they were
/// at that moment.
/// Not Sendable: belongs to a `MemoryDisk`, or to whoever reads or decides.
package final class MemoryRows: FetchedRows {
  var tables = MemoryTables()
  /// What was fetched since the work at hand began; nil where everything is always here.
  private var fetched: [RowKey: MemoryTables]? = [:]

  package init() {}

  /// Nothing is here, where rows are as if elsewhere.
  func begin(isRemote: Bool) { fetched = isRemote ? [:] : nil }

  func fetch(_ keys: Set<RowKey>) { for key in keys { add(tables, for: key) } }

  package func add(_ tables: MemoryTables, for key: RowKey) { fetched?[key] = tables }

  package func forget() { fetched?.removeAll() }

  /// The tables as of the look-up.
  private func need(_ key: @autoclosure () -> RowKey) throws -> MemoryTables {
    guard let fetched else { return tables }
    let key = key()
    guard let tables = fetched[key] else { throw MissingRows(key) }
    return tables
  }

  // MARK: - Conversations

  package func number(of conversation: ConversationKey) throws -> Int64? {
    let tables = try need(.conversation(conversation))
    return tables.numbers[conversation]
  }

  package func conversation(_ number: Int64) throws -> ConversationState? {
    let tables = try need(.numbered(number))
    return tables.logs[number]?.state
  }

  package func conversation(_ key: ConversationKey) throws -> ConversationState? {
    let tables = try need(.conversation(key))
    return tables.numbers[key].flatMap { tables.logs[$0]?.state }
  }

  package func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess? {
    let tables = try need(.access(user, conversation))
    guard let log = tables.numbers[conversation].flatMap({ tables.logs[$0] }) else { return nil }
    return LogAccess(number: log.state.number, head: log.state.record.head, member: log.members[user]?.record)
  }

  package func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)] {
    let tables = try need(.memberships(user))
    return (tables.people[user]?.conversations ?? []).compactMap { number in
      tables.logs[number].map { (number, $0.state.record.stamp) }
    }
  }

  package func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)] {
    let tables = try need(.conversations(kind, app))
    return tables.logs.values.lazy.map(\.state).filter { $0.app == app && $0.record.id.kind == kind }
      .map { ($0.number, $0.record.stamp) }
  }

  // MARK: - Members

  package func member(_ user: UserID, of number: Int64) throws -> MemberRecord? {
    let tables = try need(.member(user, number))
    return tables.logs[number]?.members[user]?.record
  }

  package func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord] {
    let tables = try need(.members(number, after: after, limit: limit))
    let members = (tables.logs[number]?.members ?? [:]).values.map(\.record).filter { member in
      after.map { member.user > $0 } ?? true
    }
    return Array(members.sorted { $0.user < $1.user }.prefix(limit))
  }

  package func outsider(_ user: UserID, of number: Int64) throws -> OutsiderRecord? {
    let tables = try need(.outsider(user, number))
    return tables.logs[number]?.outsiders[user]
  }

  package func outsiders(
    _ standing: OutsiderRecord.Standing, of number: Int64, at time: Int64, after: UserID?, limit: Int
  ) throws -> [OutsiderRecord] {
    let tables = try need(.outsiders(number, standing, at: time, after: after, limit: limit))
    let found = (tables.logs[number]?.outsiders ?? [:]).values.filter { outsider in
      outsider.standing == standing && outsider.holds(at: time) && after.map { outsider.user > $0 } ?? true
    }
    return Array(found.sorted { $0.user < $1.user }.prefix(limit))
  }

  package func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove? {
    let tables = try need(.readMove(seq, user, number))
    return tables.logs[number]?.members[user]?.moves.first { $0.seq >= seq }
  }

  package func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64> {
    let tables = try need(.hidden(user, number))
    return tables.logs[number]?.members[user]?.hidden ?? []
  }

  // MARK: - Entries

  package func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, _ visit: (MemoryEntry) throws -> Bool
  ) throws {
    let tables = try need(.entries(number, range, limit: limit, newest: newest))
    let found = tables.entries(number, after: max(range.lowerBound, 1) &- 1).prefix { $0.stored.seq <= range.upperBound }
    let asked = newest ? Array(found.suffix(limit).reversed()) : Array(found.prefix(limit))
    for entry in asked where try !visit(entry) { return }
  }

  package func message(at seq: UInt64, of number: Int64) throws -> MessageState? {
    let tables = try need(.entry(seq, number))
    return tables.entry(seq, number)?.message
  }

  package func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)? {
    let tables = try need(.entry(seq, number))
    guard case .message(let type, let content)? = tables.entry(seq, number)?.stored.event else { return nil }
    return (type, content)
  }

  package func count(at seq: UInt64, of number: Int64) throws -> EntryCount? {
    let tables = try need(.entry(seq, number))
    return tables.entry(seq, number).map {
      EntryCount(countable: $0.stored.countable, counts: $0.counts, isRecalled: $0.stored.isRecalled)
    }
  }

  package func recalled(after seq: UInt64, of number: Int64) throws -> UInt64 {
    let tables = try need(.recalled(seq, number))
    return UInt64(tables.entries(number, after: seq).count { $0.counts && $0.stored.isRecalled })
  }

  package func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64? {
    let tables = try need(.messages(number, range))
    return try tables.entries(number, after: max(range.lowerBound, 1) &- 1).last {
      guard $0.stored.seq <= range.upperBound, let message = $0.message, !message.isRecalled else { return false }
      return try fits($0.stored.seq, message.details, message.sender)
    }?.stored.seq
  }

  package func listed(before seq: UInt64, of number: Int64) throws -> UInt64 {
    let tables = try need(.listed(seq, number))
    let found = tables.entries(number).last {
      guard $0.stored.seq < seq, let message = $0.message, !message.isRecalled else { return false }
      return message.details?.isListedForAll ?? true
    }
    return found?.stored.seq ?? 0
  }

  package func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64> {
    let tables = try need(.changes(target, number))
    return Set(
      tables.entries(number, after: target).compactMap { entry in
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
    let tables = try need(.addressed(user, number, after: seq))
    let found = tables.entries(number, after: seq).compactMap { entry -> (UInt64, Details.Address)? in
      guard let message = entry.message, !message.isRecalled, let details = message.details else { return nil }
      let address = details.address(of: user, sender: message.sender)
      return address.isEmpty ? nil : (entry.stored.seq, address)
    }
    for (seq, address) in newest ? found.reversed() : found where try !visit(seq, address) { return }
  }

  // MARK: - What is attached to messages

  package func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief] {
    let tables = try need(.slots(seq, kind, owner, number))
    let found = tables.slots(seq, number).filter { $0.key.kind == kind && $0.key.owner == owner }
    return Dictionary(found.map { ($0.key.name, SlotBrief($0.value.text)) }) { $1 }
  }

  package func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)] {
    let tables = try need(.kept(seq, kind, number, after: after, limit: limit))
    let found = tables.slots(seq, number).filter { $0.key.kind == kind && $0.key.owner == AnnotationSlot.replies }
    let all = found.compactMap { slot, value in UInt64(slot.name).map { (seq: $0, text: value.text) } }
    return Array(all.filter { $0.seq > after }.sorted { $0.seq < $1.seq }.prefix(limit))
  }

  package func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)] {
    let tables = try need(.annotators(seq, kind, name, number, after: after, limit: limit))
    let found = tables.slots(seq, number).filter { $0.key.kind == kind && $0.key.name == name && $0.key.owner > after }
    return Array(found.map { ($0.key.owner, $0.value.seq) }.sorted { $0.0 < $1.0 }.prefix(limit))
  }

  package func pinned(of number: Int64) throws -> Set<UInt64> {
    let tables = try need(.pinned(number))
    return Set(tables.entries(number).filter { $0.slots[.pin] != nil }.map(\.stored.seq))
  }

  // MARK: - Users

  package func user(_ user: UserKey) throws -> UserRecord? {
    let tables = try need(.user(user))
    return tables.people[user]?.record
  }

  package func user(numbered number: AccountNumber) throws -> UserID? {
    let tables = try need(.accountNumber(number))
    return tables.people.first { $0.key.app == number.app && $0.value.record?.accountNumber == number.text }?.key.user
  }

  package func users(named beginning: NameBeginning, limit: Int) throws -> [NamedUser] {
    let tables = try need(.named(beginning, limit: limit))
    let people = tables.people.filter { $0.key.app == beginning.app }
    let all = people.flatMap { key, person in
      (person.record?.profile?.words ?? []).map { NamedUser(word: $0, user: key.user) }
    }
    let found = all.filter { $0.word.utf8.starts(with: beginning.text.utf8) }
    return Array(found.sorted(by: NamedUser.precedes).prefix(limit))
  }

  package func suspended(of app: AppID, since time: Int64, after: UserID?, limit: Int) throws -> [Suspension] {
    let tables = try need(.suspended(app, since: time, after: after, limit: limit))
    let records = tables.people.filter { $0.key.app == app }.compactMap(\.value.record)
    let found = records.filter { record in record.isSuspended(at: time) && after.map { $0 < record.id } ?? true }
    return Array(found.sorted { $0.id < $1.id }.prefix(limit).map { Suspension(user: $0.id, until: $0.suspendedUntil) })
  }

  package func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage {
    let tables = try need(.userLog(user, after: after, limit: limit))
    let log = tables.people[user]?.log ?? []
    return UserLogPage(
      entries: Array(log.filter { $0.seq > after }.prefix(limit)), head: log.last?.seq ?? 0, first: log.first?.seq ?? 1)
  }

  package func userHead(of user: UserKey) throws -> UInt64 {
    let tables = try need(.userHead(user))
    return tables.people[user]?.log.last?.seq ?? 0
  }

  package func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting] {
    let tables = try need(.settings(user, after: after, limit: limit))
    let found = (tables.people[user]?.settings ?? [:]).values.filter { setting in after.map { $0 < setting.name } ?? true }
    return Array(found.sorted { $0.name < $1.name }.prefix(limit))
  }

  package func relation(of user: UserKey, to peer: UserID) throws -> RelationRecord? {
    let tables = try need(.relation(user, peer))
    return tables.people[user]?.relations[peer]
  }

  package func relations(
    of user: UserKey, _ flags: RelationFlags, after: UserID?, limit: Int
  ) throws -> [RelationRecord] {
    let tables = try need(.relations(user, flags, after: after, limit: limit))
    let found = (tables.people[user]?.relations ?? [:]).values.filter { relation in
      (flags.isEmpty || !relation.flags.isDisjoint(with: flags)) && after.map { $0 < relation.peer } ?? true
    }
    return Array(found.sorted { $0.peer < $1.peer }.prefix(limit))
  }

  // MARK: - Requests

  package func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend? {
    let tables = try need(.request(id, sender))
    return tables.people[sender]?.requests[id] ?? tables.people[sender]?.unchanged[id]
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    let tables = try need(.scheduled(key))
    return tables.people[key.owner]?.scheduled[key.clientID]
  }

  package func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID] {
    let tables = try need(.scheduledNames(user, limit: limit))
    return Array((tables.people[user]?.scheduled ?? [:]).keys.sorted { $0.text < $1.text }.prefix(limit))
  }

  package func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    let tables = try need(.scheduledOf(user, after: after, limit: limit))
    let found = (tables.people[user]?.scheduled ?? [:]).values.filter { message in
      after.map { message.clientID.text > $0.text } ?? true
    }
    return Array(found.sorted { $0.clientID.text < $1.clientID.text }.prefix(limit))
  }

  package func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage] {
    let tables = try need(.due(after: after, limit: limit))
    let found = tables.people.values.flatMap(\.scheduled.values).filter { after?.isBefore($0) ?? true }
    return Array(found.sorted { ScheduledPlace(of: $0).isBefore($1) }.prefix(limit))
  }

  package func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    let tables = try need(.rememberedSchedule(key))
    return tables.people[key.owner]?.rememberedSchedules[key.clientID]
  }
}
