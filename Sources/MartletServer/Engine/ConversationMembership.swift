import MartletStore
import MartletWire

/// The members of a conversation as its home knows them, and the recipients of its entries.
struct ConversationMembership {
  /// The users whom the id names, if they are the members.
  let pair: (UserID, UserID)?
  private(set) var owner: UserID?
  /// The position from which each member sees the log.
  private var joined: [UserID: UInt64]
  /// The users told of every entry.
  private(set) var audience: Audience

  init(_ key: ConversationKey, _ policy: KindPolicy, owner: UserID?, members: [MemberRecord]) {
    pair = policy.membership == .pair ? key.id.pair : nil
    self.owner = owner
    joined = Dictionary(members.map { ($0.user, $0.joined) }, uniquingKeysWith: { $1 })
    switch policy.audience {
    case .roster: audience = Audience(app: key.app, users: members.map(\.user))
    case .everyone: audience = Audience(everyoneOf: key.app)
    }
  }

  var count: Int { joined.count }

  func contains(_ user: UserID) -> Bool { joined[user] != nil }

  /// The roles of a user in the conversation.
  func roles(of user: UserID) -> Roles {
    var roles: Roles = .anybody
    if contains(user) { roles.insert(.member) }
    if owner == user { roles.insert(.owner) }
    return roles
  }

  /// The members who may see an event; nil if all may.
  func readers(of event: LogEvent, _ details: Details?, by sender: UserID) -> Set<UserID>? {
    let recipients = details?.recipients(sender: sender)
    guard recipients != nil || event.edits, !audience.isEveryone else { return nil }
    let readers = joined.filter { user, position in
      !event.discloses(before: position) && recipients?.contains(user.text) ?? true
    }
    return readers.count == count ? nil : Set(readers.keys)
  }

  /// The next owner if these members leave: the one who has been a member longest, then the first by id.
  func successor(without leaving: Set<UserID>) -> UserID? {
    joined.filter { !leaving.contains($0.key) }.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  /// Takes in the first entry of a conversation.
  mutating func begin(_ create: NewConversation?) { owner = create?.owner }

  /// Takes in an entry that was stored and may have changed the members.
  mutating func apply(_ append: Append, _ policy: KindPolicy, at seq: UInt64) {
    switch append.owner {
    case .user(let user): owner = user
    case .nobody: owner = nil
    case nil: break
    }
    change(joining: append.joins, leaving: append.leaves, policy, at: seq)
  }

  /// Takes in the first entry of a conversation of two users that another node stored.
  mutating func beginElsewhere(_ policy: KindPolicy) {
    if let (first, second) = pair { change(joining: [first, second], leaving: [], policy, at: 1) }
  }

  /// Takes in an entry that another node stored and that may have changed the members.
  mutating func apply(_ entry: LogEntry, _ policy: KindPolicy) {
    switch entry.event {
    case .groupCreated(_, let owner, let members, _):
      self.owner = owner
      change(joining: members, leaving: [], policy, at: entry.seq)
    case .membersAdded(let users): change(joining: users, leaving: [], policy, at: entry.seq)
    case .membersRemoved(let users, let owner):
      self.owner = owner
      change(joining: [], leaving: users, policy, at: entry.seq)
    case .message, .edited, .recalled, .annotated, .conversationChanged: break
    }
  }

  /// The members who had joined by a position.
  func members(since seq: UInt64) -> Set<UserID> { Set(joined.filter { $0.value <= seq }.keys) }

  private mutating func change(joining: [UserID], leaving: [UserID], _ policy: KindPolicy, at seq: UInt64) {
    var new: [UserID] = []
    for user in joining where joined[user] == nil {
      joined[user] = policy.joined(at: seq)
      new.append(user)
    }
    let gone = leaving.filter { joined.removeValue(forKey: $0) != nil }
    audience = audience.changed(joining: new, leaving: gone)
  }
}
