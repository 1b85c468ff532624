import MartletStore
import MartletTesting
import MartletWire

/// Makes up appends and marks, most of them sensible, in a few conversations of a few users.
struct RandomHistory {
  var random: SeededRandom
  private let users: [UserID] = [.alice, .bob, .carol, .dave]
  private let apps: [AppID] = [.demo, .demo, .other]
  private var time = Append.noon
  private var past: [Append] = []
  /// About how long the logs are by now.
  private var length: UInt64 = 1

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func nextAppend() -> Append {
    if let old = past.randomElement(using: &random), chance(8) {
      var retry = old
      if chance(3) { retry.fingerprint = [9] }
      if chance(3) { retry.conditions.append(.absent) }
      return retry
    }
    time += Int64.random(in: -20...50, using: &random)
    let id =
      chance(5)
      ? ClientID.sample("plain-\(random.next() % 60)") : ClientID(milliseconds: time, random: &random)
    var append = Append.sample(
      .text("\(random.next())"), to: place(), by: user(), app: apps.randomElement(using: &random) ?? .demo, id: id,
      at: time, counts: !chance(10))
    decorate(&append)
    while chance(3) { append.conditions.append(condition()) }
    past.append(append)
    length += 1
    return append
  }

  mutating func nextMark() -> Mark {
    var mark = Mark.sample(user(), seq(), in: place(), app: apps.randomElement(using: &random) ?? .demo)
    mark.time = time
    mark.kind = chance(3) ? Mark.Kind.allCases.randomElement(using: &random) ?? .read : .read
    return mark
  }

  mutating func nextHide() -> Hide {
    var hide = Hide(
      app: apps.randomElement(using: &random) ?? .demo, conversation: place(), user: user(), until: 0, targets: [], most: 8,
      time: time)
    if !chance(4) { hide.targets = (0..<Int.random(in: 1...3, using: &random)).map { _ in seq() } }
    if chance(3) { hide.until = seq() / 2 }
    return hide
  }

