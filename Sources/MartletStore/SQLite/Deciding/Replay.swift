import MartletSQLite
import MartletWire

/// Reads, after a start, the journal rows that the tables lack.
enum Replay {
  /// - Returns: The tail, and the changes in it in order.
  static func run(_ journal: Journal, _ tables: SQLiteQueries, now: Duration) throws -> (tail: Tail, changes: [Change]) {
    let folded = try (0..<Slicing.count).map { try tables.foldedThrough(slice: $0) }
    try journal.resume(after: folded.max() ?? 0)
    var states: [Int64: ConversationState] = [:]
    var replayed: [Change] = []
    let slicing = try tables.slicing()
    let tail = Tail(
      slicing, stamps: try tables.stamps(), leastStamp: try tables.leastStamp(), folded: folded, row: journal.last)
    try journal.replay(after: folded.min() ?? 0) { row, bytes in
      var changes: [Change] = []
      try ChangeDecoder.decode(bytes) { number in
        if let state = states[number] { return state }
        guard let state = try tables.conversation(number) else {
          throw StoreError(.corrupt, "the journal names a conversation that does not exist")
        }
        return state
      } each: { change in
        guard row > folded[slicing.slice(of: change)] else { return }
        switch change {
        case .append(let effects): states[effects.conversation.number] = effects.conversation
        case .pair(let state): states[state.number] = state
        default: break
        }
        changes.append(change)
      }
      tail.publish(changes, row: row, at: now)
      // Changes that are in the tables already are counted there.
      if ChangeDecoder.hasCommonStamps(bytes) { tail.raiseStamps(to: changes.lastStamps.values.max() ?? 0) }
      replayed += changes
    }
    return (tail, replayed)
  }
}
