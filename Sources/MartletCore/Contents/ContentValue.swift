import MartletWire

/// A JSON value inside a message's content.
///
/// Closed: JSON has no other kinds of values.
public indirect enum ContentValue: Hashable, Sendable {
  /// Null.
  case null
  /// A Boolean.
  case flag(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction, or outside the range of `Int64`.
  ///
  /// A value that is not finite is encoded as null, because JSON has no form for it.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([ContentValue])
  /// An object.
  case fields(ContentFields)

  /// Converts a JSON value; nil if it contains a number that `Double` cannot represent.
  init?(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let flag): self = .flag(flag)
    case .number(let number):
      if let integer = number.integer {
        self = .integer(integer)
      } else if let double = number.double {
        self = .number(double)
      } else {
        return nil
      }
    case .string(let text): self = .text(text)
    case .array(let elements):
      var list: [ContentValue] = []
      for element in elements {
        guard let value = ContentValue(element) else { return nil }
        list.append(value)
      }
      self = .list(list)
    case .object(let object):
      guard let fields = ContentFields(object) else { return nil }
      self = .fields(fields)
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .flag(let flag): writer.bool(flag)
    case .integer(let integer): writer.integer(integer)
    case .number(let number):
      if number.isFinite { writer.double(number) } else { writer.null() }
    case .text(let text): writer.string(text)
    case .list(let elements):
      writer.beginList()
      for element in elements {
        writer.element()
        element.write(to: &writer)
      }
      writer.endList()
    case .fields(let fields): fields.write(to: &writer)
    }
  }
}

/// The members of a JSON object, for reading and writing contents.
///
/// The reading functions return nil if a member is missing or null, and throw if it has another type.
public struct ContentFields: Hashable, Sendable {
  private var members: [String: ContentValue] = [:]

  /// Creates an object without members.
  public init() {}

  /// Creates an object with these members.
  public init(_ members: [String: ContentValue]) { self.members = members }

  /// Parses JSON text.
  ///
  /// - Parameter json: One JSON object. Duplicate keys, nesting beyond 32 levels and numbers beyond `Double` are refused.
  /// - Throws: `.contentMalformed`.
  public init(json: String) throws(MartletError) {
    let limits = DecodingLimits(bytes: 16 << 20, depth: 32)
    guard case .object(let object)? = try? JSONValue(json: [UInt8](json.utf8), limits: limits),
      let fields = ContentFields(object)
    else { throw MartletError(.contentMalformed, "the content is not a valid JSON object") }
    self = fields
  }

  init?(_ object: JSONObject) {
    for name in object.names {
      guard let value = object[name] else { continue }
      guard let known = ContentValue(value) else { return nil }
      members[name] = known
    }
  }

  /// The names of the members, in ascending order.
  public var names: [String] { members.keys.sorted() }

  /// True if there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// A member; nil if it is missing, or to remove it.
  public subscript(name: String) -> ContentValue? {
    get { members[name] }
    set { members[name] = newValue }
  }

  /// The JSON text without white space, members in ascending order of names.
  public var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.output.bytes, as: UTF8.self)
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      writer.key(name)
      value.write(to: &writer)
    }
    writer.endObject()
  }

  // MARK: Reading members

  /// Returns a string member.
  ///
  /// - Throws: `.contentMalformed` if the member has another type.
  public func text(_ name: String) throws(MartletError) -> String? {
    try read(name) { if case .text(let text) = $0 { text } else { nil } }
  }

  /// Returns a whole number; a fraction of zero is allowed.
  ///
  /// - Throws: `.contentMalformed` if the member has another type.
  public func integer(_ name: String) throws(MartletError) -> Int64? {
    try read(name) {
      switch $0 {
      case .integer(let integer): integer
      case .number(let number): Int64(exactly: number)
      default: nil
      }
    }
  }

  /// Returns a number.
  ///
  /// - Throws: `.contentMalformed` if the member has another type.
  public func number(_ name: String) throws(MartletError) -> Double? {
    try read(name) {
      switch $0 {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      default: nil
      }
    }
  }

  /// Returns a Boolean.
  ///
  /// - Throws: `.contentMalformed` if the member has another type.
  public func flag(_ name: String) throws(MartletError) -> Bool? {
    try read(name) { if case .flag(let flag) = $0 { flag } else { nil } }
  }

  /// Returns an object.
  ///
  /// - Throws: `.contentMalformed` if the member has another type.
  public func fields(_ name: String) throws(MartletError) -> ContentFields? {
    try read(name) { if case .fields(let fields) = $0 { fields } else { nil } }
  }

  /// Returns an array of objects.
  ///
  /// - Throws: `.contentMalformed` if the member has another type.
  public func list(_ name: String) throws(MartletError) -> [ContentFields]? {
    try read(name) {
      guard case .list(let values) = $0 else { return nil }
      var list: [ContentFields] = []
      for value in values {
        guard case .fields(let fields) = value else { return nil }
        list.append(fields)
      }
      return list
    }
  }

  /// Unwraps a required member.
  ///
  /// - Parameters:
  ///   - value: The result of a reading function.
  ///   - name: The member's name, for the error.
  /// - Throws: `.contentMalformed` if the value is nil.
  /// - Returns: The value.
  public func require<Value>(_ value: Value?, _ name: String) throws(MartletError) -> Value {
    guard let value else { throw MartletError(.contentMalformed, "the content has no such member", field: name) }
    return value
  }

  private func read<Value>(_ name: String, _ convert: (ContentValue) -> Value?) throws(MartletError) -> Value? {
    guard let member = members[name], member != .null else { return nil }
    guard let value = convert(member) else {
      throw MartletError(.contentMalformed, "a member of the content has the wrong type", field: name)
    }
    return value
  }

  // MARK: Writing members

  /// Sets a string; nil removes the member.
  public mutating func set(_ name: String, _ value: String?) { members[name] = value.map { .text($0) } }

  /// Sets a whole number; nil removes the member.
  public mutating func set(_ name: String, _ value: Int64?) { members[name] = value.map { .integer($0) } }

  /// Sets a number; nil removes the member.
  public mutating func set(_ name: String, _ value: Double?) { members[name] = value.map { .number($0) } }

  /// Sets a Boolean; nil removes the member.
  public mutating func set(_ name: String, _ value: Bool?) { members[name] = value.map { .flag($0) } }

  /// Sets an object; nil or an empty object removes the member.
  public mutating func set(_ name: String, _ value: ContentFields?) {
    members[name] = value.flatMap { $0.isEmpty ? nil : .fields($0) }
  }

  /// Sets an array of objects.
  public mutating func set(_ name: String, _ value: [ContentFields]) { members[name] = .list(value.map { .fields($0) }) }
}
