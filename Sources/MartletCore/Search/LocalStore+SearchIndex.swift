import MartletSQLite
import MartletWire

// Adds messages to the search index, and removes them.
//
// The index follows with a delay. An arriving message costs nothing extra; it is indexed a moment later, or when somebody
// searches, many messages per transaction. A change of an indexed message updates the index in the same transaction, so a
// recalled message is never found.
extension LocalStore {
  /// True if no message waits to be indexed.
  package var isIndexed: Bool { search.isDone }

  /// Pending work of the search index.
  struct SearchProgress {
    /// Conversations with entries that are not in the index.
    var behind: Set<Int64> = []
    /// The conversation up to which work left by an earlier process was looked for; nil when that is complete.
    var lookedUpTo: Int64? = 0

    var isDone: Bool { behind.isEmpty && lookedUpTo == nil }
  }

  /// Positions and conversations beyond these are not indexed: rows are numbered by both.
  private static let positionBits: Int64 = 32
  private static let lastIndexedPosition: UInt64 = (1 << 32) - 1
  private static let lastIndexedID: Int64 = (1 << 31) - 1

  static func indexRow(_ id: Int64, _ seq: UInt64) -> Int64 { id << positionBits | Int64(clamping: seq) }
  static func place(of row: Int64) -> (id: Int64, seq: UInt64) {
    (row >> positionBits, UInt64(row & Int64(lastIndexedPosition)))
  }

  /// A conversation's part of the index.
  struct Searched {
    let id: Int64
    var first: UInt64
    var last: UInt64
  }

  func searched(_ key: Int64) throws(SQLiteError) -> Searched? {
    try database.statement("SELECT id, first, last FROM searched WHERE conversation = ?1").first(.integer(key)) {
      row throws(SQLiteError) in
      Searched(id: try row.integer(0), first: try row.unsigned(1), last: try row.unsigned(2))
    }
  }

  // MARK: Going on

  /// Indexes some messages, the newest of each conversation first.
  ///
  /// - Returns: True if messages remain.
  package func indexSome(_ limit: Int) throws(SQLiteError) -> Bool {
    guard !search.isDone else { return false }
    let known = search
    try database.setPragma("synchronous", to: 1)
    do {
      try database.transaction { () throws(SQLiteError) in
        try lookForUndone()
        var left = limit
        while left > 0, let key = search.behind.first { left -= try index(key, limit: left) }
      }
    } catch {
      search = known
      throw error
    }
    return !search.isDone
  }

  /// Checks some conversations for messages missing from the index.
  private func lookForUndone() throws(SQLiteError) {
    guard let after = search.lookedUpTo else { return }
    if after == 0 { try beginAnewWhereOthersWereIndexed() }
    let keys = try database.statement("SELECT key FROM conversation WHERE key > ?1 ORDER BY key LIMIT 2000")
      .all(.integer(after)) { row throws(SQLiteError) in try row.integer(0) }
    guard let last = keys.last else { return search.lookedUpTo = nil }
    search.behind.formUnion(
      try database.statement(
        """
        SELECT key FROM conversation LEFT JOIN searched ON searched.conversation = key
        WHERE key > ?1 AND key <= ?2 AND conversation.last >= conversation.first
          AND (searched.id IS NULL OR searched.first > conversation.first OR searched.last < conversation.last)
        """
      ).all(.integer(after), .integer(last)) { row throws(SQLiteError) in try row.integer(0) })
    search.lookedUpTo = last
  }

  /// Other content types make other words of the same messages.
  private func beginAnewWhereOthersWereIndexed() throws(SQLiteError) {
    let names = contents.names.joined(separator: " ")
    let known = try database.statement("SELECT value FROM meta WHERE name = 'indexed_types'").first { row throws(SQLiteError) in
      try row.text(0)
    }
    guard known != names else { return }
    try database.statement(
      "INSERT INTO meta (name, value) VALUES ('indexed_types', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1"
    ).run(.text(names))
    if known != nil { try emptyIndex() }
  }

  private func emptyIndex() throws(SQLiteError) {
    try database.statement("INSERT INTO search_index (search_index) VALUES ('delete-all')").run()
    try database.statement("DELETE FROM searched").run()
    search = SearchProgress()
  }

  /// Indexes entries of a conversation, and removes a finished conversation from the set.
  ///
  /// - Returns: The number of rows read, at least 1.
  private func index(_ key: Int64, limit: Int) throws(SQLiteError) -> Int {
    let held = try database.statement("SELECT first, last FROM conversation WHERE key = ?1").first(.integer(key)) {
      row throws(SQLiteError) in
      (first: try row.unsigned(0), last: min(try row.unsigned(1), Self.lastIndexedPosition))
    }
    guard let held, held.first <= held.last else {
      search.behind.remove(key)
      return 1
    }
    let before = try searched(key)
    guard var known = if let before { before } else { try begin(key, at: held.last) }, known.id <= Self.lastIndexedID else {
      search.behind.remove(key)
      return 1
    }
    // New messages first, then older ones, newest first.
    let isNew = known.last < held.last
    guard isNew || known.first > held.first else {
      search.behind.remove(key)
      return 1
    }
    let from = isNew ? known.last + 1 : max(held.first, known.first - min(known.first, UInt64(limit)))
    let to = isNew ? min(held.last, known.last.addingClamped(UInt64(limit))) : known.first - 1
    let rows = try sources(key, from...to)
    for row in rows { try add(row, to: known.id) }
    if isNew { known.last = to } else { known.first = from }
    try database.statement(
      """
      UPDATE searched SET first = ?2, last = ?3, time = COALESCE(
        (SELECT time FROM entry WHERE entry.conversation = searched.conversation AND seq = ?3), time)
      WHERE id = ?1
      """
    ).run(.integer(known.id), .unsigned(known.first), .unsigned(known.last))
    if known.first <= held.first, known.last >= held.last { search.behind.remove(key) }
    return Int(clamping: to - from + 1)
  }

