import MartletWire

/// One raw entry of a conversation's log, including edits and recalls.
///
/// Chats show `Message`s, which have edits and recalls folded in. Programs that follow a log entry by entry read these.
public struct LogItem: Hashable, Sendable, Identifiable {
  /// The event that an entry records.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// A message with its newest content at the time of reading; `revision` is the position of its last edit, 0 for none.
    case message(MessageContent, revision: UInt64)
    /// A message whose content was erased by the recall at position `by`.
    case recalledMessage(type: String, by: UInt64)
    /// The message at `target` got this content; nil if that message has been recalled since.
    case edited(target: UInt64, MessageContent?)
    /// The message at `target` was recalled.
    case recalled(target: UInt64)
    /// The annotations of the message at `target` changed.
    ///
    /// Nil if that message has been recalled since, or if this version does not know the kind of annotation.
    case annotated(target: UInt64, AnnotationChange?)
    /// The conversation changed.
    case notice(Notice)
    /// The user hid this entry.
    case hidden
    /// An entry of a kind that this version does not know.
    case unknown
  }

  /// The conversation and position.
  public let id: MessageID
  /// The user who caused the entry.
  public let sender: UserID
  /// The sender's client id; nil if it is malformed.
  public let clientID: ClientID?
  /// The time when the server stored the entry.
  ///
  /// Never decreases within a conversation.
  public let time: Timestamp
  /// The event that the entry records.
  public let event: Event
  /// The details of a recall; nil for other entries.
  public internal(set) var recall: RecallDetails?

  /// The conversation of the log.
  public var conversation: ConversationID { id.conversation }
  /// The position in the log, from 1.
  public var seq: UInt64 { id.seq }

  /// The kind of event, by its name in the wire schema.
  ///
  /// One of `message`, `edited`, `recalled`, `annotated`, `group_created`, `members_added`, `members_removed`,
  /// `conversation_changed`, `roles_set`, `members_silenced`, `speakers_set`, `users_banned`, `applied`, `applications_refused`,
  /// `member_named`, `announced`, `link_made`, `links_revoked`, `dismissed`, `hidden` or `unknown`.
  public var kind: String {
    switch event {
    case .message, .recalledMessage: "message"
    case .edited: "edited"
    case .recalled: "recalled"
    case .annotated: "annotated"
    case .notice(.groupCreated): "group_created"
    case .notice(.membersAdded): "members_added"
    case .notice(.membersRemoved): "members_removed"
    case .notice(.conversationChanged): "conversation_changed"
    case .notice(.rolesSet): "roles_set"
    case .notice(.membersSilenced): "members_silenced"
    case .notice(.speakersSet): "speakers_set"
    case .notice(.usersBanned): "users_banned"
    case .notice(.applied): "applied"
    case .notice(.applicationsRefused): "applications_refused"
    case .notice(.memberNamed): "member_named"
    case .notice(.announced): "announced"
    case .notice(.linkMade): "link_made"
    case .notice(.linksRevoked): "links_revoked"
    case .notice(.dismissed): "dismissed"
    case .hidden: "hidden"
    case .unknown: "unknown"
    }
  }

  /// The content of a message or an edit, unless recalled.
  public var content: MessageContent? {
    switch event {
    case .message(let content, _): content
    case .edited(_, let content): content
    default: nil
    }
  }

  /// The content type of a message or an edit.
  public var type: String? {
    if case .recalledMessage(let type, _) = event { return type }
    return content?.type
  }

  /// The text of a message or an edit of type `text`.
  public var text: String? { content?.text }

  /// The position of the message that an edit, a recall or an annotation applies to.
  public var target: UInt64? {
    switch event {
    case .edited(let target, _), .recalled(let target), .annotated(let target, _): target
    default: nil
    }
  }
}

/// The starting point for reading a log.
@nonexhaustive
public enum LogStart: Hashable, Sendable {
  /// The first entry that the user may see.
  case first
  /// The entry after this position.
  case after(UInt64)
  /// The entry after the newest one that this device knows of at the time of the call.
  case next
}
