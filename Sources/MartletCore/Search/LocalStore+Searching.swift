import MartletSQLite
import MartletWire

// Asking the search index.
//
// Every question is bounded: an expression that is nowhere or in few places is answered from all of its places, one that is
// nearly everywhere from the conversations in their order, which are then likely to have it. The beginning of a word is
// replaced by the words that begin so: of a beginning the index can only put all places together, each time it is asked,
// while of a word it goes to the place that is wanted.
extension LocalStore {
  /// The maximum number of matches to read to find the conversations of an expression.
  private static let placesAtOnce = 10_000
  /// The maximum number of conversations to look up one by one; beyond it they are read in list order.
  private static let lookedUp = 500
  /// The maximum number of words that may replace a prefix.
  private static let completions: Int64 = 128
  /// Conversations that are asked for one page.
  private static let asked = 1_000
  private static let countedAtMost = 1_000

  /// A conversation in the index.
  private struct Candidate {
    let id: Int64
    let key: Int64
    let time: Int64
    let held: ClosedRange<UInt64>
  }

  /// A page of conversations with matching messages.
  ///
  /// Empty if the query asks for nothing that the index has.
  package func search(
    _ query: SearchQuery, limit: Int, after start: PageCursor.Hit?, isComplete: Bool
  ) throws(SQLiteError) -> Page<SearchHit> {
    guard let expression = try query.expression(completing: terms) else {
      return Page(items: [], next: nil, isComplete: isComplete)
    }
    var hits: [SearchHit] = []
    var place = start
    let ids = try conversations(with: expression)
    let few: [Candidate]? = if let ids, ids.count <= Self.lookedUp { try self.candidates(ids, after: place) } else { nil }
    // Those that are known to have it need not be asked in vain, but for a time that is not theirs.
    let asked = ids == nil ? Self.asked : 2 * limit
    let candidates = if let few { few } else { try self.candidates(after: place, limit: asked, among: ids) }
    var isCut = false
    for candidate in candidates {
      isCut = hits.count == limit
      if isCut { break }
      place = (candidate.time, candidate.id)
      if let since = query.since, candidate.time < since.milliseconds { continue }
      if let hit = try hit(candidate, expression, query) { hits.append(hit) }
    }
    let isEnd = !isCut && (few != nil || candidates.count < asked)
    let next = isEnd ? nil : place.map { PageCursor(.hit(time: $0.time, id: $0.id)) }
    return Page(items: hits, next: next, isComplete: isComplete)
  }

  /// The words of the index that begin with a prefix; nil if there are too many to look up one by one.
  private func terms(beginningWith word: String) throws(SQLiteError) -> [String]? {
    try database.execute(SearchSchema.terms)
    try database.statement("DELETE FROM temp.search_probe").run()
    try database.statement("INSERT INTO temp.search_probe (word) VALUES (?1)").run(.text(word))
    let tokens = try database.statement("SELECT term FROM temp.search_probe_term").all { row throws(SQLiteError) in
      try row.text(0)
    }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    let terms = try database.statement("SELECT term FROM temp.search_term WHERE term >= ?1 AND term < ?2 LIMIT ?3")
      .all(.text(token), .text(token + "\u{10FFFF}"), .integer(Self.completions + 1)) { row throws(SQLiteError) in try row.text(0)
      }
    return terms.count > Self.completions ? nil : terms
  }

  /// The conversations that match an expression; nil if it has too many matches.
  private func conversations(with expression: String) throws(SQLiteError) -> Set<Int64>? {
    var ids: Set<Int64> = []
    var places = 0
    try database.statement("SELECT rowid FROM search_index WHERE search_index MATCH ?1 ORDER BY rowid DESC LIMIT ?2")
      .each([.text(expression), .integer(Int64(Self.placesAtOnce))]) { row throws(SQLiteError) in
        ids.insert(Self.place(of: try row.integer(0)).id)
        places += 1
        return true
      }
    return places < Self.placesAtOnce ? ids : nil
  }

