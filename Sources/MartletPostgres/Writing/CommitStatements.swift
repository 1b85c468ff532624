import MartletStore
import MartletWire

/// The statements that write the changes of one commit.
struct CommitStatements {
  private(set) var all: [PostgresStatement] = []
  private let kinds: Kinds
  private let userLogEntries: UInt64
  /// Whether other nodes write to the same tables.
  private let isShared: Bool
  /// What is stored of what changes.
  private let rows: PostgresRows

  private var newConversations = RowBatch()
  private var heads = RowBatch()
  private var entries = RowBatch()
  private var addressed = RowBatch()
  private var requests = RowBatch()
  private var sent = RowBatch()
  private var userEntries = RowBatch()
  private var names = RowBatch()
  /// Refuses the commit if another node has changed a pair of users who had no conversation.
  private let pairs: [PostgresStatement]
  /// Members whose rows change, with those as which decisions knew them.
  private var members: [(number: Int64, user: String, known: MemberRecord?)] = []
  /// Statements that take account numbers and names from users.
  private var released: [PostgresStatement] = []
  /// Statements that depend on rows of the batches above.
  private var later: [PostgresStatement] = []

  /// - Parameters:
  ///   - layer: The changes.
  ///   - kinds: The kinds of conversation.
  ///   - userLogEntries: How many of the newest entries of each user's log are kept at least; at most an eighth more are.
  ///   - isShared: Whether other nodes write to the same tables.
  ///   - rows: The rows from which the changes were decided.
  /// - Throws: `MissingRows`.
  init(_ layer: Layer, kinds: Kinds, userLogEntries: Int, isShared: Bool, rows: PostgresRows) throws {
    self.kinds = kinds
    self.userLogEntries = UInt64(max(1, userLogEntries))
    self.isShared = isShared
    self.rows = rows
    pairs = isShared ? PairFence(try PairBases(layer, kinds: kinds, from: rows)).statements : []
    for (number, tail) in layer.conversations.sorted(by: { $0.key < $1.key }) { try add(tail, number) }
    // In the same order at all nodes, so that none waits for another that waits for it.
    for (user, tail) in layer.users.sorted(by: { $0.key.order < $1.key.order }) { try add(tail, of: user) }
    for (key, message) in layer.scheduled.sorted(by: { $0.key.order < $1.key.order }) { add(message, at: key) }
    remember(layer)
    finish()
  }

  private mutating func finish() {
    all += pairs
    all += [
      isShared ? BasisFence(members).statement : nil,
      newConversations.statement(
        """
        INSERT INTO conversation(number, app, id, title, owner, head, countable, shown, time, stamp, members, attributes,
          rules, relations)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ORDER BY 2, 3
        """),
      heads.statement(
        """
        UPDATE conversation SET owner = n.owner, head = n.head, countable = n.countable, shown = n.shown, time = n.time,
          stamp = n.stamp, members = n.members
        FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS n(number, owner, head, countable, shown, time, stamp, members)
        WHERE conversation.number = n.number
        """),
      entries.statement(
        """
        INSERT INTO entry(
          conversation, seq, time, sender, client, countable, counts, kind, target, type, content, users, owner, revision,
          recalled, details, unlisted, annotated)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
        """),
      addressed.statement("INSERT INTO addressed(conversation, member, seq, how) SELECT * FROM unnest($1, $2, $3, $4)"),
      requests.statement(
        """
        INSERT INTO request(app, sender, client, made, conversation, seq, time, fingerprint)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) ORDER BY 1, 2, 3
        """),
      sent.statement(
        """
        UPDATE member SET sent = n.sent FROM unnest($1, $2, $3) AS n(conversation, id, sent)
        WHERE member.conversation = n.conversation AND member.id = n.id
        """),
      userEntries.statement(
        """
        INSERT INTO user_entry(app, account, seq, time, conversation, kind, position, detail)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) ORDER BY 1, 2, 3
        """),
    ].compactMap { $0 }
    all += released + [PostgresSchema.add(names)].compactMap(\.self) + later
  }

  private mutating func addLater(_ sql: String, _ parameters: PostgresValue...) {
    later.append(PostgresStatement(sql, parameters))
  }

  // MARK: - Conversations

