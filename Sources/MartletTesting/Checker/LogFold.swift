import MartletWire

/// The state of a conversation after its log is applied in order: memberships, current messages, counts.
///
/// Written from the glossary, as plainly as possible. Shares no code with the server or the client library.
struct LogFold {
  /// A time of being a member: from a position on, up to the one before `left`.
  struct Membership {
    var joined: UInt64
    /// How many entries before that the member may read.
    var earlier: UInt64 = 0
    var left: UInt64?

    /// The first position that the member may read.
    var since: UInt64 { joined - min(earlier, joined) }

    func covers(_ seq: UInt64) -> Bool { seq >= joined && seq < left ?? .max }
    func sees(_ seq: UInt64) -> Bool { seq >= since && seq < left ?? .max }
  }

  /// Title, and attributes with roles and silences.
  struct Description: Equatable {
    var title = ""
    /// As `MarkLine.attributes` has them.
    var attributes: [String: String] = [:]

    /// As the list of a user shows it.
    func shown(to user: String) -> Description {
      Description(title: title, attributes: MarkLine.shown(attributes, to: user))
    }
  }

  /// The state of a message.
  struct Said {
    var payload: UInt64
    var revision: UInt64 = 0
    var isRecalled = false
  }

  /// A message as it was sent.
  struct Sent {
    let seq: UInt64
    let sender: String
    let details: DetailsFact

    /// True if it counts as unread for its recipients, and may be their last message.
    var counts: Bool { !details.denied.contains("counted") }
    var isListed: Bool { !details.denied.contains("listed") }
    var isDirected: Bool { !details.directed.isEmpty }

    func isFor(_ user: String) -> Bool { details.isFor(user, sender: sender) }
  }

  let conversation: String
  let head: UInt64
  /// These after each entry that changed them.
  private(set) var descriptions: [(seq: UInt64, description: Description)] = []
  /// The owner after each entry that states it.
  private var owners: [(seq: UInt64, owner: String)] = []
  /// Entries of users who could not write, join, or do anything any more.
  private(set) var unallowed: [EntryFact] = []
  /// When silenced members may write again; `MarkLine.speaker` of speakers.
  private var silences: [String: Int64] = [:]
  /// What the group keeps of users who are not members; some may be over.
  private(set) var outsiders: [String: Dump.Outsider] = [:]
  /// By user: the entries of applications to join and of refusals, ascending.
  private(set) var applications: [String: [UInt64]] = [:]
  /// The memberships of each user, in order.
  private(set) var memberships: [String: [Membership]] = [:]
  /// By position.
  ///
  /// The payload is the current one. The first payload of an edited or recalled message is unknown.
  private(set) var said: [UInt64: Said] = [:]
  /// Ascending.
  private(set) var messages: [Sent] = []
  /// The index of each message in `messages`, by position.
  private(set) var places: [UInt64: Int] = [:]
  /// Recalled messages, with the positions of the recalls.
  private(set) var recalls: [UInt64: UInt64] = [:]
  private(set) var edits: [UInt64: [UInt64]] = [:]
  /// By message: the entries that changed its annotations, and the replies to it.
  private(set) var annotations: [UInt64: [EntryFact]] = [:]
  private(set) var replies: [UInt64: [UInt64]] = [:]
  /// The first properties of those messages that may have some.
  private(set) var properties: [UInt64: [String]] = [:]
  /// As the log has them.
  let entries: [EntryFact]

  /// Assumes that the positions of `entries` are dense, which is checked elsewhere.
  ///
  /// `properties` returns the first properties of a message, which the log does not record; nil if it has none.
  init(_ conversation: String, _ entries: [EntryFact], properties: (EntryFact) -> [String]? = { _ in nil }) {
    self.conversation = conversation
    self.entries = entries
    head = entries.last?.seq ?? 0
    if conversation.hasPrefix("direct:") || isSystem {
      for user in conversation.split(separator: ":").dropFirst() {
        memberships[String(user)] = [Membership(joined: 0)]
      }
    }
    for entry in entries {
      take(entry)
      if entry.kind == .message { self.properties[entry.seq] = properties(entry) }
    }
  }

  /// Whether it is what an account of the app tells a user.
  private var isSystem: Bool { conversation.hasPrefix("system:") }

