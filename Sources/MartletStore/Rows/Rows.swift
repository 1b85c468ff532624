import MartletWire

/// The rows of a storage engine: point look-ups and ordered scans with bounds, for decisions and reads.
///
/// `DecidingView` and `LogReading` hold every rule, and all engines share them. Look-ups are synchronous and change nothing. An
/// engine that keeps its rows elsewhere throws `MissingRows`, fetches the missing rows, and runs the same work again.
///
/// An engine numbers its conversations. Each number is unique; there may be gaps.
package protocol Rows {
  associatedtype Entry: EntryRow

  // MARK: - Conversations

  /// The number of a conversation; nil if it does not exist.
  func number(of conversation: ConversationKey) throws -> Int64?

  func conversation(_ number: Int64) throws -> ConversationState?

  func conversation(_ key: ConversationKey) throws -> ConversationState?

  /// The conversations that a user is or was a member of, in no order, each with its newest stamp.
  func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)]

  /// The conversations of a kind, in no order, each with its newest stamp.
  func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)]

  /// A conversation's number and head, and the user's membership if there is one; nil if the conversation does not exist.
  func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess?

  // MARK: - Members

  func member(_ user: UserID, of number: Int64) throws -> MemberRecord?

  /// Members after a user, in ascending byte order of their ids; from the first if `after` is nil.
  func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord]

  /// What is kept of a user who is not a member; nil if nothing.
  func outsider(_ user: UserID, of number: Int64) throws -> OutsiderRecord?

  /// Users who have a standing at a time, in milliseconds since 1970, after one of them in ascending byte order of their ids.
  func outsiders(
    _ standing: OutsiderRecord.Standing, of number: Int64, at time: Int64, after: UserID?, limit: Int
  ) throws -> [OutsiderRecord]

  /// The first remembered move of a member's read marker that reached a position.
  func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove?

  /// The single positions that a member hid.
  func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64>

  // MARK: - Entries

  /// Visits the entries of a range in order until `visit` returns false or `limit` entries were visited.
  ///
  /// With `newest`, the visit starts at the upper end and goes down. An entry is valid only during its visit, which must not
  /// start another scan of entries.
  func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, _ visit: (Entry) throws -> Bool
  ) throws

  /// The message at a position; nil if there is no entry, or another kind of entry.
  func message(at seq: UInt64, of number: Int64) throws -> MessageState?

  /// The current content of the message at a position; nil if there is no message.
  func content(at seq: UInt64, of number: Int64) throws -> (type: String, content: String)?

  /// The unread count up to the entry at a position; nil if there is no entry.
  func count(at seq: UInt64, of number: Int64) throws -> EntryCount?

  /// The number of countable entries after a position that were recalled.
  func recalled(after seq: UInt64, of number: Int64) throws -> UInt64

  /// The newest message of a range that is not recalled and for which `fits` returns true.
  ///
  /// `fits` gets the message's position, details and sender.
  func newestMessage(
    in range: ClosedRange<UInt64>, of number: Int64, where fits: (UInt64, Details?, UserID) throws -> Bool
  ) throws -> UInt64?

  /// The newest message before a position that is listed for all and not recalled; 0 for none.
  func listed(before seq: UInt64, of number: Int64) throws -> UInt64

  /// The entries that edited a message or changed its annotations, in no order.
  ///
  /// `revision` is the last edit folded into the message; 0 for none.
  func changes(of target: UInt64, revision: UInt64, in number: Int64) throws -> Set<UInt64>

  /// Visits the messages after a position that concern a user in particular, until `visit` returns false.
  ///
  /// Recalled messages are skipped. With `newest`, the visit starts at the upper end and goes down.
  func eachAddressed(
    to user: UserID, of number: Int64, after seq: UInt64, newest: Bool, _ visit: (UInt64, Details.Address) throws -> Bool
  ) throws

  // MARK: - Annotations

  /// A message's annotations of one kind and owner, by name.
  func slots(of seq: UInt64, kind: AnnotationKind, owner: String, in number: Int64) throws -> [String: SlotBrief]

  /// The replies or the earlier wordings of a message, as `kind` says, after a position, ascending.
  func kept(
    _ kind: AnnotationKind, at seq: UInt64, of number: Int64, after: UInt64, limit: Int
  ) throws -> [(seq: UInt64, text: String)]

  /// The users who annotated a message with a name, in order after one of them, each with the entry that did it.
  func annotators(
    of name: String, kind: AnnotationKind, at seq: UInt64, in number: Int64, after: String, limit: Int
  ) throws -> [(user: String, seq: UInt64)]

  /// The messages that are pinned.
  func pinned(of number: Int64) throws -> Set<UInt64>

  // MARK: - Users

  func user(_ user: UserKey) throws -> UserRecord?

  /// The user with an account number; nil if nobody has it.
  func user(numbered number: AccountNumber) throws -> UserID?

  /// Users with a word in their names that begins so, at most so many, in the order of the words and then of their ids. A user
  /// comes once for each such word, and may have changed the name since.
  func users(named beginning: NameBeginning, limit: Int) throws -> [NamedUser]

  /// The users of an app who are suspended until later than a time, in milliseconds since 1970, after one of them in the order of
  /// their ids.
  func suspended(of app: AppID, since time: Int64, after: UserID?, limit: Int) throws -> [Suspension]

  /// Entries of a user's log after a position, ascending, with the first and last stored position.
  func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage

  /// The newest position of a user's log; 0 for an empty one.
  func userHead(of user: UserKey) throws -> UInt64

  /// A user's settings after a name, in order; from the first if `after` is nil.
  func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting]

  /// A user's relation to another user; nil if there is none.
  func relation(of user: UserKey, to peer: UserID) throws -> RelationRecord?

  /// A user's relations that have one of the flags, or of all kinds if `flags` is empty, after a user in the order of the others'
  /// ids; from the first if `after` is nil.
  func relations(of user: UserKey, _ flags: RelationFlags, after: UserID?, limit: Int) throws -> [RelationRecord]

  // MARK: - Requests

  /// The record by which the retry of a sender's append is recognised.
  func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend?

  func scheduled(_ key: ScheduledKey) throws -> ScheduledMessage?

  /// True if a message is scheduled under this name.
  func isScheduled(_ key: ScheduledKey) throws -> Bool

  /// The names of a user's scheduled messages, in no order.
  func scheduledNames(of user: UserKey, limit: Int) throws -> [ClientID]

  /// A user's scheduled messages after a client id, in ascending order of these ids.
  func scheduled(of user: UserKey, after: ClientID?, limit: Int) throws -> [ScheduledMessage]

  /// The scheduled messages of all apps after a place, in the order of the places.
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

  /// The result of `read` for the entry at a position; nil if there is no entry.
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

