import MartletStore

/// A conversation in memory, and the requests that wait for it.
///
/// Belongs to its home shard. The handler of a request holds the slot, so that it need not look it up again.
final class Slot {
  let key: ConversationKey
  /// The app's, looked for once.
  let figures: AppFigures.Figures
  /// Nil while it is loaded.
  var conversation: Conversation?
  /// Whether the next request must wait for one under way.
  var isBlocked = false
  /// The number of appends that are decided but not settled; `conversation` does not include their changes yet.
  var underWay = 0
  /// In monotonic nanoseconds.
  var lastUsed: UInt64 = 0
  /// The messages of the batch being settled that are not pushed yet.
  var unpushed = UnpushedMessages()
  /// What is to be told of the conversation, where several nodes store entries.
  var arrivals = ArrivedEntries()
  /// The markers that were told, where several nodes move them.
  var markers = ToldMarkers()
  /// What waits for the conversation to be loaded, besides requests.
  var notices: [@Sendable (isolated Shard, Conversation) -> Void] = []
  /// How often a request was decided anew because what was known of the members was stale.
  var triesToDecide = 0
  private var queue: [any Work] = []
  /// Items before this index were taken.
  private var head = 0

  init(_ key: ConversationKey, figures: AppFigures.Figures) {
    self.key = key
    self.figures = figures
  }

  /// Whether the next request can be decided.
  private var isReady: Bool { !isBlocked && conversation != nil }

  /// Whether a request that arrives now can be decided at once.
  var isFree: Bool { isReady && queue.isEmpty }

  /// True if nothing waits or is under way.
  private var isUnused: Bool { isFree && underWay == 0 && !arrivals.isWaiting }

  /// True if the conversation does not exist, so that evicting the slot loses nothing.
  var isNothing: Bool { isUnused && conversation?.log.exists == false }

  /// True if it was not used since a moment, and can be forgotten once the feed of other nodes is read as far as given.
  func isIdle(since moment: UInt64, feedRead: UInt64) -> Bool {
    isUnused && lastUsed < moment && !arrivals.mayComeAgain(feedRead: feedRead)
  }

  func append(_ work: any Work) { queue.append(work) }

  /// Puts a request back that was taken, before all others.
  func putBack(_ work: any Work) {
    queue = [work] + queue[head...]
    head = 0
  }

  /// Takes the oldest waiting request if it can be decided now.
  func takeNext() -> (any Work)? {
    guard isReady, head < queue.count else { return nil }
    defer {
      head &+= 1
      if head == queue.count { (queue, head) = ([], 0) }
    }
    return queue[head]
  }

  /// Takes out everything that waits.
  func takeAll() -> [any Work] {
    defer { (queue, head) = ([], 0) }
    return Array(queue[head...])
  }
}
