/// Something for the other clients to act on, not to show.
public struct CommandContent: TypedContent {
  /// `command`.
  public static let type = "command"

  /// What to do; 1 to 512 bytes.
  public var name: String
  /// With what.
  public var data: ContentFields

  /// Puts the parts together.
  public init(name: String, data: ContentFields = ContentFields()) {
    self.name = name
    self.data = data
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    name = try fields.require(try fields.text("name"), "name")
    data = try fields.fields("data") ?? ContentFields()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("name", name)
    fields.set("data", data)
  }

  /// Throws where the name is missing or too long.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.notEmpty(name, "name")
    try ContentCheck.bytes(name, "name", atMost: ContentCheck.nameBytes)
  }

  /// Empty: it is not shown.
  public var summary: String { "" }
}

/// A line between the messages that nobody says, such as "Bob started a call".
public struct NoticeContent: TypedContent {
  /// `notice`.
  public static let type = "notice"

  /// The line; 1 to 8,000 bytes.
  public var text: String
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(_ text: String, extra: ContentFields = ContentFields()) {
    self.text = text
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    text = try fields.require(try fields.text("text"), "text")
    extra = try fields.extra()
  }

  /// Writes the content's JSON.
  public func write(to fields: inout ContentFields) {
    fields.set("text", text)
    fields.set("extra", extra)
  }

  /// Throws where the line is empty or too long.
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