  private mutating func add(_ tail: ConversationTail, _ number: Int64) throws {
    let (state, record) = (tail.state, tail.state.record)
    if tail.isNew {
      newConversations.add(
        .integer(number), .text(state.app.text), .text(record.id.text), .bytes(record.title), .text(record.owner?.text),
        .unsigned(record.head), .unsigned(record.countable), .unsigned(state.shown), .integer(record.time),
        .unsigned(record.stamp), .integer(Int64(record.memberCount)), .bytes(record.attributes?.json),
        .bytes(record.rules?.json), .integer(Int64(record.relations.rawValue)))
    } else if !tail.entries.isEmpty {
      heads.add(
        .integer(number), .text(record.owner?.text), .unsigned(record.head), .unsigned(record.countable),
        .unsigned(state.shown), .integer(record.time), .unsigned(record.stamp), .integer(Int64(record.memberCount)))
    }
    if tail.isRedescribed, !tail.isNew {
      addLater(
        "UPDATE conversation SET title = $2, attributes = $3, rules = $4 WHERE number = $1", .integer(number),
        .bytes(record.title), .bytes(record.attributes?.json), .bytes(record.rules?.json))
    }
    if let relations = tail.relations, !tail.isNew {
      addLater(
        "UPDATE conversation SET relations = $2 WHERE number = $1", .integer(number), .integer(Int64(relations.rawValue)))
    }
    for append in tail.entries {
      add(append, tail.patches[append.entry.seq].map { _ in tail.entry(append) }, number, state.app)
    }
    for (seq, patch) in tail.patches where seq < tail.first ?? .max { try update(seq, patch, number) }
    for (seq, patch) in tail.patches { annotate(seq, patch, number) }
    for (user, patch) in tail.members.sorted(by: { $0.key < $1.key }) {
      if isShared { try lock(user, patch, number) }
      change(user, patch, number, state.app)
    }
    store(tail.outsiders, number, at: record.time)
    let added = UInt64(tail.entries.count)
    let oldest = kinds.policy(of: record.id).oldest(head: record.head)
    if oldest > 1, added > 0 { forget(before: oldest, added: added, number, state.app) }
  }

  /// Stores an append, in the form of `changed` unless that is nil.
  private mutating func add(_ append: AppendEffects, _ changed: LogEntry?, _ number: Int64, _ app: AppID) {
    let entry = append.entry
    let columns = EntryColumns(changed?.event ?? entry.event, parent: entry.parent)
    let isMessage = columns.kind == .message
    let isRecalled = changed?.isRecalled ?? entry.isRecalled
    let details = changed == nil ? entry.details : changed?.details
    entries.add(
      .integer(number), .unsigned(entry.seq), .integer(entry.time), .text(entry.sender.text), .text(entry.clientID.text),
      .unsigned(entry.countable), .flag(append.counts), .integer(columns.kind.rawValue), .optional(columns.target),
      .bytes(columns.type), .bytes(columns.content), .text(columns.userList), .text(columns.owner?.text),
      .unsigned(isMessage ? changed?.revision ?? entry.revision : append.previousEdit), .flag(isRecalled),
      .blob(details?.bytes), .flag(isMessage && !append.isListed), .unsigned(changed?.annotated ?? entry.annotated))
    requests.add(
      .text(app.text), .text(entry.sender.text), .text(entry.clientID.text), .integer(entry.clientID.madeOrNever),
      .integer(number), .unsigned(entry.seq), .integer(entry.time), .blob(append.fingerprint))
    guard isMessage, !isRecalled, let details else { return }
    for (user, address) in details.addresses(sender: entry.sender) {
      addressed.add(.integer(number), .text(user), .unsigned(entry.seq), .integer(address.rawValue))
    }
  }

