import MartletWire

extension ScheduledMessage {
  /// Nil if it makes no sense.
  package init?(_ wire: Wire.Schedule) {
    guard let send = wire.send, let id = ClientID(send.clientId), let conversation = ConversationID(send.conversation) else {
      return nil
    }
    self.init(
      id: id, conversation: conversation, content: .custom(type: send.type, json: send.content), details: MessageDetails(send),
      time: Timestamp(milliseconds: wire.at))
  }
}

extension Sync {
  /// Applies a change of the user's scheduled messages.
  mutating func receive(_ change: Wire.ScheduleChange) {
    if let message = change.made.flatMap({ ScheduledMessage($0) }) { return act(.publish(.scheduled(message))) }
    guard let id = ClientID(change.ended) else { return }
    let ends: [Wire.ScheduleEnd: ScheduledMessage.End] = [.sent: .sent, .cancelled: .cancelled, .dropped: .dropped]
    if let end = ends[change.how] { act(.publish(.scheduledEnded(id, end))) }
  }
}
