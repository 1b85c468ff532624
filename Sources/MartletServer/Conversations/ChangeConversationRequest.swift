import MartletStore
import MartletWire

/// Changes the title and the attributes of a group, who may write in it or join it, and what new members may read.
struct ChangeConversationRequest: AppendingRequest {
  typealias Message = Wire.ChangeConversation

  let change: ConversationChange

  static func check(
    _ change: Wire.ChangeConversation, for context: RequestContext
  ) throws(Refusal) -> Checked<ChangeConversationRequest> {
    let conversation = try context.conversation(change.conversation)
    let form = ChangeConversationRequest(change: try Form.change(change, limits: context.limits.value))
    return try Checked(conversation, clientID: change.clientId, form)
  }

  var bytes: Int { change.bytes &+ 64 &* change.attributes.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("change")
    body(conversation.text)
    body(change.title == nil ? "as it is" : "titled")
    body(change.title ?? "")
    change.attributes.forEachPart(body)
    // No attribute has a name with a space.
    if let silenced = change.silenced { body("silenced \(silenced)") }
    if let open = change.open { body("open \(open)") }
    if let history = change.history { body("history \(history)") }
    if let applications = change.applications { body("applications \(applications)") }
  }

  /// States what must hold; what it comes to is settled by the store.
  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits
    // A change of nothing needs what a change of the title needs.
    if change.describes || change.silenced == nil && !change.admits,
      let decision = conversation.permissions.require(.change, for: &append, limits.value)
    {
      return decision
    }
    if change.silenced != nil, let decision = conversation.permissions.require(.silence, for: &append, limits.value) {
      return decision
    }
    if change.admits, let decision = conversation.permissions.require(.admit, for: &append, limits.value) { return decision }
    append.event = .conversationChanged(change)
    append.conditions += [
      .conversationChanges, .attributesAtMost(limits.value.attributes), .attributeBytesAtMost(limits.value.attributeBytes),
    ]
    return nil
  }
}

extension [String: String] {
  /// Calls `body` with each part of these attributes, for a fingerprint; no user's id has a space.
  func forEachPart(_ body: (String) -> Void) {
    for attribute in [Wire.Attribute](self) {
      body("attribute \(attribute.key)")
      body(attribute.value)
    }
  }
}
