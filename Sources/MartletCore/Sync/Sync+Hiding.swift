import MartletWire

// Hiding. It takes effect on this device at once. The server is told later, one request at a time, and its user log tells the
// user's other devices.
extension Sync {
  /// A hiding that the server has not confirmed.
  package struct WaitingHide: Equatable {
    let row: Int64
    let id: ConversationID
    let hide: Wire.Hide
  }

  struct HidingProgress {
    /// In the order of hiding.
    var waiting: [WaitingHide] = []
    /// Rows that the server has confirmed, with the position of the user log by which they are known everywhere.
    var confirmed: [Int64: UInt64] = [:]
    var heldUntil: UInt64 = 0
  }

  /// Takes new hidings; already stored.
  package mutating func hides(_ some: [WaitingHide], at now: UInt64) {
    self.now = now
    hiding.waiting += some
    pump()
  }

  /// Sends the oldest unconfirmed hiding.
  mutating func sendHide() {
    guard let first = hiding.waiting.first, hiding.heldUntil <= now, listing == nil,
      !requests.values.contains(where: { if case .hide = $0 { true } else { false } })
    else { return }
    request(.hide(row: first.row), .hide(first.hide))
  }

  mutating func hideTold(_ row: Int64, _ changed: Wire.Changed) {
    hiding.waiting.removeAll { $0.row == row }
    hiding.confirmed[row] = changed.revision
  }

  /// Ends the confirmed hidings once the user log up to them is applied.
  ///
  /// Until then the counts include what is hidden. The log may never name it: it may have been hidden before this device began.
  mutating func settleHides() {
    guard !hiding.confirmed.isEmpty, listing == nil, let cursor else { return }
    for (row, revision) in hiding.confirmed.sorted(by: { $0.key < $1.key }) where revision <= cursor {
      hiding.confirmed[row] = nil
      write(.hideSettled(row: row, isHidden: true))
    }
  }

  mutating func hideRefused(_ row: Int64, _ failure: Wire.Failure) {
    guard failure.errorCode.retry == .never else {
      return hiding.heldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
    }
    guard let waiting = hiding.waiting.first(where: { $0.row == row }) else { return }
    hiding.waiting.removeAll { $0.row == row }
    write(.hideSettled(row: row, isHidden: false))
    act(.publish(.hidingRefused(waiting.id, upTo: waiting.hide.until, waiting.hide.targets, MartletError(failure))))
  }

  /// Drops the hidings of a conversation that the user left.
  mutating func dropHides(of id: ConversationID) { hiding.waiting.removeAll { $0.id == id } }

  mutating func hidden(_ id: ConversationID, _ hidden: Wire.Hidden, at revision: UInt64) {
    let until = min(hidden.until, Self.lastPosition)
    let targets = hidden.targets.filter(EntryPage.isPosition)
    guard var shelf = shelves[id] else { return note(id, hide: Note.Hide(until: until, targets: targets, revision: revision)) }
    // A hiding of an earlier membership may concern what the user can read now: `left` takes it back.
    guard (until > 0 && until >= shelf.since) || targets.contains(where: { $0 >= shelf.since }) else { return }
    shelf.clear(upTo: until)
    shelf.hasHidings = true
    shelves[id] = shelf
    write(.hide(id, until: until, targets, revision: revision))
    queueFetch(id)
  }
}

extension Sync {
  /// The user log tells of a leave, and the list of a later return: what was hidden before the leave is visible again.
  mutating func showAgain(_ id: ConversationID) {
    guard var shelf = shelves[id], shelf.hasHidings else { return }
    shelf.hasHidings = false
    // Otherwise the user has cleared it since the return.
    if shelf.start <= shelf.joined { shelf.start = shelf.since }
    // What is held lacks what was hidden.
    shelf.restart(after: shelf.head)
    shelves[id] = shelf
    write(.unhide(id, start: shelf.start))
    write(.restart(id, anchor: shelf.last))
    queueFetch(id)
  }
}

extension Shelf {
  /// Drops everything up to a position.
  mutating func clear(upTo until: UInt64) {
    guard until >= start else { return }
    start = until + 1
    if until >= last {
      (first, last) = (until + 1, until)
      head = max(head, until)
    } else {
      first = max(first, until + 1)
    }
  }
}
