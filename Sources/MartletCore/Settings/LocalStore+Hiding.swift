import MartletSQLite
import MartletWire

/// The hidden part of a conversation.
struct Visibility {
  /// Everything up to here.
  var cleared: UInt64 = 0
  var clearedHere: UInt64 = 0
  /// Single positions, and whether they are hidden on this device alone.
  var single: [UInt64: Bool] = [:]

  /// True if a position is hidden on this device alone, false if it is hidden everywhere, nil if it is not hidden.
  func hides(_ seq: UInt64) -> Bool? {
    if seq <= cleared { return false }
    if let here = single[seq] { return here }
    return seq <= clearedHere ? true : nil
  }

  /// The hidden form of an entry, if it is hidden or edits a hidden message, and whether it is hidden on this device only.
  func hidden(_ entry: Wire.Entry) -> (entry: Wire.Entry, here: Bool)? {
    if case .hidden? = entry.event { return (entry, false) }
    switch entry.event {
    // A recalled message no longer counts anywhere.
    case .message(let message): return hides(entry.seq).map { (entry.hiddenForm, $0 && !message.recalled) }
    case .edited(let edited): return hides(edited.target).map { (entry.hiddenForm, $0) }
    // Changes by other members must stay visible.
    default: return nil
    }
  }
}

extension Wire.Entry {
  /// The entry as a page shows it to a user who hid it.
  var hiddenForm: Wire.Entry {
    var hidden = Wire.HiddenEntry()
    if case .message(let message)? = event { (hidden.message, hidden.replyTo) = (true, message.replyTo) }
    return Wire.Entry(
      conversation: conversation, seq: seq, time: time, sender: sender, countable: countable, event: .hidden(hidden))
  }
}

// Hidden entries of conversations.
extension LocalStore {
  /// The hidden part of a conversation; nil if nothing is hidden.
  func visibility(of row: ConversationRow) throws(SQLiteError) -> Visibility? {
    guard row.cleared > 0 || row.hidden > 0 || row.hidesHere else { return nil }
    let single = try database.statement("SELECT seq, here FROM hidden WHERE conversation = ?1").all(.integer(row.key)) {
      row throws(SQLiteError) in
      (try row.unsigned(0), try row.boolean(1))
    }
    // A position is there once.
    return Visibility(cleared: row.cleared, clearedHere: row.clearedHere, single: Dictionary(latest: single))
  }

  /// The user hid entries on some device.
  ///
  /// `revision` is the user log's entry that says so; a summary that knows of it has counted without them already.
  func hide(
    _ id: ConversationID, until: UInt64, _ targets: [UInt64], revision: UInt64, _ batch: inout Batch
  ) throws(SQLiteError) {
    guard var row = try row(id, &batch) else { return }
    let isKnown = revision <= row.hidden
    // Entries hidden earlier are no news to the app.
    let before = try visibility(of: row)
    let isNew = until > max(row.cleared, row.clearedHere)
    let told = (until: isNew ? until : 0, targets: targets.filter { before?.hides($0) == nil })
    if until > 0 { try clear(&row, upTo: until) }
    for seq in targets {
      try database.statement(
        "INSERT INTO hidden (conversation, seq, here) VALUES (?1, ?2, 0) ON CONFLICT (conversation, seq) DO UPDATE SET here = 0"
      ).run(.integer(row.key), .unsigned(seq))
      if !isKnown { try uncount(seq, &row) }
      try visibility(seq, &row, here: false)
    }
    row.hidden = max(row.hidden, revision)
    // The server names another now.
    if row.first > row.start, row.lastMessage == nil, try newestMessage(row) == nil { row.doubts.insert(.lastMessage) }
    batch.rows[id] = row
    batch.touch(id)
    // The shown last message may change, although the counts included the hiding already.
    batch.resettled.insert(id)
    if told.until > 0 || !told.targets.isEmpty { batch.changes.hidden.append((id, told.until, told.targets)) }
    batch.changes.logs.insert(id)
  }

  /// Shows what the user hid everywhere before leaving.
  func unhide(_ id: ConversationID, from start: UInt64, _ batch: inout Batch) throws(SQLiteError) {
    guard let row = try row(id, &batch) else { return }
    try forgetHidden(in: row.key)
    // What the user has cleared since the return stays so.
    guard row.cleared < row.joined else { return }
    try change(id, &batch) { row in (row.start, row.cleared) = (start, 0) }
  }

