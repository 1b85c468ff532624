import MartletStore
import MartletWire

extension Shard {
  /// Tells the other members who are connected, where the caller is one.
  func tell(_ signal: SignalRequest, on slot: Slot) {
    guard let conversation = slot.conversation, conversation.members[signal.caller.user] != nil else {
      return answer(.signal(signal), .failure(Wire.Failure(.conversationUnknown)))
    }
    mail(
      Delivery(
        to: conversation.audience, except: signal.caller.user,
        .signalled(
          Wire.Signalled(
            conversation: slot.key.id.text, sender: signal.caller.user.text, type: signal.type, content: signal.content,
            time: loop.time.wallMilliseconds))))
    answer(.signal(signal), .done(Wire.Done()))
  }
}
