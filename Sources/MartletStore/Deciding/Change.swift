import MartletWire

/// One settled change, as it is journaled, kept in memory and folded into tables: it holds absolute values only, so that
/// it means the same however late it is performed.
enum Change: Sendable, Equatable {
  case append(AppendEffects)
  case mark(MarkEffects)
  case hide(HideEffects)
  case settings(SettingEffects)
  /// Users left a conversation, with whose membership their settings of it end.
  case settingsDropped([UserID], ConversationKey)
  /// A user was made, or the moment up to which their tokens are refused moved.
  case user(UserRecord, app: AppID)
}

/// Everything the move of a read marker changes, settled.
final class MarkEffects: Sendable, Equatable {
  /// The conversation as it is.
  let conversation: ConversationState
  let user: UserID
  /// Where the marker stands now.
  let read: UInt64
  /// What the move appends to the user's log.
  let entry: UserLogEntry

  init(conversation: ConversationState, user: UserID, read: UInt64, entry: UserLogEntry) {
    self.conversation = conversation
    self.user = user
    self.read = read
    self.entry = entry
  }

  static func == (one: MarkEffects, other: MarkEffects) -> Bool {
    one.conversation == other.conversation && one.user == other.user && one.read == other.read && one.entry == other.entry
  }
}

/// Everything that hiding changes, settled.
final class HideEffects: Sendable, Equatable {
  /// The conversation as it is.
  let conversation: ConversationState
  let user: UserID
  /// Everything up to here is hidden now.
  let cleared: UInt64
  /// What is hidden besides that was not before.
  let targets: [UInt64]
  /// What it appends to the user's log.
  let entry: UserLogEntry

  init(conversation: ConversationState, user: UserID, cleared: UInt64, targets: [UInt64], seq: UInt64, time: Int64) {
    self.conversation = conversation
    self.user = user
    self.cleared = cleared
    self.targets = targets
    entry = UserLogEntry(
      seq: seq, time: time, conversation: conversation.record.id, event: .hidden(until: cleared, targets))
  }

  static func == (one: HideEffects, other: HideEffects) -> Bool {
    one.conversation == other.conversation && one.user == other.user && one.cleared == other.cleared
      && one.targets == other.targets && one.entry == other.entry
  }
}

/// Everything that a change of settings changes, settled.
final class SettingEffects: Sendable, Equatable {
  let user: UserKey
  let settings: [Setting]
  /// What it appends to the user's log.
  let entry: UserLogEntry

  init(user: UserKey, values: [(name: SettingName, value: String)], seq: UInt64, time: Int64) {
    self.user = user
    settings = values.map { Setting($0.name, $0.value, revision: seq) }
    entry = UserLogEntry(seq: seq, time: time, conversation: nil, event: .settingsChanged(settings))
  }

  static func == (one: SettingEffects, other: SettingEffects) -> Bool {
    one.user == other.user && one.settings == other.settings && one.entry == other.entry
  }
}
