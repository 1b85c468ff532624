import MartletSQLite
import MartletWire

/// Writes the tables for the folder: one layer of the tail at a time, in table order, so that neighbouring rows are written
/// together.
///
/// Not Sendable: belongs to the folder.
final class FoldedTables {
  let queries: SQLiteQueries
  var database: SQLiteConnection { queries.database }

  private let userLogEntries: UInt64
  private let kinds: Kinds

  /// Keeps at least the newest `userLogEntries` entries of each user's log, and an eighth more at most.
  init(_ database: SQLiteConnection, userLogEntries: Int, kinds: Kinds) {
    self.kinds = kinds
    queries = SQLiteQueries(database)
    self.userLogEntries = UInt64(max(1, userLogEntries))
  }

  /// Notes that apps had stamps up to this one in common, within the caller's transaction.
  func raiseStamps(to stamp: UInt64) throws {
    try database.statement("UPDATE newest SET stamp = max(stamp, ?1)").run(.unsigned(stamp))
  }

  /// Divides the conversations into slices in another way, within the caller's transaction.
  func divide(by slicing: Slicing) throws {
    try database.statement("UPDATE newest SET run_bits = ?1").run(.integer(Int64(slicing.runBits)))
  }

  /// Names this copy of the data, within the caller's transaction.
  func name(_ generation: String) throws {
    try database.statement("UPDATE generation SET name = ?1").run(.text(generation))
  }

  /// Writes a slice's layer, within the caller's transaction.
  func fold(_ layer: Layer, slice: Int) throws {
    var requests: [Request] = []
    var stamps: [Int64: UInt64] = [:]
    for (number, tail) in layer.conversations.sorted(by: { $0.key < $1.key }) {
      let app = try makeNumber(of: tail.state.app)
      stamps[app] = max(stamps[app] ?? 0, tail.state.record.stamp)
      try fold(tail, number: number, app: app)
      for append in tail.entries { requests.append(Request(append, number: number, app: app)) }
    }
    for request in requests.sorted(by: { $0.made < $1.made }) { try insert(request, slice: slice) }
    for (name, tail) in layer.users {
      let app = try makeNumber(of: name.app)
      if let record = tail.record { try store(record, app: app) }
      for (number, entry) in tail.entries { try insert(entry, user: name.user, app: app, number: number) }
      try storeSettings(tail, of: name.user, app: app)
      try store(tail.relations, of: name.user, app: app)
      try cutLog(of: name.user, app: app, added: tail.entries.map(\.entry))
    }
    for (key, message) in layer.scheduled { try fold(message, at: key) }
    try rememberAnswered(layer)
    for (app, stamp) in stamps {
      try database.statement("UPDATE app SET stamp = max(stamp, ?2) WHERE number = ?1").run(.integer(app), .unsigned(stamp))
    }
    try database.statement("UPDATE folded SET row = ?2 WHERE slice = ?1").run(.integer(Int64(slice)), .integer(layer.last))
  }

  /// Notes that all slices are here up to a row of the journal, those also that had nothing to fold.
  func foldedAll(through row: Int64) throws {
    try database.statement("UPDATE folded SET row = max(row, ?1)").run(.integer(row))
  }

  /// The number of an app; assigned now if it has none.
  func makeNumber(of app: AppID) throws -> Int64 {
    if let number = try queries.number(of: app) { return number }
    try database.statement("INSERT INTO app(id) VALUES (?1)").run(.text(app.text))
    return database.lastInsertID
  }

  // MARK: - Conversations

  private func fold(_ tail: ConversationTail, number: Int64, app: Int64) throws {
    if tail.isNew { try insert(tail.state, app: app) } else if !tail.entries.isEmpty { try update(tail.state) }
    if tail.isRedescribed { try describe(tail.state) }
    if let relations = tail.relations, !tail.isNew {
      try database.statement("UPDATE conversation SET relations = ?2 WHERE number = ?1")
        .run(.integer(number), .integer(Int64(relations.rawValue)))
    }
    for append in tail.entries {
      try insert(append, tail.patches[append.entry.seq].map { _ in tail.entry(append) }, number: number)
    }
    for (seq, patch) in tail.patches where seq < tail.first ?? .max { try update(seq, patch, number: number) }
    for (seq, patch) in tail.patches { try annotate(seq, patch, number: number) }
    for seq in tail.recalled {
      try database.statement("INSERT INTO recalled(key) VALUES (?1)").run(.optional(EntryKey.of(number, seq)))
    }
    for (user, patch) in tail.members { try change(user, patch, number: number, app: app) }
    try store(tail.outsiders, number: number, at: tail.state.record.time)
    let (head, added) = (tail.state.record.head, UInt64(tail.entries.count))
    let oldest = kinds.policy(of: tail.state.record.id).oldest(head: head)
    if oldest > 0, added > 0 { try forget(before: oldest, added: added, number: number, tail.state.app) }
  }

