import MartletSQLite
import MartletWire

/// A conversation as far as filters and order need it.
private struct Candidate {
  let key: Int64
  let id: ConversationID
  let unread: UInt64
  let mentions: UInt64
  /// Milliseconds since 1970; the smallest number if unknown.
  var activity: Int64
  /// The time of pinning; the smallest number if not pinned.
  var pinned = Int64.min

  var place: (Int64, Int64, Int64) { (pinned, activity, key) }

  /// Reads the columns key, id, unread, the time of its last activity and mentions; nil if it has no name that could be one.
  init?(_ row: SQLiteRow) throws(SQLiteError) {
    guard let id = ConversationID(try row.text(1)) else { return nil }
    self.id = id
    key = try row.integer(0)
    unread = try row.unsigned(2)
    activity = row.isNull(3) ? .min : try row.integer(3)
    mentions = try row.unsigned(4)
  }
}

/// The facts that decide whether a query includes a conversation, and where it sorts.
private struct Conditions {
  let query: ConversationQuery
  let defaults: LevelDefaults
  let settings: [ConversationID: [String: ContentValue]]
  /// The time of the newest unsent message, by conversation.
  let unsent: [ConversationID: Int64]
  /// Conversations with the requested attributes; nil if the query names none.
  let attributed: Set<ConversationID>?
  private static let none = ConversationSettings([:])

  /// Conversations with settings or unsent messages.
  ///
  /// All other conversations differ only in kind, unread messages and activity. If the query names attributes, only the
  /// conversations that have them.
  var marked: Set<ConversationID> { attributed ?? Set(settings.keys).union(unsent.keys) }

  /// True if the query can include unmarked conversations.
  var concernsUnmarked: Bool {
    query.tag == nil && query.isPinned != true && query.attributes.isEmpty && attributed == nil
  }

  /// True if the query includes a conversation with unread messages.
  func counts(
    _ candidate: Candidate, isRemoved: (ConversationID, ConversationSettings) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Bool {
    if attributed?.contains(candidate.id) ?? (settings[candidate.id] != nil) {
      return try placed(candidate, isRemoved: isRemoved) != nil
    }
    return concernsUnmarked && concern(unmarked: candidate)
  }

  func concern(unmarked candidate: Candidate) -> Bool {
    query.kinds?.contains(candidate.id.kind) ?? true
      && query.levels?.contains(defaults.level(of: candidate.id, own: Self.none)) ?? true
      && hasUnread(candidate)
  }

  private func hasUnread(_ candidate: Candidate) -> Bool {
    query.isUnread.map { $0 == (candidate.unread > 0) } ?? true
      && query.isMentioned.map { $0 == (candidate.mentions > 0) } ?? true
  }

  /// A marked conversation with its place in the list; nil if the query does not include it.
  ///
  /// `isRemoved` says whether a conversation was removed from the list and has no new message since.
  func placed(
    _ candidate: Candidate, isRemoved: (ConversationID, ConversationSettings) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) -> Candidate? {
    let id = candidate.id
    let own = settings[id].map(ConversationSettings.init) ?? Self.none
    guard query.kinds?.contains(id.kind) ?? true, query.levels?.contains(defaults.level(of: id, own: own)) ?? true,
      hasUnread(candidate), query.tag.map({ own.tags[$0] != nil }) ?? true,
      query.attributes.allSatisfy({ own.attributes[$0.key] == $0.value })
    else { return nil }
    let pinned = query.tag.map { own.tags[$0]?.pinned } ?? own.pin?.at
    if let isPinned = query.isPinned, isPinned != (pinned != nil) { return nil }
    if own.removedUpTo > 0, !query.includesRemoved, try isRemoved(id, own) { return nil }
    var placed = candidate
    if let pin = own.pin, pin.countsAsActivity { placed.activity = max(placed.activity, pin.at.milliseconds) }
    if query.order.countsDrafts, let draft = own.draft { placed.activity = max(placed.activity, draft.at.milliseconds) }
    if let time = unsent[id] { placed.activity = max(placed.activity, time) }
    if query.order.pinnedFirst, let pinned { placed.pinned = pinned.milliseconds }
    return placed
  }
}

// Queries of the list.
//
// Conversations with settings are checked one by one. The others are read in the order of their activity, and only as many as the
// query wants.
extension LocalStore {
  /// The conversations of a query, in its order.
  ///
  /// Reads no more rows than the query needs.
  package func conversations(
    matching query: ConversationQuery, after previous: ConversationID?, limit: Int
  ) throws(SQLiteError) -> [Conversation] {
    let conditions = try conditions(query)
    let marked = conditions.marked
    var few: [Candidate] = []
    for id in marked { if let candidate = try placed(id, conditions) { few.append(candidate) } }
    few.sort { $0.place > $1.place }
    var start = (time: Int64.max, key: Int64.max)
    if let previous {
      let last = marked.contains(previous) ? few.first { $0.id == previous } : try unmarked(previous, conditions)
      guard let last else { return [] }
      few.removeAll { $0.place >= last.place }
      // None of the others is pinned.
      if last.pinned == .min { start = (last.activity, last.key) }
    }
    var found: [ConversationID] = []
    var rest = few[...]
    func take(before candidate: Candidate?) {
      while found.count < limit, let next = rest.first, candidate.map({ next.place > $0.place }) ?? true {
        found.append(next.id)
        rest.removeFirst()
      }
    }
    if conditions.concernsUnmarked {
      try eachByActivity(after: start, isUnread: query.isUnread == true) { candidate in
        guard !marked.contains(candidate.id), conditions.concern(unmarked: candidate) else { return true }
        take(before: candidate)
        if found.count < limit { found.append(candidate.id) }
        return found.count < limit
      }
    }
    take(before: nil)
    var page: [Conversation] = []
    for id in found { if let conversation = try conversation(id) { page.append(conversation) } }
    return page
  }

