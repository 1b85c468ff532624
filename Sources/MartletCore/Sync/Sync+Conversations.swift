import MartletWire

// The conversation list: listing changes, and asking for single summaries.
extension Sync {
  /// Starts a listing of changes since `stamp`, or of everything.
  mutating func beginListing(isSnapshot: Bool) {
    for (id, pending) in requests where pending == .list { requests[id] = .abandoned }
    listing = Listing(isSnapshot: isSnapshot)
    list(before: 0)
  }

  private mutating func list(before: UInt64) {
    let after = listing?.isSnapshot == true ? 0 : stamp
    request(
      .list,
      .listConversations(
        Wire.ListConversations(changedAfter: after, changedBefore: before, limit: UInt32(limits.pageEntries))))
  }

  /// Takes a page of the listing.
  mutating func receiveListing(_ page: Wire.Conversations) {
    guard var current = listing else { return }
    guard page.stamp <= Self.lastPosition else { return breakOff(breach: "a listing without a stamp") }
    current.stamp = current.stamp ?? page.stamp
    listing = current
    adopt(page.conversations)
    // An invalid summary has ended the connection, and the listing with it.
    guard listing != nil else { return }
    if !current.asked.isEmpty { return receiveVerified(page) }
    guard page.more else { return verify() }
    guard let lowest = page.conversations.map({ $0.stamp }).min(), lowest > 0 else {
      return breakOff(breach: "a listing that does not end")
    }
    list(before: lowest)
  }

  /// After a snapshot, asks about known conversations that no page named.
  ///
  /// A conversation that changes during the listing moves to a page that was already read.
  private mutating func verify() {
    guard let current = listing else { return }
    guard current.isSnapshot else { return finishListing() }
    let unnamed = shelves.keys.filter { !current.listed.contains($0) && !current.verified.contains($0) }
    guard !unnamed.isEmpty else { return fetchSettings(after: nil) }
    let some = unnamed.sorted { $0.text < $1.text }.prefix(bounds.asked)
    listing?.asked = Array(some)
    request(.list, .listConversations(Wire.ListConversations(only: some.map { $0.text })))
  }

  /// Takes the answer of `verify`.
  private mutating func receiveVerified(_ page: Wire.Conversations) {
    guard let asked = listing?.asked else { return }
    let names = Set(page.conversations.map { $0.id })
    let named = asked.filter { names.contains($0.text) }
    // If one answer does not hold all of them, ask again for the rest.
    listing?.verified.formUnion(page.more && !named.isEmpty ? named : asked)
    listing?.asked = []
    verify()
  }

  mutating func finishListing() {
    guard let done = listing else { return }
    listing = nil
    if done.isSnapshot {
      for id in shelves.keys.filter({ !done.listed.contains($0) }).sorted(by: { $0.text < $1.text }) { drop(id) }
      if let cursor { write(.cursor(cursor)) }
      listedAnew()
    }
    if let reached = done.stamp, reached > stamp || done.isSnapshot {
      stamp = reached
      write(.stamp(reached))
    }
  }

  // MARK: Asking about some

  /// Requests a summary of a conversation.
  mutating func want(_ id: ConversationID) {
    wanted.append(id)
  }

  /// Asks for wanted and doubtful summaries: one request at a time, and none during a listing.
  mutating func ask() {
    guard listing == nil, !requests.values.contains(where: { if case .ask = $0 { true } else { false } }) else { return }
    var ids: [ConversationID] = []
    while ids.count < bounds.asked, let id = wanted.removeFirst() { ids.append(id) }
    if askAgainAt <= now {
      // Skip conversations that are still being fetched or marked: their summaries would be doubtful again.
      let ripe = doubts.filter { !behind.contains($0) && marks[$0] == nil && !ids.contains($0) }
      ids += ripe.sorted { $0.text < $1.text }.prefix(bounds.asked - ids.count)
      if !ripe.isEmpty { askAgainAt = now.addingClamped(200_000_000) }
    }
    guard !ids.isEmpty else { return }
    request(.ask(ids), .listConversations(Wire.ListConversations(only: ids.map { $0.text })))
  }

