import Martlet

/// What a typed line tells the members of the open group: a nickname, or an announcement.
enum AnnouncementLine: Sendable, Equatable {
  /// Nil for the user's own nickname; an empty text for none.
  case nickname(UserID?, String)
  /// Empty to remove the announcement.
  case announce(String)
  case list

  static let names: Set = ["nickname", "announce", "announcements"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    switch name {
    case "announcements": return .announcement(.list)
    case "announce":
      if isBlank(rest) { return .mistaken("write /announce TEXT, or /announce - for none") }
      return .announcement(.announce(rest == "-" ? "" : String(rest)))
    default:
      let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      let user = parts.first.flatMap { $0.hasPrefix("@") ? UserID(String($0.dropFirst())) : nil }
      let text = user == nil ? rest : parts.count > 1 ? parts[1] : ""
      if isBlank(text) { return .mistaken("write /nickname [@USER] NAME, or - as NAME for none") }
      return .announcement(.nickname(user, text == "-" ? "" : String(text)))
    }
  }
}

extension ChatSession {
  func take(_ line: AnnouncementLine) async throws {
    switch line {
    case .nickname(let user, let name):
      try await ask("cannot set the nickname") { _, chat in try await chat.setNickname(name, of: user) }
    case .announce(let text): try await ask("cannot announce") { _, chat in try await chat.announce(text) }
    case .list:
      guard let page = try await ask("cannot list the announcements", { _, chat in try await chat.announcements() }) else {
        return
      }
      let rows = page.items.map { Self.words(of: $0) }
      try tell(rows.isEmpty ? "nothing was announced" : rows.joined(separator: "\n"))
    }
  }

  private static func words(of announcement: GroupAnnouncement) -> String {
    let author = "\(announcement.by?.text ?? "?"), \(LocalTime.moment(milliseconds: announcement.time.milliseconds))"
    return announcement.text.isEmpty ? "\(author): removed the announcement" : "\(author): \(announcement.text)"
  }
}
