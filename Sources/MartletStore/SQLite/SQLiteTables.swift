import MartletSQLite
import MartletWire

/// The tables as the one writer sees and changes them, within its transactions.
///
/// Conversations in use are kept in memory; those changed are written once, at the end of the transaction.
/// Not Sendable: belongs to the writer.
final class SQLiteTables: StoreView {
  let queries: SQLiteQueries
  var database: SQLiteConnection { queries.database }
  var stamp: UInt64
  /// The stamp in the file, the changes of this transaction included once they are flushed.
  var storedStamp: UInt64
  var lastNumber: Int64
  var heads: HeadCache
  /// The time of the append decided last.
  var newestTime: Int64?

  /// Starts from what the file holds.
  init(_ database: SQLiteConnection, cachedConversations: Int) throws {
    queries = SQLiteQueries(database)
    heads = HeadCache(capacity: cachedConversations)
    stamp = 0
    storedStamp = 0
    lastNumber = 0
    try reload()
  }

  /// Drops what is in memory after a transaction was rolled back.
  func reload() throws {
    queries.forget()
    heads.removeAll()
    stamp = try queries.stamp()
    storedStamp = stamp
    lastNumber = try database.statement("SELECT max(number) FROM conversation").first { try $0.optionalInteger(0) ?? 0 } ?? 0
  }

  // MARK: - StoreView

  func conversation(_ id: ConversationID, app: AppID) throws -> ConversationState? {
    if let known = heads.find(id, app: app) { return known }
    guard let stored = try queries.conversation(id, app: app) else { return nil }
    heads.keep(stored)
    return stored
  }

  func member(_ user: UserID, of conversation: ConversationState) throws -> MemberRecord? {
    try queries.member(user, of: conversation.number)
  }

  func message(at seq: UInt64, in conversation: ConversationState) throws -> MessageState? {
    guard let key = EntryKey.of(conversation.number, seq) else { return nil }
    return try database.statement("SELECT sender, revision, recalled, counts FROM entry WHERE key = ?1 AND kind = 1")
      .first(.integer(key)) {
        MessageState(
          sender: try $0.userID(0), revision: try $0.unsigned(1), isRecalled: try $0.boolean(2), counts: try $0.boolean(3))
      }
  }

  func editBefore(_ edit: UInt64, in conversation: ConversationState) throws -> UInt64 {
    guard let key = EntryKey.of(conversation.number, edit) else { return 0 }
    return try database.statement("SELECT revision FROM entry WHERE key = ?1 AND kind = 2").first(.integer(key)) {
      try $0.unsigned(0)
    } ?? 0
  }

  func shownMessage(before seq: UInt64, in conversation: ConversationState) throws -> UInt64 {
    guard seq > 1, let keys = EntryKey.range(conversation.number, 1...(seq &- 1)) else { return 0 }
    return try database.statement(
      "SELECT key FROM entry WHERE key BETWEEN ?1 AND ?2 AND kind = 1 AND recalled = 0 ORDER BY key DESC LIMIT 1"
    ).first(.integer(keys.lowerBound), .integer(keys.upperBound)) { EntryKey.seq(try $0.integer(0)) } ?? 0
  }

  func remembered(_ id: ClientID, sender: UserID, app: AppID) throws -> RememberedAppend? {
    guard let number = try queries.number(of: app) else { return nil }
    let found = try database.statement(
      """
      SELECT r.key, e.time, r.fingerprint FROM request r JOIN entry e ON e.key = r.key
      WHERE r.made = ?1 AND r.app = ?2 AND r.sender = ?3 AND r.client = ?4
      """
    ).first(.integer(Self.made(id)), .integer(number), .text(sender.text), .text(id.text)) {
      (key: try $0.integer(0), time: try $0.integer(1), fingerprint: try $0.blob(2))
    }
    guard let found else { return nil }
    let conversation = try queries.conversationID(EntryKey.number(found.key))
    return RememberedAppend(
      position: Position(conversation: conversation, seq: EntryKey.seq(found.key), time: found.time),
      fingerprint: found.fingerprint)
  }

  func userHead(_ user: UserID, app: AppID) throws -> UInt64 {
    guard let number = try queries.number(of: app) else { return 0 }
    return try queries.userHead(user, app: number)
  }

  /// The time a client's id carries; -1 for an id without one, which is kept for ever.
  static func made(_ id: ClientID) -> Int64 { id.madeAt ?? -1 }
}
