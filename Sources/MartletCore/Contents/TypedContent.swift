import MartletWire

/// A content type as a Swift value: a built-in one, or one that an app defines.
///
/// ```swift
/// struct Dice: TypedContent {
///   static let type = "com.example.dice"
///   var eyes: Int64
///   init(eyes: Int64) { self.eyes = eyes }
///   init(_ fields: ContentFields) throws(MartletError) {
///     eyes = try fields.require(try fields.integer("eyes"), "eyes")
///   }
///   func write(to fields: inout ContentFields) { fields.set("eyes", eyes) }
///   var summary: String { "[dice]" }
/// }
/// try await chat.send(MessageContent(Dice(eyes: 6)))
/// ```
///
/// Add the type to `MartletClient.Configuration.contents`, so that `MessageContent.value(in:)` and local search support it.
public protocol TypedContent: Hashable, Sendable {
  /// The content type's name: 1 to 64 bytes of `[a-z0-9._-]`, the same on all platforms.
  static var type: String { get }

  /// Decodes the content from JSON members.
  ///
  /// Ignore unknown members, so that later versions can add some.
  ///
  /// - Throws: `.contentMalformed`; the message is then shown like one of an unknown type.
  init(_ fields: ContentFields) throws(MartletError)

  /// Encodes the content as JSON members.
  func write(to fields: inout ContentFields)

  /// Validates the content before it is sent; accepts everything by default.
  ///
  /// - Throws: `.argumentInvalid` or `.contentTooLarge`, with the field and a message that says what to change.
  func check() throws(MartletError)

  /// One line for the conversation list and for notifications.
  var summary: String { get }

  /// The text that local search indexes; empty by default.
  var searchText: String { get }
}

extension TypedContent {
  /// Accepts everything.
  public func check() throws(MartletError) {}

  /// Empty.
  public var searchText: String { "" }
}

/// The content types that a client decodes to Swift values.
public struct ContentRegistry: Sendable {
  /// How to read contents of one type; each function returns nil for a malformed content.
  private struct Reader {
    let summary: @Sendable (MessageContent) -> String?
    let searchText: @Sendable (MessageContent) -> String?
    // Embedded Swift has no values of protocol types.
    #if !hasFeature(Embedded)
      let value: @Sendable (MessageContent) -> (any TypedContent)?
    #endif

    init<Content: TypedContent>(_ type: Content.Type) {
      summary = { $0.read(as: type)?.summary }
      searchText = { $0.read(as: type)?.searchText }
      #if !hasFeature(Embedded)
        value = { $0.read(as: type) }
      #endif
    }

    /// Of contents that are not decoded here, only texts are known.
    init(searching members: [String]) {
      summary = { _ in nil }
      searchText = { content in
        guard let fields = try? ContentFields(json: content.json) else { return nil }
        return members.compactMap { if case .text(let text)? = fields[$0] { text } else { nil } }.joined(separator: "\n")
      }
      #if !hasFeature(Embedded)
        value = { _ in nil }
      #endif
    }
  }

  private var readers: [String: Reader] = [:]

  /// The built-in types.
  public static let standard = ContentRegistry()
    .adding(TextContent.self).adding(ImageContent.self).adding(GIFContent.self).adding(VoiceContent.self)
    .adding(VideoContent.self).adding(FileContent.self).adding(LocationContent.self).adding(ContactContent.self)
    .adding(StickerContent.self).adding(QuoteContent.self).adding(ForwardContent.self).adding(CommandContent.self)
    .adding(NoticeContent.self).adding(PartsContent.self).adding(PollContent.self)

  /// What search finds of types whose contents are not decoded here.
  private var searched: [String: [String]] = [:]

  /// The types' names, ascending, each with the members that search finds if only those are known.
  var names: [String] {
    readers.keys.sorted().map { type in ([type] + (searched[type] ?? [])).joined(separator: ",") }
  }

  /// Creates a registry without types.
  public init() {}

  /// Returns a registry with one more type, which replaces a type with the same name.
  public func adding<Content: TypedContent>(_ type: Content.Type) -> ContentRegistry {
    var more = self
    more.readers[Content.type] = Reader(type)
    more.searched[Content.type] = nil
    return more
  }

  /// Returns a registry with one more type, of whose contents local search finds the texts of these members.
  package func adding(_ type: String, searching members: [String]) -> ContentRegistry {
    var more = self
    more.readers[type] = Reader(searching: members)
    more.searched[type] = members
    return more
  }

