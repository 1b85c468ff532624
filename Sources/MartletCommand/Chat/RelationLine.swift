import Martlet

/// What a typed line sets about other users, or asks of that.
enum RelationLine: Sendable, Equatable {
  /// A change of friendship.
  enum Friends: Sendable, Equatable { case ask(String), end }

  /// A list of users that a user keeps.
  enum List: Sendable { case blocked, allowed }

  /// Put users on a list, or take them off; no users for the one of the open conversation.
  case change(List, [UserID], Bool)
  case show(List)
  /// Ask a user, answer users or end friendships; no users for the one of the open conversation.
  case changeFriends(Friends, [UserID])
  case showFriends
  /// Let everybody write, or allowed users alone.
  case takeOnlyAllowed(Bool)

  static let names: Set = [
    "block", "unblock", "blocked", "allow", "disallow", "allowed", "writers", "friend", "unfriend",
    "friends",
  ]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    let words = rest.split(whereSeparator: \.isWhitespace)
    switch name {
    case "blocked", "allowed":
      return words.isEmpty ? .relation(.show(name == "blocked" ? .blocked : .allowed)) : .mistaken("write /\(name) alone")
    case "friends": return words.isEmpty ? .relation(.showFriends) : .mistaken("write /friends alone")
    case "friend":
      guard let first = words.first, let user = UserID(String(first)) else {
        return words.isEmpty ? .relation(.changeFriends(.ask(""), [])) : .mistaken("write /friend USER, and words for them")
      }
      let text = words.dropFirst().joined(separator: " ")
      return .relation(.changeFriends(.ask(text), [user]))
    case "unfriend":
      guard let users = TypedLine.users(words) else {
        return .mistaken("write /\(name) USER..., or /\(name) alone for this user")
      }
      return .relation(.changeFriends(.end, users))
    case "writers":
      switch words {
      case ["everyone"]: return .relation(.takeOnlyAllowed(false))
      case ["allowed"]: return .relation(.takeOnlyAllowed(true))
      default: return .mistaken("write /writers everyone, or /writers allowed")
      }
    default:
      guard let users = TypedLine.users(words) else {
        return .mistaken("write /\(name) USER..., or /\(name) alone for this user")
      }
      return .relation(.change(name.hasSuffix("block") ? .blocked : .allowed, users, name == "block" || name == "allow"))
    }
  }
}

extension ChatSession {
  func take(_ line: RelationLine) async throws {
    switch line {
    case .change(let list, let named, let isSet):
      let (verb, opposite) = list == .blocked ? ("block", "unblock") : ("allow", "disallow")
      guard let users = named.isEmpty ? peer.map({ [$0] }) : named else {
        return try tell("write /\(isSet ? verb : opposite) USER...: no conversation with a single user is open")
      }
      let done: Void? = try await ask("cannot \(isSet ? verb : opposite)") { client, _ in
        switch (list, isSet) {
        case (.blocked, true): try await client.block(users)
        case (.blocked, false): try await client.unblock(users)
        case (.allowed, true): try await client.allow(users)
        case (.allowed, false): try await client.disallow(users)
        }
      }
      guard done != nil else { return }
      try tell(Self.done(list, ChatText.list(users), isSet))
    case .show(let list): try await show(list)
    case .changeFriends(let change, let named): try await changeFriends(change, named)
    case .showFriends: try await showFriends()
    case .takeOnlyAllowed(let isSet):
      let done: Void? = try await ask("cannot change who may write") { client, _ in try await client.setTakesOnlyAllowed(isSet) }
      guard done != nil else { return }
      try tell(isSet ? "only users whom you allow can write to you" : "everyone whom you do not block can write to you")
    }
  }

  private static func done(_ list: RelationLine.List, _ users: String, _ isSet: Bool) -> String {
    switch (list, isSet) {
    case (.blocked, true): "blocked: \(users) cannot write to you any more"
    case (.blocked, false): "\(users) can write to you"
    case (.allowed, true): "allowed: \(users)"
    case (.allowed, false): "no longer allowed: \(users)"
    }
  }

  private func show(_ list: RelationLine.List) async throws {
    var users: [UserID] = []
    while true {
      guard
        let page = try await ask(
          "cannot list users",
          { [last = users.last] client, _ in
            switch list {
            case .blocked: try await client.blocked(after: last)
            case .allowed: try await client.allowed(after: last)
            }
          })
      else { return }
      users += page
      if page.isEmpty { break }
    }
    let none = list == .blocked ? "you block nobody" : "you allow nobody"
    try tell(users.isEmpty ? none : users.map(\.text).joined(separator: "\n"))
  }

  private func changeFriends(_ change: RelationLine.Friends, _ named: [UserID]) async throws {
    guard let users = named.isEmpty ? peer.map({ [$0] }) : named else {
      return try tell("name a user: no conversation with a single user is open")
    }
    let done: Void? = try await ask("cannot change who are your friends") { client, _ in
      switch change {
      case .ask(let text): for user in users { try await client.requestFriend(user, text: text) }
      case .end: try await client.removeFriends(users)
      }
    }
    guard done != nil else { return }
    let names = ChatText.list(users)
    switch change {
    case .ask: try tell("asked: \(names); /friends shows who has accepted, and whoever had asked you is a friend now")
    case .end: try tell("neither friends nor asked: \(names)")
    }
  }

  private func showFriends() async throws {
    let found = try await ask("cannot list friends") { client, _ in
      (try await client.friends(), try await client.friendRequests(), try await client.askedFriends())
    }
    guard let (friends, requests, asked) = found else { return }
    func words(_ request: FriendRequest) -> String { request.text.isEmpty ? "" : ": \(request.text)" }
    let lines =
      requests.map { "\($0.user) asks you\(words($0)) (/friend \($0.user) accepts, /unfriend \($0.user) declines)" }
      + asked.map { "\($0.user) has not answered you" } + friends.map(\.text)
    try tell(lines.isEmpty ? "you have no friends here yet: /friend USER asks somebody" : lines.joined(separator: "\n"))
  }

  /// The other user of the open conversation.
  private var peer: UserID? {
    guard let me = model.me, let destination = model.destination else { return nil }
    return destination.conversation(of: me)?.peer(of: me).flatMap { $0 == me ? nil : $0 }
  }
}
