import Martlet
import MartletServer

/// A line typed in a chat, parsed.
enum TypedLine: Sendable, Equatable {
  /// Only white space.
  case empty
  case message(String)
  case help
  case list
  case open(Destination)
  case history(Int)
  case edit(UInt64, String)
  case recall(UInt64)
  /// Recall a message, with nothing shown in its place.
  case delete(UInt64)
  /// Bring back the text of a recalled message, for editing.
  case again(UInt64)
  case reply(UInt64, String)
  case annotate(UInt64, AnnotationChange)
  case poll(String, choices: [String])
  case pins
  case replies(UInt64)
  case edits(UInt64)
  case receipts(UInt64)
  case mentions
  /// Send a message after this many minutes.
  case later(minutes: Int64, String)
  case scheduled
  case cancel(ClientID)
  case new(title: String, users: [UserID])
  case add([UserID])
  case remove([UserID])
  /// Change the group's title.
  case title(String)
  case members
  case leave
  /// A change of roles or silences in the open group.
  case group(GroupLine)
  /// A way into a group, or its end.
  case joining(JoiningLine)
  /// An application to join a group, or an answer to one.
  case answer(AnswerLine)
  /// A nickname or an announcement in the open group.
  case announcement(AnnouncementLine)
  /// What the user sets about others.
  case relation(RelationLine)
  /// Show whether users are online.
  case presence([UserID])
  /// Find users by name.
  case find(String)
  /// Set the status text; empty for none.
  case status(String)
  /// A per-user setting of the open conversation.
  case personal(PersonalLine)
  /// A file to send or to save.
  case file(FileLine)
  case quit
  /// Malformed, with the message for the user.
  case mistaken(String)

