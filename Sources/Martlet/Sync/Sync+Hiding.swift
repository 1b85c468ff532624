import MartletWire

// What the user hides. On this device it is hidden at once; the server is told when it can be, one thing after another, and
// the user log then tells all of the user's devices.
extension Sync {
  /// Something that the server is yet to be told.
  struct WaitingHide: Equatable {
    let row: Int64
    let id: ConversationID
    let hide: Wire.Hide
  }

  struct HidingProgress {
    /// In the order in which it was hidden.
    var waiting: [WaitingHide] = []
    var heldUntil: UInt64 = 0
  }

  /// The user hid something; stored already.
  mutating func hides(_ some: [WaitingHide], at now: UInt64) {
    self.now = now
    hiding.waiting += some
    pump()
  }

  /// Tells the server what was hidden first.
  mutating func sendHide() {
    guard let first = hiding.waiting.first, hiding.heldUntil <= now, listing == nil,
      !requests.values.contains(where: { if case .hide = $0 { true } else { false } })
    else { return }
    request(.hide(row: first.row), .hide(first.hide))
  }

  mutating func hideTold(_ row: Int64) {
    hiding.waiting.removeAll { $0.row == row }
    write(.hideSettled(row: row))
  }

  mutating func hideRefused(_ row: Int64, _ failure: Wire.Failure) {
    guard failure.errorCode.retry == .never else {
      return hiding.heldUntil = now.addingClamped(max(UInt64(failure.retryAfterMs) * 1_000_000, 1_000_000_000))
    }
    guard let waiting = hiding.waiting.first(where: { $0.row == row }) else { return }
    hideTold(row)
    act(.publish(.hidingRefused(waiting.id, upTo: waiting.hide.until, waiting.hide.targets, MartletError(failure))))
  }

  /// The user is in a conversation no more.
  mutating func dropHides(of id: ConversationID) { hiding.waiting.removeAll { $0.id == id } }

  mutating func hidden(_ id: ConversationID, _ hidden: Wire.Hidden, at revision: UInt64) {
    let until = min(hidden.until, Self.lastPosition)
    let targets = hidden.targets.filter(EntryPage.isPosition)
    guard var shelf = shelves[id] else { return note(id, hide: Note.Hide(until: until, targets: targets, revision: revision)) }
    // What was hidden in an earlier membership is all before this one.
    guard (until > 0 && until >= shelf.joined) || targets.contains(where: { $0 >= shelf.joined }) else { return }
    shelf.clear(upTo: until)
    shelves[id] = shelf
    write(.hide(id, until: until, targets, revision: revision))
    queueFetch(id)
  }
}

extension Shelf {
  /// Nothing up to a position can be seen any more.
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
