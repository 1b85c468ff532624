import MartletSQLite
import MartletWire

// The entries held of conversation logs.
extension LocalStore {
  /// Appends entries to the cached range; the app gets an event for each that is new to it.
  func append(_ entries: [Wire.Entry], to id: ConversationID, isNew: Bool = true, _ batch: inout Batch) throws(SQLiteError) {
    guard var row = try row(id, &batch) else { return }
    let visibility = try visibility(of: row)
    for entry in entries where entry.seq == row.last + 1 {
      let held = try hidden(entry, visibility, row)
      try insert(held.entry, key: row.key, countingHere: held.here ? entry : nil)
      row.last = entry.seq
      try fold(entry, of: row, &batch)
      try foldMembers(entry, of: row, &batch)
      if entry.sender == user?.text {
        try arrived(entry, id, &batch)
      } else if case .message = entry.event, row.members <= acknowledgedMembers,
        acknowledgedKinds?.contains(id.kind) ?? true
      {
        row.pendingDelivered = entry.seq
      }
      if isNew { note(entry, in: id, &batch) }
    }
    batch.rows[id] = row
    batch.touch(id)
    batch.changes.logs.insert(id)
    noteUnindexed(row.key)
  }

  /// An entry is new to the app.
  private func note(_ entry: Wire.Entry, in id: ConversationID, _ batch: inout Batch) {
    batch.appended.append(MessageID(conversation: id, seq: entry.seq))
    guard case .annotated(let annotated)? = entry.event, let change = AnnotationChange(annotated) else { return }
    batch.changes.annotated.append((MessageID(conversation: id, seq: annotated.target), change, UserID(entry.sender)))
  }

  /// Adds entries before the range held, as of the time they were read.
  ///
  /// That may be before an edit or recall that was pushed meanwhile and is held already, so those are folded in here.
  func prepend(_ entries: [Wire.Entry], to id: ConversationID, _ batch: inout Batch) throws(SQLiteError) {
    guard var row = try row(id, &batch) else { return }
    let oldFirst = row.first
    let visibility = try visibility(of: row)
    for entry in entries.reversed() where entry.seq + 1 == row.first {
      let held = try hidden(entry, visibility, row)
      try insert(held.entry, key: row.key, countingHere: held.here ? entry : nil)
      if case .hidden? = held.entry.event { try hideEdits(of: entry.seq...entry.seq, row, here: held.here) }
      row.first = entry.seq
      if entry.sender == user?.text { try arrived(entry, id, &batch) }
    }
    let later = try database.statement(
      """
      SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
        annotations FROM entry
      WHERE conversation = ?1 AND seq >= ?3 AND (
        (target >= ?2 AND target < ?3)
        OR (kind = 3 AND target IN (SELECT seq FROM entry WHERE conversation = ?1 AND kind IN (1, 6, 7) AND target >= ?2
          AND target < ?3)))
      ORDER BY seq
      """
    ).all(.integer(row.key), .unsigned(row.first), .unsigned(oldFirst)) { row throws(SQLiteError) in try Wire.Entry(row, of: id) }
    for entry in later { try fold(entry, of: row, &batch) }
    try database.statement(
      """
      UPDATE entry SET content = '' WHERE conversation = ?1 AND kind IN (2, 5) AND seq >= ?2 AND seq < ?3
        AND target IN (SELECT target FROM entry WHERE conversation = ?1 AND kind = 3)
      """
    ).run(.integer(row.key), .unsigned(row.first), .unsigned(oldFirst))
    batch.rows[id] = row
    batch.touch(id)
    batch.changes.logs.insert(id)
    noteUnindexed(row.key)
  }

