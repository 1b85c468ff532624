import MartletWire

/// The contract of every storage engine, checked by one test suite.
///
/// Writes are durable when a call returns (they survive `kill -9` and loss of power) and are applied in the order of the calls of
/// one caller. A call either takes effect as a whole or throws without any change, unless the error's code is `.unknown`. Reads
/// see every write that returned before they began. All methods may be called from any thread; an engine groups concurrent calls
/// into one commit.
///
/// Errors are `StoreError`s. Cancellation does not undo a write.
package protocol Store: Sendable {
  /// The backlog of the store at the moment; may be read from any thread, without waiting.
  var load: StoreLoad { get }

  /// The kinds of conversation that the store keeps.
  var kinds: Kinds { get }

  /// The name of this copy of the data, unchanged while the copy is the only one in use.
  ///
  /// A store opened from a copy made by `backUp`, or from files marked as restored, has a new generation: it may reuse positions
  /// that were given after the copy was made.
  var generation: String { get }

  /// Appends entries to conversation logs, each at the next position of its log.
  ///
  /// Items are decided in order, each seeing the effects of those before it. An item that is refused
  /// changes nothing and does not hinder the others.
  ///
  /// - Returns: One outcome per item, in order.
  func append(_ batch: [Shared<Append>]) async throws -> [AppendOutcome]

  /// Moves markers forward.
  ///
  /// A position at or below the marker, or before the user's joining, changes nothing; a position beyond the head counts as the
  /// head. A move of a read marker appends `.readTo` to the user's log. No move changes a stamp.
  ///
  /// - Returns: One outcome per item, in order.
  func mark(_ batch: [Mark]) async throws -> [MarkOutcome]

  /// Changes settings of users: the last change of a setting wins.
  ///
  /// A change appends one `.settingsChanged` to the user's log. Settings of a conversation require membership, except for the
  /// user's direct conversation with an existing user, which need not have begun. A user who leaves loses those of the
  /// conversation.
  ///
  /// - Returns: One outcome per item, in order.
  func change(_ batch: [SettingChange]) async throws -> [SettingOutcome]

  /// Changes what users have set about others.
  ///
  /// A change appends one `.relationsChanged` to the user's log. An append of a blocked user that is decided later is refused by
  /// `Condition.notBlocked`, and one of a user who is not allowed by `Condition.admitted`.
  ///
  /// - Returns: One outcome per item, in order.
  func change(_ batch: [RelationChange]) async throws -> [RelationOutcome]

  /// What a user has set about others, after a user, from the first where that is nil; at most `limit` relations.
  ///
  /// Only relations that have one of the flags, or all of them if `flags` is empty.
  func relations(
    of user: UserID, app: AppID, _ flags: RelationFlags, after: UserID?, limit: Int
  ) async throws -> RelationsPage

  /// Hides entries from a member forever: they are in none of the member's pages, counts and last messages.
  ///
  /// It appends one `.hidden` to the user's log and changes no stamp. A user who leaves loses the list of hidden entries with the
  /// rest.
  ///
  /// - Returns: One outcome per item, in order.
  func hide(_ batch: [Hide]) async throws -> [HideOutcome]

  /// A user's settings after a name, from the first where that is nil; at most `limit` of them.
  func settings(of user: UserID, app: AppID, after: SettingName?, limit: Int) async throws -> SettingsPage

  /// A conversation's record; nil if it does not exist.
  func conversation(_ id: ConversationID, app: AppID) async throws -> ConversationRecord?

  /// Members in ascending byte order of user id.
  ///
  /// Starts after the user `after`, or at the first user if that is nil; at most `limit` users.
  func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) async throws -> [MemberRecord]

  /// What a group keeps of a user who is not a member; nil if nothing. It may be over.
  func outsider(_ user: UserID, of id: ConversationID, app: AppID) async throws -> OutsiderRecord?

  /// Users who have a standing in a group at a time, in milliseconds since 1970, in ascending byte order of user id.
  ///
  /// Starts after the user `after`, or at the first user if that is nil; at most `limit` users.
  func outsiders(
    _ standing: OutsiderRecord.Standing, of id: ConversationID, app: AppID, at time: Int64, after: UserID?, limit: Int
  ) async throws -> [OutsiderRecord]

  /// A user as a reader: a member, or in a conversation that anybody may read any user; nil for a user who may not read it.
  func member(_ user: UserID, of id: ConversationID, app: AppID) async throws -> MemberRecord?

  /// The times at which members read a position, in milliseconds since 1970, as far as others are told.
  ///
  /// The newest 32 moves of each member's marker are remembered. Users who have not read the position, or read it before these
  /// moves, are omitted.
  func readTimes(of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID) async throws -> [UserID: Int64]

  /// Entries of the positions in `range` that exist, ascending.
  ///
  /// If the range holds more than `limit`, returns those at its lower end, or with `newest` those at its upper end, always
  /// ascending.
  func entries(of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool) async throws -> [LogEntry]

  /// The position of the entry that a user's request stored; nil if it stored none, or is remembered no more.
  ///
  /// It is decided like a write: no request that was decided before is missed.
  func position(of id: ClientID, by user: UserID, app: AppID) async throws -> Position?

  /// Passes a member's page of a log to `sink`, all of it as of one moment.
  ///
  /// - Returns: The page; nil if the user is not a member or the conversation does not exist.
  func page<Sink: EntrySink>(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into sink: Sink
  ) async throws -> LogPage<Sink>?

  /// A member's unread messages that mention the member or everyone, ascending.
  ///
  /// Starts after `after`. If there are more than `limit`, returns the first ones, or with `newest` the last ones. Nil if the
  /// user is not a member or the conversation does not exist.
  func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) async throws -> [LogEntry]?

  /// The users who set a counted annotation on a message, in ascending byte order of user id.
  ///
  /// Starts after the user `after`, or at the first user if that is nil; at most `limit` users.
  func annotators(
    of key: String, kind: AnnotationKind, at seq: UInt64, in id: ConversationID, app: AppID, after: UserID?, limit: Int
  ) async throws -> [AnnotatorRecord]

  /// Messages that reply to a message and were not recalled, ascending, as a member sees them.
  ///
  /// Starts after the position `after`; at most `limit` messages. Nil if the user is not a member or the conversation does not
  /// exist.
  func replies(
    to seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]?

  /// All versions of a message, the first one first, each as the message was after its entry.
  ///
  /// Starts after the position `after`; at most `limit` versions. Empty if the user may not see the message, or it was recalled;
  /// nil if the user is not a member or the conversation does not exist.
  func versions(
    of seq: UInt64, in id: ConversationID, app: AppID, for user: UserID, after: UInt64, limit: Int
  ) async throws -> [LogEntry]?

  /// The pinned messages of a conversation after a position, ascending, as a member sees them; nil if the user is not a
  /// member.
  func pinned(in id: ConversationID, app: AppID, for user: UserID, after: UInt64) async throws -> [LogEntry]?

  /// A page of a user's conversation list, most recent change first.
  ///
  /// Only conversations of which the user is a member, whose stamp lies in `changed`, and which `only` names unless it is nil. At
  /// most `limit` conversations. No two have the same stamp, so the next page ends below the last stamp of this one. A stamp that
  /// `stamp(app:)` has returned lets the store find the next pages faster; 0 does not.
  func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, asOf stamp: UInt64, limit: Int
  ) async throws -> [ConversationSummary]

  /// A user's conversations that match all conditions, most recent change first.
  ///
  /// Only conversations that the user may read, with stamps below `before`; at most `limit`. It looks at up to
  /// `WantedConversations.looksAtMost` conversations, and says where the search continues.
  func search(
    _ wanted: WantedConversations, for user: UserID, app: AppID, before stamp: UInt64, limit: Int
  ) async throws -> FoundConversations

  /// The stamp up to which an app's changes are complete: reads see every change with a stamp up to it, and every later change
  /// gets a higher one.
  ///
  /// A reader may conclude nothing about changes above it. If one engine decides alone, it is the stamp of the newest change.
  /// Several nodes may store changes above it that reads see already, so that a list read by stamps names them twice. It never
  /// falls.
  ///
  /// Nothing that happens in other apps changes it.
  func stamp(app: AppID) async throws -> UInt64

  /// Entries of a user's log after a position, ascending, at most `limit`; with the log's ends.
  func userLog(of user: UserID, app: AppID, after: UInt64, limit: Int) async throws -> UserLogPage

  /// A user's record; nil if the app has no such user.
  func user(_ id: UserID, app: AppID) async throws -> UserRecord?

  /// The records of those of `ids` that are users of the app.
  func users(_ ids: [UserID], app: AppID) async throws -> [UserRecord]

  /// The user with an account number; nil if nobody has it.
  func user(numbered number: AccountNumber) async throws -> UserRecord?

  /// The users whose names have words that begin with those of `name`, at most `limit`, in the order of the longest word of
  /// `name` and then of their ids; not those who hide their profiles.
  func users(named name: String, app: AppID, limit: Int) async throws -> [UserRecord]

  /// Changes profiles; one outcome per change, in order.
  func change(_ batch: [ProfileChange]) async throws -> [ProfileOutcome]

  /// Those of `ids` that are users of the app.
  func existing(_ ids: [UserID], app: AppID) async throws -> Set<UserID>

  /// Makes a user unless it exists.
  ///
  /// - Returns: The record, and whether this call made it.
  func createUser(_ id: UserID, app: AppID, at milliseconds: Int64) async throws -> (record: UserRecord, created: Bool)

  /// Refuses the user's tokens issued at or before a moment, in seconds since 1970.
  ///
  /// The moment only moves forward. Returns the one now in effect; nil if the user does not exist.
  func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) async throws -> Int64?

  /// Lets a user not connect before a time, in milliseconds since 1970, as seen from another one; one that is past lets them.
  ///
  /// - Returns: The time; 0 for a user who may connect, nil if the user does not exist.
  func suspend(_ user: UserID, app: AppID, until: Int64, at now: Int64) async throws -> Int64?

  /// The users who may not connect at a time, after one of them in the order of their ids.
  func suspended(of app: AppID, at now: Int64, after: UserID?, limit: Int) async throws -> [Suspension]

  /// Notes when users were last connected; an earlier time changes nothing, and users who do not exist are skipped.
  func noteSeen(_ batch: [SeenUser]) async throws

  /// What is stored of users' presence, one for each of `ids`, in order; of users who do not exist as if nothing was set.
  func presence(of ids: [UserID], app: AppID) async throws -> [PresenceRecord]

  /// Schedules a message, or recognises a retry.
  ///
  /// A retry is recognised whatever happened to the message since, for as long as retries of appends are.
  func schedule(_ request: Schedule) async throws -> ScheduleOutcome

  /// Ends a scheduled message without sending it, at a time in milliseconds since 1970.
  func unschedule(
    _ id: ClientID, of user: UserID, app: AppID, as end: ScheduleEnd, at milliseconds: Int64
  ) async throws -> UnscheduleOutcome

  /// A user's scheduled messages, in ascending order of the texts of client ids, after one of them; at most `limit`.
  func scheduled(of user: UserID, app: AppID, after: ClientID?, limit: Int) async throws -> [ScheduledMessage]

  /// The scheduled messages of all apps after a place in this order, the earliest first; at most `limit`.
  func scheduled(after: ScheduledPlace?, limit: Int) async throws -> [ScheduledMessage]

  /// Copies everything into an existing empty directory, while the engine stays in use.
  ///
  /// The copy can be opened as a store. It holds every write that returned before this call, and later writes up to some moment.
  /// It is on disk when this returns. After an error or a cancellation, the contents of the directory are useless. Throws `.busy`
  /// while another copy is being made, `.full` if there is not enough space.
  func backUp(into directory: String, progress: @escaping @Sendable (BackupProgress) -> Void) async throws

  /// Ends the engine after the commits under way. Later calls throw `.closed`.
  func close() async
}

