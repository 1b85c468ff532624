import MartletWire

/// Everything one stored append changes, settled: performing it needs no further decision.
struct AppendEffects: Sendable, Equatable {
  /// The conversation with the append applied.
  var conversation: ConversationState
  /// Whether the append makes the conversation.
  var isNew: Bool
  var entry: LogEntry
  /// Whether the entry counts as unread.
  var counts: Bool
  var fingerprint: [UInt8]
  var fold: Fold?
  var joins: [MemberRecord]
  var leaves: [UserID]
  /// Whether the entry is a message: it becomes its sender's newest, where the sender is a member.
  var isMessage: Bool
  var userEntries: [AddressedUserEntry]

  /// What an edit or recall does to entries stored before.
  enum Fold: Sendable, Equatable {
    /// The target gets this content; `previous` is the edit folded into it before, 0 for none.
    case edit(target: UInt64, type: String, content: String, previous: UInt64)
    /// The target and these edits of it lose their content; `counted` tells whether the target counts as unread.
    case recall(target: UInt64, edits: [UInt64], counted: Bool)
  }

  var outcome: AppendOutcome {
    let record = conversation.record
    return .stored(
      Stored(
        position: Position(conversation: record.id, seq: entry.seq, time: entry.time), countable: entry.countable,
        stamp: record.stamp, userEntries: userEntries))
  }
}
