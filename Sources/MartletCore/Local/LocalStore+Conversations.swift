import MartletSQLite
import MartletWire

// The conversation list: reading, storing, folding and showing rows.
extension LocalStore {
  /// Returns a conversation's row, with the changes of this turn.
  func row(_ id: ConversationID, _ batch: inout Batch) throws(SQLiteError) -> ConversationRow? {
    if let known = batch.rows[id] { return known }
    let found = try stored(id)
    batch.rows[id] = found
    batch.originals[id] = found
    return found
  }

  package func stored(_ id: ConversationID) throws(SQLiteError) -> ConversationRow? {
    try database.statement("SELECT * FROM conversation WHERE id = ?1").first(.text(id.text), read: ConversationRow.init)
  }

  /// Changes a conversation, if it is in the list.
  func change(
    _ id: ConversationID, _ batch: inout Batch, _ body: (inout ConversationRow) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard var row = try row(id, &batch) else { return }
    try body(&row)
    batch.rows[id] = row
    batch.touch(id)
  }

  func adopt(_ summary: Summary, anchor: UInt64, _ batch: inout Batch) throws(SQLiteError) {
    if try row(summary.id, &batch) == nil {
      var new = ConversationRow(summary.id, anchor: anchor)
      try database.statement(
        """
        INSERT INTO conversation (id, first, last, start, folded, title, owner, members, countable, joined, last_sent, read,
          pending_read, unread, doubts)
        VALUES (?1, ?2, ?3, 1, 0, '', '', 0, 0, 0, 0, 0, 0, 0, 0)
        """
      ).run(.text(summary.id.text), .unsigned(new.first), .unsigned(new.last))
      new.key = database.lastInsertID
      try takeCarried(&new)
      batch.rows[summary.id] = new
      batch.changes.removed.removeAll { $0 == summary.id }
    }
    try change(summary.id, &batch) { row throws(SQLiteError) in
      // A user who returns may read entries that the user hid before leaving; the server has forgotten that.
      if summary.joined > row.joined { try forgetHidden(in: row.key) }
      row.adopt(summary)
      if let last = row.lastMessage, let hidden = try visibility(of: row)?.hidden(last) {
        row.lastMessage = nil
        // The server does not know entries hidden on this device only, so asking again would not help.
        if !hidden.here { row.doubts.insert(.lastMessage) }
      }
    }
  }

  func restart(_ id: ConversationID, anchor: UInt64, _ batch: inout Batch) throws(SQLiteError) {
    try change(id, &batch) { row throws(SQLiteError) in
      try forgetIndexed(row.key)
      try skipMembers(of: row, to: anchor)
      try database.statement("DELETE FROM entry WHERE conversation = ?1").run(.integer(row.key))
      row.first = anchor + 1
      row.last = anchor
    }
  }

  func remove(_ id: ConversationID, _ batch: inout Batch) throws(SQLiteError) {
    guard let row = try row(id, &batch) else { return }
    try forgetIndexed(row.key)
    try database.statement("DELETE FROM entry WHERE conversation = ?1").run(.integer(row.key))
    try database.statement("DELETE FROM conversation WHERE key = ?1").run(.integer(row.key))
    try database.statement("DELETE FROM recent WHERE conversation = ?1").run(.integer(row.key))
    try database.statement("DELETE FROM hidden WHERE conversation = ?1").run(.integer(row.key))
    try forgetRecalled(in: row.key, 0...Sync.lastPosition)
    try dropWaitingHides(of: id)
    try dropSettings(of: id)
    try database.statement("DELETE FROM marker WHERE conversation = ?1").run(.integer(row.key))
    try forgetAttributes(of: row.key)
    try forgetMembers(of: row.key)
    batch.rows[id] = nil
    batch.appended.removeAll { $0.conversation == id }
    batch.rewritten.removeAll { $0.conversation == id }
    batch.changes.annotated.removeAll { $0.id.conversation == id }
    batch.changes.removed.append(id)
    batch.changes.logs.insert(id)
    try dropArrived(id, upTo: .max, &batch)
  }

