import MartletSQLite
import MartletWire

extension SQLiteTables {
  /// The number of an app, given to it now where it has none.
  func makeNumber(of app: AppID) throws -> Int64 {
    if let number = try queries.number(of: app) { return number }
    try database.statement("INSERT INTO app(id) VALUES (?1)").run(.text(app.text))
    return database.lastInsertID
  }

  /// Performs what was decided.
  func perform(_ effects: AppendEffects) throws {
    var conversation = effects.conversation
    let app = try makeNumber(of: conversation.app)
    if effects.isNew {
      guard lastNumber < EntryKey.lastNumber else { throw StoreError(.failed, "the database can hold no more conversations") }
      lastNumber &+= 1
      conversation.number = lastNumber
    }
    guard let key = EntryKey.of(conversation.number, effects.entry.seq) else {
      throw StoreError(.failed, "a conversation's log can hold no more entries")
    }
    stamp = conversation.record.stamp
    if effects.isNew { try insert(conversation, app: app) } else { heads.change(conversation) }
    try insert(effects, key: key)
    try perform(effects.fold, number: conversation.number, revision: effects.entry.seq)
    try changeMembers(effects, number: conversation.number, app: app)
    for addressed in effects.userEntries {
      try insert(addressed.entry, user: addressed.user, app: app, number: conversation.number)
    }
    try database.statement(
      "INSERT INTO request(made, app, sender, client, key, fingerprint) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    ).run(
      .integer(Self.made(effects.entry.clientID)), .integer(app), .text(effects.entry.sender.text),
      .text(effects.entry.clientID.text), .integer(key), .blob(effects.fingerprint))
  }

  /// Moves a read marker.
  func perform(_ read: UInt64, of user: UserID, in conversation: ConversationState, entry: UserLogEntry) throws {
    try database.statement("UPDATE member SET read = ?3 WHERE conversation = ?1 AND user = ?2")
      .run(.integer(conversation.number), .text(user.text), .unsigned(read))
    try insert(entry, user: user, app: try makeNumber(of: conversation.app), number: conversation.number)
  }

  func insert(_ record: UserRecord, app: AppID) throws {
    try database.statement("INSERT INTO user(app, id, created, revoked) VALUES (?1, ?2, ?3, ?4)")
      .run(
        .integer(try makeNumber(of: app)), .text(record.id.text), .integer(record.createdAt), .integer(record.tokensRevokedUntil))
  }

  func revokeTokens(of user: UserID, app: AppID, issuedUntil: Int64) throws {
    try database.statement("UPDATE user SET revoked = ?3 WHERE app = ?1 AND id = ?2")
      .run(.integer(try makeNumber(of: app)), .text(user.text), .integer(issuedUntil))
  }

  /// Writes what is kept back until the end of the transaction.
  func flush() throws {
    guard stamp != storedStamp else { return }
    let update = try database.statement(
      """
      UPDATE conversation SET owner = ?2, head = ?3, countable = ?4, shown = ?5, time = ?6, stamp = ?7, members = ?8
      WHERE number = ?1
      """)
    for state in heads.takeChanged() {
      let record = state.record
      try update.run(
        .integer(state.number), .optional(record.owner?.text), .unsigned(record.head), .unsigned(record.countable),
        .unsigned(state.shown), .integer(record.time), .unsigned(record.stamp), .integer(Int64(record.memberCount)))
    }
    try database.statement("UPDATE newest SET stamp = ?1").run(.unsigned(stamp))
    storedStamp = stamp
  }

  /// Forgets requests by the time their ids carry; those without one stay.
  ///
  /// - Returns: How many were forgotten, at most `limit`.
  func forgetRequests(madeBefore milliseconds: Int64, limit: Int) throws -> Int {
    try database.statement(
      """
      DELETE FROM request WHERE (made, app, sender, client) IN (
        SELECT made, app, sender, client FROM request WHERE made >= 0 AND made < ?1
        ORDER BY made, app, sender, client LIMIT ?2)
      """
    ).run(.integer(milliseconds), .integer(Int64(limit)))
    return database.changes
  }

  private func insert(_ state: ConversationState, app: Int64) throws {
    let record = state.record
    try database.statement(
      """
      INSERT INTO conversation(number, app, id, title, owner, head, countable, shown, time, stamp, members)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """
    ).run(
      .integer(state.number), .integer(app), .text(record.id.text), .text(record.title), .optional(record.owner?.text),
      .unsigned(record.head), .unsigned(record.countable), .unsigned(state.shown), .integer(record.time),
      .unsigned(record.stamp), .integer(Int64(record.memberCount)))
    heads.keep(state)
  }

  private func insert(_ effects: AppendEffects, key: Int64) throws {
    let entry = effects.entry
    let columns = EntryColumns(entry.event)
    let previous: UInt64 = if case .edit(_, _, _, let previous) = effects.fold { previous } else { 0 }
    try database.statement(
      """
      INSERT INTO entry(
        key, time, sender, client, countable, counts, kind, target, type, content, users, owner, revision, recalled)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 0)
      """
    ).run(
      .integer(key), .integer(entry.time), .text(entry.sender.text), .text(entry.clientID.text), .unsigned(entry.countable),
      .integer(effects.counts ? 1 : 0), .integer(columns.kind.rawValue), columns.targetValue, .optional(columns.type),
      .optional(columns.content), columns.usersValue, .optional(columns.owner?.text), .unsigned(previous))
  }

  private func perform(_ fold: AppendEffects.Fold?, number: Int64, revision: UInt64) throws {
    switch fold {
    case nil: return
    case .edit(let target, let type, let content, _):
      try database.statement("UPDATE entry SET type = ?2, content = ?3, revision = ?4 WHERE key = ?1")
        .run(.optional(EntryKey.of(number, target)), .text(type), .text(content), .unsigned(revision))
    case .recall(let target, let edits, let counted):
      let key = SQLiteValue.optional(EntryKey.of(number, target))
      try database.statement("UPDATE entry SET content = '', revision = ?2, recalled = 1 WHERE key = ?1")
        .run(key, .unsigned(revision))
      let empty = try database.statement("UPDATE entry SET content = '' WHERE key = ?1")
      for edit in edits { try empty.run(.optional(EntryKey.of(number, edit))) }
      if counted { try database.statement("INSERT INTO recalled(key) VALUES (?1)").run(key) }
    }
  }

  private func changeMembers(_ effects: AppendEffects, number: Int64, app: Int64) throws {
    for member in effects.joins {
      try database.statement("INSERT INTO member(conversation, user, app, joined, read, sent) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
        .run(
          .integer(number), .text(member.user.text), .integer(app), .unsigned(member.joined), .unsigned(member.read),
          .unsigned(member.lastSent))
    }
    for user in effects.leaves {
      try database.statement("DELETE FROM member WHERE conversation = ?1 AND user = ?2")
        .run(.integer(number), .text(user.text))
    }
    if effects.isMessage {
      try database.statement("UPDATE member SET sent = ?3 WHERE conversation = ?1 AND user = ?2")
        .run(.integer(number), .text(effects.entry.sender.text), .unsigned(effects.entry.seq))
    }
  }

  private func insert(_ entry: UserLogEntry, user: UserID, app: Int64, number: Int64) throws {
    let (kind, position) = UserEntryKind.columns(entry.event)
    try database.statement(
      "INSERT INTO user_entry(app, user, seq, time, conversation, kind, position) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    ).run(
      .integer(app), .text(user.text), .unsigned(entry.seq), .integer(entry.time), .integer(number), .integer(kind.rawValue),
      .unsigned(position))
  }
}