  private func begin(_ key: Int64, at last: UInt64) throws(SQLiteError) -> Searched? {
    try database.statement("INSERT INTO searched (conversation, first, last, time) VALUES (?1, ?2, ?3, 0)")
      .run(.integer(key), .unsigned(last + 1), .unsigned(last))
    return try searched(key)
  }

  // MARK: Single messages

  /// The parts of a message from which the index is built.
  private struct Source: Equatable {
    let seq: UInt64
    let sender: String
    let content: MessageContent
    /// The search text in its details; nil to use the content's text.
    let text: String?
  }

  private func sources(_ key: Int64, _ range: ClosedRange<UInt64>) throws(SQLiteError) -> [Source] {
    try database.statement(
      """
      SELECT seq, sender, type, content, revision, details FROM entry
      WHERE conversation = ?1 AND seq BETWEEN ?2 AND ?3 AND kind = 1 AND recalled = 0
      """
    ).all(.integer(key), .unsigned(range.lowerBound), .unsigned(range.upperBound)) { row throws(SQLiteError) in
      Source(
        seq: try row.unsigned(0), sender: try row.text(1),
        content: .custom(type: try row.text(2), json: try row.text(3)), text: try searchText(row))
    }
  }

  /// The search text from columns 4 and 5, without regard to edits.
  private func searchText(_ row: SQLiteRow) throws(SQLiteError) -> String? {
    guard try row.integer(4) == 0, let text = try row.details(5)?.text, !text.isEmpty else { return nil }
    return text
  }

  private func words(of source: Source) -> SearchWords.Indexed {
    var indexed = SearchWords.indexed(source.text ?? contents.searchText(of: source.content))
    indexed.marks += " \(SearchWords.mark("s", source.sender)) \(SearchWords.mark("t", source.content.type))"
    return indexed
  }

  private func add(_ source: Source, to id: Int64) throws(SQLiteError) {
    let indexed = words(of: source)
    try database.statement("INSERT INTO search_index (rowid, words, marks) VALUES (?1, ?2, ?3)")
      .run(.integer(Self.indexRow(id, source.seq)), .text(indexed.words), .text(indexed.marks))
  }

  private func remove(_ source: Source, from id: Int64) throws(SQLiteError) {
    let indexed = words(of: source)
    try database.statement("INSERT INTO search_index (search_index, rowid, words, marks) VALUES ('delete', ?1, ?2, ?3)")
      .run(.integer(Self.indexRow(id, source.seq)), .text(indexed.words), .text(indexed.marks))
    indexWasCut = true
  }

  /// Changes an entry, and updates the index if the entry is in it.
  func changingIndexed<Value>(_ key: Int64, _ seq: UInt64, _ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    guard let known = try searched(key), (known.first...max(known.first, known.last)).contains(seq), seq <= known.last
    else { return try body() }
    let before = try sources(key, seq...seq).first
    let value = try body()
    let after = try sources(key, seq...seq).first
    if before != after {
      if let before { try remove(before, from: known.id) }
      if let after { try add(after, to: known.id) }
    }
    return value
  }

  // MARK: Whole conversations

  /// The entries of a conversation grew.
  func noteUnindexed(_ key: Int64) { search.behind.insert(key) }

  /// Drops a conversation's entries from the index without removing them.
  ///
  /// Removing them one by one could take seconds. Once most of the index consists of dropped entries, it is rebuilt.
  func forgetIndexed(_ key: Int64) throws(SQLiteError) {
    search.behind.remove(key)
    guard let known = try searched(key) else { return }
    try database.statement("DELETE FROM searched WHERE id = ?1").run(.integer(known.id))
    let gone = Int64(clamping: known.last.addingClamped(1) - min(known.first, known.last.addingClamped(1)))
    let before = try database.statement("SELECT value FROM meta WHERE name = 'indexed_gone'").first { row throws(SQLiteError) in
      try row.text(0)
    }
    let sum = before.flatMap { Int64($0) }.map { $0.addingReportingOverflow(gone).partialValue } ?? gone
    let left =
      try database.statement("SELECT COALESCE(SUM(last - first + 1), 0) FROM searched").first { row throws(SQLiteError) in
        try row.integer(0)
      } ?? 0
    let isTooMuch = sum > max(left, Self.goneAtLeast)
    if isTooMuch { try emptyIndex() }
    try database.statement(
      "INSERT INTO meta (name, value) VALUES ('indexed_gone', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1"
    ).run(.text(String(isTooMuch ? 0 : sum)))
  }

  private static let goneAtLeast: Int64 = 5_000

  /// All entries of all conversations are gone.
  func forgetAllIndexed() throws(SQLiteError) { try emptyIndex() }

  /// Merges the index before closing if entries were removed, so that no recalled words stay in unused parts of the file.
  ///
  /// A large index, for which that would take seconds, is merged only in part.
  func tidyIndex() {
    guard indexWasCut else { return }
    indexWasCut = false
    let isLarge = (try? database.pragma("page_count")) ?? 0 > Self.pagesMergedWhole
    if isLarge {
      try? database.statement("INSERT INTO search_index (search_index, rank) VALUES ('merge', -500)").run()
    } else {
      try? database.statement("INSERT INTO search_index (search_index) VALUES ('optimize')").run()
    }
  }

  private static let pagesMergedWhole: Int64 = 16_384
}
