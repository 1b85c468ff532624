import MartletWire

/// A filter and sort order for the conversation list.
///
/// A conversation must match all conditions that are set.
public struct ConversationQuery: Hashable, Sendable {
  /// The kinds; nil for all.
  public var kinds: Set<ConversationID.Kind>?
  /// True for conversations with unread messages, false for those without; nil for both.
  public var isUnread: Bool?
  /// True for conversations with unread mentions of the user or of everyone, false for those without; nil for both.
  public var isMentioned: Bool?
  /// The tag; nil for any.
  public var tag: TagID?
  /// True for pinned conversations, false for others; nil for both.
  ///
  /// With a tag, pinned within that tag.
  public var isPinned: Bool?
  /// The notification levels, not considering quiet hours; nil for all.
  public var levels: Set<NotificationLevel>?
  /// Values of the user's own attributes (`Chat.setAttribute(_:_:)`) that must match; others are ignored.
  public var attributes: [String: ContentValue] = [:]
  /// Values of shared attributes (`Conversation.attributes`) that must match; others are ignored.
  public var sharedAttributes: [String: ContentValue] = [:]
  /// True to include conversations that were removed from the list.
  public var includesRemoved = false
  /// The sort order.
  public var order = ConversationOrder()

  /// Creates a query for all conversations of the list.
  public init() {}

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - kinds: The kinds; nil for all.
  ///   - isUnread: True for conversations with unread messages, false for those without; nil for both.
  ///   - tag: The tag; nil for any.
  ///   - isPinned: True for pinned conversations, false for others; nil for both.
  ///   - levels: The notification levels; nil for all.
  ///   - isMentioned: True for conversations with unread mentions, false for those without; nil for both.
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

/// The sort order of conversations: latest activity first.
public struct ConversationOrder: Hashable, Sendable {
  /// True to sort pinned conversations before all others, last pinned first.
  public var pinnedFirst = true
  /// True if saving a draft counts as activity.
  public var countsDrafts = true
  /// True if a pending or refused operation in the outbox counts as activity at the time it was written.
  public var countsUnsent = true

  /// Creates the default order: pinned first, then by activity including drafts and unsent messages.
  public init() {}

  /// The order by time of the last message only.
  public static let serverTime: ConversationOrder = {
    var order = ConversationOrder()
    (order.pinnedFirst, order.countsDrafts, order.countsUnsent) = (false, false, false)
    return order
  }()
}

/// An unread total over conversations.
public struct UnreadTotal: Hashable, Sendable {
  /// The number of unread messages.
  public let messages: Int
  /// The number of conversations with unread messages.
  public let conversations: Int
  /// The number of unread messages that mention the user or everyone.
  public let mentions: Int
}
