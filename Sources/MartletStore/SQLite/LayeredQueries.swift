import MartletSQLite
import MartletWire

/// Reads of the tables and the tail over them together, on one snapshot of the tables.
///
/// Throws `StaleSnapshot` where the tail went on without the snapshot: everything has to be read again on a new one.
/// Not Sendable: belongs to the isolation of its connection.
final class LayeredQueries {
  let tables: SQLiteQueries
  let kinds: Kinds
  private let tail: Tail
  /// How many of the newest entries of a user's log there are.
  private let userLogEntries: UInt64
  /// Up to which journal row each slice is in the snapshot, as far as that was asked for.
  private var positions = [Int64?](repeating: nil, count: Tail.slices)

  init(_ tables: SQLiteQueries, tail: Tail, userLogEntries: Int, kinds: Kinds) {
    self.tables = tables
    self.kinds = kinds
    self.tail = tail
    self.userLogEntries = UInt64(max(1, userLogEntries))
  }

  /// Another snapshot of the tables begins.
  func begin() {
    for slice in positions.indices { positions[slice] = nil }
  }

  private func position(of slice: Int) throws -> Int64 {
    if let known = positions[slice] { return known }
    let position = try tables.foldedThrough(slice: slice)
    positions[slice] = position
    return position
  }

  private func changes(of number: Int64) throws -> ConversationTail? {
    try tail.conversation(number, above: try position(of: Tail.slice(of: number)))
  }

  // MARK: - Conversations

  /// A conversation and what the tables do not have of it.
  struct Found {
    var state: ConversationState
    var tail: ConversationTail?
  }

  func find(_ id: ConversationID, app: AppID) throws -> Found? {
    if let stored = try tables.conversation(id, app: app) {
      let tail = try changes(of: stored.number)
      return Found(state: tail?.state ?? stored, tail: tail)
    }
    guard let made = try made(id, app: app), let tail = try changes(of: made) else { return nil }
    return Found(state: tail.state, tail: tail)
  }

  private func number(of id: ConversationID, app: AppID) throws -> Int64? {
    try tables.conversationNumber(id, app: app) ?? made(id, app: app)
  }

  /// The number of a conversation that the tables do not know.
  private func made(_ id: ConversationID, app: AppID) throws -> Int64? {
    let name = ConversationKey(app: app, id: id)
    for slice in 0..<Tail.slices {
      if let number = try tail.made(name, in: slice, above: try position(of: slice)) { return number }
    }
    return nil
  }

  func conversation(_ id: ConversationID, app: AppID) throws -> ConversationRecord? { try find(id, app: app)?.state.record }

  // MARK: - Members

  func member(_ user: UserID, of id: ConversationID, app: AppID) throws -> MemberRecord? {
    try find(id, app: app).flatMap { try member(user, of: $0) }
  }

  /// A user as a reader.
  func member(_ user: UserID, of found: Found) throws -> MemberRecord? {
    var member = found.tail?.isNew == true ? nil : try tables.member(user, of: found.state.number)
    if let patch = found.tail?.members[user] { member = patch.applied(to: member) }
    let record = found.state.record
    return kinds.policy(of: record.id).reader(user, member: member, head: record.head)
  }

