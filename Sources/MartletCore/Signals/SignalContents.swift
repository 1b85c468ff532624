/// A command for other clients to act on; not shown to users.
public struct CommandContent: TypedContent {
  /// `command`.
  public static let type = "command"

  /// The command's name; 1 to 512 bytes.
  public var name: String
  /// The command's arguments.
  public var data: ContentFields

  /// Creates a content.
  public init(name: String, data: ContentFields = ContentFields()) {
    self.name = name
    self.data = data
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    name = try fields.require(try fields.text("name"), "name")
    data = try fields.fields("data") ?? ContentFields()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("name", name)
    fields.set("data", data)
  }

  /// Validates the content: a name within its limit.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(name, "name")
    try ContentCheck.bytes(name, "name", atMost: ContentCheck.nameBytes)
  }

  /// Empty, because a command is not shown.
  public var summary: String { "" }
}

/// An informational line between messages, such as "Bob started a call".
public struct NoticeContent: TypedContent {
  /// `notice`.
  public static let type = "notice"

  /// The line; 1 to 8,000 bytes.
  public var text: String
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(_ text: String, extra: ContentFields = ContentFields()) {
    self.text = text
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    text = try fields.require(try fields.text("text"), "text")
    extra = try fields.extra()
  }

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("text", text)
    fields.set("extra", extra)
  }

  /// Validates the content: a text within its limit.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(text, "text")
    try ContentCheck.bytes(text, "text", atMost: ContentCheck.captionBytes)
  }

  /// The line.
  public var summary: String { text }

  /// The line.
  public var searchText: String { text }
}
