import MartletSQLite
import MartletWire

/// The table that carries positions over a change to another copy of the server's data.
enum CarriedSchema {
  static let table: StaticString = """
    -- What names positions and outlives a change of the server's copy, until its conversation is in the list again.
    CREATE TABLE carried (
      conversation TEXT NOT NULL,  -- its id
      kind INTEGER NOT NULL,       -- 1 read marker for the server, 2 hidden here up to, 3 hidden here
      seq INTEGER NOT NULL,
      PRIMARY KEY (conversation, kind, seq)
    ) WITHOUT ROWID;
    """
}

// Changing to another copy of the server's data, after a restored backup. The new copy may reuse positions, so this drops
// everything fetched. Data that only this device has stays; if it names positions, it is cut to the last position on which both
// copies agree.
extension LocalStore {
  private enum Carried {
    static let read: Int64 = 1
    static let clearedHere: Int64 = 2
    static let hiddenHere: Int64 = 3
  }

  /// Returns the conversations in which data of this device alone names positions, with the newest position held.
  ///
  /// Conversations without cached entries are left out: they cannot be compared.
  func conversationsToCompare() throws(SQLiteError) -> [(id: ConversationID, last: UInt64)] {
    var names = Set(
      try database.statement(
        """
        SELECT id FROM conversation WHERE pending_read > 0 OR hides_here = 1
        UNION SELECT conversation FROM hiding UNION SELECT conversation FROM local_field
        UNION SELECT conversation FROM setting WHERE key = 'removed' AND pending IS NOT NULL
        """
      ).all { row throws(SQLiteError) in try row.text(0) })
    for row in try rowsNamingPositions() { names.insert(row.conversation) }
    var held: [(id: ConversationID, last: UInt64)] = []
    for name in names.sorted() {
      if let id = ConversationID(name), let row = try stored(id), row.first <= row.last { held.append((id, row.last)) }
    }
    return held
  }

  /// Drops everything fetched, and keeps data that only this device has.
  ///
  /// - Parameters:
  ///   - generation: The server's name for its copy; nil if it has none.
  ///   - proofs: Entries of that copy, per compared conversation.
  ///   - batch: The changes of the turn.
  /// - Throws: `SQLiteError`.
  func startOver(_ generation: String?, _ proofs: [ConversationID: [EntryProof]], _ batch: inout Batch) throws(SQLiteError) {
    var agreed: [String: UInt64] = [:]
    for (id, proofs) in proofs { agreed[id.text] = try lastAgreed(id, proofs) }
    for row in try rowsNamingPositions() where row.position > agreed[row.conversation] ?? 0 {
      try refuse(row.row, Wire.Failure(.targetUnknown), &batch)
      batch.changes.settledRows.append(row.row)
    }
    try carry(upTo: agreed)
    try cutHides(to: agreed)
    try cutSettings(to: agreed)
    try cutFields(to: agreed)
    try dropFetched(&batch)
    for name in ["cursor", "stamp", "generation"] {
      try database.statement("DELETE FROM meta WHERE name = ?1").run(.text(name))
    }
    if let generation { try keep(generation: generation) }
    batch.changes.kept = Sync.Kept(marks: try carriedMarks(), settings: try pendingSettings(), hides: try waitingHides())
  }

  private func dropFetched(_ batch: inout Batch) throws(SQLiteError) {
    batch.changes.removed += try database.statement("SELECT id FROM conversation").all { row throws(SQLiteError) in
      try row.text(0)
    }
    .compactMap { ConversationID($0) }
    batch.rows = [:]
    try forgetAllIndexed()
    try database.statement("DELETE FROM entry").run()
    try database.statement("DELETE FROM conversation").run()
    try database.statement("DELETE FROM recent").run()
    try database.statement("DELETE FROM hidden").run()
    try database.statement("DELETE FROM marker").run()
    try database.statement("DELETE FROM member").run()
    try database.statement("DELETE FROM member_list").run()
    try database.statement("DELETE FROM attribute").run()
    try forgetAllRecalled()
    try forgetSettings()
    try forgetRelations()
    try dropSent(&batch)
  }

  /// Returns the newest position at which both copies hold the same entry; 0 if none is known.
  private func lastAgreed(_ id: ConversationID, _ proofs: [EntryProof]) throws(SQLiteError) -> UInt64 {
    guard let row = try stored(id) else { return 0 }
    for proof in proofs.sorted(by: { $0.seq > $1.seq }) {
      let held = try database.statement("SELECT time, sender FROM entry WHERE conversation = ?1 AND seq = ?2")
        .first(.integer(row.key), .unsigned(proof.seq)) { row throws(SQLiteError) in
          (time: try row.integer(0), sender: try row.text(1))
        }
      if let held, held == (proof.time, proof.sender) { return proof.seq }
    }
    return 0
  }

  // MARK: The outbox

  private struct Named {
    let row: Int64
    let conversation: String
    let position: UInt64
  }

  /// Returns unsent rows that name a message, oldest first.
  private func rowsNamingPositions() throws(SQLiteError) -> [Named] {
    try database.statement("SELECT row, destination, request FROM outbox WHERE state = 0 ORDER BY row").all {
      row throws(SQLiteError) in
      let destination = try row.text(1)
      let name = Destination(destination)?.conversation(of: user)?.text ?? destination
      return Named(row: try row.integer(0), conversation: name, position: Self.target(of: try Self.packet(row.blob(2))))
    }.filter { $0.position > 0 }
  }

