import MartletSQLite
import MartletWire

/// A conversation as far as filters and order need it.
private struct Candidate {
  let key: Int64
  let id: ConversationID
  let unread: UInt64
  let mentions: UInt64
  /// Milliseconds since 1970; the smallest number where none is known.
  var activity: Int64
  /// When it was pinned; the smallest number where it was not.
  var pinned: Int64
}

// Queries of the list.
extension LocalStore {
  /// The conversations of a query, in its order: no more of each is read than the query needs, and all of those given.
  func conversations(matching query: ConversationQuery, after previous: ConversationID?, limit: Int) throws -> [Conversation] {
    var found = try candidates(query).sorted { one, other in
      (one.pinned, one.activity, one.key) > (other.pinned, other.activity, other.key)
    }
    if let previous {
      guard let index = found.firstIndex(where: { $0.id == previous }) else { return [] }
      found.removeFirst(index + 1)
    }
    return try found.prefix(limit).compactMap { try conversation($0.id) }
  }

  func unreadTotal(_ query: ConversationQuery) throws -> UnreadTotal {
    var query = query
    query.isUnread = true
    let found = try candidates(query)
    let messages = found.reduce(UInt64(0)) { $0.addingClamped($1.unread) }
    let mentions = found.reduce(UInt64(0)) { $0.addingClamped($1.mentions) }
    return UnreadTotal(
      messages: Int(clamping: messages), conversations: found.count, mentions: Int(clamping: mentions))
  }

  /// What is pinned, also direct conversations in which nothing was said yet, those pinned last first.
  func pinned() throws -> [ConversationID] {
    try settings(under: "pin").compactMap { id, value in Personal(["pin": value]).pin.map { (id, $0.at.milliseconds) } }
      .sorted { ($0.1, $0.0.text) > ($1.1, $1.0.text) }.map(\.0)
  }

  private func candidates(_ query: ConversationQuery) throws -> [Candidate] {
    let all = try allSettings()
    let defaults = try LevelDefaults(settings(of: nil))
    let unsent = query.order.countsUnsent ? try unsentTimes() : [:]
    let none = Personal([:])
    var found: [Candidate] = []
    try database.statement(
      """
      SELECT key, id, unread - unread_here, recent.time, mentions - mentions_here
      FROM conversation LEFT JOIN recent ON recent.conversation = key
      WHERE (?1 IS NULL OR (unread > unread_here) = ?1) AND (?2 IS NULL OR (mentions > mentions_here) = ?2)
      """
    ).each([query.isUnread, query.isMentioned].map { $0.map { .integer($0 ? 1 : 0) } ?? .null }) { row in
      guard let id = ConversationID(try row.text(1)) else { return true }
      let own = all[id].map(Personal.init) ?? none
      guard query.kinds?.contains(id.kind) ?? true, query.levels?.contains(defaults.level(of: id, own: own)) ?? true,
        query.tag.map({ own.tags[$0] != nil }) ?? true
      else { return true }
      let pinned = query.tag.map { own.tags[$0]?.pinned } ?? own.pin?.at
      if let isPinned = query.isPinned, isPinned != (pinned != nil) { return true }
      if own.removedUpTo > 0, !query.includesRemoved, try isRemoved(id, own) { return true }
      var activity = row.isNull(3) ? Int64.min : try row.integer(3)
      if let pin = own.pin, pin.countsAsActivity { activity = max(activity, pin.at.milliseconds) }
      if query.order.countsDrafts, let draft = own.draft { activity = max(activity, draft.at.milliseconds) }
      if let time = unsent[id] { activity = max(activity, time) }
      found.append(
        Candidate(
          key: try row.integer(0), id: id, unread: try row.unsigned(2), mentions: try row.unsigned(4), activity: activity,
          pinned: query.order.pinnedFirst ? pinned?.milliseconds ?? .min : .min))
      return true
    }
    return found
  }

  /// Whether a conversation was taken out of the list and nothing was said since.
  private func isRemoved(_ id: ConversationID, _ own: Personal) throws -> Bool {
    guard let row = try stored(id) else { return false }
    return try shown(row, own).isRemoved
  }

  /// When what is in the outbox was last written, by conversation.
  private func unsentTimes() throws -> [ConversationID: Int64] {
    let rows = try database.statement("SELECT destination, MAX(made) FROM outbox WHERE state <> 1 GROUP BY destination")
      .all { (Destination(try $0.text(0))?.conversation(of: user), try $0.integer(1)) }
    return Dictionary(rows.compactMap { id, time in id.map { ($0, time) } }, uniquingKeysWith: { max($0, $1) })
  }
}
