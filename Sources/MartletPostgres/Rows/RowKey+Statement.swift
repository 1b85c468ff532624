import MartletStore
import MartletWire

// How the rows of a look-up are fetched.
extension RowKey {
  /// The columns that `StoredRow.conversation` reads.
  private static let conversation =
    "number, id, title, owner, head, countable, time, stamp, members, shown, attributes, rules, relations"
  /// The columns that `StoredRow.member` reads.
  private static let member =
    "m.id, m.joined, m.read, m.sent, m.told, m.delivered, m.cleared, m.hidden, m.silenced, m.earlier, "
    + "m.nickname"
  /// The columns that `StoredRow.entry` reads.
  private static let entry =
    "seq, time, sender, client, countable, kind, target, type, content, users, owner, revision, recalled, details, annotated"
  /// The columns that `StoredRow.scheduled` reads, and the app.
  private static let scheduled = "account, client, time, conversation, type, content, details, parent, properties, app"

  var statement: PostgresStatement {
    switch self {
    case .conversation, .numbered, .access, .memberships, .conversations: conversationStatement
    case .member, .members, .outsider, .outsiders, .readMove, .hidden: memberStatement
    case .entry, .entries, .messages, .recalled, .listed, .changes, .addressed: entryStatement
    case .slots, .attached, .kept, .annotators, .pinned: annotationStatement
    case .user, .accountNumber, .named, .suspended, .userHead, .userLog, .settings: userStatement
    case .relation, .relations: relationStatement
    case .request, .scheduled, .scheduledNames, .scheduledOf, .due, .rememberedSchedule: requestStatement
    }
  }

  private var conversationStatement: PostgresStatement {
    switch self {
    case .conversation(let key):
      PostgresStatement(
        "SELECT \(Self.conversation) FROM conversation WHERE app = $1 AND id = $2", .text(key.app.text), .text(key.id.text))
    case .numbered(let number):
      PostgresStatement("SELECT \(Self.conversation), app FROM conversation WHERE number = $1", .integer(number))
    case .access(let user, let key):
      PostgresStatement(
        """
        SELECT c.number, c.head, \(Self.member)
        FROM conversation c LEFT JOIN member m ON m.conversation = c.number AND m.id = $3 WHERE c.app = $1 AND c.id = $2
        """, .text(key.app.text), .text(key.id.text), .text(user.text))
    case .memberships(let user):
      PostgresStatement(
        """
        SELECT c.number, c.stamp FROM member m JOIN conversation c ON c.number = m.conversation WHERE m.app = $1 AND m.id = $2
        """, .text(user.app.text), .text(user.user.text))
    case .conversations(let kind, let app):
      // In the order of the ids, `;` comes right after `:`.
      PostgresStatement(
        "SELECT number, stamp FROM conversation WHERE app = $1 AND id > $2 AND id < $3", .text(app.text), .text("\(kind):"),
        .text("\(kind);"))
    default: Self.none
    }
  }

  private var memberStatement: PostgresStatement {
    switch self {
    case .member(let user, let number):
      PostgresStatement(
        "SELECT \(Self.member) FROM member m WHERE m.conversation = $1 AND m.id = $2", .integer(number), .text(user.text))
    case .members(let number, let after, let limit):
      // Every user id sorts after the empty text.
      PostgresStatement(
        "SELECT \(Self.member) FROM member m WHERE m.conversation = $1 AND m.id > $2 ORDER BY m.id LIMIT $3", .integer(number),
        .text(after?.text ?? ""), .integer(Int64(limit)))
    case .outsider(let user, let number):
      PostgresStatement(
        "SELECT id, standing, author, since, until, text FROM outsider WHERE conversation = $1 AND id = $2", .integer(number),
        .text(user.text))
    case .outsiders(let number, let standing, let time, let after, let limit):
      PostgresStatement(
        """
        SELECT id, standing, author, since, until, text FROM outsider
        WHERE conversation = $1 AND standing = $2 AND id > $3 AND until > $4 ORDER BY id LIMIT $5
        """, .integer(number), .integer(standing.rawValue), .text(after?.text ?? ""), .integer(time), .integer(Int64(limit)))
    case .readMove(let seq, let user, let number):
      PostgresStatement(
        "SELECT since, seq, time FROM reading WHERE conversation = $1 AND member = $2 AND seq >= $3 ORDER BY seq LIMIT 1",
        .integer(number), .text(user.text), .position(seq))
    case .hidden(let user, let number):
      PostgresStatement(
        "SELECT seq FROM hidden WHERE conversation = $1 AND member = $2", .integer(number), .text(user.text))
    default: Self.none
    }
  }