  /// Changes an entry that was stored before.
  private mutating func update(_ seq: UInt64, _ patch: EntryPatch, _ number: Int64) throws {
    if let recall = patch.recall, let message = try rows.message(at: seq, of: number) {
      addLater(
        "UPDATE entry SET details = $3 WHERE conversation = $1 AND seq = $2", .integer(number), .unsigned(seq),
        .blob(recall.remains(of: message.details, sender: message.sender)?.bytes))
      for (user, _) in message.details?.addresses(sender: message.sender) ?? [] {
        addLater(
          "DELETE FROM addressed WHERE conversation = $1 AND member = $2 AND seq = $3", .integer(number), .text(user),
          .unsigned(seq))
      }
    }
    // Of an edit only the content changes.
    addLater(
      """
      UPDATE entry SET type = coalesce($3, type), content = coalesce($4, content), revision = coalesce($5, revision),
        recalled = greatest(recalled, $6), annotated = coalesce($7, annotated)
      WHERE conversation = $1 AND seq = $2
      """, .integer(number), .unsigned(seq), .bytes(patch.type), .bytes(patch.content), .optional(patch.revision),
      .flag(patch.isRecalled), .optional(patch.annotated))
  }

  private mutating func annotate(_ seq: UInt64, _ patch: EntryPatch, _ number: Int64) {
    if patch.isRecalled {
      addLater("DELETE FROM annotation WHERE conversation = $1 AND seq = $2", .integer(number), .unsigned(seq))
    }
    for (slot, value) in patch.annotations {
      if let value {
        addLater(
          """
          INSERT INTO annotation(conversation, seq, owner, kind, name, value, set_by) VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT (conversation, seq, owner, kind, name) DO UPDATE SET value = $6, set_by = $7
          """, .integer(number), .unsigned(seq), .text(slot.owner), .integer(slot.kind.rawValue), .bytes(slot.name),
          .bytes(value.text), .unsigned(value.seq))
      } else {
        addLater(
          "DELETE FROM annotation WHERE conversation = $1 AND seq = $2 AND owner = $3 AND kind = $4 AND name = $5",
          .integer(number), .unsigned(seq), .text(slot.owner), .integer(slot.kind.rawValue), .bytes(slot.name))
      }
    }
  }

  /// Forgets what fell out of a ring, but for the last position: the counts of those after it build on it.
  ///
  /// An entry loses what it says at once. Its row goes when the retry of its request would no longer be recognised.
  private mutating func forget(before oldest: UInt64, added: UInt64, _ number: Int64, _ app: AppID) {
    let least = oldest > added ? oldest - added : 1
    let fallen: [PostgresValue] = [.integer(number), .unsigned(least), .unsigned(oldest - 1)]
    for sql in [
      "UPDATE entry SET content = '', details = NULL WHERE conversation = $1 AND seq BETWEEN $2 AND $3",
      "DELETE FROM annotation WHERE conversation = $1 AND seq BETWEEN $2 AND $3",
      "DELETE FROM addressed WHERE conversation = $1 AND seq BETWEEN $2 AND $3",
    ] { later.append(PostgresStatement(sql, fallen)) }
    addLater(
      """
      DELETE FROM entry WHERE conversation = $1 AND seq IN (
        SELECT seq FROM entry e WHERE e.conversation = $1 AND e.seq < $2 AND NOT EXISTS (
          SELECT 1 FROM request r WHERE r.app = $3 AND r.sender = e.sender AND r.client = e.client)
        ORDER BY seq LIMIT 500)
      """, .integer(number), .unsigned(oldest - 1), .text(app.text))
  }

  // MARK: - Members

  /// Has the row of a member locked, as which decisions knew it unless the conversation's entries tell.
  private mutating func lock(_ user: UserID, _ patch: MemberPatch, _ number: Int64) throws {
    switch patch.change {
    case .joined, .left: members.append((number, user.text, nil))
    case .none:
      guard !patch.markers.isEmpty || patch.hidden != nil else { return }
      // A member who joined in an earlier commit has a row.
      members.append((number, user.text, try rows.member(user, of: number)))
    }
  }