  private mutating func take(_ entry: EntryFact) {
    if !mayAppend(entry) { unallowed.append(entry) }
    switch entry.kind {
    case .message:
      said[entry.seq] = Said(payload: entry.payload)
      places[entry.seq] = messages.count
      messages.append(Sent(seq: entry.seq, sender: entry.sender, details: entry.details))
      // After a restore, a message sent again can name a position that nothing has yet.
      let parent = entry.details.parent
      if parent > 0, parent < entry.seq { replies[parent, default: []].append(entry.seq) }
    case .edited:
      edits[entry.target, default: []].append(entry.seq)
      guard said[entry.target]?.isRecalled == false else { return }
      said[entry.target]?.payload = entry.payload
      said[entry.target]?.revision = entry.seq
    case .recalled:
      guard said[entry.target]?.isRecalled == false else { return }
      recalls[entry.target] = entry.seq
      said[entry.target] = Said(payload: 0, revision: entry.seq, isRecalled: true)
    case .groupCreated:
      owners.append((entry.seq, entry.owner))
      describe(entry)
      for user in entry.users { memberships[user] = [Membership(joined: entry.seq)] }
    case .membersAdded:
      for user in entry.users where !isMember(user) {
        memberships[user, default: []].append(Membership(joined: entry.seq, earlier: entry.earlier))
        outsiders[user] = nil
      }
    case .membersRemoved: remove(entry.users, with: entry)
    case .usersBanned:
      // A ban answers the application of the user.
      if entry.until > 0 { for user in entry.users where hasApplied(user, at: entry.time) { note(application: user, entry) } }
      remove(entry.removed, with: entry)
      for user in entry.users {
        outsiders[user] =
          entry.until > 0 ? Dump.Outsider(standing: 1, by: entry.sender, since: entry.time, until: entry.until) : nil
      }
    case .annotated: annotations[entry.target, default: []].append(entry)
    case .conversationChanged: describe(entry)
    case .rolesSet:
      if entry.annotation == "owner" { owners.append((entry.seq, entry.owner)) }
      describe(entry)
    case .membersSilenced:
      for user in entry.users { silences[user] = entry.until }
      describe(entry)
    case .applied:
      note(application: entry.sender, entry)
      outsiders[entry.sender] =
        entry.until > 0 ? Dump.Outsider(standing: 2, by: entry.sender, since: entry.time, until: entry.until) : nil
    case .applicationsRefused:
      for user in entry.users {
        note(application: user, entry)
        outsiders[user] = nil
      }
    case .memberNamed, .announced: describe(entry)
    case .hidden, .withheld, .unknown: break
    }
  }

  private mutating func note(application user: String, _ entry: EntryFact) {
    applications[user, default: []].append(entry.seq)
  }

  /// True unless the rules of the group before the entry forbid it.
  private func mayAppend(_ entry: EntryFact) -> Bool {
    let rules = descriptions.last?.description.attributes ?? [:]
    // Whoever wants to leave a group that has ended may.
    if MarkLine.isDismissed(rules), entry.kind != .membersRemoved || entry.users != [entry.sender] { return false }
    if addsBanned(entry) || !mayApply(entry) { return false }
    if entry.kind == .membersAdded, entry.users == [entry.sender], !isMember(entry.sender) {
      return entry.target > 0 ? MarkLine.isLink(entry.target, in: rules) : MarkLine.isOpen(rules)
    }
    return !adds(entry) || mayWrite(entry)
  }

  /// False for an application that the rules forbid, an answer to one that there is not, and one that others are shown.
  private func mayApply(_ entry: EntryFact) -> Bool {
    let rules = descriptions.last?.description.attributes ?? [:]
    let leaders = Set(MarkLine.admins(in: rules) + [owner()].filter { !$0.isEmpty })
    let isForLeaders = Set(entry.details.directed) == (leaders.isEmpty ? [entry.sender] : leaders)
    switch entry.kind {
    case .applied:
      let isDue = entry.until > 0 ? MarkLine.takesApplications(rules) : hasApplied(entry.sender, at: entry.time)
      return isForLeaders && isDue && !isMember(entry.sender)
    case .applicationsRefused: return isForLeaders && entry.users.allSatisfy { hasApplied($0, at: entry.time) }
    case .membersAdded: return !entry.isAccepted || entry.users.allSatisfy { hasApplied($0, at: entry.time) }
    default: return true
    }
  }

  private func hasApplied(_ user: String, at time: Int64) -> Bool {
    outsiders[user].map { $0.standing == 2 && $0.until > time } ?? false
  }

  /// Whether an entry adds a user who was banned at its time.
  private func addsBanned(_ entry: EntryFact) -> Bool {
    entry.kind == .membersAdded
      && entry.users.contains { user in outsiders[user].map { $0.standing == 1 && $0.until > entry.time } ?? false }
  }

  /// Whether an entry adds something that silenced members cannot add.
  private func adds(_ entry: EntryFact) -> Bool {
    switch entry.kind {
    // The sender of a poll may close it.
    case .annotated: entry.annotation != "closing"
    case .message, .edited, .conversationChanged: true
    case .memberNamed: entry.users == [entry.sender]
    default: false
    }
  }

