import MartletStore
import MartletWire

/// Ends a group for all its members.
struct DismissGroupRequest: AppendingRequest {
  typealias Message = Wire.DismissGroup

  static func check(_ dismiss: Wire.DismissGroup, for context: RequestContext) throws(Refusal) -> Checked<DismissGroupRequest> {
    try Checked(try context.conversation(dismiss.conversation), clientID: dismiss.clientId, DismissGroupRequest())
  }

  var bytes: Int { 0 }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("dismiss")
    body(conversation.text)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    if let decision = conversation.permissions.require(.dismiss, for: &append, deciding.limits.value) { return decision }
    var change = ConversationChange()
    change.dismissed = true
    append.event = .conversationChanged(change)
    return nil
  }
}
