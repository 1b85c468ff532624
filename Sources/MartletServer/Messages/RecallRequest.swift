import MartletStore
import MartletWire

/// Takes a message back.
struct RecallRequest: AppendingRequest {
  typealias Message = Wire.Recall

  let target: UInt64
  var details: Details?

  static func check(_ recall: Wire.Recall, for context: RequestContext) throws(Refusal) -> Checked<RecallRequest> {
    let conversation = try Form.conversation(recall.conversation, context.user)
    let target = try Form.target(recall.target)
    let form = RecallRequest(target: target, details: try Form.recall(recall.details, limits: context.limits.value))
    return try Checked(conversation, clientID: recall.clientId, form)
  }

  var bytes: Int { details?.bytes.count ?? 0 }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("recall")
    body(conversation.text)
    body(String(target))
    if let details { body(Hexadecimal.encode(details.bytes)) }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let (caller, limits) = (append.sender, deciding.limits)
    append.event = .recalled(target: target)
    append.details = details
    append.conditions.append(.visibleMessage(target, to: caller))
    let isOwner = conversation.record?.owner == caller
    switch details?.wire.recall?.silent == true ? limits.value.silentRecallBy : limits.value.recallBy {
    case .nobody: return .answer(.failure(Wire.Failure(.notPermitted)))
    case .sender: append.conditions.append(.sentBy(caller, target))
    case .owner: append.conditions.append(.owner(caller))
    case .senderOrOwner: append.conditions.append(isOwner ? .owner(caller) : .sentBy(caller, target))
    case .members: break
    }
    if !isOwner, limits.value.recallWindow > .zero {
      append.conditions.append(.sentSince(deciding.now &- limits.value.recallWindow.milliseconds, target))
    }
    return nil
  }
}
