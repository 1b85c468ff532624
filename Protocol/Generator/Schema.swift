/// What cannot be generated, said with the place in the schema.
struct SchemaError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// The type of a field's value, by the numbers of descriptor.proto.
enum Kind: Int32 {
  case double = 1
  case float, int64, uint64, int32, fixed64, fixed32, bool, string, group, message, bytes, uint32, enumeration, sfixed32, sfixed64
  case sint32, sint64

  /// The name by which reader, writer and size go.
  var method: String { "\(self)" }

  /// The Swift type; nil where the schema names it.
  var swiftType: String? {
    switch self {
    case .double: "Double"
    case .float: "Float"
    case .int64, .sint64, .sfixed64: "Int64"
    case .uint64, .fixed64: "UInt64"
    case .int32, .sint32, .sfixed32: "Int32"
    case .uint32, .fixed32: "UInt32"
    case .bool: "Bool"
    case .string: "String"
    case .bytes: "[UInt8]"
    case .group, .message, .enumeration: nil
    }
  }

  var wireType: UInt32 {
    switch self {
    case .double, .fixed64, .sfixed64: 1
    case .float, .fixed32, .sfixed32: 5
    case .string, .bytes, .message: 2
    default: 0
    }
  }

  var isPackable: Bool { wireType != 2 }

  /// Bytes in memory.
  var width: Int {
    switch self {
    case .bool: 1
    case .float, .int32, .uint32, .sint32, .fixed32, .sfixed32, .enumeration: 4
    case .string: 16
    default: 8
    }
  }
}

/// The type of one value.
struct ValueType {
  let kind: Kind
  /// As written in Swift.
  let swift: String
  /// As named in the schema, for messages and enumerations.
  let schema: String
  /// True for a 64-bit integer that is a number in JSON instead of text.
  var isJSNumber = false

  /// The name of the JSON writer's function.
  var jsonMethod: String { isJSNumber ? "integer" : kind.method }
}

struct Field {
  enum Shape {
    /// Absent means the default.
    case plain(ValueType)
    /// Absent can be told from the default.
    case optional(ValueType)
    case list(ValueType, isPacked: Bool)
    case map(key: ValueType, value: ValueType)
  }

  let name: String
  let schemaName: String
  let jsonName: String
  let number: UInt32
  let shape: Shape
  let comment: String

  func tag(_ wireType: UInt32) -> UInt32 { number << 3 | wireType }

  /// Bytes a tag takes.
  var tagSize: Int {
    switch number {
    case ..<(1 << 4): 1
    case ..<(1 << 11): 2
    case ..<(1 << 18): 3
    case ..<(1 << 25): 4
    default: 5
    }
  }
}

/// Of whose members at most one is set; `fields` are `.plain`.
struct Oneof {
  let name: String
  let typeName: String
  let fields: [Field]
  let comment: String
}

struct Message {
  enum Member {
    case field(Field)
    case oneof(Oneof)

    /// Members are written in the order of their numbers.
    var number: UInt32 {
      switch self {
      case .field(let field): field.number
      case .oneof(let oneof): oneof.fields.map(\.number).min() ?? 0
      }
    }
  }

  /// As written in Swift, with namespace.
  let swift: String
  /// With the package.
  let schemaName: String
  /// In the order of the schema.
  let members: [Member]
  let comment: String

  var byNumber: [Member] { members.sorted { $0.number < $1.number } }

  var fields: [Field] {
    members.flatMap { member in
      switch member {
      case .field(let field): [field]
      case .oneof(let oneof): oneof.fields
      }
    }
  }
}

struct Enumeration {
  struct Value {
    let name: String
    let schemaName: String
    let number: Int32
    let comment: String
  }

  let swift: String
  let values: [Value]
  let comment: String
}

struct File {
  let name: String
  let messages: [Message]
  let enums: [Enumeration]
}

/// All files of a request, resolved.
struct Schema {
  let files: [File]
  private let messages: [String: Message]

  init(_ descriptors: [FileDescriptor], namespace: String) throws {
    var resolver = SchemaResolver(namespace: namespace)
    for file in descriptors { try resolver.collect(file) }
    files = try descriptors.map { try resolver.resolve($0) }
    var byName: [String: Message] = [:]
    for message in files.flatMap(\.messages) { byName[message.schemaName] = message }
    messages = byName
  }

  /// Estimates the bytes a message takes in memory, as Swift lays it out.
  func width(of name: String, within outer: [String] = []) throws -> Int {
    guard !outer.contains(name) else {
      throw SchemaError("\(name) contains itself by single fields; put a oneof or a repeated field in between")
    }
    guard let message = messages[name] else { return 8 }
    var width = 0
    for member in message.members {
      switch member {
      case .field(let field): try Self.add(self.width(of: field, within: outer + [name]), to: &width)
      case .oneof(let oneof): try Self.add(self.width(of: oneof, within: outer + [name]), to: &width)
      }
    }
    Self.add(8, to: &width)
    return width
  }

  /// Whether the value of a oneof's member is so large that it is kept apart, so that the others stay small.
  func isBoxed(_ field: Field, within outer: [String] = []) throws -> Bool {
    guard case .plain(let type) = field.shape, type.kind == .message else { return false }
    // A message that contains itself by a oneof is finite as long as that member is apart.
    if outer.contains(type.schema) || isRecursive(type.schema) { return true }
    return try width(of: type.schema, within: outer) > 80
  }

  /// Whether the value of a single field is so large that it is kept apart: mostly it is absent, and takes its room anyway.
  func isApart(_ field: Field, within outer: [String] = []) throws -> Bool {
    guard case .optional(let type) = field.shape, type.kind == .message else { return false }
    return try width(of: type.schema, within: outer) > 40
  }

  private func width(of field: Field, within outer: [String]) throws -> Int {
    switch field.shape {
    case .plain(let type): type.kind.width
    case .optional(let type) where type.kind == .message:
      try isApart(field, within: outer) ? 8 : width(of: type.schema, within: outer)
    case .optional(let type): type.kind.width + 1
    case .list, .map: 8
    }
  }

  private func width(of oneof: Oneof, within outer: [String]) throws -> Int {
    let widths = try oneof.fields.map { field in
      guard case .plain(let type) = field.shape, type.kind == .message else { return try width(of: field, within: outer) }
      return try isBoxed(field, within: outer) ? 8 : width(of: type.schema, within: outer)
    }
    return (widths.max() ?? 0) + 1
  }

  private static func add(_ field: Int, to width: inout Int) {
    let alignment = field >= 8 ? 8 : field >= 4 ? 4 : 1
    width = (width + alignment - 1) / alignment * alignment + field
  }

  /// Whether a message can be reached from itself by single fields and oneofs.
  private func isRecursive(_ name: String) -> Bool {
    var seen: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      for field in messages[next]?.fields ?? [] {
        switch field.shape {
        case .plain(let type), .optional(let type):
          if type.schema == name { return true }
          if type.kind == .message, seen.insert(type.schema).inserted { open.append(type.schema) }
        case .list, .map: break
        }
      }
    }
    return false
  }
}
