import MartletWire

/// A conversation as it appears in the user's list.
public struct Conversation: Hashable, Sendable, Identifiable {
  /// The conversation's id.
  public let id: ConversationID
  /// The group's title; empty for direct conversations.
  public let title: String
  /// The group's owner; nil for direct conversations.
  public let owner: UserID?
  /// The group's admins, whom the owner appointed, in ascending order of their ids.
  public internal(set) var admins: [UserID] = []
  /// True if only the group's owner and admins may write.
  public internal(set) var isSilenced = false
  /// True if every user who knows the group's id may join it.
  public internal(set) var isOpen = false
  /// True if every user who knows the group's id may apply to join it.
  public internal(set) var takesApplications = false
  /// The group's announcement; nil if there is none.
  public internal(set) var announcement: GroupAnnouncement?
  /// What new members may read of the group's log; nil for what the server says.
  public internal(set) var history: GroupHistory?
  /// True if the owner has dismissed the group.
  ///
  /// Its members can only read it, and leave.
  public internal(set) var isDismissed = false
  /// The user may not write in the group before this time; nil if nobody silenced the user.
  ///
  /// It does not bind the owner and the admins.
  public internal(set) var silencedUntil: Timestamp?
  /// True if the user may write even while the group is silenced.
  public internal(set) var isSpeaker = false
  /// The user's own role; nil before the first connection.
  public internal(set) var role: Member.Role?
  /// What the app leaves to fewer users; nil before the first connection.
  var bounds: PermissionBounds?
  /// The other user of a direct conversation, the account of the app in a system conversation, or the user itself for notes to
  /// oneself; nil for groups.
  public let peer: UserID?
  /// The number of members.
  public let memberCount: Int
  /// The newest position of the log.
  public let head: UInt64
  /// The first position that the user may see, from 1.
  public let first: UInt64
  /// The user's read position, from all devices; 0 if the user has read nothing since joining.
  public let readUpTo: UInt64
  /// The number of unread messages from others: those after the user's read position and own last message, without recalled
  /// ones.
  public let unread: Int
  /// The number of unread messages that mention the user or everyone.
  public internal(set) var unreadMentions = 0
  /// The position of the first unread mention; nil if there is none.
  public internal(set) var firstUnreadMention: UInt64?
  /// The newest message that is not recalled.
  public let lastMessage: Message?
  /// The sort key of the list: the time of the last message, or of the newest entry if there is no message.
  ///
  /// Nil if an older server did not send it.
  public let lastActivity: Timestamp?
  /// The attributes that all members share, changed by `Chat.change(title:attributes:)`.
  public internal(set) var attributes: [String: ContentValue] = [:]
  /// The user's own settings for the conversation.
  public let settings: ConversationSettings

  /// True if the user removed the conversation from the list and no message has arrived since.
  public var isRemoved: Bool { settings.removedUpTo > 0 && lastMessage?.seq ?? 0 <= settings.removedUpTo }

  /// Returns the role of a member.
  ///
  /// - Parameter member: A member; for anybody else the result is `.member` as well.
  /// - Returns: The role.
  public func role(of member: UserID) -> Member.Role {
    if owner == member { return .owner }
    return admins.contains(member) ? .admin : .member
  }
}

/// A member of a conversation.
public struct Member: Hashable, Sendable, Identifiable {
  /// The roles of members.
  @nonexhaustive
  public enum Role: String, Hashable, Sendable {
    /// May read and write.
    case member
    /// May also remove and silence members, recall any message, and silence the group.
    case admin
    /// May also appoint admins, hand the group over, and do to admins what admins do to members.
    case owner
  }

  /// The user's id.
  public let id: UserID
  /// The member's role.
  public let role: Role
  /// The position at which the member joined; 0 in direct conversations.
  public let joined: UInt64
  /// The member's read position, as far as others are told; 0 if there is none.
  public let readUpTo: UInt64
  /// The newest position that a device of the member has received; 0 if none was reported.
  ///
  /// In large groups it equals `readUpTo`.
  public internal(set) var deliveredUpTo: UInt64 = 0
  /// The time when the member read the message, in results of `Chat.readers(of:_:limit:after:)`.
  ///
  /// Nil if the member has not read it, or if the time is no longer known.
  public internal(set) var readAt: Timestamp?
  /// The member may not write before this time; nil if nobody silenced the member.
  public internal(set) var silencedUntil: Timestamp?
  /// True if the member may write even while the group is silenced.
  public internal(set) var isSpeaker = false
  /// The member's name in the group; empty if there is none.
  public internal(set) var nickname = ""
}

/// Another member's markers, as far as this device knows them.
public struct MemberMarker: Hashable, Sendable {
  /// The member's read position; 0 if there is none.
  public let readUpTo: UInt64
  /// The newest position that a device of the member has received; at least `readUpTo`.
  public let deliveredUpTo: UInt64
}

/// The receipt counts of a message, without its sender.
public struct Receipt: Hashable, Sendable, Identifiable {
  /// The message.
  public let id: MessageID
  /// The number of recipients.
  public let members: Int
  /// The number of recipients who have read the message.
  public let read: Int
  /// The number of recipients who have received the message, including those who have read it.
  public let delivered: Int

  package init(id: MessageID, members: Int, read: Int, delivered: Int) {
    self.id = id
    self.members = members
    self.read = read
    self.delivered = delivered
  }
}

/// A filter for the recipients of a message.
@nonexhaustive
public enum ReceiptState: Hashable, Sendable {
  /// All recipients.
  case any
  /// Recipients who have read the message.
  case read
  /// Recipients who have not read the message.
  case unread
  /// Recipients who have received the message, whether read or not.
  case delivered
  /// Recipients who have not received the message.
  case undelivered
}

extension Receipt {
  package init(_ wire: Wire.ReceiptCount, of conversation: ConversationID) {
    self.init(
      id: MessageID(conversation: conversation, seq: wire.seq), members: Int(clamping: wire.members),
      read: Int(clamping: wire.read),
      delivered: Int(clamping: wire.delivered))
  }
}

extension Member {
  package init(_ wire: Wire.Member, _ user: UserID) {
    self.init(
      id: user, role: Role(wire.role), joined: wire.joined, readUpTo: wire.read,
      deliveredUpTo: max(wire.read, wire.delivered),
      readAt: wire.readAt > 0 ? Timestamp(milliseconds: wire.readAt) : nil,
      silencedUntil: Timestamp(end: wire.silencedUntil), isSpeaker: wire.silencedUntil == Wire.SilenceMembers.speaker,
      nickname: wire.nickname)
  }
}

extension Member.Role {
  /// A role that this version does not know is shown as a plain member.
  init(_ wire: Wire.Role) {
    switch wire {
    case .owner: self = .owner
    case .admin: self = .admin
    default: self = .member
    }
  }

  /// The wire's role.
  var wire: Wire.Role {
    switch self {
    case .member: .member
    case .admin: .admin
    case .owner: .owner
    }
  }
}

extension Timestamp {
  /// The end of a silence or of a link; nil if there is none.
  init?(end milliseconds: Int64) {
    guard milliseconds > 0 else { return nil }
    self.init(milliseconds: milliseconds)
  }
}
