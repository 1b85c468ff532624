import MartletTesting
import MartletWire
import Testing

/// Old snapshot + later events = fresh snapshot, from every prefix of a random history.
@Suite(.timeLimit(.minutes(10))) struct SnapshotTests {
  private static let users = ["alice", "bob", "carol", "dave"]

  @Test(arguments: SeededRandom.environmentSeeds(6))
  func everySnapshotWithLaterEventsIsTheFreshSnapshot(seed: UInt64) async throws {
    try await TestServer.with { server in
      var history = try await RandomHistory(seed: seed, server: server, users: Self.users)
      // The observer is a second device of alice that sends nothing itself.
      let observer = try await server.client(user: "alice", device: "observer")
      var snapshots: [(view: View, events: Int)] = []
      for step in 0..<60 {
        try await history.step()
        if step % 4 == 0 { snapshots.append((try await View.fresh(observer, user: "alice"), await observer.pushes.count)) }
      }
      let end = try await history.settle(observer)
      for (index, snapshot) in snapshots.enumerated() {
        let folded = try await fold(snapshot.view, await Array(observer.pushes[snapshot.events...]), observer)
        #expect(folded == end, "seed \(seed), snapshot \(index): \(history.log)")
      }
    }
  }

  @Test(arguments: SeededRandom.environmentSeeds(1)) func aFreshDeviceSeesWhatAnOldOneSees(seed: UInt64) async throws {
    try await TestServer.with { server in
      var history = try await RandomHistory(seed: seed, server: server, users: Self.users)
      var old: [OldDevice] = []
      for user in Self.users { old.append(try await OldDevice(of: user, at: server)) }
      for _ in 0..<80 {
        try await history.step()
        for index in old.indices { try await old[index].takeIn() }
      }
      try await history.end()
      for var device in old {
        let user = device.view.user
        let fresh = try await View.fresh(try await server.client(user: user, device: "new"), user: user)
        await device.client.untilPushed(fresh)
        try await device.takeIn()
        #expect(device.view == fresh, "seed \(seed), \(user): \(history.log)")
        #expect(fresh.conversations.keys.contains("direct:\(user):\(user)"))
        for (id, conversation) in fresh.conversations {
          #expect(conversation.head == history.heads[id], "seed \(seed), \(user) in \(id)")
          // There is all of the log that the user may see.
          let first = max(conversation.joined, conversation.cleared + 1)
          let visible = Array(stride(from: first, through: conversation.head, by: 1))
          #expect(conversation.entries.keys.sorted() == visible, "seed \(seed), \(user) in \(id)")
        }
      }
    }
  }
}

/// A device that is there from the beginning and applies pushes as they come.
private struct OldDevice {
  let client: WireClient
  private(set) var view: View
  private var taken = 0

  init(of user: String, at server: TestServer) async throws {
    client = try await server.client(user: user, device: "old")
    view = try await View.fresh(client, user: user)
  }

  mutating func takeIn() async throws {
    let pushes = await client.pushes
    view = try await fold(view, Array(pushes[taken...]), client)
    taken = pushes.count
  }
}

/// Applies pushes to a snapshot; a conversation that appears is fetched, as a client does.
private func fold(_ snapshot: View, _ pushes: [Wire.Push], _ client: WireClient) async throws -> View {
  var view = snapshot
  for push in pushes {
    var appeared: Set<String> = []
    view.apply(push, appeared: &appeared)
    for id in appeared { view.conversations[id] = try await View.Conversation.fetch(id, client, user: view.user) }
  }
  return view
}

extension WireClient {
  /// Waits until the last entries of everything that a view shows were pushed.
  fileprivate func untilPushed(_ view: View) async {
    await until { client in
      view.conversations.allSatisfy { id, conversation in
        client.entries(of: id).contains { $0.seq == conversation.head } || conversation.head == 0
      } && (view.userHead == 0 || client.pushes.contains { $0.userEntries.contains { $0.seq == view.userHead } })
    }
  }
}

/// Random but sensible acts of some users: sends, edits, recalls, read markers, groups, comings and goings.
struct RandomHistory {
  private(set) var log: [String] = []
  private var random: SeededRandom
  private let users: [String]
  private var clients: [String: WireClient] = [:]
  private var groups: [String] = []
  /// The last position of each conversation that was acknowledged.
  private(set) var heads: [String: UInt64] = [:]
  private var acts = 0
  private var ids = 0

  init(seed: UInt64, server: TestServer, users: [String]) async throws {
    random = SeededRandom(seed: seed)
    self.users = users
    for user in users { clients[user] = try await server.client(user: user, device: "actor") }
  }

  private mutating func relation() -> Wire.SetRelations {
    let kind = pick([Wire.RelationKind.blocked, .allowed, .onlyAllowed, .friend, .friend])
    return Wire.SetRelations(
      users: kind == .onlyAllowed ? [] : [pick(users)], kind: kind, set: pick([true, false, false]))
  }