  /// Some conversations in the index, the latest first.
  private func candidates(_ ids: Set<Int64>, after place: PageCursor.Hit?) throws(SQLiteError) -> [Candidate] {
    var found: [Candidate] = []
    for id in ids {
      let candidate = try database.statement(
        "SELECT id, conversation, time, first, last FROM searched WHERE id = ?1 AND last >= first"
      ).first(.integer(id), read: Self.candidate)
      if let candidate, place.map({ (candidate.time, candidate.id) < ($0.time, $0.id) }) ?? true { found.append(candidate) }
    }
    return found.sorted { ($0.time, $0.id) > ($1.time, $1.id) }
  }

  /// All conversations in the index, or those with some ids, most recent first.
  private func candidates(
    after place: PageCursor.Hit?, limit: Int, among ids: Set<Int64>?
  ) throws(SQLiteError) -> [Candidate] {
    var found: [Candidate] = []
    try database.statement(
      """
      SELECT id, conversation, time, first, last FROM searched WHERE (time, id) < (?1, ?2) AND last >= first
      ORDER BY time DESC, id DESC
      """
    ).each([.integer(place?.time ?? .max), .integer(place?.id ?? .max)]) { row throws(SQLiteError) in
      if let ids, !ids.contains(try row.integer(0)) { return true }
      found.append(try Self.candidate(row))
      return found.count < limit
    }
    return found
  }

  private static func candidate(_ row: SQLiteRow) throws(SQLiteError) -> Candidate {
    let (first, last) = (try row.unsigned(3), try row.unsigned(4))
    guard first <= last else { throw SQLiteError(.unexpectedValue, "a range of the search index makes no sense") }
    return Candidate(id: try row.integer(0), key: try row.integer(1), time: try row.integer(2), held: first...last)
  }

  private func hit(_ candidate: Candidate, _ expression: String, _ query: SearchQuery) throws(SQLiteError) -> SearchHit? {
    guard let range = try positions(of: query, key: candidate.key, in: candidate.held),
      let row = try stored(key: candidate.key)
    else { return nil }
    let seqs = try places(of: expression, id: candidate.id, in: range, limit: Self.countedAtMost)
    for seq in seqs {
      guard let newest = try found(MessageID(conversation: row.id, seq: seq)) else { continue }
      guard let conversation = try conversation(row.id) else { return nil }
      return SearchHit(conversation: conversation, count: seqs.count, newest: newest)
    }
    return nil
  }

  /// Messages of one conversation.
  ///
  /// Nil if the conversation is not in the list.
  package func search(
    _ id: ConversationID, _ query: SearchQuery, before: UInt64?, limit: Int, isComplete: Bool
  ) throws(SQLiteError) -> Page<Message>? {
    guard let row = try stored(id) else { return nil }
    var messages: [Message] = []
    var end = before ?? .max
    let expression = try query.expression(completing: terms)
    let known = try searched(row.key)
    while messages.count < limit {
      let want = limit - messages.count
      let seqs: [UInt64]
      if let expression {
        guard let known, known.first <= known.last, end > known.first,
          let range = try positions(of: query, key: row.key, in: known.first...min(known.last, end - 1))
        else { break }
        seqs = try places(of: expression, id: known.id, in: range, limit: want)
      } else {
        guard row.first <= row.last, end > row.first,
          let range = try positions(of: query, key: row.key, in: row.first...min(row.last, end - 1))
        else { break }
        seqs = try messagePositions(row.key, in: range, limit: want)
      }
      for seq in seqs { if let message = try found(MessageID(conversation: id, seq: seq)) { messages.append(message) } }
      guard seqs.count == want, let last = seqs.last else {
        return Page(items: messages, next: nil, isComplete: isComplete)
      }
      end = last
    }
    let next = messages.count < limit ? nil : PageCursor(.position(end))
    return Page(items: messages, next: next, isComplete: isComplete)
  }

  /// A message as it is shown; nil if it says nothing any more.
  private func found(_ id: MessageID) throws(SQLiteError) -> Message? {
    guard let message = try message(id), message.content != nil else { return nil }
    return message
  }

