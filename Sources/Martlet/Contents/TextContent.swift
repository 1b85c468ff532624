/// Text, and where in it somebody is named.
public struct TextContent: TypedContent {
  /// `text`.
  public static let type = "text"

  /// A part of the text that stands for a user, so that a client can show the name of today there.
  public struct Span: Hashable, Sendable {
    /// Who is meant.
    public var user: UserID
    /// Where the part begins, in UTF-16 code units from 0.
    public var start: Int64
    /// How long the part is, in UTF-16 code units.
    public var length: Int64

    /// A part of the text that stands for a user.
    public init(user: UserID, start: Int64, length: Int64) {
      self.user = user
      self.start = start
      self.length = length
    }
  }

  /// What is said; at most 60,000 bytes.
  public var text: String
  /// Where users are named; at most 100 places, inside the text.
  public var spans: [Span]
  /// What the app adds for itself.
  public var extra: ContentFields

  /// Puts the parts together.
  public init(_ text: String, spans: [Span] = [], extra: ContentFields = ContentFields()) {
    self.text = text
    self.spans = spans
    self.extra = extra
  }

  /// Reads the content's JSON.
  ///
  /// Spans that are not inside the text, or name nobody, are left out.
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

  /// Writes the content's JSON.
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

  /// Throws where the text is too long, or a span does not lie inside it.
  ///
  /// - Throws: `.argumentInvalid`.
  public func check() throws(MartletError) {
    try ContentCheck.bytes(text, "text", atMost: ContentCheck.textBytes)
    try ContentCheck.count(spans.count, "spans", in: 0...Self.spansAtMost)
    let length = Int64(text.utf16.count)
    for span in spans where !span.isInside(length) {
      throw MartletError(
        .argumentInvalid, "a span does not lie inside the text: count in UTF-16 code units from 0", field: "spans",
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