  /// Performs one action.
  ///
  /// Refusals are expected, and a refused action must change nothing.
  mutating func step() async throws {
    acts += 1
    let user = pick(users)
    let conversation = Bool.random(using: &random) && !groups.isEmpty ? pick(groups) : "direct:\(pick(users))"
    let head = heads[canonical(conversation, user)] ?? 0
    let target = head == 0 ? 1 : UInt64.random(in: 1...head, using: &random)
    let request: Wire.ClientPacket.Request
    switch Int.random(in: 0..<45, using: &random) {
    // Mostly lifted, so that there are messages.
    case 42..<45: request = .setRelations(relation())
    case 20..<27: request = .annotate(annotation(of: target, in: conversation))
    case 27:
      let poll = #"{"choices":[1,2,3],"most":2}"#
      request = .send(Wire.Send(conversation: conversation, clientId: id(), type: "poll", content: poll))
    case 0..<9:
      var send = Wire.Send(conversation: conversation, clientId: id(), type: "text", content: #"{"text":"\#(acts)"}"#)
      send.details = details(conversation)
      if Bool.random(using: &random), send.details?.directed.isEmpty != false { send.replyTo = target }
      if Bool.random(using: &random) {
        send.expandable = true
        send.properties = [Wire.AnnotationItem(key: "k", value: "\(acts)")]
      }
      request = .send(send)
    case 9..<12:
      request = .edit(
        Wire.Edit(conversation: conversation, clientId: id(), target: target, type: "text", content: #"{"text":"edit \#(acts)"}"#)
      )
    case 12..<14:
      var recall = Wire.Recall(conversation: conversation, clientId: id(), target: target)
      if Bool.random(using: &random) {
        recall.details = Wire.RecallDetails(
          silent: Bool.random(using: &random), sender: Wire.SenderInfo(name: user), push: Wire.PushDetails(text: "gone"))
      }
      request = .recall(recall)
    case 14..<17: request = .markRead(Wire.MarkRead(conversation: conversation, seq: target))
    case 17:
      let group = "g\(groups.count)"
      groups.append("group:\(group)")
      request = .createGroup(
        Wire.CreateGroup(
          group: group, clientId: id(), title: "Group \(acts)", members: [pick(users), pick(users)],
          attributes: attributes().filter { !$0.value.isEmpty }))
    case 33..<36:
      let title = Bool.random(using: &random) ? "Group \(acts % 3)" : nil
      request = .changeConversation(
        Wire.ChangeConversation(conversation: conversation, clientId: id(), title: title, attributes: attributes()))
    case 36..<42: request = lead(conversation)
    case 28..<31: request = hide(conversation, target)
    case 31..<33: request = .changeSetting(Wire.ChangeSetting(settings: settings(of: conversation)))
    case 18: request = .addMembers(Wire.AddMembers(conversation: conversation, clientId: id(), users: [pick(users)]))
    default: request = .removeMembers(Wire.RemoveMembers(conversation: conversation, clientId: id(), users: [pick(users)]))
    }
    guard let client = clients[user] else { return }
    let answer = try await client.request(request)
    log.append("\(user): \(request) -> \(answer)")
    if case .appended(let appended) = answer { note(appended) }
  }

  /// A role, a silence of somebody or of the group, a ban, or who may join.
  private mutating func lead(_ conversation: String) -> Wire.ClientPacket.Request {
    switch Int.random(in: 0..<16, using: &random) {
    case 11:
      return .changeConversation(
        Wire.ChangeConversation(conversation: conversation, clientId: id(), applications: pick([true, true, false])))
    case 12:
      return .applyToGroup(Wire.ApplyToGroup(conversation: conversation, clientId: id(), withdrawn: pick([true, false, false])))
    case 13:
      return .answerApplications(
        Wire.AnswerApplications(conversation: conversation, clientId: id(), users: [pick(users)], accepted: pick([true, false])))
    case 14:
      return .setNickname(
        Wire.SetNickname(conversation: conversation, clientId: id(), user: pick(["", pick(users)]), name: pick(["", "n", "m"])))
    case 15: return .announce(Wire.Announce(conversation: conversation, clientId: id(), text: pick(["", "a", "b"])))
    case 10:
      let until = pick([0, 1, 1, Wire.SilenceMembers.forever])
      return .banUsers(Wire.BanUsers(conversation: conversation, clientId: id(), users: [pick(users)], until: until))
    case 6:
      return .changeConversation(
        Wire.ChangeConversation(
          conversation: conversation, clientId: id(), open: pick([true, true, false]),
          history: pick([nil, 0, 3, .max])))
    case 7: return .joinGroup(Wire.JoinGroup(conversation: conversation, clientId: id(), way: pick(["", "test"])))
    case 8: return .makeLink(Wire.MakeLink(conversation: conversation, clientId: id(), uses: 1))
    // Seldom, because nothing happens in the group afterwards.
    case 9 where Int.random(in: 0..<12, using: &random) == 0:
      return .dismissGroup(Wire.DismissGroup(conversation: conversation, clientId: id()))
    case 0, 1:
      let role = pick([Wire.Role.admin, .admin, .member, .owner])
      return .setRoles(Wire.SetRoles(conversation: conversation, clientId: id(), users: [pick(users)], role: role))
    case 2:
      return .changeConversation(
        Wire.ChangeConversation(conversation: conversation, clientId: id(), silenced: pick([true, false, false])))
    default:
      // A silence that has ended hinders nobody, and is told all the same.
      let until = pick([0, 1, 1, Wire.SilenceMembers.forever])
      return .silenceMembers(
        Wire.SilenceMembers(conversation: conversation, clientId: id(), users: [pick(users)], until: until))
    }
  }

  private mutating func note(_ appended: Wire.Appended) {
    heads[appended.conversation] = max(heads[appended.conversation] ?? 0, appended.seq)
  }

  /// None, or some of three keys; without values to take them away.
  private mutating func attributes() -> [Wire.Attribute] {
    ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
      .map { Wire.Attribute(key: $0, value: pick(["", "true", "\(acts)"])) }
  }

  private mutating func annotation(of target: UInt64, in conversation: String) -> Wire.Annotate {
    let kinds: [(Wire.AnnotationKind, [String])] = [
      (.reaction, ["👍", "👎"]), (.property, ["k", "l"]), (.vote, ["0", "1", "2"]), (.pin, [""]), (.closing, [""]),
    ]
    let (kind, keys) = kinds[Int.random(in: 0..<kinds.count, using: &random)]
    let isGone = kind != .vote && kind != .closing && Int.random(in: 0..<3, using: &random) == 0
    let value = kind == .property && !isGone ? "\(acts)" : ""
    return Wire.Annotate(
      conversation: conversation, clientId: id(), target: target, kind: kind,
      items: [Wire.AnnotationItem(key: pick(keys), value: value, removed: isGone)])
  }

  private mutating func hide(_ conversation: String, _ target: UInt64) -> Wire.ClientPacket.Request {
    var hide = Wire.Hide(conversation: conversation)
    if Bool.random(using: &random) { hide.targets = [target, target + 1, target] }
    if hide.targets.isEmpty || Int.random(in: 0..<4, using: &random) == 0 { hide.until = target / 2 + 1 }
    return .hide(hide)
  }

  /// One of the user and one or two of a conversation, which may not have begun.
  private mutating func settings(of conversation: String) -> [Wire.Setting] {
    let values = ["", "true", "{\"at\":\(acts)}"]
    var settings = [Wire.Setting(key: pick(["a", "b"]), value: pick(values))]
    if Bool.random(using: &random) { settings.append(Wire.Setting(conversation: conversation, key: "a", value: pick(values))) }
    if Bool.random(using: &random) { settings.append(Wire.Setting(conversation: conversation, key: "b", value: pick(values))) }
    return settings
  }

  /// Ends every conversation with a message, and each user's acts with one to oneself.
  ///
  /// A device that was pushed that message was pushed everything before it in the conversation.
  mutating func end() async throws {
    for conversation in heads.keys.sorted() + users.map({ "direct:\($0):\($0)" }) {
      for user in users {
        guard try await !say("end", in: conversation, by: user) else { break }
      }
    }
  }

  /// Whether the user may say it there.
  private mutating func say(_ text: String, in conversation: String, by user: String) async throws -> Bool {
    let send = Wire.Send(conversation: conversation, clientId: id(), type: "text", content: #"{"text":"\#(text)"}"#)
    guard case .appended(let appended)? = try await clients[user]?.request(.send(send)) else { return false }
    note(appended)
    return true
  }

  /// Waits until `observer` was pushed everything that concerns it, and returns a fresh fetch.
  mutating func settle(_ observer: WireClient) async throws -> View {
    try await end()
    let view = try await View.fresh(observer, user: "alice")
    await observer.untilPushed(view)
    return view
  }

  /// Random details for every other message.
  private mutating func details(_ conversation: String) -> Wire.Details? {
    guard Bool.random(using: &random) else { return nil }
    var details = Wire.Details(extra: #"{"act":\#(acts)}"#)
    if Bool.random(using: &random) {
      details.mentions = Wire.Mentions(all: acts % 5 == 0, users: [pick(users)], text: "you")
    }
    if conversation.hasPrefix("group:"), Bool.random(using: &random) { details.directed = [pick(users), pick(users)] }
    switch acts % 7 {
    case 0: details.policy = Wire.MessagePolicy(counted: .no)
    case 1: details.policy = Wire.MessagePolicy(listed: .no, pushed: .yes)
    default: break
    }
    return details
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func id() -> String {
    ids += 1
    return "act-\(ids)"
  }

  private func canonical(_ conversation: String, _ user: String) -> String {
    guard let caller = UserID(user), let id = ConversationID(conversation, caller: caller) else { return conversation }
    return id.text
  }
}
