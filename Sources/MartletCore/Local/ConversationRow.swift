import MartletSQLite
import MartletWire

/// A conversation as the local database holds it: the range of its log, and the fold of the log up to `folded`.
package struct ConversationRow: Equatable {
  package var key: Int64 = 0
  let id: ConversationID
  package var first: UInt64
  package var last: UInt64
  package var start: UInt64
  package var folded: UInt64 = 0
  /// The time of the entry at `folded`, in milliseconds since 1970; 0 if unknown.
  var time: Int64 = 0
  var title = ""
  /// The attributes that all members see, by key: JSON, never empty.
  var attributes: [String: String] = [:]
  var owner = ""
  /// How the group is run.
  var rules = Wire.GroupRules()
  /// The user may not write before this time, in milliseconds since 1970; 0 for a user who may.
  var silencedUntil: Int64 = 0
  var members: UInt64 = 0
  var countable: UInt64 = 0
  var joined: UInt64 = 0
  /// How many entries before `joined` the user may read.
  var earlier: UInt64 = 0
  var lastSent: UInt64 = 0
  var read: UInt64 = 0
  var pendingRead: UInt64 = 0
  var unread: UInt64 = 0
  /// The number of unread messages that mention the user, and the position of the first; 0 for none.
  var mentions: UInt64 = 0
  var firstMention: UInt64 = 0
  /// The delivered marker to send to the server; 0 for none.
  var pendingDelivered: UInt64 = 0
  var doubts: Doubts = []
  /// The newest message, if it lies outside the cached range.
  var lastMessage: Wire.Entry?
  /// The user hid everything up to here.
  var cleared: UInt64 = 0
  /// The user-log position of the last hiding included in the counts; 0 for none.
  var hidden: UInt64 = 0
  /// As `cleared`, on this device alone.
  var clearedHere: UInt64 = 0
  /// True if entries are hidden on this device alone.
  var hidesHere = false
  /// The part of `unread` and `mentions` that is hidden on this device only.
  var unreadHere: UInt64 = 0
  var mentionsHere: UInt64 = 0

  /// The parts of the fold that the cached entries cannot determine.
  struct Doubts: OptionSet {
    let rawValue: Int64
    static let unread = Doubts(rawValue: 1)
    static let lastMessage = Doubts(rawValue: 2)
    /// Entries between `folded` and the range held are unknown.
    static let gap = Doubts(rawValue: 4)
  }

  /// The unread count that this device shows.
  package var shownUnread: UInt64 { unread - min(unread, unreadHere) }

  /// Countable entries after this position are unread.
  package var base: UInt64 { max(max(joined, cleared), lastSent, max(read, pendingRead)) }

  /// The user's read position since joining.
  ///
  /// A marker below `joined` is of an earlier membership, and may arrive late.
  var readUpTo: UInt64 {
    let marker = max(read, pendingRead)
    return marker < joined ? 0 : marker
  }

  /// The rules of the group in the form in which they are stored; nil as long as they are as at first.
  var storedRules: [UInt8]? { rules == Wire.GroupRules() ? nil : rules.encoded() }

  /// Creates a row without cached entries.
  ///
  /// Entries after `anchor` will be cached.
  init(_ id: ConversationID, anchor: UInt64) {
    self.id = id
    first = anchor + 1
    last = anchor
    start = 1
  }

  /// Adopts a summary from the server, unless it is older than the folded state.
  mutating func adopt(_ summary: Summary) {
    // A user who rejoins has hidden nothing of the visible entries.
    if summary.joined > joined { (cleared, hidden, start) = (0, 0, 1) }
    if summary.joined >= joined { (joined, earlier) = (summary.joined, summary.joined - summary.since) }
    start = max(start, summary.start)
    let baseOfSummary = max(max(summary.joined, summary.cleared), summary.lastSent, summary.read)
    guard summary.head >= folded else {
      // The summary already includes earlier hidings, and the server may never send them one by one.
      if summary.hidden > hidden { doubts.formUnion(base < folded ? [.unread, .lastMessage] : .lastMessage) }
      return readTo(summary.read)
    }
    folded = summary.head
    if summary.time > 0 { time = summary.time }
    title = summary.title
    attributes = summary.attributes
    owner = summary.owner
    (rules, silencedUntil) = (summary.rules, summary.silencedUntil)
    members = UInt64(summary.memberCount)
    countable = summary.countable
    lastSent = max(lastSent, summary.lastSent)
    read = max(read, summary.read)
    cleared = max(cleared, summary.cleared)
    lastMessage = summary.lastMessage
    unread = base >= folded ? 0 : summary.unread
    mentions = base >= folded ? 0 : summary.mentions
    firstMention = base >= folded ? 0 : summary.firstMention
    // If a marker is further ahead on this device, the server's count is too large.
    doubts = base < folded && base != baseOfSummary ? .unread : []
    // If more was hidden since, the summary still counts hidden entries.
    if summary.hidden < hidden, base < folded { doubts.insert(.unread) }
    hidden = max(hidden, summary.hidden)
  }

  /// Everything up to a position is hidden.
  mutating func clearTo(_ seq: UInt64) { moveBase { $0.cleared = max($0.cleared, seq) } }

  /// The user's marker stands at a position at least.
  mutating func readTo(_ seq: UInt64) { moveBase { $0.read = max($0.read, seq) } }

  /// Moves the read marker to a position, which must still be sent to the server.
  mutating func readPending(_ seq: UInt64) { moveBase { $0.pendingRead = max($0.pendingRead, seq) } }

  /// No read marker is left to send.
  mutating func settlePending() { moveBase { $0.pendingRead = 0 } }

  private mutating func moveBase(_ change: (inout ConversationRow) -> Void) {
    let before = base
    change(&self)
    guard base != before else { return }
    if base >= folded {
      nothingUnread()
    } else {
      doubts.insert(.unread)
    }
  }

  private mutating func nothingUnread() {
    unread = 0
    mentions = 0
    firstMention = 0
    doubts.remove(.unread)
  }

  /// Folds the entry at `folded + 1`.
  ///
  /// `isOwn`: this user sent the entry. `isNamed`: it is about this user as a member. `address`: other ways in which a message
  /// concerns the user. `target`: whether the message at a position counts as unread and mentions the user; nil if unknown.
  mutating func fold<Failure>(
    _ entry: Wire.Entry, isOwn: Bool, isNamed: Bool = false, address: Wire.Details.Address = [],
    target: (UInt64) throws(Failure) -> Wire.Details.Address?
  ) throws(Failure) {
    let counts = entry.countable > countable
    folded = entry.seq
    time = entry.time
    countable = entry.countable
    switch entry.event {
    case .message:
      if isOwn {
        lastSent = entry.seq
        nothingUnread()
      } else if entry.seq > base {
        if counts || address.contains(.counted) { unread = unread.addingClamped(1) }
        if address.contains(.mention) {
          mentions = mentions.addingClamped(1)
          if firstMention == 0 { firstMention = entry.seq }
        }
      }
    case .edited(let edited):
      if case .message(var message)? = lastMessage?.event, lastMessage?.seq == edited.target, message.revision < entry.seq,
        !edited.content.isEmpty
      {
        (message.type, message.content, message.revision) = (edited.type, edited.content, entry.seq)
        lastMessage?.event = .message(message)
      }
    case .recalled(let recalled):
      if recalled.target > base, recalled.target < entry.seq {
        let known = try target(recalled.target)
        if known?.contains(.counted) ?? true { unread -= min(unread, 1) }
        if known?.contains(.mention) ?? false { mentions -= min(mentions, 1) }
        // The first mention must be looked up again.
        if known == nil || recalled.target == firstMention { doubts.insert(.unread) }
      }
      if recalled.target == lastMessage?.seq {
        // The newest message is unknown, because no older one is cached.
        lastMessage = nil
        doubts.insert(.lastMessage)
      }
    case .groupCreated, .membersAdded, .membersRemoved, .conversationChanged, .rolesSet, .usersBanned, .announced:
      foldDescription(entry)
    case .membersSilenced(let silenced): if isNamed { silencedUntil = silenced.until }
    case .hidden(let hidden):
      // The original is unknown, but its sender has read up to here.
      guard hidden.message, isOwn else { return }
      lastSent = entry.seq
      nothingUnread()
    case .annotated, .withheld, .applied, .applicationsRefused, .memberNamed, nil: break
    }
  }
}

