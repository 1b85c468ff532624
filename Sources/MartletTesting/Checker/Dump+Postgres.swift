import MartletNet
import MartletPostgres
import MartletServer

extension Dump {
  /// Reads a store in PostgreSQL, in one snapshot, with statements of its own.
  ///
  /// - Parameters:
  ///   - address: The database in libpq's forms.
  ///   - app: The app to read; by default the one of a new data directory.
  /// - Returns: Its contents.
  /// - Throws: `PostgresError` if the database cannot be read; `StoreError` or `WireError` if a value is damaged.
  package static func read(postgres address: String, app: String = DataDirectory.firstApp) async throws -> Dump {
    let loop = try EventLoop(name: "dump")
    let connection = PostgresConnection(loop: loop)
    let result: Result<[PostgresResult], any Error>
    do {
      try await connection.connect(to: address)
      let begin = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let tables = DumpTable.allCases.map { table in
        let sql = PostgresTables.sql(table)
        return sql.contains("$1") ? PostgresStatement(sql, .text(app)) : PostgresStatement(sql)
      }
      result = .success(Array(try await connection.run([begin] + tables).dropFirst()))
    } catch {
      result = .failure(error)
    }
    await connection.close()
    await loop.stop()
    var dump = Dump()
    try dump.read(PostgresTables(results: Dictionary(zip(DumpTable.allCases, try result.get())) { $1 }))
    return dump
  }
}

/// The rows of all tables.
private struct PostgresTables: DumpSource {
  let results: [DumpTable: PostgresResult]

  func each(_ table: DumpTable, _ visit: (PostgresRow) throws -> Void) throws { _ = try results[table]?.map(visit) }

  static func sql(_ table: DumpTable) -> String {
    switch table {
    case .conversation:
      """
      SELECT number, id, title, owner, head, countable, shown, stamp, members, attributes, rules, relations
      FROM conversation
      WHERE app = $1
      """
    case .entry:
      """
      SELECT conversation, seq, time, sender, client, countable, kind, target, type, content, users, owner,
        revision, recalled, details FROM entry ORDER BY conversation, seq
      """
    case .member:
      """
      SELECT conversation, id, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier, nickname FROM member
      WHERE app = $1
      """
    case .outsider: "SELECT conversation, id, standing, author, since, until FROM outsider"
    case .hidden: "SELECT conversation, member, seq FROM hidden"
    case .annotation: "SELECT conversation, seq, kind, owner, name, value FROM annotation"
    case .user: "SELECT id, revoked FROM account WHERE app = $1"
    case .userEntry:
      "SELECT account, seq, conversation, kind, position, detail FROM user_entry WHERE app = $1 ORDER BY account, seq"
    case .setting: "SELECT account, conversation, key, value, revision FROM setting WHERE app = $1"
    case .relation: "SELECT account, peer, flags, revision FROM relation WHERE app = $1"
    case .scheduled: "SELECT account, client, conversation, type, content, time FROM scheduled WHERE app = $1"
    }
  }
}
