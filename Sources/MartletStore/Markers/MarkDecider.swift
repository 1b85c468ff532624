import MartletWire

/// The decision on a marker's move.
enum MarkDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(MarkOutcome)
  case store(MarkEffects, MarkOutcome)

  static func decide(_ mark: Mark, in view: DecidingView<some Rows>) throws -> MarkDecision {
    guard let conversation = try view.newest(mark.conversation, app: mark.app),
      let member = try view.newestMember(mark.user, of: conversation)
    else { return .answer(.notMember) }
    let position = min(mark.seq, conversation.record.head)
    let isTold = mark.kind == .read
    // Positions before joining do not concern the member, so a marker below `joined` always belongs to an earlier membership.
    guard position >= member.joined else { return .answer(.unchanged(read: member.read)) }
    var effects = MarkEffects.Markers()
    if mark.kind == .delivered {
      if position > member.delivered { effects.delivered = position }
    } else if position > member.read {
      effects.read = position
      effects.told = isTold ? position : nil
    } else if isTold, position > member.told {
      effects.told = position
    }
    if let told = effects.told { effects.move = ReadMove(since: member.told, seq: told, time: mark.time) }
    guard effects != MarkEffects.Markers() else { return .answer(.unchanged(read: member.read)) }
    let entry = try effects.read.map { read in
      UserLogEntry(
        seq: try view.userHead(mark.user, app: mark.app) &+ 1, time: mark.time, conversation: mark.conversation,
        event: .readTo(read))
    }
    let settled = MarkEffects(conversation: conversation, user: mark.user, markers: effects, entry: entry)
    return .store(settled, settled.outcome(from: member.read))
  }
}
