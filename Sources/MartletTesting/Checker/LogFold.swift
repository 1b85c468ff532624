/// What a conversation's log says when its entries are taken in order: who was a member when, what each message says now,
/// what counts.
///
/// Written from the glossary, and as plainly as can be; it shares nothing with the server nor with the client library.
struct LogFold {
  /// A time of being a member: from a position on, up to the one before `left`.
  struct Membership {
    var joined: UInt64
    var left: UInt64?

    func covers(_ seq: UInt64) -> Bool { seq >= joined && seq < left ?? .max }
  }

  /// What became of a message.
  struct Said {
    var payload: UInt64
    var revision: UInt64 = 0
    var isRecalled = false
  }

  let conversation: String
  let head: UInt64
  private(set) var title = ""
  private(set) var owner = ""
  /// Of each user who ever was a member, in order.
  private(set) var memberships: [String: [Membership]] = [:]
  /// By position.
  ///
  /// The payload is what it says now; of a message that was edited or recalled, its first one is not known.
  private(set) var said: [UInt64: Said] = [:]
  /// Positions of messages, ascending, and by whom.
  private(set) var messages: [(seq: UInt64, sender: String)] = []
  /// What was taken back, and where; ascending by the latter.
  private(set) var recalls: [(target: UInt64, by: UInt64)] = []
  private(set) var edits: [UInt64: [UInt64]] = [:]
  private var entries: [EntryFact]

  /// Positions are taken to be those of `entries`; that they are dense is checked elsewhere.
  init(_ conversation: String, _ entries: [EntryFact]) {
    self.conversation = conversation
    self.entries = entries
    head = entries.last?.seq ?? 0
    if conversation.hasPrefix("direct:") {
      for user in conversation.dropFirst("direct:".count).split(separator: ":") {
        memberships[String(user)] = [Membership(joined: 0)]
      }
    }
    for entry in entries { take(entry) }
  }

  private mutating func take(_ entry: EntryFact) {
    switch entry.kind {
    case .message:
      said[entry.seq] = Said(payload: entry.payload)
      messages.append((entry.seq, entry.sender))
    case .edited:
      edits[entry.target, default: []].append(entry.seq)
      guard said[entry.target]?.isRecalled == false else { return }
      said[entry.target]?.payload = entry.payload
      said[entry.target]?.revision = entry.seq
    case .recalled:
      recalls.append((entry.target, entry.seq))
      guard said[entry.target]?.isRecalled == false else { return }
      said[entry.target] = Said(payload: 0, revision: entry.seq, isRecalled: true)
    case .groupCreated:
      (title, owner) = (entry.title, entry.owner)
      for user in entry.users { memberships[user] = [Membership(joined: entry.seq)] }
    case .membersAdded:
      for user in entry.users where !isMember(user) {
        memberships[user, default: []].append(Membership(joined: entry.seq))
      }
    case .membersRemoved:
      owner = entry.owner
      for user in entry.users where isMember(user) {
        guard let last = memberships[user]?.indices.last else { continue }
        memberships[user]?[last].left = entry.seq
      }
    case .hidden, .unknown: break
    }
  }

  // MARK: - Members

  /// Whether a user is one at the end of the log.
  func isMember(_ user: String) -> Bool { memberships[user]?.last.map { $0.left == nil } ?? false }

  /// The members at the end of the log.
  var members: [String] { memberships.keys.filter { isMember($0) }.sorted() }

  /// The membership in which a user may see the entry at a position.
  func membership(of user: String, at seq: UInt64) -> Membership? { memberships[user]?.first { $0.covers(seq) } }

  /// How many members there are after the entry at a position.
  func memberCount(at seq: UInt64) -> Int { memberships.values.count { all in all.contains { $0.covers(seq) } } }

  // MARK: - Counts

  /// The entry at a position.
  func entry(_ seq: UInt64) -> EntryFact? {
    guard seq >= 1, seq <= UInt64(entries.count) else { return nil }
    let entry = entries[Int(seq - 1)]
    return entry.seq == seq ? entry : nil
  }

  /// How many messages have positions up to this one.
  func count(upTo seq: UInt64) -> Int {
    var (low, high) = (0, messages.count)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].seq <= seq { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Messages a user has not read, as of the entry at `head`: those after all that count as read, less what was recalled.
  func unread(of user: String, joined: UInt64, read: UInt64, head: UInt64) -> Int {
    let upTo = count(upTo: head)
    let own = messages[..<upTo].last { $0.sender == user }?.seq ?? 0
    let start = max(joined, read, own)
    guard start <= head else { return 0 }
    let gone = recalls.count { $0.by <= head && $0.target > start && $0.target <= head }
    return upTo - count(upTo: start) - gone
  }

  /// The newest message at or after a position that was not recalled, as of the entry at `head`; 0 for none.
  func newestShown(from first: UInt64, head: UInt64) -> UInt64 {
    let gone = Set(recalls.lazy.filter { $0.by <= head }.map(\.target))
    return messages[..<count(upTo: head)].last { $0.seq >= first && !gone.contains($0.seq) }?.seq ?? 0
  }
}
