import MartletWire

/// One settled change, as it is journaled, kept in memory and folded into tables: it holds absolute values only, so that
/// it means the same however late it is performed.
package enum Change: Sendable, Equatable {
  case append(AppendEffects)
  case mark(MarkEffects)
  case hide(HideEffects)
  case settings(SettingEffects)
  /// Users left a conversation, with whose membership their settings of it end.
  case settingsDropped([UserID], ConversationKey)
  /// A user was made, the moment up to which their tokens are refused moved, or their profile changed.
  case user(UserRecord, app: AppID)
  /// What a user has set about others changed.
  case relations(RelationEffects)
  /// What the users of a direct conversation have set about each other changed; the conversation as it is then.
  case pair(ConversationState)
  /// An append that changed nothing is remembered.
  case unchanged(UnchangedAppend)
  /// A message was scheduled; how the request is remembered is nil in rows of journals that did not remember it.
  case scheduled(ScheduledMessage, RememberedSchedule?)
  /// It was sent, taken back or dropped.
  case unscheduled(ScheduledKey, RememberedSchedule?)
}

/// Everything the move of a marker changes, settled.
package final class MarkEffects: Sendable, Equatable {
  /// A member's new markers; nil for those that did not move.
  package struct Markers: Sendable, Equatable {
    package var read: UInt64?
    package var told: UInt64?
    package var delivered: UInt64?
    /// The move of `told`.
    package var move: ReadMove?

    /// Whether none moved.
    package var isEmpty: Bool { self == Markers() }

    /// Takes in a later change.
    mutating func add(_ later: Markers) {
      read = later.read ?? read
      told = later.told ?? told
      delivered = later.delivered ?? delivered
      move = later.move ?? move
    }

    func apply(to member: inout MemberRecord) {
      member.read = read ?? member.read
      member.told = told ?? member.told
      member.delivered = delivered ?? member.delivered
    }
  }

  /// The conversation as it is.
  package let conversation: ConversationState
  package let user: UserID
  package let markers: Markers
  /// The entry for the user's log, if the read marker moved.
  package let entry: UserLogEntry?

  init(conversation: ConversationState, user: UserID, markers: Markers, entry: UserLogEntry?) {
    self.conversation = conversation
    self.user = user
    self.markers = markers
    self.entry = entry
  }

  /// The read marker moves, and others are told.
  convenience init(conversation: ConversationState, user: UserID, read: UInt64, entry: UserLogEntry) {
    self.init(conversation: conversation, user: user, markers: Markers(read: read, told: read), entry: entry)
  }

  /// The outcome, given that the read marker was at `read`.
  func outcome(from read: UInt64) -> MarkOutcome {
    if let moved = markers.read, let entry { return .moved(read: moved, entry: entry) }
    return markers.delivered.map { .delivered($0) } ?? .told(markers.told ?? 0, read: read)
  }

  package static func == (one: MarkEffects, other: MarkEffects) -> Bool {
    one.conversation == other.conversation && one.user == other.user && one.markers == other.markers && one.entry == other.entry
  }
}

/// Everything that hiding changes, settled.
package final class HideEffects: Sendable, Equatable {
  /// The conversation as it is.
  package let conversation: ConversationState
  package let user: UserID
  /// Everything up to here is hidden now.
  package let cleared: UInt64
  /// Single positions that are newly hidden.
  package let targets: [UInt64]
  /// The entry for the user's log.
  package let entry: UserLogEntry

  init(conversation: ConversationState, user: UserID, cleared: UInt64, targets: [UInt64], seq: UInt64, time: Int64) {
    self.conversation = conversation
    self.user = user
    self.cleared = cleared
    self.targets = targets
    entry = UserLogEntry(
      seq: seq, time: time, conversation: conversation.record.id, event: .hidden(until: cleared, targets))
  }

  package static func == (one: HideEffects, other: HideEffects) -> Bool {
    one.conversation == other.conversation && one.user == other.user && one.cleared == other.cleared
      && one.targets == other.targets && one.entry == other.entry
  }
}

/// Everything that a change of settings changes, settled.
package final class SettingEffects: Sendable, Equatable {
  package let user: UserKey
  package let settings: [Setting]
  /// The entry for the user's log.
  package let entry: UserLogEntry

  init(user: UserKey, values: [(name: SettingName, value: String)], seq: UInt64, time: Int64) {
    self.user = user
    settings = values.map { Setting($0.name, $0.value, revision: seq) }
    entry = UserLogEntry(seq: seq, time: time, conversation: nil, event: .settingsChanged(settings))
  }

  package static func == (one: SettingEffects, other: SettingEffects) -> Bool {
    one.user == other.user && one.settings == other.settings && one.entry == other.entry
  }
}