  private var entryStatement: PostgresStatement {
    switch self {
    case .entry(let seq, let number):
      PostgresStatement(
        """
        SELECT sender, revision, recalled, counts, details, coalesce(target, 0), time, type, content, countable, kind
        FROM entry WHERE conversation = $1 AND seq = $2
        """, .integer(number), .position(seq))
    case .entries(let number, let range, let limit, let newest):
      PostgresStatement(
        """
        SELECT \(Self.entry) FROM entry WHERE conversation = $1 AND seq BETWEEN $2 AND $3
        ORDER BY seq \(newest ? "DESC" : "ASC") LIMIT $4
        """, .integer(number), .position(range.lowerBound), .position(range.upperBound), .integer(Int64(limit)))
    case .messages(let number, let range):
      PostgresStatement(
        """
        SELECT seq, sender, details FROM entry
        WHERE conversation = $1 AND seq BETWEEN $2 AND $3 AND kind = 1 AND recalled = 0 ORDER BY seq DESC LIMIT $4
        """, .integer(number), .position(range.lowerBound), .position(range.upperBound),
        .integer(Int64(PostgresRows.scannedAtOnce)))
    case .recalled(let seq, let number):
      PostgresStatement(
        "SELECT count(*) FROM entry WHERE conversation = $1 AND seq > $2 AND recalled = 1 AND counts = 1", .integer(number),
        .position(seq))
    case .listed(let seq, let number):
      PostgresStatement(
        """
        SELECT seq FROM entry WHERE conversation = $1 AND seq < $2 AND kind = 1 AND recalled = 0 AND unlisted = 0
        ORDER BY seq DESC LIMIT 1
        """, .integer(number), .position(seq))
    case .changes(let target, let number):
      // An edit from before the message did not edit it.
      PostgresStatement(
        """
        SELECT seq FROM entry WHERE conversation = $1 AND target = $2 AND kind IN (2, 7) AND (kind = 7 OR seq > $2)
        """, .integer(number), .unsigned(target))
    case .addressed(let user, let number, let seq):
      PostgresStatement(
        "SELECT seq, how FROM addressed WHERE conversation = $1 AND member IN ($2, '') AND seq > $3 ORDER BY seq",
        .integer(number), .text(user.text), .position(seq))
    default: Self.none
    }
  }

  private var annotationStatement: PostgresStatement {
    switch self {
    case .slots(let seq, let kind, let owner, let number):
      PostgresStatement(
        "SELECT name, value FROM annotation WHERE conversation = $1 AND seq = $2 AND owner = $3 AND kind = $4",
        .integer(number), .position(seq), .text(owner), .integer(kind.rawValue))
    case .attached(let seq, let owner, let number):
      PostgresStatement(
        "SELECT kind, owner, name, value, set_by FROM annotation WHERE conversation = $1 AND seq = $2 AND owner IN ('', $3)",
        .integer(number), .position(seq), .text(owner))
    case .kept(let seq, let kind, let number, let after, let limit):
      PostgresStatement(
        """
        SELECT name, value FROM annotation WHERE conversation = $1 AND seq = $2 AND owner = '#' AND kind = $3 AND name > $4
        ORDER BY name LIMIT $5
        """, .integer(number), .position(seq), .integer(kind.rawValue),
        .blob(Array(AnnotationSlot.reply(min(after, UInt64(Int64.max))).name.utf8)), .integer(Int64(limit)))
    case .annotators(let seq, let kind, let name, let number, let after, let limit):
      PostgresStatement(
        """
        SELECT owner, set_by FROM annotation WHERE conversation = $1 AND seq = $2 AND owner > $3 AND kind = $4 AND name = $5
        ORDER BY owner LIMIT $6
        """, .integer(number), .position(seq), .text(after), .integer(kind.rawValue), .blob(Array(name.utf8)),
        .integer(Int64(limit)))
    case .pinned(let number):
      PostgresStatement("SELECT seq FROM annotation WHERE conversation = $1 AND kind = 4", .integer(number))
    default: Self.none
    }
  }

