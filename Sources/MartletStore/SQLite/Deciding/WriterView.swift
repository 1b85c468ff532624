import MartletWire

/// What the writer decides by: the changes of the commit in the making over the tail over the tables.
///
/// The tables go on while it reads, for the tail is folded into them meanwhile. So the tail is always asked first: what is
/// not there any more is in the tables by then.
/// Not Sendable: belongs to the writer.
final class WriterView: StoreView {
  let kinds: Kinds
  let tables: SQLiteQueries
  let tail: Tail
  /// The newest stamps of apps that were written to.
  private var stamps: [AppID: UInt64] = [:]
  /// What was decided since the last commit, in order.
  private(set) var changes: [Change] = []

  /// The number of the newest conversation, and as of the last commit.
  private var lastNumber: Int64
  private var storedNumber: Int64
  private var heads: HeadCache
  private var requests: RecentRequests
  /// Newest positions of users' logs.
  private var userHeads: [UserKey: UInt64] = [:]
  /// The settings of users who changed some lately, and about how many bytes that is.
  private var settings: [UserKey: UserSettings] = [:]
  private var settingBytes = 0
  private static let settingBytesKept = 16 << 20
  /// What was scheduled since the last commit, and what is no more.
  private var scheduled: [ScheduledKey: ScheduledMessage?] = [:]
  /// What recognises the requests that scheduled it.
  private var rememberedSchedules: [ScheduledKey: RememberedSchedule] = [:]
  /// Users made or changed since the last commit.
  private var users: [UserKey: UserRecord] = [:]
  /// The first of `changes`, as far as anything was looked for in them.
  private var indexed = Layer()
  private var indexedCount = 0
  private let capacity: Int

  /// Starts from what tables and tail hold; `replayed` are the changes in the tail, and `capacity` conversations are kept
  /// in memory.
  init(tables: SQLiteQueries, tail: Tail, replayed: [Change], capacity: Int, kinds: Kinds) throws {
    self.kinds = kinds
    self.tables = tables
    self.tail = tail
    self.capacity = capacity
    lastNumber = try tables.lastConversationNumber()
    heads = HeadCache(capacity: capacity)
    requests = RecentRequests(capacity: 2 &* capacity, newestMade: try tables.newestMade())
    for change in replayed {
      switch change {
      case .append(let effects):
        lastNumber = max(lastNumber, effects.conversation.number)
        requests.add(effects.requestName, effects.remembered)
      case .unchanged(let append): requests.add(append.requestName, append.remembered)
      default: break
      }
    }
    storedNumber = lastNumber
  }

  // MARK: - StoreView

  func stamp(of app: AppID) -> UInt64 { stamps[app] ?? tail.stamp(of: app) }

  func conversation(_ id: ConversationID, app: AppID) throws -> ConversationState? {
    try head(ConversationKey(app: app, id: id))?.state
  }

  private func head(_ name: ConversationKey) throws -> HeadCache.Head? {
    if let head = heads.find(name) { return head }
    guard let number = try made(name) ?? tables.conversationNumber(name.id, app: name.app),
      let state = try tail.conversation(number, above: nil)?.state ?? tables.conversation(number: number)
    else { return nil }
    return heads.keep(state)
  }

  private func made(_ name: ConversationKey) throws -> Int64? {
    for slice in 0..<Tail.slices {
      if let number = try tail.made(name, in: slice, above: nil) { return number }
    }
    return nil
  }

  func nextNumber() throws -> Int64 {
    guard lastNumber < EntryKey.lastNumber else { throw StoreError(.failed, "the database can hold no more conversations") }
    return lastNumber &+ 1
  }

  func member(_ user: UserID, of conversation: ConversationState) throws -> MemberRecord? {
    let name = ConversationKey(app: conversation.app, id: conversation.record.id)
    guard let head = try head(name) else { return nil }
    if let known = head.members[user] { return known }
    let patches = try tail.read(conversation.number, above: nil) { layers in layers.compactMap { $0.members[user] } }
    let stored = try tables.member(user, of: conversation.number)
    let member = patches.reduce(stored) { $1.applied(to: $0) }
    head.members[user] = .some(member)
    return member
  }

  func message(at seq: UInt64, in conversation: ConversationState) throws -> MessageState? {
    let recent = try recent(seq, of: conversation.number)
    if let entry = recent.entry { return entry.message(with: recent.patch) }
    var message = try tables.message(at: seq, of: conversation.number)
    message?.apply(recent.patch)
    return message
  }