  private func insert(_ state: ConversationState, app: Int64) throws {
    let record = state.record
    try database.statement(
      """
      INSERT INTO conversation(number, app, id, title, owner, head, countable, shown, time, stamp, members, attributes,
        rules, relations)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """
    ).run(
      .integer(state.number), .integer(app), .text(record.id.text), .text(record.title), .optional(record.owner?.text),
      .unsigned(record.head), .unsigned(record.countable), .unsigned(state.shown), .integer(record.time),
      .unsigned(record.stamp), .integer(Int64(record.memberCount)), .optional(record.attributes?.json),
      .optional(record.rules?.json), .integer(Int64(record.relations.rawValue)))
  }

  /// Stores the columns that change rarely and may be long.
  private func describe(_ state: ConversationState) throws {
    let record = state.record
    try database.statement("UPDATE conversation SET title = ?2, attributes = ?3, rules = ?4 WHERE number = ?1")
      .run(
        .integer(state.number), .text(record.title), .optional(record.attributes?.json), .optional(record.rules?.json))
  }

  private func update(_ state: ConversationState) throws {
    let record = state.record
    try database.statement(
      """
      UPDATE conversation SET owner = ?2, head = ?3, countable = ?4, shown = ?5, time = ?6, stamp = ?7, members = ?8
      WHERE number = ?1
      """
    ).run(
      .integer(state.number), .optional(record.owner?.text), .unsigned(record.head), .unsigned(record.countable),
      .unsigned(state.shown), .integer(record.time), .unsigned(record.stamp), .integer(Int64(record.memberCount)))
  }

  // MARK: - Entries

  /// Stores an append, in the form of `changed` unless that is nil.
  private func insert(_ append: AppendEffects, _ changed: LogEntry?, number: Int64) throws {
    guard let key = EntryKey.of(number, append.entry.seq) else {
      throw StoreError(.corrupt, "the journal has an entry beyond the end of its log")
    }
    let columns = EntryColumns(changed?.event ?? append.entry.event, parent: append.entry.parent)
    let isMessage = columns.kind == .message
    let isRecalled = changed?.isRecalled ?? append.entry.isRecalled
    let details = changed == nil ? append.entry.details : changed?.details
    try database.statement(
      """
      INSERT INTO entry(
        key, time, sender, client, countable, counts, kind, target, type, content, users, owner, revision, recalled, details,
        unlisted, annotated, shown)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
      """
    ).run(
      .integer(key), .integer(append.entry.time), .text(append.entry.sender.text), .text(append.entry.clientID.text),
      .unsigned(append.entry.countable), .integer(append.counts ? 1 : 0), .integer(columns.kind.rawValue),
      .position(columns.target), .optional(columns.type), .optional(columns.content), .optional(columns.userList),
      .optional(columns.owner?.text),
      .unsigned(isMessage ? changed?.revision ?? append.entry.revision : append.previousEdit), .integer(isRecalled ? 1 : 0),
      details.map { .blob($0.bytes) } ?? .null, .integer(isMessage && !append.isListed ? 1 : 0),
      .unsigned(changed?.annotated ?? append.entry.annotated), append.isListed ? .unsigned(append.shownBefore) : .null)
    guard isMessage, !isRecalled, let details else { return }
    for (user, address) in details.addresses(sender: append.entry.sender) {
      try database.statement("INSERT INTO addressed(conversation, user, seq, how) VALUES (?1, ?2, ?3, ?4)")
        .run(.integer(number), .text(user), .unsigned(append.entry.seq), .integer(address.rawValue))
    }
  }