  private var userStatement: PostgresStatement {
    switch self {
    case .user(let user):
      PostgresStatement(
        "SELECT created, revoked, profile, suspended, seen FROM account WHERE app = $1 AND id = $2", .text(user.app.text),
        .text(user.user.text))
    case .accountNumber(let number):
      PostgresStatement(
        "SELECT id FROM account WHERE app = $1 AND number = $2", .text(number.app.text), .text(number.text))
    case .named(let beginning, let limit):
      PostgresStatement(
        """
        SELECT word, account FROM name_word WHERE app = $1 AND word >= $2 AND word < $3 ORDER BY word, account LIMIT $4
        """, .text(beginning.app.text), .text(beginning.text), .text(beginning.end), .integer(Int64(limit)))
    case .suspended(let app, let time, let after, let limit):
      PostgresStatement(
        """
        SELECT id, suspended FROM account
        WHERE app = $1 AND suspended > 0 AND suspended > $2 AND id > $3 ORDER BY id LIMIT $4
        """, .text(app.text), .integer(time), .text(after?.text ?? ""), .integer(Int64(limit)))
    case .userHead(let user):
      PostgresStatement(
        "SELECT seq FROM user_entry WHERE app = $1 AND account = $2 ORDER BY seq DESC LIMIT 1", .text(user.app.text),
        .text(user.user.text))
    case .userLog(let user, let after, let limit):
      PostgresStatement(
        """
        SELECT e.seq, e.time, c.id, e.kind, e.position, e.detail, ends.first, ends.last
        FROM (SELECT min(seq) AS first, max(seq) AS last FROM user_entry WHERE app = $1 AND account = $2) ends
        LEFT JOIN LATERAL (
          SELECT * FROM user_entry WHERE app = $1 AND account = $2 AND seq > $3 ORDER BY seq LIMIT $4) e ON true
        LEFT JOIN conversation c ON c.number = e.conversation ORDER BY e.seq
        """, .text(user.app.text), .text(user.user.text), .position(after), .integer(Int64(limit)))
    case .settings(let user, let after, let limit):
      // No key is empty.
      PostgresStatement(
        """
        SELECT conversation, key, value, revision FROM setting
        WHERE app = $1 AND account = $2 AND (conversation, key) > ($3, $4) ORDER BY conversation, key LIMIT $5
        """, .text(user.app.text), .text(user.user.text), .text(after?.conversation?.text ?? ""), .text(after?.key ?? ""),
        .integer(Int64(limit)))
    default: Self.none
    }
  }

  private var relationStatement: PostgresStatement {
    switch self {
    case .relation(let user, let peer):
      PostgresStatement(
        "SELECT peer, flags, revision, text FROM relation WHERE app = $1 AND account = $2 AND peer = $3", .text(user.app.text),
        .text(user.user.text), .text(peer.text))
    case .relations(let user, let flags, let after, let limit):
      PostgresStatement(
        """
        SELECT peer, flags, revision, text FROM relation
        WHERE app = $1 AND account = $2 AND peer > $3 AND flags & $5 <> 0 ORDER BY peer LIMIT $4
        """, .text(user.app.text), .text(user.user.text), .text(after?.text ?? ""), .integer(Int64(limit)),
        .integer(flags.isEmpty ? -1 : flags.rawValue))
    default: Self.none
    }
  }

  private var requestStatement: PostgresStatement {
    switch self {
    case .request(let client, let sender):
      PostgresStatement(
        """
        SELECT r.fingerprint, c.id, r.seq, r.time FROM request r JOIN conversation c ON c.number = r.conversation
        WHERE r.app = $1 AND r.sender = $2 AND r.client = $3
        UNION ALL
        SELECT fingerprint, NULL, NULL, NULL FROM answered WHERE app = $1 AND account = $2 AND client = $3 AND kind = 1
        """, .text(sender.app.text), .text(sender.user.text), .text(client.text))
    case .scheduled(let key):
      PostgresStatement(
        "SELECT \(Self.scheduled) FROM scheduled WHERE app = $1 AND account = $2 AND client = $3", Self.name(key))
    case .scheduledNames(let user, let limit):
      PostgresStatement(
        "SELECT client FROM scheduled WHERE app = $1 AND account = $2 LIMIT $3", .text(user.app.text), .text(user.user.text),
        .integer(Int64(limit)))
    case .scheduledOf(let user, let after, let limit):
      PostgresStatement(
        "SELECT \(Self.scheduled) FROM scheduled WHERE app = $1 AND account = $2 AND client > $3 ORDER BY client LIMIT $4",
        .text(user.app.text), .text(user.user.text), .text(after?.text ?? ""), .integer(Int64(limit)))
    case .due(let after, let limit):
      PostgresStatement(
        """
        SELECT \(Self.scheduled) FROM scheduled WHERE (time, account, client, app) > ($1, $2, $3, $4)
        ORDER BY time, account, client, app LIMIT $5
        """, .integer(after?.time ?? .min), .text(after?.key.owner.user.text ?? ""), .text(after?.key.clientID.text ?? ""),
        .text(after?.key.owner.app.text ?? ""), .integer(Int64(limit)))
    case .rememberedSchedule(let key):
      PostgresStatement(
        "SELECT fingerprint, state, time FROM answered WHERE app = $1 AND account = $2 AND client = $3 AND kind = 2",
        Self.name(key))
    default: Self.none
    }
  }

  private static func name(_ key: ScheduledKey) -> [PostgresValue] {
    [.text(key.owner.app.text), .text(key.owner.user.text), .text(key.clientID.text)]
  }

  /// Of keys that another of these properties has.
  private static let none = PostgresStatement("SELECT 1 WHERE false")
}

extension PostgresValue {
  /// A position of a log to compare with: a peer may name one beyond all that are stored.
  static func position(_ seq: UInt64) -> PostgresValue { .integer(Int64(clamping: seq)) }
}
