import MartletWire

/// A text about a group, for all its members.
public struct GroupAnnouncement: Hashable, Sendable, Identifiable {
  /// The conversation, and the position of the entry.
  public let id: MessageID
  /// The text; empty for one that was removed, in `Chat.announcements(limit:after:)`.
  public let text: String
  /// The user who wrote it.
  public let by: UserID?
  /// The time when it was written.
  public let time: Timestamp

  init(_ wire: Wire.Announcement, of conversation: ConversationID) {
    id = MessageID(conversation: conversation, seq: wire.seq)
    text = wire.text
    by = UserID(wire.by)
    time = Timestamp(milliseconds: wire.time)
  }
}
