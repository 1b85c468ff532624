import MartletStore
import MartletWire

/// Changes the announcement of a group.
struct AnnounceRequest: AppendingRequest {
  typealias Message = Wire.Announce

  let text: String

  static func check(_ announce: Wire.Announce, for context: RequestContext) throws(Refusal) -> Checked<AnnounceRequest> {
    let conversation = try context.conversation(announce.conversation)
    try Form.short(announce.text, Limits.noteBytes, "text")
    return try Checked(conversation, clientID: announce.clientId, AnnounceRequest(text: announce.text))
  }

  var bytes: Int { text.utf8.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("announce")
    body(conversation.text)
    body(text)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    if let decision = conversation.permissions.require(.announce, for: &append, deciding.limits.value) { return decision }
    append.event = .announced(text)
    append.conditions.append(.announcementChanges)
    return nil
  }
}