extension Store {
  /// The standard kinds.
  package var kinds: Kinds { .standard }

  /// For engines that have means of their own for it.
  package func backUp(into directory: String, progress: @escaping @Sendable (BackupProgress) -> Void) async throws {
    throw StoreError(.failed, "this store does not support backups")
  }
}

extension Store {
  /// Appends entries as above.
  package func append(_ batch: [Append]) async throws -> [AppendOutcome] { try await append(batch.map { Shared($0) }) }

  /// The entry at a position; nil if there is none.
  package func entry(at seq: UInt64, of id: ConversationID, app: AppID) async throws -> LogEntry? {
    try await entries(of: id, app: app, range: seq...seq, limit: 1, newest: false).first
  }

  /// The entry at a position, if it came after the member's joining and the member may see it.
  package func entry(
    at seq: UInt64, of id: ConversationID, app: AppID, for member: MemberRecord
  ) async throws -> LogEntry? {
    guard seq >= max(member.start, 1),
      let entry = try await entry(at: seq, of: id, app: app), entry.isVisible(to: LogReader(member))
    else { return nil }
    return entry
  }
}

/// One entry to append, with its conditions and its other effects.
package struct Append: Sendable, Equatable {
  package var app: AppID
  package var conversation: ConversationID
  package var sender: UserID
  /// Recognises retries per (app, sender).
  package var clientID: ClientID
  /// A hash of everything the request asks for; a retry must bring the same.
  package var fingerprint: [UInt8]
  /// The time of the append, in milliseconds since 1970.
  ///
  /// The stored time is this or the log's newest time, whichever is later.
  package var time: Int64
  package var event: LogEvent
  /// A message's details.
  package var details: Details?
  /// The message to which this one replies; 0 for none.
  ///
  /// The parent counts one more reply.
  package var parent: UInt64
  /// The message's first properties, if it is expandable; nil if it is not.
  package var properties: [AnnotationItem]?
  /// True if the entry counts as unread for every member.
  package var counts: Bool
  /// Conditions, checked in order in the same commit.
  ///
  /// A retry of a stored entry is answered before they are checked.
  package var conditions: [Condition]
  /// Makes the conversation where it does not exist yet; where it does, this is ignored.
  package var create: NewConversation?
  /// The users who become members with this entry.
  ///
  /// Each gets a `.joined` entry in the user log, except in direct conversations. Users who are members already are skipped. A
  /// user who rejoins starts with new markers.
  package var joins: [UserID]
  /// The users who stop being members with this entry; each gets a `.left` entry in the user log.
  ///
  /// Users who are not members are skipped.
  package var leaves: [UserID]
  /// The group's owner from this entry on; nil leaves it as it is.
  package var owner: OwnerChange?
  /// How many entries before it joining members may read, `.max` for all, unless the group has a rule of its own.
  package var history: UInt32 = 0

  package init(
    app: AppID, conversation: ConversationID, sender: UserID, clientID: ClientID, fingerprint: [UInt8], time: Int64,
    event: LogEvent, details: Details? = nil, parent: UInt64 = 0, properties: [AnnotationItem]? = nil, counts: Bool = false,
    conditions: [Condition] = [], create: NewConversation? = nil,
    joins: [UserID] = [], leaves: [UserID] = [], owner: OwnerChange? = nil
  ) {
    self.app = app
    self.conversation = conversation
    self.sender = sender
    self.clientID = clientID
    self.fingerprint = fingerprint
    self.time = time
    self.event = event
    self.details = details
    self.parent = parent
    self.properties = properties
    self.counts = counts
    self.conditions = conditions
    self.create = create
    self.joins = joins
    self.leaves = leaves
    self.owner = owner
  }

  /// Its approximate size, in entries of a quarter of a KiB: itself, and its changes for each user.
  package var weight: Int {
    1 &+ (event.contentBytes &+ (details?.bytes.count ?? 0)) / 256 &+ (properties?.count ?? 0) &+ joins.count &+ leaves.count
  }
}

