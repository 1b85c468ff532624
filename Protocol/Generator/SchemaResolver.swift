/// Makes `Schema` of what protoc sends, and refuses what the generator does not do.
struct SchemaResolver {
  private let namespace: String
  /// Swift names by schema name.
  private var types: [String: String] = [:]
  /// Map entries by schema name: key and value.
  private var entries: [String: MessageDescriptor] = [:]

  init(namespace: String) {
    self.namespace = namespace
  }

  /// Learns a file's types.
  mutating func collect(_ file: FileDescriptor) throws {
    guard file.syntax == "proto3" else {
      throw SchemaError(
        "\(file.name): only syntax \"proto3\" is supported, not \"\(file.syntax.isEmpty ? "proto2" : file.syntax)\"")
    }
    guard !file.name.hasPrefix("google/protobuf/") else {
      throw SchemaError("\(file.name): the well-known types are not supported, as their JSON follows rules of its own")
    }
    guard file.extensions == 0 else { throw SchemaError("\(file.name): extensions are not supported") }
    guard file.services == 0 else { throw SchemaError("\(file.name): services are not supported") }
    let scope = file.package.isEmpty ? "" : ".\(file.package)"
    for message in file.messages { try collect(message, schema: scope, swift: namespace) }
    for type in file.enums { try collect(type, schema: scope, swift: namespace) }
  }

  private mutating func collect(_ message: MessageDescriptor, schema: String, swift: String) throws {
    let name = "\(schema).\(message.name)"
    guard message.extensions == 0 else { throw SchemaError("\(name.dropFirst()): extensions are not supported") }
    if message.isMapEntry {
      entries[name] = message
      return
    }
    try learn(message.name, schema: schema, swift: swift)
    for inner in message.messages { try collect(inner, schema: name, swift: "\(swift).\(message.name)") }
    for inner in message.enums { try collect(inner, schema: name, swift: "\(swift).\(message.name)") }
  }

  private mutating func collect(_ type: EnumDescriptor, schema: String, swift: String) throws {
    try learn(type.name, schema: schema, swift: swift)
  }

  private mutating func learn(_ name: String, schema: String, swift: String) throws {
    guard !Names.shadowing.contains(name) else {
      throw SchemaError(
        "\(schema.dropFirst()).\(name): a type cannot have this name, as generated code needs Swift's own \(name)")
    }
    types["\(schema).\(name)"] = "\(swift).\(name)"
  }

  /// Resolves a file; the types it uses must have been collected.
  func resolve(_ file: FileDescriptor) throws -> File {
    var scope = Scope(comments: file.comments, schema: file.package.isEmpty ? "" : ".\(file.package)", path: [])
    let messages = try file.messages.enumerated().flatMap { index, message in
      try resolve(message, in: scope.entering(nil, 4, index))
    }
    var enums = try file.enums.enumerated().map { index, type in try resolve(type, in: scope.entering(nil, 5, index)) }
    scope.path = []
    for (index, message) in file.messages.enumerated() {
      enums += try nestedEnums(of: message, in: scope.entering(nil, 4, index))
    }
    return File(name: file.name, messages: messages, enums: enums)
  }

  /// Where in a file something stands.
  private struct Scope {
    let comments: [[Int32]: String]
    var schema: String
    var path: [Int32]

    func entering(_ name: String?, _ field: Int32, _ index: Int) -> Scope {
      var inner = self
      if let name { inner.schema += ".\(name)" }
      inner.path += [field, Int32(index)]
      return inner
    }

    var comment: String { comments[path] ?? "" }
  }

  /// A message and those within it.
  private func resolve(_ message: MessageDescriptor, in scope: Scope) throws -> [Message] {
    let name = "\(scope.schema).\(message.name)"
    guard let swift = types[name] else { return [] }
    let fields = try message.fields.enumerated().map { index, field in
      try resolve(field, of: String(name.dropFirst()), in: scope.entering(message.name, 2, index))
    }
    guard fields.count <= 128 else { throw SchemaError("\(name.dropFirst()): more than 128 fields are not supported") }

    var members: [Message.Member] = []
    var done: Set<Int32> = []
    for (descriptor, field) in zip(message.fields, fields) {
      guard let oneof = descriptor.oneof, !descriptor.isOptional, message.oneofs.indices.contains(Int(oneof)) else {
        members.append(.field(field))
        continue
      }
      guard done.insert(oneof).inserted else { continue }
      let name = message.oneofs[Int(oneof)]
      let included = zip(message.fields, fields).filter { $0.0.oneof == oneof && !$0.0.isOptional }.map(\.1)
      members.append(
        .oneof(
          Oneof(
            name: Names.member(Names.lowerCamel(name)), typeName: Names.upperCamel(name), fields: included,
            comment: scope.entering(message.name, 8, Int(oneof)).comment)))
    }
    let result = Message(swift: swift, schemaName: String(name.dropFirst()), members: members, comment: scope.comment)
    let inner = try message.messages.enumerated().flatMap { index, inner in
      try resolve(inner, in: scope.entering(message.name, 3, index))
    }
    return [result] + inner
  }

  private func nestedEnums(of message: MessageDescriptor, in scope: Scope) throws -> [Enumeration] {
    try message.enums.enumerated().map { index, type in try resolve(type, in: scope.entering(message.name, 4, index)) }
      + message.messages.enumerated().flatMap { index, inner in
        try nestedEnums(of: inner, in: scope.entering(message.name, 3, index))
      }
  }

  private func resolve(_ type: EnumDescriptor, in scope: Scope) throws -> Enumeration {
    let name = "\(scope.schema).\(type.name)"
    guard let swift = types[name] else { throw SchemaError("\(name.dropFirst()): unknown type") }
    let values = type.values.enumerated().map { index, value in
      Enumeration.Value(
        name: Names.enumValue(value.name, of: type.name), schemaName: value.name, number: value.number,
        comment: scope.entering(type.name, 2, index).comment)
    }
    return Enumeration(swift: swift, values: values, comment: scope.comment)
  }

  private func resolve(_ field: FieldDescriptor, of message: String, in scope: Scope) throws -> Field {
    let place = "\(message).\(field.name)"
    let shape: Field.Shape
    if let entry = entries[field.typeName], entry.fields.count == 2 {
      shape = .map(key: try type(of: entry.fields[0], place), value: try type(of: entry.fields[1], place))
    } else {
      let type = try type(of: field, place)
      if field.isRepeated {
        shape = .list(type, isPacked: field.isPacked && type.kind.isPackable)
      } else if field.isOptional || (type.kind == .message && field.oneof == nil) {
        shape = .optional(type)
      } else {
        shape = .plain(type)
      }
    }
    return Field(
      name: Names.member(Names.lowerCamel(field.name)), schemaName: field.name, jsonName: field.jsonName,
      number: UInt32(field.number), shape: shape, comment: scope.comment)
  }

  private func type(of field: FieldDescriptor, _ place: String) throws -> ValueType {
    guard let kind = Kind(rawValue: field.type), kind != .group else { throw SchemaError("\(place): groups are not supported") }
    if let swift = kind.swiftType {
      return ValueType(kind: kind, swift: swift, schema: "", isJSNumber: field.isJSNumber && swift.hasSuffix("Int64"))
    }
    guard let swift = types[field.typeName] else { throw SchemaError("\(place): type \(field.typeName) is not in the request") }
    return ValueType(kind: kind, swift: swift, schema: String(field.typeName.dropFirst()))
  }
}
