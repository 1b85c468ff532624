/// Writes how messages go to and from the binary format.
struct BinaryEmitter {
  /// `package ` or nothing.
  let access: String

  func emit(_ file: File) -> String {
    var code = Code()
    for message in file.messages {
      code.line()
      code.block("extension \(message.swift): WireMessage") { code in
        code.line("\(access)static var messageName: String { \"\(message.schemaName)\" }")
        code.line()
        emitSize(message, &code)
        code.line()
        emitEncode(message, &code)
        code.line()
        emitDecode(message, &code)
      }
    }
    return code.text
  }

  // MARK: Size

  private func emitSize(_ message: Message, _ code: inout Code) {
    code.block("\(access)var encodedSize: Int") { code in
      guard !message.members.isEmpty else { return code.line("self.unknownFields.bytes.count") }
      code.line("var size = self.unknownFields.bytes.count")
      for member in message.byNumber {
        switch member {
        case .field(let field): emitSize(field, &code)
        case .oneof(let oneof):
          code.line("switch self.\(oneof.name) {")
          for field in oneof.fields {
            guard case .plain(let type) = field.shape else { continue }
            code.line("case .\(field.name)(let value)?: size &+= \(field.tagSize) &+ \(size(type, "value"))")
          }
          code.line("case nil: break")
          code.line("}")
        }
      }
      code.line("return size")
    }
  }

  private func size(_ type: ValueType, _ value: String) -> String { "BinarySize.\(type.kind.method)(\(value))" }

  private func emitSize(_ field: Field, _ code: inout Code) {
    let name = "self.\(field.name)"
    switch field.shape {
    case .plain(let type): code.line("if \(type.isSet(name)) { size &+= \(field.tagSize) &+ \(size(type, name)) }")
    case .optional(let type): code.line("if let value = \(name) { size &+= \(field.tagSize) &+ \(size(type, "value")) }")
    case .list(let type, isPacked: false):
      code.line("for value in \(name) { size &+= \(field.tagSize) &+ \(size(type, "value")) }")
    case .list(let type, isPacked: true):
      code.block("if !\(name).isEmpty") { code in
        code.line("var length = 0")
        code.line("for value in \(name) { length &+= \(size(type, "value")) }")
        code.line("size &+= \(field.tagSize) &+ BinarySize.prefixed(length)")
      }
    case .map(let keyType, let valueType):
      code.block("for (key, value) in \(name)") { code in
        code.line("size &+= \(field.tagSize) &+ BinarySize.prefixed(2 &+ \(size(keyType, "key")) &+ \(size(valueType, "value")))")
      }
    }
  }

  // MARK: Encode