  func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) throws -> [MemberRecord] {
    guard let found = try find(id, app: app) else { return [] }
    let patches = found.tail?.members ?? [:]
    // As many more as may have left.
    let stored = try tables.members(of: found.state.number, after: after, limit: limit.addingClamped(patches.count))
    guard !patches.isEmpty else { return stored }
    var members = Dictionary(stored.map { ($0.user, $0) }, uniquingKeysWith: { $1 })
    for (user, patch) in patches where after.map({ user > $0 }) ?? true { members[user] = patch.applied(to: members[user]) }
    return Array(members.values.sorted { $0.user < $1.user }.prefix(limit))
  }

  func readTimes(of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID) throws -> [UserID: Int64] {
    guard let found = try find(id, app: app) else { return [:] }
    var times: [UserID: Int64] = [:]
    for user in users {
      let patch = found.tail?.members[user]
      let isAsBefore = if case .joined? = patch?.change { false } else if case .left? = patch?.change { false } else { true }
      var move: ReadMove?
      if isAsBefore, found.tail?.isNew != true { move = try tables.readMove(to: seq, by: user, of: found.state.number) }
      move = move ?? patch?.moves.first { $0.seq >= seq }
      // What was read before the moves that are remembered, was so at a time that is not.
      if let move, move.since < seq { times[user] = move.time }
    }
    return times
  }

  // MARK: - Entries

  func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) throws -> [LogEntry] {
    guard let number = try number(of: id, app: app) else { return [] }
    let position = try position(of: Tail.slice(of: number))
    let page = try tail.entries(of: number, in: range, limit: limit, newest: newest, above: position)
    guard let page else {
      var stored = try tables.entries(of: number, range: range, limit: limit, newest: newest)
      for index in stored.indices { try attach(to: &stored[index], of: number, nil, for: nil) }
      return stored
    }
    var stored: [LogEntry] = []
    let upper = min(range.upperBound, page.first.map { $0 &- 1 } ?? .max)
    let wanted = newest ? limit &- page.count : limit
    if upper >= range.lowerBound, wanted > 0 {
      stored = try tables.entries(of: number, range: range.lowerBound...upper, limit: wanted, newest: newest)
      for index in stored.indices {
        let patch = page.patches[stored[index].seq]
        patch?.apply(to: &stored[index])
        try attach(to: &stored[index], of: number, patch, for: nil)
      }
    }
    return stored + page.entries(for: nil).prefix(limit &- stored.count)
  }

  /// A member's page of a log; nil where the user is not a member or there is no such conversation.
  func page<Sink: EntrySink>(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into sink: Sink
  ) throws -> LogPage<Sink>? {
    let stored = try tables.access(of: user, to: id, app: app)
    guard let number = try stored?.number ?? made(id, app: app) else { return nil }
    let position = try position(of: Tail.slice(of: number))
    let (newest, patches) = try tail.read(number, above: position) { layers in
      (layers.last?.newest, layers.compactMap { $0.members[user] })
    }
    let head = newest ?? stored?.head ?? 0
    let found = patches.reduce(stored?.member) { $1.applied(to: $0) }
    guard let member = kinds.policy(of: id).reader(user, member: found, head: head) else { return nil }
    guard let range = request.positions(first: member.first, head: head) else {
      return LogPage(sink: sink, head: head, first: member.first)
    }
    guard member.hidden > 0 else {
      return LogPage(sink: try fill(sink, number, range, request, for: LogReader(member)), head: head, first: member.first)
    }
    let veiling = VeilingSink(sink: sink, hidden: try hidden(from: member, of: number, patches))
    let filled = try fill(veiling, number, range, request, for: LogReader(member))
    return LogPage(sink: filled.sink, head: head, first: member.first)
  }

  /// Gives a sink the entries of a range.
  private func fill<Sink: EntrySink>(
    _ sink: Sink, _ number: Int64, _ range: ClosedRange<UInt64>, _ request: PageRequest, for reader: LogReader
  ) throws -> Sink {
    let position = try position(of: Tail.slice(of: number))
    var sink = sink
    let recent = try tail.entries(of: number, in: range, limit: request.limit, newest: request.newest, above: position)
    var goesOn = true
    if request.newest, let recent { goesOn = recent.give(backwards: true, for: reader, to: &sink) }
    let upper = min(range.upperBound, recent?.first.map { $0 &- 1 } ?? .max)
    if goesOn, upper >= range.lowerBound {
      try tables.eachEntry(of: number, range: range.lowerBound...upper, newest: request.newest) { row in
        goesOn = try pass(row, of: number, patches: recent?.patches ?? [:], for: reader, to: &sink)
        return goesOn
      }
    }
    if goesOn, !request.newest, let recent { _ = recent.give(backwards: false, for: reader, to: &sink) }
    return sink
  }

  /// What a member hid, as of the moment in which the member was read.
  func hidden(from member: MemberRecord, of found: Found) throws -> HiddenPositions {
    try hidden(from: member, of: found.state.number, [found.tail?.members[member.user]].compactMap(\.self))
  }

  /// What a member hid; `patches` are those with which the member was read.
  private func hidden(from member: MemberRecord, of number: Int64, _ patches: [MemberPatch]) throws -> HiddenPositions {
    guard member.hidden > 0 else { return HiddenPositions(cleared: member.cleared, single: []) }
    let single = patches.reduce(try tables.hidden(from: member.user, of: number)) { $1.applied(to: $0) }
    return HiddenPositions(cleared: member.cleared, single: single)
  }

  /// Gives an entry of the tables to a sink, as it is now.
  private func pass(
    _ row: SQLiteRow, of number: Int64, patches: [UInt64: EntryPatch], for reader: LogReader, to sink: inout some EntrySink
  ) throws -> Bool {
    if patches.isEmpty, let message = try row.lentMessage() {
      let details = message.details.isEmpty ? nil : try row.details(13)
      if let details, let sender = UserID(String(decoding: message.sender, as: UTF8.self)),
        !details.isVisible(to: reader.user, sender: sender)
      {
        return sink.takeWithheld(seq: message.seq, time: message.time, countable: message.countable)
      }
      return sink.take(message)
    }
    var entry = try row.entry()
    let patch = patches[entry.seq]
    patch?.apply(to: &entry)
    try attach(to: &entry, of: number, patch, for: reader.user)
    return sink.take(entry, for: reader)
  }

  /// Reads what is attached to an entry of the tables, for a user.
  private func attach(to entry: inout LogEntry, of number: Int64, _ patch: EntryPatch?, for user: UserID?) throws {
    guard entry.showsAnnotations else { return }
    let owner = user?.text ?? AnnotationSlot.shared
    var slots = try tables.annotations(of: entry.seq, number: number, for: owner)
    patch?.annotate(&slots, for: owner)
    entry.annotations = [AttachedAnnotation](sorting: slots)
  }

  func entry(at seq: UInt64, of found: Found, for user: UserID) throws -> LogEntry? {
    if var entry = found.tail?.entry(at: seq) {
      found.tail?.patches[seq]?.attach(to: &entry, for: user)
      return entry
    }
    guard var entry = try tables.entries(of: found.state.number, range: seq...seq, limit: 1, newest: false).first else {
      return nil
    }
    let patch = found.tail?.patches[seq]
    patch?.apply(to: &entry)
    try attach(to: &entry, of: found.state.number, patch, for: user)
    return entry
  }

  // MARK: - Summaries

  func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, limit: Int
  ) throws -> [ConversationSummary] {
    let candidates =
      if let only {
        try Set(only).compactMap { try find($0, app: app) }.map {
          (number: $0.state.number, stamp: $0.state.record.stamp, tail: $0.tail)
        }
      } else {
        try memberships(of: user, app: app)
      }
    var summaries: [ConversationSummary] = []
    for candidate in candidates.filter({ changed.contains($0.stamp) }).sorted(by: { $0.stamp > $1.stamp }) {
      guard summaries.count < limit else { break }
      guard let state = try candidate.tail?.state ?? tables.conversation(number: candidate.number) else { continue }
      let found = Found(state: state, tail: candidate.tail)
      guard let member = try member(user, of: found) else { continue }
      summaries.append(try summary(of: found, for: member))
    }
    return summaries
  }

  private typealias Candidate = (number: Int64, stamp: UInt64, tail: ConversationTail?)

  private func candidate(_ number: Int64, stamp: UInt64) throws -> Candidate {
    let tail = try changes(of: number)
    return (number, tail?.state.record.stamp ?? stamp, tail)
  }

  /// The conversations the user is or was a member of, and those that anybody may read.
  private func memberships(of user: UserID, app: AppID) throws -> [Candidate] {
    var candidates = try tables.memberships(of: user, app: app).map { try candidate($0, stamp: $1) }
    try addOpen(to: &candidates, app: app)
    var known = Set<Int64>()
    for slice in 0..<Tail.slices {
      let changed = try tail.user(UserKey(app: app, user: user), in: slice, above: try position(of: slice))
      guard let joined = changed?.joined, !joined.isEmpty else { continue }
      if known.isEmpty { known = Set(candidates.map(\.number)) }
      for number in joined where known.insert(number).inserted {
        if let tail = try changes(of: number) { candidates.append((number, tail.state.record.stamp, tail)) }
      }
    }
    return candidates
  }

  /// Adds the conversations of an app that anybody may read.
  private func addOpen(to candidates: inout [Candidate], app: AppID) throws {
    let open = kinds.open.map(\.kind)
    guard !open.isEmpty else { return }
    var known = Set(candidates.map(\.number))
    for kind in open {
      for (number, stamp) in try tables.conversations(of: kind, app: app) where known.insert(number).inserted {
        candidates.append(try candidate(number, stamp: stamp))
      }
      for slice in 0..<Tail.slices {
        for number in try tail.made(of: kind, app: app, in: slice, above: try position(of: slice))
        where known.insert(number).inserted { candidates.append(try candidate(number, stamp: 0)) }
      }
    }
  }

  private func summary(of found: Found, for member: MemberRecord) throws -> ConversationSummary {
    let hidden = try hidden(from: member, of: found)
    let own = try addressed(in: found, to: member, hidden)
    let shown = max(found.state.shown, own.listed)
    var last = shown >= member.first ? try entry(at: shown, of: found, for: member.user) : nil
    if last != nil, hidden.contains(shown) { last = try newestMessage(of: found, for: member, hidden) }
    return ConversationSummary(
      record: found.state.record, member: member, unread: try unread(in: found, for: member, hidden) &+ own.unread,
      mentions: own.mentions, firstMention: own.firstMention, lastMessage: last)
  }

  /// The newest message that the member may see as the last one, and that is neither recalled nor hidden.
  private func newestMessage(
    of found: Found, for member: MemberRecord, _ hidden: HiddenPositions
  ) throws -> LogEntry? {
    let (head, number) = (found.state.record.head, found.state.number)
    guard head >= member.first else { return nil }
    func mayBeLast(_ seq: UInt64, _ details: Details?, from sender: UserID) -> Bool {
      guard !hidden.contains(seq), found.tail?.patches[seq]?.isRecalled != true else { return false }
      return details.map { $0.wire.isListed && $0.isVisible(to: member.user, sender: sender) } ?? true
    }
    let recent = found.tail?.appends(in: member.first...head).last { append in
      append.isMessage && mayBeLast(append.entry.seq, append.entry.details, from: append.entry.sender)
    }
    var newest = recent?.entry.seq
    let upper = min(head, found.tail?.first.map { $0 &- 1 } ?? .max)
    if newest == nil, upper >= member.first {
      // There may be many thousand entries of other kinds in between, of which nothing is read but the kind.
      newest = try tables.newestMessage(in: member.first...upper, of: number) { mayBeLast($0, $1, from: $2) }
    }
    return try newest.flatMap { try entry(at: $0, of: found, for: member.user) }
  }

  /// What concerns the member in particular: unread mentions, and what is directed to the member.
  private func addressed(
    in found: Found, to member: MemberRecord, _ hidden: HiddenPositions
  ) throws -> AddressedCounts {
    let (head, floor) = (found.state.record.head, member.floor)
    let start = max(max(member.joined, member.cleared), min(floor, found.state.shown))
    guard start < head else { return AddressedCounts() }
    let tail = found.tail
    var counts = AddressedCounts()
    if tail?.isNew != true {
      let gone = (tail?.recalledBefore(after: start) ?? []) + hidden.single
      counts = try tables.addressed(to: member.user, of: found.state.number, after: start, floor: floor, except: gone)
    }
    for (seq, address) in tail?.addressed(to: member.user) ?? [] where seq > start && !hidden.single.contains(seq) {
      counts.add(address, at: seq, isUnread: seq > floor)
    }
    return counts
  }

  func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) throws -> [LogEntry]? {
    guard let found = try find(id, app: app), let member = try member(user, of: found) else { return nil }
    let start = max(after, member.floor)
    let hidden = try hidden(from: member, of: found).single
    let recent = (found.tail?.addressed(to: user) ?? [])
      .filter { $0.seq > start && $0.address.contains(.mention) && !hidden.contains($0.seq) }.map(\.seq)
    var positions: [UInt64] = []
    if found.tail?.isNew != true {
      positions = try tables.mentions(
        of: user, in: found.state.number, after: start, except: (found.tail?.recalledBefore(after: start) ?? []) + hidden,
        limit: limit, newest: newest)
    }
    positions = (positions + recent).sorted()
    return try (newest ? positions.suffix(limit) : positions.prefix(limit)).compactMap {
      try entry(at: $0, of: found, for: user)
    }
  }

  /// A subtraction: what counts in all, less what counts up to where the member has read, less what was recalled or
  /// hidden since.
  private func unread(in found: Found, for member: MemberRecord, _ hidden: HiddenPositions) throws -> UInt64 {
    let (record, number) = (found.state.record, found.state.number)
    let floor = member.floor
    guard floor < record.head else { return 0 }
    let read = try found.tail?.append(at: floor)?.entry.countable ?? tables.countable(upTo: floor, of: number)
    guard read < record.countable else { return 0 }
    let unread = record.countable &- read
    let recalled = try tables.recalled(after: floor, of: number) &+ UInt64(found.tail?.recalled.count { $0 > floor } ?? 0)
    let gone = try recalled &+ UInt64(hidden.single.count { try $0 > floor && counts($0, in: found) })
    return unread > gone ? unread &- gone : 0
  }

  /// Whether a position holds a message that counts as unread and was not recalled.
  private func counts(_ seq: UInt64, in found: Found) throws -> Bool {
    if let append = found.tail?.append(at: seq) {
      return append.message(with: found.tail?.patches[seq] ?? EntryPatch()).map { $0.counts && !$0.isRecalled } ?? append.counts
    }
    let isRecalled = found.tail?.patches[seq]?.isRecalled ?? false
    return try !isRecalled && tables.counts(at: seq, of: found.state.number)
  }

  // MARK: - Scheduled messages

  func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) throws -> [ScheduledMessage] {
    let owner = UserKey(app: app, user: user)
    let changed = try tail.scheduled(above: try position(of: Tail.sliceOfUsers)).filter { key, _ in
      key.owner == owner && after.map { key.clientID.text > $0.text } ?? true
    }
    // As many more as may be no more.
    let stored = try tables.scheduled(of: user, app: app, after: after, limit: limit.addingClamped(changed.count))
    return Array(stored.overlaid(changed).sorted { $0.clientID.text < $1.clientID.text }.prefix(limit))
  }

  func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage] {
    let changed = try tail.scheduled(above: try position(of: Tail.sliceOfUsers))
    let stored = try tables.scheduled(after: after, limit: limit.addingClamped(changed.count))
    let found = stored.overlaid(changed).filter { after?.isBefore($0) ?? true }
    return Array(found.sorted { ScheduledPlace(of: $0).isBefore($1) }.prefix(limit))
  }

  // MARK: - Users

  func user(_ id: UserID, app: AppID) throws -> UserRecord? {
    let slice = Tail.sliceOfUsers
    let changed = try tail.user(UserKey(app: app, user: id), in: slice, above: try position(of: slice))
    return try changed?.record ?? tables.user(id, app: app)
  }

  func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) throws -> SettingsPage {
    // The head first: what changes after it was asked for may be contained as well.
    let head = try userLog(of: user, app: app, after: .max, limit: 0).head
    let changed = try tail.user(
      UserKey(app: app, user: user), in: Tail.sliceOfUsers, above: try position(of: Tail.sliceOfUsers))
    let dropped = changed?.droppedSettings ?? []
    let recent = (changed?.settings ?? [:]).filter { name, _ in after.map { $0 < name } ?? true }
    // As many more as may be gone; what was dropped may be any number.
    let wanted = dropped.isEmpty ? limit.addingReportingOverflow(recent.count &+ 1).partialValue : Int.max
    let stored = try tables.settings(of: user, app: app, after: after, limit: wanted < limit ? .max : wanted)
    var settings = Dictionary(stored.map { ($0.name, $0) }) { $1 }
    if !dropped.isEmpty { settings = settings.filter { $0.key.conversation.map { !dropped.contains($0) } ?? true } }
    settings.merge(recent) { $1 }
    let all = settings.values.filter { !$0.value.isEmpty }.sorted { $0.name < $1.name }
    return SettingsPage(settings: Array(all.prefix(limit)), head: head, more: all.count > limit)
  }

  func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) throws -> UserLogPage {
    // One slice after the other would miss what is published meanwhile in those looked at, and find what came later.
    let recent = try tail.userEntries(
      UserKey(app: app, user: user), above: try (0..<Tail.slices).map { try position(of: $0) })
    let head = max(try tables.userHead(user, app: app), recent.reduce(0) { max($0, $1.seq) })
    // Those before are removed from the tables now and then, and do not count as there any more before they are.
    let floor = head > userLogEntries ? head &- userLogEntries : 0
    let after = max(after, floor)
    var page = try tables.userLog(of: user, app: app, after: after, limit: limit)
    guard !recent.isEmpty else {
      page.first = max(page.first, floor &+ 1)
      return page
    }
    // Slices are folded one by one, so the tables may lack entries before ones they have.
    let first = min(page.isEmptyLog ? .max : page.first, recent.reduce(.max) { min($0, $1.seq) })
    page.first = max(first, floor &+ 1)
    page.head = head
    let entries = (page.entries + recent.filter { $0.seq > after }).sorted { $0.seq < $1.seq }
    page.entries = Array(entries.prefix(limit))
    return page
  }
}

extension Int {
  /// So many more, for a limit; itself where that is no number.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? self : sum
  }
}

extension [ScheduledMessage] {
  /// With what changed since laid over it.
  func overlaid(_ changed: [ScheduledKey: ScheduledMessage?]) -> [ScheduledMessage] {
    filter { changed[$0.key] == nil } + changed.values.compactMap(\.self)
  }
}

extension ConversationTail {
  /// Positions of messages in the tables, after a position, that were recalled here.
  fileprivate func recalledBefore(after seq: UInt64) -> [UInt64] {
    patches.filter { $0.value.isRecalled && $0.key > seq && $0.key < first ?? .max }.map(\.key)
  }

  /// The messages appended here that are not recalled and concern a user in particular.
  fileprivate func addressed(to user: UserID) -> [(seq: UInt64, address: Details.Address)] {
    detailed.compactMap { seq in
      guard let entry = append(at: seq)?.entry, patches[seq]?.isRecalled != true, let details = entry.details else { return nil }
      let address = details.address(of: user, sender: entry.sender)
      return address.isEmpty ? nil : (seq, address)
    }
  }
}

extension UserLogPage {
  /// Whether the log has no entry at all.
  fileprivate var isEmptyLog: Bool { head == 0 }
}
