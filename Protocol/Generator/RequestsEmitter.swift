/// Writes the table of requests: which type of the server serves which case of a packet.
struct RequestsEmitter {
  let namespace: String

  func emit(_ file: File) throws -> String {
    let packet = file.messages.first { $0.swift == "\(namespace).ClientPacket" }
    let oneofs = (packet?.members ?? []).compactMap { if case .oneof(let oneof) = $0 { oneof } else { nil } }
    guard let oneof = oneofs.first, oneofs.count == 1 else { throw SchemaError("ClientPacket: it has one oneof, of requests") }
    var code = Code()
    code.line()
    code.block("extension \(namespace).ClientPacket.\(oneof.typeName)") { code in
      code.line("/// Gives the request to a visitor, with the type that serves it.")
      code.block("func visit<Visitor: RequestVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result") { code in
        code.line("switch self {")
        for field in oneof.fields {
          code.line("case .\(field.name)(let message): try visitor.visit(\(type(of: field)).self, message)")
        }
        code.line("}")
      }
    }
    code.line()
    code.line("/// The requests of the schema, in its order.")
    code.block("enum RequestTable") { code in
      code.line("static let all: [(name: String, type: any ServedRequest.Type)] = [")
      code.indented { code in
        for field in oneof.fields { code.line("(\"\(field.schemaName)\", \(type(of: field)).self),") }
      }
      code.line("]")
    }
    return code.text
  }

  /// `list_members` is served by `ListMembersRequest`.
  private func type(of field: Field) -> String { Names.upperCamel(field.schemaName) + "Request" }
}
