import MartletWire

/// The conversations that the writer used last, cached so that an append need not read them again.
///
/// Two generations: when the younger is full it becomes the older, and unused conversations of the older are dropped. That
/// happens only in `trim`, so until then every change is kept.
struct HeadCache {
  /// A conversation as of the newest decision, with the members that were looked up.
  final class Head {
    var state: ConversationState
    /// Members by user; nil for a user who is not a member.
    var members: [UserID: MemberRecord?] = [:]

    init(_ state: ConversationState) { self.state = state }
  }

  private let capacity: Int
  /// Bytes of attributes beyond which the younger generation counts as full.
  private static let attributeBytesKept = 16 << 20
  private var young: [ConversationKey: Head] = [:]
  /// About how many bytes of attributes are in it.
  private var attributeBytes = 0
  private var old: [ConversationKey: Head] = [:]
  /// The conversation found last, because a decision looks for the same one several times.
  private var last: (name: ConversationKey, head: Head)?

  /// Keeps at least `capacity` conversations, or fewer if they have many attributes; at most twice as many after `trim`.
  init(capacity: Int) { self.capacity = capacity }

  mutating func find(_ name: ConversationKey) -> Head? {
    if let last, last.name == name { return last.head }
    if let head = young[name] {
      last = (name, head)
      return head
    }
    guard let head = old.removeValue(forKey: name) else { return nil }
    put(head, name)
    return head
  }

  /// Remembers a conversation that is not here.
  mutating func keep(_ state: ConversationState) -> Head {
    let head = Head(state)
    put(head, ConversationKey(app: state.app, id: state.record.id))
    return head
  }

  private mutating func put(_ head: Head, _ name: ConversationKey) {
    young[name] = head
    last = (name, head)
    note(head.state.record.attributes)
  }

  /// Counts the attributes of a conversation that was added or changed.
  mutating func note(_ attributes: Attributes?) { attributeBytes &+= attributes?.bytes ?? 0 }

  /// Evicts conversations that were not used for long, if there are too many.
  mutating func trim() {
    guard young.count >= capacity || attributeBytes > Self.attributeBytesKept else { return }
    old = young
    young = [:]
    last = nil
    attributeBytes = 0
  }

  /// Drops a conversation, because its state here will never be stored.
  mutating func remove(_ name: ConversationKey) {
    young[name] = nil
    old[name] = nil
    if last?.name == name { last = nil }
  }

  mutating func removeAll() {
    young = [:]
    old = [:]
    last = nil
    attributeBytes = 0
  }
}
