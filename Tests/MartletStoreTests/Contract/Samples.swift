import MartletStore
import MartletWire

/// A sample that is not of the right form is a mistake in the test.
private func valid<ID>(_ id: ID?, _ text: String) -> ID {
  guard let id else { fatalError("not of the right form: \(text)") }
  return id
}

extension AppID {
  static let demo = sample("demo")
  static let other = sample("other")

  static func sample(_ text: String) -> AppID { valid(AppID(text), text) }
}

extension UserID {
  static let alice = sample("alice")
  static let bob = sample("bob")
  static let carol = sample("carol")
  static let dave = sample("dave")

  static func sample(_ text: String) -> UserID { valid(UserID(text), text) }
}

extension ConversationID {
  static let pair = ConversationID.direct(.alice, .bob)

  /// Whether the id names two users.
  var isOfTwo: Bool { kind == .direct || kind == .system }
  static let team = sample("team")

  /// A group.
  static func sample(_ name: String) -> ConversationID { valid(group(name), name) }
}

extension ClientID {
  static func sample(_ text: String) -> ClientID { valid(ClientID(text), text) }

  /// Another one each time.
  static func fresh() -> ClientID {
    var random = SystemRandomNumberGenerator()
    return ClientID(milliseconds: Append.noon, random: &random)
  }
}

extension Append {
  /// Some moment to count from.
  static let noon: Int64 = 1_750_000_000_000

  /// An append with defaults for fields irrelevant to a test.
  static func sample(
    _ event: LogEvent, to conversation: ConversationID, by sender: UserID, app: AppID = .demo, id: ClientID? = nil,
    fingerprint: [UInt8] = [1], at time: Int64 = noon, counts: Bool? = nil
  ) -> Append {
    let isMessage = if case .message = event { true } else { false }
    return Append(
      app: app, conversation: conversation, sender: sender, clientID: id ?? .fresh(), fingerprint: fingerprint, time: time,
      event: event, counts: counts ?? isMessage)
  }

  static func text(
    _ text: String, to conversation: ConversationID = .pair, by sender: UserID = .alice, app: AppID = .demo, id: ClientID? = nil,
    fingerprint: [UInt8] = [1], at time: Int64 = noon
  ) -> Append {
    sample(.text(text), to: conversation, by: sender, app: app, id: id, fingerprint: fingerprint, at: time)
  }

  /// A message that creates its direct conversation if it does not exist.
  static func direct(
    _ text: String, from sender: UserID = .alice, to receiver: UserID = .bob, app: AppID = .demo, id: ClientID? = nil,
    fingerprint: [UInt8] = [1], at time: Int64 = noon
  ) -> Append {
    var append = Append.text(
      text, to: .direct(sender, receiver), by: sender, app: app, id: id, fingerprint: fingerprint, at: time)
    append.create = NewConversation()
    append.joins = [sender, receiver]
    return append
  }

  static func group(
    _ conversation: ConversationID = .team, owner: UserID = .alice, members: [UserID] = [.alice, .bob], app: AppID = .demo,
    id: ClientID? = nil, at time: Int64 = noon
  ) -> Append {
    var append = Append.sample(
      .groupCreated(title: "Team", owner: owner, members: members), to: conversation, by: owner, app: app, id: id, at: time)
    append.create = NewConversation(title: "Team", owner: owner)
    append.joins = members
    append.conditions = [.absent]
    return append
  }

  static func add(_ users: [UserID], to conversation: ConversationID = .team, by sender: UserID = .alice) -> Append {
    var append = Append.sample(.membersAdded(users), to: conversation, by: sender)
    append.joins = users
    return append
  }

  static func remove(_ users: [UserID], from conversation: ConversationID = .team, by sender: UserID = .alice) -> Append {
    var append = Append.sample(.membersRemoved(users, owner: nil), to: conversation, by: sender)
    append.leaves = users
    return append
  }

  static func edit(_ target: UInt64, _ text: String, in conversation: ConversationID = .pair, by sender: UserID = .alice)
    -> Append
  {
    sample(.edited(target: target, type: "text", content: LogEvent.json(text)), to: conversation, by: sender)
  }

  static func recall(_ target: UInt64, in conversation: ConversationID = .pair, by sender: UserID = .alice) -> Append {
    sample(.recalled(target: target), to: conversation, by: sender)
  }

  func with(_ conditions: Condition...) -> Append {
    var copy = self
    copy.conditions += conditions
    return copy
  }
}

extension LogEvent {
  static func text(_ text: String) -> LogEvent { .message(type: "text", content: json(text)) }

  static func json(_ text: String) -> String { "{\"text\":\"\(text)\"}" }
}

extension Mark {
  static func sample(_ user: UserID, _ seq: UInt64, in conversation: ConversationID = .pair, app: AppID = .demo) -> Mark {
    Mark(app: app, conversation: conversation, user: user, seq: seq, time: Append.noon)
  }
}
