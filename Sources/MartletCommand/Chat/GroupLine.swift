import Martlet
import MartletServer

/// A change of roles or silences in the open group that a typed line asks for.
enum GroupLine: Sendable, Equatable {
  case role(Member.Role, [UserID])
  /// Silence members for so many minutes; nil until somebody ends it.
  case silence([UserID], minutes: Int64?)
  case endSilence([UserID])
  /// Whether only the owner and the admins may write.
  case silenceAll(Bool)

  static let names: Set = ["admin", "unadmin", "owner", "silence", "unsilence"]

  /// Parses the rest of a line whose command is one of `names`.
  static func read(_ name: String, _ rest: Substring) -> TypedLine {
    var words = rest.split(whereSeparator: \.isWhitespace)
    switch name {
    case "admin", "unadmin":
      guard !words.isEmpty, let users = TypedLine.users(words) else { return .mistaken("write /\(name) USER...") }
      return .group(.role(name == "admin" ? .admin : .member, users))
    case "owner":
      guard words.count == 1, let users = TypedLine.users(words) else { return .mistaken("write /owner USER, with one user") }
      return .group(.role(.owner, users))
    case "unsilence":
      if words.isEmpty { return .group(.silenceAll(false)) }
      guard let users = TypedLine.users(words) else { return .mistaken("write /unsilence USER..., or /unsilence for the group") }
      return .group(.endSilence(users))
    default:
      if words.isEmpty { return .group(.silenceAll(true)) }
      // A user can have a name like 30m; then the time has to be given too.
      let minutes = words.count > 1 ? words.first.flatMap { TypedLine.minutes($0) } : nil
      if minutes != nil { words.removeFirst() }
      guard let users = TypedLine.users(words) else {
        return .mistaken(
          "write /silence [30m] USER..., with a time in minutes, hours (2h) or days (3d), or /silence for the group")
      }
      return .group(.silence(users, minutes: minutes))
    }
  }
}

extension ChatSession {
  func take(_ line: GroupLine) async throws {
    switch line {
    case .role(let role, let users): try await ask("cannot set the role") { _, chat in try await chat.setRole(role, of: users) }
    case .endSilence(let users): try await ask("cannot end the silence") { _, chat in try await chat.endSilence(of: users) }
    case .silenceAll(let isSilenced):
      try await ask("cannot change who may write") { _, chat in try await chat.setSilenced(isSilenced) }
    case .silence(let users, let minutes):
      try await ask("cannot silence") { client, chat in
        let now = await client.serverTime.milliseconds
        try await chat.silence(users, until: minutes.map { Timestamp(milliseconds: now + $0 * 60_000) })
      }
    }
  }
}
