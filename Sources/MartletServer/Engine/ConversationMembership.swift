import MartletStore
import MartletWire

/// The members of a conversation as its home knows them, and the recipients of its entries.
struct ConversationMembership {
  /// The users whom the id names, if they are the members.
  let pair: (UserID, UserID)?
  private(set) var owner: UserID?
  private var rules: GroupRules?
  /// The time before which each silenced member may not write, in milliseconds since 1970; `speaker` of a speaker.
  private var silenced: [UserID: Int64]
  /// The position at which each member joined.
  private var joined: [UserID: UInt64]
  /// How many entries before that the members see who see some.
  private var earlier: [UserID: UInt64]
  /// What the two users of a direct conversation have set about each other, and the newest news of each.
  private var relations: PairRelations
  private var heard: [Heard: UInt64] = [:]
  /// The users told of every entry.
  private(set) var audience: Audience

  /// What news is about: the other user, or everybody.
  private struct Heard: Hashable {
    let user: UserID
    let isOfAll: Bool
  }

  init(_ key: ConversationKey, _ policy: KindPolicy, record: ConversationRecord?, members: [MemberRecord]) {
    pair = policy.membership == .pair ? key.id.pair : nil
    (owner, rules) = (record?.owner, record?.rules)
    relations = record?.relations ?? []
    silenced = Dictionary(members.filter { $0.silencedUntil != 0 }.map { ($0.user, $0.silencedUntil) }) { $1 }
    joined = Dictionary(members.map { ($0.user, $0.joined) }, uniquingKeysWith: { $1 })
    earlier = Dictionary(members.filter { $0.earlier > 0 }.map { ($0.user, $0.earlier) }) { $1 }
    switch policy.audience {
    case .roster: audience = Audience(app: key.app, users: members.map(\.user))
    case .everyone: audience = Audience(everyoneOf: key.app)
    }
  }

  var count: Int { joined.count }

  func contains(_ user: UserID) -> Bool { joined[user] != nil }

  /// The roles of a user in the conversation.
  func roles(of user: UserID) -> Roles {
    let roles = Roles(of: role(of: user)).union(.anybody)
    return contains(user) ? roles.union(.member) : roles
  }

  /// The role of a member.
  func role(of member: UserID) -> MemberRole { MemberRole(of: member, owner: owner, rules) }

  /// Why a member of a conversation may not write at a time, in milliseconds since 1970; nil if the member may.
  ///
  /// With `onlyAllowed` the app lets only allowed users write to anybody.
  func refusalToWrite(
    of member: UserID, in conversation: ConversationID, at time: Int64, onlyAllowed: Bool
  ) -> Wire.Failure? {
    if relations.block(member, in: conversation) { return Wire.Failure(.blocked) }
    if !relations.admit(member, in: conversation, onlyAllowed: onlyAllowed) { return Wire.Failure(.notOnAllowList) }
    if rules?.isDismissed == true { return Wire.Failure(.conversationDismissed) }
    guard role(of: member) == .member else { return nil }
    let until = silenced[member, default: 0]
    if rules?.isSilenced == true, until != Wire.SilenceMembers.speaker { return Wire.Failure(.conversationSilenced) }
    return until > time ? Wire.Failure(.silenced) : nil
  }

  /// The members who may see an event; nil if all may.
  func readers(of event: LogEvent, _ details: Details?, by sender: UserID) -> Set<UserID>? {
    let recipients = details?.recipients(sender: sender)
    guard recipients != nil || event.edits, !audience.isEveryone else { return nil }
    let readers = joined.filter { user, position in
      !event.discloses(before: position &- earlier[user, default: 0]) && recipients?.contains(user.text) ?? true
    }
    return readers.count == count ? nil : Set(readers.keys)
  }

  /// The next owner if these members leave: an admin if there is one, the one who has been a member longest, then the first by
  /// id.
  func successor(without leaving: Set<UserID>) -> UserID? {
    let staying = joined.filter { !leaving.contains($0.key) }
    let admins = staying.filter { role(of: $0.key) == .admin }
    return (admins.isEmpty ? staying : admins).min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  /// Takes in what one of the two users has set about the other.
  mutating func take(_ news: PairNews) {
    // News from several nodes may overtake each other.
    guard let pair else { return }
    let subject = Heard(user: news.user, isOfAll: news.key == nil)
    guard news.revision > heard[subject] ?? 0 else { return }
    heard[subject] = news.revision
    relations.set(news.flags, by: news.user, about: news.peer, in: .direct(pair.0, pair.1))
  }

  /// Takes in what the two users have set about each other before there was a conversation.
  mutating func begin(with relations: PairRelations) { self.relations = relations }

  /// Takes in the first entry of a conversation.
  mutating func begin(_ create: NewConversation?) { owner = create?.owner }

  /// Takes in an entry that was stored and may have changed the members.
  ///
  /// `history` is how many entries before it the joining users may read.
  mutating func apply(_ append: Append, _ policy: KindPolicy, at seq: UInt64, history: UInt64) {
    switch append.owner {
    case .user(let user): owner = user
    case .nobody: owner = nil
    case nil: break
    }
    take(append.event)
    change(joining: append.joins, leaving: append.leaves, policy, at: seq, history: history)
  }

  /// Takes in the roles and silences of an entry.
  private mutating func take(_ event: LogEvent) {
    rules = GroupRules.applying(event, to: rules)
    guard case .membersSilenced(let users, let until) = event else { return }
    for user in users where contains(user) { silenced[user] = until != 0 ? until : nil }
  }

  /// Takes in the first entry of a conversation of two users that another node stored.
  mutating func beginElsewhere(_ policy: KindPolicy) {
    if let (first, second) = pair { change(joining: [first, second], leaving: [], policy, at: 1) }
  }

  /// Takes in an entry that another node stored and that may have changed the members.
  mutating func apply(_ entry: LogEntry, _ policy: KindPolicy) {
    take(entry.event)
    switch entry.event {
    case .groupCreated(_, let owner, let members, _):
      self.owner = owner
      change(joining: members, leaving: [], policy, at: entry.seq)
    case .membersAdded(let users):
      change(joining: users, leaving: [], policy, at: entry.seq, history: entry.history)
    case .membersRemoved(let users, let owner):
      self.owner = owner
      change(joining: [], leaving: users, policy, at: entry.seq)
    case .usersBanned(let banned):
      self.owner = banned.owner
      change(joining: [], leaving: banned.removed, policy, at: entry.seq)
    case .rolesSet(let users, .owner): owner = users.first
    case .message, .edited, .recalled, .annotated, .conversationChanged, .rolesSet, .membersSilenced, .applied,
      .applicationsRefused, .memberNamed, .announced:
      break
    }
  }

  /// The members who had joined by a position.
  func members(since seq: UInt64) -> Set<UserID> { Set(joined.filter { $0.value <= seq }.keys) }

  private mutating func change(
    joining: [UserID], leaving: [UserID], _ policy: KindPolicy, at seq: UInt64, history: UInt64 = 0
  ) {
    var new: [UserID] = []
    for user in joining where joined[user] == nil {
      joined[user] = policy.joined(at: seq)
      earlier[user] = history > 0 ? history : nil
      new.append(user)
    }
    let gone = leaving.filter { joined.removeValue(forKey: $0) != nil }
    for user in gone { (silenced[user], earlier[user]) = (nil, nil) }
    audience = audience.changed(joining: new, leaving: gone)
  }
}
