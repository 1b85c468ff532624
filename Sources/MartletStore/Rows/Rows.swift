import MartletWire

/// What a storage engine tells decisions and readings: rows, by point look-ups and by ordered scans with bounds.
///
/// Every rule stands above this, in `DecidingView` and `LogReading`, the same for all engines. Look-ups are synchronous and
/// change nothing. An engine whose rows are elsewhere throws `MissingRows` for those it does not hold, fetches them and lets
/// the same work run again.
///
/// A conversation goes by the engine's own number for it. No two conversations ever have the same; numbers may have gaps.
package protocol Rows {
  associatedtype Entry: EntryRow

  // MARK: - Conversations

  /// The number of a conversation; nil where there is none.
  func number(of conversation: ConversationKey) throws -> Int64?

  func conversation(_ number: Int64) throws -> ConversationState?

  func conversation(_ key: ConversationKey) throws -> ConversationState?

  /// The conversations that a user is or was a member of, in no order, each with its newest stamp.
  func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)]

  /// The conversations of a kind, in no order, each with its newest stamp.
  func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)]

  /// Of a conversation and one user, what a page of the log needs; the member is nil where the user is none.
  func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess?

  // MARK: - Members

  func member(_ user: UserID, of number: Int64) throws -> MemberRecord?

  /// Members after a user, from the first where that is nil, in ascending byte order of their ids.
  func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord]

  /// Of the moves of a member's read marker that are remembered, the first that came as far as a position.
  func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove?

  /// The single positions that a member hid.
  func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64>

  // MARK: - Entries

  /// Visits the entries of a range in order, from its upper end down with `newest`, until `visit` returns false or `limit`
  /// of them were visited.
  ///
  /// An entry is valid only during its visit, which begins no other scan of entries.
  func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, _ visit: (Entry) throws -> Bool
  ) throws

  /// The message at a position; nil if there is no entry, or another kind of entry.
  func message(at seq: UInt64, of number: Int64) throws -> MessageState?

  /// The content of the message at a position as it is now; nil where there is none.
  func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)?

  /// How the entry at a position counts; nil where there is none.
  func count(at seq: UInt64, of number: Int64) throws -> EntryCount?

  /// The number of countable entries after a position that were recalled.
  func recalled(after seq: UInt64, of number: Int64) throws -> UInt64

  /// The newest message of a range that is not recalled and that fits, by its position, details and sender.
  func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64?

  /// The newest message before a position that is listed for all and not recalled; 0 for none.
  func listed(before seq: UInt64, of number: Int64) throws -> UInt64

  /// The entries after a message that edited it or changed what is attached to it, in no order.
  ///
  /// `revision` is the last edit folded into the message; 0 for none.
  func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64>

  /// Visits the messages after a position that concern a user in particular and are not recalled, in order, from the upper
  /// end down with `newest`, until `visit` returns false.
  func eachAddressed(
    to user: UserID, of number: Int64, after seq: UInt64, newest: Bool, _ visit: (UInt64, Details.Address) throws -> Bool
  ) throws

  // MARK: - What is attached to messages

  /// What lies under one kind for one owner, by name.
  func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief]

  /// What is kept at a message under a kind for those who ask, after a position, ascending.
  func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)]

  /// The users after one of them, in order, who have a key of their own, each with the entry that attached it.
  func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)]

  /// The messages that are pinned.
  func pinned(of number: Int64) throws -> Set<UInt64>

  // MARK: - Users

  func user(_ user: UserKey) throws -> UserRecord?

  /// Entries of a user's log after a position, ascending; with the ends of what is stored of it.
  func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage

  /// The newest position of a user's log; 0 for an empty one.
  func userHead(of user: UserKey) throws -> UInt64

  /// A user's settings after a name, from the first where that is nil, in their order.
  func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting]

  // MARK: - Requests

  /// What an append of the sender with a client's id left to recognise its retries by.
  func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend?

  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage?

  /// Whether something is scheduled under a name.
  func isScheduled(_ key: ScheduledKey) throws -> Bool

  /// The names of what a user has scheduled, in no order.
  func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID]

  /// What a user has scheduled, in ascending order of the texts of client ids, after one of them.
  func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage]

  /// What is scheduled in all apps after a place, in the order of the places.
  func scheduled(after: ScheduledPlace?, limit: Int) throws -> [ScheduledMessage]

  /// The data that recognises the request that scheduled a message under a name.
  func rememberedSchedule(_ key: ScheduledKey) throws -> RememberedSchedule?
}

extension Rows {
  package func conversation(_ key: ConversationKey) throws -> ConversationState? {
    try number(of: key).flatMap { try conversation($0) }
  }

  package func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess? {
    guard let state = try self.conversation(conversation) else { return nil }
    return LogAccess(number: state.number, head: state.record.head, member: try member(user, of: state.number))
  }

  package func userHead(of user: UserKey) throws -> UInt64 { try userLog(of: user, after: .max, limit: 0).head }

  package func isScheduled(_ key: ScheduledKey) throws -> Bool { try scheduled(key) != nil }

  package func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID] {
    try scheduled(of: user, after: nil, limit: limit).map(\.clientID)
  }

  /// What `read` gives for the entry at a position; nil where there is none.
  func entry<Result>(at seq: UInt64, of number: Int64, _ read: (Entry) throws -> Result) throws -> Result? {
    guard seq > 0 else { return nil }
    var result: Result?
    try eachEntry(of: number, in: seq...seq, limit: 1, newest: false) { entry in
      result = try read(entry)
      return false
    }
    return result
  }
}

/// One entry of a scan, read no further than is asked for.
package protocol EntryRow {
  var seq: UInt64 { get throws }

  /// The entry as it is now, without what is attached to it.
  func entry() throws -> LogEntry

  /// The entry's details.
  func details() throws -> Details?

  /// Calls `body` with the bytes of the entry, where it is a message that nothing was attached to; gives nil where it is
  /// not, or the row does not hold it as bytes.
  func lend<Result>(_ body: (LentMessage) throws -> Result) throws -> Result?

  /// What is shown to everyone of what is attached to it, and what an owner has of their own.
  func attached(for owner: String) throws -> [AnnotationSlot: AnnotationValue]
}

/// What a page of a log needs to know of its conversation and its reader.
package struct LogAccess: Sendable {
  package var number: Int64
  package var head: UInt64
  package var member: MemberRecord?

  package init(number: Int64, head: UInt64, member: MemberRecord?) {
    self.number = number
    self.head = head
    self.member = member
  }
}

/// How an entry counts.
package struct EntryCount: Sendable, Equatable {
  /// How many entries up to and including it count as unread.
  package var countable: UInt64
  /// Whether this one does.
  package var counts: Bool
  package var isRecalled: Bool

  package init(countable: UInt64, counts: Bool, isRecalled: Bool) {
    self.countable = countable
    self.counts = counts
    self.isRecalled = isRecalled
  }
}

/// What lies in a slot, as far as decisions look at it.
package struct SlotBrief: Sendable, Equatable {
  /// The beginning of a long text; whole where it is a number.
  package var beginning: String
  /// The length of the whole text.
  package var bytes: Int

  package init(beginning: String, bytes: Int) {
    self.beginning = beginning
    self.bytes = bytes
  }

  package init(_ text: String) { self.init(beginning: text, bytes: text.utf8.count) }
}