  /// The commands of a chat, in the order of `/help`.
  static let commands: [(form: String, summary: String)] = [
    ("/help", "list the commands"),
    ("/list", "list your conversations and their unread messages"),
    ("/open bob", "open the conversation with bob; or /open group:ID"),
    ("/history [N]", "show N older messages (20)"),
    ("/edit N TEXT", "change the text of your message #N"),
    ("/edits N", "show the earlier versions of message #N"),
    ("/recall N", "recall message #N"),
    ("/delete N", "recall message #N and show nothing in its place, if the server allows it"),
    ("/again N", "bring back the text of your recalled message #N, to edit and send again"),
    ("/reply N TEXT", "reply to message #N"),
    ("/replies N", "show the replies to message #N"),
    ("/react N EMOJI", "react to message #N; /unreact N EMOJI takes it back"),
    ("/pin N", "pin message #N for everyone; /unpin N unpins it"),
    ("/file PATH", "send a file; it is uploaded in the background"),
    ("/save N [PATH]", "save the file of message #N"),
    ("/pins", "show the pinned messages"),
    ("/poll QUESTION CHOICE...", "start a poll; put a question of several words in quotes"),
    ("/vote N CHOICE...", "vote in poll #N, by number from 1; no choice withdraws the vote"),
    ("/receipts N", "show who has received and read message #N"),
    ("/mentions", "show unread messages that mention you; @bob and @all mention"),
    ("/later 90m TEXT", "schedule a message: in minutes, hours (2h) or days (3d)"),
    ("/scheduled", "list your scheduled messages and their names"),
    ("/cancel NAME", "cancel a scheduled message"),
    ("/new TITLE USER...", "create a group; put a title of several words in quotes"),
    ("/add USER...", "add users to this group"),
    ("/remove USER...", "remove users from this group"),
    ("/title TEXT", "change this group's title"),
    ("/admin USER...", "make members admins of this group; /unadmin USER... ends that"),
    ("/owner USER", "hand this group over to a member"),
    ("/silence [30m] USER...", "keep members from writing, for a while; /unsilence USER... ends it"),
    ("/silence", "let only the owner and admins write here; /unsilence lets everyone write"),
    ("/speaker USER...", "let members write all the same; /unsilence USER... ends it"),
    ("/ban [7d] USER...", "remove users and keep them from joining, for a while; /unban USER... ends it"),
    ("/bans", "list the users who are banned from this group"),
    ("/link [7d] [N]", "make a link by which users join this group, for a while, or for N users"),
    ("/links", "list the links of this group; /revoke ID... ends some"),
    ("/admit", "let everybody join this group who knows its id; /unadmit ends that"),
    ("/admit request", "let everybody apply to join this group; /unadmit request ends that"),
    ("/applications", "list who applied to join; /accept USER... and /refuse USER... answer"),
    ("/earlier N", "let new members read N messages from before they join; or none, or all"),
    ("/join CODE", "join a group by a link; or /join group:ID, if everybody may"),
    ("/apply group:ID [TEXT]", "apply to join a group; /unapply group:ID withdraws it"),
    ("/nickname NAME", "choose your name in this group; /nickname @bob NAME names bob; - for none"),
    ("/announce TEXT", "change this group's announcement; /announce - removes it"),
    ("/announcements", "show this group's announcements, newest first"),
    ("/dismiss now", "end this group for all its members, for ever"),
    ("/find NAME", "find users by name, if the server allows it"),
    ("/presence USER...", "show whether users are online, and their status"),
    ("/status TEXT", "set your status for others to see; /status - deletes it"),
    ("/members", "list the members, and how far each has read"),
    ("/leave", "leave this group"),
    ("/block [USER...]", "let users, or the one of this conversation, not write to you; /unblock ends it"),
    ("/blocked", "list the users whom you block"),
    ("/allow [USER...]", "put users, or the one of this conversation, on your allow list; /disallow takes them off"),
    ("/allowed", "list the users whom you allow"),
    ("/friend USER [TEXT]", "ask a user to become friends, or accept; /unfriend USER... declines, takes back or ends it"),
    ("/friends", "list your friends, and requests that wait for an answer"),
    ("/writers allowed", "let only users whom you allow write to you; /writers everyone ends it"),
    ("/hide N...", "hide messages from yourself; /hide all hides everything so far"),
    ("/pin", "pin this conversation to the top of your list; /unpin unpins it"),
    ("/mute", "mute this conversation; /unmute unmutes it"),
    ("/draft [TEXT]", "save a draft; without TEXT show it; /draft - deletes it"),
    ("/tag NAME", "tag this conversation, for yourself; /untag NAME removes the tag"),
    ("/tags", "list your tags, with conversations and unread messages"),
    ("/away", "remove this conversation from your list until its next message"),
    ("/quit", "end the chat; Ctrl-D does the same"),
    ("//TEXT", "send a message that begins with a slash"),
  ]

  /// Parses a line, given without its line end.
  init(_ line: String) {
    guard !isBlank(line) else {
      self = .empty
      return
    }
    guard line.hasPrefix("/") else {
      self = .message(line)
      return
    }
    guard !line.hasPrefix("//") else {
      self = .message(String(line.dropFirst()))
      return
    }
    let parts = line.dropFirst().split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
    let name = parts.first.map { String($0) } ?? ""
    self = TypedLine.read(name, parts.count > 1 ? parts[1].drop(while: \.isWhitespace) : "")
  }