  /// Stores an entry.
  ///
  /// A hidden entry counts as unread only if it is hidden on this device alone.
  func insert(_ entry: Wire.Entry, key: Int64, countingHere shown: Wire.Entry? = nil) throws(SQLiteError) {
    var kind = EntryKind.other
    var target = SQLiteValue.null
    var type = SQLiteValue.null
    var content = SQLiteValue.null
    var revision: UInt64 = 0
    var isRecalled = false
    var body = SQLiteValue.null
    var details = SQLiteValue.null
    var address: Int64 = 0
    var annotations = SQLiteValue.null
    switch entry.event {
    case .message(let message):
      kind = message.isGone ? EntryKind.gone : EntryKind.message
      (type, content) = (.text(message.type), .text(message.content))
      (revision, isRecalled) = (message.revision, message.recalled)
      if let known = message.details {
        details = .blob(known.encoded())
        address = self.address(of: entry).subtracting(.listed).rawValue | (known.isListed ? 0 : LocalSchema.unlisted)
      }
      if message.replyTo > 0 { target = .unsigned(message.replyTo) }
      if let attached = message.annotations, !message.recalled { annotations = .blob(attached.encoded()) }
    case .edited(let edited):
      kind = EntryKind.edited
      (target, type, content) = (.unsigned(edited.target), .text(edited.type), .text(edited.content))
    case .recalled(let recalled):
      kind = EntryKind.recalled
      target = .unsigned(recalled.target)
      if let recall = recalled.details { details = .blob(Wire.Details(recall: recall).encoded()) }
    case .annotated(let annotated):
      kind = EntryKind.annotated
      (target, type, content) = (.unsigned(annotated.target), .text(annotated.typeText), .text(annotated.contentText))
    case .hidden(let hidden):
      kind = EntryKind.hidden
      // Treated as recalled, so that it no longer counts. An entry hidden on this device alone counts as before.
      isRecalled = shown == nil
      if let shown { address = self.address(of: shown).subtracting(.listed).rawValue }
      if hidden.replyTo > 0 { target = .unsigned(hidden.replyTo) }
      body = .blob(entry.encoded())
    // Unknown fields are kept, so that a later version can read what this one cannot.
    default: body = .blob(entry.encoded())
    }
    try database.statement(
      """
      INSERT OR REPLACE INTO entry
        (conversation, seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body,
         details, address, annotations, arrived)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
      """
    ).run(
      .integer(key), .unsigned(entry.seq), .integer(entry.time), .text(entry.sender), .text(entry.clientId),
      .unsigned(entry.countable), .integer(kind), target, type, content, .unsigned(revision), .integer(isRecalled ? 1 : 0),
      body, details, .integer(address), annotations, .integer(clocks.own))
  }

  /// Folds an edit or recall into the message it is about, unless that contains it already.
  private func fold(_ entry: Wire.Entry, of row: ConversationRow, _ batch: inout Batch) throws(SQLiteError) {
    try annotate(by: entry, of: row, &batch)
    let target: UInt64
    switch entry.event {
    // An edit without content was overtaken by a recall, which follows.
    case .edited(let edited) where !edited.content.isEmpty: target = edited.target
    case .recalled(let recalled): target = recalled.target
    default: return
    }
    let isChanged = try changingIndexed(row.key, target) { () throws(SQLiteError) in try foldIn(entry, at: target, key: row.key) }
    guard isChanged else { return }
    if case .recalled(let recalled)? = entry.event, recalled.details?.silent == true {
      batch.changes.hidden.append((row.id, 0, [target]))
    } else {
      batch.rewritten.append(MessageID(conversation: row.id, seq: target))
    }
  }

  /// - Returns: Whether that changed the message.
  private func foldIn(_ entry: Wire.Entry, at target: UInt64, key: Int64) throws(SQLiteError) -> Bool {
    switch entry.event {
    case .edited(let edited):
      try database.statement(
        """
        UPDATE entry SET type = ?4, content = ?5, revision = ?3
        WHERE conversation = ?1 AND seq = ?2 AND kind = 1 AND recalled = 0 AND revision < ?3
        """
      ).run(.integer(key), .unsigned(target), .unsigned(entry.seq), .text(edited.type), .text(edited.content))
    case .recalled(let recalled):
      try keepOwn(target, recalledBy: entry, key: key)
      // Hidden on this device alone it counted until now.
      try database.statement(
        "UPDATE entry SET recalled = 1, revision = ?3 WHERE conversation = ?1 AND seq = ?2 AND kind = 6 AND recalled = 0"
      ).run(.integer(key), .unsigned(target), .unsigned(entry.seq))
      try database.statement("UPDATE entry SET content = '' WHERE conversation = ?1 AND target = ?2 AND kind IN (2, 5)")
        .run(.integer(key), .unsigned(target))
      try database.statement(
        """
        UPDATE entry SET content = '', recalled = 1, revision = ?3, details = ?4, annotations = NULL, kind = ?5
        WHERE conversation = ?1 AND seq = ?2 AND kind = 1 AND revision < ?3
        """
      ).run(
        .integer(key), .unsigned(target), .unsigned(entry.seq), try remains(of: target, recalledBy: entry, recalled.details, key),
        .integer(recalled.details?.silent == true ? EntryKind.gone : EntryKind.message))
    default: return false
    }
    return database.changes > 0
  }

