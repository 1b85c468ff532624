/// Writes the messages as types of TypeScript, in their JSON form.
///
/// All fields but those of a oneof are optional, as JSON leaves out a field at its default.
struct TypeScriptEmitter {
  let namespace: String

  func emit(_ file: File) -> String {
    var code = Code()
    for message in file.messages {
      code.line()
      emit(message, &code)
    }
    for type in file.enums {
      code.line()
      comment(type.comment, &code)
      code.line("export type \(name(of: type.swift)) = \(type.values.map { "\"\($0.schemaName)\"" }.joined(separator: " | "));")
    }
    return code.text
  }

  private func emit(_ message: Message, _ code: inout Code) {
    let name = name(of: message.swift)
    let (fields, oneofs) = (message.fieldsOutsideOneofs, message.oneofs)
    if oneofs.isEmpty {
      comment(message.comment, &code)
      code.block("export interface \(name)") { code in emit(fields, &code) }
      return
    }
    // A message that consists of one choice is that choice; any other has its choices beside its fields.
    var parts = oneofs.map { name + $0.typeName }
    if fields.isEmpty, oneofs.count == 1 {
      emit(oneofs[0], name, message.comment, &code)
      return
    }
    for (oneof, part) in zip(oneofs, parts) {
      emit(oneof, part, oneof.comment, &code)
      code.line()
    }
    if !fields.isEmpty {
      parts.insert(name + "Fields", at: 0)
      code.block("export interface \(name)Fields") { code in emit(fields, &code) }
      code.line()
    }
    comment(message.comment, &code)
    code.line("export type \(name) = \(parts.joined(separator: " & "));")
  }

  private func emit(_ fields: [Field], _ code: inout Code) {
    for field in fields {
      comment(field.comment, &code)
      code.line("\(field.jsonName)?: \(type(of: field));")
    }
  }

  /// Writes a choice; at most one of its fields is there.
  private func emit(_ oneof: Oneof, _ name: String, _ text: String, _ code: inout Code) {
    comment(text, &code)
    code.line("export type \(name) =")
    code.indented { code in
      for (index, field) in oneof.fields.enumerated() {
        comment(field.comment, &code)
        code.line("| { \(field.jsonName): \(type(of: field)) }\(index == oneof.fields.count - 1 ? ";" : "")")
      }
    }
  }

  private func comment(_ comment: String, _ code: inout Code) {
    let lines = comment.split(separator: "\n").map { $0.hasPrefix(" ") ? String($0.dropFirst()) : String($0) }
    guard lines.count > 1 else {
      if let line = lines.first { code.line("/** \(line) */") }
      return
    }
    code.line("/**")
    for line in lines { code.line(" * \(line)") }
    code.line(" */")
  }

  private func type(of field: Field) -> String {
    switch field.shape {
    case .plain(let type), .optional(let type): self.type(of: type)
    case .list(let type, _): "\(self.type(of: type))[]"
    case .map(_, let value): "Record<string, \(type(of: value))>"
    }
  }

  private func type(of value: ValueType) -> String {
    switch value.kind {
    case .message, .enumeration, .group: name(of: value.swift)
    case .string, .bytes: "string"
    case .bool: "boolean"
    // JSON has 64-bit numbers as text, unless the schema says that they are small enough.
    case .int64, .uint64, .fixed64, .sfixed64, .sint64: value.isJSNumber ? "number" : "string"
    case .double, .float, .int32, .uint32, .fixed32, .sfixed32, .sint32: "number"
    }
  }

  /// `Bridge.Foo.Bar` becomes `FooBar`.
  private func name(of swift: String) -> String {
    swift.split(separator: ".").dropFirst(namespace.split(separator: ".").count).joined()
  }
}

extension Message {
  fileprivate var oneofs: [Oneof] { members.compactMap { if case .oneof(let oneof) = $0 { oneof } else { nil } } }

  fileprivate var fieldsOutsideOneofs: [Field] {
    members.compactMap { if case .field(let field) = $0 { field } else { nil } }
  }
}
