import Foundation
import MartletTesting
import MartletWire

/// A group and a direct conversation, created for each operation that changes them, and the requests to try on them.
struct World {
  /// Names the group, and every request on it.
  let name: String
  private(set) var early: UInt64 = 0
  /// A message of the owner's for the member alone.
  private(set) var directed: UInt64 = 0
  /// The newcomer's joining position.
  private(set) var joining: UInt64 = 0
  private(set) var own: [Caller: UInt64] = [:]
  private(set) var directOwn: [Caller: UInt64] = [:]

  var group: String { "group:\(name)" }
  static let direct = "direct:member:owner"
  /// Here the owner is an account of the app.
  static let system = "system:member:owner"
  static let unknown = "group:there-is-none"
  var conversations: [String] { [group, Self.direct, Self.system, Self.unknown] }
  /// The newest message in the system conversation.
  private var told: UInt64 = 0
  /// A link to the group: its id, and its code.
  private var link: UInt64 = 0
  private var code = ""
  /// The client id of the owner's scheduled message.
  private var scheduled: String { "\(name)-scheduled" }

  /// Has the members make it.
  ///
  /// Every message mentions all, and its sender reacted to it; in the group the sender replied to it as well. One from before
  /// the newcomer's joining is pinned, and one from after it.
  init(_ name: String, by members: [Caller: WireClient]) async throws {
    self.name = name
    func appended(_ caller: Caller, _ request: Wire.ClientPacket.Request) async throws -> UInt64 {
      let answer = try await members[caller]?.request(request)
      guard case .appended(let appended)? = answer else { throw TestError("\(request): \(String(describing: answer))") }
      return appended.seq
    }
    func attach(
      _ kind: Wire.AnnotationKind, _ key: String, to target: UInt64, _ conversation: String, _ caller: Caller
    ) async throws {
      let id = "\(name)-\(key)-\(target)-\(conversation)"
      let items = [Wire.AnnotationItem(key: key)]
      let annotate = Wire.Annotate(conversation: conversation, clientId: id, target: target, kind: kind, items: items)
      _ = try await appended(caller, .annotate(annotate))
    }
    func send(_ caller: Caller, _ conversation: String, _ text: String) async throws -> UInt64 {
      let id = "\(name)-\(text)-\(conversation == Self.direct ? "direct" : "group")"
      let seq = try await appended(caller, Self.send(conversation, text, id: id, mentionsAll: true))
      try await attach(.reaction, "+1", to: seq, conversation, caller)
      return seq
    }
    func sendWithReply(_ caller: Caller, _ text: String) async throws -> UInt64 {
      let seq = try await send(caller, "group:\(name)", text)
      _ = try await appended(caller, Self.send("group:\(name)", text, id: "\(name)-reply-\(seq)", replyTo: seq))
      return seq
    }
    let later = Self.schedule(Self.direct, Self.content(Canary.direct), id: scheduled)
    guard case .done? = try await members[.owner]?.request(later) else { throw TestError("nothing is scheduled") }
    let start = Wire.CreateGroup(
      group: name, clientId: "\(name)-make", title: name,
      members: ["member", "former", "banned", "admin", "silenced", Stage.deserter])
    _ = try await appended(.owner, .createGroup(start))
    _ = try await appended(
      .owner, .setRoles(Wire.SetRoles(conversation: group, clientId: "\(name)-admin", users: ["admin"], role: .admin)))
    early = try await sendWithReply(.member, Canary.before)
    try await attach(.pin, "", to: early, group, .owner)
    own[.former] = try await sendWithReply(.former, Canary.before)
    own[.banned] = try await sendWithReply(.banned, Canary.before)
    for end in ends { _ = try await appended(.owner, end) }
    _ = try await sendWithReply(.owner, Canary.after)
    let addition = Wire.AddMembers(conversation: group, clientId: "\(name)-add", users: ["newcomer"])
    joining = try await appended(.owner, .addMembers(addition))
    let edit = Wire.Edit(
      conversation: group, clientId: "\(name)-edit", target: early, type: "text", content: Self.content(Canary.before))
    _ = try await appended(.member, .edit(edit))
    directed = try await appended(.owner, Self.send(group, Canary.directed, id: "\(name)-directed", to: ["member"]))
    try await attach(.reaction, "+1", to: directed, group, .owner)
    let again = Wire.Edit(
      conversation: group, clientId: "\(name)-again", target: directed, type: "text", content: Self.content(Canary.directed))
    _ = try await appended(.owner, .edit(again))
    let writers = [Caller.newcomer, .silenced, .admin, .member, .owner]
    for caller in writers { own[caller] = try await sendWithReply(caller, Canary.late) }
    let silence = Wire.SilenceMembers(
      conversation: group, clientId: "\(name)-silence", users: ["silenced"], until: Wire.SilenceMembers.forever)
    _ = try await appended(.admin, .silenceMembers(silence))
    link = try await appended(.owner, .makeLink(Wire.MakeLink(conversation: group, clientId: "\(name)-link")))
    code = try await Self.code(of: group, members[.owner])
    if let last = own[.owner] { try await attach(.pin, "", to: last, group, .owner) }
    for caller in [Caller.member, .owner] { directOwn[caller] = try await send(caller, Self.direct, Canary.direct) }
  }

