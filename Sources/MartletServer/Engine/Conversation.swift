import MartletMedia
import MartletStore
import MartletWire

/// A conversation in the memory of its home shard, and the decisions on it.
///
/// A decision never refuses a request from memory, because the store may know the request as a retry. It states conditions, and
/// the store answers retries before it checks them.
final class Conversation {
  let key: ConversationKey
  let permissions: ConversationPermissions
  private(set) var membership: ConversationMembership
  private(set) var log: ConversationLog

  init(
    key: ConversationKey, kinds: Kinds = .standard, record: ConversationRecord? = nil, members: [MemberRecord] = []
  ) {
    self.key = key
    let policy = kinds.policy(of: key.id)
    permissions = ConversationPermissions(policy: policy)
    membership = ConversationMembership(key, policy, record: record, members: members)
    log = ConversationLog(head: record?.head ?? 0)
  }

  /// The next step for an appending request.
  enum Decision {
    case append(Shared<Append>)
    case answer(Wire.ServerPacket.Body)
    /// Ask again with the existing ones of these users.
    case lookUp([UserID])
    /// Ask again with what is there of these files.
    case find([MediaKey])
  }

  /// Takes in an entry that was stored.
  func apply(_ stored: Stored) { log.apply(stored) }

  /// Takes in an entry that was stored and may have made the conversation or changed its members.
  func apply(_ append: Shared<Append>, _ stored: Stored) {
    if !log.exists {
      membership.begin(append.value.create)
      membership.begin(with: stored.relations)
    }
    log.apply(stored)
    let history = stored.details?.wire.arrival?.history ?? 0
    membership.apply(append.value, permissions.policy, at: stored.position.seq, history: history)
  }

  /// Takes in an entry that another node stored.
  func apply(_ entry: LogEntry) {
    if !log.exists { membership.beginElsewhere(permissions.policy) }
    log.reach(entry.seq)
    membership.apply(entry, permissions.policy)
  }

  /// Takes in what one of the two users of a direct conversation has set about the other.
  func take(_ news: PairNews) { membership.take(news) }

  /// Takes in what the two have set about each other, of a conversation that another node has made.
  func begin(with relations: PairRelations) { if !log.exists { membership.begin(with: relations) } }

  /// Notes that all entries up to a position are taken in, of which some are kept no more.
  func reach(_ seq: UInt64) { log.reach(seq) }
}

/// The log of a conversation as its home knows it.
struct ConversationLog {
  /// The newest position; 0 while the conversation does not exist.
  private(set) var head: UInt64

  init(head: UInt64) { self.head = head }

  /// Whether the conversation was made.
  var exists: Bool { head > 0 }

  /// Takes in an entry that was stored.
  mutating func apply(_ stored: Stored) { head = stored.position.seq }

  /// Takes in all entries up to a position.
  mutating func reach(_ seq: UInt64) { head = max(head, seq) }
}