  private static func read(_ name: String, _ rest: Substring) -> TypedLine {
    switch name {
    case "help", "?": return .help
    case "list": return .list
    case "members": return .members
    case "mentions": return .mentions
    case "scheduled": return .scheduled
    case "later": return later(rest)
    case "cancel":
      guard let id = ClientID(rest.filter { !$0.isWhitespace }) else {
        return .mistaken("write /cancel NAME, with a name from /scheduled")
      }
      return .cancel(id)
    case "leave": return .leave
    case "title": return title(rest)
    case "quit", "exit": return .quit
    case "open": return open(rest)
    case "history": return history(rest)
    case "edit", "reply":
      let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard parts.count == 2, let target = position(parts[0]) else {
        return .mistaken("write /\(name) N TEXT, with N as the # of \(name == "edit" ? "your" : "the") message")
      }
      return name == "edit" ? .edit(target, String(parts[1])) : .reply(target, String(parts[1]))
    case "recall", "delete", "again":
      guard let target = position(rest) else { return .mistaken("write /\(name) N, with N as the # of the message") }
      return name == "recall" ? .recall(target) : name == "delete" ? .delete(target) : .again(target)
    case "replies", "edits":
      guard let target = position(rest) else { return .mistaken("write /\(name) N, with N as the # of the message") }
      return name == "edits" ? .edits(target) : .replies(target)
    case "react", "unreact", "vote": return annotation(name, rest)
    // Without a position, the conversation is pinned.
    case "pin" where !isBlank(rest), "unpin" where !isBlank(rest):
      return annotation(name, rest)
    case "pins": return .pins
    case "poll": return poll(rest)
    case "receipts":
      guard let target = position(rest) else { return .mistaken("write /receipts N, with N as the # of the message") }
      return .receipts(target)
    case "new": return new(rest)
    case "add", "remove":
      let words = rest.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty, let users = users(words) else { return .mistaken("write /\(name) USER...") }
      return name == "add" ? .add(users) : .remove(users)
    case "find": return isBlank(rest) ? .mistaken("write /find NAME") : .find(String(rest))
    case "presence", "status": return presence(name, rest)
    case _ where FileLine.names.contains(name): return FileLine.read(name, rest)
    case _ where GroupLine.names.contains(name): return GroupLine.read(name, rest)
    case _ where JoiningLine.names.contains(name): return JoiningLine.read(name, rest)
    case _ where AnswerLine.names.contains(name): return AnswerLine.read(name, rest)
    case _ where AnnouncementLine.names.contains(name): return AnnouncementLine.read(name, rest)
    case _ where RelationLine.names.contains(name): return RelationLine.read(name, rest)
    case _ where PersonalLine.names.contains(name): return PersonalLine.read(name, rest)
    default:
      let names = commands.compactMap { $0.form.dropFirst().split(separator: " ").first.map(String.init) }
      let near = nearest(to: name, among: names).map { "; did you mean /\($0)?" } ?? ""
      return .mistaken("there is no command /\(name)\(near) (/help lists them; //\(name) sends it as a message)")
    }
  }

  private static func presence(_ name: String, _ rest: Substring) -> TypedLine {
    guard name == "presence" else {
      if isBlank(rest) { return .mistaken("write /status TEXT, or /status - for none") }
      return .status(rest == "-" ? "" : String(rest))
    }
    let words = rest.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty, let users = users(words) else { return .mistaken("write /presence USER...") }
    return .presence(users)
  }

  /// A command on one message, whose position comes first.
  private static func annotation(_ name: String, _ rest: Substring) -> TypedLine {
    let words = rest.split(whereSeparator: \.isWhitespace)
    let form =
      switch name {
      case "react", "unreact": " N EMOJI"
      case "vote": " N CHOICE..."
      default: " N"
      }
    let mistake = TypedLine.mistaken("write /\(name)\(form), with N as the # of the message")
    guard let first = words.first, let target = position(first) else { return mistake }
    let others = words.dropFirst().map(String.init)
    switch name {
    case "pin", "unpin": return others.isEmpty ? .annotate(target, .pin(name == "pin")) : mistake
    case "vote":
      let choices = others.compactMap { Int($0) }.filter { $0 > 0 }
      return choices.count == others.count ? .annotate(target, .ballot(choices.map { $0 - 1 })) : mistake
    default:
      guard others.count == 1 else { return mistake }
      return .annotate(target, name == "react" ? .reactions(added: others, removed: []) : .reactions(added: [], removed: others))
    }
  }

  private static func poll(_ rest: Substring) -> TypedLine {
    guard let (question, choices) = quoted(rest), !choices.isEmpty else {
      return .mistaken("write /poll QUESTION CHOICE..., with a question of several words in \"quotes\"")
    }
    return .poll(question, choices: choices.map(String.init))
  }

