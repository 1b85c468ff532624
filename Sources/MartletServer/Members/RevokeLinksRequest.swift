import MartletStore
import MartletWire

/// Ends links of a group.
struct RevokeLinksRequest: AppendingRequest {
  typealias Message = Wire.RevokeLinks

  /// In ascending order, each once.
  let links: [UInt64]

  static func check(_ revoke: Wire.RevokeLinks, for context: RequestContext) throws(Refusal) -> Checked<RevokeLinksRequest> {
    let conversation = try context.conversation(revoke.conversation)
    try Form.count(of: revoke.links, "links", in: 1...context.limits.value.usersPerRequest)
    return try Checked(conversation, clientID: revoke.clientId, RevokeLinksRequest(links: Set(revoke.links).sorted()))
  }

  var bytes: Int { 16 &* links.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("revoke links")
    body(conversation.text)
    for link in links { body(String(link)) }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    if let decision = conversation.permissions.require(.admit, for: &append, deciding.limits.value) { return decision }
    var change = ConversationChange()
    change.linksRevoked = links
    append.event = .conversationChanged(change)
    append.conditions.append(.conversationChanges)
    return nil
  }
}
