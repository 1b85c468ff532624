import MartletWire

/// A content type as a Swift value: the built-in ones, and those an app defines.
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
/// Name it in `MartletClient.Configuration.contents` to have `MessageContent.value(in:)` and local search know it.
public protocol TypedContent: Hashable, Sendable {
  /// The content type: 1 to 64 bytes of `[a-z0-9._-]`, the same on all platforms.
  static var type: String { get }

  /// Reads the content's JSON.
  ///
  /// Members that are not known must be passed over, so that later versions may add some.
  ///
  /// - Throws: `.contentMalformed`; the message is then shown as of a type that is not known.
  init(_ fields: ContentFields) throws(MartletError)

  /// Writes the content's JSON.
  func write(to fields: inout ContentFields)

  /// Throws where the content must not be sent, with an error that says what to change.
  ///
  /// - Throws: `.argumentInvalid` or `.contentTooLarge`, with the field. Nothing by default.
  func check() throws(MartletError)

  /// One line for the list of conversations and for notifications.
  var summary: String { get }

  /// What local search looks in; nothing by default.
  var searchText: String { get }
}

extension TypedContent {
  /// Everything may be sent.
  public func check() throws(MartletError) {}

  /// Nothing to search.
  public var searchText: String { "" }
}

/// The content types that a client reads as Swift values.
public struct ContentRegistry: Sendable {
  private var types: [String: any TypedContent.Type] = [:]

  /// The built-in types.
  public static let standard = ContentRegistry([
    TextContent.self, ImageContent.self, GIFContent.self, VoiceContent.self, VideoContent.self, FileContent.self,
    LocationContent.self, ContactContent.self, StickerContent.self, QuoteContent.self, ForwardContent.self,
    CommandContent.self, NoticeContent.self, PartsContent.self, PollContent.self,
  ])

  /// The types' names, ascending.
  var names: [String] { types.keys.sorted() }

  /// These types; of two with the same name the later one counts.
  public init(_ types: [any TypedContent.Type] = []) {
    for type in types { self.types[type.type] = type }
  }

  /// The same with one more type, which takes the place of one of the same name.
  public func adding(_ type: any TypedContent.Type) -> ContentRegistry {
    var more = self
    more.types[type.type] = type
    return more
  }

  /// The content as a value of its type; nil where the type is not known or the content not as it says.
  public func read(_ content: MessageContent) -> (any TypedContent)? {
    guard let type = types[content.type] else { return nil }
    return Self.read(content, as: type)
  }

  private static func read<Content: TypedContent>(_ content: MessageContent, as type: Content.Type) -> (any TypedContent)? {
    content.read(as: type)
  }

  /// What local search looks in; empty for types that are not known.
  func searchText(of content: MessageContent) -> String {
    // Nearly all messages are text, which need not be taken apart for this.
    content.text ?? read(content)?.searchText ?? ""
  }
}

extension MessageContent {
  /// Content of a known type, checked.
  ///
  /// - Parameter value: What to say.
  /// - Throws: `.argumentInvalid` or `.contentTooLarge`: the error's message says what to change, its field where.
  public init(_ value: some TypedContent) throws(MartletError) {
    try value.check()
    var fields = ContentFields()
    value.write(to: &fields)
    let json = fields.json
    guard json.utf8.count <= Self.bytesAtMost else {
      throw MartletError(
        .contentTooLarge, "the content is too large: put what is large in a file and send its address", field: "content",
        limit: UInt64(Self.bytesAtMost), actual: UInt64(json.utf8.count))
    }
    self = .custom(type: Swift.type(of: value).type, json: json)
  }

  /// The most bytes of JSON that a server takes unless it was set up otherwise.
  static let bytesAtMost = 64 << 10

  /// The content as a value of a type; nil where it is of another type, or not as that type says.
  public func read<Content: TypedContent>(as type: Content.Type) -> Content? {
    guard self.type == Content.type, let fields = try? ContentFields(json: json) else { return nil }
    return try? Content(fields)
  }

  /// The content as a value of its type; `nil` where the type is not known or the content not as it says.
  ///
  /// - Parameter registry: The types that are known; the built-in ones by default.
  /// - Returns: One of the registry's types.
  public func value(in registry: ContentRegistry = .standard) -> (any TypedContent)? { registry.read(self) }

  /// One line for the list of conversations and for notifications; `[TYPE]` where the type is not known.
  ///
  /// - Parameter registry: The types that are known; the built-in ones by default.
  /// - Returns: The line, not translated.
  public func summary(in registry: ContentRegistry = .standard) -> String { registry.read(self)?.summary ?? "[\(type)]" }

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

/// Checks of what is to be sent: each error says what is too much, how much there may be, and what to do.
enum ContentCheck {
  /// Longer texts are files.
  static let textBytes = 60_000
  static let captionBytes = 8_000
  static let nameBytes = 512
  static let addressBytes = 2_048

  static func bytes(_ text: String, _ field: String, atMost limit: Int) throws(MartletError) {
    let count = text.utf8.count
    guard count <= limit else {
      throw MartletError(
        .argumentInvalid, "\(field) has \(count) bytes: shorten it to \(limit)", field: field, limit: UInt64(limit),
        actual: UInt64(count))
    }
  }

  static func count(_ count: Int, _ field: String, in range: ClosedRange<Int>) throws(MartletError) {
    guard range.contains(count) else {
      throw MartletError(
        .argumentInvalid, "\(field) has \(count) elements: \(range.lowerBound) to \(range.upperBound) are possible",
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
