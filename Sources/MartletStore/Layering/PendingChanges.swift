import MartletWire

/// The changes decided since the last commit, as one layer.
///
/// They are indexed at the first look-up.
final class PendingChanges: LayerSource {
  /// In order.
  private(set) var changes: [Change] = []
  /// The first of them.
  private var indexed = Layer()
  private var indexedCount = 0
  private(set) var lookups = 0

  func add(_ change: Change) { changes.append(change) }

  func removeAll() {
    changes.removeAll(keepingCapacity: true)
    if indexedCount > 0 { indexed = Layer() }
    indexedCount = 0
  }

  private var layer: Layer {
    for change in changes[indexedCount...] { indexed.apply(change, row: 1) }
    indexedCount = changes.count
    return indexed
  }

  // MARK: - LayerSource

  func look<Result: Sendable>(at number: Int64, _ body: ([ConversationTail]) throws -> Result) throws -> Result {
    try body(layer.conversations[number].map { [$0] } ?? [])
  }

  func made(_ conversation: ConversationKey) -> Int64? { layer.made[conversation] }

  func made(of kind: ConversationID.Kind, app: AppID) -> [Int64] { layer.made(of: kind, app: app) }

  func user(_ user: UserKey) -> UserTail? { layer.users[user] }

  func user(numbered number: AccountNumber) -> UserID? { layer.numbered[number] }

  func users(named beginning: NameBeginning) -> [NamedUser] { layer.names.users(beginning) }

  func suspensions(of app: AppID) -> [UserID: Int64] { layer.suspensions(of: app) }

  func userEntries(_ user: UserKey) -> [UserLogEntry] { layer.users[user]?.entries.map(\.entry) ?? [] }

  func joined(by user: UserKey) -> Set<Int64> { layer.users[user]?.joined ?? [] }

  func schedules() -> [ScheduledKey: ScheduledMessage?] { layer.scheduled }

  func scheduled(_ key: ScheduledKey) -> ScheduledMessage?? { layer.scheduled[key] }

  func rememberedSchedule(_ key: ScheduledKey) -> RememberedSchedule? { layer.rememberedSchedules[key] }

  func noteLookup() { lookups &+= 1 }
}
