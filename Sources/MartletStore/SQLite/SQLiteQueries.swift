import MartletSQLite
import MartletWire

/// The rows of the tables, as they are at the moment of the call or, within a snapshot, at its start.
///
/// Not Sendable: belongs to the isolation of its connection.
package final class SQLiteQueries: Rows {
  let database: SQLiteConnection
  private var apps: [AppID: Int64] = [:]
  /// How many messages were looked at to find the newest one left, since the start.
  var lookups = 0

  init(_ database: SQLiteConnection) { self.database = database }

  /// The number of an app, or nil if nothing is stored of it.
  func number(of app: AppID) throws -> Int64? {
    if let known = apps[app] { return known }
    let number = try database.statement("SELECT number FROM app WHERE id = ?1").first(.text(app.text)) { try $0.integer(0) }
    apps[app] = number
    return number
  }

  /// Drops cached values that a rolled-back transaction may have left in memory.
  func forget() { apps = [:] }

  // MARK: - Conversations

  package func conversation(_ key: ConversationKey) throws -> ConversationState? {
    guard let number = try number(of: key.app) else { return nil }
    return try database.statement(
      """
      SELECT number, id, title, owner, head, countable, time, stamp, members, shown, attributes, rules, relations
      FROM conversation WHERE app = ?1 AND id = ?2
      """
    ).first(.integer(number), .text(key.id.text)) { try $0.conversation(app: key.app) }
  }

  package func conversation(_ number: Int64) throws -> ConversationState? {
    try database.statement(
      """
      SELECT c.number, c.id, c.title, c.owner, c.head, c.countable, c.time, c.stamp, c.members, c.shown, c.attributes,
        c.rules, c.relations, a.id
      FROM conversation c JOIN app a ON a.number = c.app WHERE c.number = ?1
      """
    ).first(.integer(number)) { row in
      guard let app = AppID(try row.text(13)) else { throw row.damaged("app.id") }
      return try row.conversation(app: app)
    }
  }

  package func number(of conversation: ConversationKey) throws -> Int64? {
    guard let number = try number(of: conversation.app) else { return nil }
    return try database.statement("SELECT number FROM conversation WHERE app = ?1 AND id = ?2")
      .first(.integer(number), .text(conversation.id.text)) { try $0.integer(0) }
  }

  /// The number of the newest conversation; 0 if there is none.
  func lastConversationNumber() throws -> Int64 {
    try database.statement("SELECT max(number) FROM conversation").first { try $0.optionalInteger(0) ?? 0 } ?? 0
  }

  package func memberships(of user: UserKey) throws -> [(number: Int64, stamp: UInt64)] {
    guard let number = try number(of: user.app) else { return [] }
    return try database.statement(
      """
      SELECT c.number, c.stamp FROM member m JOIN conversation c ON c.number = m.conversation
      WHERE m.app = ?1 AND m.user = ?2
      """
    ).all(.integer(number), .text(user.user.text)) { (try $0.integer(0), try $0.unsigned(1)) }
  }

  /// The conversations of a kind.
  package func conversations(of kind: ConversationID.Kind, app: AppID) throws -> [(number: Int64, stamp: UInt64)] {
    guard let number = try number(of: app) else { return [] }
    // In the order of the ids, `;` comes right after `:`.
    return try database.statement("SELECT number, stamp FROM conversation WHERE app = ?1 AND id > ?2 AND id < ?3")
      .all(.integer(number), .text("\(kind):"), .text("\(kind);")) { (try $0.integer(0), try $0.unsigned(1)) }
  }

  /// The name of a conversation whose number a stored row holds.
  func conversationID(_ number: Int64) throws -> ConversationID {
    let id = try database.statement("SELECT id FROM conversation WHERE number = ?1").first(.integer(number)) {
      try $0.conversationID(0)
    }
    guard let id else { throw StoreError(.corrupt, "a stored row names a conversation that does not exist") }
    return id
  }

  /// The newest stamp of each app, given since each has its own.
  func stamps() throws -> [AppID: UInt64] {
    let stamps = try database.statement("SELECT id, stamp FROM app").all { row in
      guard let app = AppID(try row.text(0)) else { throw row.damaged("app.id") }
      return (app, try row.unsigned(1))
    }
    return Dictionary(stamps) { $1 }
  }

  /// The newest of the stamps that apps had in common.
  func leastStamp() throws -> UInt64 {
    guard let stamp = try database.statement("SELECT stamp FROM newest").first(read: { try $0.unsigned(0) }) else {
      throw StoreError(.corrupt, "table newest is empty")
    }
    return stamp
  }

  /// The name of this copy of the data; empty if the next start has to make one.
  func generation() throws -> String {
    guard let name = try database.statement("SELECT name FROM generation").first(read: { try $0.text(0) }) else {
      throw StoreError(.corrupt, "table generation is empty")
    }
    return name
  }

  /// A name for a copy of the data that no other has.
  func newGeneration() throws -> String {
    try database.statement("SELECT lower(hex(randomblob(16)))").first { try $0.text(0) } ?? ""
  }

  /// How the conversations are divided into slices.
  func slicing() throws -> Slicing {
    Slicing(runBits: Int(try database.statement("SELECT run_bits FROM newest").first { try $0.integer(0) } ?? 0))
  }

  /// Whether the conversations may be divided in another way, and are not yet.
  ///
  /// Each slice's position tells for its own conversations what is here. So all must have the same position.
  func mayDivide(by other: Slicing) throws -> Bool {
    let positions = try (0..<Slicing.count).map { try foldedThrough(slice: $0) }
    return try Set(positions).count == 1 && slicing() != other
  }

  /// The journal row up to which a slice of the conversations was folded into the tables.
  func foldedThrough(slice: Int) throws -> Int64 {
    try database.statement("SELECT row FROM folded WHERE slice = ?1").first(.integer(Int64(slice))) { try $0.integer(0) } ?? 0
  }

  // MARK: - Members

  package func member(_ user: UserID, of number: Int64) throws -> MemberRecord? {
    try database.statement(
      """
      SELECT user, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier, nickname FROM member
      WHERE conversation = ?1 AND user = ?2
      """
    )
    .first(.integer(number), .text(user.text)) { try $0.member(from: 0) }
  }

  package func members(of number: Int64, after: UserID?, limit: Int) throws -> [MemberRecord] {
    // Every user id sorts after the empty text.
    try database.statement(
      """
      SELECT user, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier, nickname FROM member
      WHERE conversation = ?1 AND user > ?2 ORDER BY user LIMIT ?3
      """
    ).all(.integer(number), .text(after?.text ?? ""), .integer(Int64(limit))) { try $0.member(from: 0) }
  }

  package func outsider(_ user: UserID, of number: Int64) throws -> OutsiderRecord? {
    try database.statement(
      "SELECT user, standing, author, since, until, text FROM outsider WHERE conversation = ?1 AND user = ?2"
    ).first(.integer(number), .text(user.text)) { try $0.outsider() }
  }

  package func outsiders(
    _ standing: OutsiderRecord.Standing, of number: Int64, at time: Int64, after: UserID?, limit: Int
  ) throws -> [OutsiderRecord] {
    try database.statement(
      """
      SELECT user, standing, author, since, until, text FROM outsider
      WHERE conversation = ?1 AND standing = ?2 AND user > ?3 AND until > ?4 ORDER BY user LIMIT ?5
      """
    ).all(
      .integer(number), .integer(standing.rawValue), .text(after?.text ?? ""), .integer(time), .integer(Int64(limit))
    ) { try $0.outsider() }
  }

  package func access(of user: UserID, to conversation: ConversationKey) throws -> LogAccess? {
    guard let number = try number(of: conversation.app) else { return nil }
    return try database.statement(
      """
      SELECT c.number, c.head, m.user, m.joined, m.read, m.sent, m.told, m.delivered, m.cleared, m.hidden,
        m.silenced, m.earlier, m.nickname
      FROM conversation c LEFT JOIN member m ON m.conversation = c.number AND m.user = ?3
      WHERE c.app = ?1 AND c.id = ?2
      """
    ).first(.integer(number), .text(conversation.id.text), .text(user.text)) { row in
      LogAccess(
        number: try row.integer(0), head: try row.unsigned(1), member: row.isNull(2) ? nil : try row.member(from: 2))
    }
  }

  // MARK: - Entries

  /// The statement for the columns of `SQLiteRow.entry` in a range of keys, from either end, with a limit.
  private func entryStatement(newest: Bool) throws -> SQLiteStatement {
    try newest
      ? database.statement(
        """
        SELECT key, time, sender, client, countable, kind, target, type, content, users, owner, revision, recalled, details,
          annotated
        FROM entry WHERE key BETWEEN ?1 AND ?2 ORDER BY key DESC LIMIT ?3
        """)
      : database.statement(
        """
        SELECT key, time, sender, client, countable, kind, target, type, content, users, owner, revision, recalled, details,
          annotated
        FROM entry WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT ?3
        """)
  }

  package func eachEntry(
    of number: Int64, in range: ClosedRange<UInt64>, limit: Int, newest: Bool, _ visit: (SQLiteEntry) throws -> Bool
  ) throws {
    guard let keys = EntryKey.range(number, range) else { return }
    try entryStatement(newest: newest).each(
      [.integer(keys.lowerBound), .integer(keys.upperBound), .integer(Int64(limit))]
    ) { try visit(SQLiteEntry(row: $0, tables: self)) }
  }

  package func message(at seq: UInt64, of number: Int64) throws -> MessageState? {
    guard let key = EntryKey.of(number, seq) else { return nil }
    return try database.statement(
      "SELECT sender, revision, recalled, counts, details, coalesce(target, 0), time FROM entry WHERE key = ?1 AND kind = 1"
    ).first(.integer(key)) { try $0.message() }
  }

  package func readMove(to seq: UInt64, by user: UserID, of number: Int64) throws -> ReadMove? {
    try database.statement(
      "SELECT since, seq, time FROM reading WHERE conversation = ?1 AND user = ?2 AND seq >= ?3 ORDER BY seq LIMIT 1"
    ).first(.integer(number), .text(user.text), .unsigned(seq)) {
      try $0.readMove()
    }
  }

  /// The edit of the same target before the edit at a position; nil if there is no edit at it.
  func editBefore(_ edit: UInt64, of number: Int64) throws -> UInt64? {
    guard let key = EntryKey.of(number, edit) else { return nil }
    return try database.statement("SELECT revision FROM entry WHERE key = ?1 AND kind = 2").first(.integer(key)) {
      try $0.unsigned(0)
    }
  }

  package func count(at seq: UInt64, of number: Int64) throws -> EntryCount? {
    guard let key = EntryKey.of(number, seq) else { return nil }
    return try database.statement("SELECT countable, counts, recalled FROM entry WHERE key = ?1").first(.integer(key)) {
      EntryCount(countable: try $0.unsigned(0), counts: try $0.boolean(1), isRecalled: try $0.boolean(2))
    }
  }

  package func recalled(after seq: UInt64, of number: Int64) throws -> UInt64 {
    guard let keys = EntryKey.range(number, min(seq, EntryKey.lastPosition) &+ 1...UInt64.max) else { return 0 }
    return try database.statement("SELECT count(*) FROM recalled WHERE key BETWEEN ?1 AND ?2")
      .first(.integer(keys.lowerBound), .integer(keys.upperBound)) { try $0.unsigned(0) } ?? 0
  }

  package func eachAddressed(
    to user: UserID, of number: Int64, after seq: UInt64, newest: Bool, _ visit: (UInt64, Details.Address) throws -> Bool
  ) throws {
    let statement =
      try newest
      ? database.statement(
        "SELECT seq, how FROM addressed WHERE conversation = ?1 AND user IN (?2, '') AND seq > ?3 ORDER BY seq DESC")
      : database.statement(
        "SELECT seq, how FROM addressed WHERE conversation = ?1 AND user IN (?2, '') AND seq > ?3 ORDER BY seq")
    try statement.each([.integer(number), .text(user.text), .unsigned(min(seq, EntryKey.lastPosition))]) { row in
      try visit(try row.unsigned(0), Details.Address(rawValue: try row.integer(1)))
    }
  }

  // MARK: - Per-user data

  package func hidden(from user: UserID, of number: Int64) throws -> Set<UInt64> {
    Set(
      try database.statement("SELECT seq FROM hidden WHERE conversation = ?1 AND user = ?2")
        .all(.integer(number), .text(user.text)) { try $0.unsigned(0) })
  }

  package func settings(of user: UserKey, after: SettingName?, limit: Int) throws -> [Setting] {
    guard let number = try number(of: user.app) else { return [] }
    // No key is empty.
    return try database.statement(
      """
      SELECT conversation, key, value, revision FROM setting
      WHERE app = ?1 AND user = ?2 AND (conversation, key) > (?3, ?4) ORDER BY conversation, key LIMIT ?5
      """
    ).all(
      .integer(number), .text(user.user.text), .text(after?.conversation?.text ?? ""), .text(after?.key ?? ""),
      .integer(Int64(limit))
    ) { try $0.setting() }
  }

  package func relation(of user: UserKey, to peer: UserID) throws -> RelationRecord? {
    guard let number = try number(of: user.app) else { return nil }
    return try database.statement("SELECT peer, flags, revision, text FROM relation WHERE app = ?1 AND user = ?2 AND peer = ?3")
      .first(.integer(number), .text(user.user.text), .text(peer.text)) { try $0.relation() }
  }

  package func relations(
    of user: UserKey, _ flags: RelationFlags, after: UserID?, limit: Int
  ) throws -> [RelationRecord] {
    guard let number = try number(of: user.app) else { return [] }
    // Every user id sorts after the empty text.
    return try database.statement(
      """
      SELECT peer, flags, revision, text FROM relation
      WHERE app = ?1 AND user = ?2 AND peer > ?3 AND flags & ?5 ORDER BY peer LIMIT ?4
      """
    ).all(
      .integer(number), .text(user.user.text), .text(after?.text ?? ""), .integer(Int64(limit)),
      .integer(flags.isEmpty ? -1 : flags.rawValue)
    ) { try $0.relation() }
  }

  // MARK: - Requests

  package func remembered(_ id: ClientID, of sender: UserKey) throws -> RememberedAppend? {
    guard let number = try number(of: sender.app) else { return nil }
    let found = try database.statement(
      """
      SELECT r.key, e.time, r.fingerprint FROM request r JOIN entry e ON e.key = r.key
      WHERE r.slice IN (SELECT slice FROM folded) AND r.made = ?1 AND r.app = ?2 AND r.sender = ?3 AND r.client = ?4
      """
    ).first(.integer(id.madeOrNever), .integer(number), .text(sender.user.text), .text(id.text)) {
      (key: try $0.integer(0), time: try $0.integer(1), fingerprint: try $0.blob(2))
    }
    guard let found else { return try unchanged(id, of: sender) }
    let conversation = try conversationID(EntryKey.number(found.key))
    return RememberedAppend(
      position: Position(conversation: conversation, seq: EntryKey.seq(found.key), time: found.time),
      fingerprint: found.fingerprint)
  }

  /// The newest time in a client id; nil if there is none.
  func newestMade() throws -> Int64? {
    let appended =
      try database.statement(
        """
        SELECT max(newest) FROM (
          SELECT (SELECT max(made) FROM request WHERE slice = folded.slice) AS newest FROM folded)
        """
      ).first { try $0.optionalInteger(0) } ?? nil
    return [appended, try newestUnchanged()].compactMap(\.self).max()
  }

  // MARK: - Users

  package func user(_ user: UserKey) throws -> UserRecord? {
    guard let number = try number(of: user.app) else { return nil }
    return try database.statement("SELECT created, revoked, profile, suspended, seen FROM user WHERE app = ?1 AND id = ?2")
      .first(.integer(number), .text(user.user.text)) { try $0.user(user.user) }
  }

  package func user(numbered account: AccountNumber) throws -> UserID? {
    guard let number = try number(of: account.app) else { return nil }
    return try database.statement("SELECT id FROM user WHERE app = ?1 AND number = ?2")
      .first(.integer(number), .text(account.text)) { try $0.userID(0) }
  }

  package func users(named beginning: NameBeginning, limit: Int) throws -> [NamedUser] {
    guard let number = try number(of: beginning.app) else { return [] }
    return try database.statement(
      "SELECT word, user FROM name_word WHERE app = ?1 AND word >= ?2 AND word < ?3 ORDER BY word, user LIMIT ?4"
    ).all(.integer(number), .text(beginning.text), .text(beginning.end), .integer(Int64(limit))) {
      NamedUser(word: try $0.text(0), user: try $0.userID(1))
    }
  }

  package func suspended(of app: AppID, since time: Int64, after: UserID?, limit: Int) throws -> [Suspension] {
    guard let number = try number(of: app) else { return [] }
    return try database.statement(
      """
      SELECT id, suspended FROM user
      WHERE app = ?1 AND suspended > 0 AND suspended > ?2 AND id > ?3 ORDER BY id LIMIT ?4
      """
    ).all(.integer(number), .integer(time), .text(after?.text ?? ""), .integer(Int64(limit))) {
      Suspension(user: try $0.userID(0), until: try $0.integer(1))
    }
  }

  func userHead(_ user: UserID, app number: Int64) throws -> UInt64 {
    try database.statement("SELECT seq FROM user_entry WHERE app = ?1 AND user = ?2 ORDER BY seq DESC LIMIT 1")
      .first(.integer(number), .text(user.text)) { try $0.unsigned(0) } ?? 0
  }

  package func userHead(of user: UserKey) throws -> UInt64 {
    try number(of: user.app).map { try userHead(user.user, app: $0) } ?? 0
  }

  package func userLog(of user: UserKey, after: UInt64, limit: Int) throws -> UserLogPage {
    let empty = UserLogPage(entries: [], head: 0, first: 1)
    guard let number = try number(of: user.app), let first = try userFirst(user.user, app: number) else { return empty }
    let entries = try database.statement(
      """
      SELECT e.seq, e.time, c.id, e.kind, e.position, e.detail
      FROM user_entry e LEFT JOIN conversation c ON c.number = e.conversation
      WHERE e.app = ?1 AND e.user = ?2 AND e.seq > ?3 ORDER BY e.seq LIMIT ?4
      """
    ).all(.integer(number), .text(user.user.text), .unsigned(after), .integer(Int64(limit))) { try $0.userEntry() }
    return UserLogPage(entries: entries, head: try userHead(user.user, app: number), first: first)
  }

  private func userFirst(_ user: UserID, app number: Int64) throws -> UInt64? {
    try database.statement("SELECT seq FROM user_entry WHERE app = ?1 AND user = ?2 ORDER BY seq LIMIT 1")
      .first(.integer(number), .text(user.text)) { try $0.unsigned(0) }
  }
}

extension ClientID {
  /// The value for column `made`: -1 if the id carries no time, so that its request is remembered forever.
  package var madeOrNever: Int64 { madeAt ?? -1 }
}
