import MartletWire

/// Changes that lie over rows: of each conversation and user what is newer than the rows, in layers.
///
/// Where rows and layers both go on, because a layer may be moved into the rows at any time, the layers are asked first: what
/// is not there any more is in the rows by then. All changes hold absolute values, so one that is in both does no harm.
package protocol LayerSource {
  /// Whether the rows beneath stay as they are, so that it does not matter which is asked first.
  var isOverSnapshot: Bool { get }

  /// What `body` gives for a conversation's changes of each layer, the older first.
  ///
  /// It should be short, for who writes may wait.
  func look<Result: Sendable>(at number: Int64, _ body: ([ConversationTail]) throws -> Result) throws -> Result

  /// The part of a conversation's changes that a scan of its entries needs; nil where it needs none.
  func page(of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool) throws -> TailPage?

  /// Keeps the conversation's changes as they are now for all that is asked of it later in the same reading.
  func hold(_ number: Int64) throws

  /// Keeps these changes of the conversation in the same way.
  func hold(_ number: Int64, _ layers: [ConversationTail])

  /// The number of a conversation that was made in a layer.
  func made(_ conversation: ConversationKey) throws -> Int64?

  /// The numbers of the conversations of a kind that were made in the layers.
  func made(of kind: ConversationID.Kind, app: AppID) throws -> [Int64]

  /// What changed of a user's record and settings.
  func user(_ user: UserKey) throws -> UserTail?

  /// What was appended to a user's log, in no order, all of one moment.
  func userEntries(_ user: UserKey) throws -> [UserLogEntry]

  /// Conversations that a user joined, some perhaps left again.
  func joined(by user: UserKey) throws -> Set<Int64>

  /// Changes of scheduled messages; nil for removed ones.
  func schedules() throws -> [ScheduledKey: ScheduledMessage?]

  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage??

  func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule?

  /// Counts a message that was looked at to find the newest one left; trials see by it what a recall costs.
  func noteLookup()
}

extension LayerSource {
  package var isOverSnapshot: Bool { false }

  package func noteLookup() {}

  package func hold(_ number: Int64) {}

  package func hold(_ number: Int64, _ layers: [ConversationTail]) {}

  package func page(of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool) throws -> TailPage? {
    try look(at: number) { TailPage($0, in: range, limit: limit, newest: newest) }
  }

  package func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage?? { try schedules()[key] }
}
