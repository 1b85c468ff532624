import Martlet

/// A way into a group, or its end, that a typed line asks for.
enum JoiningLine: Sendable, Equatable {
  /// Make a link that ends in so many minutes and lets in so many users; nil for no such bound.
  case make(minutes: Int64?, uses: Int?)
  case list
  case revoke([UInt64])
  /// Whether everybody may join.
  case admit(Bool)
  /// Whether everybody may apply to join.
  case takeApplications(Bool)
  case history(GroupHistory)
  case join(GroupEntrance)
  case dismiss

  static let names: Set = ["link", "links", "revoke", "admit", "unadmit", "earlier", "join", "dismiss"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    let words = rest.split(whereSeparator: \.isWhitespace)
    switch name {
    case "link": return link(words)
    case "links": return .joining(.list)
    case "revoke":
      let ids = words.compactMap { UInt64($0) }
      guard !ids.isEmpty, ids.count == words.count else { return .mistaken("write /revoke ID..., with ids from /links") }
      return .joining(.revoke(ids))
    case "admit", "unadmit":
      if words == ["request"] { return .joining(.takeApplications(name == "admit")) }
      return words.isEmpty
        ? .joining(.admit(name == "admit")) : .mistaken("write /\(name), or /\(name) request for applications")
    case "earlier":
      let known: [Substring: GroupHistory] = ["none": .none, "all": .all]
      guard words.count == 1, let word = words.first, let history = known[word] ?? Int(word).flatMap({ $0 > 0 ? .last($0) : nil })
      else { return .mistaken("write /earlier none, /earlier all, or /earlier N, as N messages") }
      return .joining(.history(history))
    case "join":
      guard words.count == 1, let word = words.first else { return .mistaken("write /join CODE, or /join group:ID") }
      return .joining(.join(ConversationID(String(word)).map { .group($0) } ?? .link(String(word))))
    default:
      guard words == ["now"] else {
        return .mistaken("write /dismiss now: nobody can write in the group or join it any more, and this cannot be undone")
      }
      return .joining(.dismiss)
    }
  }

  private static func link(_ words: [Substring]) -> TypedLine {
    var words = words[...]
    let minutes = words.first.flatMap { TypedLine.minutes($0) }
    if minutes != nil { words.removeFirst() }
    let uses = words.first.flatMap { Int($0) }
    if uses != nil { words.removeFirst() }
    guard words.isEmpty, uses ?? 1 > 0 else {
      return .mistaken("write /link [7d] [N]: how long it lets users in, as 30m, 2h or 7d, and how many")
    }
    return .joining(.make(minutes: minutes, uses: uses))
  }
}

extension ChatSession {
  func take(_ line: JoiningLine) async throws {
    switch line {
    case .make(let minutes, let uses):
      let made = try await ask("cannot make a link") { client, chat in
        try await chat.makeLink(until: client.time(in: minutes), uses: uses)
      }
      if let made { try tell("others join with /join \(made.code)") }
    case .list:
      guard let links = try await ask("cannot list the links", { _, chat in try await chat.links() }) else { return }
      try tell(links.isEmpty ? "no links; /link makes one" : links.map { Self.words(of: $0) }.joined(separator: "\n"))
    case .revoke(let ids): try await ask("cannot revoke") { _, chat in try await chat.revokeLinks(ids) }
    case .admit(let isOpen): try await ask("cannot change who may join") { _, chat in try await chat.setOpen(isOpen) }
    case .takeApplications(let areTaken):
      try await ask("cannot change who may apply") { _, chat in try await chat.setTakesApplications(areTaken) }
    case .history(let history):
      try await ask("cannot change what new members may read") { _, chat in try await chat.setHistory(history) }
    case .join(let entrance):
      let joined = try await ask("cannot join") { client, _ in try await client.join(entrance, way: "chat") }
      if let joined { try await open(.conversation(joined)) }
    case .dismiss: try await ask("cannot dismiss the group") { _, chat in try await chat.dismiss() }
    }
  }

  private static func words(of link: GroupLink) -> String {
    let end = link.until.map { ", until \(LocalTime.moment(milliseconds: $0.milliseconds))" } ?? ""
    let used = link.uses.map { "let in \(link.used) of \($0)" } ?? "let in \(link.used)"
    return "\(link.id)  \(link.code)  by \(link.by?.text ?? "?"), \(used)\(end)"
  }
}

extension GroupHistory {
  /// `none`, a number of entries, or `all`.
  var words: String {
    switch self {
    case .none: "none"
    case .last(let count): "\(count)"
    case .all: "all"
    }
  }
}