  private func emitEncode(_ message: Message, _ code: inout Code) {
    code.block("\(access)func encode(into writer: inout BinaryWriter)") { code in
      code.line("writer.unknown(self.unknownFields)")
      for member in message.byNumber.reversed() {
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
    }
  }

  private func write(_ field: Field, _ type: ValueType, _ value: String) -> String {
    "writer.\(type.kind.method)(\(value)); writer.tag(\(field.tag(type.kind.wireType)))"
  }

  private func emitEncode(_ field: Field, _ code: inout Code) {
    let name = "self.\(field.name)"
    switch field.shape {
    case .plain(let type): code.line("if \(type.isSet(name)) { \(write(field, type, name)) }")
    case .optional(let type): code.line("if let value = \(name) { \(write(field, type, "value")) }")
    case .list(let type, isPacked: false): code.line("for value in \(name).reversed() { \(write(field, type, "value")) }")
    case .list(let type, isPacked: true):
      code.block("if !\(name).isEmpty") { code in
        code.line("let mark = writer.mark")
        code.line("for value in \(name).reversed() { writer.\(type.kind.method)(value) }")
        code.line("writer.length(since: mark); writer.tag(\(field.tag(2)))")
      }
    case .map(let keyType, let valueType):
      code.block("for (key, value) in \(name)") { code in
        code.line("let mark = writer.mark")
        code.line("writer.\(valueType.kind.method)(value); writer.tag(\(2 << 3 | valueType.kind.wireType))")
        code.line("writer.\(keyType.kind.method)(key); writer.tag(\(1 << 3 | keyType.kind.wireType))")
        code.line("writer.length(since: mark); writer.tag(\(field.tag(2)))")
      }
    }
  }

  // MARK: Decode

  private func emitDecode(_ message: Message, _ code: inout Code) {
    code.block("\(access)mutating func decode(from reader: inout BinaryReader) throws(WireError)") { code in
      code.block("while true") { code in
        code.line("switch try reader.nextTag() {")
        code.line("case 0: return")
        for member in message.members {
          switch member {
          case .field(let field): emitDecode(field, &code)
          case .oneof(let oneof):
            for field in oneof.fields { emitDecode(field, of: oneof, &code) }
          }
        }
        code.line("default: try reader.keep(in: &self.unknownFields)")
        code.line("}")
      }
    }
  }

  private func emitDecode(_ field: Field, _ code: inout Code) {
    let name = "self.\(field.name)"
    switch field.shape {
    case .plain(let type), .optional(let type):
      if type.kind == .message {
        code.line("case \(field.tag(2)): try reader.message(&\(name))")
      } else {
        code.line("case \(field.tag(type.kind.wireType)): \(name) = try reader.\(type.kind.method)()")
      }
    case .list(let type, _):
      if type.kind == .message {
        code.line("case \(field.tag(2)): try reader.append(to: &\(name))")
        return
      }
      code.line("case \(field.tag(type.kind.wireType)):")
      code.indented { code in
        code.line("try reader.countElement()")
        code.line("\(name).append(try reader.\(type.kind.method)())")
      }
      guard type.kind.isPackable else { return }
      code.line("case \(field.tag(2)):")
      code.indented { code in
        code.line("let outer = try reader.enterPacked()")
        code.block("while reader.hasMore") { code in
          code.line("try reader.countElement()")
          code.line("\(name).append(try reader.\(type.kind.method)())")
        }
        code.line("reader.leavePacked(outer)")
      }
    case .map(let keyType, let valueType):
      code.line("case \(field.tag(2)):")
      code.indented { emitMapEntry(name, keyType, valueType, &$0) }
    }
  }

  private func emitMapEntry(_ name: String, _ keyType: ValueType, _ valueType: ValueType, _ code: inout Code) {
    code.line("try reader.countElement()")
    code.line("var key: \(keyType.swift) = \(keyType.defaultValue)")
    code.line("var value: \(valueType.swift) = \(valueType.defaultValue)")
    code.line("let outer = try reader.enter()")
    code.block("entry: while true") { code in
      code.line("switch try reader.nextTag() {")
      code.line("case 0: break entry")
      code.line("case \(1 << 3 | keyType.kind.wireType): key = try reader.\(keyType.kind.method)()")
      let read = valueType.kind == .message ? "try reader.message(&value)" : "value = try reader.\(valueType.kind.method)()"
      code.line("case \(2 << 3 | valueType.kind.wireType): \(read)")
      code.line("default: try reader.skip()")
      code.line("}")
    }
    code.line("reader.leave(outer)")
    code.line("\(name)[key] = value")
  }

  private func emitDecode(_ field: Field, of oneof: Oneof, _ code: inout Code) {
    guard case .plain(let type) = field.shape else { return }
    let name = "self.\(oneof.name)"
    guard type.kind == .message else {
      return code.line("case \(field.tag(type.kind.wireType)): \(name) = .\(field.name)(try reader.\(type.kind.method)())")
    }
    code.line("case \(field.tag(2)):")
    code.indented { code in
      code.line("var value = \(type.swift)()")
      // What `value` holds must not be held twice, so that it is changed in place.
      code.line("if case .\(field.name)(let earlier)? = \(name) { value = earlier; \(name) = nil }")
      code.line("try reader.message(&value)")
      code.line("\(name) = .\(field.name)(value)")
    }
  }
}
