/// Writes how random values of messages are made, for tests that must cover every message of the schema.
struct RandomEmitter {
  func emit(_ file: File, list: String) -> String {
    var code = Code()
    code.line()
    code.line("let \(list): [any RandomMessage.Type] = [")
    code.indented { code in
      for message in file.messages { code.line("\(message.swift).self,") }
    }
    code.line("]")
    for message in file.messages {
      code.line()
      code.block("extension \(message.swift): RandomMessage") { code in
        code.block("init(random: inout RandomValues)") { code in
          code.line("self.init()")
          for member in message.members {
            switch member {
            case .field(let field): code.line(statement(field))
            case .oneof(let oneof): emit(oneof, &code)
            }
          }
          code.line("random.unknownFields(&self.unknownFields)")
        }
      }
    }
    return code.text
  }

  private func statement(_ field: Field) -> String {
    let name = "self.\(field.name)"
    switch field.shape {
    case .plain(let type): return "if random.isPresent() { \(name) = random.\(type.kind.method)() }"
    case .optional(let type) where type.kind == .message: return "if random.mayNest() { \(name) = random.message() }"
    case .optional(let type): return "if random.isPresent() { \(name) = random.\(type.kind.method)() }"
    case .list(let type, _):
      return "\(name) = random.list\(type.kind == .message ? "OfMessages" : "") { $0.\(type.kind.method)() }"
    case .map(let key, let value):
      let suffix = value.kind == .message ? "OfMessages" : ""
      return "\(name) = random.map\(suffix)({ $0.\(key.kind.method)() }, { $0.\(value.kind.method)() })"
    }
  }

  private func emit(_ oneof: Oneof, _ code: inout Code) {
    code.line("switch random.choice(of: \(oneof.fields.count + 1)) {")
    for (index, field) in oneof.fields.enumerated() {
      guard case .plain(let type) = field.shape else { continue }
      let value = "self.\(oneof.name) = .\(field.name)(random.\(type.kind.method)())"
      code.line("case \(index): \(type.kind == .message ? "if random.mayNest() { \(value) }" : value)")
    }
    code.line("default: break")
    code.line("}")
  }
}
