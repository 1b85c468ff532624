import MartletWire

/// One settled change, as it is journaled, kept in memory and folded into tables: it holds absolute values only, so that
/// it means the same however late it is performed.
enum Change: Sendable, Equatable {
  /// The conversation has its number by now.
  case append(AppendEffects)
  case mark(MarkEffects)
  /// A user was made, or the moment up to which their tokens are refused moved.
  case user(UserRecord, app: AppID)
}

/// Everything the move of a read marker changes, settled.
struct MarkEffects: Sendable, Equatable {
  /// The conversation as it is; it has a number.
  var conversation: ConversationState
  var user: UserID
  /// Where the marker stands now.
  var read: UInt64
  /// What the move appends to the user's log.
  var entry: UserLogEntry
}
