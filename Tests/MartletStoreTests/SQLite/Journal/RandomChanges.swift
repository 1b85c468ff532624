import MartletTesting
import MartletWire

@testable import MartletStore

/// Makes up changes of every form, as they may be settled, and keeps the conversations they make.
struct RandomChanges {
  var random: SeededRandom
  /// As of the changes made so far, by number.
  private(set) var conversations: [Int64: ConversationState] = [:]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func next() -> Change {
    switch Int.random(in: 0..<14, using: &random) {
    case 12: return .relations(relations())
    case 13: return pair().map { .pair($0) } ?? .append(append())
    case 11:
      return .unchanged(
        UnchangedAppend(
          sender: UserKey(app: app(), user: user()), clientID: clientID(), fingerprint: fingerprint(), time: signed()))
    case 8: return hide().map { .hide($0) } ?? .append(append())
    case 9: return .settings(settings())
    case 10: return .settingsDropped(users(), ConversationKey(app: app(), id: conversation().record.id))
    case 0:
      return .user(
        UserRecord(
          id: user(), createdAt: signed(), tokensRevokedUntil: signed(), profile: chance(2) ? nil : profile(),
          suspendedUntil: signed(), lastSeen: signed()),
        app: app())
    case 1 where chance(4):
      let message = scheduled()
      let end = chance(3) ? ScheduleEnd.allCases.randomElement(using: &random) : nil
      let remembered = RememberedSchedule(fingerprint: fingerprint(), end: end, time: signed())
      return end == nil ? .scheduled(message, remembered) : .unscheduled(message.key, remembered)
    case 1: return mark().map { .mark($0) } ?? .append(append())
    default: return .append(append())
    }
  }

  mutating func some(_ count: Int) -> [Change] { (0..<count).map { _ in next() } }

  // MARK: - Changes

  private mutating func mark() -> MarkEffects? {
    guard let conversation = conversations.values.sorted(by: { $0.number < $1.number }).randomElement(using: &random) else {
      return nil
    }
    if chance(2) {
      let told = chance(2) ? number() : nil
      let move = told.flatMap { chance(2) ? ReadMove(since: number(), seq: $0, time: signed()) : nil }
      return MarkEffects(
        conversation: conversation, user: user(),
        markers: .init(told: told, delivered: told == nil ? number() : nil, move: move), entry: nil)
    }
    let read = number()
    return MarkEffects(
      conversation: conversation, user: user(), read: read,
      entry: UserLogEntry(seq: number(), time: signed(), conversation: conversation.record.id, event: .readTo(read)))
  }

  private mutating func hide() -> HideEffects? {
    guard let conversation = conversations.values.sorted(by: { $0.number < $1.number }).randomElement(using: &random) else {
      return nil
    }
    return HideEffects(
      conversation: conversation, user: user(), cleared: number(),
      targets: (0..<Int.random(in: 0...5, using: &random)).map { _ in number() }, seq: number(), time: signed())
  }

