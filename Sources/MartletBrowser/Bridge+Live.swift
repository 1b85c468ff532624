import MartletCore
import MartletWire

// Live timelines and lists in the form that JavaScript gets, and what it asks of them.

extension TimelineOpening {
  init(_ wanted: Bridge.TimelineOpening?) throws(MartletError) {
    guard let wanted else { throw .invalid("the timeline is missing", field: "timeline") }
    self.init(
      try Destination(to: wanted.to), window: wanted.window == 0 ? 50 : Int(clamping: wanted.window),
      at: TimelinePlace(wanted.place))
  }
}

extension TimelinePlace {
  init(_ wanted: Bridge.TimelinePlace?) {
    switch wanted?.place {
    case nil, .newest: self = .newest
    case .firstUnread: self = .firstUnread
    case .position(let position): self = .position(position)
    case .time(let time): self = .time(Timestamp(milliseconds: time))
    }
  }
}

extension ClientEngine.TimelineMove {
  init(_ wanted: Bridge.MoveTimeline.Move?) throws(MartletError) {
    switch wanted {
    case .older: self = .older
    case .newer: self = .newer
    case .to(let place): self = .to(TimelinePlace(place))
    case nil: throw MartletError.invalid("the move is missing", field: "move")
    }
  }
}

extension Bridge.TimelineUpdate {
  init(_ update: MartletCore.TimelineUpdate) {
    func placed(_ rows: [RowChange<MartletCore.TimelineRow>.Placed]) -> [Bridge.PlacedRow] {
      rows.map { Bridge.PlacedRow(index: UInt32(clamping: $0.index), row: Bridge.TimelineRow($0.row)) }
    }
    let (change, facts) = (update.change, update.facts)
    self.init(
      first: update.isFirst, removed: change.removed.map { UInt32(clamping: $0) }, inserted: placed(change.inserted),
      updated: placed(change.updated), atBeginning: facts.isAtBeginning, atEnd: facts.isAtEnd,
      firstUnread: facts.firstUnread ?? 0, newerCount: UInt32(clamping: facts.newerCount))
  }
}

extension Bridge.TimelineRow {
  fileprivate init(_ row: MartletCore.TimelineRow) {
    self.init(key: row.key, changes: row.changes.map { Bridge.Pending($0) })
    switch row.line {
    case .message(let message): self.message = Bridge.Message(message)
    case .unsent(let unsent): pending = Bridge.Pending(unsent)
    case .local(let local): self.local = Bridge.LocalMessage(local)
    }
  }
}

extension Bridge.ListUpdate {
  init(_ update: ConversationListUpdate) {
    func placed(_ rows: [RowChange<MartletCore.Conversation>.Placed]) -> [Bridge.PlacedConversation] {
      rows.map { Bridge.PlacedConversation(index: UInt32(clamping: $0.index), row: Bridge.Conversation($0.row)) }
    }
    let change = update.change
    self.init(
      first: update.isFirst, removed: change.removed.map { UInt32(clamping: $0) }, inserted: placed(change.inserted),
      updated: placed(change.updated), complete: update.isComplete)
  }
}
