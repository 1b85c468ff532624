/// One entry of a conversation's log as it is stored: everything that happened, in order, edits and recalls included.
///
/// Chats show `Message`s, into which edits and recalls are folded; programs that follow a conversation entry by
/// entry read these.
public struct LogItem: Hashable, Sendable, Identifiable {
  /// What happened.
  public enum Event: Hashable, Sendable {
    /// A message, in its newest wording as of reading. `revision` is the position of the last edit; 0 for none.
    case message(MessageContent, revision: UInt64)
    /// A message whose content is gone because it was taken back at position `by`.
    case recalledMessage(type: String, by: UInt64)
    /// The message at `target` got this content; nil where that message was taken back since.
    case edited(target: UInt64, MessageContent?)
    /// The message at `target` was taken back.
    case recalled(target: UInt64)
    /// What is attached to the message at `target` has changed so; nil where that message was taken back since, and for a
    /// kind of annotation that this version does not know.
    case annotated(target: UInt64, AnnotationChange?)
    /// Something happened to the conversation.
    case notice(Notice)
    /// The user hid what stands here.
    case hidden
    /// An entry of a kind that this version does not know.
    case unknown
  }

  /// Conversation and position.
  public let id: EntryID
  /// Whose doing it is.
  public let sender: UserID
  /// The name its sender's client gave it; nil where it is not of the usual form.
  public let clientID: ClientID?
  /// When the server stored it.
  ///
  /// Never falls within a conversation.
  public let time: Timestamp
  /// What happened.
  public let event: Event
  /// What went with a recall; nil of everything else.
  public internal(set) var recall: RecallDetails?

  /// The conversation whose log it is in.
  public var conversation: ConversationID { id.conversation }
  /// The position in the log, from 1.
  public var seq: UInt64 { id.seq }

  /// The kind of event by its name in the wire schema: `message`, `edited`, `recalled`, `annotated`, `group_created`,
  /// `members_added`, `members_removed`, `conversation_changed`, `hidden` or `unknown`.
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
    case .hidden: "hidden"
    case .unknown: "unknown"
    }
  }

  /// The content of a message or an edit that was not taken back.
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

  /// The position of the message that an edit, a recall or an annotation is about.
  public var target: UInt64? {
    switch event {
    case .edited(let target, _), .recalled(let target), .annotated(let target, _): target
    default: nil
    }
  }
}

/// Where a log is read from.
public enum LogStart: Hashable, Sendable {
  /// The first entry the user may see.
  case first
  /// After this position.
  case after(UInt64)
  /// After the newest entry this device knows of at the time of the call.
  case next
}
