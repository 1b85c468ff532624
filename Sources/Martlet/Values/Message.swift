/// One line of a conversation as people see it: a message in its newest form, or a notice such as "Bob joined".
///
/// Edits and recalls are no lines of their own; they show in the message they change.
public struct Message: Hashable, Sendable, Identifiable {
  /// What a line shows.
  public enum Kind: Hashable, Sendable {
    /// A message, in its newest wording.
    case content(MessageContent)
    /// A message that was taken back; what it said is gone.
    case recalled
    /// Something that happened to the conversation.
    case notice(Notice)
    /// An entry of a kind that this version does not know. Show nothing, or that an update would show more.
    case unknown
  }

  /// Conversation and position.
  public let id: EntryID
  /// Who sent the message, or did what the notice tells of.
  public let sender: UserID
  /// The name its sender's client gave it; nil where it is not of the usual form.
  public let clientID: ClientID?
  /// When the server stored it.
  ///
  /// Never falls within a conversation.
  public let time: Timestamp
  /// What the line shows.
  public let kind: Kind
  /// The position of the last edit or recall of this message; 0 for a message as it was sent.
  public let revision: UInt64
  /// What the message carries besides its content: mentions, fields of its sender, and more.
  ///
  /// Of a message that was taken back only whom it mentioned and was directed to, and its policy.
  public internal(set) var details = MessageDetails()

  /// What members attached to the message.
  public internal(set) var annotations = Annotations.none

  /// What went with its recall, where it was taken back; its push is not kept.
  public internal(set) var recall: RecallDetails?

  /// Who took it back; nil where it was not.
  public internal(set) var recalledBy: UserID?

  /// The position of the message that this one replies to; nil for none.
  public var replyTo: UInt64? { details.replyTo }
  /// The conversation the line is in.
  public var conversation: ConversationID { id.conversation }
  /// The position in the conversation's log, from 1.
  public var seq: UInt64 { id.seq }
  /// The content, where the line is a message that was not taken back.
  public var content: MessageContent? { if case .content(let content) = kind { content } else { nil } }
  /// The text of a message of type `text`.
  public var text: String? { content?.text }
  /// Whether the message says something else than when it was sent.
  public var isEdited: Bool { revision > 0 && !isRecalled }
  /// Whether the message was taken back.
  public var isRecalled: Bool { kind == .recalled }
}

/// Something that happened to a conversation.
public enum Notice: Hashable, Sendable {
  /// The group was made, with these members.
  case groupCreated(title: String, owner: UserID?, members: [UserID])
  /// The sender added users.
  case membersAdded([UserID])
  /// The sender removed users, or left, and says why, or nothing. `owner` owns the group from here on; nil where nobody is left.
  case membersRemoved([UserID], owner: UserID?, reason: String = "")
  /// The sender changed what all members see of the conversation: the title, nil where it is as before, and attributes by
  /// key, nil where they were taken away.
  case conversationChanged(title: String?, attributes: [String: ContentValue?])
}
