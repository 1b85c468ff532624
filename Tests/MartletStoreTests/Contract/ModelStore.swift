import MartletStore
import MartletWire

// This file is long because every answer is worked out from the same few private values.

/// The contract, as plainly as possible: keeps the accepted appends, and computes every answer from the first of them on.
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

  struct Accepted {
    var append: Append
    var time: Int64
  }

  private struct Reading: Hashable {
    var place: Place
    var user: UserID
  }

  struct Hidden {
    var cleared: UInt64 = 0
    var single: Set<UInt64> = []
    var revision: UInt64 = 0
  }

  private(set) var logs: [Place: [Accepted]] = [:]
  /// The position is nil if there was nothing to change.
  private var requests: [Request: (fingerprint: [UInt8], position: Position?)] = [:]
  private var reads: [Reading: UInt64] = [:]
  private var hides: [Reading: Hidden] = [:]
  var kept: [Person: [SettingName: Setting]] = [:]
  /// The users whom each one blocks, with the entries of the log that made it so.
  var related: [Person: [UserID: RelationRecord]] = [:]
  private var tolds: [Reading: UInt64] = [:]
  private var delivered: [Reading: UInt64] = [:]
  var userLogs: [Person: [UserLogEntry]] = [:]
  /// Places in the order of their last change.
  private var order: [Place] = []

  var places: [Place] { order }

  // MARK: - Writes

  /// The outcome; a stored one has stamp 0.
  mutating func append(_ append: Append) -> AppendOutcome {
    let place = Place(app: append.app, conversation: append.conversation)
    let request = Request(sender: Person(app: append.app, user: append.sender), id: append.clientID)
    if let known = requests[request] {
      guard known.fingerprint == append.fingerprint else { return .conflict }
      return known.position.map { .repeated($0) } ?? .unchanged
    }
    if logs[place] == nil && append.create == nil { return .noConversation }
    for condition in append.conditions where !holds(condition, append, place) {
      switch condition {
      case .membershipChangesApply, .annotationChanges, .conversationChanges, .rolesChange, .bansChange, .applicationChanges,
        .nicknameChanges, .announcementChanges:
        requests[request] = (append.fingerprint, nil)
        return .unchanged
      case .mayWrite where !holds(.notDismissed, append, place): return .refused(.notDismissed)
      case .mayWrite(let user, _) where !holds(.notSilenced(user), append, place): return .refused(.notSilenced(user))
      case .notBanned(let users, let time, _):
        guard let ban = users.compactMap({ ban(of: $0, place, at: time) }).first else { return .refused(condition) }
        return .refused(.notBanned([ban.user], at: time, until: ban.until))
      case .applied(let users, let time):
        let stranger = users.first { outsider($0, .applied, place, at: time) == nil }
        return .refused(.applied([stranger ?? users[0]], at: time))
      default: return .refused(condition)
      }
    }
    let before = Set(members(place).map(\.user))
    var log = logs[place] ?? []
    let time = max(append.time, log.last?.time ?? .min)
    let append = settled(append, place)
    let answered = answered(by: append, place)
    log.append(Accepted(append: append, time: time))
    logs[place] = log
    order.removeAll { $0 == place }
    order.append(place)
    let position = Position(conversation: append.conversation, seq: UInt64(log.count), time: time)
    requests[request] = (append.fingerprint, position)
    let after = Set(members(place).map(\.user))
    var told: [AddressedUserEntry] = []
    for user in append.joins where after.contains(user) && !before.contains(user) && !told.contains(where: { $0.user == user }) {
      for path in [\ModelStore.reads, \.tolds, \.delivered] { self[keyPath: path][Reading(place: place, user: user)] = nil }
      hides[Reading(place: place, user: user)] = nil
      if append.conversation.isOfTwo { continue }
      told.append(tell(user, .joined(position.seq), position, append.app))
    }
    for user in append.leaves where before.contains(user) && !told.contains(where: { $0.user == user }) {
      told.append(tell(user, .left(position.seq), position, append.app))
      hides[Reading(place: place, user: user)] = nil
      let person = Person(app: append.app, user: user)
      kept[person] = kept[person]?.filter { $0.key.conversation != append.conversation }
    }
    for user in answered { told.append(tell(user, .applicationChanged(position.seq), position, append.app)) }
    return .stored(
      Stored(
        position: position, countable: countable(place).last ?? 0, stamp: 0, details: entries(place).last?.details,
        userEntries: told, settled: settled(place), relations: relations(in: place)))
  }

  /// The newest event, if a store may settle it otherwise than was asked for.
  private func settled(_ place: Place) -> Shared<LogEvent>? {
    guard let event = fold(place).entries.last?.event else { return nil }
    switch event {
    case .annotated, .conversationChanged, .usersBanned, .announced: return Shared(event)
    default: return nil
    }
  }

  mutating func mark(_ mark: Mark) -> MarkOutcome {
    let place = Place(app: mark.app, conversation: mark.conversation)
    guard let member = members(place).first(where: { $0.user == mark.user }) else { return .notMember }
    let target = min(mark.seq, UInt64(logs[place]?.count ?? 0))
    let reading = Reading(place: place, user: mark.user)
    guard target >= member.joined else { return .unchanged(read: member.read) }
    switch mark.kind {
    case .delivered:
      guard target > member.delivered else { return .unchanged(read: member.read) }
      delivered[reading] = target
      return .delivered(target)
    case .read where target > member.told && target <= member.read:
      tolds[reading] = target
      return .told(target, read: member.read)
    case .read, .readQuietly:
      guard target > member.read else { return .unchanged(read: member.read) }
      reads[reading] = target
      if mark.kind == .read { tolds[reading] = target }
    }
    let position = Position(conversation: mark.conversation, seq: target, time: mark.time)
    return .moved(read: target, entry: tell(mark.user, .readTo(target), position, mark.app).entry)
  }

  mutating func hide(_ hide: Hide) -> HideOutcome {
    let place = Place(app: hide.app, conversation: hide.conversation)
    guard let member = members(place).first(where: { $0.user == hide.user }) else { return .notMember }
    let head = UInt64(logs[place]?.count ?? 0)
    let reading = Reading(place: place, user: hide.user)
    var hidden = hides[reading] ?? Hidden()
    let before = entries(place).filter { $0.seq >= member.first && $0.isMessage && $0.isVisible(to: hide.user) }.map(\.seq)
    if min(hide.until, head) >= member.first { hidden.cleared = min(hide.until, head) }
    let new = Set(hide.targets).intersection(before).subtracting(hidden.single).filter { $0 > hidden.cleared }.sorted()
    let log = UInt64(userLogs[Person(app: hide.app, user: hide.user)]?.count ?? 0)
    if hidden.cleared == member.cleared, new.isEmpty { return .unchanged(head: log) }
    if !new.isEmpty, hidden.single.filter({ $0 > hidden.cleared }).count + new.count > hide.most { return .full }
    hidden.single.formUnion(new)
    hidden.revision = log + 1
    hides[reading] = hidden
    let position = Position(conversation: hide.conversation, seq: 0, time: hide.time)
    return .hidden(tell(hide.user, .hidden(until: hidden.cleared, new), position, hide.app).entry)
  }

  /// The entries of a log that a member sees, without hidden ones.
  func visible(_ place: Place, _ member: MemberRecord) -> [LogEntry] {
    let hidden = hides[Reading(place: place, user: member.user)] ?? Hidden()
    func isHidden(_ seq: UInt64) -> Bool { hidden.single.contains(seq) || (seq <= hidden.cleared) }
    return entries(place).filter { entry in
      // Withheld entries are not hidden.
      guard entry.isVisible(to: member.user) else { return true }
      if case .edited(let target, _, _) = entry.event, target < member.since { return true }
      guard entry.seq >= member.since, !isHidden(entry.seq) else { return false }
      if case .edited(let target, _, _) = entry.event, hidden.revision > 0 { return !isHidden(target) }
      return true
    }
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

  /// The log with every event folded into earlier entries, as a user sees it; nil for the shared view.
  func entries(_ place: Place, for user: UserID? = nil) -> [LogEntry] {
    var (entries, attached) = fold(place)
    for index in entries.indices where !entries[index].isRecalled {
      if let attached = attached.removeValue(forKey: entries[index].seq) { entries[index].annotations = attached.shown(to: user) }
    }
    return entries
  }

  /// The log, and its annotations.
  private func fold(_ place: Place) -> (entries: [LogEntry], attached: [UInt64: ModelAttachments]) {
    var entries: [LogEntry] = []
    var attached: [UInt64: ModelAttachments] = [:]
    /// The indexes of the edits folded into the message at an index.
    var folded: [Int: Set<Int>] = [:]
    let countable = countable(place)
    var description = ModelDescription(logs[place]?.first?.append.create)
    for (index, accepted) in (logs[place] ?? []).enumerated() {
      let append = accepted.append
      let seq = UInt64(index + 1)
      entries.append(description.entry(accepted, at: seq, countable[index]))
      switch append.event {
      case .message:
        entries[index].parent = append.parent
        if let properties = append.properties {
          attached[seq] = ModelAttachments(first: properties, by: append.sender, at: seq)
          entries[index].annotated = seq
        }
        if append.parent < seq, let at = standingMessage(append.parent, in: entries) {
          attached[append.parent, default: ModelAttachments()].replies.insert(seq)
          attached[append.parent]?.repliesChanged = seq
          entries[at].annotated = seq
        }
      case .annotated(let asked):
        entries[index].event = .annotated(Annotation(target: asked.target, kind: asked.kind, items: []))
        entries[index].details = detailsOfAnnotation(of: asked.target, in: entries)
        guard let at = standingMessage(asked.target, in: entries) else { break }
        var state = attached[asked.target] ?? ModelAttachments()
        let settled = state.apply(asked, by: append.sender, at: seq, poll: ModelPoll(entries[at].event))
        entries[index].event = .annotated(settled)
        if settled.items.isEmpty { break }
        attached[asked.target] = state
        entries[at].annotated = seq
      case .edited(let target, let type, let content):
        let said = entries.first { $0.seq == target && $0.isMessage }
        // An edit goes where its message went.
        entries[index].details = said?.details.flatMap { $0.isDirected ? Details(Wire.Details(directed: $0.wire.directed)) : nil }
        guard let at = standingMessage(target, in: entries) else { break }
        entries[at].event = .message(type: type, content: content)
        entries[at].revision = seq
        folded[at, default: []].insert(index)
      case .recalled(let target):
        entries[index].details = detailsOfRecall(of: target, with: append.details, in: entries)
        guard let at = standingMessage(target, in: entries) else { break }
        recall(at, in: &entries, by: entries[index], edits: folded[at] ?? [])
        attached[target] = nil
        let parent = entries[at].parent
        if let above = standingMessage(parent, in: entries), attached[parent]?.replies.remove(target) != nil {
          attached[parent]?.repliesChanged = seq
          entries[above].annotated = seq
        }
      default: break
      }
    }
    return (entries, attached)
  }

  /// Members who may see a directed message see its annotations.
  private func detailsOfAnnotation(of target: UInt64, in entries: [LogEntry]) -> Details? {
    meant(target, in: entries).flatMap { Details(Wire.Details(directed: $0)) }
  }

  /// And how it was recalled.
  private func detailsOfRecall(of target: UInt64, with details: Details?, in entries: [LogEntry]) -> Details? {
    guard let meant = meant(target, in: entries) else { return details }
    return Details(Wire.Details(directed: meant, recall: details?.wire.recall))
  }

  /// The recipients of a directed message, its sender last; nil if it is for all.
  private func meant(_ target: UInt64, in entries: [LogEntry]) -> [String]? {
    guard let message = entries.first(where: { $0.seq == target }), case .message = message.event,
      let directed = message.details?.wire.directed, !directed.isEmpty
    else { return nil }
    let sender = message.sender.text
    return directed.filter { $0 != sender } + [sender]
  }

  private func recall(_ at: Int, in entries: inout [LogEntry], by recall: LogEntry, edits: Set<Int>) {
    let target = entries[at].seq
    entries[at].isRecalled = true
    let before = entries[at].details?.wire
    var rest = Wire.Details(directed: before?.directed ?? [], policy: before?.policy)
    rest.mentions = before?.mentions.map { Wire.Mentions(all: $0.all, users: $0.users) }
    var told = recall.details?.wire.recall ?? Wire.RecallDetails()
    told.push = nil
    if recall.sender != entries[at].sender { told.by = recall.sender.text }
    rest.recall = told == Wire.RecallDetails() ? nil : told
    entries[at].details = Details(rest)
    entries[at].revision = recall.seq
    for index in entries.indices {
      switch entries[index].event {
      case .message(let type, _) where index == at: entries[index].event = .message(type: type, content: "")
      case .edited(target, let type, _) where edits.contains(index):
        entries[index].event = .edited(target: target, type: type, content: "")
      case .annotated(var annotation) where annotation.target == target:
        annotation.items = []
        entries[index].event = .annotated(annotation)
      default: break
      }
    }
  }

  /// The versions of a message, in order.
  func wordings(of seq: UInt64, _ place: Place) -> [LogEvent] {
    (logs[place] ?? []).enumerated().compactMap { index, accepted in
      switch accepted.append.event {
      case .message where UInt64(index + 1) == seq: accepted.append.event
      case .edited(seq, let type, let content) where UInt64(index + 1) > seq: .message(type: type, content: content)
      default: nil
      }
    }
  }

  /// The users who set a key of a message, in ascending order.
  func annotators(of key: String, _ kind: AnnotationKind, at seq: UInt64, _ place: Place) -> [AnnotatorRecord] {
    (fold(place).attached[seq]?.counts[kind]?[key]?.users ?? [:]).map { AnnotatorRecord(user: $0.key, seq: $0.value) }
      .sorted { $0.user < $1.user }
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

  /// Whether a user, or the app where there is none, sees a position unless it is withheld.
  private func sees(_ user: UserID?, _ seq: UInt64, in place: Place) -> Bool {
    guard let user else { return true }
    return members(place).contains { $0.user == user && seq >= $0.since }
  }

  /// In ascending order.
  func members(_ place: Place) -> [MemberRecord] {
    var members: [UserID: MemberRecord] = [:]
    var description = ModelDescription(logs[place]?.first?.append.create)
    for (index, accepted) in (logs[place] ?? []).enumerated() {
      let seq = UInt64(index + 1)
      let append = accepted.append
      let before = Set(members.keys)
      for user in append.joins where !before.contains(user) {
        let joined = place.conversation.isOfTwo ? 0 : seq
        members[user] = MemberRecord(
          user: user, joined: joined, read: 0, lastSent: 0, earlier: description.earlier(append, after: index))
      }
      _ = description.apply(append.event, at: seq, isFirst: index == 0)
      for user in append.leaves where before.contains(user) { members[user] = nil }
      if case .message = append.event { members[append.sender]?.lastSent = seq }
      if case .membersSilenced(let users, let until) = append.event {
        for user in users { members[user]?.silencedUntil = until }
      }
      if case .memberNamed(let user, let name) = append.event { members[user]?.nickname = name }
    }
    return members.values.sorted { $0.user < $1.user }.map { member in
      var member = member
      let reading = Reading(place: place, user: member.user)
      (member.read, member.told, member.delivered) = (reads[reading] ?? 0, tolds[reading] ?? 0, delivered[reading] ?? 0)
      let hidden = hides[reading] ?? Hidden()
      (member.cleared, member.hidden) = (hidden.cleared, hidden.revision)
      return member
    }
  }

  /// The record with stamp 0.
  func record(_ place: Place) -> ConversationRecord? {
    guard let log = logs[place], let last = log.last else { return nil }
    let description = description(place)
    return ConversationRecord(
      id: place.conversation, title: description.title, owner: description.owner, head: UInt64(log.count),
      countable: countable(place).last ?? 0, time: last.time, stamp: 0, memberCount: members(place).count,
      attributes: Attributes(description.attributes),
      rules: GroupRules(
        admins: Array(description.admins), isSilenced: description.isSilenced, isOpen: description.isOpen,
        isDismissed: description.isDismissed, links: description.links, history: description.history,
        takesApplications: description.takesApplications, announcement: description.announcement,
        hasOutsiders: description.hasOutsiders),
      relations: relations(in: place))
  }

  private func description(_ place: Place) -> ModelDescription {
    let log = logs[place] ?? []
    var description = ModelDescription(log.first?.append.create)
    for (index, accepted) in log.enumerated() {
      let link = description.link(of: accepted.append)
      _ = description.apply(accepted.append.event, at: UInt64(index + 1), by: link, isFirst: index == 0)
      description.take(accepted, at: UInt64(index + 1))
    }
    return description
  }

  /// The latest change first, with stamp 0; unread is counted entry by entry.
  func summaries(_ person: Person) -> [ConversationSummary] {
    order.reversed().compactMap { place in
      guard place.app == person.app, let record = record(place),
        let member = members(place).first(where: { $0.user == person.user })
      else { return nil }
      let hidden = hides[Reading(place: place, user: member.user)]?.single ?? []
      let entries = entries(place, for: person.user)
      let floor = max(max(member.joined, member.cleared), max(member.read, member.lastSent))
      let accepted = logs[place] ?? []
      let standing = entries.indices.filter {
        !entries[$0].isRecalled && entries[$0].isVisible(to: member.user) && !hidden.contains(entries[$0].seq)
      }
      let unread = standing.filter { index in
        let own = entries[index].isMessage && entries[index].details?.isDirected == true
        return entries[index].seq > floor && (own ? entries[index].isCounted : accepted[index].append.counts)
      }
      let mentions = mentions(of: member, in: place)
      let last = standing.last {
        entries[$0].isMessage && entries[$0].seq >= member.first && entries[$0].details?.wire.policy?.listed != .no
      }
      return ConversationSummary(
        record: record, member: member, unread: UInt64(unread.count), mentions: UInt64(mentions.count),
        firstMention: mentions.first?.seq ?? 0, lastMessage: last.map { entries[$0] })
    }
  }

  /// A member's unread mentions.
  func mentions(of user: UserID, in place: Place) -> [LogEntry]? {
    members(place).first { $0.user == user }.map { mentions(of: $0, in: place) }
  }

  private func mentions(of member: MemberRecord, in place: Place) -> [LogEntry] {
    let hidden = hides[Reading(place: place, user: member.user)]?.single ?? []
    return entries(place, for: member.user).filter { entry in
      guard entry.seq > max(member.joined, member.cleared, member.read, member.lastSent), entry.isMessage, !entry.isRecalled,
        !hidden.contains(entry.seq),
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
    case .allowed(let user, let roles, _, let seq):
      var own: Roles = .anybody
      if isNew ? append.joins.contains(user) : before.contains(user) { own.insert(.member) }
      let known = isNew ? ModelDescription(append.create) : description(place)
      if user == known.owner { own.insert(.owner) }
      if known.rank(user) == 1 { own.insert(.admin) }
      if entries(place).contains(where: { $0.seq == seq && $0.isMessage && $0.sender == user }) { own.insert(.sender) }
      return !own.isDisjoint(with: roles)
    case .membershipChangesApply: return before.isDisjoint(with: append.joins) && before.isSuperset(of: append.leaves)
    case .membersAtMost(let limit):
      return before.union(append.joins).subtracting(before.intersection(append.leaves)).count <= limit
    case .visibleMessage(let seq, let user):
      guard sees(user, seq, in: place) else { return false }
      let entries = entries(place)
      return standingMessage(seq, in: entries).map { entries[$0].isVisible(to: user) } ?? false
    case .toAll(let seq):
      return entries(place).first { $0.seq == seq && $0.isMessage }?.details?.isDirected != true
    case .notRecalled(let seq, let user):
      guard sees(user, seq, in: place) else { return true }
      return !entries(place).contains { $0.seq == seq && $0.isMessage && $0.isRecalled && $0.isVisible(to: user) }
    case .sentSince(let time, let seq):
      return entries(place).contains { $0.seq == seq && $0.isMessage && $0.time >= time }
    case .isPoll(let seq):
      return entries(place).first { $0.seq == seq && $0.isMessage }.flatMap { ModelPoll($0.event) } != nil
    case .keepsPoll(let seq):
      guard case .edited(_, let type, let content) = append.event,
        let before = entries(place).first(where: { $0.seq == seq && $0.isMessage })
      else { return true }
      let polls = (ModelPoll(before.event), ModelPoll(.message(type: type, content: content)))
      guard let one = polls.0, let other = polls.1 else { return polls.0 == nil && polls.1 == nil }
      return one.choices == other.choices && one.most == other.most && one.isSecret == other.isSecret
    case .mediaKept(_, let until): return until > append.time
    // Random histories name no files.
    case .keepsMedia: return true
    case .members(let users): return before.isSuperset(of: users)
    case .notBlocked(let user): return !isBlocked(user, in: place)
    case .admitted(let user, let onlyAllowed): return isAdmitted(user, in: place, onlyAllowed: onlyAllowed)
    case .notSilenced(let user), .mayWrite(let user, _):
      let silence = isNew ? 0 : members(place).first { $0.user == user }?.silencedUntil ?? 0
      let known = isNew ? ModelDescription(append.create) : description(place)
      let isGroupSilenced = known.isSilenced && known.rank(user) == 0 && silence != Wire.SilenceMembers.speaker
      guard case .mayWrite(_, let time) = condition else { return !isGroupSilenced }
      return !known.isDismissed && !isGroupSilenced && (known.rank(user) > 0 || silence <= time)
    case .notDismissed, .admits, .linksAtMost, .conversationChanges, .attributesAtMost, .attributeBytesAtMost,
      .outranks, .rolesChange, .adminsAtMost, .takesApplications, .announcementChanges:
      let before = isNew ? ModelDescription(append.create) : description(place)
      return before.holds(condition, append.event, isFirst: isNew)
    default: return holdsForOutsiders(condition, append, place) ?? holdsForAnnotation(condition, append, place)
    }
  }

  private func holdsForAnnotation(_ condition: Condition, _ append: Append, _ place: Place) -> Bool {
    let (entries, attached) = fold(place)
    if case .expandable(let seq) = condition { return attached[seq]?.properties[""] != nil }
    guard case .annotated(let asked) = append.event else {
      return switch condition {
      case .annotationChanges, .ballotFits: false
      default: true
      }
    }
    let standing = standingMessage(asked.target, in: entries)
    var after = attached[asked.target] ?? ModelAttachments()
    var settled = Annotation(target: asked.target, kind: asked.kind, items: [])
    let poll = standing.flatMap { ModelPoll(entries[$0].event) }
    if standing != nil { settled = after.apply(asked, by: append.sender, at: UInt64(entries.count + 1), poll: poll) }
    let sets = settled.items.contains { $0.value != nil }
    switch condition {
    case .annotationChanges: return !settled.items.isEmpty
    case .keysAtMost(let limit): return !sets || asked.kind == .pin || asked.kind == .closing || after.keys(asked.kind) <= limit
    case .ownKeysAtMost(let limit): return !sets || after.own(asked.kind, of: append.sender).count <= limit
    case .propertyBytesAtMost(let limit):
      let bytes = after.properties.filter { !$0.key.isEmpty }.reduce(0) { $0 + $1.key.utf8.count + $1.value.value.utf8.count }
      return !sets || asked.kind != .property || bytes <= limit
    case .pinsAtMost(let limit):
      return asked.kind != .pin || !sets || attached.count { $0.key != asked.target && $0.value.pin != nil } < limit
    case .ballotFits:
      guard asked.kind == .vote, let poll else { return false }
      let ballot = Set(ModelAttachments.lastOfEach(asked.items).filter { $0.value != nil }.map(\.key))
      return ballot.count <= poll.most && ballot.isSubset(of: (0..<poll.choices).map(String.init))
    case .pollOpen(let time):
      guard asked.kind == .vote, let poll else { return true }
      return attached[asked.target]?.closing == nil && (poll.deadline == 0 || time < poll.deadline)
    default: return true
    }
  }
}

extension LogEntry {
  fileprivate var isMessage: Bool { if case .message = event { true } else { false } }
  fileprivate var isCounted: Bool { details?.wire.policy?.counted != .no }

  fileprivate func isVisible(to user: UserID?) -> Bool {
    guard let user, let directed = details?.wire.directed, !directed.isEmpty else { return true }
    return sender == user || directed.contains(user.text)
  }
}