  private func update(_ seq: UInt64, _ patch: EntryPatch, number: Int64) throws {
    if let recall = patch.recall { try cutDetails(seq, recall, number: number) }
    // Of an edit only the content changes; its revision links it to the one before.
    try database.statement(
      """
      UPDATE entry SET type = coalesce(?2, type), content = coalesce(?3, content), revision = coalesce(?4, revision),
        recalled = max(recalled, ?5), annotated = coalesce(?6, annotated)
      WHERE key = ?1
      """
    ).run(
      .optional(EntryKey.of(number, seq)), .optional(patch.type), .optional(patch.content),
      .position(patch.revision), .integer(patch.isRecalled ? 1 : 0), .position(patch.annotated))
  }

  /// Reduces a message's details to those that outlive its recall.
  private func cutDetails(_ seq: UInt64, _ recall: RecallNote, number: Int64) throws {
    guard let message = try queries.message(at: seq, of: number) else { return }
    let remains = recall.remains(of: message.details, sender: message.sender)
    guard remains != nil || message.details != nil else { return }
    try database.statement("UPDATE entry SET details = ?2 WHERE key = ?1")
      .run(.optional(EntryKey.of(number, seq)), remains.map { .blob($0.bytes) } ?? .null)
    for (user, _) in message.details?.addresses(sender: message.sender) ?? [] {
      try database.statement("DELETE FROM addressed WHERE conversation = ?1 AND user = ?2 AND seq = ?3")
        .run(.integer(number), .text(user), .unsigned(seq))
    }
  }

  // MARK: - Requests

  /// The data that recognises the retry of an append.
  private struct Request {
    let append: AppendEffects
    let number: Int64
    let app: Int64
    let made: Int64

    init(_ append: AppendEffects, number: Int64, app: Int64) {
      self.append = append
      self.number = number
      self.app = app
      made = append.entry.clientID.madeOrNever
    }
  }

  private func insert(_ request: Request, slice: Int) throws {
    let entry = request.append.entry
    try database.statement(
      "INSERT INTO request(slice, made, app, sender, client, key, fingerprint) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    ).run(
      .integer(Int64(slice)), .integer(request.made), .integer(request.app), .text(entry.sender.text),
      .text(entry.clientID.text), .optional(EntryKey.of(request.number, entry.seq)), .blob(request.append.fingerprint))
  }

  /// Forgets requests of a slice by the time their ids carry; those without one stay.
  ///
  /// - Returns: How many were forgotten, at most `limit`.
  func forgetRequests(of slice: Int, madeBefore milliseconds: Int64, limit: Int) throws -> Int {
    try database.statement(
      """
      DELETE FROM request WHERE slice = ?1 AND (made, app, sender, client) IN (
        SELECT made, app, sender, client FROM request WHERE slice = ?1 AND made >= 0 AND made < ?2
        ORDER BY made, app, sender, client LIMIT ?3)
      """
    ).run(.integer(Int64(slice)), .integer(milliseconds), .integer(Int64(limit)))
    return database.changes
  }

  private func fold(_ message: ScheduledMessage?, at key: ScheduledKey) throws {
    let app = try makeNumber(of: key.owner.app)
    let (user, client) = (SQLiteValue.text(key.owner.user.text), SQLiteValue.text(key.clientID.text))
    guard let message else {
      try database.statement("DELETE FROM scheduled WHERE app = ?1 AND user = ?2 AND client = ?3")
        .run(.integer(app), user, client)
      return
    }
    try database.statement(
      """
      INSERT OR REPLACE INTO scheduled(app, user, client, time, conversation, type, content, details, parent, properties)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """
    ).run(
      .integer(app), user, client, .integer(message.time), .text(message.conversation.text), .text(message.type),
      .text(message.content), message.details.map { .blob($0.bytes) } ?? .null, .unsigned(message.parent),
      Self.blob(message.properties))
  }

  private static func blob(_ properties: [AnnotationItem]?) -> SQLiteValue {
    properties.map { .blob(Wire.Annotated(items: $0.map { Wire.AnnotationItem($0) }).encoded()) } ?? .null
  }

  // MARK: - Members and users

