import MartletWire

// What a user's conversation list shows.
extension LogReading {
  package func summaries(
    of user: UserID, app: AppID, changed: ClosedRange<UInt64>, only: [ConversationID]?, asOf stamp: UInt64, limit: Int
  ) throws -> [ConversationSummary] {
    if let only {
      let named = try Set(only).compactMap { try find($0, app: app) }.map { (number: $0.number, stamp: $0.record.stamp) }
      return try summaries(of: user, changed: changed, among: latestFirst(named, in: changed)[...], limit: limit).found
    }
    let key = UserKey(app: app, user: user)
    let known = orders.order(of: key)?.places(in: changed)
    let places = try known ?? latestFirst(readable(by: key), in: changed)[...]
    let (found, more) = try summaries(of: user, changed: changed, among: places, limit: limit)
    if !more {
      orders.drop(key)
    } else if known == nil, stamp > 0 {
      // Nothing above the page was looked at.
      let seen = min(stamp, changed.upperBound)
      orders.keep(ListOrders.Order(lowest: changed.lowerBound, seen: seen, places: Array(places)), of: key)
    }
    return found
  }

  func latestFirst(
    _ places: [(number: Int64, stamp: UInt64)], in changed: ClosedRange<UInt64>
  ) -> [(number: Int64, stamp: UInt64)] {
    places.filter { changed.contains($0.stamp) }.sorted { $0.stamp > $1.stamp }
  }

  /// The summaries of the first conversations that the user may read and whose stamp is in a range.
  ///
  /// `more` is true if not all of `places` were looked at.
  private func summaries(
    of user: UserID, changed: ClosedRange<UInt64>, among places: ArraySlice<(number: Int64, stamp: UInt64)>, limit: Int
  ) throws -> (found: [ConversationSummary], more: Bool) {
    var found: [ConversationSummary] = []
    for place in places {
      guard found.count < limit else { return (found, true) }
      guard let state = try rows.conversation(place.number), changed.contains(state.record.stamp),
        let member = try reader(user, of: state)
      else { continue }
      found.append(try summary(of: state, for: member))
    }
    return (found, false)
  }

  /// The conversations that a user is or was a member of, and those that anybody may read.
  func readable(by user: UserKey) throws -> [(number: Int64, stamp: UInt64)] {
    var found = try rows.memberships(of: user)
    guard !kinds.open.isEmpty else { return found }
    var known = Set(found.map(\.number))
    for kind in kinds.open {
      found += try rows.conversations(of: kind.kind, app: user.app).filter { known.insert($0.number).inserted }
    }
    return found
  }

  private func summary(of state: ConversationState, for member: MemberRecord) throws -> ConversationSummary {
    let hidden = try hidden(from: member, of: state.number)
    let own = try addressed(in: state, to: member, hidden)
    let shown = max(state.shown, own.listed)
    var last = shown >= member.first ? try entry(at: shown, of: state.number, for: member.user) : nil
    if last != nil, hidden.contains(shown) { last = try newestMessage(of: state, for: member, hidden) }
    return ConversationSummary(
      record: state.record, member: member, unread: try unread(in: state, for: member, hidden) &+ own.unread,
      mentions: own.mentions, firstMention: own.firstMention, lastMessage: last)
  }

  /// The newest message that the member may see as the last one, and that is neither recalled nor hidden.
  private func newestMessage(
    of state: ConversationState, for member: MemberRecord, _ hidden: HiddenPositions
  ) throws -> LogEntry? {
    guard state.record.head >= member.first else { return nil }
    // Many thousands of entries of other kinds may lie in between. Only their kinds are read.
    let newest = try rows.newestMessage(in: member.first...state.record.head, of: state.number) { seq, details, sender in
      guard !hidden.contains(seq) else { return false }
      return details.map { $0.wire.isListed && $0.isVisible(to: member.user, sender: sender) } ?? true
    }
    return try newest.flatMap { try entry(at: $0, of: state.number, for: member.user) }
  }

  // MARK: - Unread

  /// A subtraction: all countable entries, minus those up to the read marker, minus those recalled or hidden since.
  private func unread(in state: ConversationState, for member: MemberRecord, _ hidden: HiddenPositions) throws -> UInt64 {
    let floor = member.floor
    guard floor < state.record.head else { return 0 }
    let read = try rows.count(at: floor, of: state.number)?.countable ?? 0
    guard read < state.record.countable else { return 0 }
    let unread = state.record.countable &- read
    let recalled = try rows.recalled(after: floor, of: state.number)
    let gone = try recalled &+ UInt64(hidden.single.count { try $0 > floor && counts($0, in: state) })
    return unread > gone ? unread &- gone : 0
  }

  /// Whether a position holds a message that counts as unread and was not recalled.
  private func counts(_ seq: UInt64, in state: ConversationState) throws -> Bool {
    try rows.count(at: seq, of: state.number).map { $0.counts && !$0.isRecalled } ?? false
  }

  /// Counts for the member individually: unread mentions, and messages directed to the member.
  private func addressed(
    in state: ConversationState, to member: MemberRecord, _ hidden: HiddenPositions
  ) throws -> AddressedCounts {
    let floor = member.floor
    let start = max(max(max(member.since, 1) &- 1, member.cleared), min(floor, state.shown))
    var counts = AddressedCounts()
    guard start < state.record.head else { return counts }
    try rows.eachAddressed(to: member.user, of: state.number, after: start, newest: false) { seq, address in
      if !hidden.single.contains(seq) { counts.add(address, at: seq, isUnread: seq > floor) }
      return true
    }
    return counts
  }

  package func mentions(
    of user: UserID, in id: ConversationID, app: AppID, after: UInt64, limit: Int, newest: Bool
  ) throws -> [LogEntry]? {
    guard let (state, member) = try find(id, app: app, for: user) else { return nil }
    guard limit > 0 else { return [] }
    let hidden = try hidden(from: member, of: state.number).single
    var positions: [UInt64] = []
    try rows.eachAddressed(to: user, of: state.number, after: max(after, member.floor), newest: newest) { seq, address in
      if address.contains(.mention), !hidden.contains(seq) { positions.append(seq) }
      return positions.count < limit
    }
    return try (newest ? positions.reversed() : positions).compactMap { try entry(at: $0, of: state.number, for: user) }
  }
}
