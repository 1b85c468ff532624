import MartletWire

/// Which conversations of the list, and in which order.
///
/// Each condition that is set must hold.
public struct ConversationQuery: Hashable, Sendable {
  /// Of these kinds; nil for all.
  public var kinds: Set<ConversationID.Kind>?
  /// With unread messages, or without; nil for both.
  public var isUnread: Bool?
  /// With unread messages that mention the user or everyone, or without; nil for both.
  public var isMentioned: Bool?
  /// With this tag.
  public var tag: TagID?
  /// Pinned, or not; nil for both.
  ///
  /// With a tag, pinned among its conversations.
  public var isPinned: Bool?
  /// Whose level is one of these, apart from quiet hours; nil for all.
  public var levels: Set<NotificationLevel>?
  /// Of which the app keeps these values for the user (`Chat.setAttribute(_:_:)`), others besides or not.
  public var attributes: [String: ContentValue] = [:]
  /// Which have these attributes, others besides or not: what all members see (`Conversation.attributes`).
  public var sharedAttributes: [String: ContentValue] = [:]
  /// Whether those removed from the list are meant as well.
  public var includesRemoved = false
  /// How they are sorted.
  public var order = ConversationOrder()

  /// All conversations of the list.
  public init() {}

  /// All conversations of the list with these properties.
  ///
  /// - Parameters:
  ///   - kinds: Of these kinds; nil for all.
  ///   - isUnread: With unread messages, or without; nil for both.
  ///   - tag: With this tag; nil for all.
  ///   - isPinned: Pinned, or not; nil for both.
  ///   - levels: Whose level is one of these; nil for all.
  ///   - isMentioned: With unread mentions of the user, or without; nil for both.
  public init(
    kinds: Set<ConversationID.Kind>? = nil, isUnread: Bool? = nil, tag: TagID? = nil, isPinned: Bool? = nil,
    levels: Set<NotificationLevel>? = nil, isMentioned: Bool? = nil
  ) {
    self.kinds = kinds
    self.isUnread = isUnread
    self.tag = tag
    self.isPinned = isPinned
    self.levels = levels
    self.isMentioned = isMentioned
  }
}

/// How conversations are sorted: the latest activity first.
public struct ConversationOrder: Hashable, Sendable {
  /// Whether pinned ones come before all others, those pinned last first.
  public var pinnedFirst = true
  /// Whether a draft counts as activity when it was saved.
  public var countsDrafts = true
  /// Whether what waits in the outbox, or was refused, counts as activity when it was written.
  public var countsUnsent = true

  /// Pinned first, then by activity, with drafts and what is unsent.
  public init() {}

  /// By the time of the last message alone.
  public static let serverTime: ConversationOrder = {
    var order = ConversationOrder()
    (order.pinnedFirst, order.countsDrafts, order.countsUnsent) = (false, false, false)
    return order
  }()
}

/// How much is unread.
public struct UnreadTotal: Hashable, Sendable {
  /// Unread messages.
  public let messages: Int
  /// Conversations that have some.
  public let conversations: Int
  /// How many of the messages mention the user, or everyone.
  public let mentions: Int
}
