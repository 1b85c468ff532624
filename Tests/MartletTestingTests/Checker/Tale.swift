import MartletTesting
import MartletWire

/// A handmade history: alice (`a1`) and bob (`b1`) in `group:g`, which alice created, and the contents of a correct store.
///
/// It contains no errors. Each test then changes the one thing to be found.
struct Tale {
  static let group = "group:g"

  var records: [HistoryRecord] = []
  var dump = Dump()
  var states: [DeviceState] = []
  private(set) var milliseconds: UInt64 = 1000
  private var lastCall: UInt64 = 0

  /// Both devices are connected, and the group is made.
  init(isMade: Bool = true) {
    open("a1", "alice")
    open("b1", "bob")
    if isMade { make() }
  }

  mutating func make() {
    append(Operation(.createGroup, conversation: Self.group, clientID: "make", users: ["bob"]), by: "alice")
  }

  // MARK: - Telling

  mutating func wait(_ milliseconds: UInt64) { self.milliseconds += milliseconds }

  @discardableResult
  mutating func tell(_ event: HistoryEvent, _ device: String = "", _ user: String = "") -> Int {
    wait(1)
    records.append(
      HistoryRecord(number: records.count, at: milliseconds * 1_000_000, device: device, user: user, event: event))
    return records.count - 1
  }

  mutating func open(_ device: String, _ user: String, tokenAt: UInt64 = 0, askedAt: UInt64 = 0, userHead: UInt64? = nil) {
    tell(.opened(tokenAt: tokenAt, askedAt: askedAt, userHead: userHead), device, user)
  }

  mutating func invoke(_ operation: Operation, by user: String, on device: String? = nil) -> UInt64 {
    lastCall += 1
    tell(.invoke(call: lastCall, operation), device ?? Self.device(user), user)
    return lastCall
  }

  static func device(_ user: String) -> String { user.prefix(1) + "1" }

  /// A request that is stored and acknowledged, and pushed to all members that are told of.
  @discardableResult
  mutating func append(_ operation: Operation, by user: String, pushedTo devices: [String] = ["a1", "b1"]) -> UInt64 {
    let call = invoke(operation, by: user)
    let seq = store(operation, by: user)
    tell(.ok(call: call, seq: seq), Self.device(user), user)
    for device in devices { push(seq, to: device) }
    return seq
  }

  @discardableResult
  mutating func send(_ id: String, by user: String, pushedTo devices: [String] = ["a1", "b1"]) -> UInt64 {
    append(Self.message(id), by: user, pushedTo: devices)
  }

  static func message(_ id: String, in conversation: String = group) -> Operation {
    Operation(.send, conversation: conversation, clientID: id, payload: PayloadHash.of(type: "text", content: id))
  }

  mutating func push(_ seq: UInt64, to device: String) {
    guard let entry = dump.logs[Self.group]?.entries.first(where: { $0.seq == seq }) else { return }
    let user = device.hasPrefix("a") ? "alice" : device.hasPrefix("b") ? "bob" : "carol"
    tell(.entry(entry, .push), device, user)
  }

  /// A marker that is moved and acknowledged.
  mutating func mark(_ seq: UInt64, by user: String) {
    let call = invoke(Operation(.mark, conversation: Self.group, target: seq), by: user)
    dump.logs[Self.group]?.members[user]?.read = seq
    dump.logs[Self.group]?.members[user]?.told = seq
    tellUser(user, .readTo, seq)
    tell(.ok(call: call, seq: seq), Self.device(user), user)
  }

  // MARK: - The store's part

  /// The contents of the store after a request, according to the glossary.
  mutating func store(_ operation: Operation, by user: String) -> UInt64 {
    // Taken out, so that a long log is not copied for each entry.
    var log = dump.logs.removeValue(forKey: operation.conversation) ?? Dump.Log()
    var entry = EntryFact(conversation: operation.conversation, seq: log.head + 1, kind: Self.kind(of: operation))
    entry.time = Int64(milliseconds)
    (entry.sender, entry.clientID) = (user, operation.clientID)
    (entry.payload, entry.target, entry.users) = (operation.payload, operation.target, operation.users)
    (entry.details, entry.annotation, entry.changes) = (operation.details, operation.annotation, operation.changes)
    switch entry.kind {
    case .message:
      entry.annotation = ""
      let isForAll = entry.details.directed.isEmpty
      if isForAll, !entry.details.denied.contains("counted") { log.countable += 1 }
      if isForAll, !entry.details.denied.contains("listed") { log.shown = entry.seq }
      log.members[user]?.sent = entry.seq
    case .edited:
      change(&log, at: entry.target) {
        $0.payload = operation.payload
        $0.revision = entry.seq
      }
    case .recalled:
      for index in log.entries.indices where log.entries[index].kind == .edited && log.entries[index].target == entry.target {
        log.entries[index].payload = 0
      }
      change(&log, at: entry.target) {
        $0.payload = 0
        $0.revision = entry.seq
        $0.isRecalled = true
      }
      log.shown = log.entries.last { $0.kind == .message && !$0.isRecalled }?.seq ?? 0
    case .groupCreated:
      entry.users = [user] + operation.users
      entry.owner = user
      log.owner = user
      (entry.title, log.title) = (operation.title, operation.title)
      MarkLine.change(&log.attributes, by: entry.changes)
    case .conversationChanged:
      (entry.title, entry.isTitled) = (operation.title, operation.isTitled)
      if entry.isTitled { log.title = entry.title }
      MarkLine.change(&log.attributes, by: entry.changes)
    case .rolesSet, .membersSilenced: lead(&log, &entry, operation)
    case .usersBanned: ban(&log, &entry, operation)
    case .applied, .applicationsRefused: apply(&log, &entry, operation)
    case .membersAdded: entry.isAccepted = operation.kind == .answerApplications
    case .membersRemoved, .annotated, .memberNamed, .announced, .withheld, .hidden, .unknown: break
    }
    entry.countable = log.countable
    log.entries.append(entry)
    log.head = entry.seq
    changeMembers(&log, entry)
    for applicant in entry.kind == .applied ? [user] : entry.kind == .applicationsRefused ? entry.users : [] {
      tellUser(applicant, .applicationChanged, entry.seq)
    }
    if entry.kind == .membersRemoved {
      log.entries[log.entries.count - 1].owner = log.owner
    }
    dump.logs[operation.conversation] = log
    return entry.seq
  }

