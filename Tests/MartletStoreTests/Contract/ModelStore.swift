import MartletStore
import MartletWire

/// What the contract says, as plainly as it can be written: the accepted appends are kept as they came, and every
/// answer is worked out from the first of them on.
struct ModelStore {
  struct Place: Hashable {
    var app: AppID
    var conversation: ConversationID
  }

  struct Person: Hashable {
    var app: AppID
    var user: UserID
  }

  private struct Request: Hashable {
    var sender: Person
    var id: ClientID
  }

  private struct Accepted {
    var append: Append
    var time: Int64
  }

  private struct Reading: Hashable {
    var place: Place
    var user: UserID
  }

  private var logs: [Place: [Accepted]] = [:]
  private var requests: [Request: (fingerprint: [UInt8], position: Position)] = [:]
  private var reads: [Reading: UInt64] = [:]
  private(set) var userLogs: [Person: [UserLogEntry]] = [:]
  /// Places in the order of their last change.
  private var order: [Place] = []

  var places: [Place] { order }

  // MARK: - Writes

  /// The outcome; a stored one has stamp 0.
  mutating func append(_ append: Append) -> AppendOutcome {
    let place = Place(app: append.app, conversation: append.conversation)
    let request = Request(sender: Person(app: append.app, user: append.sender), id: append.clientID)
    if let known = requests[request] {
      return known.fingerprint == append.fingerprint ? .repeated(known.position) : .conflict
    }
    if logs[place] == nil && append.create == nil { return .noConversation }
    for condition in append.conditions where !holds(condition, append, place) { return .refused(condition) }
    let before = Set(members(place).map(\.user))
    var log = logs[place] ?? []
    let time = max(append.time, log.last?.time ?? .min)
    log.append(Accepted(append: append, time: time))
    logs[place] = log
    order.removeAll { $0 == place }
    order.append(place)
    let position = Position(conversation: append.conversation, seq: UInt64(log.count), time: time)
    requests[request] = (append.fingerprint, position)
    let after = Set(members(place).map(\.user))
    var told: [AddressedUserEntry] = []
    for user in append.joins where after.contains(user) && !before.contains(user) && !told.contains(where: { $0.user == user }) {
      reads[Reading(place: place, user: user)] = nil
      if append.conversation.kind == .direct { continue }
      told.append(tell(user, .joined(position.seq), position, append.app))
    }
    for user in append.leaves where before.contains(user) && !told.contains(where: { $0.user == user }) {
      told.append(tell(user, .left(position.seq), position, append.app))
    }
    return .stored(
      Stored(
        position: position, countable: countable(place).last ?? 0, stamp: 0, details: entries(place).last?.details,
        userEntries: told))
  }

  mutating func mark(_ mark: Mark) -> MarkOutcome {
    let place = Place(app: mark.app, conversation: mark.conversation)
    guard let member = members(place).first(where: { $0.user == mark.user }) else { return .notMember }
    let target = min(mark.seq, UInt64(logs[place]?.count ?? 0))
    guard target > member.read, target >= member.joined else { return .unchanged(read: member.read) }
    reads[Reading(place: place, user: mark.user)] = target
    let position = Position(conversation: mark.conversation, seq: target, time: mark.time)
    return .moved(read: target, entry: tell(mark.user, .readTo(target), position, mark.app).entry)
  }

  private mutating func tell(
    _ user: UserID, _ event: UserLogEntry.Event, _ position: Position, _ app: AppID
  ) -> AddressedUserEntry {
    let log = userLogs[Person(app: app, user: user), default: []]
    let entry = UserLogEntry(
      seq: UInt64(log.count + 1), time: position.time, conversation: position.conversation, event: event)
    userLogs[Person(app: app, user: user)] = log + [entry]
    return AddressedUserEntry(user: user, entry: entry)
  }

  // MARK: - Reads

  /// The log, with every event applied to what came before it.
  func entries(_ place: Place) -> [LogEntry] {
    var entries: [LogEntry] = []
    /// The indexes of the edits folded into the message at an index.
    var folded: [Int: Set<Int>] = [:]
    let countable = countable(place)
    for (index, accepted) in (logs[place] ?? []).enumerated() {
      let append = accepted.append
      let seq = UInt64(index + 1)
      entries.append(
        LogEntry(
          seq: seq, time: accepted.time, sender: append.sender, clientID: append.clientID, countable: countable[index],
          event: append.event, details: append.details))
      switch append.event {
      case .edited(let target, let type, let content):
        let said = entries.first { $0.seq == target && $0.isMessage }
        // An edit goes where its message went.
        entries[index].details = said?.details.flatMap { $0.isDirected ? Details(Wire.Details(directed: $0.wire.directed)) : nil }
        guard let at = standingMessage(target, in: entries) else { break }
        entries[at].event = .message(type: type, content: content)
        entries[at].revision = seq
        folded[at, default: []].insert(index)
      case .recalled(let target):
        guard let at = standingMessage(target, in: entries) else { break }
        entries[at].isRecalled = true
        entries[at].details = entries[at].details.flatMap { details in
          let mentions = details.wire.mentions.map { Wire.Mentions(all: $0.all, users: $0.users) }
          return Details(Wire.Details(mentions: mentions, directed: details.wire.directed, policy: details.wire.policy))
        }
        entries[at].revision = seq
        for index in entries.indices {
          switch entries[index].event {
          case .message(let type, _) where index == at: entries[index].event = .message(type: type, content: "")
          case .edited(target, let type, _) where folded[at]?.contains(index) == true:
            entries[index].event = .edited(target: target, type: type, content: "")
          default: break
          }
        }
      default: break
      }
    }
    return entries
  }

