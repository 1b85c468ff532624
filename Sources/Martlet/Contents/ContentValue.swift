import MartletWire

/// A JSON value inside a message's content.
public indirect enum ContentValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case flag(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction, or beyond the range of whole numbers.
  ///
  /// One that is not finite is written as null, for JSON has none.
  case number(Double)
  /// Text.
  case text(String)
  /// A list.
  case list([ContentValue])
  /// An object.
  case fields(ContentFields)

  /// What JSON says; nil where it holds a number that no `Double` can hold.
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

/// The members of a JSON object, as contents are read from and written to.
///
/// The reading functions return nil where a member is not there or null, and throw where it is of another type.
public struct ContentFields: Hashable, Sendable {
  private var members: [String: ContentValue] = [:]

  /// No members.
  public init() {}

  /// These members.
  public init(_ members: [String: ContentValue]) { self.members = members }

  /// What JSON text says.
  ///
  /// - Parameter json: One JSON object. Keys that come twice, nesting beyond 32 levels and numbers beyond `Double` are
  ///   refused.
  /// - Throws: `.contentMalformed`.
  public init(json: String) throws(MartletError) {
    let limits = DecodingLimits(bytes: 16 << 20, depth: 32)
    guard case .object(let object)? = try? JSONValue(json: [UInt8](json.utf8), limits: limits),
      let fields = ContentFields(object)
    else { throw MartletError(.contentMalformed, "the content is not a JSON object that can be read") }
    self = fields
  }

  init?(_ object: JSONObject) {
    for name in object.names {
      guard let value = object[name] else { continue }
      guard let known = ContentValue(value) else { return nil }
      members[name] = known
    }
  }

  /// The names of the members, ascending.
  public var names: [String] { members.keys.sorted() }

  /// Whether there are none.
  public var isEmpty: Bool { members.isEmpty }

  /// A member; nil where there is none, and to remove it.
  public subscript(name: String) -> ContentValue? {
    get { members[name] }
    set { members[name] = newValue }
  }

  /// JSON text without white space, members by ascending name.
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

  /// A text.
  ///
  /// - Throws: `.contentMalformed` where the member is something else.
  public func text(_ name: String) throws(MartletError) -> String? {
    try read(name) { if case .text(let text) = $0 { text } else { nil } }
  }

  /// A whole number; one written with a fraction of zero counts.
  ///
  /// - Throws: `.contentMalformed` where the member is something else.
  public func integer(_ name: String) throws(MartletError) -> Int64? {
    try read(name) {
      switch $0 {
      case .integer(let integer): integer
      case .number(let number): Int64(exactly: number)
      default: nil
      }
    }
  }

  /// A number.
  ///
  /// - Throws: `.contentMalformed` where the member is something else.
  public func number(_ name: String) throws(MartletError) -> Double? {
    try read(name) {
      switch $0 {
      case .integer(let integer): Double(integer)
      case .number(let number): number
      default: nil
      }
    }
  }

  /// True or false.
  ///
  /// - Throws: `.contentMalformed` where the member is something else.
  public func flag(_ name: String) throws(MartletError) -> Bool? {
    try read(name) { if case .flag(let flag) = $0 { flag } else { nil } }
  }

  /// An object.
  ///
  /// - Throws: `.contentMalformed` where the member is something else.
  public func fields(_ name: String) throws(MartletError) -> ContentFields? {
    try read(name) { if case .fields(let fields) = $0 { fields } else { nil } }
  }

  /// A list of objects.
  ///
  /// - Throws: `.contentMalformed` where the member is something else.
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

  /// A member that must be there.
  ///
  /// - Parameters:
  ///   - value: What one of the reading functions returned.
  ///   - name: The member's name, for the error.
  /// - Throws: `.contentMalformed` where it is not there.
  /// - Returns: The value.
  public func require<Value>(_ value: Value?, _ name: String) throws(MartletError) -> Value {
    guard let value else { throw MartletError(.contentMalformed, "the content lacks a member", field: name) }
    return value
  }

  private func read<Value>(_ name: String, _ convert: (ContentValue) -> Value?) throws(MartletError) -> Value? {
    guard let member = members[name], member != .null else { return nil }
    guard let value = convert(member) else {
      throw MartletError(.contentMalformed, "a member of the content is of another type", field: name)
    }
    return value
  }

  // MARK: Writing members

  /// Sets a text; nil removes the member.
  public mutating func set(_ name: String, _ value: String?) { members[name] = value.map { .text($0) } }

  /// Sets a whole number; nil removes the member.
  public mutating func set(_ name: String, _ value: Int64?) { members[name] = value.map { .integer($0) } }

  /// Sets a number; nil removes the member.
  public mutating func set(_ name: String, _ value: Double?) { members[name] = value.map { .number($0) } }

  /// Sets a truth value; nil removes the member.
  public mutating func set(_ name: String, _ value: Bool?) { members[name] = value.map { .flag($0) } }

  /// Sets an object; nil or one without members removes the member.
  public mutating func set(_ name: String, _ value: ContentFields?) {
    members[name] = value.flatMap { $0.isEmpty ? nil : .fields($0) }
  }

  /// Sets a list of objects.
  public mutating func set(_ name: String, _ value: [ContentFields]) { members[name] = .list(value.map { .fields($0) }) }
}