/// The owner of a group from an entry on.
package enum OwnerChange: Sendable, Equatable {
  case user(UserID)
  /// Nobody: the last member left.
  case nobody
}

/// The settings a conversation starts with.
package struct NewConversation: Sendable, Equatable {
  package var title: String
  package var owner: UserID?

  package init(title: String = "", owner: UserID? = nil) {
    self.title = title
    self.owner = owner
  }
}

/// The outcome of one `Append`.
package enum AppendOutcome: Sendable, Equatable {
  /// Stored now.
  case stored(Stored)
  /// Stored before by a request with the same client id and fingerprint, at this position.
  case repeated(Position)
  /// The sender used the client id before for something else.
  case conflict
  /// There is nothing to change, now or when the same request first came. It is remembered like a stored one.
  case unchanged
  /// A condition does not hold; the first one in order.
  ///
  /// Nothing was changed.
  case refused(Condition)
  /// The conversation does not exist and the append does not create it.
  case noConversation
}

/// A position in a conversation log and its time.
package struct Position: Sendable, Equatable {
  package var conversation: ConversationID
  package var seq: UInt64
  package var time: Int64

  package init(conversation: ConversationID, seq: UInt64, time: Int64) {
    self.conversation = conversation
    self.seq = seq
    self.time = time
  }
}