  func content(at seq: UInt64, in conversation: ConversationState) throws -> (type: String, content: String)? {
    let recent = try recent(seq, of: conversation.number)
    var found: (type: String, content: String)?
    if let entry = recent.entry?.entry {
      if case .message(let type, let content) = entry.event { found = (type, content) }
    } else {
      found = try tables.content(at: seq, number: conversation.number)
    }
    return found.map { (recent.patch.type ?? $0.type, recent.patch.content ?? $0.content) }
  }

  func annotations(
    of target: UInt64, kind: AnnotationKind, owner: String, in conversation: ConversationState
  ) throws -> [String: AnnotationValue] {
    let recent = try layers(of: conversation.number) { layers in
      TailAnnotations(of: target, kind: kind, owner: owner, in: layers)
    }
    guard !recent.isRecalled else { return [:] }
    var found = try tables.annotations(of: target, number: conversation.number, kind: kind, owner: owner)
    for (name, value) in recent.changed { found[name] = value }
    return found
  }

  func annotating(_ target: UInt64, in conversation: ConversationState) throws -> [UInt64] {
    let recent = try layers(of: conversation.number) { $0.flatMap { $0.annotating[target] ?? [] } }
    // What is folded meanwhile is in both.
    return Array(Set(try tables.annotating(target, number: conversation.number)).union(recent))
  }

  func pinned(in conversation: ConversationState) throws -> Set<UInt64> {
    let changed = try layers(of: conversation.number) { $0.map(\.pins) }
    var pinned = try tables.pinned(number: conversation.number)
    for (seq, isPinned) in changed.joined() { if isPinned { pinned.insert(seq) } else { pinned.remove(seq) } }
    return pinned
  }

  func editBefore(_ edit: UInt64, in conversation: ConversationState) throws -> UInt64 {
    if let entry = try recent(edit, of: conversation.number).entry { return entry.previousEdit }
    return try tables.editBefore(edit, of: conversation.number) ?? 0
  }

  /// How many messages were looked at to find the newest one left, since the start; tests see by it what a recall costs.
  private(set) var shownLookups = 0

  func shownMessage(before seq: UInt64, in conversation: ConversationState) throws -> UInt64 {
    var newest = seq
    // Each message knows the one that was shown before it: what is left out here is never looked at again.
    while let before = try shown(before: newest, of: conversation.number) {
      shownLookups &+= 1
      guard before < newest else { throw StoreError(.corrupt, "a message names a later one as that before it") }
      if try before == 0 || !isRecalled(before, of: conversation.number) { return before }
      newest = before
    }
    // Of messages that were stored by earlier versions it is not known.
    let found = try tables.newestListed(before: newest, of: conversation.number) { seq in
      shownLookups &+= 1
      return try !isRecalled(seq, of: conversation.number)
    }
    return found ?? 0
  }

  /// What was shown when a message was stored; 0 for nothing, and nil where that is not known.
  private func shown(before seq: UInt64, of number: Int64) throws -> UInt64? {
    if let entry = try recent(seq, of: number).entry { return entry.shownBefore }
    return try tables.shown(before: seq, of: number)
  }

  private func isRecalled(_ seq: UInt64, of number: Int64) throws -> Bool {
    try recent(seq, of: number).patch.isRecalled || tables.isRecalled(seq, of: number)
  }

  /// What is known of an entry besides the tables, but for what is attached to it.
  private func recent(_ seq: UInt64, of number: Int64) throws -> TailLookup {
    try layers(of: number) { TailLookup(seq, in: $0) }
  }

  /// What `body` gives for all of a conversation's changes that may not be in the tables, the older first.
  private func layers<Result: Sendable>(of number: Int64, _ body: ([ConversationTail]) -> Result) throws -> Result {
    let newest = indexChanges().conversations[number]
    return try tail.read(number, above: nil) { body($0 + [newest].compactMap(\.self)) }
  }

  /// The changes since the last commit, indexed only when something is looked for in them.
  private func indexChanges() -> Layer {
    for change in changes[indexedCount...] { indexed.apply(change, row: 1) }
    indexedCount = changes.count
    return indexed
  }

  func remembered(_ id: ClientID, sender: UserID, app: AppID) throws -> RememberedAppend? {
    let name = RecentRequests.Name(id, of: UserKey(app: app, user: sender))
    if let known = requests.find(name) { return known }
    return requests.mayBeStored(name) ? try tables.remembered(id, sender: sender, app: app) : nil
  }

  func userHead(_ user: UserID, app: AppID) throws -> UInt64 {
    let name = UserKey(app: app, user: user)
    if let known = userHeads[name] { return known }
    var head: UInt64 = 0
    for slice in 0..<Tail.slices { head = max(head, try tail.user(name, in: slice, above: nil)?.entries.last?.entry.seq ?? 0) }
    if let number = try tables.number(of: app) { head = max(head, try tables.userHead(user, app: number)) }
    userHeads[name] = head
    return head
  }