  /// Takes the answer of `ask`.
  mutating func receive(_ page: Wire.Conversations, about asked: [ConversationID]) {
    adopt(page.conversations)
    let named = Set(page.conversations.map { $0.id })
    let unnamed = asked.filter { !named.contains($0.text) }
    guard !page.more || named.isEmpty else {
      // One answer does not hold all of them: ask again for the rest.
      for id in unnamed { want(id) }
      return
    }
    // The user is not, or no longer, a member of the others. If one was in the list, the user log tells.
    for id in unnamed { notes[id] = nil }
    if unnamed.contains(where: { shelves[$0] == nil }) { write(.tidyOutbox) }
  }

  /// Notes conversations whose state the local database cannot compute from what it holds.
  mutating func doubted(_ ids: Set<ConversationID>, resolved: Set<ConversationID>, at now: UInt64) {
    self.now = now
    doubts.subtract(resolved)
    doubts.formUnion(ids.filter { shelves[$0] != nil })
    pump()
  }

  // MARK: Adopting summaries

  mutating func adopt(_ conversations: [Wire.Conversation]) {
    for wire in conversations {
      guard let id = ConversationID(wire.id) else { continue }
      guard let summary = Summary(wire, id: id) else { return breakOff(breach: "a summary that makes no sense") }
      adopt(summary)
    }
  }

  private mutating func adopt(_ summary: Summary) {
    let id = summary.id
    // The summary is older than the user's leaving. One that is not older and does not tell of a return is of a conversation
    // that the user may read without being a member.
    if let left = departed[id], summary.head < left { return }
    let isFirst = listing?.listed.insert(id).inserted == true
    let note = notes.removeValue(forKey: id) ?? Note()
    if var shelf = shelves[id] {
      write(.adopt(summary, anchor: shelf.last))
      if summary.joined > shelf.joined, shelf.first >= max(summary.joined, summary.start) {
        // The user left and rejoined; everything held is from after that.
        (shelf.joined, shelf.since, shelf.start) = (summary.joined, summary.since, summary.start)
        shelf.hasHidings = false
      } else if summary.joined > shelf.joined {
        // The user left and rejoined: drop the state from before.
        shelf = newShelf(summary)
        write(.restart(id, anchor: shelf.last))
      } else if summary.cleared >= shelf.start {
        shelf.clear(upTo: summary.cleared)
        write(.hide(id, until: summary.cleared, [], revision: 0))
      }
      if isFirst, listing?.isSnapshot == true, summary.hidden > hidesHeld {
        // Hidings that the user log no longer lists are unknown one by one: fetch the newest page again.
        shelf.restart(after: summary.head)
        write(.restart(id, anchor: shelf.last))
      }
      shelf.head = max(shelf.head, summary.head)
      shelf.isStuck = false
      shelves[id] = shelf
    } else {
      let shelf = newShelf(summary)
      write(.adopt(summary, anchor: shelf.last))
      shelves[id] = shelf
    }
    shelves[id]?.head.raise(to: note.head)
    if note.read > 0 { write(.read(id, note.read)) }
    for (user, marker) in note.markers.sorted(by: { $0.key < $1.key }) {
      moved(id, user, read: marker.read, delivered: marker.delivered)
    }
    for hide in note.hides { hidden(id, Wire.Hidden(until: hide.until, targets: hide.targets), at: hide.revision) }
    queueFetch(id)
  }

  /// Decides how much of a new conversation to hold.
  ///
  /// What was written since the user joined is fetched if it is short, so that the app is told of each entry. Of a long
  /// conversation, and of all in a first listing, only the newest page is fetched. What the user may read from before joining is
  /// history, and no news: whoever returns to a group may have been told of it already.
  private func newShelf(_ summary: Summary) -> Shelf {
    let before = max(summary.start, summary.joined) - 1
    if listing?.isSnapshot != true, summary.head - min(before, summary.head) <= bounds.forward {
      return Shelf(summary, after: before)
    }
    var shelf = Shelf(summary, after: summary.head)
    shelf.needsPage = listing?.isSnapshot != true || (listing?.listed.count ?? 0) <= bounds.prefetched
    return shelf
  }
}

extension UInt64 {
  mutating func raise(to other: UInt64) { self = Swift.max(self, other) }
}
