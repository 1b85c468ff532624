/// Writes how messages go to and from proto3 JSON.
struct JSONEmitter {
  /// `package ` or nothing.
  let access: String
  /// True if the messages have no binary form.
  let isAlone: Bool

  func emit(_ file: File) -> String {
    var code = Code()
    for message in file.messages {
      code.line()
      code.block("extension \(message.swift)\(isAlone ? ": JSONMessage" : "")") { code in
        emitEncode(message, &code)
        code.line()
        emitNames(message, &code)
        code.line()
        emitDecode(message, &code)
      }
    }
    return code.text
  }

  // MARK: Encode

  private func emitEncode(_ message: Message, _ code: inout Code) {
    code.block("\(access)func encode(into writer: inout JSONWriter)") { code in
      code.line("writer.beginObject()")
      for member in message.members {
        switch member {
        case .field(let field): emitEncode(field, &code)
        case .oneof(let oneof):
          code.line("switch self.\(oneof.name) {")
          for field in oneof.fields {
            guard case .plain(let type) = field.shape else { continue }
            code.line("case .\(field.name)(let value)?:")
            code.indented { $0.line(write(field, type, "value")) }
          }
          code.line("case nil: break")
          code.line("}")
        }
      }
      code.line("writer.endObject()")
    }
  }

  private func write(_ field: Field, _ type: ValueType, _ value: String) -> String {
    "writer.field(\"\(field.jsonName)\"); writer.\(type.jsonMethod)(\(value))"
  }

  private func emitEncode(_ field: Field, _ code: inout Code) {
    let name = "self.\(field.name)"
    switch field.shape {
    case .plain(let type): code.line("if \(type.isSet(name)) { \(write(field, type, name)) }")
    case .optional(let type): code.line("if let value = \(name) { \(write(field, type, "value")) }")
    case .list(let type, _):
      code.block("if !\(name).isEmpty") { code in
        code.line("writer.field(\"\(field.jsonName)\")")
        code.line("writer.beginList()")
        code.line("for value in \(name) { writer.element(); writer.\(type.jsonMethod)(value) }")
        code.line("writer.endList()")
      }
    case .map(_, let valueType):
      code.block("if !\(name).isEmpty") { code in
        code.line("writer.field(\"\(field.jsonName)\")")
        code.line("writer.beginObject()")
        code.line("for (key, value) in \(name) { writer.key(key); writer.\(valueType.kind.method)(value) }")
        code.line("writer.endObject()")
      }
    }
  }

  // MARK: Decode

  private func emitNames(_ message: Message, _ code: inout Code) {
    guard !message.fields.isEmpty else { return code.line("private static let jsonNames = JSONNames([])") }
    code.line("private static let jsonNames = JSONNames([")
    code.indented { code in
      for (index, field) in message.fields.enumerated() {
        let original = field.schemaName == field.jsonName ? "" : " (\"\(field.schemaName)\", \(index)),"
        code.line("(\"\(field.jsonName)\", \(index)),\(original)")
      }
    }
    code.line("])")
  }

  private func emitDecode(_ message: Message, _ code: inout Code) {
    code.block("\(access)mutating func decode(from reader: inout JSONReader) throws(WireError)") { code in
      code.line("var fields = try reader.beginFields(Self.jsonNames)")
      guard !message.fields.isEmpty else { return code.line("while try reader.nextField(&fields) != nil {}") }
      code.block("while let field = try reader.nextField(&fields)") { code in
        code.line("switch field {")
        var index = 0
        for member in message.members {
          switch member {
          case .field(let field):
            code.line("case \(index):")
            code.indented { emitDecode(field, &$0) }
            index += 1
          case .oneof(let oneof):
            for field in oneof.fields {
              code.line("case \(index):")
              code.indented { emitDecode(field, of: oneof, &$0) }
              index += 1
            }
          }
        }
        code.line("default: break")
        code.line("}")
      }
    }
  }

  /// Reads a value and uses it.
  ///
  /// A name that an enumeration does not have leaves things as they are.
  private func read(_ type: ValueType, _ use: (String) -> String) -> String {
    guard type.kind == .enumeration else { return use("try reader.\(type.kind.method)()") }
    return "if let value: \(type.swift) = try reader.enumeration() { \(use("value")) }"
  }

  private func emitDecode(_ field: Field, _ code: inout Code) {
    let name = "self.\(field.name)"
    switch field.shape {
    case .plain(let type), .optional(let type): code.line(read(type) { "\(name) = \($0)" })
    case .list(let type, _):
      code.line("var isFirst = true")
      code.line("try reader.beginList()")
      code.line("while try reader.nextElement(isFirst: &isFirst) { \(read(type) { "\(name).append(\($0))" }) }")
    case .map(let keyType, let valueType):
      code.line("var isFirst = true")
      code.line("try reader.beginMap()")
      code.block("while try reader.nextPair(isFirst: &isFirst)") { code in
        code.line("let key = try reader.\(keyType.kind == .bool ? "boolKey" : keyType.kind.method)()")
        code.line("try reader.colon()")
        if valueType.kind == .enumeration {
          code.line(read(valueType) { "try reader.insert(\($0), for: key, into: &\(name))" })
        } else {
          code.line("let value: \(valueType.swift) = try reader.\(valueType.kind.method)()")
          code.line("try reader.insert(value, for: key, into: &\(name))")
        }
      }
    }
  }

  private func emitDecode(_ field: Field, of oneof: Oneof, _ code: inout Code) {
    guard case .plain(let type) = field.shape else { return }
    code.line("try reader.checkAbsent(self.\(oneof.name) == nil)")
    code.line(read(type) { "self.\(oneof.name) = .\(field.name)(\($0))" })
  }
}