  private func standingMessage(_ seq: UInt64, in entries: [LogEntry]) -> Int? {
    entries.firstIndex {
      guard case .message = $0.event else { return false }
      return $0.seq == seq && !$0.isRecalled
    }
  }

  private func countable(_ place: Place) -> [UInt64] {
    var count: UInt64 = 0
    return (logs[place] ?? []).map { accepted in
      count += accepted.append.counts ? 1 : 0
      return count
    }
  }

  /// In ascending order.
  func members(_ place: Place) -> [MemberRecord] {
    var members: [UserID: MemberRecord] = [:]
    for (index, accepted) in (logs[place] ?? []).enumerated() {
      let seq = UInt64(index + 1)
      let append = accepted.append
      let before = Set(members.keys)
      for user in append.joins where !before.contains(user) {
        members[user] = MemberRecord(user: user, joined: place.conversation.kind == .direct ? 0 : seq, read: 0, lastSent: 0)
      }
      for user in append.leaves where before.contains(user) { members[user] = nil }
      if case .message = append.event { members[append.sender]?.lastSent = seq }
    }
    return members.values.sorted { $0.user < $1.user }.map { member in
      var member = member
      member.read = reads[Reading(place: place, user: member.user)] ?? 0
      return member
    }
  }

  /// The record with stamp 0.
  func record(_ place: Place) -> ConversationRecord? {
    guard let log = logs[place], let first = log.first, let last = log.last else { return nil }
    var owner = first.append.create?.owner
    for accepted in log {
      switch accepted.append.owner {
      case .user(let user): owner = user
      case .nobody: owner = nil
      case nil: break
      }
    }
    return ConversationRecord(
      id: place.conversation, title: first.append.create?.title ?? "", owner: owner, head: UInt64(log.count),
      countable: countable(place).last ?? 0, time: last.time, stamp: 0, memberCount: members(place).count)
  }

  /// The latest change first, with stamp 0; unread is counted entry by entry.
  func summaries(_ person: Person) -> [ConversationSummary] {
    order.reversed().compactMap { place in
      guard place.app == person.app, let record = record(place),
        let member = members(place).first(where: { $0.user == person.user })
      else { return nil }
      let entries = entries(place)
      let floor = max(member.joined, member.read, member.lastSent)
      let accepted = logs[place] ?? []
      let standing = entries.indices.filter { !entries[$0].isRecalled && entries[$0].isVisible(to: member.user) }
      let unread = standing.filter { index in
        let own = entries[index].isMessage && entries[index].details?.isDirected == true
        return entries[index].seq > floor && (own ? entries[index].isCounted : accepted[index].append.counts)
      }
      let mentions = mentions(of: member, in: entries)
      let last = standing.last {
        entries[$0].isMessage && entries[$0].seq >= member.joined && entries[$0].details?.wire.policy?.listed != .no
      }
      return ConversationSummary(
        record: record, member: member, unread: UInt64(unread.count), mentions: UInt64(mentions.count),
        firstMention: mentions.first?.seq ?? 0, lastMessage: last.map { entries[$0] })
    }
  }

  /// A member's unread mentions.
  func mentions(of user: UserID, in place: Place) -> [LogEntry]? {
    members(place).first { $0.user == user }.map { mentions(of: $0, in: entries(place)) }
  }

  private func mentions(of member: MemberRecord, in entries: [LogEntry]) -> [LogEntry] {
    entries.filter { entry in
      guard entry.seq > max(member.joined, member.read, member.lastSent), entry.isMessage, !entry.isRecalled,
        entry.isVisible(to: member.user), entry.isCounted, let mentions = entry.details?.wire.mentions
      else { return false }
      return mentions.all || mentions.users.contains(member.user.text)
    }
  }

  // MARK: - Conditions

  private func holds(_ condition: Condition, _ append: Append, _ place: Place) -> Bool {
    let isNew = logs[place] == nil
    let before = Set(members(place).map(\.user))
    switch condition {
    case .absent: return isNew
    case .member(let user): return isNew ? append.joins.contains(user) : before.contains(user)
    case .membershipChangesApply: return before.isDisjoint(with: append.joins) && before.isSuperset(of: append.leaves)
    case .owner(let user): return user == (isNew ? append.create?.owner : record(place)?.owner)
    case .membersAtMost(let limit):
      return before.union(append.joins).subtracting(before.intersection(append.leaves)).count <= limit
    case .visibleMessage(let seq, let user):
      guard let member = members(place).first(where: { $0.user == user }), seq >= member.joined else { return false }
      let entries = entries(place)
      return standingMessage(seq, in: entries).map { entries[$0].isVisible(to: user) } ?? false
    case .sentBy(let user, let seq):
      return entries(place).contains {
        guard case .message = $0.event else { return false }
        return $0.seq == seq && $0.sender == user
      }
    }
  }
}

extension LogEntry {
  fileprivate var isMessage: Bool { if case .message = event { true } else { false } }
  fileprivate var isCounted: Bool { details?.wire.policy?.counted != .no }

  fileprivate func isVisible(to user: UserID) -> Bool {
    guard let directed = details?.wire.directed, !directed.isEmpty else { return true }
    return sender == user || directed.contains(user.text)
  }
}