  /// The time of an entry is never before the time at which it was decided.
  private func mayWrite(_ entry: EntryFact) -> Bool {
    // In simulations no user is an account of the app.
    if entry.sender == UserID.app.text || isSystem { return entry.sender == UserID.app.text }
    let rules = descriptions.last?.description.attributes ?? [:]
    if entry.sender == owner() || MarkLine.isAdmin(entry.sender, in: rules) { return true }
    let end = silences[entry.sender, default: 0]
    return end <= entry.time && (end == MarkLine.speaker || !MarkLine.isSilenced(in: rules))
  }

  /// True if a member may have been unable to write at this time or later, in milliseconds since 1970.
  func mayHaveBeenSilenced(_ user: String, since time: Int64) -> Bool {
    for (index, (seq, description)) in descriptions.enumerated() {
      let end = index + 1 < descriptions.count ? entry(descriptions[index + 1].seq)?.time ?? .max : .max
      let rules = description.attributes
      if MarkLine.isDismissed(rules) { return true }
      guard end >= time, owner(at: seq) != user, !MarkLine.isAdmin(user, in: rules) else { continue }
      if MarkLine.isSilenced(in: rules) || MarkLine.isSilenced(user, in: rules) { return true }
    }
    return false
  }

  private mutating func remove(_ users: [String], with entry: EntryFact) {
    owners.append((entry.seq, entry.owner))
    forgetRules(of: users, entry)
    for user in users where isMember(user) {
      guard let last = memberships[user]?.indices.last else { continue }
      memberships[user]?[last].left = entry.seq
    }
  }

  /// Those who leave are no admins and not silenced any more; nor is the next owner an admin.
  private mutating func forgetRules(of users: [String], _ entry: EntryFact) {
    var left = EntryFact(conversation: entry.conversation, seq: entry.seq, kind: .membersRemoved)
    for user in users {
      left.changes += [MarkLine.admin(user, false), MarkLine.silenced(user, until: 0), MarkLine.nickname(user, "")]
      silences[user] = nil
    }
    if !entry.owner.isEmpty { left.changes.append(MarkLine.admin(entry.owner, false)) }
    describe(left)
  }

  private mutating func describe(_ entry: EntryFact) {
    var description = descriptions.last?.description ?? Description()
    if entry.kind == .groupCreated || entry.isTitled { description.title = entry.title }
    MarkLine.change(&description.attributes, by: entry.changes)
    descriptions.append((entry.seq, description))
  }

  /// The owner after the entry at a position; empty for none.
  func owner(at seq: UInt64 = .max) -> String { owners.last { $0.seq <= seq }?.owner ?? "" }

  /// Title, and attributes with roles and silences, after the entry at a position.
  func description(at seq: UInt64) -> Description { descriptions.last { $0.seq <= seq }?.description ?? Description() }

  /// The entry at a position.
  func entry(_ seq: UInt64) -> EntryFact? {
    guard seq >= 1, seq <= UInt64(entries.count) else { return nil }
    let entry = entries[Int(seq - 1)]
    return entry.seq == seq ? entry : nil
  }

  /// The message at a position.
  func message(_ seq: UInt64) -> Sent? { places[seq].map { messages[$0] } }

  /// True if a member gets an entry.
  ///
  /// An entry about a directed message goes to the message's recipients, and an edit goes to users who were members when the
  /// message was sent.
  func isFor(_ user: String, _ entry: EntryFact) -> Bool {
    if entry.kind == .edited, let reader = reader(user, at: entry.seq), entry.target < reader.since {
      return false
    }
    return switch entry.kind {
    case .message: message(entry.seq)?.isFor(user) ?? true
    case .edited, .annotated, .recalled: message(entry.target)?.isFor(user) ?? true
    case .applied, .applicationsRefused: entry.details.isFor(user, sender: entry.sender)
    default: true
    }
  }

  /// Whether a user was not to get an edit in one of several memberships, because the message was from before that one.
  func wasWithheld(_ entry: EntryFact, from user: String) -> Bool {
    entry.kind == .edited && (memberships[user] ?? []).contains { $0.sees(entry.seq) && entry.target < $0.since }
  }

  // MARK: - Members

  /// Whether a user is one at the end of the log.
  func isMember(_ user: String) -> Bool { memberships[user]?.last.map { $0.left == nil } ?? false }

  /// The members at the end of the log.
  var members: [String] { memberships.keys.filter { isMember($0) }.sorted() }

  /// The last membership in which a user may read the entry at a position, from before joining as well.
  func reader(_ user: String, at seq: UInt64) -> Membership? { memberships[user]?.last { $0.sees(seq) } }

  /// The membership in which a user is told of the entry at a position.
  func membership(of user: String, at seq: UInt64) -> Membership? { memberships[user]?.first { $0.covers(seq) } }

  /// The number of members after the entry at a position.
  func memberCount(at seq: UInt64) -> Int { memberships.values.count { all in all.contains { $0.covers(seq) } } }
}