  package func unreadTotal(_ query: ConversationQuery) throws(SQLiteError) -> UnreadTotal {
    var query = query
    query.isUnread = true
    query.order = .serverTime
    let conditions = try conditions(query)
    var (messages, mentions, conversations) = (UInt64(0), UInt64(0), 0)
    try eachByActivity(after: (.max, .max), isUnread: true) { candidate throws(SQLiteError) in
      guard try conditions.counts(candidate, isRemoved: isRemoved) else { return true }
      messages = messages.addingClamped(candidate.unread)
      mentions = mentions.addingClamped(candidate.mentions)
      conversations += 1
      return true
    }
    return UnreadTotal(messages: Int(clamping: messages), conversations: conversations, mentions: Int(clamping: mentions))
  }

  /// The pinned conversations, most recently pinned first.
  ///
  /// Includes direct conversations that have no message yet.
  package func pinned() throws(SQLiteError) -> [ConversationID] {
    try settings(under: "pin")
      .compactMap { id, value in ConversationSettings(["pin": value]).pin.map { (id, $0.at.milliseconds) } }
      .sorted { ($0.1, $0.0.text) > ($1.1, $1.0.text) }.map { $0.0 }
  }

  private func conditions(_ query: ConversationQuery) throws(SQLiteError) -> Conditions {
    Conditions(
      query: query, defaults: LevelDefaults(try settings(of: nil)), settings: try allSettings(),
      unsent: query.order.countsUnsent ? try unsentTimes() : [:],
      attributed: query.sharedAttributes.isEmpty ? nil : try conversations(with: query.sharedAttributes))
  }

  private func placed(_ id: ConversationID, _ conditions: Conditions) throws(SQLiteError) -> Candidate? {
    try candidate(id).flatMap { candidate throws(SQLiteError) in try conditions.placed(candidate, isRemoved: isRemoved) }
  }

  private func unmarked(_ id: ConversationID, _ conditions: Conditions) throws(SQLiteError) -> Candidate? {
    guard conditions.concernsUnmarked, let candidate = try candidate(id), conditions.concern(unmarked: candidate) else {
      return nil
    }
    return candidate
  }

  private func candidate(_ id: ConversationID) throws(SQLiteError) -> Candidate? {
    try database.statement(
      """
      SELECT key, id, unread - unread_here, recent.time, mentions - mentions_here
      FROM conversation LEFT JOIN recent ON recent.conversation = key WHERE id = ?1
      """
    ).first(.text(id.text)) { row throws(SQLiteError) in try Candidate(row) } ?? nil
  }

  /// Visits conversations, the latest activity first, after a place in that order, until `visit` returns false.
  private func eachByActivity(
    after place: (time: Int64, key: Int64), isUnread: Bool, visit: (Candidate) throws(SQLiteError) -> Bool
  ) throws(SQLiteError) {
    let statement =
      try isUnread
      ? database.statement(
        """
        SELECT key, id, unread - unread_here, recent.time, mentions - mentions_here
        FROM conversation INDEXED BY conversation_unread
        CROSS JOIN recent ON recent.conversation = key
        WHERE unread > 0 AND (recent.time, key) < (?1, ?2) ORDER BY recent.time DESC, key DESC
        """)
      : database.statement(
        """
        SELECT key, id, unread - unread_here, recent.time, mentions - mentions_here
        FROM recent CROSS JOIN conversation ON key = recent.conversation
        WHERE (recent.time, recent.conversation) < (?1, ?2) ORDER BY recent.time DESC, recent.conversation DESC
        """)
    try statement.each([.integer(place.time), .integer(place.key)]) { row throws(SQLiteError) in
      try Candidate(row).map(visit) ?? true
    }
  }

  /// True if a conversation was removed from the list and has no new message since.
  private func isRemoved(_ id: ConversationID, _ own: ConversationSettings) throws(SQLiteError) -> Bool {
    guard let row = try stored(id) else { return false }
    return try shown(row, own).isRemoved
  }

  /// The time of the newest outbox row, by conversation.
  private func unsentTimes() throws(SQLiteError) -> [ConversationID: Int64] {
    let rows = try database.statement("SELECT destination, MAX(made) FROM outbox WHERE state <> 1 GROUP BY destination")
      .all { row throws(SQLiteError) in (Destination(try row.text(0))?.conversation(of: user), try row.integer(1)) }
    var newest: [ConversationID: Int64] = [:]
    for (id, time) in rows { if let id { newest[id] = max(newest[id] ?? time, time) } }
    return newest
  }
}