  /// Lets everybody apply to join the group; the former member does.
  func takeApplications(by members: [Caller: WireClient]) async throws {
    let change = Wire.ChangeConversation(conversation: group, clientId: "\(name)-applications", applications: true)
    let application = Wire.ApplyToGroup(conversation: group, clientId: "\(name)-application", text: Canary.application)
    let requests: [(Caller, Wire.ClientPacket.Request)] = [
      (.owner, .changeConversation(change)), (.former, .applyToGroup(application)),
    ]
    for (caller, request) in requests {
      let answer = try await members[caller]?.request(request)
      guard case .appended? = answer else { throw TestError("\(request): \(String(describing: answer))") }
    }
  }

  /// Has the app tell the member something in the owner's name.
  mutating func tell(through control: ControlSocket) async throws {
    let message = Wire.Send(clientId: "\(name)-told", type: "text", content: Self.content(Canary.direct))
    let sent: Wire.SentMessages = try await control.call(
      "/v1/messages/send", Wire.SendMessages(user: "owner", message: message, conversations: [Self.system]))
    told = try sent.messages.first.map(\.seq).flatMap { $0 > 0 ? $0 : nil } ?? { throw TestError("nothing was told") }()
  }

  /// The removal of the former member, and the ban of the banned one.
  private var ends: [Wire.ClientPacket.Request] {
    [
      .removeMembers(Wire.RemoveMembers(conversation: group, clientId: "\(name)-remove", users: ["former"])),
      .banUsers(
        Wire.BanUsers(conversation: group, clientId: "\(name)-ban", users: ["banned"], until: Wire.SilenceMembers.forever)),
    ]
  }

  private static func code(of group: String, _ owner: WireClient?) async throws -> String {
    guard case .links(let links)? = try await owner?.request(.listLinks(Wire.ListLinks(conversation: group))),
      let made = links.links.first
    else { throw TestError("no link was made") }
    return made.code
  }

  static func send(
    _ conversation: String, _ text: String, id: String, replyTo: UInt64 = 0, mentionsAll: Bool = false, to readers: [String] = []
  ) -> Wire.ClientPacket.Request {
    var details = mentionsAll ? Wire.Details(mentions: Wire.Mentions(all: true)) : nil
    if !readers.isEmpty { details = Wire.Details(directed: readers) }
    return .send(
      Wire.Send(
        conversation: conversation, clientId: id, type: "text", content: content(text), details: details, replyTo: replyTo))
  }

  private static func schedule(_ conversation: String, _ content: String, id: String) -> Wire.ClientPacket.Request {
    let send = Wire.Send(conversation: conversation, clientId: id, type: "text", content: content)
    return .schedule(Wire.Schedule(send: send, at: (TokenText.now + 3600) * 1000))
  }

  /// Finds everything, the direct conversation, or the group: callers may have joined those of other worlds.
  private func search(_ object: String) -> Wire.FindConversations {
    guard object != "own list" else { return Wire.FindConversations() }
    let isDirect = object == "direct"
    return Wire.FindConversations(
      members: isDirect ? ["member", "owner"] : ["admin", "silenced"], exactly: isDirect, title: isDirect ? nil : name)
  }