  private static func kind(of operation: Operation) -> EntryFact.Kind {
    let kinds: [Operation.Kind: EntryFact.Kind] = [
      .send: .message, .edit: .edited, .recall: .recalled, .createGroup: .groupCreated, .addMembers: .membersAdded,
      .removeMembers: .membersRemoved, .annotate: .annotated, .changeConversation: .conversationChanged,
      .setRoles: .rolesSet, .silenceMembers: .membersSilenced, .banUsers: .usersBanned, .applyToGroup: .applied,
      .answerApplications: operation.annotation == "accepted" ? .membersAdded : .applicationsRefused,
    ]
    return kinds[operation.kind] ?? .unknown
  }

  private func ban(_ log: inout Dump.Log, _ entry: inout EntryFact, _ operation: Operation) {
    let removed = operation.users.filter { log.members[$0] != nil }
    entry.note(banned: operation.users, until: operation.time, removed: removed, owner: log.owner)
    for user in operation.users {
      log.outsiders[user] =
        operation.time > 0
        ? Dump.Outsider(standing: 1, by: entry.sender, since: entry.time, until: operation.time) : nil
    }
  }

  /// An application that ends at the operation's time, or a refusal; the owner alone sees it.
  private func apply(_ log: inout Dump.Log, _ entry: inout EntryFact, _ operation: Operation) {
    entry.annotation = ""
    entry.details.directed = [log.owner]
    entry.until = operation.time
    for user in entry.kind == .applied ? [entry.sender] : operation.users {
      let isPending = entry.kind == .applied && operation.time > 0
      log.outsiders[user] =
        isPending ? Dump.Outsider(standing: 2, by: user, since: entry.time, until: operation.time) : nil
    }
  }

  private func lead(_ log: inout Dump.Log, _ entry: inout EntryFact, _ operation: Operation) {
    if entry.kind == .rolesSet {
      entry.note(role: operation.annotation, of: operation.users)
      if operation.annotation == "owner" { log.owner = entry.owner }
      log.rules.admins.removeAll { entry.users.contains($0) }
      if operation.annotation == "admin" { log.rules.admins += entry.users }
    } else {
      entry.note(silenced: operation.users, until: operation.time)
      for user in entry.users { log.members[user]?.silencedUntil = entry.until }
    }
  }

  private func change(_ log: inout Dump.Log, at seq: UInt64, _ body: (inout EntryFact) -> Void) {
    body(&log.entries[Int(seq) - 1])
  }

  private mutating func changeMembers(_ log: inout Dump.Log, _ entry: EntryFact) {
    for user in entry.kind == .usersBanned ? entry.removed : entry.users {
      switch entry.kind {
      case .groupCreated, .membersAdded:
        log.outsiders[user] = nil
        log.members[user] = Dump.Member(joined: entry.seq)
        tellUser(user, .joined, entry.seq)
      case .membersRemoved, .usersBanned:
        log.members[user] = nil
        log.rules.admins.removeAll { $0 == user }
        tellUser(user, .left, entry.seq)
      default: break
      }
    }
    log.memberCount = UInt64(log.members.count)
  }

  private mutating func tellUser(_ user: String, _ kind: UserEntryFact.Kind, _ position: UInt64) {
    tell(user, UserEntryFact(seq: 0, conversation: Self.group, kind: kind, position: position))
  }

  /// Appends to a user's log.
  @discardableResult
  mutating func tell(_ user: String, _ entry: UserEntryFact) -> UInt64 {
    var entry = entry
    entry.seq = UInt64(dump.userLogs[user]?.count ?? 0) + 1
    dump.userLogs[user, default: []].append(entry)
    return entry.seq
  }

  // MARK: - Per-user data

