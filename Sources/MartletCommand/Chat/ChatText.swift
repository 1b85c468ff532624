import Martlet
import MartletWire

/// The words a chat shows, for a terminal or for a pipe.
///
/// For a pipe each message takes one line, `#POSITION SENDER: TEXT`, in which nothing but the line's end ends a line.
struct ChatText: Sendable {
  let isForTerminal: Bool
  /// The time of day of a moment in milliseconds since 1970, such as `14:03`.
  let clock: @Sendable (Int64) -> String
  /// The names that users have given, which a terminal shows before their ids.
  var names: [UserID: String] = [:]

  /// A message or notice.
  func lines(for message: Message, isChange: Bool = false, from me: UserID?) -> [StyledLine] {
    var head = StyledLine()
    head.append("#\(message.seq) ", .dim)
    if isForTerminal { head.append("\(clock(message.time.milliseconds)) ", .dim) }
    switch message.kind {
    case .content(let content):
      let note = isChange && message.isEdited ? " (edited)" : ""
      head.append(shownName(of: message.sender), look(of: message.sender, me))
      head.append("\(note): ")
      var suffix = message.isEdited && !isChange ? " (edited)" : ""
      suffix += ChatText.words(of: message.annotations)
      if isForTerminal, message.sender == me { suffix += " ✓" }
      return body(head, ChatText.words(of: content), suffix: suffix)
    case .recalled:
      head.append(shownName(of: message.sender), look(of: message.sender, me))
      head.append(" (recalled)", .dim)
      return [head]
    case .notice(let notice):
      head.append(ChatText.words(of: notice, by: message.sender), .dim)
      return [head]
    case .unknown:
      head.append("this version cannot show this entry; update martlet", .dim)
      return [head]
    }
  }

  /// A message of another conversation than the one that is open.
  func lines(elsewhere message: Message, in name: String) -> [StyledLine] {
    guard case .content(let content) = message.kind else { return [] }
    var line = StyledLine("[\(name)] ", .bold)
    line.append("\(shownName(of: message.sender)): \(ChatText.words(of: content))", .dim)
    return [isForTerminal ? line.cut(to: 200) : line]
  }

  /// The indentation of continuation rows on the terminal.
  private static let indent = "      "

  private func body(_ head: StyledLine, _ text: String, suffix: String) -> [StyledLine] {
    let parts = isForTerminal ? text.split(separator: "\n", omittingEmptySubsequences: false) : [text[...]]
    var lines = parts.enumerated().map { index, part in
      var line = index == 0 ? head : StyledLine(ChatText.indent)
      line.append(String(part))
      return line
    }
    if !lines.isEmpty { lines[lines.count - 1].append(suffix, .dim) }
    return lines
  }

  /// A user for people to read; programs read ids alone.
  private func shownName(of user: UserID) -> String {
    guard isForTerminal, let name = names[user], !name.isEmpty else { return user.text }
    return "\(name) (\(user))"
  }

