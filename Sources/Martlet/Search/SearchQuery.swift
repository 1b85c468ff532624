/// What to look for in the messages this device holds.
///
/// All conditions must hold. Messages taken back are never found, edited ones by their new wording.
public struct SearchQuery: Hashable, Sendable {
  /// Words, in any order; empty for no words.
  ///
  /// Case and accents do not matter. The last word may be the beginning of one, once it has three characters. In scripts
  /// that put no blanks between words, such as Chinese, any part of a text is found, single characters too.
  public var text: String
  /// Only messages of this user.
  public var sender: UserID?
  /// Only messages of these content types; empty for all.
  public var types: [String]
  /// Only messages stored at this moment or later.
  public var since: Timestamp?
  /// Only messages stored before this moment.
  public var until: Timestamp?

  /// Says what to look for.
  public init(
    _ text: String = "", sender: UserID? = nil, types: [String] = [], since: Timestamp? = nil, until: Timestamp? = nil
  ) {
    self.text = text
    self.sender = sender
    self.types = types
    self.since = since
    self.until = until
  }

  /// What the index is asked; nil for everything, which the index need not be asked for.
  ///
  /// - Throws: `.argumentInvalid` where the text holds nothing that could be looked for.
  func expression() throws(MartletError) -> String? { try expression(words: SearchWords.expressions(for: text)) }

  /// The same, with the words of the index that begin as the last one of the text does.
  ///
  /// - Throws: As `expression()`, and what `terms` throws.
  func expression(completing terms: (String) throws -> [String]?) throws -> String? {
    try expression(words: try SearchWords.expressions(for: text, completing: terms))
  }

  private func expression(words: [String]?) throws(MartletError) -> String? {
    var all: [String] = []
    if text.contains(where: { !$0.isWhitespace }) {
      guard let words else {
        throw MartletError(
          .argumentInvalid, "the text holds no letter, digit or symbol that could be looked for", field: "text")
      }
      all += words
    }
    if let sender { all.append(SearchWords.mark(SearchWords.mark("s", sender.text))) }
    if !types.isEmpty {
      let any = types.map { SearchWords.mark(SearchWords.mark("t", $0)) }
      all.append("(\(any.joined(separator: " OR ")))")
    }
    return all.isEmpty ? nil : all.joined(separator: " AND ")
  }
}

/// A conversation in which something was found.
public struct SearchHit: Hashable, Sendable {
  /// The conversation.
  public let conversation: Conversation
  /// How many messages were found in it, counted up to 1,000.
  public let count: Int
  /// The newest of them.
  public let newest: Message
}

/// Conversations in which something was found, the one with the latest message first.
public struct SearchPage: Hashable, Sendable {
  /// The conversations; fewer than asked for does not mean that there are no more.
  public let hits: [SearchHit]
  /// Where to go on; nil where there is no more.
  public let next: Cursor?
  /// Whether everything this device holds was looked through.
  ///
  /// False for some time after a version without search, or with other content types: the index is still being made,
  /// and older messages may be missing.
  public let isComplete: Bool

  /// A place in the conversations, the latest first.
  public struct Cursor: Hashable, Sendable {
    let time: Int64
    let id: Int64
  }
}

/// Messages of one conversation that were found, the newest first.
public struct FoundMessages: Hashable, Sendable {
  /// The messages.
  public let messages: [Message]
  /// The position to go on before; nil where there is no more.
  public let next: UInt64?
  /// As `SearchPage.isComplete`, of this conversation.
  public let isComplete: Bool
}
