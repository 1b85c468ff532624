import MartletSQLite
import MartletWire

/// What of a conversation the user hid.
struct Veil {
  /// Everything up to here.
  var cleared: UInt64 = 0
  var clearedHere: UInt64 = 0
  /// Single positions, and whether they are hidden on this device alone.
  var single: [UInt64: Bool] = [:]

  /// Whether a position is hidden, and if so, whether on this device alone.
  func hides(_ seq: UInt64) -> Bool? {
    if seq <= cleared { return false }
    if let here = single[seq] { return here }
    return seq <= clearedHere ? true : nil
  }

  /// The entry as hidden, where it is, or is an edit of what is; and whether on this device alone.
  func hidden(_ entry: Wire.Entry) -> (entry: Wire.Entry, here: Bool)? {
    if case .hidden? = entry.event { return (entry, false) }
    switch entry.event {
    // What was recalled counts nowhere any more.
    case .message(let message): return hides(entry.seq).map { (entry.veiled, $0 && !message.recalled) }
    case .edited(let edited): return hides(edited.target).map { (entry.veiled, $0) }
    // What others change must be known.
    default: return nil
    }
  }
}

extension Wire.Entry {
  /// As a page shows it to who hid it.
  var veiled: Wire.Entry {
    var hidden = Wire.HiddenEntry()
    if case .message(let message)? = event { (hidden.message, hidden.replyTo) = (true, message.replyTo) }
    return Wire.Entry(
      conversation: conversation, seq: seq, time: time, sender: sender, countable: countable, event: .hidden(hidden))
  }
}

// What the user hid of conversations.
extension LocalStore {
  /// What is hidden of a conversation; nil for nothing.
  func veil(of row: ConversationRow) throws -> Veil? {
    guard row.cleared > 0 || row.hidden > 0 || row.hidesHere else { return nil }
    let single = try database.statement("SELECT seq, here FROM hidden WHERE conversation = ?1").all(.integer(row.key)) {
      (try $0.unsigned(0), try $0.boolean(1))
    }
    return Veil(
      cleared: row.cleared, clearedHere: row.clearedHere, single: Dictionary(single, uniquingKeysWith: { $0 && $1 }))
  }

  /// The user hid entries on some device.
  ///
  /// `revision` is the user log's entry that says so; a summary that knows of it has counted without them already.
  func hide(_ id: ConversationID, until: UInt64, _ targets: [UInt64], revision: UInt64, _ batch: inout Batch) throws {
    guard var row = try row(id, &batch) else { return }
    let isKnown = revision <= row.hidden
    // What was hidden here before is no news to the app.
    let before = try veil(of: row)
    let isNew = until > max(row.cleared, row.clearedHere)
    let told = (until: isNew ? until : 0, targets: targets.filter { before?.hides($0) == nil })
    if until > 0 { try clear(&row, upTo: until) }
    for seq in targets {
      try database.statement(
        "INSERT INTO hidden (conversation, seq, here) VALUES (?1, ?2, 0) ON CONFLICT (conversation, seq) DO UPDATE SET here = 0"
      ).run(.integer(row.key), .unsigned(seq))
      if !isKnown { try uncount(seq, &row) }
      try veil(seq, &row, here: false)
    }
    row.hidden = max(row.hidden, revision)
    // The server names another now.
    if row.first > row.start, row.lastMessage == nil, try newestMessage(row) == nil { row.doubts.insert(.lastMessage) }
    batch.rows[id] = row
    batch.touch(id)
    // What is shown as the last message may be another one, though the figures knew of it already.
    batch.resettled.insert(id)
    if told.until > 0 || !told.targets.isEmpty { batch.changes.hidden.append((id, told.until, told.targets)) }
    batch.changes.logs.insert(id)
  }

  /// Hides on this device, and where it is to be hidden everywhere, puts down what the server is to be told.
  ///
  /// - Returns: What the server is to be told, and what changed.
  func hideHere(
    _ id: ConversationID, until: UInt64, _ targets: [UInt64], isForAll: Bool
  ) throws -> (waiting: [Sync.WaitingHide], changes: Changes) {
    try database.setPragma("synchronous", to: 2)
    return try database.transaction {
      var batch = Batch()
      guard var row = try row(id, &batch) else {
        throw MartletError.conversationUnknown
      }
      let head = max(row.folded, row.last)
      let (until, targets) = (min(until, head), targets.filter { $0 <= head && $0 >= row.start })
      row.clearedHere = max(row.clearedHere, until)
      row.hidesHere = true
      let held = until < row.first ? [] : try heldEntries(row, upTo: until)
      for seq in held { try veil(seq, &row, here: true) }
      for seq in targets {
        try database.statement("INSERT OR IGNORE INTO hidden (conversation, seq, here) VALUES (?1, ?2, 1)")
          .run(.integer(row.key), .unsigned(seq))
        try veil(seq, &row, here: true)
      }
      batch.rows[id] = row
      batch.touch(id)
      batch.resettled.insert(id)
      batch.changes.hidden.append((id, until, targets))
      return (isForAll ? try putDown(id, until, targets) : [], try finish(&batch))
    }
  }

