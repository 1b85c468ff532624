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

  static let kinds: StaticString = """
    DROP TABLE relation;
    CREATE TABLE relation (           -- what the user has set about others, as the server had it last
      user TEXT PRIMARY KEY,          -- the other one; the user itself for what is set about everybody
      revision INTEGER NOT NULL,      -- the user log's entry that made it so
      kinds INTEGER NOT NULL          -- bits: 1 blocked, 2 on the allow list, 4 takes only those on it
    ) WITHOUT ROWID;
    DELETE FROM meta WHERE name = 'cursor';  -- everything is read anew, for what was not understood before
    """

  static let friends: StaticString = """
    -- In kinds, 32 the user asked the other one to become friends, 64 the other one asks, 128 they are friends.
    ALTER TABLE relation ADD COLUMN text TEXT NOT NULL DEFAULT '';  -- what was said with a request
    DELETE FROM meta WHERE name = 'cursor';  -- everything is read anew, for what was not understood before
    """
}

// What the user has set about others.
extension LocalStore {
  /// What the user has set about another one.
  package func relation(to user: UserID) throws(SQLiteError) -> Relation {
    try stored(relationTo: user)?.relation ?? Relation(user: user, [])
  }

  /// The relations of one kind, in the order of the users' ids, after one of them.
  package func relations(of kind: RelationFlags, after: UserID?, limit: Int) throws(SQLiteError) -> [Relation] {
    try database.statement("SELECT user, kinds, text FROM relation WHERE kinds & ?3 AND user > ?1 ORDER BY user LIMIT ?2")
      .all(.text(after?.text ?? ""), .integer(Int64(limit)), .integer(kind.rawValue)) { row throws(SQLiteError) -> Relation? in
        guard let user = UserID(try row.text(0)) else { return nil }
        return Relation(user: user, RelationFlags(rawValue: try row.integer(1)), text: try row.text(2))
      }
      .compactMap { $0 }
  }

  private func stored(relationTo user: UserID) throws(SQLiteError) -> (revision: UInt64, relation: Relation)? {
    try database.statement("SELECT revision, kinds, text FROM relation WHERE user = ?1").first(.text(user.text)) {
      row throws(SQLiteError) in
      (
        revision: try row.unsigned(0),
        relation: Relation(user: user, RelationFlags(rawValue: try row.integer(1)), text: try row.text(2))
      )
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
      "SELECT user FROM relation WHERE user > ?1 AND (?2 IS NULL OR user <= ?2) AND revision <= ?3 AND kinds <> 0"
    ).all(.text(after), .optional(page.more ? page.relations.last?.user : nil), .unsigned(page.head)) {
      row throws(SQLiteError) in UserID(try row.text(0))
    }
    let named = Set(page.relations.map { $0.user })
    for user in held.compactMap({ $0 }) where !named.contains(user.text) {
      try store(Relation(user: user, []), revision: page.head, &batch)
    }
  }

  /// Notes that relations are of a kind, or not, by an entry of the user log that has not arrived.
  func note(_ users: [UserID], _ kind: RelationFlags, _ isSet: Bool, _ batch: inout Batch) throws(SQLiteError) {
    for user in users {
      let known = try stored(relationTo: user)
      let before = known?.relation ?? Relation(user: user, [])
      let after = isSet ? before.kinds.union(kind) : before.kinds.subtracting(kind)
      try store(Relation(user: user, after, text: before.text), revision: known?.revision ?? 0, &batch)
    }
  }

  /// Notes that users are friends, were asked, or are neither, by an entry of the user log that has not arrived.
  func note(_ users: [UserID], _ friendship: Friendship, _ batch: inout Batch) throws(SQLiteError) {
    for user in users {
      let known = try stored(relationTo: user)
      let after = (known?.relation ?? Relation(user: user, [])).after(friendship)
      try store(after, revision: known?.revision ?? 0, &batch)
    }
  }

  /// The server has another copy of its data.
  func forgetRelations() throws(SQLiteError) { try database.statement("DELETE FROM relation").run() }

  private func store(_ relation: Relation, revision: UInt64, _ batch: inout Batch) throws(SQLiteError) {
    let before = try self.relation(to: relation.user)
    try database.statement("INSERT OR REPLACE INTO relation (user, revision, kinds, text) VALUES (?1, ?2, ?3, ?4)")
      .run(
        .text(relation.user.text), .unsigned(revision), .integer(relation.kinds.rawValue), .text(relation.text))
    if relation != before { batch.changes.relations.append(relation) }
  }
}
