import MartletSQLite
import MartletWire

enum RelationSchema {
  static let table: StaticString = """
    CREATE TABLE relation (           -- what the user has set about others, as the server had it last
      user TEXT PRIMARY KEY,          -- the other one
      revision INTEGER NOT NULL,      -- the user log's entry that made it so
      blocked INTEGER NOT NULL        -- 1: the user blocks the other one
    ) WITHOUT ROWID;
    CREATE INDEX relation_blocked ON relation (user) WHERE blocked = 1;
    DELETE FROM meta WHERE name = 'cursor';  -- everything is read anew, for what was not understood before
    """
}

// What the user has set about others.
extension LocalStore {
  /// What the user has set about another one.
  package func relation(to user: UserID) throws(SQLiteError) -> Relation {
    Relation(user: user, isBlocked: try stored(relationTo: user)?.isBlocked ?? false)
  }

  /// The users whom the user blocks, in the order of their ids, after one of them.
  package func blockedUsers(after: UserID?, limit: Int) throws(SQLiteError) -> [UserID] {
    try database.statement("SELECT user FROM relation WHERE blocked = 1 AND user > ?1 ORDER BY user LIMIT ?2")
      .all(.text(after?.text ?? ""), .integer(Int64(limit))) { row throws(SQLiteError) in UserID(try row.text(0)) }
      .compactMap { $0 }
  }

  private func stored(relationTo user: UserID) throws(SQLiteError) -> (revision: UInt64, isBlocked: Bool)? {
    try database.statement("SELECT revision, blocked FROM relation WHERE user = ?1").first(.text(user.text)) {
      row throws(SQLiteError) in
      (revision: try row.unsigned(0), isBlocked: try row.integer(1) != 0)
    }
  }

  // MARK: Changes from the server

  /// Adopts relations, unless newer ones are stored.
  func take(_ relations: [Wire.Relation], _ batch: inout Batch) throws(SQLiteError) {
    for wire in relations {
      // The same revision may be there as far as an answer told it.
      guard let relation = Relation(wire), wire.revision >= (try stored(relationTo: relation.user)?.revision ?? 0) else {
        continue
      }
      try store(relation, revision: wire.revision, &batch)
    }
  }

  /// Adopts a page, and drops relations that lie in its range, are older than the page and are missing from it.
  func take(page: Wire.Relations, after: String, _ batch: inout Batch) throws(SQLiteError) {
    try take(page.relations, &batch)
    let held = try database.statement(
      "SELECT user FROM relation WHERE user > ?1 AND (?2 IS NULL OR user <= ?2) AND revision <= ?3 AND blocked = 1"
    ).all(.text(after), .optional(page.more ? page.relations.last?.user : nil), .unsigned(page.head)) {
      row throws(SQLiteError) in UserID(try row.text(0))
    }
    let named = Set(page.relations.map { $0.user })
    for user in held.compactMap({ $0 }) where !named.contains(user.text) {
      try store(Relation(user: user, isBlocked: false), revision: page.head, &batch)
    }
  }

  /// Notes that users are blocked, or not, by an entry of the user log that has not arrived.
  func noteBlocked(_ users: [UserID], _ isBlocked: Bool, _ batch: inout Batch) throws(SQLiteError) {
    for user in users {
      try store(Relation(user: user, isBlocked: isBlocked), revision: stored(relationTo: user)?.revision ?? 0, &batch)
    }
  }

  /// The server has another copy of its data.
  func forgetRelations() throws(SQLiteError) { try database.statement("DELETE FROM relation").run() }

  private func store(_ relation: Relation, revision: UInt64, _ batch: inout Batch) throws(SQLiteError) {
    let before = try self.relation(to: relation.user)
    try database.statement("INSERT OR REPLACE INTO relation (user, revision, blocked) VALUES (?1, ?2, ?3)")
      .run(.text(relation.user.text), .unsigned(revision), .integer(relation.isBlocked ? 1 : 0))
    if relation != before { batch.changes.relations.append(relation) }
  }
}
