import Martlet
import MartletServer

/// A change of roles or silences in the open group that a typed line asks for.
enum GroupLine: Sendable, Equatable {
  case role(Member.Role, [UserID])
  /// Silence members for so many minutes; nil until somebody ends it.
  case silence([UserID], minutes: Int64?)
  case endSilence([UserID])
  /// Let members write while the group is silenced.
  case speakers([UserID])
  /// Whether only the owner and the admins may write.
  case silenceAll(Bool)
  /// Ban users for so many minutes; nil until somebody lifts the ban.
  case ban([UserID], minutes: Int64?)
  case unban([UserID])
  case bans

  static let names: Set = ["admin", "unadmin", "owner", "silence", "unsilence", "speaker", "ban", "unban", "bans"]

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
    case "speaker":
      guard !words.isEmpty, let users = TypedLine.users(words) else { return .mistaken("write /speaker USER...") }
      return .group(.speakers(users))
    case "bans": return .group(.bans)
    case "unban":
      guard !words.isEmpty, let users = TypedLine.users(words) else { return .mistaken("write /unban USER...") }
      return .group(.unban(users))
    case "ban":
      let minutes = takeMinutes(&words)
      guard !words.isEmpty, let users = TypedLine.users(words) else {
        return .mistaken("write /ban [7d] USER..., with a time in minutes (30m), hours (2h) or days")
      }
      return .group(.ban(users, minutes: minutes))
    default:
      if words.isEmpty { return .group(.silenceAll(true)) }
      let minutes = takeMinutes(&words)
      guard let users = TypedLine.users(words) else {
        return .mistaken(
          "write /silence [30m] USER..., with a time in minutes, hours (2h) or days (3d), or /silence for the group")
      }
      return .group(.silence(users, minutes: minutes))
    }
  }

  /// Takes a time off the front.
  ///
  /// A user can have a name like 30m; then the time has to be given too.
  private static func takeMinutes(_ words: inout [Substring]) -> Int64? {
    let minutes = words.count > 1 ? words.first.flatMap { TypedLine.minutes($0) } : nil
    if minutes != nil { words.removeFirst() }
    return minutes
  }
}

extension ChatSession {
  func take(_ line: GroupLine) async throws {
    switch line {
    case .role(let role, let users): try await ask("cannot set the role") { _, chat in try await chat.setRole(role, of: users) }
    case .endSilence(let users): try await ask("cannot end the silence") { _, chat in try await chat.endSilence(of: users) }
    case .speakers(let users): try await ask("cannot make speakers") { _, chat in try await chat.makeSpeakers(users) }
    case .silenceAll(let isSilenced):
      try await ask("cannot change who may write") { _, chat in try await chat.setSilenced(isSilenced) }
    case .silence(let users, let minutes):
      try await ask("cannot silence") { client, chat in try await chat.silence(users, until: client.time(in: minutes)) }
    case .ban(let users, let minutes):
      try await ask("cannot ban") { client, chat in try await chat.ban(users, until: client.time(in: minutes)) }
    case .unban(let users): try await ask("cannot lift the ban") { _, chat in try await chat.unban(users) }
    case .bans:
      guard let bans = try await ask("cannot list the bans", { _, chat in try await chat.bans() }) else { return }
      try tell(bans.isEmpty ? "nobody is banned; /ban bans users" : bans.map { Self.words(of: $0) }.joined(separator: "\n"))
    }
  }

  private static func words(of ban: GroupBan) -> String {
    let end = ban.until.map { ChatText.words(until: $0) } ?? "for good"
    let reason = ban.reason.isEmpty ? "" : ": \(ban.reason)"
    return "\(ban.id)  banned \(end) by \(ban.by?.text ?? "?")\(reason)"
  }
}

extension MartletClient {
  /// The server's time in so many minutes; nil for nil.
  func time(in minutes: Int64?) -> Timestamp? {
    minutes.map { Timestamp(milliseconds: serverTime.milliseconds + $0 * 60_000) }
  }
}