  private mutating func settings() -> SettingEffects {
    let values = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (name: SettingName(text(), of: chance(2) ? nil : conversation().record.id), value: text())
    }
    return SettingEffects(user: UserKey(app: app(), user: user()), values: values, seq: number(), time: signed())
  }

  private mutating func relations() -> RelationEffects {
    let relations = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      RelationRecord(user(), RelationFlags(rawValue: signed()), revision: 0, text: text())
    }
    return RelationEffects(user: UserKey(app: app(), user: user()), relations: relations, seq: number(), time: signed())
  }

  private mutating func pair() -> ConversationState? {
    let known = conversations.values.sorted { $0.number < $1.number }.randomElement(using: &random)
    guard var state = known else { return nil }
    state.record.relations = PairRelations(rawValue: UInt8.random(in: 0...255, using: &random))
    conversations[state.number] = state
    return state
  }

  private mutating func append() -> AppendEffects {
    let known = conversations.values.sorted { $0.number < $1.number }.randomElement(using: &random)
    let isNew = known == nil || chance(4)
    var state = isNew ? conversation() : known ?? conversation()
    let shownBefore = state.shown
    let (event, fold) = event()
    var annotations: [AnnotationChange] = []
    var parent: UInt64 = 0
    switch event {
    case .message:
      if chance(3) { (parent, annotations) = (number(), chance(2) ? annotationChanges() : []) }
    case .recalled: if fold != nil, chance(2) { annotations = annotationChanges() }
    case .annotated: annotations = annotationChanges()
    case .edited: if fold != nil { annotations = annotationChanges() }
    default: break
    }
    let entry = LogEntry(
      seq: UInt64.random(in: 1...(chance(9) ? EntryKey.lastPosition : 300), using: &random), time: signed(), sender: user(),
      clientID: clientID(), countable: number(), event: event, details: chance(3) ? details() : nil, parent: parent)
    state.record.head = entry.seq
    state.record.countable = entry.countable
    state.record.time = entry.time
    state.record.stamp = number()
    state.record.memberCount = Int(truncatingIfNeeded: number() >> 1)
    state.record.owner = chance(2) ? user() : nil
    state.record.fold(entry, isNew: isNew)
    state.shown = chance(2) ? entry.seq : number()
    conversations[state.number] = state
    var members = chance(3) ? members(of: state, at: entry.time) : (joins: [], leaves: [], userEntries: [])
    for index in members.joins.indices { members.joins[index].earlier = entry.history }
    return AppendEffects(
      conversation: state, shownBefore: shownBefore, isNew: isNew, entry: entry, counts: chance(2),
      fingerprint: fingerprint(),
      fold: fold, annotations: annotations, joins: members.joins, leaves: members.leaves, isMessage: chance(2),
      userEntries: members.userEntries)
  }

  private mutating func annotationChanges() -> [AnnotationChange] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      AnnotationChange(
        target: number(),
        slot: AnnotationSlot(AnnotationKind.allCases.randomElement(using: &random) ?? .pin, chance(2) ? "" : user().text, text()),
        value: chance(3) ? nil : AnnotationValue(text(), seq: number()))
    }
  }

  private mutating func details() -> Details? {
    let mentions = Wire.Mentions(all: chance(2), users: users().map(\.text), text: text())
    let arrival = chance(2) ? Wire.Arrival(link: number(), way: text(), history: number()) : nil
    return Details(
      Wire.Details(mentions: chance(2) ? mentions : nil, extra: text(), directed: users().map(\.text), arrival: arrival))
  }

  private mutating func conversation() -> ConversationState {
    let number = Int64.random(in: 1...(chance(9) ? EntryKey.lastNumber : 200), using: &random)
    let id = chance(2) ? ConversationID.direct(user(), user()) : .sample("group-\(random.next())")
    return ConversationState(
      app: app(), number: number,
      record: ConversationRecord(
        id: id, title: text(), owner: nil, head: 0, countable: 0, time: 0, stamp: 0, memberCount: 0,
        relations: PairRelations(rawValue: UInt8.random(in: 0...3, using: &random))),
      shown: 0)
  }

  private mutating func event() -> (LogEvent, AppendEffects.Fold?) {
    switch Int.random(in: 0..<17, using: &random) {
    case 13: return (.applied(text: text(), until: Int64(bitPattern: number())), nil)
    case 14: return (.applicationsRefused(users()), nil)
    case 15: return (.memberNamed(user(), text()), nil)
    case 16: return (.announced(text(), previous: number()), nil)
    case 12:
      let owner = chance(2) ? users().first : nil
      let change = BanChange(users: users(), until: Int64(bitPattern: number()), removed: users(), owner: owner)
      return (.usersBanned(change), nil)
    case 10: return (.rolesSet(users(), MemberRole.allCases.randomElement(using: &random) ?? .admin), nil)
    case 11: return (.membersSilenced(users(), until: Int64(bitPattern: number())), nil)
    case 5:
      let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in AnnotationItem(text(), chance(2) ? nil : text()) }
      let kind = AnnotationKind.allCases.randomElement(using: &random) ?? .vote
      return (.annotated(Annotation(target: number(), kind: kind, items: items, isSecret: chance(2))), nil)
    case 0:
      let (target, type, content) = (number(), text(), text())
      return (
        .edited(target: target, type: type, content: content),
        chance(3) ? nil : .edit(target: target, type: type, content: content, previous: number())
      )
    case 1:
      let target = number()
      let edits = (0..<Int.random(in: 0...4, using: &random)).map { _ in number() }
      return (.recalled(target: target), chance(3) ? nil : .recall(target: target, edits: edits, counted: chance(2)))
    case 2:
      return (.groupCreated(title: text(), owner: user(), members: users(), attributes: Attributes(attributes())), nil)
    case 6:
      var change = ConversationChange(
        title: chance(2) ? text() : nil, attributes: attributes(), silenced: chance(2) ? chance(2) : nil,
        open: chance(2) ? chance(2) : nil, history: chance(3) ? 7 : nil,
        applications: chance(3) ? chance(2) : nil)
      if chance(3) { change.linkMade = JoinLink(id: number(), by: user(), until: signed(), uses: 3, code: text()) }
      if chance(3) { change.linksRevoked = [number(), number()] }
      change.dismissed = chance(4)
      return (.conversationChanged(change), nil)
    case 3: return (.membersAdded(users()), nil)
    case 4: return (.membersRemoved(users(), owner: chance(2) ? user() : nil), nil)
    default: return (.message(type: text(), content: text()), nil)
    }
  }

  private mutating func attributes() -> [String: String] {
    Dictionary((0..<Int.random(in: 0...3, using: &random)).map { _ in (text(), text()) }) { $1 }
  }

  private mutating func members(
    of state: ConversationState, at time: Int64
  ) -> (joins: [MemberRecord], leaves: [UserID], userEntries: [AddressedUserEntry]) {
    let joins = users().map { MemberRecord(user: $0, joined: number(), read: number(), lastSent: number()) }
    let leaves = users()
    let entries = users().map { user in
      let position = number()
      let event: UserLogEntry.Event = chance(3) ? .joined(position) : chance(2) ? .left(position) : .readTo(position)
      return AddressedUserEntry(
        user: user, entry: UserLogEntry(seq: number(), time: time, conversation: state.record.id, event: event))
    }
    return (joins, leaves, entries)
  }

  private mutating func scheduled() -> ScheduledMessage {
    ScheduledMessage(
      app: app(), user: user(), clientID: clientID(), conversation: chance(2) ? .direct(user(), user()) : .team, type: text(),
      content: text(), details: chance(2) ? details() : nil, parent: chance(2) ? number() : 0,
      properties: chance(2) ? nil : (0..<Int.random(in: 0...3, using: &random)).map { _ in AnnotationItem(text(), text()) },
      time: signed())
  }

  // MARK: - Values

  mutating func chance(_ times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  private mutating func number() -> UInt64 { random.next() >> UInt64.random(in: 0...63, using: &random) }

  private mutating func signed() -> Int64 {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .min
    case 1: .max
    default: Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
    }
  }

  private mutating func fingerprint() -> [UInt8] {
    (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func app() -> AppID { chance(2) ? .demo : .sample("app-\(random.next() % 9)") }

  private mutating func profile() -> ProfileRecord {
    let fields = (0..<Int.random(in: 0...4, using: &random)).map { ("field\($0)", text()) }
    return ProfileRecord(
      revision: number(), fields: Dictionary(fields) { $1 }, number: chance(2) ? "" : "n\(random.next() % 99)",
      visibility: ProfileVisibility.allCases.randomElement(using: &random) ?? .app)
  }

  private mutating func user() -> UserID {
    chance(5) ? .sample(String(repeating: "u", count: 64)) : .sample("user@\(random.next() % 99)")
  }

  private mutating func users() -> [UserID] { (0..<Int.random(in: 0...5, using: &random)).map { _ in user() } }

  private mutating func text() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: ""
    case 1: String(repeating: "long ", count: 300)
    case 2: "größer 🪺 \u{65}\u{301} \u{0}"
    default: "\(random.next())"
    }
  }

  /// Mostly a UUID, now and then a text that looks much like one.
  private mutating func clientID() -> ClientID {
    var random = random
    defer { self.random = random }
    let id = ClientID(milliseconds: Int64(random.next() >> 20), random: &random)
    return switch Int.random(in: 0..<8, using: &random) {
    case 0: .sample(id.text.uppercased())
    case 1: .sample(String(id.text.dropLast()) + "g")
    case 2: .sample(id.text.replacing("-", with: "0"))
    case 3: .sample("order-\(random.next())")
    default: id
    }
  }
}
