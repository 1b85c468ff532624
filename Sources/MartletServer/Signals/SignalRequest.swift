import MartletStore
import MartletWire

/// Tells the other members who are connected; nothing is stored.
final class SignalRequest: ServedRequest, Work {
  typealias Message = Wire.Signal

  let caller: UserKey
  let key: ConversationKey
  let type: String
  let content: String
  let origin: any Origin
  let id: UInt32

  static var effort: RequestEffort { .signal }

  static func serve(_ signal: Wire.Signal, for context: RequestContext) throws(Refusal) {
    try Form.content(signal.content, type: signal.type, limit: context.limits.value.signalBytes)
    let conversation = try context.conversation(signal.conversation)
    context.submit(
      SignalRequest(
        caller: context.user, conversation: conversation, type: signal.type, content: signal.content,
        origin: context.session, id: context.id))
  }

  init(
    caller: UserKey, conversation: ConversationID, type: String, content: String, origin: any Origin, id: UInt32
  ) {
    self.caller = caller
    key = ConversationKey(app: caller.app, id: conversation)
    self.type = type
    self.content = content
    self.origin = origin
    self.id = id
  }

  var place: Place { .conversation(key) }
  var bytes: Int { 512 &+ content.utf8.count }

  func step(on conversation: Conversation?, _ deciding: Deciding) -> Step {
    guard let conversation, conversation.log.exists else { return .lookAgain(.failure(Wire.Failure(.conversationUnknown))) }
    let (permissions, roles) = (conversation.permissions, conversation.membership.roles(of: caller.user))
    guard permissions.allow(.signal, roles) else {
      return .lookAgain(.failure(Wire.Failure(permissions.allow(.read, roles) ? .notPermitted : .conversationUnknown)))
    }
    let refusal = conversation.membership.refusalToWrite(
      of: caller.user, in: key.id, at: deciding.now,
      onlyAllowed: deciding.limits.value.onlyAllowed && permissions.policy.heedsBlocks)
    if let refusal {
      return .lookAgain(.failure(refusal))
    }
    let signalled = Wire.Signalled(
      conversation: key.id.text, sender: caller.user.text, type: type, content: content, time: deciding.now)
    return .tell(
      Delivery(to: conversation.membership.audience, except: caller.user, .signalled(signalled)), .done(Wire.Done()))
  }
}
