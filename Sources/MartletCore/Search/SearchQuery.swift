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
