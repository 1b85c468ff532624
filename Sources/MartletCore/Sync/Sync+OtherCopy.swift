import MartletWire

// `Welcome.generation` names the server's copy of the data. It changes when a backup is restored, or when the server is set up
// anew. The new copy may give positions again, so the client cannot trust anything it fetched.
//
// The client first compares: for each conversation in which something unsent names positions, it fetches a page and compares it
// with its own entries. Then it drops everything it fetched, and the old name, in one transaction, and lists everything anew.
// A client that is killed before that transaction starts over, because the old name is still on the disk.
extension Sync {
  /// The progress of a change to another copy.
  struct OtherCopy {
    /// The name of the new copy; nil if the server names none.
    var generation: String?
    /// Conversations still to be compared, with the newest position held; nil until the database has answered.
    var waiting: [(id: ConversationID, last: UInt64)]?
    var proofs: [ConversationID: [EntryProof]] = [:]
  }

  /// Unconfirmed changes that outlived the change to another copy.
  struct Kept {
    var marks: [ConversationID: UInt64] = [:]
    var settings: [Setting.Name: String] = [:]
    var hides: [WaitingHide] = []
  }

  /// Comparisons in flight.
  private static let comparisonsAtOnce = 4

  /// True if the server has another copy of its data than before.
  func isOther(_ welcome: Wire.Welcome) -> Bool {
    if let generation, !welcome.generation.isEmpty { return welcome.generation != generation }
    // A server without names has less than before only if it was set up anew.
    guard let cursor else { return false }
    return welcome.userHead < cursor || welcome.stamp < stamp
  }

  /// Starts the change to another copy.
  mutating func change(to welcome: Wire.Welcome) {
    otherCopy = OtherCopy(generation: welcome.generation.isEmpty ? nil : welcome.generation)
    // The first reads were about the old copy.
    for (id, request) in requests where request == .list || request == .userLog { requests[id] = .abandoned }
    listing = nil
    userLog.isAsked = false
    write(.survey)
  }

  /// Takes the conversations to compare.
  mutating func surveyed(_ conversations: [(id: ConversationID, last: UInt64)], at now: UInt64) {
    self.now = now
    guard otherCopy != nil else { return }
    otherCopy?.waiting = conversations
    pump()
  }

  /// Ignores a push, since the cached data is of the old copy.
  ///
  /// Records only the head of the user log.
  mutating func passOver(_ push: Wire.Push) {
    for entry in push.userEntries where EntryPage.isPosition(entry.seq) { userLog.head.raise(to: entry.seq) }
  }

  /// Requests comparisons, and starts over when all are done.
  mutating func compare(upTo all: Int) {
    guard let waiting = otherCopy?.waiting else { return }
    var rest = waiting[...]
    while requests.count < all, comparisons < Self.comparisonsAtOnce, let next = rest.popFirst() {
      let ask = Wire.FetchEntries(
        conversation: next.id.text, to: next.last, limit: UInt32(limits.pageEntries), newest: true)
      request(.compare(next.id), .fetchEntries(ask))
    }
    otherCopy?.waiting = Array(rest)
    if rest.isEmpty, comparisons == 0 { startOver() }
  }

  private var comparisons: Int { requests.values.count { if case .compare = $0 { true } else { false } } }

  /// Takes a page of the new copy.
  mutating func compared(_ id: ConversationID, _ wire: Wire.Entries) {
    guard let page = EntryPage(wire), page.conversation == id else { return breakOff(breach: "a page that is not one") }
    otherCopy?.proofs[id] = page.entries.map { EntryProof(seq: $0.seq, time: $0.time, sender: $0.sender) }
  }

  mutating func failedToCompare(_ id: ConversationID, _ failure: Wire.Failure) {
    // Try again on another connection.
    guard failure.errorCode.retry == .never else { return breakOff(MartletError(failure)) }
    otherCopy?.proofs[id] = []
  }

  private mutating func startOver() {
    guard let other = otherCopy else { return }
    otherCopy = nil
    generation = other.generation
    write(.startOver(generation: other.generation, other.proofs))
    formerly = shelves.mapValues { (first: $0.first, last: $0.last) }
    cursor = userLog.head
    stamp = 0
    shelves = [:]
    behind = []
    fetchQueue.removeAll()
    later = [:]
    deliveries = [:]
    // `startedOver` restores the part of these that the database keeps.
    marks = [:]
    hiding.waiting = []
    hiding.confirmed = [:]
    settings.waiting = [:]
    doubts = []
    notes = [:]
    departed = [:]
    hidesHeld = 0
    act(.publish(.localDataReset(keptAt: nil, outboxKept: true)))
    beginListing(isSnapshot: true)
  }

  /// Restores the data that the database kept.
  mutating func startedOver(keeping kept: Kept, at now: UInt64) {
    self.now = now
    marks.merge(kept.marks, choosing: { max($0, $1) })
    settings.waiting.merge(kept.settings, choosing: { mine, _ in mine })
    hiding.waiting = kept.hides + hiding.waiting
    pump()
  }

  /// Ends the change: the list of the new copy is complete.
  mutating func listedAnew() {
    write(.listed)
    marks = marks.filter { shelves[$0.key] != nil }
    hiding.waiting.removeAll { shelves[$0.id] == nil }
    guard let formerly else { return }
    self.formerly = nil
    // A lower bound: positions that the server has given again since then are not counted.
    let missing = formerly.reduce(0 as UInt64) { sum, one in
      let (first, last) = one.value
      let head = shelves[one.key]?.head ?? 0
      return sum.addingClamped(last - min(last, max(head, first - 1)))
    }
    act(.publish(.resynced(missing: Int(clamping: missing))))
  }
}