  /// Folds new entries, stores changed rows, and returns the changes for the app.
  func finish(_ batch: inout Batch) throws(SQLiteError) -> Changes {
    for id in batch.touched {
      guard var row = batch.rows[id] else { continue }
      try settle(&row)
      guard row != batch.originals[id] || batch.resettled.contains(id) else { continue }
      try store(row)
      if row.attributes != batch.originals[id]?.attributes ?? [:] { try storeAttributes(of: row) }
      batch.rows[id] = row
      if row.doubts.isEmpty { batch.changes.certain.insert(id) } else { batch.changes.doubtful.insert(id) }
      try dropArrived(id, upTo: row.last, &batch)
      if row.pendingDelivered > batch.originals[id]?.pendingDelivered ?? 0 {
        batch.changes.delivered.append((id, row.pendingDelivered))
      }
      let conversation = try shown(row)
      try noteActivity(conversation, key: row.key)
      if conversation.isRemoved {
        batch.changes.removed.append(id)
      } else {
        batch.changes.conversations.append(conversation)
      }
    }
    let new = Set(batch.appended)
    batch.changes.messages = try messages(at: batch.appended)
    batch.changes.rewritten = try messages(
      at: Set(batch.rewritten).subtracting(new).sorted { ($0.conversation.text, $0.seq) < ($1.conversation.text, $1.seq) })
    return batch.changes
  }