  /// The positions in a conversation that match an expression, newest first.
  private func places(
    of expression: String, id: Int64, in range: ClosedRange<UInt64>, limit: Int
  ) throws(SQLiteError) -> [UInt64] {
    try database.statement(
      """
      SELECT rowid FROM search_index WHERE search_index MATCH ?1 AND rowid BETWEEN ?2 AND ?3 ORDER BY rowid DESC LIMIT ?4
      """
    ).all(
      .text(expression), .integer(Self.indexRow(id, range.lowerBound)), .integer(Self.indexRow(id, range.upperBound)),
      .integer(Int64(limit))
    ) { row throws(SQLiteError) in Self.place(of: try row.integer(0)).seq }
  }

  private func messagePositions(_ key: Int64, in range: ClosedRange<UInt64>, limit: Int) throws(SQLiteError) -> [UInt64] {
    try database.statement(
      """
      SELECT seq FROM entry WHERE conversation = ?1 AND seq BETWEEN ?2 AND ?3 AND kind = 1 AND recalled = 0
      ORDER BY seq DESC LIMIT ?4
      """
    ).all(.integer(key), .unsigned(range.lowerBound), .unsigned(range.upperBound), .integer(Int64(limit))) {
      row throws(SQLiteError) in
      try row.unsigned(0)
    }
  }

  // MARK: Time

  /// The part of a range whose times are in the query's time span; nil if there is none.
  private func positions(
    of query: SearchQuery, key: Int64, in range: ClosedRange<UInt64>
  ) throws(SQLiteError) -> ClosedRange<UInt64>? {
    let first = if let since = query.since { try position(at: since, key: key, in: range) } else { range.lowerBound }
    let end =
      if let until = query.until { try position(at: until, key: key, in: range) } else { range.upperBound.addingClamped(1) }
    return first < end ? first...(end - 1) : nil
  }

  /// The first cached position in a range stored at a moment or later; the position after the range if there is none.
  ///
  /// Times never fall within a conversation.
  package func position(at time: Timestamp, key: Int64, in range: ClosedRange<UInt64>) throws(SQLiteError) -> UInt64 {
    var (low, high) = (range.lowerBound, range.upperBound.addingClamped(1))
    while low < high {
      let middle = low + (high - low) / 2
      let found = try database.statement("SELECT time FROM entry WHERE conversation = ?1 AND seq = ?2")
        .first(.integer(key), .unsigned(middle)) { row throws(SQLiteError) in try row.integer(0) }
      if (found ?? .min) < time.milliseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func stored(key: Int64) throws(SQLiteError) -> ConversationRow? {
    try database.statement("SELECT * FROM conversation WHERE key = ?1").first(.integer(key), read: ConversationRow.init)
  }

  /// True if the index covers all cached messages, as far as the file tells; for a connection that only reads.
  package func isIndexedWhole() throws(SQLiteError) -> Bool {
    try database.statement(
      """
      SELECT 1 FROM conversation LEFT JOIN searched ON searched.conversation = key
      WHERE conversation.last >= conversation.first
        AND (searched.id IS NULL OR searched.first > conversation.first OR searched.last < conversation.last)
      LIMIT 1
      """
    ).first { _ throws(SQLiteError) in true } == nil
  }

  /// True if all cached messages of a conversation, or of all conversations, are indexed.
  package func isIndexed(_ id: ConversationID?) throws(SQLiteError) -> Bool {
    guard let id else { return search.isDone }
    guard let row = try stored(id), row.first <= row.last else { return true }
    return try searched(row.key).map { $0.first <= row.first && $0.last >= row.last } ?? false
  }
}

extension SearchQuery {
  /// The expression, with the index's words that begin like the last word of the text.
  ///
  /// - Throws: The errors of `terms`.
  fileprivate func expression(completing terms: (String) throws(SQLiteError) -> [String]?) throws(SQLiteError) -> String? {
    joined(words: try SearchWords.expressions(for: text, completing: terms))
  }
}