  /// Forgets which single positions are hidden everywhere.
  func forgetHidden(in key: Int64) throws(SQLiteError) {
    try database.statement("DELETE FROM hidden WHERE conversation = ?1 AND here = 0").run(.integer(key))
  }

  /// Hides entries on this device.
  ///
  /// If they are to be hidden everywhere, records the request to the server.
  ///
  /// - Returns: The request to the server, and the changes; nothing if the conversation is not in the list.
  package func hideHere(
    _ id: ConversationID, until: UInt64, _ targets: [UInt64], isForAll: Bool
  ) throws(SQLiteError) -> (waiting: [Sync.WaitingHide], changes: Changes) {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction { () throws(SQLiteError) in
      var batch = Batch()
      guard var row = try row(id, &batch) else { return ([], Changes()) }
      let head = max(row.folded, row.last)
      let (until, targets) = (min(until, head), targets.filter { $0 <= head && $0 >= row.start })
      row.clearedHere = max(row.clearedHere, until)
      row.hidesHere = true
      let held = until < row.first ? [] : try heldEntries(row, upTo: until)
      for seq in held { try visibility(seq, &row, here: true) }
      for seq in targets {
        try database.statement("INSERT OR IGNORE INTO hidden (conversation, seq, here) VALUES (?1, ?2, 1)")
          .run(.integer(row.key), .unsigned(seq))
        try visibility(seq, &row, here: true)
      }
      batch.rows[id] = row
      batch.touch(id)
      batch.resettled.insert(id)
      batch.changes.hidden.append((id, until, targets))
      return (isForAll ? try putDown(id, until, targets) : [], try finish(&batch))
    }
  }

  /// What a request named is hidden everywhere: if a restored server loses that, this device must not hide it alone.
  func hideEverywhere(_ waiting: Sync.WaitingHide, _ batch: inout Batch) throws(SQLiteError) {
    guard var row = try row(waiting.id, &batch), row.hidesHere else { return }
    if row.clearedHere <= waiting.hide.until { row.clearedHere = 0 }
    batch.rows[waiting.id] = row
    batch.touch(waiting.id)
    let here = try database.statement("SELECT seq FROM hidden WHERE conversation = ?1 AND here = 1").all(.integer(row.key)) {
      row throws(SQLiteError) in try row.unsigned(0)
    }
    let targets = Set(waiting.hide.targets).intersection(here).sorted()
    // The counts are without them, as of the user log's position; the revision 0 says so.
    if !targets.isEmpty { try hide(waiting.id, until: 0, targets, revision: 0, &batch) }
  }

  private func heldEntries(_ row: ConversationRow, upTo seq: UInt64) throws(SQLiteError) -> [UInt64] {
    try database.statement("SELECT seq FROM entry WHERE conversation = ?1 AND seq <= ?2 ORDER BY seq")
      .all(.integer(row.key), .unsigned(seq)) { row throws(SQLiteError) in try row.unsigned(0) }
  }

  /// Hides and deletes everything up to a position.
  private func clear(_ row: inout ConversationRow, upTo until: UInt64) throws(SQLiteError) {
    if until >= row.last {
      try forgetIndexed(row.key)
      try database.statement("DELETE FROM entry WHERE conversation = ?1").run(.integer(row.key))
      (row.first, row.last) = (until + 1, until)
    } else {
      for seq in until < row.first ? [] : try heldEntries(row, upTo: until) {
        try changingIndexed(row.key, seq) { () throws(SQLiteError) in
          try database.statement("DELETE FROM entry WHERE conversation = ?1 AND seq = ?2").run(.integer(row.key), .unsigned(seq))
        }
      }
      row.first = max(row.first, until + 1)
      try hideEdits(of: 0...until, row, here: false)
    }
    try database.statement("DELETE FROM hidden WHERE conversation = ?1 AND seq <= ?2").run(.integer(row.key), .unsigned(until))
    try forgetRecalled(in: row.key, 0...until)
    row.start = max(row.start, until + 1)
    row.clearTo(until)
    // Hidden everywhere now: if a restored server has lost it, this device must not hide it alone.
    if row.clearedHere <= until { row.clearedHere = 0 }
    if let last = row.lastMessage?.seq, last <= until { row.lastMessage = nil }
  }