  private static func title(_ rest: Substring) -> TypedLine {
    let title = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return title.isEmpty ? .mistaken("write /title TEXT") : .title(title)
  }

  private static func open(_ rest: Substring) -> TypedLine {
    let text = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let destination = Destination(text) { return .open(destination) }
    if let user = UserID(text) { return .open(.user(user)) }
    return .mistaken("write /open USER or /open group:ID")
  }

  private static func history(_ rest: Substring) -> TypedLine {
    let text = rest.filter { !$0.isWhitespace }
    if text.isEmpty { return .history(20) }
    guard let count = Int(text), (1...10000).contains(count) else { return .mistaken("write /history N, with N from 1 to 10000") }
    return .history(count)
  }

  private static func new(_ rest: Substring) -> TypedLine {
    let mistake = TypedLine.mistaken("write /new TITLE USER..., with a title of several words in \"quotes\"")
    guard let (title, users) = quoted(rest), let members = TypedLine.users(users) else { return mistake }
    return .new(title: title, users: members)
  }

  /// The first word, or several words in quotes, and the words after it; nil if there is none.
  private static func quoted(_ rest: Substring) -> (first: String, others: [Substring])? {
    let first: Substring
    let others: Substring
    if rest.hasPrefix("\"") {
      let inner = rest.dropFirst()
      guard let end = inner.firstIndex(of: "\"") else { return nil }
      (first, others) = (inner[..<end], inner[inner.index(after: end)...])
    } else {
      first = rest.prefix { !$0.isWhitespace }
      others = rest[first.endIndex...]
    }
    return first.isEmpty ? nil : (String(first), others.split(whereSeparator: \.isWhitespace))
  }

  private static func later(_ rest: Substring) -> TypedLine {
    let mistake = TypedLine.mistaken("write /later 90m TEXT, with a time from 2 minutes (2m) to 30 days (30d)")
    let parts = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard parts.count == 2, let minutes = minutes(parts[0]), (2...43_200).contains(minutes) else { return mistake }
    return .later(minutes: minutes, String(parts[1]))
  }

  /// A time as `90m`, `2h` or `3d`, of at most ten years.
  static func minutes(_ text: Substring) -> Int64? {
    let scales: [Character: Int64] = ["m": 1, "h": 60, "d": 1440]
    guard let scale = text.last.flatMap({ scales[$0] }), let number = Int64(text.dropLast()) else { return nil }
    return (1...5_256_000 / scale).contains(number) ? number * scale : nil
  }

  /// The users that a message mentions with `@bob`, or everyone with `@all`; nil for nobody.
  static func mentions(in words: String) -> MessageDetails.Mentions? {
    var mentions = MessageDetails.Mentions()
    for word in words.split(whereSeparator: \.isWhitespace) where word.hasPrefix("@") {
      var name = word.dropFirst()
      while let last = name.last, ".,;:!?)".contains(last) { name = name.dropLast() }
      if name == "all" {
        mentions.all = true
      } else if let user = UserID(String(name)), !mentions.users.contains(user) {
        mentions.users.append(user)
      }
    }
    return mentions == MessageDetails.Mentions() ? nil : mentions
  }

  /// A position as `12` or `#12`.
  static func position(_ text: Substring) -> UInt64? {
    let digits = text.filter { !$0.isWhitespace }
    guard let number = UInt64(digits.hasPrefix("#") ? String(digits.dropFirst()) : digits), number > 0 else { return nil }
    return number
  }

  static func users(_ words: [Substring]) -> [UserID]? {
    let users = words.compactMap { UserID(String($0)) }
    return users.count == words.count ? users : nil
  }
}

/// Whether a text is empty or has only white space, which is not worth a message.
func isBlank(_ text: some StringProtocol) -> Bool { text.allSatisfy(\.isWhitespace) }
