import MartletSQLite

/// The statements by which the rows of one table are read and written in SQLite.
struct SQLiteMovedTable {
  /// Gives the key's columns and then those of the table; takes the key and the most rows.
  let select: StaticString
  /// The key before all rows; its columns are the first of `select`.
  let first: [SQLiteValue]
  /// Takes the columns of a row.
  let insert: StaticString
}

extension MovedTable {
  /// The statements for the table.
  var inSQLite: SQLiteMovedTable {
    switch self {
    case .app, .account, .conversation, .member: aboutMembers
    case .entry, .addressed, .annotation, .reading, .hidden, .outsider: inConversations
    case .nameWord, .userEntry, .setting, .relation, .request, .answered, .scheduled: ofUsers
    }
  }

  private static let least = SQLiteValue.integer(.min)

  private var aboutMembers: SQLiteMovedTable {
    switch self {
    case .app:
      SQLiteMovedTable(
        select: """
          SELECT number, id, max(stamp, (SELECT stamp FROM newest)) AS newest FROM app WHERE number > ?1 AND newest > 0
          ORDER BY number LIMIT ?2
          """, first: [Self.least],
        insert: "INSERT INTO app(id, stamp) VALUES (?1, ?2) ON CONFLICT(id) DO UPDATE SET stamp = ?2")
    case .account:
      SQLiteMovedTable(
        select: """
          SELECT u.app, u.id, a.id, u.id, u.created, u.revoked, u.profile, u.number, u.suspended, u.seen
          FROM user u LEFT JOIN app a ON a.number = u.app
          WHERE (u.app, u.id) > (?1, ?2) ORDER BY u.app, u.id LIMIT ?3
          """, first: [Self.least, ""],
        insert: """
          INSERT INTO user(app, id, created, revoked, profile, number, suspended, seen)
          VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
          """)
    case .conversation:
      SQLiteMovedTable(
        select: """
          SELECT c.number, c.number, a.id, c.id, c.title, c.owner, c.head, c.countable, c.shown, c.time, c.stamp, c.members,
            c.attributes, c.rules, c.relations
          FROM conversation c LEFT JOIN app a ON a.number = c.app WHERE c.number > ?1 ORDER BY c.number LIMIT ?2
          """, first: [Self.least],
        insert: """
          INSERT INTO conversation(number, app, id, title, owner, head, countable, shown, time, stamp, members, attributes,
            rules, relations)
          VALUES (?1, (SELECT number FROM app WHERE id = ?2), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
          """)
    default:
      SQLiteMovedTable(
        select: """
          SELECT m.conversation, m.user, m.conversation, m.user, a.id, m.joined, m.read, m.sent, m.told, m.delivered, m.cleared,
            m.hidden, m.silenced, m.earlier, m.nickname
          FROM member m LEFT JOIN app a ON a.number = m.app WHERE (m.conversation, m.user) > (?1, ?2)
          ORDER BY m.conversation, m.user LIMIT ?3
          """, first: [Self.least, ""],
        insert: """
          INSERT INTO member(conversation, user, app, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier,
            nickname)
          VALUES (?1, ?2, (SELECT number FROM app WHERE id = ?3), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
          """)
    }
  }

  private var inConversations: SQLiteMovedTable {
    switch self {
    case .entry:
      SQLiteMovedTable(
        select: """
          SELECT key, key >> 32, key & 4294967295, time, sender, client, countable, counts, kind, target, type, content, users,
            owner, revision, recalled, details, unlisted, annotated
          FROM entry WHERE key > ?1 ORDER BY key LIMIT ?2
          """, first: [Self.least],
        insert: """
          INSERT INTO entry(
            key, time, sender, client, countable, counts, kind, target, type, content, users, owner, revision, recalled, details,
            unlisted, annotated)
          VALUES (?1 << 32 | ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
          """)
    case .addressed:
      SQLiteMovedTable(
        select: """
          SELECT conversation, user, seq, conversation, user, seq, how FROM addressed
          WHERE (conversation, user, seq) > (?1, ?2, ?3) ORDER BY conversation, user, seq LIMIT ?4
          """, first: [Self.least, "", Self.least],
        insert: "INSERT INTO addressed(conversation, user, seq, how) VALUES (?1, ?2, ?3, ?4)")
    case .annotation:
      SQLiteMovedTable(
        select: """
          SELECT key, owner, kind, name, key >> 32, key & 4294967295, owner, kind, name, value, seq FROM annotation
          WHERE (key, owner, kind, name) > (?1, ?2, ?3, ?4) ORDER BY key, owner, kind, name LIMIT ?5
          """, first: [Self.least, "", Self.least, ""],
        insert: "INSERT INTO annotation(key, owner, kind, name, value, seq) VALUES (?1 << 32 | ?2, ?3, ?4, ?5, ?6, ?7)")
    case .reading:
      SQLiteMovedTable(
        select: """
          SELECT conversation, user, seq, conversation, user, seq, since, time FROM reading
          WHERE (conversation, user, seq) > (?1, ?2, ?3) ORDER BY conversation, user, seq LIMIT ?4
          """, first: [Self.least, "", Self.least],
        insert: "INSERT INTO reading(conversation, user, seq, since, time) VALUES (?1, ?2, ?3, ?4, ?5)")
    case .outsider:
      SQLiteMovedTable(
        select: """
          SELECT conversation, user, conversation, user, standing, author, since, until, text FROM outsider
          WHERE (conversation, user) > (?1, ?2) ORDER BY conversation, user LIMIT ?3
          """, first: [Self.least, ""],
        insert: """
          INSERT INTO outsider(conversation, user, standing, author, since, until, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
          """)
    default:
      SQLiteMovedTable(
        select: """
          SELECT conversation, user, seq, conversation, user, seq FROM hidden
          WHERE (conversation, user, seq) > (?1, ?2, ?3) ORDER BY conversation, user, seq LIMIT ?4
          """, first: [Self.least, "", Self.least],
        insert: "INSERT INTO hidden(conversation, user, seq) VALUES (?1, ?2, ?3)")
    }
  }