/// One entry of a scan; it decodes only the requested parts.
package protocol EntryRow {
  var seq: UInt64 { get throws }

  /// The current entry, without annotations.
  func entry() throws -> LogEntry

  /// The entry's details.
  func details() throws -> Details?

  /// Calls `body` with the bytes of a message that has no annotations.
  ///
  /// Returns nil for any other entry, and if the row does not hold bytes.
  func lend<Result>(_ body: (LentMessage) throws -> Result) throws -> Result?

  /// The annotations that everyone sees, and an owner's own.
  func attached(for owner: String) throws -> [AnnotationSlot: AnnotationValue]
}

/// A conversation and its reader, as far as a page of the log needs them.
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
  /// The number of entries up to and including this one that count as unread.
  package var countable: UInt64
  /// True if this one counts.
  package var counts: Bool
  package var isRecalled: Bool

  package init(countable: UInt64, counts: Bool, isRecalled: Bool) {
    self.countable = countable
    self.counts = counts
    self.isRecalled = isRecalled
  }
}

/// The parts of an annotation on which decisions depend.
package struct SlotBrief: Sendable, Equatable {
  /// The beginning of a long text; the whole text of a number.
  package var beginning: String
  /// The length of the whole text.
  package var bytes: Int

  package init(beginning: String, bytes: Int) {
    self.beginning = beginning
    self.bytes = bytes
  }

  package init(_ text: String) { self.init(beginning: text, bytes: text.utf8.count) }
}
