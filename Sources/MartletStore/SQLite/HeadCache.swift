import MartletWire

/// The conversations the writer used last, so that an append need not read what the one before wrote.
///
/// Two generations: when the younger is full it becomes the older, and what was in the older and not used
/// since is dropped. Conversations changed and not yet written are kept whatever their number.
struct HeadCache {
  private struct Key: Hashable {
    let app: AppID
    let id: ConversationID
  }

  private let capacity: Int
  private var young: [Key: ConversationState] = [:]
  private var old: [Key: ConversationState] = [:]
  private var changed: [Key: ConversationState] = [:]

  /// Keeps at least `capacity` conversations, at most twice as many.
  init(capacity: Int) { self.capacity = capacity }

  mutating func find(_ id: ConversationID, app: AppID) -> ConversationState? {
    let key = Key(app: app, id: id)
    if let state = changed[key] ?? young[key] { return state }
    guard let state = old[key] else { return nil }
    keep(state)
    return state
  }

  /// Remembers what the file holds.
  mutating func keep(_ state: ConversationState) {
    if young.count >= capacity {
      old = young
      young.removeAll(keepingCapacity: true)
    }
    young[Key(app: state.app, id: state.record.id)] = state
  }

  /// Remembers what the file is to hold.
  mutating func change(_ state: ConversationState) {
    changed[Key(app: state.app, id: state.record.id)] = state
  }

  /// Gives the changed conversations, to be written now, and counts them as written.
  mutating func takeChanged() -> [ConversationState] {
    let states = Array(changed.values)
    changed.removeAll(keepingCapacity: true)
    for state in states { keep(state) }
    return states
  }

  mutating func removeAll() {
    young = [:]
    old = [:]
    changed = [:]
  }
}
