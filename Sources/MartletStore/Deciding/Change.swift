import MartletWire

/// One settled change, as it is journaled, kept in memory and folded into tables: it holds absolute values only, so that
/// it means the same however late it is performed.
enum Change: Sendable, Equatable {
  case append(AppendEffects)
  case mark(MarkEffects)
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
