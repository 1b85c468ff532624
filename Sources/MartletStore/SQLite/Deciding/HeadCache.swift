import MartletWire

/// The conversations the writer used last, so that an append need not read what the one before wrote.
///
/// Two generations: when the younger is full it becomes the older, and what was in the older and not used
/// since is dropped. That happens only in `trim`: until then everything changed is kept.
struct HeadCache {
  /// A conversation as of the newest decision, with those of its members that were looked for.
  final class Head {
    var state: ConversationState
    /// Nil for who is no member.
    var members: [UserID: MemberRecord?] = [:]

    init(_ state: ConversationState) { self.state = state }
  }

  private let capacity: Int
  private var young: [ConversationKey: Head] = [:]
  private var old: [ConversationKey: Head] = [:]

  /// Keeps at least `capacity` conversations, at most twice as many after `trim`.
  init(capacity: Int) { self.capacity = capacity }

  mutating func find(_ name: ConversationKey) -> Head? {
    if let head = young[name] { return head }
    guard let head = old.removeValue(forKey: name) else { return nil }
    young[name] = head
    return head
  }

  /// Remembers a conversation that is not here.
  mutating func keep(_ state: ConversationState) -> Head {
    let head = Head(state)
    young[ConversationKey(app: state.app, id: state.record.id)] = head
    return head
  }

  /// Drops what was not used for long, where there is too much.
  mutating func trim() {
    guard young.count >= capacity else { return }
    old = young
    young = [:]
  }

  mutating func removeAll() {
    young = [:]
    old = [:]
  }
}