  /// Settings that are changed and acknowledged.
  mutating func set(_ settings: [SettingFact], by user: String) {
    var operation = Operation(.changeSettings, conversation: "")
    operation.settings = settings
    let call = invoke(operation, by: user)
    var entry = UserEntryFact(seq: 0, conversation: "", kind: .settingsChanged, position: 0)
    entry.settings = settings
    let seq = tell(user, entry)
    for setting in settings {
      dump.settings[user] = (dump.settings[user] ?? [:]).filter { $0.key.name != setting.name }
      if setting.value != 0 { dump.settings[user, default: [:]][setting] = seq }
    }
    tell(.ok(call: call, seq: seq), Self.device(user), user)
  }

  /// A user whom another one blocks, or does no more, which is acknowledged.
  mutating func block(_ peer: String, _ isBlocked: Bool = true, by user: String) { relate(peer, 1, isBlocked, by: user) }

  /// A user whom another one allows, or does no more, which is acknowledged.
  mutating func allow(_ peer: String, _ isAllowed: Bool = true, by user: String) { relate(peer, 2, isAllowed, by: user) }

  /// Whether only allowed users may write to a user, which is acknowledged.
  mutating func takeOnlyAllowed(_ isSet: Bool = true, by user: String) { relate(user, 4, isSet, by: user) }

  private mutating func relate(_ peer: String, _ flag: UInt64, _ isSet: Bool, by user: String) {
    var operation = Operation(.setRelations, conversation: "", users: flag == 4 ? [] : [peer])
    operation.annotation = Operation.relation(flag, isSet)
    let call = invoke(operation, by: user)
    let before = dump.relations[user]?[peer]?.flags ?? 0
    let flags = isSet ? before | flag : before & ~flag
    var entry = UserEntryFact(seq: 0, conversation: "", kind: .relationsChanged, position: 0)
    entry.relations = [RelationFact(peer, flags)]
    let seq = tell(user, entry)
    dump.relations[user, default: [:]][peer] = flags == 0 ? nil : Dump.Relation(flags: flags, revision: seq)
    for (pair, log) in dump.logs where pair.hasPrefix("direct:") {
      let users = pair.split(separator: ":").dropFirst().map(String.init)
      guard let side = users.firstIndex(of: user), flag == 4 || users.contains(peer) else { continue }
      // 1 and 2 blocks, 4 and 8 allows, 16 and 32 only allows.
      let bit = flag * flag << UInt64(side)
      dump.logs[pair]?.relations = isSet ? log.relations | bit : log.relations & ~bit
    }
    tell(.ok(call: call, seq: seq), Self.device(user), user)
  }

  /// Messages that are hidden and acknowledged.
  mutating func hide(upTo position: UInt64 = 0, _ targets: [UInt64] = [], by user: String) {
    var operation = Operation(.hide, conversation: Self.group, target: position)
    operation.targets = targets
    let call = invoke(operation, by: user)
    var member = dump.logs[Self.group]?.members[user] ?? Dump.Member()
    member.cleared = max(member.cleared, position)
    var entry = UserEntryFact(seq: 0, conversation: Self.group, kind: .hidden, position: member.cleared)
    entry.targets = targets
    member.hidden = tell(user, entry)
    member.hides = member.hides.union(targets).filter { $0 > member.cleared }
    dump.logs[Self.group]?.members[user] = member
    tell(.ok(call: call, seq: member.hidden), Self.device(user), user)
  }

  /// Changes the store's entry at a position.
  mutating func damage(_ seq: UInt64, _ body: (inout EntryFact) -> Void) {
    guard var log = dump.logs[Self.group] else { return }
    change(&log, at: seq, body)
    dump.logs[Self.group] = log
  }

  // MARK: - Device states

  /// The correct state of bob's device.
  func state(of user: String, unread: Int, read: UInt64 = 0) -> DeviceState {
    var state = DeviceState(device: Self.device(user), user: user, origin: .lived)
    let log = dump.logs[Self.group] ?? Dump.Log()
    var shown = DeviceState.Conversation()
    (shown.title, shown.owner, shown.memberCount) = (log.title, log.owner, log.members.count)
    (shown.head, shown.read, shown.unread, shown.lastMessage) = (log.head, read, unread, log.shown)
    let silences = [MarkLine.own: log.members[user]?.silencedUntil ?? 0]
    shown.attributes = log.attributes.merging(
      MarkLine.rules(log.rules, silenced: silences)
    ) { $1 }
    shown.first = max(log.members[user]?.joined ?? 1, 1)
    shown.lines = log.entries.filter { $0.seq >= shown.first && ![.edited, .recalled, .annotated].contains($0.kind) }.map {
      DeviceState.Line(
        seq: $0.seq, sender: $0.sender, time: $0.time, payload: $0.payload, revision: $0.revision, isRecalled: $0.isRecalled,
        details: $0.details)
    }
    state.conversations[Self.group] = shown
    return state
  }

  // MARK: - The verdict

  func verdict(_ change: (inout Checker.Options) -> Void = { _ in }) -> Verdict {
    var options = Checker.Options()
    change(&options)
    return Checker.check(records, dump: dump, states: states, options: options)
  }

  /// The promises that were not kept.
  var broken: Set<Promise> { Set(verdict().counts.keys) }
}
