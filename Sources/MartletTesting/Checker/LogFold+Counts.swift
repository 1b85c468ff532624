// The counts of a log for one member.
extension LogFold {
  /// Unread counts.
  struct Unread: Equatable {
    var count = 0
    var mentions = 0
    /// 0 for none.
    var firstMention: UInt64 = 0
  }

  /// The number of messages up to a position.
  func count(upTo seq: UInt64) -> Int {
    var (low, high) = (0, messages.count)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].seq <= seq { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether a message was taken back by the entry at `head` or before.
  private func isRecalled(_ seq: UInt64, asOf head: UInt64) -> Bool { recalls[seq].map { $0 <= head } ?? false }

  /// The messages a user has not read, as of the entry at `head`: countable messages for the user after the read position,
  /// without recalled or hidden ones.
  func unread(of user: String, joined: UInt64, read: UInt64, head: UInt64, _ hiding: UserFold.Hiding) -> Unread {
    let upTo = count(upTo: head)
    let own = messages[..<upTo].last { $0.sender == user }?.seq ?? 0
    let start = max(max(joined, read), max(own, hiding.cleared))
    var unread = Unread()
    guard start < head else { return unread }
    for message in messages[count(upTo: start)..<upTo] where message.counts && message.isFor(user) {
      guard !isRecalled(message.seq, asOf: head), !hiding.single.contains(message.seq) else { continue }
      unread.count += 1
      guard message.details.mentions(user) else { continue }
      unread.mentions += 1
      if unread.firstMention == 0 { unread.firstMention = message.seq }
    }
    return unread
  }

  /// The newest message that a user may see as last message, as of the entry at `head`; 0 for none.
  func newestShown(to user: String, from first: UInt64, head: UInt64, _ hiding: UserFold.Hiding) -> UInt64 {
    newest(upTo: head) {
      $0.seq >= first && $0.seq > hiding.cleared && $0.isFor(user) && !hiding.single.contains($0.seq)
    }
  }

  /// The newest message that everyone may see as last message; 0 for none.
  func newestShownToAll() -> UInt64 { newest(upTo: head) { !$0.isDirected } }

  private func newest(upTo head: UInt64, where isSeen: (Sent) -> Bool) -> UInt64 {
    messages[..<count(upTo: head)].last { $0.isListed && isSeen($0) && !isRecalled($0.seq, asOf: head) }?.seq ?? 0
  }

  /// The numbers of a message's recipients who have received it and read it.
  func receipt(of seq: UInt64, among members: [String: Dump.Member]) -> DeviceState.Receipt? {
    guard let message = message(seq) else { return nil }
    let readers = members.filter { $0.key != message.sender && $0.value.joined <= seq && message.isFor($0.key) }.values
    return DeviceState.Receipt(
      members: readers.count, read: readers.count { $0.told >= seq }, delivered: readers.count { $0.has >= seq })
  }
}