  private func heldEntries(_ row: ConversationRow, upTo seq: UInt64) throws -> [UInt64] {
    try database.statement("SELECT seq FROM entry WHERE conversation = ?1 AND seq <= ?2 ORDER BY seq")
      .all(.integer(row.key), .unsigned(seq)) { try $0.unsigned(0) }
  }

  /// Nothing up to a position is to be seen, or held, any more.
  private func clear(_ row: inout ConversationRow, upTo until: UInt64) throws {
    if until >= row.last {
      try forgetIndexed(row.key)
      try database.statement("DELETE FROM entry WHERE conversation = ?1").run(.integer(row.key))
      (row.first, row.last) = (until + 1, until)
    } else {
      for seq in until < row.first ? [] : try heldEntries(row, upTo: until) {
        try changingIndexed(row.key, seq) {
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
    if let last = row.lastMessage?.seq, last <= until { row.lastMessage = nil }
  }

  /// What was counted as unread and is hidden now counts no more.
  private func uncount(_ seq: UInt64, _ row: inout ConversationRow) throws {
    guard seq > row.base, seq <= row.folded else { return }
    guard seq >= row.first else {
      row.doubts.insert(.unread)
      return
    }
    let held = try database.statement(
      "SELECT revision, kind = 6 FROM entry WHERE conversation = ?1 AND seq = ?2 AND recalled = 1"
    ).first(.integer(row.key), .unsigned(seq)) { (revision: try $0.unsigned(0), isHidden: try $0.boolean(1)) }
    if let held {
      // The recall that is folded already has taken it away.
      if held.revision > 0, held.revision <= row.folded { return }
      // A page left it out before the user log said so. Whether the figure counts it, the server knows.
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
    // Which mention is the first now has to be looked for.
    if seq == row.firstMention { row.doubts.insert(.unread) }
  }

  /// Leaves of an entry, and of its edits, what a page leaves of hidden ones.
  private func veil(_ seq: UInt64, _ row: inout ConversationRow, here: Bool) throws {
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
    try veil(entry, row, here: here)
  }

  func hideEdits(of targets: ClosedRange<UInt64>, _ row: ConversationRow, here: Bool) throws {
    let edits = try database.statement(
      """
      SELECT seq, time, sender, client_id, countable, kind, target, type, content, revision, recalled, body, details,
        annotations FROM entry
      WHERE conversation = ?1 AND kind = 2 AND target BETWEEN ?2 AND ?3
      """
    ).all(.integer(row.key), .unsigned(targets.lowerBound), .unsigned(targets.upperBound)) { try Wire.Entry($0, of: row.id) }
    for edit in edits { try veil(edit, row, here: here) }
  }

  /// The entry as it is to be held: hidden where it is, or is an edit of what is held as hidden.
  func veiled(_ entry: Wire.Entry, _ veil: Veil?, _ row: ConversationRow) throws -> (entry: Wire.Entry, here: Bool) {
    if let hidden = veil?.hidden(entry) { return hidden }
    guard case .edited(let edited)? = entry.event, edited.target >= row.first, edited.target <= row.last else {
      return (entry, false)
    }
    // What was hidden before this device began is known by what pages show of it.
    let isHidden = try database.statement("SELECT recalled FROM entry WHERE conversation = ?1 AND seq = ?2 AND kind = 6")
      .first(.integer(row.key), .unsigned(edited.target)) { try $0.boolean(0) }
    return isHidden.map { (entry.veiled, !$0) } ?? (entry, false)
  }

  private func veil(_ entry: Wire.Entry, _ row: ConversationRow, here: Bool) throws {
    let isRecalled = if case .message(let message)? = entry.event { message.recalled } else { false }
    let here = here && !isRecalled
    try changingIndexed(row.key, entry.seq) {
      if case .hidden? = entry.event {
        // What was hidden here alone is hidden everywhere now, and counts no more.
        guard !here else { return }
        try insert(entry, key: row.key)
      } else {
        try insert(entry.veiled, key: row.key, countingHere: here ? entry : nil)
      }
    }
  }
}
