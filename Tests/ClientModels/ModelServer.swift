// This file is long because the model answers every request in one place.

import MartletCore
import MartletWire

/// A server as a value without time, disk or network: logs, members, markers, and the answer to each request.
///
/// Written from the schema alone, as plainly as possible: every summary is a recount.
package struct ModelServer {
  package struct Member: Equatable {
    package var joined: UInt64
    package var nickname = ""
    package var read: UInt64 = 0
    package var lastSent: UInt64 = 0
    package var cleared: UInt64 = 0
    package var hidden: Set<UInt64> = []
    /// The user's entry of the last hiding.
    package var hiddenAt: UInt64 = 0
    package var silencedUntil: Int64 = 0

    /// The first position to be seen.
    package var first: UInt64 { max(since, cleared + 1) }
    /// How many entries before `joined` the member may read.
    package var earlier: UInt64 = 0
    package var since: UInt64 { joined - earlier }

    package func hides(_ entry: Wire.Entry) -> Bool {
      if case .withheld? = entry.event { return false }
      if hidden.contains(entry.seq) || entry.seq <= cleared { return true }
      guard case .edited(let edited)? = entry.event, hiddenAt > 0 else { return false }
      return hidden.contains(edited.target) || edited.target <= cleared
    }

    /// The read marker as far as others are told, and the delivered marker.
    package var told: UInt64 = 0
    package var delivered: UInt64 = 0
    package var has: UInt64 { max(told, delivered) }
    /// The moves of `told`.
    package var moves: [Move] = []

    package struct Move: Equatable {
      package let since: UInt64
      package let seq: UInt64
      package let time: Int64
    }
  }

  package struct Log {
    package var title = ""
    package var attributes: [String: String] = [:]
    package var owner = ""
    package var admins: Set<String> = []
    package var isSilenced = false
    package var isOpen = false
    package var isDismissed = false
    package var history: UInt32?

    /// How many entries before theirs users who join now may read.
    package var earlier: UInt64 { min(UInt64(history ?? 0), head) }
    package var links: [Wire.JoinLink] = []
    package var bans: [UserID: Wire.Ban] = [:]
    package var takesApplications = false
    package var applications: [UserID: Wire.Application] = [:]
    package var announced: [Wire.Announcement] = []
    package var members: [UserID: Member] = [:]
    /// As of now: messages show their newest content.
    package var entries: [Wire.Entry] = []
    package var stamp: UInt64 = 0
    /// The annotations of messages, by position.
    package var attached: [UInt64: ModelAttached] = [:]
    /// Messages as they were sent.
    package var first: [UInt64: Wire.Entry] = [:]

    package var head: UInt64 { UInt64(entries.count) }
  }

  /// Something to push to all sessions of a user.
  package struct Delivery {
    package let user: UserID
    package let body: Wire.ServerPacket.Body

    package init(user: UserID, push: Wire.Push) {
      self.user = user
      body = .push(push)
    }

    package init(user: UserID, signalled: Wire.Signalled) {
      self.user = user
      body = .signalled(signalled)
    }
  }

  package var logs: [ConversationID: Log] = [:]
  package var userLogs: [UserID: [Wire.UserEntry]] = [:]
  /// By conversation and key.
  package var settings: [UserID: [[String]: Wire.Setting]] = [:]
  /// By the other user.
  package var relations: [UserID: [String: Wire.Relation]] = [:]
  /// Positions of user logs up to which entries are cut off.
  package var userLogCuts: [UserID: UInt64] = [:]
  package var stamp: UInt64 = 0
  /// No user may hide more.
  package var refusesHiding = false
  package var time: Int64 = 1_700_000_000_000
  /// Names this copy of the data.
  package var generation = "first"
  package var limits = Wire.Limits(
    heartbeatMs: 30_000, packetBytes: 1 << 20, contentBytes: 64 << 10, groupMembers: 100, pageEntries: 20, requestsInFlight: 16,
    deliveredMembers: 50, blockedUsers: 3000, allowedUsers: 3000, presence: true, presenceUsers: 3, presenceWatched: 10,
    presenceLongestMs: 60_000)
  /// Appending requests that were answered; without an answer those that had nothing to change.
  private var stored: [String: (request: Wire.ClientPacket.Request, answer: Wire.Appended?)] = [:]
  /// All scheduling requests so far, by user and client id.
  private var asked: [String: Wire.Schedule] = [:]
  package internal(set) var deliveries: [Delivery] = []
  package var profiles: [UserID: Wire.Profile] = [:]
  /// The users who fetched a user's profile.
  package var watchers: [UserID: Set<UserID>] = [:]
  package var profileFetches = 0
  package var presences: [UserID: Wire.Presence] = [:]
  /// The users whom each user's session watches.
  package var presenceWatches: [UserID: Set<UserID>] = [:]
  /// The users of each request to watch.
  package var presenceRequests: [[String]] = []
  var presenceOrder: UInt64 = 0
  /// In ascending order of client ids.
  package private(set) var scheduled: [UserID: [Wire.Schedule]] = [:]
  /// How many signals came.
  package private(set) var signals = 0

  package init() {}

  package mutating func takeDeliveries() -> [Delivery] {
    defer { deliveries = [] }
    return deliveries
  }

  package func welcome(_ user: UserID) -> Wire.Welcome {
    Wire.Welcome(
      version: 1, session: "s", user: user.text, time: time, limits: limits, userHead: UInt64(userLogs[user]?.count ?? 0),
      stamp: stamp, generation: generation)
  }

  /// Goes back to a backup: only the clock goes on.
  package mutating func restore(_ backup: ModelServer, as generation: String) {
    let time = time
    self = backup
    (self.time, self.generation, deliveries) = (time + 1_000, generation, [])
  }

  // MARK: Requests

  package mutating func answer(_ request: Wire.ClientPacket.Request, of user: UserID) -> Wire.ServerPacket.Body {
    switch request {
    case .ping: .pong(Wire.Pong(time: time))
    case .send(let send): append(request, send.conversation, send.clientId, user) { try $0.send(send, user) }
    case .edit(let edit): append(request, edit.conversation, edit.clientId, user) { try $0.edit(edit, user) }
    case .recall(let recall): append(request, recall.conversation, recall.clientId, user) { try $0.recall(recall, user) }
    case .annotate(let annotate):
      append(request, annotate.conversation, annotate.clientId, user) { try $0.annotate(annotate, user) }
    case .createGroup(let create):
      append(request, "group:\(create.group)", create.clientId, user) { try $0.create(create, user) }
    case .addMembers(let add): append(request, add.conversation, add.clientId, user) { try $0.add(add, user) }
    case .removeMembers(let remove): append(request, remove.conversation, remove.clientId, user) { try $0.remove(remove, user) }
    case .changeConversation(let change):
      append(request, change.conversation, change.clientId, user) { try $0.change(change, user) }
    case .setRoles(let set): append(request, set.conversation, set.clientId, user) { try $0.setRoles(set, user) }
    case .silenceMembers(let silence):
      append(request, silence.conversation, silence.clientId, user) { try $0.silence(silence, user) }
    case .joinGroup(let join): append(request, join.conversation, join.clientId, user) { try $0.join(join, user) }
    case .makeLink(let make): append(request, make.conversation, make.clientId, user) { try $0.makeLink(make, user) }
    case .revokeLinks(let revoke):
      append(request, revoke.conversation, revoke.clientId, user) { try $0.revokeLinks(revoke, user) }
    case .dismissGroup(let dismiss):
      append(request, dismiss.conversation, dismiss.clientId, user) { try $0.dismiss(dismiss, user) }
    case .listLinks(let list): links(list, user)
    case .banUsers(let ban): append(request, ban.conversation, ban.clientId, user) { try $0.ban(ban, user) }
    case .listBans(let list): bans(list, user)
    case .applyToGroup, .answerApplications, .listApplications, .setNickname, .announce, .listAnnouncements:
      answerOnMembers(request, user)
    case .describeGroup(let describe): self.describe(describe, user)
    case .markRead(let mark): markRead(mark, user)
    case .hide(let hide): self.hide(hide, user)
    case .changeSetting(let change): self.change(change, user)
    case .changeProfile, .fetchProfiles, .findProfile, .findUsers: answerOnProfiles(request, user)
    case .fetchSettings(let fetch): settings(fetch, user)
    case .setRelations(let request): set(request, user)
    case .listRelations(let list): self.list(list, user)
    case .fetchEntries(let fetch): entries(fetch, user)
    case .fetchUserEntries(let fetch): userEntries(fetch, user)
    case .listConversations(let list): conversations(list, user)
    case .findConversations(let find): found(find, user)
    case .listMembers(let list): members(list, user)
    case .listMentions(let list): mentions(list, user)
    case .listAnnotators(let list): annotators(list, user)
    case .listReplies(let list): replies(list, user)
    case .listPinned(let list): pinned(list, user)
    case .listVersions(let list): versions(list, user)
    case .markDelivered(let request): markDelivered(request, user)
    case .signal(let signal): self.signal(signal, user)
    case .schedule(let schedule): self.schedule(schedule, user)
    case .listScheduled(let list): self.list(list, user)
    case .cancelScheduled(let cancel): self.cancel(cancel.clientId, user)
    case .countReceipts(let count): receipts(count, user)
    case .listReceipts(let list): receipts(list, user)
    case .fetchPresence, .watchPresence, .unwatchPresence, .setPresence: presence(request, user)
    // Requests that the model does not play.
    default: .failure(Wire.Failure(.unknownRequest))
    }
  }

  private func list(_ list: Wire.ListScheduled, _ user: UserID) -> Wire.ServerPacket.Body {
    let rest = (scheduled[user] ?? []).filter { ($0.send?.clientId ?? "") > list.after }
    return .scheduledMessages(Wire.ScheduledMessages(messages: Array(rest.prefix(2)), more: rest.count > 2))
  }

  package struct Refusal: Error {
    package let code: ErrorCode
    package var field = ""
    package var until: Int64 = 0
  }

  mutating func append(
    _ request: Wire.ClientPacket.Request, _ conversation: String, _ clientID: String, _ user: UserID,
    _ body: (inout ModelServer) throws -> (ConversationID, UInt64)?
  ) -> Wire.ServerPacket.Body {
    let key = "\(user)/\(clientID)"
    if let known = stored[key] {
      guard known.request == request else { return .failure(Wire.Failure(.clientIdConflict)) }
      return known.answer.map { .appended($0) } ?? .done(Wire.Done())
    }
    do {
      guard let (id, seq) = try body(&self) else {
        stored[key] = (request, nil)
        return .done(Wire.Done())
      }
      let answer = Wire.Appended(conversation: id.text, seq: seq, time: time)
      stored[key] = (request, answer)
      return .appended(answer)
    } catch {
      let refusal = error as? Refusal ?? Refusal(code: .internal)
      return .failure(Wire.Failure(refusal.code, field: refusal.field, until: refusal.until))
    }
  }

  /// Puts an entry at the end of a log and tells the members.
  package mutating func store(
    _ event: Wire.Entry.Event?, in id: ConversationID, by user: UserID, _ clientID: String, counts: Bool = false
  ) -> UInt64 {
    time += 1
    stamp += 1
    var log = logs[id] ?? Log()
    let countable = (log.entries.last?.countable ?? 0) + (counts ? 1 : 0)
    let entry = Wire.Entry(
      conversation: id.text, seq: log.head + 1, time: time, sender: user.text, clientId: clientID, countable: countable,
      event: event)
    log.entries.append(entry)
    if case .message = event { log.first[entry.seq] = entry }
    log.stamp = stamp
    logs[id] = log
    for member in log.members.keys.sorted() {
      let shown = entry.shown(to: member, in: log.entries, since: log.members[member]?.since ?? 0)
      deliveries.append(Delivery(user: member, push: Wire.Push(entries: [shown])))
    }
    return entry.seq
  }

  mutating func tell(_ user: UserID, _ id: ConversationID?, _ event: Wire.UserEntry.Event?) {
    let entry = Wire.UserEntry(
      seq: UInt64(userLogs[user]?.count ?? 0) + 1, time: time, conversation: id?.text ?? "", event: event)
    userLogs[user, default: []].append(entry)
    deliveries.append(Delivery(user: user, push: Wire.Push(userEntries: [entry])))
  }

  package func membership(_ text: String, _ user: UserID) throws -> (ConversationID, Member) {
    guard let id = ConversationID(text, caller: user), let member = logs[id]?.members[user] else {
      throw Refusal(code: .conversationUnknown)
    }
    return (id, member)
  }

  private mutating func send(_ send: Wire.Send, _ user: UserID) throws -> (ConversationID, UInt64) {
    guard let id = ConversationID(send.conversation, caller: user) else { throw Refusal(code: .fieldInvalid) }
    if let (one, other) = id.pair, [one, other].contains(user), logs[id] == nil {
      logs[id] = Log(members: [one: Member(joined: 0), other: Member(joined: 0)])
    }
    _ = try membership(id.text, user)
    try requireWriting(user, in: id)
    guard send.details?.directed.isEmpty != false || id.kind == .group else { throw Refusal(code: .notSupportedHere) }
    let counts = send.details.map { $0.directed.isEmpty && $0.policy?.counted != .no } ?? true
    let seq = store(message(send, in: id), in: id, by: user, send.clientId, counts: counts)
    attach(send, at: seq, in: id)
    logs[id]?.members[user]?.lastSent = seq
    return (id, seq)
  }

  package func target(
    _ seq: UInt64, in id: ConversationID, _ member: Member, of user: UserID
  ) throws -> (Wire.Entry, Wire.Message) {
    guard seq >= max(member.since, 1), seq <= logs[id]?.head ?? 0, let entry = logs[id]?.entries[Int(seq) - 1],
      case .message(let message)? = entry.event, entry.isMeant(for: user, in: [])
    else { throw Refusal(code: .targetUnknown) }
    guard !message.recalled else { throw Refusal(code: .targetRecalled) }
    return (entry, message)
  }

  private mutating func edit(_ edit: Wire.Edit, _ user: UserID) throws -> (ConversationID, UInt64) {
    let (id, member) = try membership(edit.conversation, user)
    try requireWriting(user, in: id)
    let (entry, message) = try target(edit.target, in: id, member, of: user)
    guard entry.sender == user.text else { throw Refusal(code: .notPermitted) }
    let edited = Wire.Entry.Event.edited(Wire.Edited(target: edit.target, type: edit.type, content: edit.content))
    let seq = store(edited, in: id, by: user, edit.clientId)
    logs[id]?.entries[Int(edit.target) - 1].event = .message(
      Wire.Message(
        type: edit.type, content: edit.content, revision: seq, replyTo: message.replyTo, details: message.details))
    return (id, seq)
  }

  private mutating func recall(_ recall: Wire.Recall, _ user: UserID) throws -> (ConversationID, UInt64) {
    let (id, member) = try membership(recall.conversation, user)
    let (entry, message) = try target(recall.target, in: id, member, of: user)
    guard entry.sender == user.text || logs[id]?.owner == user.text else { throw Refusal(code: .notPermitted) }
    let seq = store(.recalled(Wire.Recalled(target: recall.target, details: recall.details)), in: id, by: user, recall.clientId)
    var told = recall.details ?? Wire.RecallDetails()
    (told.push, told.by) = (nil, user.text == entry.sender ? "" : user.text)
    logs[id]?.entries[Int(recall.target) - 1].event = .message(
      Wire.Message(
        type: message.type, content: "", revision: seq, recalled: true, replyTo: message.replyTo,
        details: (message.details ?? Wire.Details()).after(told)))
    detach(recall.target, by: seq, parent: message.replyTo, in: id)
    for index in 0..<Int(seq) {
      if case .edited(var edited)? = logs[id]?.entries[index].event, edited.target == recall.target {
        edited.content = ""
        logs[id]?.entries[index].event = .edited(edited)
      }
      if case .annotated(var annotated)? = logs[id]?.entries[index].event, annotated.target == recall.target {
        annotated.items = []
        logs[id]?.entries[index].event = .annotated(annotated)
      }
    }
    return (id, seq)
  }

  private mutating func create(_ create: Wire.CreateGroup, _ user: UserID) throws -> (ConversationID, UInt64) {
    guard let id = ConversationID.group(create.group) else { throw Refusal(code: .fieldInvalid) }
    guard logs[id] == nil else { throw Refusal(code: .groupExists) }
    var users = create.members.compactMap { UserID($0) }
    if !users.contains(user) { users.insert(user, at: 0) }
    let members = Dictionary(users.map { ($0, Member(joined: 1)) }, uniquingKeysWith: { $1 })
    logs[id] = Log(title: create.title, attributes: create.attributes.values, owner: user.text, members: members)
    let event = Wire.GroupCreated(
      title: create.title, owner: user.text, members: users.map(\.text), attributes: [Wire.Attribute](create.attributes.values))
    let seq = store(.groupCreated(event), in: id, by: user, create.clientId)
    for user in users { tell(user, id, .joined(Wire.Joined(seq: seq))) }
    return (id, seq)
  }

  private mutating func add(_ add: Wire.AddMembers, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, _) = try membership(add.conversation, user)
    try requireNotDismissed(id)
    let new = add.users.compactMap { UserID($0) }.filter { logs[id]?.members[$0] == nil }
    guard !new.isEmpty else { return nil }
    try requireNotBanned(new, in: id)
    let (joined, earlier) = ((logs[id]?.head ?? 0) + 1, logs[id]?.earlier ?? 0)
    for user in new { logs[id]?.members[user] = Member(joined: joined, earlier: earlier) }
    let arrival = earlier > 0 ? Wire.Arrival(history: earlier) : nil
    let added = Wire.MembersAdded(users: new.map(\.text), arrival: arrival)
    let seq = store(.membersAdded(added), in: id, by: user, add.clientId)
    for user in new { tell(user, id, .joined(Wire.Joined(seq: seq))) }
    return (id, seq)
  }

  private mutating func remove(_ remove: Wire.RemoveMembers, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, _) = try membership(remove.conversation, user)
    if remove.users != [user.text] { try requireNotDismissed(id) }
    guard remove.users == [user.text] || logs[id]?.owner == user.text else { throw Refusal(code: .notPermitted) }
    let gone = remove.users.compactMap { UserID($0) }.filter { logs[id]?.members[$0] != nil }
    guard !gone.isEmpty else { return nil }
    drop(gone, from: id)
    let event = Wire.MembersRemoved(users: gone.map(\.text), owner: logs[id]?.owner ?? "", reason: remove.reason)
    let seq = store(.membersRemoved(event), in: id, by: user, remove.clientId)
    for one in gone { tell(one, id, .left(Wire.Left(seq: seq, by: user.text, reason: remove.reason))) }
    return (id, seq)
  }

  private mutating func markRead(_ mark: Wire.MarkRead, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let (id, member) = try? membership(mark.conversation, user) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    let position = min(mark.seq, logs[id]?.head ?? 0)
    if position > member.read, position >= member.joined {
      logs[id]?.members[user]?.read = position
      tell(user, id, .readTo(Wire.ReadTo(seq: position)))
    }
    if !mark.quiet, position > member.told, position >= member.joined {
      logs[id]?.members[user]?.moves.append(Member.Move(since: member.told, seq: position, time: time))
      logs[id]?.members[user]?.told = position
      push(Wire.Marker(conversation: id.text, user: user.text, read: position), of: id)
    }
    return .marked(Wire.Marked(conversation: id.text, read: logs[id]?.members[user]?.read ?? 0))
  }

  private mutating func hide(_ hide: Wire.Hide, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let (id, before) = try? membership(hide.conversation, user), let head = logs[id]?.head else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    guard !refusesHiding else { return .failure(Wire.Failure(.hiddenFull, limit: 1)) }
    var member = before
    if min(hide.until, head) >= member.first { member.cleared = min(hide.until, head) }
    let new = Set(
      hide.targets.filter { seq in
        guard seq >= member.first, seq <= head, !member.hidden.contains(seq), let entry = logs[id]?.entries[Int(seq) - 1],
          case .message? = entry.event
        else { return false }
        return entry.isMeant(for: user, in: [])
      })
    let log = UInt64(userLogs[user]?.count ?? 0)
    guard !new.isEmpty || member.cleared > before.cleared else { return .changed(Wire.Changed(revision: log)) }
    member.hidden.formUnion(new)
    member.hiddenAt = log + 1
    logs[id]?.members[user] = member
    tell(user, id, .hidden(Wire.Hidden(until: member.cleared, targets: new.sorted())))
    return .changed(Wire.Changed(revision: log + 1))
  }

  private mutating func change(_ change: Wire.ChangeSetting, _ user: UserID) -> Wire.ServerPacket.Body {
    var new: [Wire.Setting] = []
    let revision = UInt64(userLogs[user]?.count ?? 0) + 1
    for var setting in change.settings {
      if !setting.conversation.isEmpty {
        let id = ConversationID(setting.conversation, caller: user)
        let isMine = id.map { logs[$0]?.members[user] != nil || (logs[$0] == nil && $0.pair != nil) } ?? false
        guard let id, isMine else { return .failure(Wire.Failure(.conversationUnknown)) }
        setting.conversation = id.text
      }
      setting.revision = revision
      new.append(setting)
    }
    let isSame = new.allSatisfy { settings[user]?[[$0.conversation, $0.key]]?.value ?? "" == $0.value }
    guard !isSame else { return .changed(Wire.Changed(revision: revision - 1)) }
    for setting in new {
      settings[user, default: [:]][[setting.conversation, setting.key]] = setting.value.isEmpty ? nil : setting
    }
    tell(user, nil, .settingChanged(Wire.SettingChanged(settings: new)))
    return .changed(Wire.Changed(revision: revision))
  }

  private mutating func push(_ marker: Wire.Marker, of id: ConversationID) {
    for member in (logs[id]?.members.keys.sorted() ?? []) {
      deliveries.append(Delivery(user: member, push: Wire.Push(markers: [marker])))
    }
  }

  private mutating func markDelivered(_ request: Wire.MarkDelivered, _ user: UserID) -> Wire.ServerPacket.Body {
    for mark in request.marks {
      guard let (id, member) = try? membership(mark.conversation, user) else { continue }
      let position = min(mark.seq, logs[id]?.head ?? 0)
      guard position > member.delivered, position >= member.joined else { continue }
      logs[id]?.members[user]?.delivered = position
      push(Wire.Marker(conversation: id.text, user: user.text, delivered: position), of: id)
    }
    return .done(Wire.Done())
  }

  private mutating func signal(_ signal: Wire.Signal, _ user: UserID) -> Wire.ServerPacket.Body {
    signals += 1
    guard let (id, _) = try? membership(signal.conversation, user) else {
      return .failure(Wire.Failure(.conversationUnknown))
    }
    for member in (logs[id]?.members.keys.sorted() ?? []) where member != user {
      let signalled = Wire.Signalled(
        conversation: id.text, sender: user.text, type: signal.type, content: signal.content, time: time)
      deliveries.append(Delivery(user: member, signalled: signalled))
    }
    return .done(Wire.Done())
  }

  private mutating func schedule(_ schedule: Wire.Schedule, _ user: UserID) -> Wire.ServerPacket.Body {
    guard var send = schedule.send, let id = ConversationID(send.conversation, caller: user) else {
      return .failure(Wire.Failure(.fieldInvalid, field: "at"))
    }
    send.conversation = id.text
    let new = Wire.Schedule(send: send, at: schedule.at)
    let key = "\(user)/\(send.clientId)"
    if let known = asked[key] { return known == new ? .done(Wire.Done()) : .failure(Wire.Failure(.clientIdConflict)) }
    guard schedule.at > time + 60_000 else { return .failure(Wire.Failure(.fieldInvalid, field: "at")) }
    asked[key] = new
    scheduled[user, default: []].append(new)
    scheduled[user]?.sort { $0.send?.clientId ?? "" < $1.send?.clientId ?? "" }
    deliveries.append(Delivery(user: user, push: Wire.Push(scheduled: [Wire.ScheduleChange(made: new)])))
    return .done(Wire.Done())
  }

  private mutating func cancel(_ id: String, _ user: UserID) -> Wire.ServerPacket.Body {
    guard let index = scheduled[user]?.firstIndex(where: { $0.send?.clientId == id }) else {
      return asked["\(user)/\(id)"] == nil ? .failure(Wire.Failure(.targetUnknown)) : .done(Wire.Done())
    }
    scheduled[user]?.remove(at: index)
    deliveries.append(
      Delivery(user: user, push: Wire.Push(scheduled: [Wire.ScheduleChange(ended: id, how: .cancelled)])))
    return .done(Wire.Done())
  }

  /// An entry of a kind that clients of this version do not know.
  package mutating func storeUnknown(in id: ConversationID, by user: UserID) { _ = store(nil, in: id, by: user, "new-kind") }
}
