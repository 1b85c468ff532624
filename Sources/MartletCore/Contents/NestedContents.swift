import MartletWire

/// A reply that contains a copy of the message it replies to.
///
/// The copy does not change when the original is edited, and stays readable where the original is not visible. If the
/// original was recalled, show the copy as recalled.
public struct QuoteContent: TypedContent {
  /// `quote`.
  public static let type = "quote"

  /// A copy of the quoted message.
  public struct Quoted: Hashable, Sendable {
    /// The message's conversation and position; nil if not needed.
    public var id: MessageID?
    /// The sender.
    public var sender: UserID
    /// The time when the message was stored.
    public var time: Timestamp
    /// The content.
    public var content: MessageContent

    /// Creates a copy from its parts.
    public init(id: MessageID?, sender: UserID, time: Timestamp, content: MessageContent) {
      self.id = id
      self.sender = sender
      self.time = time
      self.content = content
    }

    /// Copies a message; returns nil if it has no content, for example a recalled one.
    public init?(_ message: Message) {
      guard let content = message.content else { return nil }
      self.init(id: message.id, sender: message.sender, time: message.time, content: content)
    }

    init(_ fields: ContentFields) throws(MartletError) {
      let sender = try fields.require(try fields.text("sender").flatMap { UserID($0) }, "sender")
      let id = try fields.text("id").flatMap { MessageID($0) }
      let time = Timestamp(milliseconds: try fields.integer("time") ?? 0)
      self.init(id: id, sender: sender, time: time, content: try MessageContent(embedded: fields))
    }

    var fields: ContentFields {
      var fields = content.embedded ?? ContentFields()
      fields.set("id", id?.description)
      fields.set("sender", sender.text)
      fields.set("time", time.milliseconds)
      return fields
    }
  }

  /// The quoted message.
  public var quoted: Quoted
  /// The reply; any content type that contains no other contents.
  public var reply: MessageContent
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(_ quoted: Quoted, reply: MessageContent, extra: ContentFields = ContentFields()) {
    self.quoted = quoted
    self.reply = reply
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    quoted = try Quoted(try fields.require(try fields.fields("quoted"), "quoted"))
    reply = try MessageContent(embedded: try fields.require(try fields.fields("reply"), "reply"))
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("quoted", quoted.fields)
    fields.set("reply", reply.embedded)
    fields.set("extra", extra)
  }

  /// Validates the content: the reply must not be a quote, and all parts must be valid JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try reply.checkEmbedded("reply", butNot: [Self.type])
    try quoted.content.checkEmbedded("quoted", butNot: [])
  }

  /// The summary of the reply.
  public var summary: String { reply.summary() }

  /// The search text of the reply; search finds the quoted text in the original message.
  public var searchText: String { ContentRegistry.standard.searchText(of: reply) }
}

/// Several messages of another conversation, forwarded as one.
public struct ForwardContent: TypedContent {
  /// `forward`.
  public static let type = "forward"

  /// A forwarded message.
  public struct Entry: Hashable, Sendable {
    /// The original sender.
    public var sender: UserID
    /// The sender's display name; may be empty.
    public var name: String
    /// The time when the original was stored.
    public var time: Timestamp
    /// The content.
    public var content: MessageContent

    /// Creates a forwarded message.
    public init(sender: UserID, name: String = "", time: Timestamp, content: MessageContent) {
      self.sender = sender
      self.name = name
      self.time = time
      self.content = content
    }

    init(_ fields: ContentFields) throws(MartletError) {
      let sender = try fields.require(try fields.text("sender").flatMap { UserID($0) }, "sender")
      let time = Timestamp(milliseconds: try fields.integer("time") ?? 0)
      self.init(
        sender: sender, name: try fields.text("name") ?? "", time: time, content: try MessageContent(embedded: fields))
    }

    var fields: ContentFields {
      var fields = content.embedded ?? ContentFields()
      fields.set("sender", sender.text)
      fields.set("name", name.isEmpty ? nil : name)
      fields.set("time", time.milliseconds)
      return fields
    }
  }

  /// The largest number of messages in one content.
  public static let entriesAtMost = 100

  /// The title above the messages; may be empty.
  public var title: String
  /// The messages in display order; 1 to 100.
  public var entries: [Entry]
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(title: String = "", entries: [Entry], extra: ContentFields = ContentFields()) {
    self.title = title
    self.entries = entries
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// Malformed messages are left out.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    title = try fields.text("title") ?? ""
    let list = try fields.require(try fields.list("entries"), "entries")
    entries = list.prefix(Self.entriesAtMost).compactMap { try? Entry($0) }
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("title", title.isEmpty ? nil : title)
    fields.set("entries", entries.map { $0.fields })
    fields.set("extra", extra)
  }

  /// Validates the content: 1 to 100 messages, all valid JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.bytes(title, "title", atMost: ContentCheck.nameBytes)
    try ContentCheck.count(entries.count, "entries", in: 1...Self.entriesAtMost)
    for entry in entries {
      try entry.content.checkEmbedded("entries", butNot: [])
      try ContentCheck.bytes(entry.name, "entries.name", atMost: ContentCheck.nameBytes)
    }
  }

  /// The title, or the number of messages in brackets.
  public var summary: String { title.isEmpty ? "[\(entries.count) messages]" : title }

  /// The title and the search texts of the messages.
  public var searchText: String {
    ([title] + entries.map { ContentRegistry.standard.searchText(of: $0.content) }).joined(separator: "\n")
  }
}

/// Several contents in one message, shown one after another.
public struct PartsContent: TypedContent {
  /// `parts`.
  public static let type = "parts"

  /// The largest number of parts in one message.
  public static let partsAtMost = 20

  /// The parts in order; 1 to 20, of content types that contain no other contents.
  public var parts: [MessageContent]
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(_ parts: [MessageContent], extra: ContentFields = ContentFields()) {
    self.parts = parts
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// Malformed parts are left out.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    let list = try fields.require(try fields.list("parts"), "parts")
    parts = list.prefix(Self.partsAtMost).compactMap { try? MessageContent(embedded: $0) }
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("parts", parts.compactMap { $0.embedded })
    fields.set("extra", extra)
  }

  /// Validates the content: 1 to 20 parts, none with nested contents, all valid JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.count(parts.count, "parts", in: 1...Self.partsAtMost)
    for part in parts { try part.checkEmbedded("parts", butNot: [Self.type, QuoteContent.type, ForwardContent.type]) }
  }

  /// The summaries of the parts, in order.
  public var summary: String { parts.map { $0.summary() }.joined(separator: " ") }

  /// The search texts of the parts.
  public var searchText: String { parts.map { ContentRegistry.standard.searchText(of: $0) }.joined(separator: "\n") }
}

extension MessageContent {
  fileprivate func checkEmbedded(_ field: String, butNot types: [String]) throws(MartletError) {
    guard !types.contains(type) else {
      throw MartletError(.argumentInvalid, "a \(type) cannot be nested; send it as a separate message", field: field)
    }
    guard embedded != nil else {
      throw MartletError(.argumentInvalid, "the content of a part is not a JSON object", field: field)
    }
  }
}
