import Martlet

/// An application to join a group, or an answer to one, that a typed line asks for.
enum AnswerLine: Sendable, Equatable {
  case apply(ConversationID, String)
  case withdraw(ConversationID)
  case list
  case accept([UserID])
  case refuse([UserID])

  static let names: Set = ["apply", "unapply", "applications", "accept", "refuse"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    switch name {
    case "apply", "unapply":
      let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      let group = parts.first.flatMap { ConversationID(String($0)) }
      guard let group, name == "apply" || parts.count == 1 else {
        return .mistaken(name == "apply" ? "write /apply group:ID [TEXT]" : "write /unapply group:ID")
      }
      return .answer(name == "apply" ? .apply(group, parts.count > 1 ? String(parts[1]) : "") : .withdraw(group))
    case "applications": return .answer(.list)
    default:
      let words = rest.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty, let users = TypedLine.users(words) else { return .mistaken("write /\(name) USER...") }
      return .answer(name == "accept" ? .accept(users) : .refuse(users))
    }
  }
}

extension ChatSession {
  func take(_ line: AnswerLine) async throws {
    switch line {
    case .apply(let group, let text):
      try await ask("cannot apply") { client, _ in try await client.apply(to: group, text: text, way: "chat") }
    case .withdraw(let group):
      try await ask("cannot withdraw the application") { client, _ in try await client.withdrawApplication(to: group) }
    case .list:
      guard let all = try await ask("cannot list the applications", { _, chat in try await chat.applications() }) else { return }
      try tell(all.isEmpty ? "nobody has applied to join" : all.map { Self.words(of: $0) }.joined(separator: "\n"))
    case .accept(let users): try await ask("cannot accept") { _, chat in try await chat.accept(users) }
    case .refuse(let users): try await ask("cannot refuse") { _, chat in try await chat.refuse(users) }
    }
  }

  private static func words(of application: GroupApplication) -> String {
    let moment = LocalTime.moment(milliseconds: application.since.milliseconds)
    return "\(application.id)  applied \(moment)" + (application.text.isEmpty ? "" : ": \(application.text)")
  }
}
