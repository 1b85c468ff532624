/// An answer to a message that is shown with it.
///
/// What was answered is kept as it was then: it stays readable where the message itself cannot be seen, and does not
/// change when that is edited. Show it as taken back where the message was.
public struct QuoteContent: TypedContent {
  /// `quote`.
  public static let type = "quote"

  /// The message that is answered, as it was.
  public struct Quoted: Hashable, Sendable {
    /// Its conversation and position; nil where that does not matter.
    public var id: EntryID?
    /// Who sent it.
    public var sender: UserID
    /// When it was stored.
    public var time: Timestamp
    /// What it said.
    public var content: MessageContent

    /// A message as it was.
    public init(id: EntryID?, sender: UserID, time: Timestamp, content: MessageContent) {
      self.id = id
      self.sender = sender
      self.time = time
      self.content = content
    }

    /// A message of a conversation; nil where it says nothing, as a recalled one.
    public init?(_ message: Message) {
      guard let content = message.content else { return nil }
      self.init(id: message.id, sender: message.sender, time: message.time, content: content)
    }

    init(_ fields: ContentFields) throws(MartletError) {
      let sender = try fields.require(try fields.text("sender").flatMap { UserID($0) }, "sender")
      let id = try fields.text("id").flatMap { EntryID($0) }
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

  /// What is answered.
  public var quoted: Quoted
  /// The answer, of any kind that holds no other contents.
  public var reply: MessageContent
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(_ quoted: Quoted, reply: MessageContent, extra: ContentFields = ContentFields()) {
    self.quoted = quoted
    self.reply = reply
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    quoted = try Quoted(try fields.require(try fields.fields("quoted"), "quoted"))
    reply = try MessageContent(embedded: try fields.require(try fields.fields("reply"), "reply"))
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("quoted", quoted.fields)
    fields.set("reply", reply.embedded)
    fields.set("extra", extra)
  }

  /// Throws where the answer is itself an answer, or a part is not JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try reply.checkEmbedded("reply", butNot: [Self.type])
    try quoted.content.checkEmbedded("quoted", butNot: [])
  }

  /// The answer's.
  public var summary: String { reply.summary() }

  /// The answer's: what is quoted is found where it was said.
  public var searchText: String { ContentRegistry.standard.searchText(of: reply) }
}

/// Messages of another conversation, handed on as one.
public struct ForwardContent: TypedContent {
  /// `forward`.
  public static let type = "forward"

  /// A message that is handed on.
  public struct Entry: Hashable, Sendable {
    /// Who sent it.
    public var sender: UserID
    /// What the sender is called; may be empty.
    public var name: String
    /// When it was stored.
    public var time: Timestamp
    /// What it said.
    public var content: MessageContent

    /// A message that is handed on.
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

  /// How many messages one may hold.
  public static let entriesAtMost = 100

  /// What is written above them; may be empty.
  public var title: String
  /// The messages, in the order they are to be read; 1 to 100.
  public var entries: [Entry]
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(title: String = "", entries: [Entry], extra: ContentFields = ContentFields()) {
    self.title = title
    self.entries = entries
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// Messages that cannot be read are left out.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    title = try fields.text("title") ?? ""
    let list = try fields.require(try fields.list("entries"), "entries")
    entries = list.prefix(Self.entriesAtMost).compactMap { try? Entry($0) }
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("title", title.isEmpty ? nil : title)
    fields.set("entries", entries.map(\.fields))
    fields.set("extra", extra)
  }

  /// Throws where there are no messages or too many, or one of them is not JSON.
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

  /// The title, or what it is.
  public var summary: String { title.isEmpty ? "[\(entries.count) messages]" : title }

  /// The title, and what the messages say.
  public var searchText: String {
    ([title] + entries.map { ContentRegistry.standard.searchText(of: $0.content) }).joined(separator: "\n")
  }
}

/// Several contents in one message, shown one after another.
public struct PartsContent: TypedContent {
  /// `parts`.
  public static let type = "parts"

  /// How many parts one may have.
  public static let partsAtMost = 20

  /// The parts in order; 1 to 20, of kinds that hold no other contents.
  public var parts: [MessageContent]
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(_ parts: [MessageContent], extra: ContentFields = ContentFields()) {
    self.parts = parts
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// Parts that cannot be read are left out.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    let list = try fields.require(try fields.list("parts"), "parts")
    parts = list.prefix(Self.partsAtMost).compactMap { try? MessageContent(embedded: $0) }
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("parts", parts.compactMap(\.embedded))
    fields.set("extra", extra)
  }

  /// Throws where there are no parts or too many, or one of them holds others or is not JSON.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.count(parts.count, "parts", in: 1...Self.partsAtMost)
    for part in parts { try part.checkEmbedded("parts", butNot: [Self.type, QuoteContent.type, ForwardContent.type]) }
  }

  /// The parts' one after another.
  public var summary: String { parts.map { $0.summary() }.joined(separator: " ") }

  /// The parts'.
  public var searchText: String { parts.map { ContentRegistry.standard.searchText(of: $0) }.joined(separator: "\n") }
}

extension MessageContent {
  fileprivate func checkEmbedded(_ field: String, butNot types: [String]) throws(MartletError) {
    guard !types.contains(type) else {
      throw MartletError(.argumentInvalid, "a \(type) cannot be put in here: send it as a message of its own", field: field)
    }
    guard embedded != nil else {
      throw MartletError(.argumentInvalid, "the content of a part is not a JSON object", field: field)
    }
  }
}