  private var ofUsers: SQLiteMovedTable {
    switch self {
    case .userEntry:
      SQLiteMovedTable(
        select: """
          SELECT e.app, e.user, e.seq, a.id, e.user, e.seq, e.time, e.conversation, e.kind, e.position, e.detail
          FROM user_entry e LEFT JOIN app a ON a.number = e.app WHERE (e.app, e.user, e.seq) > (?1, ?2, ?3)
          ORDER BY e.app, e.user, e.seq LIMIT ?4
          """, first: [Self.least, "", Self.least],
        insert: """
          INSERT INTO user_entry(app, user, seq, time, conversation, kind, position, detail)
          VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
          """)
    case .nameWord:
      SQLiteMovedTable(
        select: """
          SELECT n.app, n.word, n.user, a.id, n.user, n.word
          FROM name_word n LEFT JOIN app a ON a.number = n.app WHERE (n.app, n.word, n.user) > (?1, ?2, ?3)
          ORDER BY n.app, n.word, n.user LIMIT ?4
          """, first: [Self.least, "", ""],
        insert: "INSERT INTO name_word(app, user, word) VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3)")
    case .relation:
      SQLiteMovedTable(
        select: """
          SELECT r.app, r.user, r.peer, a.id, r.user, r.peer, r.flags, r.revision, r.text
          FROM relation r LEFT JOIN app a ON a.number = r.app WHERE (r.app, r.user, r.peer) > (?1, ?2, ?3)
          ORDER BY r.app, r.user, r.peer LIMIT ?4
          """, first: [Self.least, "", ""],
        insert: """
          INSERT INTO relation(app, user, peer, flags, revision, text)
          VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3, ?4, ?5, ?6)
          """)
    case .setting:
      SQLiteMovedTable(
        select: """
          SELECT s.app, s.user, s.conversation, s.key, a.id, s.user, s.conversation, s.key, s.value, s.revision
          FROM setting s LEFT JOIN app a ON a.number = s.app WHERE (s.app, s.user, s.conversation, s.key) > (?1, ?2, ?3, ?4)
          ORDER BY s.app, s.user, s.conversation, s.key LIMIT ?5
          """, first: [Self.least, "", "", ""],
        insert: """
          INSERT INTO setting(app, user, conversation, key, value, revision)
          VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3, ?4, ?5, ?6)
          """)
    case .request:
      // The time is that of the entry, which stays as long as its request.
      SQLiteMovedTable(
        select: """
          SELECT r.slice, r.made, r.app, r.sender, r.client, a.id, r.sender, r.client, r.made, r.key >> 32,
            r.key & 4294967295, coalesce(e.time, 0), r.fingerprint
          FROM request r LEFT JOIN app a ON a.number = r.app LEFT JOIN entry e ON e.key = r.key
          WHERE (r.slice, r.made, r.app, r.sender, r.client) > (?1, ?2, ?3, ?4, ?5)
          ORDER BY r.slice, r.made, r.app, r.sender, r.client LIMIT ?6
          """, first: [Self.least, Self.least, Self.least, "", ""],
        insert: """
          INSERT INTO request(slice, made, app, sender, client, key, fingerprint)
          VALUES ((?5 >> (SELECT run_bits FROM newest)) & 15, ?4, (SELECT number FROM app WHERE id = ?1), ?2, ?3, ?5 << 32 | ?6,
            ?8)
          """)
    case .answered:
      SQLiteMovedTable(
        select: """
          SELECT r.app, r.user, r.kind, r.client, a.id, r.user, r.kind, r.client, r.made, r.time, r.state, r.fingerprint
          FROM answered r LEFT JOIN app a ON a.number = r.app WHERE (r.app, r.user, r.kind, r.client) > (?1, ?2, ?3, ?4)
          ORDER BY r.app, r.user, r.kind, r.client LIMIT ?5
          """, first: [Self.least, "", Self.least, ""],
        insert: """
          INSERT INTO answered(app, user, kind, client, made, time, state, fingerprint)
          VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8)
          """)
    default:
      SQLiteMovedTable(
        select: """
          SELECT s.app, s.user, s.client, a.id, s.user, s.client, s.time, s.conversation, s.type, s.content, s.details, s.parent,
            s.properties
          FROM scheduled s LEFT JOIN app a ON a.number = s.app WHERE (s.app, s.user, s.client) > (?1, ?2, ?3)
          ORDER BY s.app, s.user, s.client LIMIT ?4
          """, first: [Self.least, "", ""],
        insert: """
          INSERT INTO scheduled(app, user, client, time, conversation, type, content, details, parent, properties)
          VALUES ((SELECT number FROM app WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
          """)
    }
  }
}
