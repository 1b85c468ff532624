import MartletWire

// The entries of a log.
extension LogReading {
  package func entries(
    of id: ConversationID, app: AppID, range: ClosedRange<UInt64>, limit: Int, newest: Bool
  ) throws -> [LogEntry] {
    guard let number = try rows.number(of: ConversationKey(app: app, id: id)) else { return [] }
    var entries: [LogEntry] = []
    try rows.eachEntry(of: number, in: range, limit: limit, newest: newest) { row in
      entries.append(try shown(row, to: nil))
      return true
    }
    return newest ? entries.reversed() : entries
  }

  /// Gives a member's page of a log to a taker; nil if the user may not read it or there is no such conversation.
  package func page(
    _ request: PageRequest, of id: ConversationID, app: AppID, for user: UserID, into taker: any EntryTaker
  ) throws -> PageEnds? {
    taker.restart()
    guard let access = try rows.access(of: user, to: ConversationKey(app: app, id: id)),
      let member = kinds.policy(of: id).reader(user, member: access.member, head: access.head)
    else { return nil }
    let ends = PageEnds(head: access.head, first: member.first)
    guard let range = request.positions(first: member.first, head: access.head) else { return ends }
    let reader = LogReader(member)
    let shown: any EntryTaker =
      member.hidden > 0 ? HidingTaker(taker, hidden: try hidden(from: member, of: access.number)) : taker
    try rows.eachEntry(of: access.number, in: range, limit: request.limit, newest: request.newest) { row in
      try give(row, for: reader, to: shown)
    }
    return ends
  }

  /// Gives an entry on as far as its reader may see it, as bytes where that can be, and tells whether more is taken.
  private func give(_ row: R.Entry, for reader: LogReader, to taker: any EntryTaker) throws -> Bool {
    let goesOn = try row.lend { message in
      if !message.details.isEmpty, let details = try row.details(),
        let sender = UserID(String(decoding: message.sender, as: UTF8.self)),
        !details.isVisible(to: reader.user, sender: sender)
      {
        return taker.takeWithheld(seq: message.seq, time: message.time, countable: message.countable)
      }
      return taker.take(message)
    }
    return try goesOn ?? taker.take(shown(row, to: reader.user), for: reader)
  }
}

/// Between which positions a log lies that a page is of.
package struct PageEnds: Sendable, Equatable {
  /// The newest position of the log.
  package let head: UInt64
  /// The first position that the member may see.
  package let first: UInt64
}