  func user(_ id: UserID, app: AppID) throws -> UserRecord? {
    let name = UserKey(app: app, user: id)
    return try users[name] ?? tail.user(name, in: Tail.sliceOfUsers, above: nil)?.record ?? tables.user(id, app: app)
  }

  func hidden(from user: UserID, in conversation: ConversationState) throws -> Set<UInt64> {
    let patches = try layers(of: conversation.number) { $0.compactMap { $0.members[user] } }
    return patches.reduce(try tables.hidden(from: user, of: conversation.number)) { $1.applied(to: $0) }
  }

  func settings(of user: UserKey) throws -> UserSettings {
    if let known = settings[user] { return known }
    var found = UserSettings()
    // The tail is asked first: what is not there any more is in the tables by then.
    var recent = try tail.user(user, in: Tail.sliceOfUsers, above: nil) ?? UserTail()
    if let newest = indexChanges().users[user] { recent.add(newest) }
    for setting in try tables.settings(of: user.user, app: user.app) { found.set(setting.name, setting.value) }
    for conversation in recent.droppedSettings { found.drop(conversation) }
    for setting in recent.settings.values { found.set(setting.name, setting.value) }
    keep(found, of: user)
    return found
  }

  private func keep(_ found: UserSettings, of user: UserKey) {
    settingBytes &+= found.bytes &- (settings[user]?.bytes ?? 0)
    settings[user] = found
  }

  /// Changes a user's settings where they are: there may be many thousands, and a copy of all would hold everybody up.
  private func changeSettings(of user: UserKey, _ change: (inout UserSettings) -> Void) {
    let before = settings[user]?.bytes ?? 0
    change(&settings[user, default: UserSettings()])
    settingBytes &+= (settings[user]?.bytes ?? 0) &- before
  }

  /// What is scheduled under a name.
  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? {
    if let newest = try recentlyScheduled(key) { return newest }
    return try tables.scheduled(key)
  }

  /// What changed under a name and is not in the tables yet; nil where nothing did.
  private func recentlyScheduled(_ key: ScheduledKey) throws -> ScheduledMessage?? {
    if let newest = scheduled[key] { return newest }
    return try tail.scheduled(above: nil)[key]
  }

  /// How many messages a user has scheduled, all of them counted where they are fewer than `limit`.
  ///
  /// Of those in the tables nothing but the names is decoded: all that a user may schedule is many megabytes.
  func countScheduled(of owner: UserKey, limit: Int) throws -> Int {
    let changed = try tail.scheduled(above: nil).merging(scheduled) { $1 }.filter { $0.key.owner == owner }
    // As many more as may be no more.
    let stored = try tables.scheduledNames(of: owner.user, app: owner.app, limit: limit.addingClamped(changed.count))
    var names = Set(stored)
    for (key, message) in changed { if message == nil { names.remove(key.clientID) } else { names.insert(key.clientID) } }
    return names.count
  }

  func isScheduled(_ id: ClientID, of owner: UserKey) throws -> Bool {
    let key = ScheduledKey(owner: owner, clientID: id)
    if let newest = try recentlyScheduled(key) { return newest != nil }
    return try tables.isScheduled(key)
  }

  /// What recognises the request that scheduled something under a name.
  func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? {
    if let newest = rememberedSchedules[key] { return newest }
    return try tail.rememberedSchedule(key, above: nil) ?? tables.rememberedSchedule(key)
  }

  // MARK: - Changes

  func perform(_ append: UnchangedAppend) {
    requests.add(append.requestName, append.remembered)
    changes.append(.unchanged(append))
  }

  func perform(_ message: ScheduledMessage, _ remembered: RememberedSchedule) {
    scheduled[message.key] = .some(message)
    rememberedSchedules[message.key] = remembered
    changes.append(.scheduled(message, remembered))
  }

  /// Ends what is scheduled under a name.
  func unschedule(_ key: ScheduledKey, as end: ScheduleEnd, at milliseconds: Int64) throws {
    let remembered = RememberedSchedule(
      fingerprint: try rememberedSchedule(key)?.fingerprint ?? [], end: end, time: milliseconds)
    scheduled[key] = .some(nil)
    rememberedSchedules[key] = remembered
    changes.append(.unscheduled(key, remembered))
  }

