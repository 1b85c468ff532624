import MartletWire

/// One line of a conversation as users see it: a message in its newest version, or a notice such as "Bob joined".
///
/// Edits and recalls are not lines of their own; they change the message they apply to.
public struct Message: Hashable, Sendable, Identifiable {
  /// The kinds of line.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// A message with its newest content.
    case content(MessageContent)
    /// A recalled message, whose content is erased.
    case recalled
    /// A change of the conversation.
    case notice(Notice)
    /// An entry of a kind that this version does not know.
    ///
    /// Show nothing, or suggest an update.
    case unknown
  }

  /// The conversation and position.
  public let id: MessageID
  /// The user who sent the message or caused the notice.
  public let sender: UserID
  /// The sender's client id; nil if it is malformed.
  public let clientID: ClientID?
  /// The time when the server stored the entry.
  ///
  /// Never decreases within a conversation.
  public let time: Timestamp
  /// The kind of line, with its content.
  public let kind: Kind
  /// The position of the last edit or recall of this message; 0 if there is none.
  public let revision: UInt64
  /// The message's details besides its content: mentions, custom fields, and more.
  ///
  /// A recalled message keeps only its mentions, its recipients and its policy.
  public internal(set) var details = MessageDetails()

  /// The annotations that members attached to the message.
  public internal(set) var annotations = Annotations.none

  /// The details of the message's recall, without notification text; nil if the message was not recalled.
  public internal(set) var recall: RecallDetails?

  /// The user who recalled the message; nil if nobody did.
  public internal(set) var recalledBy: UserID?

  /// The position of the message that this one replies to; nil for none.
  public var replyTo: UInt64? { details.replyTo }
  /// The conversation of the line.
  public var conversation: ConversationID { id.conversation }
  /// The position in the conversation's log, from 1.
  public var seq: UInt64 { id.seq }
  /// The content; nil for notices and recalled messages.
  public var content: MessageContent? { if case .content(let content) = kind { content } else { nil } }
  /// The text of a message of type `text`; nil for other types.
  public var text: String? { content?.text }
  /// True if the message was edited and not recalled.
  public var isEdited: Bool { revision > 0 && !isRecalled }
  /// True if the message was recalled.
  public var isRecalled: Bool { kind == .recalled }
}

/// A change of a conversation, shown as a line.
@nonexhaustive
public enum Notice: Hashable, Sendable {
  /// The sender created the group with these members.
  case groupCreated(title: String, owner: UserID?, members: [UserID])
  /// The sender added users.
  case membersAdded([UserID])
  /// The sender removed users, or left.
  ///
  /// `owner` owns the group from here on; nil if no member is left. `reason` is empty if none was given.
  case membersRemoved([UserID], owner: UserID?, reason: String = "")
  /// The sender changed the shared title or attributes.
  ///
  /// `title` is nil if unchanged. `attributes` holds the changed keys; a nil value means the key was removed.
  case conversationChanged(title: String?, attributes: [String: ContentValue?])
}
