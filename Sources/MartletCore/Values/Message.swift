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
  /// The sender added users, or joined: then the sender is the only one of them.
  ///
  /// `arrival` says how they came to the group; nil if nothing is known.
  case membersAdded([UserID], arrival: Arrival? = nil)
  /// The sender removed users, or left.
  ///
  /// `owner` owns the group from here on; nil if no member is left. `reason` is empty if none was given.
  case membersRemoved([UserID], owner: UserID?, reason: String = "")
  /// The sender changed the shared title or attributes, silenced or opened the group, or changed what new members may read.
  ///
  /// `title` is nil if unchanged. `attributes` holds the changed keys; a nil value means the key was removed. `isSilenced` says
  /// whether only the owner and the admins may write from here on, `isOpen` whether everybody may join, and `takesApplications`
  /// whether everybody may apply to; nil if unchanged, as `history`.
  case conversationChanged(
    title: String?, attributes: [String: ContentValue?], isSilenced: Bool? = nil, isOpen: Bool? = nil,
    history: GroupHistory? = nil, takesApplications: Bool? = nil)
  /// The sender gave members a role.
  ///
  /// With `.owner`, there is one, to whom the sender handed the group over.
  case rolesSet([UserID], Member.Role)
  /// The sender silenced members until a time, or let them write again; then `until` is nil.
  case membersSilenced([UserID], until: Timestamp?)
  /// The sender made members speakers, who may write even while the group is silenced.
  case speakersSet([UserID])
  /// The sender banned users until a time, or lets them join again; then `until` is nil.
  ///
  /// `removed` are those of them who were members, and `owner` owns the group from here on. `reason` is empty if none was given.
  case usersBanned([UserID], until: Timestamp?, removed: [UserID], owner: UserID?, reason: String = "")
  /// The sender, who is no member, applied to join until a time. With nil, the sender withdrew the application.
  ///
  /// Only those see it who were owner or admin then.
  case applied(String, until: Timestamp?)
  /// The sender refused applications; `reason` is empty if none was given.
  ///
  /// Only those see it who were owner or admin then.
  case applicationsRefused([UserID], reason: String = "")
  /// The sender gave a member a name in the group, or took it away; then it is empty.
  case memberNamed(UserID, String)
  /// The sender changed the announcement, or removed it; then the text is empty.
  case announced(String)
  /// The sender made a link by which users join the group.
  ///
  /// `until` is nil for a link without an end, `uses` for one that lets in any number of users.
  case linkMade(id: UInt64, until: Timestamp?, uses: Int?)
  /// The sender ended links.
  case linksRevoked([UInt64])
  /// The sender ended the group for all members.
  case dismissed
}

/// How users became members of a group.
public struct Arrival: Hashable, Sendable {
  /// The link by which they joined; nil for none.
  public let link: UInt64?
  /// The user who passed the group on, if the app said so.
  public let sharedBy: UserID?
  /// A word of the app for its statistics; empty if it gave none.
  public let way: String
  /// How many earlier entries they may read.
  public let history: UInt64
  /// True if they had applied.
  public let isAccepted: Bool

  package init(
    link: UInt64? = nil, sharedBy: UserID? = nil, way: String = "", history: UInt64 = 0, isAccepted: Bool = false
  ) {
    self.link = link
    self.sharedBy = sharedBy
    self.way = way
    self.history = history
    self.isAccepted = isAccepted
  }
}