  /// Takes in what was decided.
  func perform(_ effects: AppendEffects) throws {
    let name = ConversationKey(app: effects.conversation.app, id: effects.conversation.record.id)
    if effects.isNew { lastNumber = effects.conversation.number }
    guard EntryKey.of(effects.conversation.number, effects.entry.seq) != nil else {
      throw StoreError(.failed, "a conversation's log can hold no more entries")
    }
    let head = heads.find(name) ?? heads.keep(effects.conversation)
    head.state = effects.conversation
    for member in effects.joins { head.members[member.user] = .some(member) }
    for user in effects.leaves { head.members[user] = .some(nil) }
    if effects.isMessage, let sender = head.members[effects.entry.sender] ?? nil {
      var sender = sender
      sender.lastSent = effects.entry.seq
      head.members[sender.user] = .some(sender)
    }
    for addressed in effects.userEntries { userHeads[UserKey(app: name.app, user: addressed.user)] = addressed.entry.seq }
    stamps[name.app] = effects.conversation.record.stamp
    requests.add(effects.requestName, effects.remembered)
    changes.append(.append(effects))
    if case .conversationChanged = effects.entry.event { heads.note(effects.conversation.record.attributes) }
    if !effects.leaves.isEmpty { dropSettings(of: effects.leaves, in: name) }
  }

  /// Those of a conversation end with the membership.
  private func dropSettings(of users: [UserID], in conversation: ConversationKey) {
    changes.append(.settingsDropped(users, conversation))
    for user in users {
      let key = UserKey(app: conversation.app, user: user)
      if settings[key] != nil { changeSettings(of: key) { $0.drop(conversation.id) } }
    }
  }

  func perform(_ hide: HideEffects) {
    let state = hide.conversation
    if let head = heads.find(ConversationKey(app: state.app, id: state.record.id)), var member = head.members[hide.user] ?? nil {
      member.cleared = hide.cleared
      member.hidden = hide.entry.seq
      head.members[hide.user] = member
    }
    userHeads[UserKey(app: state.app, user: hide.user)] = hide.entry.seq
    changes.append(.hide(hide))
  }

  func perform(_ change: SettingEffects) {
    changeSettings(of: change.user) { known in
      for setting in change.settings { known.set(setting.name, setting.value) }
    }
    userHeads[change.user] = change.entry.seq
    changes.append(.settings(change))
  }

  func perform(_ mark: MarkEffects) {
    let state = mark.conversation
    if let head = heads.find(ConversationKey(app: state.app, id: state.record.id)), var member = head.members[mark.user] ?? nil {
      mark.markers.apply(to: &member)
      head.members[mark.user] = .some(member)
    }
    if let entry = mark.entry { userHeads[UserKey(app: state.app, user: mark.user)] = entry.seq }
    changes.append(.mark(mark))
  }

  func perform(_ record: UserRecord, app: AppID) {
    users[UserKey(app: app, user: record.id)] = record
    changes.append(.user(record, app: app))
  }

  // MARK: - Commits

  /// Publishes what was decided, which is durable now as the journal's row `row`.
  func committed(as row: Int64, at moment: Duration) {
    tail.publish(changes, row: row, at: moment)
    storedNumber = lastNumber
    users.removeAll(keepingCapacity: true)
    scheduled.removeAll(keepingCapacity: true)
    rememberedSchedules.removeAll(keepingCapacity: true)
    forgetChanges()
    heads.trim()
    requests.trim(at: row, foldedThrough: tail.foldedThrough)
    if userHeads.count > capacity { userHeads = [:] }
    if settingBytes > Self.settingBytesKept || settings.count > capacity { forgetSettings() }
  }

  /// Takes back what was decided since the last commit.
  func discard() {
    for change in changes {
      switch change {
      case .append(let effects): requests.remove(effects.requestName)
      case .unchanged(let append): requests.remove(append.requestName)
      default: break
      }
    }
    forgetChanges()
    heads.removeAll()
    forgetSettings()
    userHeads = [:]
    users = [:]
    scheduled = [:]
    rememberedSchedules = [:]
    tables.forget()
    lastNumber = storedNumber
    stamps = [:]
  }

  private func forgetSettings() {
    settings = [:]
    settingBytes = 0
  }

  private func forgetChanges() {
    changes.removeAll(keepingCapacity: true)
    if indexedCount > 0 { indexed = Layer() }
    indexedCount = 0
  }
}

extension AppendEffects {
  fileprivate var requestName: RecentRequests.Name {
    RecentRequests.Name(entry.clientID, of: UserKey(app: conversation.app, user: entry.sender))
  }

  fileprivate var remembered: RememberedAppend {
    RememberedAppend(
      position: Position(conversation: conversation.record.id, seq: entry.seq, time: entry.time), fingerprint: fingerprint)
  }
}

extension UnchangedAppend {
  fileprivate var requestName: RecentRequests.Name { RecentRequests.Name(clientID, of: sender) }

  fileprivate var remembered: RememberedAppend { RememberedAppend(position: nil, fingerprint: fingerprint) }
}