  /// One line for the conversation list; nil if the type is unknown or the content is malformed.
  func summary(of content: MessageContent) -> String? { readers[content.type]?.summary(content) }

  /// The text for local search; empty for unknown types.
  func searchText(of content: MessageContent) -> String {
    // Nearly all messages are text, which need not be taken apart for this.
    content.text ?? readers[content.type]?.searchText(content) ?? ""
  }
}

#if !hasFeature(Embedded)
  extension ContentRegistry {
    /// Creates a registry; of two types with the same name, the later one is used.
    public init(_ types: [any TypedContent.Type]) {
      self = types.reduce(ContentRegistry()) { $0.adding($1) }
    }

    /// Decodes a content; returns nil if its type is unknown or the content is malformed.
    public func read(_ content: MessageContent) -> (any TypedContent)? { readers[content.type]?.value(content) }
  }

  extension MessageContent {
    /// Decodes the content; returns nil if its type is unknown or the content is malformed.
    ///
    /// - Parameter registry: The known types; by default the built-in ones.
    /// - Returns: A value of one of the registry's types.
    public func value(in registry: ContentRegistry = .standard) -> (any TypedContent)? { registry.read(self) }
  }
#endif

extension MessageContent {
  /// Encodes and validates a value.
  ///
  /// - Parameter value: The value.
  /// - Throws: `.argumentInvalid` or `.contentTooLarge`. The message says what to change, `field` says where.
  public init(_ value: some TypedContent) throws(MartletError) {
    try value.check()
    var fields = ContentFields()
    value.write(to: &fields)
    let json = fields.json
    guard json.utf8.count <= Self.bytesAtMost else {
      throw MartletError(
        .contentTooLarge, "the content is too large; put large data in a file and send its URL", field: "content",
        limit: UInt64(Self.bytesAtMost), actual: UInt64(json.utf8.count))
    }
    self = .custom(type: Swift.type(of: value).type, json: json)
  }

  /// The most bytes of JSON that a server takes unless it was set up otherwise.
  package static let bytesAtMost = 64 << 10

  /// Decodes the content as a given type; returns nil if it has another type or is malformed.
  public func read<Content: TypedContent>(as type: Content.Type) -> Content? {
    guard self.type == Content.type, let fields = try? ContentFields(json: json) else { return nil }
    return try? Content(fields)
  }

  /// Returns one line for the conversation list and for notifications; `[TYPE]` for an unknown type.
  ///
  /// - Parameter registry: The known types; by default the built-in ones.
  /// - Returns: The line, untranslated.
  public func summary(in registry: ContentRegistry = .standard) -> String { registry.summary(of: self) ?? "[\(type)]" }

  /// As a member of another content.
  var embedded: ContentFields? {
    guard let fields = try? ContentFields(json: json) else { return nil }
    return ContentFields(["type": .text(type), "content": .fields(fields)])
  }

  /// A member of another content.
  init(embedded fields: ContentFields) throws(MartletError) {
    let type = try fields.require(try fields.text("type"), "type")
    let content = try fields.fields("content") ?? ContentFields()
    self = .custom(type: type, json: content.json)
  }
}

/// Checks of outgoing contents.
///
/// Each error names the excess, the limit, and the remedy.
package enum ContentCheck {
  /// Longer texts are files.
  static let textBytes = 60_000
  static let captionBytes = 8_000
  static let nameBytes = 512
  static let addressBytes = 2_048

  package static func bytes(_ text: String, _ field: String, atMost limit: Int) throws(MartletError) {
    let count = text.utf8.count
    guard count <= limit else {
      throw MartletError(
        .argumentInvalid, "\(field) has \(count) bytes; shorten it to \(limit)", field: field, limit: UInt64(limit),
        actual: UInt64(count))
    }
  }

  package static func count(_ count: Int, _ field: String, in range: ClosedRange<Int>) throws(MartletError) {
    guard range.contains(count) else {
      throw MartletError(
        .argumentInvalid, "\(field) has \(count) elements; \(range.lowerBound) to \(range.upperBound) are allowed",
        field: field, limit: UInt64(range.upperBound), actual: UInt64(count))
    }
  }

  static func notNegative(_ value: Int64?, _ field: String) throws(MartletError) {
    if let value, value < 0 { throw MartletError(.argumentInvalid, "\(field) must not be negative", field: field) }
  }

  static func notEmpty(_ text: String, _ field: String) throws(MartletError) {
    guard !text.isEmpty else { throw MartletError(.argumentInvalid, "\(field) must not be empty", field: field) }
  }
}
