import MartletWire

// What the user sends: the outbox, and read markers.
extension Sync {
  /// A row was committed to the outbox.
  mutating func outboxAdded(_ row: Int64, to conversation: String, at now: UInt64) {
    self.now = now
    let canonical = user.flatMap { Destination(conversation)?.conversation(of: $0)?.text }
    lanes.add(row, canonical ?? conversation)
    pump()
  }

  /// A row left the outbox, or needs no sending any more.
  mutating func outboxRemoved(_ row: Int64) { lanes.remove(row) }

  mutating func confirmed(_ row: Int64, _ appended: Wire.Appended) {
    guard let id = ConversationID(appended.conversation), EntryPage.isPosition(appended.seq) else {
      return breakOff(breach: "an append without a position")
    }
    lanes.remove(row)
    write(.confirm(row: row, EntryID(conversation: id, seq: appended.seq), time: appended.time))
    guard var shelf = shelves[id] else { return note(id, head: appended.seq) }
    guard shelf.head < appended.seq else { return }
    // The entry itself is usually pushed at once. It is fetched only where that does not happen.
    if !shelf.isBehind, !shelf.isFetching { later[id] = now.addingClamped(1_000_000_000) }
    shelf.head = appended.seq
    shelves[id] = shelf
    behind.insert(id)
  }

  mutating func refusedRow(_ row: Int64, _ failure: Wire.Failure) {
    guard failure.errorCode.retry == .never else {
      return lanes.postpone(row, at: now, retryAfter: UInt64(failure.retryAfterMs) * 1_000_000)
    }
    lanes.remove(row)
    write(.refuse(row: row, failure))
  }

  /// A row that was to be sent is no longer in the outbox.
  mutating func forgetRow(_ row: Int64, id: UInt32) {
    requests[id] = nil
    lanes.remove(row)
    pump()
  }

  /// The user read up to a position; stored already.
  mutating func marked(_ id: ConversationID, upTo seq: UInt64, at now: UInt64) {
    self.now = now
    marks[id] = max(marks[id] ?? 0, seq)
    pump()
  }

  mutating func sendMarks(upTo all: Int) {
    guard marksHeldUntil <= now, marks.count > marksUnderWay.count else { return }
    for (id, seq) in marks.sorted(by: { $0.key.text < $1.key.text }) where requests.count < all && !marksUnderWay.contains(id) {
      marksUnderWay.insert(id)
      request(.mark(id, seq), .markRead(Wire.MarkRead(conversation: id.text, seq: seq, quiet: isQuiet)))
    }
  }

  mutating func receive(_ marked: Wire.Marked, _ id: ConversationID, asked: UInt64) {
    guard marked.read <= Self.lastPosition else { return breakOff(breach: "a marker without a position") }
    write(.read(id, marked.read))
    settleMark(id, asked)
  }

  mutating func failedMark(_ id: ConversationID, asked: UInt64, _ failure: Wire.Failure) {
    guard failure.errorCode.retry == .safe else { return settleMark(id, asked) }
    marksUnderWay.remove(id)
    marksHeldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
  }

  /// The server has taken the marker as far as it will; a later one may wait already.
  private mutating func settleMark(_ id: ConversationID, _ asked: UInt64) {
    marksUnderWay.remove(id)
    guard let newest = marks[id], newest <= asked else { return }
    marks[id] = nil
    write(.markSettled(id))
  }
}
