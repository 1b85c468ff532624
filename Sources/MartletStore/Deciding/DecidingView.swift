import MartletWire

/// The state that decisions look at: rows, and the changes decided since the last commit.
///
/// An engine has one as long as it decides. It reads `changes`, makes them durable and calls `committed`. If that fails, or if a
/// look-up threw `MissingRows`, it calls `discard`. The view caches state across commits, which is correct while no one else
/// decides. `discard` clears the cache.
///
/// If several nodes decide on the same rows, the view is shared. Then it caches conversations only, and `bases` names the
/// position from which each was decided: the engine commits only if all of them are still the newest. Rows of users, markers
/// and requests are looked up for each commit.
/// Not Sendable: belongs to whoever decides.
package final class DecidingView<R: Rows> {
  package let rows: R
  /// The kinds of conversation.
  package let kinds: Kinds
  private let numbering: any Numbering
  let pending = PendingChanges()

  private var heads: HeadCache
  private var requests: RecentRequests
  /// Newest positions of users' logs.
  private var userHeads: [UserKey: UInt64] = [:]
  /// The settings of users who changed some recently, and their approximate size in bytes.
  private var settings: [UserKey: UserSettings] = [:]
  private var settingBytes = 0
  private static var settingBytesKept: Int { 16 << 20 }
  private let capacity: Int
  /// True if others decide on the same rows.
  let isShared: Bool
  /// Whether requests of appends are looked up in any case; set after a commit collided with another node's.
  package var looksUpRequests = false
  /// The conversations that appends of this commit looked at, as they were before; nil for those made in this commit.
  private var touched: [ConversationKey: Basis?] = [:]

  /// A conversation, and the newest position that a decision knew, with what changes without an entry.
  package struct Basis: Sendable, Hashable {
    package let number: Int64
    package let head: UInt64
    package let relations: PairRelations
  }

  /// - Parameters:
  ///   - rows: The stored rows.
  ///   - kinds: The kinds of conversation.
  ///   - numbering: The source of numbers and stamps.
  ///   - recent: Changes whose requests may not be in the rows yet.
  ///   - newestMade: The newest time in a stored request's client id; nil for none. A later request is known to be new.
  ///   - capacity: How many conversations are kept in memory.
  ///   - isShared: Whether others decide on the same rows.
  package init(
    _ rows: R, kinds: Kinds, numbering: any Numbering, recent: [Change] = [], newestMade: Int64?, capacity: Int,
    isShared: Bool = false
  ) {
    self.isShared = isShared
    self.rows = rows
    self.kinds = kinds
    self.numbering = numbering
    self.capacity = capacity
    heads = HeadCache(capacity: capacity)
    requests = RecentRequests(capacity: 2 &* capacity, newestMade: newestMade)
    for change in recent {
      if let (name, remembered) = change.request { requests.add(name, remembered) }
    }
  }

  /// The changes decided since the last commit, in order.
  package var changes: [Change] { pending.changes }

  /// The rows merged with the changes since the last commit.
  private var current: LayeredRows<R, PendingChanges> { LayeredRows(rows, under: pending) }

  // MARK: - Conversations and members

  func nextNumber() throws -> Int64 { try numbering.nextNumber() }

  /// The stamp that the next change of a conversation gets.
  func nextStamp(of conversation: ConversationState) -> UInt64 {
    numbering.nextStamp(of: conversation.app, above: conversation.record.stamp)
  }

  func conversation(_ id: ConversationID, app: AppID) throws -> ConversationState? {
    try head(ConversationKey(app: app, id: id))?.state
  }

  private func head(_ name: ConversationKey) throws -> HeadCache.Head? {
    guard let head = try heads.find(name) ?? rows.conversation(name).map({ heads.keep($0) }) else { return nil }
    if isShared, touched[name] == nil {
      let record = head.state.record
      touched[name] = Basis(number: head.state.number, head: record.head, relations: record.relations)
    }
    return head
  }

  /// The positions from which the appends of this commit were decided, in the order of the numbers; none if nobody else decides.
  package var bases: [Basis] { touched.values.compactMap(\.self).sorted { $0.number < $1.number } }

  /// The conversations of a user that heed what users set about each other, among so many of the user's conversations after a
  /// number; `next` is the last of these, nil at the end.
  func direct(
    of user: UserKey, after number: Int64, among limit: Int
  ) throws -> (conversations: [ConversationState], next: Int64?) {
    let numbers = try current.memberships(of: user).map(\.number).filter { $0 > number }.sorted()
    let part = try numbers.prefix(limit).mapGathering { try current.conversation($0) }.compactMap(\.self)
      .filter { kinds.policy(of: $0.record.id).heedsBlocks }
    let known = try part.mapGathering { try conversation($0.record.id, app: user.app) }.compactMap(\.self)
    return (known, numbers.count > limit ? numbers[limit - 1] : nil)
  }

  /// A conversation as it is, for a decision that no position fences.
  func newest(_ id: ConversationID, app: AppID) throws -> ConversationState? {
    let key = ConversationKey(app: app, id: id)
    guard isShared else { return try conversation(id, app: app) }
    if let made = pending.made(key) { return try pending.look(at: made) { $0.last?.state } }
    guard let stored = try rows.conversation(key) else { return nil }
    return try pending.look(at: stored.number) { $0.last?.state } ?? stored
  }

  /// A member with the markers as they are.
  func newestMember(_ user: UserID, of conversation: ConversationState) throws -> MemberRecord? {
    isShared ? try current.member(user, of: conversation.number) : try member(user, of: conversation)
  }

  /// Whether entries after a position changed the members; true if there are too many to say.
  func changedMembers(of conversation: ConversationState, after seq: UInt64) throws -> Bool {
    let head = conversation.record.head
    guard head > seq else { return false }
    guard head &- seq <= 256 else { return true }
    var isChanged = false
    try current.eachEntry(of: conversation.number, in: seq &+ 1...head, limit: 256, newest: false) { entry in
      isChanged = try entry.entry().event.changesMembers
      return !isChanged
    }
    return isChanged
  }

  func member(_ user: UserID, of conversation: ConversationState) throws -> MemberRecord? {
    guard let head = try head(ConversationKey(app: conversation.app, id: conversation.record.id)) else { return nil }
    if let known = head.members[user] { return known }
    let member = try rows.member(user, of: conversation.number)
    head.members[user] = .some(member)
    return member
  }

  /// What a group keeps of a user who is not a member; nil if nothing.
  func outsider(_ user: UserID, of conversation: ConversationState) throws -> OutsiderRecord? {
    guard conversation.record.rules?.hasOutsiders == true else { return nil }
    return try current.outsider(user, of: conversation.number)
  }

  /// How many users have a standing at a time, in milliseconds since 1970; exact up to `limit`.
  func countOutsiders(
    _ standing: OutsiderRecord.Standing, of conversation: ConversationState, at time: Int64, limit: Int
  ) throws -> Int {
    guard conversation.record.rules?.hasOutsiders == true else { return 0 }
    return try current.outsiders(standing, of: conversation.number, at: time, after: nil, limit: limit).count
  }

  // MARK: - Messages

  /// The message at a position; nil if there is no entry, or another kind of entry.
  func message(at seq: UInt64, in conversation: ConversationState) throws -> MessageState? {
    try current.message(at: seq, of: conversation.number)
  }

  /// The current content of a message; nil if there is none.
  func content(at seq: UInt64, in conversation: ConversationState) throws -> (type: String, content: String)? {
    try current.content(at: seq, of: conversation.number)
  }

  /// The newest message before a position that is listed for all and not recalled; 0 for none.
  func listed(before seq: UInt64, in conversation: ConversationState) throws -> UInt64 {
    try current.listed(before: seq, of: conversation.number)
  }

  /// The entries that edited a message or changed its annotations.
  func changes(of target: UInt64, _ message: MessageState, in conversation: ConversationState) throws -> Set<UInt64> {
    try current.changes(of: target, revision: message.revision, in: conversation.number)
  }

  /// A message's annotations of one kind and owner, by name.
  func slots(
    of target: UInt64, kind: AnnotationKind, owner: String, in conversation: ConversationState
  ) throws -> [String: SlotBrief] {
    try current.slots(of: target, kind: kind, owner: owner, in: conversation.number)
  }

  /// The messages pinned to the conversation.
  func pinned(in conversation: ConversationState) throws -> Set<UInt64> { try current.pinned(of: conversation.number) }

  /// The single positions that a member hid.
  func hidden(from user: UserID, in conversation: ConversationState) throws -> Set<UInt64> {
    try current.hidden(from: user, of: conversation.number)
  }

  // MARK: - Users

  func user(_ id: UserID, app: AppID) throws -> UserRecord? { try current.user(UserKey(app: app, user: id)) }

  /// The user with an account number.
  func user(numbered number: AccountNumber) throws -> UserID? { try current.user(numbered: number) }

  /// The newest position of a user's log; 0 for an empty one.
  func userHead(_ user: UserID, app: AppID) throws -> UInt64 {
    let name = UserKey(app: app, user: user)
    if let known = userHeads[name] { return known }
    let head = try rows.userHead(of: name)
    userHeads[name] = head
    return head
  }

  /// A user's relation to another user.
  func relation(of user: UserKey, to peer: UserID) throws -> RelationRecord? { try current.relation(of: user, to: peer) }

  /// The number of a user's relations that have one of the flags, exact below `limit`.
  func countRelations(of user: UserKey, _ flags: RelationFlags, limit: Int) throws -> Int {
    try current.relations(of: user, flags, after: nil, limit: limit).count
  }

  /// All settings of a user.
  func settings(of user: UserKey) throws -> UserSettings {
    if let known = settings[user] { return known }
    var found = UserSettings()
    for setting in try current.settings(of: user, after: nil, limit: .max) { found.set(setting.name, setting.value) }
    settingBytes &+= found.bytes
    settings[user] = found
    return found
  }

  /// Changes a user's settings in place: there may be many thousands, and copying them all would block the writer.
  private func changeSettings(of user: UserKey, _ change: (inout UserSettings) -> Void) {
    let before = settings[user]?.bytes ?? 0
    change(&settings[user, default: UserSettings()])
    settingBytes &+= (settings[user]?.bytes ?? 0) &- before
  }

  // MARK: - Requests

  /// The record of an earlier append of the sender with the same client id; if it `isSure`, rows are asked even if this view
  /// alone would know.
  func remembered(_ name: RequestName, isSure: Bool = false) throws -> RememberedAppend? {
    if let known = requests.find(name) { return known }
    // Of a shared view, the key of the stored requests refuses a retry that is decided as a new one.
    let asks = isShared ? isSure || looksUpRequests || name.made == nil : requests.mayBeStored(name)
    return asks ? try rows.remembered(name.client, of: name.user) : nil
  }

  func isScheduled(_ key: ScheduledKey) throws -> Bool { try current.isScheduled(key) }

  /// The message scheduled under a name.
  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage? { try current.scheduled(key) }

  /// The number of messages that a user has scheduled, exact below `limit`.
  func countScheduled(of owner: UserKey, limit: Int) throws -> Int {
    try current.scheduledNames(of: owner, limit: limit).count
  }

  /// The data that recognises the request that scheduled a message under a name.
  func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule? { try current.rememberedSchedule(key) }

  // MARK: - Changes

  /// Applies the effects of a decision.
  func perform(_ effects: AppendEffects) throws {
    try numbering.use(effects.conversation, isNew: effects.isNew)
    let name = ConversationKey(app: effects.conversation.app, id: effects.conversation.record.id)
    let head = heads.find(name) ?? heads.keep(effects.conversation)
    if isShared, effects.isNew { touched[name] = .some(nil) }
    head.state = effects.conversation
    for member in effects.joins { head.members[member.user] = .some(member) }
    for user in effects.leaves { head.members[user] = .some(nil) }
    if effects.isMessage { head.members[effects.entry.sender]??.lastSent = effects.entry.seq }
    for addressed in effects.userEntries { userHeads[UserKey(app: name.app, user: addressed.user)] = addressed.entry.seq }
    take(.append(effects))
    switch effects.entry.event {
    case .membersSilenced(let users, let until): for user in users { head.members[user]??.silencedUntil = until }
    case .memberNamed(let user, let name): head.members[user]??.nickname = name
    default: break
    }
    if case .conversationChanged = effects.entry.event { heads.note(effects.conversation.record.attributes) }
    if !effects.leaves.isEmpty { dropSettings(of: effects.leaves, in: name) }
  }

  /// Adds a change, and remembers its request.
  private func take(_ change: Change) {
    if let (name, remembered) = change.request { requests.add(name, remembered) }
    pending.add(change)
  }

  /// Drops the users' settings of a conversation, which end with the membership.
  private func dropSettings(of users: [UserID], in conversation: ConversationKey) {
    pending.add(.settingsDropped(users, conversation))
    for user in users {
      let key = UserKey(app: conversation.app, user: user)
      if settings[key] != nil { changeSettings(of: key) { $0.drop(conversation.id) } }
    }
  }

  func perform(_ append: UnchangedAppend) { take(.unchanged(append)) }

  func perform(_ message: ScheduledMessage, _ remembered: RememberedSchedule) {
    pending.add(.scheduled(message, remembered))
  }

  /// Ends the scheduling of a message.
  func perform(_ end: ScheduleEnd, of key: ScheduledKey, at milliseconds: Int64) throws {
    let fingerprint = try rememberedSchedule(key)?.fingerprint ?? []
    pending.add(.unscheduled(key, RememberedSchedule(fingerprint: fingerprint, end: end, time: milliseconds)))
  }

  func perform(_ hide: HideEffects) {
    let state = hide.conversation
    if let head = heads.find(ConversationKey(app: state.app, id: state.record.id)), var member = head.members[hide.user] ?? nil {
      member.cleared = hide.cleared
      member.hidden = hide.entry.seq
      head.members[hide.user] = member
    }
    userHeads[UserKey(app: state.app, user: hide.user)] = hide.entry.seq
    pending.add(.hide(hide))
  }

  func perform(_ change: SettingEffects) {
    changeSettings(of: change.user) { known in
      for setting in change.settings { known.set(setting.name, setting.value) }
    }
    userHeads[change.user] = change.entry.seq
    pending.add(.settings(change))
  }

  func perform(_ change: RelationEffects, in conversations: [ConversationState]) {
    userHeads[change.user] = change.entry.seq
    pending.add(.relations(change))
    perform(conversations)
  }

  /// Notes what the users of direct conversations have set about each other now.
  func perform(_ conversations: [ConversationState]) {
    for state in conversations {
      let name = ConversationKey(app: state.app, id: state.record.id)
      (heads.find(name) ?? heads.keep(state)).state = state
      pending.add(.pair(state))
    }
  }

  func perform(_ mark: MarkEffects) {
    let state = mark.conversation
    if let head = heads.find(ConversationKey(app: state.app, id: state.record.id)), var member = head.members[mark.user] ?? nil {
      mark.markers.apply(to: &member)
      head.members[mark.user] = .some(member)
    }
    if let entry = mark.entry { userHeads[UserKey(app: state.app, user: mark.user)] = entry.seq }
    pending.add(.mark(mark))
  }

  func perform(_ record: UserRecord, app: AppID) { pending.add(.user(record, app: app)) }

  // MARK: - Commits

  /// Accepts the changes decided since the last commit, which are durable and in the rows now.
  ///
  /// - Parameters:
  ///   - commit: The commit's number; numbers grow.
  ///   - requestsStored: The commit up to which requests are in the rows.
  package func committed(as commit: Int64, requestsStored: @autoclosure () -> Int64) {
    numbering.commit()
    pending.removeAll()
    heads.trim()
    requests.trim(at: commit, foldedThrough: requestsStored())
    touched = [:]
    looksUpRequests = false
    if isShared || userHeads.count > capacity { userHeads = [:] }
    if isShared || settingBytes > Self.settingBytesKept || settings.count > capacity { forgetSettings() }
  }

  /// Discards the changes decided since the last commit, and forgets only what they changed: all else is as stored.
  ///
  /// For an engine that fetches rows and decides again.
  package func takeBack() {
    for change in changes { takeBack(change) }
    numbering.discard()
    pending.removeAll()
    guard isShared else { return }
    touched = [:]
    userHeads = [:]
    forgetSettings()
  }

  /// Discards the changes decided since the last commit, and forgets all conversations that these decisions looked at:
  /// another node has changed some of them.
  package func takeBackStale() {
    for name in touched.keys { heads.remove(name) }
    takeBack()
    looksUpRequests = true
  }

  /// Forgets a conversation that another node has changed; must not be called while decisions wait for their commit.
  package func forget(_ conversation: ConversationKey) { heads.remove(conversation) }

  private func takeBack(_ change: Change) {
    if let (name, _) = change.request { requests.remove(name) }
    switch change {
    case .append(let effects):
      forget(effects.conversation)
      for addressed in effects.userEntries { forget(UserKey(app: effects.conversation.app, user: addressed.user)) }
    case .mark(let mark):
      forget(mark.conversation)
      forget(UserKey(app: mark.conversation.app, user: mark.user))
    case .hide(let hide):
      forget(hide.conversation)
      forget(UserKey(app: hide.conversation.app, user: hide.user))
    case .settings(let effects): forget(effects.user)
    case .relations(let effects): forget(effects.user)
    case .pair(let state): forget(state)
    case .settingsDropped(let users, let key): for user in users { forget(UserKey(app: key.app, user: user)) }
    case .user, .unchanged, .scheduled, .unscheduled: break
    }
  }

  private func forget(_ conversation: ConversationState) {
    heads.remove(ConversationKey(app: conversation.app, id: conversation.record.id))
  }

  private func forget(_ user: UserKey) {
    userHeads[user] = nil
    settingBytes &-= settings.removeValue(forKey: user)?.bytes ?? 0
  }

  /// Discards the changes decided since the last commit, and all that was remembered.
  package func discard() {
    for change in changes { if let (name, _) = change.request { requests.remove(name) } }
    numbering.discard()
    pending.removeAll()
    touched = [:]
    heads.removeAll()
    forgetSettings()
    userHeads = [:]
  }

  private func forgetSettings() {
    settings = [:]
    settingBytes = 0
  }
}

extension Change {
  /// The data that recognises the retry of an append.
  fileprivate var request: (RequestName, RememberedAppend)? {
    switch self {
    case .append(let effects):
      let (state, entry) = (effects.conversation, effects.entry)
      return (
        effects.request,
        RememberedAppend(
          position: Position(conversation: state.record.id, seq: entry.seq, time: entry.time), fingerprint: effects.fingerprint)
      )
    case .unchanged(let append):
      return (
        RequestName(append.clientID, of: append.sender),
        RememberedAppend(position: nil, fingerprint: append.fingerprint)
      )
    default: return nil
    }
  }
}
