import MartletSQLite
import MartletWire

/// The list's order, in a table of its own, so that its first page does not need all conversations to be read.
enum RecentSchema {
  private static let table: StaticString = """
    CREATE TABLE recent (
      conversation INTEGER PRIMARY KEY,  -- its key
      time INTEGER NOT NULL              -- of its last activity; the smallest number where that is not known
    );
    CREATE INDEX recent_time ON recent (time, conversation);
    """

  /// Creates the table, and fills it from the existing conversations.
  static let fill: @Sendable (SQLiteConnection) throws(SQLiteError) -> Void = { database in
    try database.execute(table)
    try database.statement(
      """
      INSERT INTO recent (conversation, time) SELECT key, COALESCE(
        (SELECT time FROM entry WHERE entry.conversation = key AND kind = 1 AND recalled = 0 ORDER BY seq DESC LIMIT 1),
        (SELECT time FROM entry WHERE entry.conversation = key AND seq = last), -9223372036854775808)
      FROM conversation
      """
    ).run()
    // If the newest message is not cached, the list has it from the server's summary.
    let others = try database.statement("SELECT key, last_message FROM conversation WHERE last_message IS NOT NULL").all {
      row throws(SQLiteError) in
      (key: try row.integer(0), time: try row.entry(1).time)
    }
    for (key, time) in others {
      try database.statement("UPDATE recent SET time = MAX(time, ?2) WHERE conversation = ?1").run(.integer(key), .integer(time))
    }
  }
}

// Pages of the list.
extension LocalStore {
  func noteActivity(_ conversation: Conversation, key: Int64) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO recent (conversation, time) VALUES (?1, ?2)
      ON CONFLICT (conversation) DO UPDATE SET time = ?2 WHERE time <> ?2
      """
    ).run(.integer(key), .integer(conversation.lastActivity?.milliseconds ?? .min))
  }

  /// The next conversations of the list, the latest activity first.
  package func conversations(after previous: Conversation?, limit: Int) throws(SQLiteError) -> [Conversation] {
    var place: (time: Int64, key: Int64) = (.max, .max)
    if let previous { place = (previous.lastActivity?.milliseconds ?? .min, try stored(previous.id)?.key ?? .max) }
    var found: [Conversation] = []
    // A page keeps its full length even if it leaves out removed conversations.
    try database.statement(
      """
      SELECT conversation.* FROM recent CROSS JOIN conversation ON key = recent.conversation
      WHERE (recent.time, recent.conversation) < (?1, ?2) ORDER BY recent.time DESC, recent.conversation DESC
      """
    ).each([.integer(place.time), .integer(place.key)]) { row throws(SQLiteError) in
      let conversation = try shown(ConversationRow(row))
      if !conversation.isRemoved { found.append(conversation) }
      return found.count < limit
    }
    return found
  }
}
