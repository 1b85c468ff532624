import MartletWire

/// Layers of changes that are newer than the rows.
///
/// A layer may move into the rows at any time. So a reader looks into the layers first: a change that has left them is in the
/// rows by then. Changes hold absolute values, so a change that is in both does no harm.
package protocol LayerSource {
  /// True if the rows do not change, so the order of looking does not matter.
  var isOverSnapshot: Bool { get }

  /// The result of `body` for a conversation's changes in each layer, oldest first.
  ///
  /// `body` must be short, because the writer may wait for it.
  func look<Result: Sendable>(at number: Int64, _ body: ([ConversationTail]) throws -> Result) throws -> Result

  /// The part of a conversation's changes that a scan of its entries needs; nil for none.
  func page(of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool) throws -> TailPage?

  /// Keeps the conversation's current changes for later look-ups of the same read.
  func hold(_ number: Int64) throws

  /// Keeps these changes of the conversation in the same way.
  func hold(_ number: Int64, _ layers: [ConversationTail])

  /// The number of a conversation that was made in a layer.
  func made(_ conversation: ConversationKey) throws -> Int64?

  /// The numbers of the conversations of a kind that were made in the layers.
  func made(of kind: ConversationID.Kind, app: AppID) throws -> [Int64]

  /// Changes of a user's record and settings.
  func user(_ user: UserKey) throws -> UserTail?

  /// The user who got an account number last, and may have lost it again.
  func user(numbered number: AccountNumber) throws -> UserID?

  /// Users who got a name with a word that begins so, in no order; some may have changed it since.
  func users(named beginning: NameBeginning) throws -> [NamedUser]

  /// The times until which users of an app are or were suspended, of those whose suspension changed.
  func suspensions(of app: AppID) throws -> [UserID: Int64]

  /// New entries of a user's log, in no order, from one consistent moment.
  func userEntries(_ user: UserKey) throws -> [UserLogEntry]

  /// Conversations that a user joined, some perhaps left again.
  func joined(by user: UserKey) throws -> Set<Int64>

  /// Changes of scheduled messages; nil for removed ones.
  func schedules() throws -> [ScheduledKey: ScheduledMessage?]

  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage??

  func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule?

  /// Counts a message read to find the newest remaining one; tests measure the cost of a recall by it.
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