  private mutating func change(_ user: UserID, _ patch: MemberPatch, _ number: Int64, _ app: AppID) {
    let (conversation, name) = (PostgresValue.integer(number), PostgresValue.text(user.text))
    switch patch.change {
    case .left:
      addLater("DELETE FROM member WHERE conversation = $1 AND id = $2", conversation, name)
      forgetOwn(conversation, name)
    case .joined:
      guard let member = patch.applied(to: nil) else { return }
      forgetOwn(conversation, name)
      // A user who left and rejoined within the commit has a row.
      addLater(
        """
        INSERT INTO member(conversation, id, app, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier,
          nickname)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT (conversation, id) DO UPDATE
        SET joined = $4, read = $5, sent = $6, told = $7, delivered = $8, cleared = $9, hidden = $10, silenced = $11,
          earlier = $12, nickname = $13
        """, conversation, name, .text(app.text), .unsigned(member.joined), .unsigned(member.read),
        .unsigned(member.lastSent), .unsigned(member.told), .unsigned(member.delivered), .unsigned(member.cleared),
        .unsigned(member.hidden), .integer(member.silencedUntil), .unsigned(member.earlier), .bytes(member.nickname))
      note(patch.moves, conversation, name)
      hide(patch, conversation, name)
    case .none:
      if let lastSent = patch.lastSent { sent.add(conversation, name, .unsigned(lastSent)) }
      if let until = patch.silencedUntil {
        addLater(
          "UPDATE member SET silenced = $3 WHERE conversation = $1 AND id = $2", conversation, name, .integer(until))
      }
      if let nickname = patch.nickname {
        addLater(
          "UPDATE member SET nickname = $3 WHERE conversation = $1 AND id = $2", conversation, name, .bytes(nickname))
      }
      let markers = patch.markers
      if markers.read != nil || markers.told != nil || markers.delivered != nil {
        addLater(
          """
          UPDATE member SET read = coalesce($3, read), told = coalesce($4, told), delivered = coalesce($5, delivered)
          WHERE conversation = $1 AND id = $2
          """, conversation, name, .optional(markers.read), .optional(markers.told), .optional(markers.delivered))
      }
      note(patch.moves, conversation, name)
      guard let cleared = patch.cleared, let hidden = patch.hidden else { return }
      addLater(
        "UPDATE member SET cleared = $3, hidden = $4 WHERE conversation = $1 AND id = $2", conversation, name,
        .unsigned(cleared), .unsigned(hidden))
      hide(patch, conversation, name)
    }
  }

  /// Stores what is kept of users who are not members, and deletes what is over at a time.
  private mutating func store(_ outsiders: [UserID: OutsiderRecord?], _ number: Int64, at time: Int64) {
    guard !outsiders.isEmpty else { return }
    var (kept, gone) = (RowBatch(), RowBatch())
    for (user, record) in outsiders.sorted(by: { $0.key < $1.key }) {
      gone.add(.integer(number), .text(user.text))
      guard let record else { continue }
      kept.add(
        .integer(number), .text(user.text), .integer(record.standing.rawValue), .text(record.by.text), .integer(record.since),
        .integer(record.until), .bytes(record.text))
    }
    later += [
      gone.statement(
        """
        DELETE FROM outsider o USING unnest($1, $2) AS n(conversation, id) WHERE o.conversation = n.conversation AND o.id = n.id
        """),
      kept.statement(
        """
        INSERT INTO outsider(conversation, id, standing, author, since, until, text)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7)
        """),
      PostgresStatement("DELETE FROM outsider WHERE conversation = $1 AND until <= $2", .integer(number), .integer(time)),
    ].compactMap { $0 }
  }

  /// Deletes data of an earlier membership.
  private mutating func forgetOwn(_ conversation: PostgresValue, _ user: PostgresValue) {
    addLater("DELETE FROM hidden WHERE conversation = $1 AND member = $2", conversation, user)
    addLater("DELETE FROM reading WHERE conversation = $1 AND member = $2", conversation, user)
  }

  /// Stores how a read marker moved, and forgets the oldest moves.
  private mutating func note(_ moves: [ReadMove], _ conversation: PostgresValue, _ user: PostgresValue) {
    guard !moves.isEmpty else { return }
    for move in moves.suffix(ReadMove.remembered) {
      addLater(
        """
        INSERT INTO reading(conversation, member, seq, since, time) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (conversation, member, seq) DO UPDATE SET since = $4, time = $5
        """, conversation, user, .unsigned(move.seq), .unsigned(move.since), .integer(move.time))
    }
    addLater(
      """
      DELETE FROM reading WHERE conversation = $1 AND member = $2 AND seq < (
        SELECT seq FROM reading WHERE conversation = $1 AND member = $2 ORDER BY seq DESC LIMIT 1 OFFSET $3)
      """, conversation, user, .integer(Int64(ReadMove.remembered) - 1))
  }

