import Martlet

/// What a typed line sets about other users, or asks of that.
enum RelationLine: Sendable, Equatable {
  /// Block users, or lift blocks; no users for the one of the open conversation.
  case block([UserID], Bool)
  case blocked

  static let names: Set = ["block", "unblock", "blocked"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    let words = rest.split(whereSeparator: \.isWhitespace)
    if name == "blocked" { return words.isEmpty ? .relation(.blocked) : .mistaken("write /blocked alone") }
    guard let users = TypedLine.users(words) else { return .mistaken("write /\(name) USER..., or /\(name) alone for this user") }
    return .relation(.block(users, name == "block"))
  }
}

extension ChatSession {
  func take(_ line: RelationLine) async throws {
    switch line {
    case .block(let named, let isBlocked):
      guard let users = named.isEmpty ? peer.map({ [$0] }) : named else {
        return try tell("write /\(isBlocked ? "block" : "unblock") USER...: no conversation with a single user is open")
      }
      let done: Void? = try await ask(isBlocked ? "cannot block" : "cannot unblock") { client, _ in
        if isBlocked { try await client.block(users) } else { try await client.unblock(users) }
      }
      guard done != nil else { return }
      try tell(
        isBlocked
          ? "blocked: \(ChatText.list(users)) cannot write to you any more" : "\(ChatText.list(users)) can write to you")
    case .blocked:
      var users: [UserID] = []
      while true {
        guard
          let page = try await ask(
            "cannot list whom you block",
            { [last = users.last] client, _ in
              try await client.blocked(after: last)
            })
        else { return }
        users += page
        if page.isEmpty { break }
      }
      try tell(users.isEmpty ? "you block nobody" : users.map(\.text).joined(separator: "\n"))
    }
  }

  /// The other user of the open conversation.
  private var peer: UserID? {
    guard let me = model.me, let destination = model.destination else { return nil }
    return destination.conversation(of: me)?.peer(of: me).flatMap { $0 == me ? nil : $0 }
  }
}
