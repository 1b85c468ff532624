import MartletWire

/// What is to become of a read marker's move.
enum MarkDecision: Sendable, Equatable {
  /// Nothing is stored.
  case answer(MarkOutcome)
  case store(MarkEffects)

  static func decide(_ mark: Mark, in view: some StoreView) throws -> MarkDecision {
    guard let conversation = try view.conversation(mark.conversation, app: mark.app),
      let member = try view.member(mark.user, of: conversation)
    else { return .answer(.notMember) }
    let read = min(mark.seq, conversation.record.head)
    // What lies before joining is not for the member; so a marker below `joined` is always one of an earlier membership.
    guard read > member.read, read >= member.joined else { return .answer(.unchanged(read: member.read)) }
    let entry = UserLogEntry(
      seq: try view.userHead(mark.user, app: mark.app) &+ 1, time: mark.time, conversation: mark.conversation,
      event: .readTo(read))
    return .store(MarkEffects(conversation: conversation, user: mark.user, read: read, entry: entry))
  }
}
