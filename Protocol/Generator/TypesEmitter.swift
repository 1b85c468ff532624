/// Writes the types: what others read to know the schema in Swift.
struct TypesEmitter {
  let schema: Schema
  let namespace: String
  /// `package ` or nothing.
  let access: String
  /// True if the messages have a binary form, whose unknown fields they keep.
  let hasBinary: Bool

  init(schema: Schema, options: Generator.Options) {
    self.schema = schema
    (namespace, access, hasBinary) = (options.namespace, options.access, options.parts.contains("Binary"))
  }

  func emit(_ file: File) throws -> String {
    var code = Code()
    for message in file.messages {
      code.line()
      try emit(message, &code)
    }
    for type in file.enums {
      code.line()
      emit(type, &code)
    }
    return code.text
  }

  /// `Wire.Foo.Bar` as the type it is within and its own name.
  private func split(_ swift: String) -> (outer: String, name: String) {
    let parts = swift.split(separator: ".")
    return (parts.dropLast().joined(separator: "."), String(parts.last ?? ""))
  }

  private func emit(_ message: Message, _ code: inout Code) throws {
    let (outer, name) = split(message.swift)
    try code.block("extension \(outer)") { code in
      code.comment(message.comment)
      try code.block("\(access)struct \(name): Equatable, Sendable") { code in
        for member in message.members {
          if case .oneof(let oneof) = member { try emit(oneof, &code) }
        }
        for member in message.members {
          switch member {
          case .field(let field):
            code.comment(field.comment)
            let apart = try schema.isApart(field) ? "@Apart " : ""
            code.line("\(apart)\(access)var \(field.name): \(type(of: field)) = \(defaultValue(of: field))")
          case .oneof(let oneof):
            code.comment(oneof.comment)
            code.line("\(access)var \(oneof.name): \(oneof.typeName)? = nil")
          }
        }
        if hasBinary { code.line("\(access)var unknownFields = UnknownFields()") }
        code.line()
        code.line("\(access)init() {}")
        if !message.members.isEmpty { emitInitializer(message, &code) }
      }
    }
  }

  private func emitInitializer(_ message: Message, _ code: inout Code) {
    code.line()
    code.line("\(access)init(")
    code.indented { code in
      for (index, member) in message.members.enumerated() {
        let comma = index == message.members.count - 1 ? "" : ","
        switch member {
        case .field(let field): code.line("\(field.name): \(type(of: field)) = \(defaultValue(of: field))\(comma)")
        case .oneof(let oneof): code.line("\(oneof.name): \(oneof.typeName)? = nil\(comma)")
        }
      }
    }
    code.block(")") { code in
      for member in message.members {
        switch member {
        case .field(let field): code.line("self.\(field.name) = \(field.name)")
        case .oneof(let oneof): code.line("self.\(oneof.name) = \(oneof.name)")
        }
      }
    }
  }

  private func emit(_ oneof: Oneof, _ code: inout Code) throws {
    code.comment(oneof.comment)
    try code.block("\(access)enum \(oneof.typeName): Equatable, Sendable") { code in
      for field in oneof.fields {
        code.comment(field.comment)
        code.line("\(try schema.isBoxed(field) ? "indirect " : "")case \(field.name)(\(type(of: field)))")
      }
    }
    code.line()
  }

  private func emit(_ type: Enumeration, _ code: inout Code) {
    let (outer, name) = split(type.swift)
    code.block("extension \(outer)") { code in
      code.comment(type.comment)
      code.block("\(access)struct \(name): WireEnum") { code in
        code.line("\(access)var rawValue: Int32 = 0")
        code.line()
        code.line("\(access)init() {}")
        code.line("\(access)init(rawValue: Int32) { self.rawValue = rawValue }")
        code.line()
        for value in type.values {
          code.comment(value.comment)
          code.line("\(access)static var \(value.name): Self { Self(rawValue: \(value.number)) }")
        }
        code.line()
        code.line("\(access)static let names: [(name: StaticString, number: Int32)] = [")
        code.indented { code in
          for value in type.values { code.line("(\"\(value.schemaName)\", \(value.number)),") }
        }
        code.line("]")
      }
    }
  }

  private func type(of field: Field) -> String {
    switch field.shape {
    case .plain(let type): type.swift
    case .optional(let type): "\(type.swift)?"
    case .list(let type, _): "[\(type.swift)]"
    case .map(let key, let value): "[\(key.swift): \(value.swift)]"
    }
  }

  private func defaultValue(of field: Field) -> String {
    switch field.shape {
    case .plain(let type): type.defaultValue
    case .optional: "nil"
    case .list: "[]"
    case .map: "[:]"
    }
  }
}

extension ValueType {
  var defaultValue: String {
    switch kind {
    case .string: "\"\""
    case .bytes: "[]"
    case .bool: "false"
    case .message, .enumeration, .group: "\(swift)()"
    default: "0"
    }
  }

  /// The expression that tells whether `name` differs from the default.
  func isSet(_ name: String) -> String {
    switch kind {
    case .string, .bytes: "!\(name).isEmpty"
    case .bool: name
    // Minus zero is not the default.
    case .float, .double: "\(name).bitPattern != 0"
    case .enumeration: "\(name).rawValue != 0"
    default: "\(name) != 0"
    }
  }
}
