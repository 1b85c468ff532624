import MartletStore
import MartletWire

/// A conversation in the memory of its home shard, and the decisions on it.
///
/// A decision never refuses a request from memory, because the store may know the request as a retry. It states conditions, and
/// the store answers retries before it checks them.
final class Conversation {
  let key: ConversationKey
  /// Nil while the conversation does not exist.
  ///
  /// Its title is the one at loading time, and it has no attributes: no decision here depends on them.
  private(set) var record: ConversationRecord?
  /// Whether the conversation was made; asked for more often than the record is worth copying.
  private(set) var exists: Bool
  private(set) var members: [UserID: MemberRecord]
  /// The users told of every entry.
  private(set) var audience: Audience
  /// The users of a direct conversation.
  let pair: (UserID, UserID)?

  init(key: ConversationKey, record: ConversationRecord? = nil, members: [MemberRecord] = []) {
    self.key = key
    self.record = record
    self.record?.attributes = nil
    exists = record != nil
    pair = key.id.directUsers
    self.members = Dictionary(members.map { ($0.user, $0) }, uniquingKeysWith: { $1 })
    audience = Audience(app: key.app, users: members.map(\.user))
  }

  /// The next step for an appending request.
  enum Decision {
    case append(Shared<Append>)
    case answer(Wire.ServerPacket.Body)
    /// Ask again with the existing ones of these users.
    case lookUp([UserID])
  }

  /// The members who may see an event; nil if all may.
  func readers(of event: LogEvent, _ details: Details?, by sender: UserID) -> Set<UserID>? {
    let recipients = details?.recipients(sender: sender)
    guard recipients != nil || event.edits else { return nil }
    let readers = members.values.filter { member in
      !event.discloses(before: member.joined) && recipients?.contains(member.user.text) ?? true
    }
    return readers.count == members.count ? nil : Set(readers.map(\.user))
  }

  /// Takes in an entry that was stored.
  func apply(_ stored: Stored) {
    record?.head = stored.position.seq
    record?.time = stored.position.time
    record?.countable = stored.countable
    record?.stamp = stored.stamp
  }

  /// Takes in an entry that was stored and may have made the conversation or changed its members.
  func apply(_ append: Shared<Append>, _ stored: Stored) {
    if record == nil {
      record = ConversationRecord(
        id: key.id, title: append.value.create?.title ?? "", owner: append.value.create?.owner, head: 0, countable: 0, time: 0,
        stamp: 0, memberCount: 0)
      exists = true
    }
    apply(stored)
    switch append.value.owner {
    case .user(let user): record?.owner = user
    case .nobody: record?.owner = nil
    case nil: break
    }
    guard !append.value.joins.isEmpty || !append.value.leaves.isEmpty else { return }
    let joined = key.id.kind == .direct ? 0 : stored.position.seq
    for user in append.value.joins where members[user] == nil {
      members[user] = MemberRecord(user: user, joined: joined, read: 0, lastSent: 0)
    }
    for user in append.value.leaves { members[user] = nil }
    audience = Audience(app: key.app, users: Array(members.keys))
    record?.memberCount = members.count
  }

  /// The next owner when the owner leaves: the member who joined first, then the first by id.
  func successor(without leaving: Set<UserID>) -> UserID? {
    members.values.filter { !leaving.contains($0.user) }
      .min { ($0.joined, $0.user) < ($1.joined, $1.user) }?.user
  }
}
