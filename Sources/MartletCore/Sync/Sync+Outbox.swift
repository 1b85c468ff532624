import MartletWire

// The outbox, and read markers.
extension Sync {
  /// Takes a new row of the outbox, with the file that it waits for.
  mutating func outboxAdded(
    _ row: Int64, to conversation: String, awaiting upload: LocalStore.UploadState? = nil, at now: UInt64
  ) {
    self.now = now
    if let upload { uploads.add(row, upload, conversation) }
    if let upload, !upload.isReady {
      if !upload.isFree {
        lanes.add(row, canonical(conversation))
        lanes.await(row)
      }
    } else {
      lanes.add(row, canonical(conversation))
    }
    pump()
  }

  /// Drops a row that left the outbox.
  package mutating func outboxRemoved(_ row: Int64) {
    lanes.remove(row)
    if uploads.remove(row) { act(.cancelUpload(row: row)) }
  }

  /// Goes on after rows were dropped, behind which others may have waited.
  package mutating func outboxShrank(at now: UInt64) {
    self.now = now
    pump()
  }

  mutating func confirmed(_ row: Int64, _ appended: Wire.Appended) {
    guard let id = ConversationID(appended.conversation), EntryPage.isPosition(appended.seq) else {
      return breakOff(breach: "an append without a position")
    }
    outboxRemoved(row)
    write(.confirm(row: row, MessageID(conversation: id, seq: appended.seq), time: appended.time))
    guard var shelf = shelves[id] else { return note(id, head: appended.seq) }
    guard shelf.head < appended.seq else { return }
    // The entry is usually pushed at once. Fetch it only if that does not happen.
    if !shelf.isBehind, !shelf.isFetching { later[id] = now.addingClamped(1_000_000_000) }
    shelf.head = appended.seq
    shelves[id] = shelf
    behind.insert(id)
  }

  mutating func refusedRow(_ row: Int64, _ failure: Wire.Failure) {
    if uploadsAgain(row, failure) { return }
    guard failure.errorCode.retry == .never else {
      return lanes.postpone(row, at: now, retryAfter: UInt64(failure.retryAfterMs) * 1_000_000)
    }
    outboxRemoved(row)
    write(.refuse(row: row, failure))
  }

  /// Drops a row that was discarded just before it was sent.
  mutating func forgetRow(_ row: Int64, id: UInt32) {
    requests[id] = nil
    outboxRemoved(row)
    pump()
  }

  /// Takes a new read marker; already stored.
  package mutating func marked(_ id: ConversationID, upTo seq: UInt64, at now: UInt64) {
    self.now = now
    marks[id] = max(marks[id] ?? 0, seq)
    pump()
  }

  mutating func sendMarks(upTo all: Int) {
    // Wait for the first listing: it tells which conversations exist.
    guard marksHeldUntil <= now, marks.count > marksUnderWay.count, listing?.isSnapshot != true else { return }
    for (id, seq) in marks.sorted(by: { $0.key.text < $1.key.text }) where requests.count < all && !marksUnderWay.contains(id) {
      marksUnderWay.insert(id)
      request(.mark(id, seq), .markRead(Wire.MarkRead(conversation: id.text, seq: seq, quiet: !tellsReceipts(in: id))))
    }
  }

  /// True if other users are told what this user has read and received in a conversation.
  private func tellsReceipts(in id: ConversationID) -> Bool {
    !hidesReceipts && receiptKinds?.contains(id.kind) ?? true
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

  /// Settles a marker, unless a later one already waits.
  private mutating func settleMark(_ id: ConversationID, _ asked: UInt64) {
    marksUnderWay.remove(id)
    guard let newest = marks[id], newest <= asked else { return }
    marks[id] = nil
    write(.markSettled(id))
  }
}