  private func change(_ user: UserID, _ patch: MemberPatch, number: Int64, app: Int64) throws {
    let (conversation, name) = (SQLiteValue.integer(number), SQLiteValue.text(user.text))
    switch patch.change {
    case .left:
      try database.statement("DELETE FROM member WHERE conversation = ?1 AND user = ?2").run(conversation, name)
      try forgetOwn(conversation, name)
    case .joined:
      guard let member = patch.applied(to: nil) else { return }
      try forgetOwn(conversation, name)
      // A user who left and rejoined within the layer has a row.
      try database.statement(
        """
        INSERT INTO member(conversation, user, app, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier,
          nickname)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        ON CONFLICT DO UPDATE SET joined = ?4, read = ?5, sent = ?6, told = ?7, delivered = ?8, cleared = ?9, hidden = ?10,
          silenced = ?11, earlier = ?12, nickname = ?13
        """
      ).run(
        conversation, name, .integer(app), .unsigned(member.joined), .unsigned(member.read), .unsigned(member.lastSent),
        .unsigned(member.told), .unsigned(member.delivered), .unsigned(member.cleared), .unsigned(member.hidden),
        .integer(member.silencedUntil), .unsigned(member.earlier), .text(member.nickname))
      try note(patch.moves, conversation, name)
      try hide(patch, conversation, name)
    case .none:
      try database.statement(
        """
        UPDATE member SET read = coalesce(?3, read), sent = coalesce(?4, sent), told = coalesce(?5, told),
          delivered = coalesce(?6, delivered), silenced = coalesce(?7, silenced), nickname = coalesce(?8, nickname)
        WHERE conversation = ?1 AND user = ?2
        """
      ).run(
        conversation, name, .position(patch.markers.read), .position(patch.lastSent), .position(patch.markers.told),
        .position(patch.markers.delivered), .optional(patch.silencedUntil), .optional(patch.nickname))
      try note(patch.moves, conversation, name)
      guard let cleared = patch.cleared, let hidden = patch.hidden else { return }
      try database.statement("UPDATE member SET cleared = ?3, hidden = ?4 WHERE conversation = ?1 AND user = ?2")
        .run(conversation, name, .unsigned(cleared), .unsigned(hidden))
      try hide(patch, conversation, name)
    }
  }

