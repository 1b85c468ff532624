import MartletWire

// The user log: changes that concern this user's devices alone.
extension Sync {
  mutating func askUserLog(after cursor: UInt64) {
    userLog.isAsked = true
    request(.userLog, .fetchUserEntries(Wire.FetchUserEntries(after: cursor, limit: UInt32(limits.pageEntries))))
  }

  /// Fetches known missing entries.
  mutating func continueUserLog() {
    guard !userLog.isAsked, let cursor, cursor < userLog.head else { return }
    askUserLog(after: cursor)
  }

  /// Takes a fetched page.
  mutating func receive(_ page: Wire.UserEntries) {
    userLog.isAsked = false
    guard page.head <= Self.lastPosition, page.first <= Self.lastPosition, let cursor else {
      return breakOff(breach: "a user log without positions")
    }
    if page.first > cursor + 1 {
      // The entries between were truncated: only a new snapshot tells their result.
      hidesHeld = cursor
      self.cursor = page.head
      userLog.head = max(userLog.head, page.head)
      return beginListing(isSnapshot: true)
    }
    userLog.head = max(userLog.head, page.head)
    let before = self.cursor
    apply(page.entries)
    if self.cursor == before, page.head > cursor, page.entries.isEmpty {
      breakOff(breach: "an empty page of a longer user log")
    }
  }

  /// Applies entries that follow the cursor, and notes how far the log goes.
  mutating func apply(_ entries: [Wire.UserEntry]) {
    guard let before = cursor else { return }
    for entry in entries {
      guard EntryPage.isPosition(entry.seq) else { return breakOff(breach: "a user entry without a position") }
      userLog.head = max(userLog.head, entry.seq)
      guard let cursor, entry.seq == cursor + 1 else { continue }
      apply(entry)
      self.cursor = entry.seq
    }
    // A snapshot stores the cursor when it is complete.
    if let cursor, cursor != before, listing?.isSnapshot != true { write(.cursor(cursor)) }
  }

  private mutating func apply(_ entry: Wire.UserEntry) {
    switch entry.event {
    case .settingChanged(let changed): return apply(changed, at: entry.seq)
    case .relationsChanged(let changed): return apply(changed, at: entry.seq)
    default: break
    }
    // Unknown kinds of conversations and events are ignored.
    guard let id = ConversationID(entry.conversation) else { return }
    switch entry.event {
    case .joined(let joined): self.joined(id, at: joined.seq)
    case .left(let left):
      dropSettings(of: id, leftAt: entry.seq)
      self.left(
        id, at: left.seq,
        UserID(left.by).map {
          Removal(by: $0, reason: left.reason, bannedUntil: Timestamp(end: left.bannedUntil))
        })
    case .readTo(let read): self.read(id, upTo: min(read.seq, Self.lastPosition))
    case .hidden(let hidden): self.hidden(id, hidden, at: entry.seq)
    case .applicationChanged(let change): if let state = ApplicationState(change) { write(.application(id, state)) }
    case .settingChanged, .relationsChanged, nil: break
    }
  }

  private mutating func joined(_ id: ConversationID, at seq: UInt64) {
    if let shelf = shelves[id], shelf.joined >= seq { return }
    want(id)
  }

  private mutating func left(_ id: ConversationID, at seq: UInt64, _ removal: Removal?) {
    departed[id] = max(departed[id] ?? 0, seq)
    // An earlier summary, or entries held, may show that the user has rejoined already.
    guard let shelf = shelves[id] else { return }
    if shelf.joined > seq { return showAgain(id) }
    if shelf.first <= seq { drop(id, removal) }
  }

  private mutating func read(_ id: ConversationID, upTo seq: UInt64) {
    if shelves[id] == nil {
      note(id, read: seq)
    } else {
      write(.read(id, seq))
    }
  }

  /// Removes a conversation from the list.
  mutating func drop(_ id: ConversationID, _ removal: Removal? = nil) {
    guard shelves.removeValue(forKey: id) != nil else { return }
    behind.remove(id)
    later[id] = nil
    marks[id] = nil
    deliveries[id] = nil
    doubts.remove(id)
    dropHides(of: id)
    write(.remove(id, removal))
    endHeld(of: id)
  }

  /// Records news of a conversation that arrived before its summary, and requests the summary.
  mutating func note(_ id: ConversationID, head: UInt64 = 0, read: UInt64 = 0, hide: Note.Hide? = nil) {
    guard notes.count < bounds.notes || notes[id] != nil else { return breakOff(breach: "too many unknown conversations") }
    var note = notes[id] ?? Note()
    note.head = max(note.head, head)
    note.read = max(note.read, read)
    if let hide { note.hides.append(hide) }
    notes[id] = note
    if head > 0 { want(id) }
  }
}