extension ConversationRow {
  /// Folds members, roles, title and attributes.
  private mutating func foldDescription(_ entry: Wire.Entry) {
    switch entry.event {
    case .groupCreated(let created):
      title = created.title
      attributes = [:]
      attributes.change(created.attributes.values)
      owner = created.owner
      rules = Wire.GroupRules()
      members = UInt64(created.members.count)
    case .membersAdded(let added):
      members = members.addingClamped(UInt64(added.users.count))
    case .membersRemoved(let removed): remove(removed.users, owner: removed.owner)
    case .usersBanned(let banned): remove(banned.removed, owner: banned.owner)
    case .conversationChanged(let changed):
      title = changed.title ?? title
      attributes.change(changed.attributes.values)
      rules.silenced = changed.silenced ?? rules.silenced
      rules.open = changed.open ?? rules.open
      rules.history = changed.history ?? rules.history
      rules.applications = changed.applications ?? rules.applications
      rules.dismissed = rules.dismissed || changed.dismissed
    case .announced(let announced):
      let new = Wire.Announcement(text: announced.text, by: entry.sender, time: entry.time, seq: entry.seq)
      rules.announcement = announced.text.isEmpty ? nil : new
    case .rolesSet(let set):
      rules.admins.removeAll { set.users.contains($0) }
      if set.role == .admin {
        rules.admins = (rules.admins + set.users).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
      if set.role == .owner { owner = set.users.first ?? owner }
    default: break
    }
  }

  private mutating func remove(_ users: [String], owner: String) {
    members -= min(members, UInt64(users.count))
    self.owner = owner
    rules.admins.removeAll { users.contains($0) || $0 == owner }
  }

  /// True if two positions can bound a cached range, in a log that is visible from `start` on.
  static func isRange(_ first: UInt64, _ last: UInt64, from start: UInt64) -> Bool {
    EntryPage.isPosition(first) && last <= Sync.lastPosition && first <= last + 1 && EntryPage.isPosition(start)
  }

  /// Reads the columns in the order of the table.
  init(_ row: SQLiteRow) throws(SQLiteError) {
    guard let id = ConversationID(try row.text(1)) else {
      throw SQLiteError(.unexpectedValue, "column id holds no conversation")
    }
    self.id = id
    key = try row.integer(0)
    first = try row.unsigned(2)
    last = try row.unsigned(3)
    start = try row.unsigned(4)
    folded = try row.unsigned(5)
    title = try row.text(6)
    owner = try row.text(7)
    members = try row.unsigned(8)
    countable = try row.unsigned(9)
    joined = try row.unsigned(10)
    lastSent = try row.unsigned(11)
    read = try row.unsigned(12)
    pendingRead = try row.unsigned(13)
    unread = try row.unsigned(14)
    doubts = Doubts(rawValue: try row.integer(15))
    guard Self.isRange(first, last, from: start) else {
      throw SQLiteError(.unexpectedValue, "a conversation's range makes no sense")
    }
    if !row.isNull(16) { lastMessage = try row.entry(16) }
    mentions = try row.unsigned(17)
    firstMention = try row.unsigned(18)
    cleared = try row.unsigned(19)
    hidden = try row.unsigned(20)
    clearedHere = try row.unsigned(21)
    hidesHere = try row.boolean(22)
    pendingDelivered = try row.unsigned(23)
    unreadHere = try row.unsigned(24)
    mentionsHere = try row.unsigned(25)
    time = try row.integer(26)
    attributes = try row.attributes(27)
    rules = try row.rules(28)
    silencedUntil = try row.integer(29)
    earlier = try row.unsigned(30)
  }
}

extension SQLiteRow {
  /// Reads attributes from a blob that holds a wire ConversationChanged; empty if it is NULL.
  func attributes(_ column: Int32) throws(SQLiteError) -> [String: String] {
    guard !isNull(column) else { return [:] }
    return try decoded(column, as: "attributes") { bytes throws(WireError) in
      try Wire.ConversationChanged(decoding: bytes).attributes.values
    }
  }