  private func store(_ row: ConversationRow) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE conversation SET first = ?2, last = ?3, start = ?4, folded = ?5, title = ?6, owner = ?7, members = ?8,
        countable = ?9, joined = ?10, last_sent = ?11, read = ?12, pending_read = ?13, unread = ?14, doubts = ?15,
        last_message = ?16, mentions = ?17, first_mention = ?18, cleared = ?19, hidden = ?20, cleared_here = ?21,
        hides_here = ?22, pending_delivered = ?23, unread_here = ?24, mentions_here = ?25, time = ?26,
        rules = ?27, silenced = ?28, earlier = ?29
      WHERE key = ?1
      """
    ).run(
      .integer(row.key), .unsigned(row.first), .unsigned(row.last), .unsigned(row.start), .unsigned(row.folded),
      .text(row.title), .text(row.owner), .unsigned(row.members), .unsigned(row.countable), .unsigned(row.joined),
      .unsigned(row.lastSent), .unsigned(row.read), .unsigned(row.pendingRead), .unsigned(row.unread),
      .integer(row.doubts.rawValue), row.lastMessage.map { .blob($0.encoded()) } ?? .null,
      .unsigned(row.mentions), .unsigned(row.firstMention), .unsigned(row.cleared), .unsigned(row.hidden),
      .unsigned(row.clearedHere), .integer(row.hidesHere ? 1 : 0), .unsigned(row.pendingDelivered),
      .unsigned(row.unreadHere), .unsigned(row.mentionsHere), .integer(row.time),
      row.storedRules.map { .blob($0) } ?? .null, .integer(row.silencedUntil), .unsigned(row.earlier))
  }

  // MARK: Folding

  /// Folds up to the end of the cached range, and resolves doubts if the cached entries suffice.
  private func settle(_ row: inout ConversationRow) throws(SQLiteError) {
    try resolve(&row)
    let here = row.hidesHere ? try unreadHere(row) : Unread()
    (row.unreadHere, row.mentionsHere) = (here.count, here.mentions)
  }

  private func resolve(_ row: inout ConversationRow) throws(SQLiteError) {
    if row.folded < row.last {
      if row.folded + 1 >= row.first {
        row.doubts.remove(.gap)
        for entry in try entries(of: row, after: row.folded, limit: Int.max) {
          let isOwn = entry.sender == user?.text
          let (key, first) = (row.key, row.first)
          try row.fold(entry, isOwn: isOwn, isNamed: isNamed(in: entry), address: address(of: entry)) { row throws(SQLiteError) in
            try target(row, key: key, first: first)
          }
          if let changed = try annotated(row.lastMessage, by: entry, key: key) { row.lastMessage = changed }
        }
      } else {
        row.doubts.insert(.gap)
      }
    }
    guard row.folded == row.last else { return }
    if row.doubts.contains(.unread), let unread = try countUnread(row, after: row.base) {
      (row.unread, row.mentions, row.firstMention) = (unread.count, unread.mentions, unread.firstMention)
      row.doubts.remove(.unread)
    }
    if row.doubts.contains(.lastMessage) {
      let isKnown = if row.first <= row.start { true } else { try newestMessage(row) != nil }
      if isKnown { row.doubts.remove(.lastMessage) }
    }
  }

  /// Returns whether an entry silences this user or lets this user write again.
  private func isNamed(in entry: Wire.Entry) -> Bool {
    guard let user, case .membersSilenced(let silenced)? = entry.event else { return false }
    return silenced.users.contains(user.text)
  }

  /// Returns how a message addresses this user.
  func address(of entry: Wire.Entry) -> Wire.Details.Address {
    guard let user, case .message(let message)? = entry.event, let details = message.details else { return [] }
    return details.address(of: user.text, sender: entry.sender)
  }

  /// Returns whether the message at a position counts as unread and mentions the user; nil if unknown.
  func target(_ seq: UInt64, key: Int64, first: UInt64) throws(SQLiteError) -> Wire.Details.Address? {
    let here = try database.statement(
      "SELECT countable, address, kind = 6 AND recalled = 1 AND revision = 0 FROM entry WHERE conversation = ?1 AND seq = ?2"
    ).first(.integer(key), .unsigned(seq)) { row throws(SQLiteError) in
      (countable: try row.unsigned(0), address: try row.integer(1), isHidden: try row.boolean(2))
    }
    // Hidden messages are not counted.
    if here?.isHidden == true { return [] }
    guard seq >= first, let here, let before = seq > 1 ? try countable(at: seq - 1, key: key) : 0 else { return nil }
    var address = Wire.Details.Address(rawValue: here.address)
    if here.countable > before { address.insert(.counted) }
    return address
  }

  private func countable(at seq: UInt64, key: Int64) throws(SQLiteError) -> UInt64? {
    try database.statement("SELECT countable FROM entry WHERE conversation = ?1 AND seq = ?2")
      .first(.integer(key), .unsigned(seq)) { row throws(SQLiteError) in try row.unsigned(0) }
  }

  /// The unread counts of a conversation.
  private struct Unread {
    var count: UInt64 = 0
    var mentions: UInt64 = 0
    var firstMention: UInt64 = 0
  }

  /// Returns the part of the unread count that is hidden on this device alone, as far as cached entries show it.
  private func unreadHere(_ row: ConversationRow) throws(SQLiteError) -> Unread {
    guard row.base < row.folded, row.unread > 0 else { return Unread() }
    var here = Unread()
    if row.clearedHere >= row.folded { return Unread(count: row.unread, mentions: row.mentions) }
    if row.clearedHere > row.base, row.folded == row.last, let rest = try countUnread(row, after: row.clearedHere) {
      here = Unread(
        count: row.unread - min(row.unread, rest.count), mentions: row.mentions - min(row.mentions, rest.mentions))
    }
    let single = try database.statement(
      """
      SELECT COUNT(*) FILTER (WHERE address & 4 OR countable
          > COALESCE((SELECT countable FROM entry WHERE conversation = ?1 AND seq = this.seq - 1), IIF(seq = 1, 0, countable))),
        COUNT(*) FILTER (WHERE address & 1)
      FROM entry AS this WHERE conversation = ?1 AND seq > ?2 AND kind = 6 AND recalled = 0 AND sender <> ?3
      """
    ).first(.integer(row.key), .unsigned(here.count > 0 ? row.clearedHere : row.base), .text(user?.text ?? "")) {
      row throws(SQLiteError) in
      (count: try row.unsigned(0), mentions: try row.unsigned(1))
    }
    here.count = min(row.unread, here.count.addingClamped(single?.count ?? 0))
    here.mentions = min(row.mentions, here.mentions.addingClamped(single?.mentions ?? 0))
    return here
  }

  /// Counts unread messages after a position; nil if the range held does not reach back to it.
  private func countUnread(_ row: ConversationRow, after base: UInt64) throws(SQLiteError) -> Unread? {
    guard base < row.last else { return Unread() }
    let before: UInt64
    if base == 0, row.first == 1 {
      before = 0
    } else if base >= row.first, let known = try countable(at: base, key: row.key) {
      before = known
    } else {
      return nil
    }
    // A message may be held as recalled by an entry that is not folded yet; folding it will subtract it.
    let recalled =
      try database.statement(
        """
        SELECT COUNT(*) FROM entry AS this
        WHERE conversation = ?1 AND recalled = 1 AND seq > ?2 AND revision <= ?3
          AND countable > COALESCE((SELECT countable FROM entry WHERE conversation = ?1 AND seq = this.seq - 1), 0)
        """
      ).first(.integer(row.key), .unsigned(base), .unsigned(row.folded)) { row throws(SQLiteError) in try row.unsigned(0) } ?? 0
    let counted = row.countable - min(row.countable, before)
    var unread = try addressed(row, after: base)
    unread.count = unread.count.addingClamped(counted - min(counted, recalled))
    return unread
  }

  /// Counts messages after a position that address the user in particular, without recalled ones.
  private func addressed(_ row: ConversationRow, after base: UInt64) throws(SQLiteError) -> Unread {
    try database.statement(
      """
      SELECT COUNT(*) FILTER (WHERE address & 4), COUNT(*) FILTER (WHERE address & 1), MIN(seq) FILTER (WHERE address & 1)
      FROM entry WHERE conversation = ?1 AND seq > ?2 AND address <> 0 AND sender <> ?4 AND (recalled = 0 OR revision > ?3)
      """
    ).first(.integer(row.key), .unsigned(base), .unsigned(row.folded), .text(user?.text ?? "")) { row throws(SQLiteError) in
      Unread(
        count: try row.unsigned(0), mentions: try row.unsigned(1), firstMention: UInt64(clamping: try row.optionalInteger(2) ?? 0)
      )
    } ?? Unread()
  }

  /// Returns unread mentions from either end; nil if earlier ones may exist on the server only.
  package func heldMentions(_ id: ConversationID, limit: Int, newest: Bool) throws(SQLiteError) -> [Message]? {
    guard let row = try stored(id), row.base + 1 >= row.first, row.folded == row.last else { return nil }
    let statement =
      try newest
      ? database.statement(
        """
        SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
          annotations FROM entry
        WHERE conversation = ?1 AND seq > ?2 AND kind = 1 AND address & 1 AND sender <> ?3 AND recalled = 0
        ORDER BY seq DESC LIMIT ?4
        """)
      : database.statement(
        """
        SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
          annotations FROM entry
        WHERE conversation = ?1 AND seq > ?2 AND kind = 1 AND address & 1 AND sender <> ?3 AND recalled = 0 ORDER BY seq LIMIT ?4
        """)
    let found = try statement.all(
      .integer(row.key), .unsigned(row.base), .text(user?.text ?? ""), .integer(Int64(limit))
    ) { row throws(SQLiteError) in try Wire.Entry(row, of: id) }
    return (newest ? found.reversed() : found).compactMap { $0.message(of: id) }
  }

  func newestMessage(_ row: ConversationRow) throws(SQLiteError) -> Wire.Entry? {
    try database.statement(
      """
      SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
        annotations FROM entry
      WHERE conversation = ?1 AND kind = 1 AND recalled = 0 AND address & 8 = 0 ORDER BY seq DESC LIMIT 1
      """
    ).first(.integer(row.key)) { found throws(SQLiteError) in try Wire.Entry(found, of: row.id) }
  }

  // MARK: Showing

  /// Returns the list, latest activity first.
  package func conversations() throws(SQLiteError) -> [Conversation] {
    let settings = try allSettings()
    return try database.statement("SELECT * FROM conversation").all(read: ConversationRow.init)
      .map { row throws(SQLiteError) in try shown(row, ConversationSettings(settings[row.id] ?? [:])) }.filter { !$0.isRemoved }
      .sorted { left, right in
        (left.lastActivity?.milliseconds ?? .min, right.id.text) > (right.lastActivity?.milliseconds ?? .min, left.id.text)
      }
  }

  package func conversation(_ id: ConversationID) throws(SQLiteError) -> Conversation? {
    guard let row = try stored(id) else { return nil }
    return try shown(row)
  }

  /// A direct conversation in which nothing was sent yet; nil for a group.
  func notBegun(_ id: ConversationID) throws(SQLiteError) -> Conversation? {
    id.pair == nil ? nil : try shown(ConversationRow(id, anchor: 0))
  }

  func shown(_ row: ConversationRow, _ known: ConversationSettings? = nil) throws(SQLiteError) -> Conversation {
    let settings = if let known { known } else { ConversationSettings(try self.settings(of: row.id)) }
    var newest = try newestMessage(row)
    // The server's last message counts if it lies outside the range held.
    if let other = row.lastMessage, other.seq > row.last || (newest == nil && other.seq < row.first) { newest = other }
    let message = newest?.message(of: row.id)
    let head = max(row.folded, row.last)
    let latest = message?.time.milliseconds ?? (row.time > 0 ? row.time : nil)
    var conversation = Conversation(
      id: row.id, title: row.title, owner: UserID(row.owner), admins: row.rules.admins.compactMap { UserID($0) },
      isSilenced: row.rules.silenced, isOpen: row.rules.open, takesApplications: row.rules.applications,
      announcement: row.rules.announcement.map { GroupAnnouncement($0, of: row.id) },
      history: row.rules.history.map { GroupHistory($0) },
      isDismissed: row.rules.dismissed,
      silencedUntil: Timestamp(end: row.silencedUntil), isSpeaker: row.silencedUntil == Wire.SilenceMembers.speaker,
      peer: user.flatMap { row.id.peer(of: $0) },
      memberCount: Int(clamping: row.members), head: head, first: row.start,
      readUpTo: min(row.readUpTo, head), unread: Int(clamping: row.shownUnread),
      unreadMentions: Int(clamping: row.mentions - min(row.mentions, row.mentionsHere)),
      firstUnreadMention: try firstMention(row), lastMessage: message,
      lastActivity: latest.map { Timestamp(milliseconds: $0) },
      attributes: row.attributes.compactMapValues { ContentValue(settingJSON: $0) },
      settings: settings)
    conversation.role = user.map { conversation.role(of: $0) }
    conversation.bounds = bounds
    return conversation
  }

  private func firstMention(_ row: ConversationRow) throws(SQLiteError) -> UInt64? {
    guard row.mentionsHere > 0 else { return row.firstMention == 0 ? nil : row.firstMention }
    return try database.statement(
      """
      SELECT MIN(seq) FROM entry
      WHERE conversation = ?1 AND seq > ?2 AND kind = 1 AND address & 1 AND sender <> ?3 AND recalled = 0
      """
    ).first(.integer(row.key), .unsigned(row.base), .text(user?.text ?? "")) { row throws(SQLiteError) in
      try row.optionalInteger(0)
    }?
    .flatMap { UInt64(exactly: $0) }
  }

  // MARK: The user's marker

  /// Stores a read marker for the server; nil for the newest position that this device knows.
  ///
  /// A position beyond that one may exist on the server: a notification or another channel named it. The server moves the marker
  /// at most to its newest entry.
  ///
  /// - Returns: The position and the changes; nil if the marker is there already, the user joined later, or the conversation is
  ///   not in the list.
  package func markRead(_ id: ConversationID, upTo seq: UInt64?) throws(SQLiteError) -> (seq: UInt64, changes: Changes)? {
    try database.setPragma("synchronous", to: 1)
    return try database.transaction { () throws(SQLiteError) in
      var batch = Batch()
      guard let row = try row(id, &batch) else { return nil }
      let position = min(seq ?? max(row.folded, row.last), Sync.lastPosition)
      guard position > row.readUpTo, position >= row.joined else { return nil }
      try change(id, &batch) { $0.readPending(position) }
      return (position, try finish(&batch))
    }
  }
}
