import MartletStore
import MartletWire

/// Takes a message back.
struct RecallRequest: AppendingRequest {
  typealias Message = Wire.Recall

  let target: UInt64
  var details: Details?

  /// The owner and the admins may recall later than others.
  static var dependsOnMembers: Bool { true }

  static func check(_ recall: Wire.Recall, for context: RequestContext) throws(Refusal) -> Checked<RecallRequest> {
    let conversation = try context.conversation(recall.conversation)
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
    append.conditions += [.notRecalled(target, to: caller), .visibleMessage(target, to: caller)]
    let operation: Permission = details?.wire.recall?.silent == true ? .recallSilently : .recall
    if let decision = conversation.permissions.require(operation, for: &append, at: target, limits.value) { return decision }
    if conversation.membership.role(of: caller) == .member, limits.value.recallWindow > .zero {
      append.conditions.append(.sentSince(deciding.now &- limits.value.recallWindow.milliseconds, target))
    }
    return nil
  }
}
