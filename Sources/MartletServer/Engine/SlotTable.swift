import MartletStore

/// The conversations that a shard holds in memory.
struct SlotTable {
  private var slots: [ConversationKey: Slot] = [:]
  /// The time of the next eviction of idle conversations, in monotonic nanoseconds.
  private var forgetsAt: UInt64 = 0
  /// The newest complete reading of the feed of other nodes, by its number.
  var feedRead: UInt64 = 0

  /// The shortest time for which a conversation stays in memory, in nanoseconds.
  private static let briefly: UInt64 = 10_000_000_000

  var count: Int { slots.count }

  /// In no order.
  var all: some Collection<Slot> { slots.values }

  subscript(key: ConversationKey) -> Slot? { slots[key] }

  /// Adds a slot for a conversation that has none; it has to be loaded.
  mutating func add(_ slot: Slot) { slots[slot.key] = slot }

  /// Takes a slot out.
  mutating func remove(_ key: ConversationKey) -> Slot? { slots.removeValue(forKey: key) }

  /// Forgets a conversation that does not exist: anybody can name such ones.
  mutating func forgetIfNothing(_ slot: Slot) {
    if slot.isNothing, slots[slot.key] === slot { slots[slot.key] = nil }
  }

  /// Forgets conversations that nobody used since a moment, in monotonic nanoseconds.
  mutating func forgetIdle(since moment: UInt64) { slots = slots.filter { !$1.isIdle(since: moment, feedRead: feedRead) } }

  /// Forgets what has been idle for long, and where there is too much, all but what was used just now.
  mutating func sweep(at now: UInt64, _ limits: Limits) {
    if count > limits.conversationsInMemory, now > Self.briefly { forgetIdle(since: now - Self.briefly) }
    let idle = limits.conversationIdle.nanoseconds
    guard now >= forgetsAt else { return }
    // A look at all of them; it need not be more exact than this.
    forgetsAt = now &+ idle / 16
    if now > idle { forgetIdle(since: now - idle) }
  }
}