  /// Stores what is kept of users who are not members, and deletes what is over at a time.
  private func store(_ outsiders: [UserID: OutsiderRecord?], number: Int64, at time: Int64) throws {
    guard !outsiders.isEmpty else { return }
    for (user, record) in outsiders {
      guard let record else {
        try database.statement("DELETE FROM outsider WHERE conversation = ?1 AND user = ?2")
          .run(.integer(number), .text(user.text))
        continue
      }
      try database.statement(
        """
        INSERT OR REPLACE INTO outsider(conversation, user, standing, author, since, until, text)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
      ).run(
        .integer(number), .text(user.text), .integer(record.standing.rawValue), .text(record.by.text), .integer(record.since),
        .integer(record.until), .text(record.text))
    }
    try database.statement("DELETE FROM outsider WHERE conversation = ?1 AND until <= ?2").run(.integer(number), .integer(time))
  }

  /// Deletes data of an earlier membership.
  private func forgetOwn(_ conversation: SQLiteValue, _ user: SQLiteValue) throws {
    try database.statement("DELETE FROM hidden WHERE conversation = ?1 AND user = ?2").run(conversation, user)
    try database.statement("DELETE FROM reading WHERE conversation = ?1 AND user = ?2").run(conversation, user)
  }

  /// Stores how a read marker moved, and forgets the oldest moves.
  private func note(_ moves: [ReadMove], _ conversation: SQLiteValue, _ user: SQLiteValue) throws {
    guard !moves.isEmpty else { return }
    for move in moves.suffix(ReadMove.remembered) {
      try database.statement("INSERT OR REPLACE INTO reading(conversation, user, seq, since, time) VALUES (?1, ?2, ?3, ?4, ?5)")
        .run(conversation, user, .unsigned(move.seq), .unsigned(move.since), .integer(move.time))
    }
    try database.statement(
      """
      DELETE FROM reading WHERE conversation = ?1 AND user = ?2 AND seq < (
        SELECT seq FROM reading WHERE conversation = ?1 AND user = ?2 ORDER BY seq DESC LIMIT 1 OFFSET ?3)
      """
    ).run(conversation, user, .integer(Int64(ReadMove.remembered) - 1))
  }

  /// Stores newly hidden positions, and drops those up to the position where everything is hidden.
  private func hide(_ patch: MemberPatch, _ conversation: SQLiteValue, _ user: SQLiteValue) throws {
    for seq in patch.hiddenTargets {
      try database.statement("INSERT OR IGNORE INTO hidden(conversation, user, seq) VALUES (?1, ?2, ?3)")
        .run(conversation, user, .unsigned(seq))
    }
    guard let cleared = patch.cleared, cleared > 0 else { return }
    try database.statement("DELETE FROM hidden WHERE conversation = ?1 AND user = ?2 AND seq <= ?3")
      .run(conversation, user, .unsigned(cleared))
  }

  private func storeSettings(_ tail: UserTail, of user: UserID, app: Int64) throws {
    for conversation in tail.droppedSettings {
      try database.statement("DELETE FROM setting WHERE app = ?1 AND user = ?2 AND conversation = ?3")
        .run(.integer(app), .text(user.text), .text(conversation.text))
    }
    for (name, setting) in tail.settings {
      let (conversation, key) = (SQLiteValue.text(name.conversation?.text ?? ""), SQLiteValue.text(name.key))
      if setting.value.isEmpty {
        try database.statement("DELETE FROM setting WHERE app = ?1 AND user = ?2 AND conversation = ?3 AND key = ?4")
          .run(.integer(app), .text(user.text), conversation, key)
      } else {
        try database.statement(
          """
          INSERT INTO setting(app, user, conversation, key, value, revision) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT DO UPDATE SET value = ?5, revision = ?6
          """
        ).run(.integer(app), .text(user.text), conversation, key, .text(setting.value), .unsigned(setting.revision))
      }
    }
  }

  private func store(_ relations: [UserID: RelationRecord], of user: UserID, app: Int64) throws {
    for (peer, relation) in relations {
      if relation.flags.isEmpty {
        try database.statement("DELETE FROM relation WHERE app = ?1 AND user = ?2 AND peer = ?3")
          .run(.integer(app), .text(user.text), .text(peer.text))
      } else {
        try database.statement(
          """
          INSERT INTO relation(app, user, peer, flags, revision, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT DO UPDATE SET flags = ?4, revision = ?5, text = ?6
          """
        ).run(
          .integer(app), .text(user.text), .text(peer.text), .integer(relation.flags.rawValue), .unsigned(relation.revision),
          .text(relation.text))
      }
    }
  }

  private func store(_ record: UserRecord, app: Int64) throws {
    try NameTable(database: database).change(record.profile?.words ?? [], of: record.id, app: app)
    try database.statement(
      """
      INSERT INTO user(app, id, created, revoked, profile, number, suspended, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT DO UPDATE SET created = ?3, revoked = ?4, profile = ?5, number = ?6, suspended = ?7, seen = ?8
      """
    ).run(
      .integer(app), .text(record.id.text), .integer(record.createdAt), .integer(record.tokensRevokedUntil),
      record.profile.map { .blob($0.bytes) } ?? .null, .optional(record.accountNumber), .integer(record.suspendedUntil),
      .integer(record.lastSeen))
  }

  /// Removes entries beyond the size limit of a user's log, each time the log has grown by an eighth of the limit.
  private func cutLog(of user: UserID, app: Int64, added: [UserLogEntry]) throws {
    guard let first = added.first?.seq, let last = added.last?.seq, last > userLogEntries else { return }
    let head = try queries.userHead(user, app: app)
    guard head > userLogEntries else { return }
    let (cut, step) = (head &- userLogEntries, max(1, userLogEntries / 8))
    // Also if another slice adds entries below the cut.
    guard (first &- 1) / step < last / step || first <= cut else { return }
    try database.statement("DELETE FROM user_entry WHERE app = ?1 AND user = ?2 AND seq <= ?3")
      .run(.integer(app), .text(user.text), .unsigned(cut))
  }

  private func insert(_ entry: UserLogEntry, user: UserID, app: Int64, number: Int64) throws {
    let (kind, position, detail) = UserEntryKind.columns(entry.event)
    try database.statement(
      "INSERT INTO user_entry(app, user, seq, time, conversation, kind, position, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    ).run(
      .integer(app), .text(user.text), .unsigned(entry.seq), .integer(entry.time), .integer(number), .integer(kind.rawValue),
      .unsigned(position), detail.map { .blob($0) } ?? .null)
  }
}

extension SQLiteValue {
  /// A position, or NULL for none.
  fileprivate static func position(_ seq: UInt64?) -> SQLiteValue { .optional(seq.map { Int64(bitPattern: $0) }) }
}