  private func look(of user: UserID, _ me: UserID?) -> Style {
    if user == me { return .bold }
    return .colour(user.text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF })
  }

  /// The text of a message, or a placeholder for other content.
  static func words(of content: MessageContent) -> String {
    if let text = content.text { return text }
    if let file = content.value() as? any MediaContent {
      return "[\(content.type)] \(words(of: file.media))" + (file.caption.isEmpty ? "" : ": \(file.caption)")
    }
    guard let poll = content.read(as: PollContent.self) else { return "[\(content.type)] \(content.json)" }
    let choices = poll.choices.enumerated().map { "\($0 + 1) \($1.summary())" }
    return "[poll] \(poll.question) (\(choices.joined(separator: ", ")))"
  }

  static func words(of notice: Notice, by sender: UserID) -> String {
    switch notice {
    case .groupCreated(let title, _, let members):
      let others = members.filter { $0 != sender }
      return "\(sender) created the group '\(title)'" + (others.isEmpty ? "" : " with \(list(others))")
    case .membersAdded(let users, let arrival):
      guard users == [sender] else {
        return arrival?.isAccepted == true ? "\(sender) let in \(list(users))" : "\(sender) added \(list(users))"
      }
      return "\(sender) joined" + (arrival?.link == nil ? "" : " by a link")
    case .applied, .applicationsRefused, .memberNamed, .announced: return told(notice, by: sender)
    case .linkMade: return "\(sender) made a link by which users join the group"
    case .linksRevoked(let links): return "\(sender) revoked " + (links.count == 1 ? "a link" : "\(links.count) links")
    case .dismissed: return "\(sender) dismissed the group: it can only be read now"
    case .membersRemoved(let users, let owner, let reason):
      let handed = owner.map { users.contains(sender) ? "; \($0) owns the group now" : "" } ?? ""
      let why = reason.isEmpty ? "" : ": \(reason)"
      return (users == [sender] ? "\(sender) left" : "\(sender) removed \(list(users))") + handed + why
    case .rolesSet(let users, let role):
      return switch role {
      case .owner: "\(sender) handed the group over to \(list(users))"
      case .admin: "\(sender) made \(list(users)) admin"
      default: "\(sender) ended \(list(users)) as admin"
      }
    case .speakersSet(let users): return "\(sender) made \(list(users)) speaker"
    case .membersSilenced(let users, let until):
      return until.map { "\(sender) silenced \(list(users)) \(words(until: $0))" } ?? "\(sender) let \(list(users)) write again"
    case .usersBanned(let users, let until, _, let owner, let reason):
      guard let until else { return "\(sender) lifted the ban of \(list(users))" }
      let handed = owner.map { users.contains(sender) ? "; \($0) owns the group now" : "" } ?? ""
      return "\(sender) banned \(list(users)) \(words(until: until))" + handed + (reason.isEmpty ? "" : ": \(reason)")
    case .conversationChanged(nil, [:], nil, nil, nil, let applications?):
      return applications ? "\(sender) lets everybody apply to join the group" : "\(sender) takes no more applications"
    case .conversationChanged(nil, [:], nil, nil, let history?, _):
      return switch history {
      case .none: "\(sender) lets new members read only what comes after they join"
      case .last(let count): "\(sender) lets new members read the last \(count) entries from before they join"
      case .all: "\(sender) lets new members read everything from before they join"
      }
    case .conversationChanged(nil, [:], nil, let isOpen?, _, _):
      return isOpen ? "\(sender) opened the group: everybody may join it" : "\(sender) closed the group to others"
    case .conversationChanged(nil, [:], let isSilenced?, _, _, _):
      return isSilenced ? "\(sender) lets only the owner and admins write" : "\(sender) lets everyone write again"
    case .conversationChanged(let title, let attributes, _, _, _, _):
      let keys = attributes.keys.sorted()
      let named = title.map { $0.isEmpty ? "\(sender) removed the group's title" : "\(sender) named the group '\($0)'" }
      guard !keys.isEmpty else { return named ?? "\(sender) changed the group" }
      return (named.map { "\($0) and changed its " } ?? "\(sender) changed the group's ") + keys.joined(separator: ", ")
    }
  }

  /// The sentence of a notice about applications, names and announcements.
  private static func told(_ notice: Notice, by sender: UserID) -> String {
    switch notice {
    case .applied(_, nil): return "\(sender) withdrew the application to join"
    case .applied(let text, _): return "\(sender) applies to join" + (text.isEmpty ? "" : ": \(text)")
    case .applicationsRefused(let users, let reason):
      return "\(sender) refused the application of \(list(users))" + (reason.isEmpty ? "" : ": \(reason)")
    case .memberNamed(let user, let name):
      if name.isEmpty { return "\(sender) removed the name" + (user == sender ? "" : " of \(user)") }
      return user == sender ? "\(sender) is called '\(name)' here" : "\(sender) calls \(user) '\(name)' here"
    case .announced(let text): return text.isEmpty ? "\(sender) removed the announcement" : "\(sender) announced: \(text)"
    default: return ""
    }
  }

  /// What became of the user's application to join a group.
  static func words(of state: ApplicationState, to group: String) -> String {
    switch state {
    case .pending: return "you applied to join \(group)"
    case .withdrawn: return "you withdrew the application to join \(group)"
    case .refused(let by, let reason):
      return "\(by?.text ?? "somebody") refused your application to join \(group)" + (reason.isEmpty ? "" : ": \(reason)")
    }
  }

  /// Until when somebody is silenced.
  static func words(until end: Timestamp) -> String {
    let isForGood = end.milliseconds >= Wire.SilenceMembers.forever
    return isForGood ? "for good" : "until \(LocalTime.moment(milliseconds: end.milliseconds))"
  }

  /// The suffix that shows a message's annotations; empty for none.
  static func words(of annotations: Annotations) -> String {
    var parts = annotations.reactions.map { "\($0.key) \($0.count)" }
    parts += annotations.votes.sorted { $0.key < $1.key }.map { "choice \($0.key + 1): \($0.value.count)" }
    if annotations.isPollClosed { parts.append("closed") }
    parts += annotations.properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    if annotations.replyCount > 0 { parts.append("\(annotations.replyCount) replies") }
    if let pin = annotations.pin { parts.append("pinned by \(pin.user)") }
    return parts.isEmpty ? "" : " [" + parts.joined(separator: ", ") + "]"
  }

  static func words(of change: AnnotationChange) -> String {
    func marked(_ added: [String], _ removed: [String]) -> String {
      (added.map { "+" + $0 } + removed.map { "-" + $0 }).joined(separator: " ")
    }
    return switch change {
    case .reactions(let added, let removed): "reaction " + marked(added, removed)
    case .properties(let set, let removed):
      "property " + marked(set.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }, removed)
    case .ballot(let choices): "vote " + marked(choices.map { String($0 + 1) }, [])
    case .votes(let added, let removed): "vote " + marked(added.map { String($0 + 1) }, removed.map { String($0 + 1) })
    case .pin(let isPinned): isPinned ? "pinned" : "unpinned"
    case .pollClosed: "poll closed"
    }
  }

  static func list(_ users: [UserID]) -> String { users.map(\.text).joined(separator: ", ") }

  /// A state of the connection.
  static func words(of state: ConnectionState) -> String {
    switch state {
    case .offline: return "offline"
    case .online: return "online"
    case .waitingForNetwork: return "no network"
    case .connecting(let attempt, nil): return attempt > 1 ? "connecting (attempt \(attempt))" : "connecting"
    case .connecting(_, let wait?):
      let seconds = wait.components.seconds
      return seconds > 0 ? "offline, trying again in \(seconds) s" : "offline, trying again"
    case .ended(let error): return "signed out: \(error.ending)"
    }
  }
}
