import MartletWire

/// The part of a conversation's state that decisions need: which range of its log this device holds.
package struct Shelf: Equatable {
  /// The range held is `first...last`, without gaps; it is empty if `first` is `last + 1`.
  var first: UInt64
  package var last: UInt64
  /// The newest position known to exist; at least `last`.
  package var head: UInt64
  /// The position at which the user joined; 0 in direct conversations.
  var joined: UInt64
  /// The position from which the user may read, had the user hidden nothing.
  var since: UInt64
  /// The first position the user may see.
  var start: UInt64

  /// Consecutive entries that were pushed beyond a gap.
  var ahead: [Wire.Entry] = []
  /// True if the newest page is to be fetched although nothing is missing.
  var needsPage = false
  /// True if the user log told of something hidden.
  var hasHidings = false
  var isQueued = false
  var isFetching = false
  /// True if fetching failed for good: until the next session, or until a new summary arrives.
  var isStuck = false
  var failures = 0

  init(first: UInt64, last: UInt64, head: UInt64, joined: UInt64, since: UInt64, start: UInt64) {
    self.first = first
    self.last = last
    self.head = max(head, last)
    self.joined = joined
    self.since = since
    self.start = start
  }

  /// Of a conversation of which this device holds nothing but what comes after `last`.
  init(_ summary: Summary, after last: UInt64) {
    self.init(
      first: last + 1, last: last, head: summary.head, joined: summary.joined, since: summary.since, start: summary.start)
  }

  /// Holds nothing up to a position any more: the newest page is to be fetched.
  mutating func restart(after seq: UInt64) {
    last = max(last, seq)
    first = last + 1
    needsPage = true
  }

  package var isBehind: Bool { last < head }

  /// Keeps an entry that lies beyond a gap.
  mutating func keepAhead(_ entry: Wire.Entry, limit: Int) {
    if let newest = ahead.last, newest.seq >= entry.seq { return }
    if let newest = ahead.last, newest.seq &+ 1 != entry.seq { ahead = [] }
    if ahead.count >= limit { ahead = [] }
    ahead.append(entry)
  }

  /// Resets the state of a connection.
  mutating func sessionEnded() {
    ahead = []
    isQueued = false
    isFetching = false
    isStuck = false
    failures = 0
  }

  /// Removes the kept entries, and returns those that can be applied now.
  mutating func takeAhead() -> [Wire.Entry] {
    guard let oldest = ahead.first, oldest.seq <= last &+ 1 else { return [] }
    defer { ahead = [] }
    return ahead.filter { $0.seq > last }
  }
}

/// A valid page of a conversation's log: consecutive positions, ascending.
package struct EntryPage {
  package let conversation: ConversationID
  package private(set) var entries: [Wire.Entry]
  /// The newest position of the log when the page was read.
  let head: UInt64
  /// The first position the user may see.
  package let first: UInt64

  package init?(_ wire: Wire.Entries) {
    guard let id = ConversationID(wire.conversation), wire.head <= Sync.lastPosition, wire.first <= Sync.lastPosition else {
      return nil
    }
    var previous: UInt64?
    for entry in wire.entries {
      guard entry.conversation == wire.conversation, Self.isPosition(entry.seq), entry.seq <= wire.head else { return nil }
      if let previous, entry.seq != previous + 1 { return nil }
      previous = entry.seq
    }
    conversation = id
    entries = wire.entries
    head = wire.head
    first = max(wire.first, 1)
  }

  /// Drops entries before a position.
  mutating func begin(at start: UInt64) {
    if let low = entries.first?.seq, low < start { entries.removeAll { $0.seq < start } }
  }

  package static func isPosition(_ seq: UInt64) -> Bool { seq >= 1 && seq <= Sync.lastPosition }
}

/// A conversation's summary from the server, validated.
struct Summary: Equatable {
  let id: ConversationID
  let title: String
  let attributes: [String: String]
  let owner: String
  let rules: Wire.GroupRules
  /// Milliseconds since 1970; 0 if the user is not silenced, `speaker` for a speaker.
  let silencedUntil: Int64
  let memberCount: UInt32
  let head: UInt64
  let unread: UInt64
  let joined: UInt64
  /// The position from which the user may read, had the user hidden nothing.
  let since: UInt64
  let read: UInt64
  let lastSent: UInt64
  let countable: UInt64
  let mentions: UInt64
  let firstMention: UInt64
  let lastMessage: Wire.Entry?
  let cleared: UInt64
  let hidden: UInt64
  /// The time of the newest entry, in milliseconds since 1970; 0 if unknown.
  let time: Int64

  /// - Returns: Nil if the numbers are out of range or contradict each other.
  init?(_ wire: Wire.Conversation, id: ConversationID) {
    let positions = [wire.head, wire.joined, wire.read, wire.lastSent, wire.firstMention, wire.hidden]
    let counts = [wire.countable, wire.unread, wire.mentions]
    guard EntryPage.isPosition(wire.head), (positions + counts).allSatisfy({ $0 <= Sync.lastPosition }), wire.joined <= wire.head,
      wire.cleared <= wire.head
    else {
      return nil
    }
    if let message = wire.lastMessage {
      guard message.conversation == wire.id, EntryPage.isPosition(message.seq), message.seq <= wire.head else { return nil }
    }
    self.id = id
    title = wire.title
    attributes = wire.attributes.values.filter { !$0.value.isEmpty }
    owner = wire.owner
    rules = wire.rules ?? Wire.GroupRules()
    silencedUntil = max(Wire.SilenceMembers.speaker, wire.silencedUntil)
    memberCount = wire.memberCount
    head = wire.head
    unread = wire.unread
    joined = wire.joined
    since = wire.joined - min(wire.earlier, wire.joined)
    read = wire.read
    lastSent = wire.lastSent
    countable = wire.countable
    mentions = wire.mentions
    firstMention = wire.firstMention
    lastMessage = wire.lastMessage
    cleared = wire.cleared
    hidden = wire.hidden
    time = wire.time
  }

  /// The first position the user may see.
  var start: UInt64 { max(since, cleared + 1) }
}