  mutating func nextSettingChange() -> SettingChange {
    var values: [SettingName: String] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let key = ["a", "b", "tag.a", "tag.b", "tag.c"].randomElement(using: &random) ?? "a"
      values[SettingName(key, of: chance(2) ? nil : place())] = chance(3) ? "" : "\(random.next() % 3)"
    }
    return SettingChange(
      app: apps.randomElement(using: &random) ?? .demo, user: user(),
      values: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, mostOfUser: 5, mostOfConversation: 2,
      mostTags: 1, mostTagged: 1, time: time)
  }

  /// Of few users, of whom one does not exist.
  mutating func nextRelationChange() -> RelationChange {
    let user = user()
    var peers: [UserID] = []
    for peer in [self.user(), self.user()] where peer != user && !peers.contains(peer) { peers.append(peer) }
    let kind = chance(3) ? RelationFlags.onlyAllowed : chance(3) ? .friend : chance(2) ? .allowed : .blocked
    let step: FriendStep = chance(6) ? .befriend : chance(3) ? .accept : .ask(chance(2) ? "hello" : "", most: chance(4) ? 1 : 3)
    return RelationChange(
      app: apps.randomElement(using: &random) ?? .demo, user: user, peers: kind == .onlyAllowed ? [user] : peers, kind,
      !chance(3),
      most: chance(4) ? 1 : 3, time: time, step: step)
  }

  /// One of few names, so that many are scheduled already.
  mutating func nextSchedule() -> Schedule {
    let id = ClientID.sample("later-\(random.next() % 6)")
    let content = LogEvent.json("\(random.next() % 2)")
    let message = ScheduledMessage(
      app: apps.randomElement(using: &random) ?? .demo, user: user(), clientID: id, conversation: place(), type: "text",
      content: content, parent: chance(3) ? seq() : 0, properties: chance(4) ? [AnnotationItem("k", "1")] : nil,
      time: time + Int64.random(in: 0...3, using: &random))
    return Schedule(message, fingerprint: [UInt8(random.next() % 3)], time: time, isAllowed: !chance(6), limit: 3)
  }

  /// Whether something happens that does once in `times`.
  mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  private mutating func decorate(_ append: inout Append) {
    if append.conversation.isOfTwo {
      append.create = NewConversation()
      append.joins = append.conversation.text.split(separator: ":").dropFirst().map { .sample(String($0)) }
      if chance(2) { append.conditions.append(.notBlocked(append.sender)) }
      if chance(2) { append.conditions.append(.admitted(append.sender, onlyAllowed: chance(9))) }
    } else if chance(4) {
      append.create = NewConversation(title: "Group \(random.next() % 9)", owner: append.sender)
      let attributes = Attributes(chance(2) ? [:] : changes().filter { !$0.value.isEmpty })
      append.event = .groupCreated(title: "Group", owner: append.sender, members: [], attributes: attributes)
      append.joins = [append.sender, user()]
      append.counts = false
    }
    switch Int.random(in: 0..<21, using: &random) {
    case 18, 19, 20: addRules(to: &append)
    case 16:
      append.event = .conversationChanged(
        ConversationChange(title: chance(2) ? "Group \(random.next() % 3)" : nil, attributes: chance(3) ? [:] : changes()))
      append.counts = false
    case 10..<14:
      append.event = .annotated(annotation())
      append.counts = false
    case 14:
      if case .message = append.event { append.event = .message(type: "poll", content: poll()) }
    case 15:
      append.properties = chance(2) ? [] : [AnnotationItem("k", "1"), AnnotationItem("l", "2")]
      append.parent = chance(2) ? 0 : seq()
    case 8, 9: append.parent = seq()
    case 0, 1:
      append.event = .edited(target: seq(), type: "text", content: LogEvent.json("\(random.next())"))
      append.counts = false
    case 2:
      append.event = .recalled(target: seq())
      append.counts = false
      if chance(2) {
        let recall = Wire.RecallDetails(
          silent: chance(2), sender: Wire.SenderInfo(name: "n\(random.next() % 9)"), push: Wire.PushDetails(text: "gone"))
        append.details = Details(Wire.Details(recall: recall))
      }
    case 3:
      append.joins += [user(), user()]
      append.event = .membersAdded(append.joins)
    case 4:
      append.leaves = [user(), user()]
      append.owner = chance(2) ? .user(user()) : .nobody
      append.event = .membersRemoved(append.leaves, owner: nil)
    default: break
    }
    if case .message = append.event, chance(2) { addDetails(to: &append) }
  }

  /// Roles, silences and ways in, also of users who are no members.
  private mutating func addRules(to append: inout Append) {
    append.counts = false
    switch Int.random(in: 0..<15, using: &random) {
    case 8, 9: addBan(to: &append)
    case 10...: addApplication(to: &append)
    case 4, 5: append.event = .conversationChanged(admission())
    case 6:
      append.joins = [append.sender]
      append.event = .membersAdded(append.joins)
      if chance(3) { append.history = 1 }
      append.conditions.append(.admits(chance(3) ? nil : code(), at: time))
    case 0:
      let owner = user()
      append.event = .rolesSet([owner], .owner)
      append.owner = .user(owner)
    case 1: append.event = .rolesSet([user(), user()], chance(3) ? .member : .admin)
    case 2:
      append.event = .membersSilenced([user()], until: [0, -1, time + 1, time + 300, .max].randomElement(using: &random) ?? 0)
    default: append.event = .conversationChanged(ConversationChange(title: chance(3) ? "Group 1" : nil, silenced: chance(2)))
    }
  }

  /// A ban, or the end of one.
  private mutating func addBan(to append: inout Append) {
    let users = [user(), user()]
    let until = [0, time, time + 300, .max].randomElement(using: &random) ?? 0
    if until > 0 { append.leaves = users }
    append.event = .usersBanned(BanChange(users: users, until: until, removed: append.leaves, owner: user()))
    append.details = chance(2) ? Details(Wire.Details(reason: "r\(random.next() % 9)")) : nil
    if chance(2) { append.conditions.append(.bansChange(at: time)) }
    if chance(2) { append.conditions.append(.bansAtMost(Int.random(in: 0...3, using: &random), at: time)) }
  }

  /// An application, an answer to one, a nickname or an announcement.
  private mutating func addApplication(to append: inout Append) {
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1, 2:
      let until = [0, time, time + 300, .max, .max].randomElement(using: &random) ?? 0
      append.event = .applied(text: "p\(random.next() % 2)", until: until)
      if !chance(4) { append.conditions.append(.applicationChanges(at: time)) }
      if chance(3) { append.conditions.append(.takesApplications) }
      if chance(3) { append.conditions.append(.applicationsAtMost(Int.random(in: 0...2, using: &random), at: time)) }
    case 3:
      append.event = .applicationsRefused([user(), user()])
      append.details = chance(2) ? Details(Wire.Details(reason: "no")) : nil
      if chance(2) { append.conditions.append(.applied([user(), user()], at: time)) }
    case 4:
      append.joins = [user()]
      append.event = .membersAdded(append.joins)
      append.details = Details(Wire.Details(arrival: Wire.Arrival(accepted: true)))
      append.conditions.append(.applied(append.joins, at: time))
    case 5:
      append.event = .memberNamed(user(), ["", "n1", "n2"].randomElement(using: &random) ?? "")
      if chance(2) { append.conditions.append(.nicknameChanges) }
    default:
      append.event = .announced(["", "a1", "a2"].randomElement(using: &random) ?? "")
      if chance(2) { append.conditions.append(.announcementChanges) }
    }
  }

  private mutating func code() -> String { "code \(random.next() % 3)" }

  private mutating func admission() -> ConversationChange {
    var change = ConversationChange(open: chance(2) ? chance(2) : nil, applications: chance(3) ? !chance(3) : nil)
    if chance(3) { change.history = [0, 2, .max].randomElement(using: &random) }
    if chance(2) {
      change.linkMade = JoinLink(
        by: user(), until: chance(2) ? 0 : time + Int64.random(in: 0...200, using: &random),
        uses: UInt32.random(in: 0...2, using: &random), code: code())
    }
    if chance(3) { change.linksRevoked = [seq(), seq(), seq()] }
    change.dismissed = chance(30)
    return change
  }

  private mutating func addDetails(to append: inout Append) {
    var details = Wire.Details()
    if chance(2) { details.mentions = Wire.Mentions(all: chance(3), users: [user().text, user().text], text: "you") }
    if chance(2) { details.extra = "{\"n\":\(random.next() % 99)}" }
    if chance(4) {
      details.directed = [user().text, user().text]
      append.counts = false
    }
    if chance(4) { details.policy = Wire.MessagePolicy(listed: .no) }
    if chance(6) {
      details.policy = Wire.MessagePolicy(counted: .no)
      append.counts = false
    }
    append.details = Details(details)
  }

  private mutating func condition() -> Condition {
    switch Int.random(in: 0..<31, using: &random) {
    case 29: .notBanned([user(), user()], at: time)
    case 30: .notBlocked(user())
    case 26: .notDismissed
    case 27: .admits(chance(2) ? nil : code(), at: time)
    case 28: .linksAtMost(Int.random(in: 0...2, using: &random))
    case 20: .mayWrite(user(), at: time)
    case 21: .notSilenced(user())
    case 22: .members([user(), user()])
    case 23: .outranks(user(), [user()])
    case 24: .rolesChange
    case 25: .adminsAtMost(Int.random(in: 0...2, using: &random))
    case 18: .propertyBytesAtMost(Int.random(in: 0...4, using: &random))
    case 15: .conversationChanges
    case 16: .attributesAtMost(Int.random(in: 0...3, using: &random))
    case 17: .attributeBytesAtMost(Int.random(in: 0...12, using: &random))
    case 14: chance(2) ? .keepsPoll(seq()) : .isPoll(seq())
    case 8: .annotationChanges
    case 9: .keysAtMost(Int.random(in: 0...2, using: &random))
    case 10: .ownKeysAtMost(Int.random(in: 0...2, using: &random))
    case 11: .pinsAtMost(Int.random(in: 0...2, using: &random))
    case 12: chance(2) ? .ballotFits : .pollOpen(at: time)
    case 13: chance(2) ? .expandable(seq()) : .sentSince(time - 200, seq())
    case 0: .absent
    case 1: .membershipChangesApply
    case 2: chance(2) ? .owner(user()) : .notRecalled(seq(), to: chance(4) ? nil : user())
    case 3: .membersAtMost(Int.random(in: 1...4, using: &random))
    case 4: .visibleMessage(seq(), to: chance(4) ? nil : user())
    case 5: chance(2) ? .sentBy(user(), seq()) : .toAll(seq())
    case 19: .allowed(user(), Roles(rawValue: UInt8.random(in: 0..<32, using: &random)), to: .pin, at: seq())
    default: .member(user())
    }
  }

  private mutating func changes() -> [String: String] {
    var changes: [String: String] = [:]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      changes[["a", "b", "c", "d"].randomElement(using: &random) ?? "a"] = chance(3) ? "" : "\(random.next() % 30)"
    }
    return changes
  }

  private mutating func annotation() -> Annotation {
    let kind = [AnnotationKind.reaction, .reaction, .property, .vote, .pin, .closing].randomElement(using: &random) ?? .reaction
    let keys = [AnnotationKind.reaction: ["👍", "👎", "é"], .property: ["k", "l", ""], .vote: ["0", "1", "2"]][kind] ?? [""]
    let items = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      AnnotationItem(keys.randomElement(using: &random) ?? "", chance(3) ? nil : kind == .property ? "\(random.next() % 99)" : "")
    }
    return Annotation(target: seq(), kind: kind, items: items)
  }

  private mutating func poll() -> String {
    "{\"choices\":[1,{\"text\":\"b\"},[]],\"most\":\(Int.random(in: 1...2, using: &random)),\"secret\":\(chance(2)),"
      + "\"deadline\":\"\(chance(3) ? time + 200 : 0)\"}"
  }

  mutating func user() -> UserID { users.randomElement(using: &random) ?? .alice }

  private mutating func place() -> ConversationID {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: chance(3) ? .system(user(), to: user()) : .direct(user(), user())
    case 1: .sample("other")
    default: .team
    }
  }

  /// Mostly a position that exists.
  private mutating func seq() -> UInt64 {
    chance(20) ? random.next() : UInt64.random(in: 0...length / 3 + 2, using: &random)
  }
}