  /// Stores newly hidden positions, and drops those up to the position where everything is hidden.
  private mutating func hide(_ patch: MemberPatch, _ conversation: PostgresValue, _ user: PostgresValue) {
    for seq in patch.hiddenTargets {
      addLater(
        "INSERT INTO hidden(conversation, member, seq) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", conversation, user,
        .unsigned(seq))
    }
    guard let cleared = patch.cleared, cleared > 0 else { return }
    addLater(
      "DELETE FROM hidden WHERE conversation = $1 AND member = $2 AND seq <= $3", conversation, user, .unsigned(cleared))
  }

  // MARK: - Users

  private mutating func add(_ tail: UserTail, of user: UserKey) throws {
    let (app, name) = (PostgresValue.text(user.app.text), PostgresValue.text(user.user.text))
    if let record = tail.record {
      // Who is made at two nodes at the same time is made once.
      let isNew = try rows.user(user) == nil
      addLater(
        isNew
          ? "INSERT INTO account(app, id, created, revoked) VALUES ($1, $2, $3, $4)"
          : "UPDATE account SET created = $3, revoked = greatest(revoked, $4) WHERE app = $1 AND id = $2", app, name,
        .integer(record.createdAt), .integer(record.tokensRevokedUntil))
      try store(record, over: rows.user(user)?.profile, app, name)
      // Otherwise a change of something else at the same time at another node would take it back.
      if record.suspendedUntil != (try rows.user(user)?.suspendedUntil ?? 0) {
        addLater(
          "UPDATE account SET suspended = $3 WHERE app = $1 AND id = $2", app, name, .integer(record.suspendedUntil))
      }
      if record.lastSeen > (try rows.user(user)?.lastSeen ?? 0) {
        addLater(
          "UPDATE account SET seen = greatest(seen, $3) WHERE app = $1 AND id = $2", app, name, .integer(record.lastSeen))
      }
    }
    for (number, entry) in tail.entries {
      let (kind, position, detail) = UserEntryKind.columns(entry.event)
      userEntries.add(
        app, name, .unsigned(entry.seq), .integer(entry.time), .integer(number), .integer(kind.rawValue),
        .unsigned(position), .blob(detail))
    }
    for conversation in tail.droppedSettings {
      addLater(
        "DELETE FROM setting WHERE app = $1 AND account = $2 AND conversation = $3", app, name, .text(conversation.text))
    }
    for (setting, value) in tail.settings { store(value, setting, app, name) }
    for (_, relation) in tail.relations { store(relation, app, name) }
    cutLog(of: user, added: tail.entries.map(\.entry))
  }

  /// Stores a profile that changed, unless another node has changed it meanwhile: then the division fails.
  private mutating func store(
    _ record: UserRecord, over known: ProfileRecord?, _ app: PostgresValue, _ user: PostgresValue
  ) throws {
    guard let profile = record.profile, profile != known else { return }
    if let number = known?.number, !number.isEmpty, number != profile.number {
      // First, because another user may get the number in the same commit.
      released.append(PostgresStatement("UPDATE account SET number = NULL WHERE app = $1 AND id = $2", [app, user]))
    }
    addLater(
      """
      WITH changed AS (
        UPDATE account SET profile = $3, number = $4 WHERE app = $1 AND id = $2 AND profile IS NOT DISTINCT FROM $5 RETURNING 1)
      SELECT 1 / count(*) FROM changed
      """, app, user, .blob(profile.bytes), .text(record.accountNumber), .blob(known?.bytes))
    let (words, before) = (profile.words, known?.words ?? [])
    guard words != before else { return }
    if !before.isEmpty {
      released.append(PostgresStatement("DELETE FROM name_word WHERE app = $1 AND account = $2", [app, user]))
    }
    for word in words { names.add(app, user, .text(word)) }
  }

  private mutating func store(_ setting: Setting, _ name: SettingName, _ app: PostgresValue, _ user: PostgresValue) {
    let (conversation, key) = (PostgresValue.text(name.conversation?.text ?? ""), PostgresValue.text(name.key))
    guard !setting.value.isEmpty else {
      return addLater(
        "DELETE FROM setting WHERE app = $1 AND account = $2 AND conversation = $3 AND key = $4", app, user, conversation, key)
    }
    addLater(
      """
      INSERT INTO setting(app, account, conversation, key, value, revision) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, account, conversation, key) DO UPDATE SET value = $5, revision = $6
      """, app, user, conversation, key, .bytes(setting.value), .unsigned(setting.revision))
  }