  /// The fields of a message that remain after its recall.
  private func remains(
    of target: UInt64, recalledBy entry: Wire.Entry, _ recall: Wire.RecallDetails?, _ key: Int64
  ) throws(SQLiteError) -> SQLiteValue {
    let message = try database.statement("SELECT details, sender FROM entry WHERE conversation = ?1 AND seq = ?2")
      .first(.integer(key), .unsigned(target)) { row throws(SQLiteError) in (details: try row.details(0), sender: try row.text(1))
      }
    guard let message else { return .null }
    let rest = Wire.Details.recalled(message.details, from: message.sender, by: entry.sender, with: recall)
    return rest.map { .blob($0.encoded()) } ?? .null
  }

  // MARK: Reading

  /// Entries held after a position, ascending.
  package func entries(of row: ConversationRow, after seq: UInt64, limit: Int) throws(SQLiteError) -> [Wire.Entry] {
    try database.statement(
      """
      SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
        annotations FROM entry
      WHERE conversation = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3
      """
    ).all(.integer(row.key), .unsigned(seq), .integer(Int64(limit))) { found throws(SQLiteError) in
      try Wire.Entry(found, of: row.id)
    }
  }

  /// Cached messages and notices before a position, ascending, the newest `limit` of them.
  ///
  /// Withheld entries have no sender and are not shown. If they counted, a page would look incomplete and be fetched.
  package func messages(of row: ConversationRow, before seq: UInt64, limit: Int) throws(SQLiteError) -> [Message] {
    guard seq > 0 else { return [] }
    return try messages(of: row, in: 0...(seq - 1), limit: limit, newest: true)
  }

  /// Cached messages and notices of a conversation before a position, nil for the end: the newest `limit` of them, 1 to 1,000.
  package func cachedHistory(of id: ConversationID, before seq: UInt64?, limit: Int) throws(SQLiteError) -> [Message] {
    guard let row = try stored(id) else { return [] }
    return try messages(of: row, before: seq ?? .max, limit: min(max(limit, 1), 1_000))
  }

  /// Cached messages and notices in a range of positions, ascending: the newest or the oldest `limit` of them.
  func messages(
    of row: ConversationRow, in range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) throws(SQLiteError) -> [Message] {
    let statement =
      try newest
      ? database.statement(
        """
        SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
          annotations FROM entry
        WHERE conversation = ?1 AND seq BETWEEN ?2 AND ?3 AND kind IN (1, 4) AND sender <> '' ORDER BY seq DESC LIMIT ?4
        """)
      : database.statement(
        """
        SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
          annotations FROM entry
        WHERE conversation = ?1 AND seq BETWEEN ?2 AND ?3 AND kind IN (1, 4) AND sender <> '' ORDER BY seq LIMIT ?4
        """)
    let found = try statement.all(
      .integer(row.key), .unsigned(range.lowerBound), .unsigned(range.upperBound), .integer(Int64(limit))
    ) { found throws(SQLiteError) in try Wire.Entry(found, of: row.id).message(of: row.id) }
    .compactMap { $0 }
    return newest ? found.reversed() : found
  }

  /// The number of cached messages and notices after a position, at most `limit`.
  func messageCount(of row: ConversationRow, after seq: UInt64, atMost limit: Int) throws(SQLiteError) -> Int {
    let count = try database.statement(
      """
      SELECT COUNT(*) FROM (SELECT 1 FROM entry WHERE conversation = ?1 AND seq > ?2 AND kind IN (1, 4) AND sender <> '' LIMIT ?3)
      """
    ).first(.integer(row.key), .unsigned(seq), .integer(Int64(limit))) { row throws(SQLiteError) in try row.integer(0) }
    return Int(clamping: count ?? 0)
  }

  func messages(at places: [MessageID]) throws(SQLiteError) -> [Message] {
    var found: [Message] = []
    for place in places { if let message = try message(place) { found.append(message) } }
    return found
  }

  func message(_ id: MessageID) throws(SQLiteError) -> Message? {
    try database.statement(
      """
      SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
        annotations FROM entry
      WHERE conversation = (SELECT key FROM conversation WHERE id = ?1) AND seq = ?2
      """
    ).first(.text(id.conversation.text), .unsigned(id.seq)) { row throws(SQLiteError) in try Wire.Entry(row, of: id.conversation)
    }?
    .message(of: id.conversation)
  }
}