  /// Subtracts a hidden message from the unread count.
  private func uncount(_ seq: UInt64, _ row: inout ConversationRow) throws(SQLiteError) {
    guard seq > row.base, seq <= row.folded else { return }
    guard seq >= row.first else {
      row.doubts.insert(.unread)
      return
    }
    let held = try database.statement(
      "SELECT revision, kind = 6 FROM entry WHERE conversation = ?1 AND seq = ?2 AND recalled = 1"
    ).first(.integer(row.key), .unsigned(seq)) { row throws(SQLiteError) in
      (revision: try row.unsigned(0), isHidden: try row.boolean(1))
    }
    if let held {
      // The recall that is folded already has taken it away.
      if held.revision > 0, held.revision <= row.folded { return }
      // A page left it out before the user log reported the hiding. Only the server knows whether the count includes it.
      if held.revision == 0, held.isHidden {
        row.doubts.insert(.unread)
        return
      }
    }
    guard let address = try target(seq, key: row.key, first: row.first) else {
      row.doubts.insert(.unread)
      return
    }
    if address.contains(.counted) { row.unread -= min(row.unread, 1) }
    guard address.contains(.mention) else { return }
    row.mentions -= min(row.mentions, 1)
    // The first mention must be looked up again.
    if seq == row.firstMention { row.doubts.insert(.unread) }
  }

  /// Strips an entry and its edits to the fields that pages show of hidden entries.
  private func visibility(_ seq: UInt64, _ row: inout ConversationRow, here: Bool) throws(SQLiteError) {
    if row.lastMessage?.seq == seq {
      row.lastMessage = nil
      row.doubts.insert(.lastMessage)
    }
    try forgetRecalled(in: row.key, seq...seq)
    try hideEdits(of: seq...seq, row, here: here)
    guard seq >= row.first, seq <= row.last, let entry = try entries(of: row, after: seq - 1, limit: 1).first, entry.seq == seq
    else { return }
    switch entry.event {
    case .message(let message): if !message.recalled { row.doubts.insert(.lastMessage) }
    case .hidden: break
    default: return
    }
    try visibility(entry, row, here: here)
  }

  func hideEdits(of targets: ClosedRange<UInt64>, _ row: ConversationRow, here: Bool) throws(SQLiteError) {
    let edits = try database.statement(
      """
      SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
        annotations FROM entry
      WHERE conversation = ?1 AND kind = 2 AND target BETWEEN ?2 AND ?3
      """
    ).all(.integer(row.key), .unsigned(targets.lowerBound), .unsigned(targets.upperBound)) { found throws(SQLiteError) in
      try Wire.Entry(found, of: row.id)
    }
    for edit in edits { try visibility(edit, row, here: here) }
  }

  /// The entry as it is stored: stripped if it is hidden, or if it edits a hidden message.
  func hidden(
    _ entry: Wire.Entry, _ visibility: Visibility?, _ row: ConversationRow
  ) throws(SQLiteError) -> (entry: Wire.Entry, here: Bool) {
    if let hidden = visibility?.hidden(entry) { return hidden }
    guard case .edited(let edited)? = entry.event, edited.target >= row.first, edited.target <= row.last else {
      return (entry, false)
    }
    // Entries hidden before this device began are recognised by the form in which pages show them.
    let isHidden = try database.statement("SELECT recalled FROM entry WHERE conversation = ?1 AND seq = ?2 AND kind = 6")
      .first(.integer(row.key), .unsigned(edited.target)) { row throws(SQLiteError) in try row.boolean(0) }
    return isHidden.map { (entry.hiddenForm, !$0) } ?? (entry, false)
  }

  private func visibility(_ entry: Wire.Entry, _ row: ConversationRow, here: Bool) throws(SQLiteError) {
    let isRecalled = if case .message(let message)? = entry.event { message.recalled } else { false }
    let here = here && !isRecalled
    try changingIndexed(row.key, entry.seq) { () throws(SQLiteError) in
      if case .hidden? = entry.event {
        // An entry that was hidden on this device only is now hidden everywhere, and no longer counts.
        guard !here else { return }
        try insert(entry, key: row.key)
      } else {
        try insert(entry.hiddenForm, key: row.key, countingHere: here ? entry : nil)
      }
    }
  }
}
