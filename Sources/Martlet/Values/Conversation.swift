/// A conversation as the user's list shows it.
public struct Conversation: Hashable, Sendable, Identifiable {
  /// Names the conversation.
  public let id: ConversationID
  /// What the group is called; empty for direct conversations.
  public let title: String
  /// Who owns the group; nil for direct conversations.
  public let owner: UserID?
  /// The other user of a direct conversation (oneself, for notes to oneself); nil for groups.
  public let peer: UserID?
  /// How many users take part.
  public let memberCount: Int
  /// The newest position of the log.
  public let head: UInt64
  /// The first position the user may see, from 1.
  public let first: UInt64
  /// Up to which position the user has read since joining, on whatever device; 0 before the first time.
  public let readUpTo: UInt64
  /// How many messages of others came after what the user read or last sent, less those taken back.
  public let unread: Int
  /// How many of these mention the user, or everyone.
  public internal(set) var unreadMentions = 0
  /// The position of the first of them; nil where there is none.
  public internal(set) var firstUnreadMention: UInt64?
  /// The newest message that is not recalled.
  public let lastMessage: Message?
  /// What the list is sorted by: the time of the last message, or of the newest event where there is none; nil where a
  /// server of an earlier version did not tell.
  public let lastActivity: Timestamp?
  /// What the app keeps with it for all members: values under keys, changed by `Chat.change(title:attributes:)`.
  public internal(set) var attributes: [String: ContentValue] = [:]
  /// What is the user's own of it.
  public let personal: Personal

  /// Whether it was taken out of the list, and nothing was said since.
  public var isRemoved: Bool { personal.removedUpTo > 0 && lastMessage?.seq ?? 0 <= personal.removedUpTo }
}

/// A member of a conversation.
public struct Member: Hashable, Sendable, Identifiable {
  /// What a member may do.
  public enum Role: String, Hashable, Sendable {
    /// Reads and writes.
    case member
    /// Also removes members and takes back anyone's messages.
    case owner
  }

  /// The user.
  public let id: UserID
  /// What the user may do.
  public let role: Role
  /// Member from this position on; 0 in direct conversations.
  public let joined: UInt64
  /// Up to which position the member has read, as far as others are told; 0 before the first time.
  public let readUpTo: UInt64
  /// Up to which position a device of the member holds the log; 0 where none said so.
  ///
  /// In large groups it is the same as `readUpTo`.
  public internal(set) var deliveredUpTo: UInt64 = 0
  /// Of `Chat.readers(of:_:after:limit:)`: when the member had read the message; nil where that was not yet, or is not known any
  /// more.
  public internal(set) var readAt: Timestamp?
}

/// How far another member is, as far as this device was told.
public struct MemberMarker: Hashable, Sendable {
  /// Up to which position the member has read; 0 before the first time.
  public let readUpTo: UInt64
  /// Up to which position a device of the member holds the log; at least `readUpTo`.
  public let deliveredUpTo: UInt64
}

/// How many of those whom a message is for have it, its sender not among them.
public struct Receipt: Hashable, Sendable {
  /// The message's position.
  public let seq: UInt64
  /// How many it is for.
  public let members: Int
  /// How many have read it.
  public let read: Int
  /// How many have it, those who read it included.
  public let delivered: Int
}

/// Whom to list of those a message is for.
public enum ReceiptState: Hashable, Sendable {
  /// All of them.
  case any
  /// Those who have read it.
  case read
  /// Those who have not.
  case unread
  /// Those who have it, read or not.
  case delivered
  /// Those who do not have it.
  case undelivered
}
