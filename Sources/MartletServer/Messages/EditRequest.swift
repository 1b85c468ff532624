import MartletStore
import MartletWire

/// Replaces the content of one's own message.
struct EditRequest: AppendingRequest {
  typealias Message = Wire.Edit

  let target: UInt64
  let type: String
  let content: String

  static func check(_ edit: Wire.Edit, for context: RequestContext) throws(Refusal) -> Checked<EditRequest> {
    try Form.message(edit.content, type: edit.type, limits: context.limits.value)
    _ = try Form.media(edit.content, type: edit.type)
    let conversation = try context.conversation(edit.conversation)
    let form = EditRequest(target: try Form.target(edit.target), type: edit.type, content: edit.content)
    return try Checked(conversation, clientID: edit.clientId, form)
  }

  var bytes: Int { content.utf8.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("edit")
    body(conversation.text)
    body(String(target))
    body(type)
    body(content)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    append.event = .edited(target: target, type: type, content: content)
    append.conditions += [.notRecalled(target, to: append.sender), .visibleMessage(target, to: append.sender)]
    if let decision = conversation.permissions.require(.edit, for: &append, at: target, deciding.limits.value) { return decision }
    append.conditions += [.keepsPoll(target), .keepsMedia(target)]
    return nil
  }
}
