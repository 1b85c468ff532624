import MartletWire

/// A query for cached messages, which must match all conditions.
///
/// Recalled messages are never found. Edited messages are found by their new text.
public struct SearchQuery: Hashable, Sendable {
  /// Words in any order; empty for no words.
  ///
  /// Ignores case and accents. The last word also matches as a prefix, from three characters on. In scripts without spaces
  /// between words, such as Chinese, any part of a text matches, even a single character.
  public var text: String
  /// The sender; nil for any.
  public var sender: UserID?
  /// The content types; empty for all.
  public var types: [String]
  /// The earliest time of a message, inclusive.
  public var since: Timestamp?
  /// The latest time of a message, exclusive.
  public var until: Timestamp?

  /// Creates a query.
  public init(
    _ text: String = "", sender: UserID? = nil, types: [String] = [], since: Timestamp? = nil, until: Timestamp? = nil
  ) {
    self.text = text
    self.sender = sender
    self.types = types
    self.since = since
    self.until = until
  }

  /// The expression for the index; nil to match everything, which needs no index.
  ///
  /// - Throws: `.argumentInvalid` if the text holds nothing that can be searched for.
  package func expression() throws(MartletError) -> String? {
    let words = SearchWords.expressions(for: text)
    if words == nil, text.contains(where: { !$0.isWhitespace }) {
      throw MartletError(.argumentInvalid, "the text has no letter, digit or symbol to search for", field: "text")
    }
    return joined(words: words)
  }

  func joined(words: [String]?) -> String? {
    var all = words ?? []
    if let sender { all.append(SearchWords.mark(SearchWords.mark("s", sender.text))) }
    if !types.isEmpty {
      let any = types.map { SearchWords.mark(SearchWords.mark("t", $0)) }
      all.append("(\(any.joined(separator: " OR ")))")
    }
    return all.isEmpty ? nil : all.joined(separator: " AND ")
  }
}

/// A conversation with matching messages.
public struct SearchHit: Hashable, Sendable {
  /// The conversation.
  public let conversation: Conversation
  /// The number of matching messages, at most 1,000.
  public let count: Int
  /// The newest matching message.
  public let newest: Message
}

/// Conversations with matching messages, ordered by their latest message, newest first.
public struct SearchPage: Hashable, Sendable {
  /// The conversations; may be fewer than the limit even if more follow.
  public let hits: [SearchHit]
  /// The cursor for the next page; nil at the end.
  public let next: Cursor?
  /// True if the search covered all cached messages.
  ///
  /// False while the index is being built, after an update from a version without search or with other content types. Older
  /// messages may then be missing.
  public let isComplete: Bool

  /// A position in the list of conversations.
  public struct Cursor: Hashable, Sendable {
    let time: Int64
    let id: Int64
  }
}

/// Matching messages of one conversation, newest first.
public struct FoundMessages: Hashable, Sendable {
  /// The messages.
  public let messages: [Message]
  /// The position for the next page; nil at the end.
  public let next: UInt64?
  /// As `SearchPage.isComplete`, for this conversation.
  public let isComplete: Bool

  package init(messages: [Message], next: UInt64?, isComplete: Bool) {
    self.messages = messages
    self.next = next
    self.isComplete = isComplete
  }
}