  /// Reads the rules of a group from a blob; as they are at first if it is NULL.
  fileprivate func rules(_ column: Int32) throws(SQLiteError) -> Wire.GroupRules {
    guard !isNull(column) else { return Wire.GroupRules() }
    return try decoded(column, as: "rules") { bytes throws(WireError) in try Wire.GroupRules(decoding: bytes) }
  }

  /// Reads Details from a blob; nil if it is NULL.
  func details(_ column: Int32) throws(SQLiteError) -> Wire.Details? {
    guard !isNull(column) else { return nil }
    return try decoded(column, as: "details") { bytes throws(WireError) in try Wire.Details(decoding: bytes) }
  }

  /// A wire Entry in a blob.
  func entry(_ column: Int32) throws(SQLiteError) -> Wire.Entry {
    try decoded(column, as: "entry") { bytes throws(WireError) in try Wire.Entry(decoding: bytes) }
  }

  /// Reads a blob that this library wrote in a wire form; bytes that are not in that form are damage.
  func decoded<Value>(
    _ column: Int32, as what: StaticString, _ decode: ([UInt8]) throws(WireError) -> Value
  ) throws(SQLiteError) -> Value {
    let bytes = try blob(column)
    do throws(WireError) {
      return try decode(bytes)
    } catch {
      throw SQLiteError(.unexpectedValue, "a blob does not hold its \(what)")
    }
  }
}