  /// Returns the position of the message that a request names; 0 if it names none.
  private static func target(of packet: Wire.ClientPacket) -> UInt64 {
    switch packet.request {
    case .send(let send): send.replyTo
    case .edit(let edit): edit.target
    case .recall(let recall): recall.target
    case .annotate(let annotate): annotate.target
    default: 0
    }
  }

  // MARK: Data that names positions

  private func carry(upTo agreed: [String: UInt64]) throws(SQLiteError) {
    try database.statement("DELETE FROM carried").run()
    for (name, last) in agreed.sorted(by: { $0.key < $1.key }) where last > 0 {
      guard let id = ConversationID(name), let row = try stored(id) else { continue }
      if row.pendingRead > 0 { try carry(name, Carried.read, min(row.pendingRead, last)) }
      if row.clearedHere > 0 { try carry(name, Carried.clearedHere, min(row.clearedHere, last)) }
      let hidden = try database.statement("SELECT seq FROM hidden WHERE conversation = ?1 AND here = 1 AND seq <= ?2")
        .all(.integer(row.key), .unsigned(last)) { row throws(SQLiteError) in try row.unsigned(0) }
      for seq in hidden { try carry(name, Carried.hiddenHere, seq) }
    }
  }

  private func carry(_ conversation: String, _ kind: Int64, _ seq: UInt64) throws(SQLiteError) {
    try database.statement("INSERT OR IGNORE INTO carried (conversation, kind, seq) VALUES (?1, ?2, ?3)")
      .run(.text(conversation), .integer(kind), .unsigned(seq))
  }

  private func cutHides(to agreed: [String: UInt64]) throws(SQLiteError) {
    for waiting in try waitingHides() {
      let last = agreed[waiting.id.text] ?? 0
      var hide = waiting.hide
      (hide.until, hide.targets) = (min(hide.until, last), hide.targets.filter { $0 <= last })
      guard hide != waiting.hide else { continue }
      if hide.until == 0, hide.targets.isEmpty { try dropWaitingHide(waiting.row) } else { try put(hide, in: waiting.row) }
    }
  }

  private func put(_ hide: Wire.Hide, in row: Int64) throws(SQLiteError) {
    try database.statement("UPDATE hiding SET request = ?2 WHERE row = ?1").run(.integer(row), .blob(hide.encoded()))
  }

  /// Drops unconfirmed removals from the list that name positions of the old copy: new messages must bring the conversation back.
  private func cutSettings(to agreed: [String: UInt64]) throws(SQLiteError) {
    for (name, value) in try pendingSettings() where name.key == "removed" {
      let position = UInt64(value) ?? 0
      guard let id = name.conversation, position > agreed[id.text] ?? 0 else { continue }
      try database.statement("UPDATE setting SET pending = NULL WHERE conversation = ?1 AND key = 'removed'").run(.text(id.text))
    }
  }

  private func cutFields(to agreed: [String: UInt64]) throws(SQLiteError) {
    for name in try database.statement("SELECT DISTINCT conversation FROM local_field").all(read: { row throws(SQLiteError) in
      try row.text(0)
    }) {
      try database.statement("DELETE FROM local_field WHERE conversation = ?1 AND seq > ?2")
        .run(.text(name), .unsigned(agreed[name] ?? 0))
    }
  }

  // MARK: Afterwards

  /// Returns the read markers of conversations that are not listed yet.
  func carriedMarks() throws(SQLiteError) -> [ConversationID: UInt64] {
    let rows = try database.statement("SELECT conversation, seq FROM carried WHERE kind = ?1").all(.integer(Carried.read)) {
      row throws(SQLiteError) in
      (ConversationID(try row.text(0)), try row.unsigned(1))
    }
    return rows.reduce(into: [:]) { marks, one in if let id = one.0 { marks[id] = one.1 } }
  }

  /// Moves carried data of a conversation to its new row.
  func takeCarried(_ row: inout ConversationRow) throws(SQLiteError) {
    let kept = try database.statement("SELECT kind, seq FROM carried WHERE conversation = ?1").all(.text(row.id.text)) {
      row throws(SQLiteError) in
      (kind: try row.integer(0), seq: try row.unsigned(1))
    }
    guard !kept.isEmpty else { return }
    for (kind, seq) in kept {
      switch kind {
      case Carried.read: row.pendingRead = seq
      case Carried.clearedHere: (row.clearedHere, row.hidesHere) = (seq, true)
      default:
        row.hidesHere = true
        try database.statement("INSERT INTO hidden (conversation, seq, here) VALUES (?1, ?2, 1)")
          .run(.integer(row.key), .unsigned(seq))
      }
    }
    try database.statement("DELETE FROM carried WHERE conversation = ?1").run(.text(row.id.text))
  }

  /// Drops carried data of conversations that are not in the new list.
  func dropCarried() throws(SQLiteError) {
    try database.statement("DELETE FROM carried").run()
    try database.statement("DELETE FROM hiding WHERE conversation NOT IN (SELECT id FROM conversation)").run()
  }
}
