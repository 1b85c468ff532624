import MartletWire

/// Changes that are not in the rows yet.
package struct Layer: Sendable {
  /// The commits of the first and the newest change; 0 for none.
  private(set) var first: Int64 = 0
  private(set) var last: Int64 = 0
  /// About how many rows of a quarter of a KiB it takes to store it.
  private(set) var weight = 0
  /// By number.
  package private(set) var conversations: [Int64: ConversationTail] = [:]
  package private(set) var users: [UserKey: UserTail] = [:]
  /// The users who got account numbers; some may have lost them again.
  package private(set) var numbered: [AccountNumber: UserID] = [:]
  /// The users who got names, under all words that these had.
  private(set) var names = NameIndex()
  /// The times until which users are or were suspended.
  package private(set) var suspensions: [UserKey: Int64] = [:]
  /// Scheduled messages; nil for removed ones.
  package private(set) var scheduled: [ScheduledKey: ScheduledMessage?] = [:]
  /// The data that recognises the requests that scheduled them.
  package private(set) var rememberedSchedules: [ScheduledKey: RememberedSchedule] = [:]
  /// Appends that changed nothing.
  package private(set) var unchanged: [UnchangedAppend] = []
  /// Conversations made here.
  package private(set) var made: [ConversationKey: Int64] = [:]
  /// The newest time in a client id here; the smallest number if there is none.
  package private(set) var newestMade = Int64.min

  var isEmpty: Bool { last == 0 }

  package init() {}

  /// The numbers of the conversations of a kind that were made here.
  func made(of kind: ConversationID.Kind, app: AppID) -> [Int64] {
    Array(made.filter { $0.key.app == app && $0.key.id.kind == kind }.values)
  }

  /// The times until which users of an app are or were suspended.
  func suspensions(of app: AppID) -> [UserID: Int64] {
    Dictionary(suspensions.filter { $0.key.app == app }.map { ($0.key.user, $0.value) }) { $1 }
  }

  /// Takes in one change of the commit `row`.
  package mutating func apply(_ change: Change, row: Int64) {
    if first == 0 { first = row }
    last = row
    switch change {
    case .append(let effects): append(effects)
    case .mark(let mark):
      let number = mark.conversation.number
      conversations[number, default: ConversationTail(mark.conversation)].mark(mark.user, mark.markers)
      if let entry = mark.entry {
        users[UserKey(app: mark.conversation.app, user: mark.user), default: UserTail()].entries.append((number, entry))
      }
      weight &+= 2
    case .hide(let effects):
      let number = effects.conversation.number
      conversations[number, default: ConversationTail(effects.conversation)].hide(effects)
      users[UserKey(app: effects.conversation.app, user: effects.user), default: UserTail()].entries.append(
        (number, effects.entry))
      weight &+= 2 &+ effects.targets.count
    case .settings(let effects):
      users[effects.user, default: UserTail()].set(effects)
      weight &+= effects.settings.reduce(1) { $0 &+ 1 &+ $1.value.utf8.count / 128 }
    case .settingsDropped(let left, let key):
      for user in left { users[UserKey(app: key.app, user: user), default: UserTail()].dropSettings(of: key.id) }
      weight &+= left.count
    case .relations(let effects):
      users[effects.user, default: UserTail()].relate(effects)
      weight &+= 1 &+ effects.relations.count
    case .pair(let state):
      conversations[state.number, default: ConversationTail(state)].relate(state)
      weight &+= 1
    case .user(let record, let app):
      users[UserKey(app: app, user: record.id), default: UserTail()].record = record
      weight &+= 1
      if record.suspendedUntil > 0 { suspensions[UserKey(app: app, user: record.id)] = record.suspendedUntil }
      if let profile = record.profile {
        if !profile.number.isEmpty { numbered[AccountNumber(profile.number, app: app)] = record.id }
        names.add(profile.words, of: record.id, app: app)
        weight &+= profile.fields.values.reduce(1) { $0 &+ $1.utf8.count / 128 }
      }
    case .unchanged(let append):
      unchanged.append(append)
      weight &+= 1
    case .scheduled(let message, let remembered):
      scheduled[message.key] = .some(message)
      if let remembered { rememberedSchedules[message.key] = remembered }
      weight &+= message.weight &+ 1
    case .unscheduled(let key, let remembered):
      scheduled[key] = .some(nil)
      if let remembered { rememberedSchedules[key] = remembered }
      weight &+= 2
    }
  }

  private mutating func append(_ effects: AppendEffects) {
    let (state, app) = (effects.conversation, effects.conversation.app)
    if effects.isNew { made[ConversationKey(app: app, id: state.record.id)] = state.number }
    conversations[state.number, default: ConversationTail(state)].append(effects)
    for member in effects.joins { users[UserKey(app: app, user: member.user), default: UserTail()].joined.insert(state.number) }
    for addressed in effects.userEntries {
      users[UserKey(app: app, user: addressed.user), default: UserTail()].entries.append(
        (state.number, addressed.entry))
    }
    newestMade = max(newestMade, effects.request.made ?? .min)
    weight &+=
      2 &+ effects.entry.bytes / 256 &+ effects.annotations.count &+ effects.joins.count &+ effects.leaves.count
      &+ effects.userEntries.count
  }
}

/// The changes of one user.
package struct UserTail: Sendable {
  /// The user's record, if it changed.
  package var record: UserRecord?
  /// Appended to the user's log, ascending, each with its conversation's number; those between may have come with changes
  /// of other slices.
  package var entries: [(number: Int64, entry: UserLogEntry)] = []
  /// Numbers of conversations joined, some perhaps left again.
  package var joined: Set<Int64> = []
  /// Conversations whose settings were dropped, before `settings` were set.
  package private(set) var droppedSettings: Set<ConversationID> = []
  /// Settings as they were set last, the unset ones with an empty value.
  package private(set) var settings: [SettingName: Setting] = [:]

  /// Relations as they were set last, those that are no more without flags.
  package private(set) var relations: [UserID: RelationRecord] = [:]
  /// Others about whom something was set before there was a conversation with them; of a commit, and not of a merged tail.
  package private(set) var unmet: Set<UserID> = []

  mutating func set(_ effects: SettingEffects) {
    for setting in effects.settings { settings[setting.name] = setting }
    entries.append((Self.noConversation, effects.entry))
  }

  mutating func relate(_ effects: RelationEffects) {
    for relation in effects.relations { relations[relation.peer] = relation }
    unmet.formUnion(effects.unmet)
    entries.append((Self.noConversation, effects.entry))
  }

  mutating func dropSettings(of conversation: ConversationID) {
    droppedSettings.insert(conversation)
    settings = settings.filter { $0.key.conversation != conversation }
  }

  /// The number of an entry of no conversation.
  static let noConversation: Int64 = 0

  /// Adds later changes.
  mutating func add(_ later: UserTail) {
    record = later.record ?? record
    entries += later.entries
    joined.formUnion(later.joined)
    for conversation in later.droppedSettings { dropSettings(of: conversation) }
    settings.merge(later.settings) { $1 }
    relations.merge(later.relations) { $1 }
  }
}