/// The result of storing an append.
package struct Stored: Sendable, Equatable {
  package var position: Position
  package var countable: UInt64
  package var stamp: UInt64
  /// The stored entry's details.
  package var details: Details?
  /// The entries appended to user logs in the same commit.
  package var userEntries: [AddressedUserEntry]
  /// The stored event, where it may say less than what was asked for, or more.
  package var settled: Shared<LogEvent>?
  /// What the two users of a direct conversation have set about each other.
  package var relations: PairRelations

  package init(
    position: Position, countable: UInt64, stamp: UInt64, details: Details? = nil, userEntries: [AddressedUserEntry],
    settled: Shared<LogEvent>? = nil, relations: PairRelations = []
  ) {
    self.relations = relations
    self.settled = settled
    self.position = position
    self.countable = countable
    self.stamp = stamp
    self.details = details
    self.userEntries = userEntries
  }
}

/// A marker to move.
package struct Mark: Sendable, Equatable {
  /// The marker, and the users who are told of its move.
  package enum Kind: Sendable, Equatable, CaseIterable {
    /// The user read up to there, and others are told.
    case read
    /// The user read up to there; the position told to others stays.
    case readQuietly
    /// A device of the user holds the log up to there.
    case delivered
  }

  package var app: AppID
  package var conversation: ConversationID
  package var user: UserID
  package var kind: Kind
  package var seq: UInt64
  /// Milliseconds since 1970.
  package var time: Int64

  package init(app: AppID, conversation: ConversationID, user: UserID, kind: Kind = .read, seq: UInt64, time: Int64) {
    self.app = app
    self.conversation = conversation
    self.user = user
    self.kind = kind
    self.seq = seq
    self.time = time
  }
}

/// The outcome of one `Mark`.
package enum MarkOutcome: Sendable, Equatable {
  /// The read marker stands as before, at `read`, and others are told as far as `told` now.
  case told(UInt64, read: UInt64)
  /// The delivered marker moved.
  case delivered(UInt64)
  /// The read marker moved to `read`.
  case moved(read: UInt64, entry: UserLogEntry)
  /// The markers stand as before, the read marker at `read`.
  case unchanged(read: UInt64)
  /// The user is not a member, or the conversation does not exist.
  case notMember
}