  private static func content(_ text: String) -> String { #"{"text":"\#(text)"}"# }

  /// The request of a row, as this caller makes it; `attempt` names it for the server.
  func request(_ operation: String, on object: String, by caller: Caller, attempt: String) -> Wire.ClientPacket.Request? {
    let parts = object.split(separator: ", ", maxSplits: 1).map(String.init)
    let what = parts.count > 1 ? parts[1] : ""
    let conversation = conversation(parts[0])
    let isOfTwo = conversation == Self.direct || conversation == Self.system
    let text = Self.content(isOfTwo ? Canary.direct : Canary.late)
    switch operation {
    case "hello": return .hello(Wire.Hello(versionMin: 1, versionMax: 1, device: Wire.Device(id: "again", class: .tool)))
    case "ping": return .ping(Wire.Ping())
    case "send": return .send(Wire.Send(conversation: conversation, clientId: attempt, type: "text", content: text))
    case "mark_read": return .markRead(Wire.MarkRead(conversation: conversation, seq: .max))
    case "hide": return .hide(Wire.Hide(conversation: conversation, targets: what.isEmpty ? [own[caller] ?? 1] : [early]))
    case "change_setting":
      let name = object == "own" ? "" : conversation
      return .changeSetting(Wire.ChangeSetting(settings: [Wire.Setting(conversation: name, key: "k", value: "\"\(attempt)\"")]))
    case "fetch_settings": return .fetchSettings(Wire.FetchSettings())
    case _ where operation.hasSuffix("_presence"): return Self.presence(operation, of: object, by: caller)
    case "change_profile", "fetch_profiles", "find_profile", "find_users":
      return Self.profile(operation, of: object, by: caller, attempt)
    case "set_relations", "list_relations": return Self.relation(operation, to: object, by: caller)
    case "create_group":
      let group = parts[0] == "group" ? name : "new-\(attempt)"
      let members = parts[0].hasSuffix("other app") ? [Stage.outsider] : []
      return .createGroup(Wire.CreateGroup(group: group, clientId: attempt, title: "", members: members))
    case "add_members":
      return .addMembers(Wire.AddMembers(conversation: conversation, clientId: attempt, users: users(what, caller)))
    case "remove_members":
      return .removeMembers(Wire.RemoveMembers(conversation: conversation, clientId: attempt, users: users(what, caller)))
    case "set_roles", "silence_members", "ban_users": return lead(operation, what, in: conversation, by: caller, attempt: attempt)
    case "join_group", "describe_group", "make_link", "revoke_links", "list_links", "dismiss_group":
      return admission(operation, what, in: conversation, attempt: attempt)
    case "apply_to_group", "answer_applications", "list_applications", "set_nickname", "announce", "list_announcements",
      "list_bans", "list_pinned", "list_mentions":
      return convene(operation, what, in: conversation, by: caller, attempt: attempt)
    case "change_conversation": return Self.change(conversation, what, attempt)
    case "fetch_entries":
      return .fetchEntries(Wire.FetchEntries(conversation: conversation, from: 1, to: what.isEmpty ? 0 : early))
    case "fetch_user_entries": return .fetchUserEntries(Wire.FetchUserEntries())
    case "list_conversations":
      return .listConversations(Wire.ListConversations(only: object == "own list" ? [] : [conversation]))
    case "find_conversations": return .findConversations(search(object))
    case "schedule": return Self.schedule(conversation, text, id: attempt)
    case "list_scheduled": return .listScheduled(Wire.ListScheduled())
    case "cancel_scheduled":
      return .cancelScheduled(Wire.CancelScheduled(clientId: object == "nothing scheduled" ? attempt : scheduled))
    case "signal": return .signal(Wire.Signal(conversation: conversation, type: "typing", content: "{}"))
    case "mark_delivered":
      return .markDelivered(Wire.MarkDelivered(marks: [Wire.Delivered(conversation: conversation, seq: .max)]))
    case "list_members": return .listMembers(Wire.ListMembers(conversation: conversation))
    default:
      let isSilent = what.hasSuffix(", silently")
      let target = target(isSilent ? String(what.dropLast(10)) : what, in: conversation, caller)
      guard let request = requestOnMessage(operation, target, in: conversation, text, attempt: attempt) else { return nil }
      guard isSilent, case .recall(var recall) = request else { return request }
      recall.details = Wire.RecallDetails(silent: true)
      return .recall(recall)
    }
  }

  private static func change(_ conversation: String, _ what: String, _ attempt: String) -> Wire.ClientPacket.Request {
    var change = Wire.ChangeConversation(conversation: conversation, clientId: attempt)
    switch what {
    case "open": change.open = true
    case "applications": change.applications = true
    case "silenced": change.silenced = true
    default:
      change.title = attempt
      change.attributes = [Wire.Attribute(key: "k", value: "\"\(attempt)\"")]
    }
    return .changeConversation(change)
  }

  /// The request of a row about what users set about others.
  private static func relation(_ operation: String, to object: String, by caller: Caller) -> Wire.ClientPacket.Request {
    guard operation == "set_relations" else { return .listRelations(Wire.ListRelations()) }
    switch object {
    case "friend request": return .setRelations(Wire.SetRelations(users: ["somebody"], kind: .friend, set: true))
    case "acceptance of no request":
      return .setRelations(Wire.SetRelations(users: ["somebody"], kind: .friend, set: true, accept: true))
    default: break
    }
    let peers = ["oneself": caller.user, "another user": "somebody", "user of the other app": Stage.outsider]
    return .setRelations(Wire.SetRelations(users: [peers[object] ?? "nobody"], kind: .blocked, set: true))
  }

  /// The request of a row about profiles.
  private static func profile(
    _ operation: String, of object: String, by caller: Caller, _ attempt: String
  ) -> Wire.ClientPacket.Request {
    switch operation {
    case "change_profile":
      return .changeProfile(Wire.ChangeProfile(fields: [Wire.ProfileField(key: "location", value: attempt)]))
    case "find_profile":
      return .findProfile(Wire.FindProfile(number: object == "shown to everyone" ? Stage.shown : Stage.hidden))
    case "find_users": return .findUsers(Wire.FindUsers(name: object == "of a name" ? Stage.named : Stage.hiddenName))
    default:
      let user = object == "own" ? caller.user : object == "user of the other app" ? Stage.outsider : "somebody"
      return .fetchProfiles(Wire.FetchProfiles(users: [Wire.KnownProfile(user: user, revision: .max)]))
    }
  }

  /// The request of a row about presence.
  private static func presence(_ operation: String, of object: String, by caller: Caller) -> Wire.ClientPacket.Request {
    let users = [object == "own" ? caller.user : "member"]
    return switch operation {
    case "watch_presence": .watchPresence(Wire.WatchPresence(users: users, durationMs: 1))
    case "unwatch_presence": .unwatchPresence(Wire.UnwatchPresence(users: users))
    case "set_presence": .setPresence(Wire.SetPresence(text: "here"))
    default: .fetchPresence(Wire.FetchPresence(users: users))
    }
  }

  /// The request of a row about roles and silences.
  private func lead(
    _ operation: String, _ what: String, in conversation: String, by caller: Caller, attempt: String
  ) -> Wire.ClientPacket.Request {
    let users = users(what, caller)
    if operation == "set_roles" {
      let role: Wire.Role = what.hasSuffix("as owner") ? .owner : .admin
      return .setRoles(Wire.SetRoles(conversation: conversation, clientId: attempt, users: users, role: role))
    }
    if operation == "ban_users" {
      let until = what.hasSuffix("lifted") ? 0 : Wire.SilenceMembers.forever
      return .banUsers(Wire.BanUsers(conversation: conversation, clientId: attempt, users: users, until: until))
    }
    let until = what.hasSuffix("as speaker") ? Wire.SilenceMembers.speaker : Wire.SilenceMembers.forever
    return .silenceMembers(Wire.SilenceMembers(conversation: conversation, clientId: attempt, users: users, until: until))
  }

  /// The request of a row about pins, mentions, bans, applications, nicknames and announcements.
  private func convene(
    _ operation: String, _ what: String, in conversation: String, by caller: Caller, attempt: String
  ) -> Wire.ClientPacket.Request {
    switch operation {
    case "apply_to_group":
      .applyToGroup(Wire.ApplyToGroup(conversation: conversation, clientId: attempt, withdrawn: what == "withdrawn"))
    case "answer_applications":
      .answerApplications(
        Wire.AnswerApplications(
          conversation: conversation, clientId: attempt, users: users(what, caller), accepted: !what.hasSuffix("refused")))
    case "list_applications": .listApplications(Wire.ListApplications(conversation: conversation))
    case "set_nickname":
      .setNickname(
        Wire.SetNickname(conversation: conversation, clientId: attempt, user: users(what, caller)[0], name: attempt))
    case "announce": .announce(Wire.Announce(conversation: conversation, clientId: attempt, text: attempt))
    case "list_pinned": .listPinned(Wire.ListPinned(conversation: conversation))
    case "list_mentions": .listMentions(Wire.ListMentions(conversation: conversation))
    case "list_bans": .listBans(Wire.ListBans(conversation: conversation))
    default: .listAnnouncements(Wire.ListAnnouncements(conversation: conversation))
    }
  }

  /// The request of a row about who may join, or the end of a group.
  private func admission(
    _ operation: String, _ what: String, in conversation: String, attempt: String
  ) -> Wire.ClientPacket.Request {
    let code = what == "by a link" ? code : what == "by a made-up link" ? "\(conversation)~made-up" : ""
    return switch operation {
    case "join_group": .joinGroup(Wire.JoinGroup(conversation: conversation, clientId: attempt, link: code))
    case "describe_group": .describeGroup(Wire.DescribeGroup(conversation: conversation, link: code))
    case "make_link": .makeLink(Wire.MakeLink(conversation: conversation, clientId: attempt))
    case "revoke_links": .revokeLinks(Wire.RevokeLinks(conversation: conversation, clientId: attempt, links: [link]))
    case "list_links": .listLinks(Wire.ListLinks(conversation: conversation))
    default: .dismissGroup(Wire.DismissGroup(conversation: conversation, clientId: attempt))
    }
  }

  /// The request of a row that is about one message.
  private func requestOnMessage(
    _ operation: String, _ target: UInt64, in conversation: String, _ text: String, attempt: String
  ) -> Wire.ClientPacket.Request? {
    switch operation {
    case "edit":
      .edit(Wire.Edit(conversation: conversation, clientId: attempt, target: target, type: "text", content: text))
    case "recall":
      .recall(Wire.Recall(conversation: conversation, clientId: attempt, target: target))
    case "annotate":
      .annotate(
        Wire.Annotate(
          conversation: conversation, clientId: attempt, target: target, kind: .reaction, items: [Wire.AnnotationItem(key: "+2")])
      )
    case "list_annotators":
      .listAnnotators(Wire.ListAnnotators(conversation: conversation, target: target, kind: .reaction, key: "+1"))
    case "list_replies":
      .listReplies(Wire.ListReplies(conversation: conversation, target: target))
    case "list_versions":
      .listVersions(Wire.ListVersions(conversation: conversation, target: target))
    case "count_receipts":
      .countReceipts(Wire.CountReceipts(conversation: conversation, seqs: [target]))
    case "list_receipts":
      .listReceipts(Wire.ListReceipts(conversation: conversation, seq: target))
    default: usual(operation, target, in: conversation, text, attempt: attempt)
    }
  }

  /// A request of which only the fields are set that many requests have, and whose values follow from their names.
  private func usual(
    _ operation: String, _ target: UInt64, in conversation: String, _ text: String, attempt: String
  ) -> Wire.ClientPacket.Request? {
    let fields = [
      "conversation": conversation, "clientId": attempt, "target": String(target), "title": attempt, "type": "text",
      "content": text,
    ]
    let words = operation.split(separator: "_")
    let name = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    let json = try? JSONSerialization.data(withJSONObject: ["id": 1, name: fields])
    return json.flatMap { try? Wire.ClientPacket(json: Array($0)).request }
  }

  private func conversation(_ object: String) -> String {
    switch object {
    case "direct": Self.direct
    case "system": Self.system
    case "direct with nobody": "direct:nobody"
    case "no such group": Self.unknown
    default: group
    }
  }

  /// The target message; for callers without one, a message of the owner.
  private func target(_ what: String, in conversation: String, _ caller: Caller) -> UInt64 {
    guard conversation != Self.system else { return told }
    let own = conversation == Self.direct ? directOwn : own
    return switch what {
    case "own message": own[caller] ?? early
    case "message from before joining": early
    case "message for others": directed
    default: (caller == .owner ? own[.member] : own[.owner]) ?? early
    }
  }

  private func users(_ what: String, _ caller: Caller) -> [String] {
    let another = caller == .member ? "newcomer" : "member"
    return switch what {
    case "oneself": [caller.user]
    case "another member", "another member as owner", "another member as speaker": [another]
    case "an admin": ["admin"]
    case "the silenced member": ["silenced"]
    case "the banned user", "the banned user, lifted": ["banned"]
    case "the former member", "the former member, refused": ["former"]
    // The own name first and last, as if it were the only one.
    case "oneself and another": [caller.user, another, caller.user]
    case "the owner": ["owner"]
    case "a user of the other app": [Stage.outsider]
    default: ["somebody"]
    }
  }
}
