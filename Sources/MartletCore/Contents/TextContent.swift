import MartletWire

/// Text with spans that mention users.
public struct TextContent: TypedContent {
  /// `text`.
  public static let type = "text"

  /// A range of the text that stands for a user; a client can show the user's current name there.
  public struct Span: Hashable, Sendable {
    /// The mentioned user.
    public var user: UserID
    /// The start of the range, in UTF-16 code units from 0.
    public var start: Int64
    /// The length of the range, in UTF-16 code units.
    public var length: Int64

    /// Creates a span.
    public init(user: UserID, start: Int64, length: Int64) {
      self.user = user
      self.start = start
      self.length = length
    }
  }

  /// The text; at most 60,000 bytes.
  public var text: String
  /// The spans; at most 100, all inside the text.
  public var spans: [Span]
  /// The app's own members.
  public var extra: ContentFields

  /// Creates a content.
  public init(_ text: String, spans: [Span] = [], extra: ContentFields = ContentFields()) {
    self.text = text
    self.spans = spans
    self.extra = extra
  }

  /// Decodes the content from JSON members.
  ///
  /// Spans outside the text, or without a valid user, are left out.
  ///
  /// - Throws: `.contentMalformed`.
  public init(_ fields: ContentFields) throws(MartletError) {
    text = try fields.require(try fields.text("text"), "text")
    extra = try fields.extra()
    spans = []
    let length = Int64(text.utf16.count)
    for member in (try? fields.list("spans"))?.prefix(Self.spansAtMost) ?? [] {
      guard let user = (try? member.text("user")).flatMap({ UserID($0) }), let start = try? member.integer("start"),
        let count = try? member.integer("length")
      else { continue }
      let span = Span(user: user, start: start, length: count)
      if span.isInside(length) { spans.append(span) }
    }
  }

  private static let spansAtMost = 100

  /// Encodes the content as JSON members.
  public func write(to fields: inout ContentFields) {
    fields.set("text", text)
    fields.set("extra", extra)
    guard !spans.isEmpty else { return }
    fields.set(
      "spans",
      spans.map { span in
        ContentFields(["user": .text(span.user.text), "start": .integer(span.start), "length": .integer(span.length)])
      })
  }

  /// Validates the content: text and spans within their limits, spans inside the text.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.bytes(text, "text", atMost: ContentCheck.textBytes)
    try ContentCheck.count(spans.count, "spans", in: 0...Self.spansAtMost)
    let length = Int64(text.utf16.count)
    for span in spans where !span.isInside(length) {
      throw MartletError(
        .argumentInvalid, "a span is outside the text; count in UTF-16 code units from 0", field: "spans",
        limit: UInt64(length))
    }
  }

  /// The text.
  public var summary: String { text }

  /// The text.
  public var searchText: String { text }
}

extension TextContent.Span {
  fileprivate func isInside(_ count: Int64) -> Bool {
    start >= 0 && length > 0 && start <= count && length <= count - start
  }
}