  private mutating func store(_ relation: RelationRecord, _ app: PostgresValue, _ user: PostgresValue) {
    let peer = PostgresValue.text(relation.peer.text)
    guard !relation.flags.isEmpty else {
      return addLater("DELETE FROM relation WHERE app = $1 AND account = $2 AND peer = $3", app, user, peer)
    }
    addLater(
      """
      INSERT INTO relation(app, account, peer, flags, revision, text) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (app, account, peer) DO UPDATE SET flags = $4, revision = $5, text = $6
      """, app, user, peer, .integer(relation.flags.rawValue), .unsigned(relation.revision), .bytes(relation.text))
  }

  /// Removes entries beyond the size limit of a user's log, each time the log has grown by an eighth of the limit.
  private mutating func cutLog(of user: UserKey, added: [UserLogEntry]) {
    guard let first = added.first?.seq, let last = added.last?.seq, last > userLogEntries else { return }
    let step = max(1, userLogEntries / 8)
    guard (first - 1) / step < last / step else { return }
    addLater(
      "DELETE FROM user_entry WHERE app = $1 AND account = $2 AND seq <= $3", .text(user.app.text), .text(user.user.text),
      .unsigned(last - userLogEntries))
  }

  // MARK: - Requests that appended nothing

  private mutating func add(_ message: ScheduledMessage?, at key: ScheduledKey) {
    let name: [PostgresValue] = [.text(key.owner.app.text), .text(key.owner.user.text), .text(key.clientID.text)]
    // What another node has ended meanwhile is not there; then the division fails.
    let ends = isShared && message == nil
    later.append(
      PostgresStatement(
        ends
          ? """
          WITH ended AS (DELETE FROM scheduled WHERE app = $1 AND account = $2 AND client = $3 RETURNING 1)
          SELECT 1 / count(*) FROM ended
          """ : "DELETE FROM scheduled WHERE app = $1 AND account = $2 AND client = $3", name))
    guard let message else { return }
    let properties = message.properties.map { Wire.Annotated(items: $0.map { Wire.AnnotationItem($0) }).encoded() }
    later.append(
      PostgresStatement(
        """
        INSERT INTO scheduled(app, account, client, time, conversation, type, content, details, parent, properties)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """,
        name + [
          .integer(message.time), .text(message.conversation.text), .bytes(message.type), .bytes(message.content),
          .blob(message.details?.bytes), .unsigned(message.parent), .blob(properties),
        ]))
  }

  private mutating func remember(_ layer: Layer) {
    let insert = """
      INSERT INTO answered(app, account, kind, client, made, time, state, fingerprint) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """
    let sql = """
      \(insert)
      ON CONFLICT (app, account, kind, client) DO UPDATE SET made = $5, time = $6, state = $7, fingerprint = $8
      """
    for append in layer.unchanged {
      addLater(
        sql, .text(append.sender.app.text), .text(append.sender.user.text), .integer(1), .text(append.clientID.text),
        .integer(append.clientID.madeOrNever), .integer(append.time), .integer(4), .blob(append.fingerprint))
    }
    for (key, remembered) in layer.rememberedSchedules.sorted(by: { $0.key.order < $1.key.order }) {
      // The same message, scheduled at two nodes at the same time, is scheduled once.
      addLater(
        isShared && remembered.end == nil ? insert : sql, .text(key.owner.app.text), .text(key.owner.user.text), .integer(2),
        .text(key.clientID.text), .integer(key.clientID.madeOrNever), .integer(remembered.time),
        .integer(remembered.end?.rawValue ?? 0), .blob(remembered.fingerprint))
    }
  }
}

extension UserKey {
  /// By which users are sorted.
  fileprivate var order: (String, String) { (app.text, user.text) }
}

extension ScheduledKey {
  /// By which scheduled messages are sorted.
  fileprivate var order: (String, String, String) { (owner.app.text, owner.user.text, clientID.text) }
}
