import MartletStore
import MartletWire

/// All that a store in memory holds.
package struct MemoryTables: Sendable {
  struct Log: Sendable {
    var state: ConversationState
    /// The entry at position 1 first.
    var entries: [MemoryEntry] = []
    var members: [UserID: Membership] = [:]
    var outsiders: [UserID: OutsiderRecord] = [:]
  }

  struct Membership: Sendable {
    var record: MemberRecord
    /// The newest moves of the read marker, ascending.
    var moves: [ReadMove] = []
    var hidden: Set<UInt64> = []
  }

  struct Person: Sendable {
    var record: UserRecord?
    var log: [UserLogEntry] = []
    var settings: [SettingName: Setting] = [:]
    var relations: [UserID: RelationRecord] = [:]
    var conversations: Set<Int64> = []
    var scheduled: [ClientID: ScheduledMessage] = [:]
    var rememberedSchedules: [ClientID: RememberedSchedule] = [:]
    /// Appends, and apart from them requests that changed nothing.
    var requests: [ClientID: RememberedAppend] = [:]
    var unchanged: [ClientID: RememberedAppend] = [:]
  }

  var numbers: [ConversationKey: Int64] = [:]
  var logs: [Int64: Log] = [:]
  var people: [UserKey: Person] = [:]
  /// The newest stamp of each app.
  var stamps: [AppID: UInt64] = [:]

  init() {}

  func entries(_ number: Int64, after seq: UInt64 = 0) -> ArraySlice<MemoryEntry> {
    guard let entries = logs[number]?.entries, seq < UInt64(entries.count) else { return [] }
    return entries[Int(seq)...]
  }

  func entry(_ seq: UInt64, _ number: Int64) -> MemoryEntry? { seq > 0 ? entries(number, after: seq &- 1).first : nil }

  func slots(_ seq: UInt64, _ number: Int64) -> [AnnotationSlot: AnnotationValue] { entry(seq, number)?.slots ?? [:] }
}

/// An entry as it is now, and what is attached to it.
package struct MemoryEntry: EntryRow, Sendable {
  var stored: LogEntry
  let counts: Bool
  var slots: [AnnotationSlot: AnnotationValue] = [:]

  package var seq: UInt64 { stored.seq }

  /// The parts on which decisions depend, if it is a message.
  var message: MessageState? {
    guard case .message = stored.event else { return nil }
    return MessageState(
      sender: stored.sender, time: stored.time, revision: stored.revision, isRecalled: stored.isRecalled, counts: counts,
      parent: stored.parent, details: stored.details)
  }

  package func entry() -> LogEntry { stored }

  package func details() -> Details? { stored.details }

  package func lend<Result>(_ body: (LentMessage) throws -> Result) rethrows -> Result? {
    stored.annotated == 0 ? try stored.lend(body) : nil
  }

  package func attached(for owner: String) -> [AnnotationSlot: AnnotationValue] {
    slots.filter { $0.key.owner == AnnotationSlot.shared || $0.key.owner == owner }
  }
}
