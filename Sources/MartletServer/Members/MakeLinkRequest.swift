import MartletStore
import MartletWire

/// Makes a link by which users join a group.
struct MakeLinkRequest: AppendingRequest {
  typealias Message = Wire.MakeLink

  let until: Int64
  let uses: UInt32
  /// Not the same for a retry, of which the first is kept.
  let code: String

  static func check(_ make: Wire.MakeLink, for context: RequestContext) throws(Refusal) -> Checked<MakeLinkRequest> {
    let conversation = try context.conversation(make.conversation)
    guard (0...Wire.SilenceMembers.forever).contains(make.until) else { throw Refusal(field: "until") }
    let code = LinkCode.make(for: conversation, secret: try context.gateway.linkSecret())
    return try Checked(conversation, clientID: make.clientId, MakeLinkRequest(until: make.until, uses: make.uses, code: code))
  }

  var bytes: Int { 200 &+ code.utf8.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("make a link")
    body(conversation.text)
    body(String(until))
    body(String(uses))
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits.value
    if let decision = conversation.permissions.require(.admit, for: &append, limits) { return decision }
    var change = ConversationChange()
    change.linkMade = JoinLink(by: append.sender, until: until, uses: uses, code: code)
    append.event = .conversationChanged(change)
    append.conditions.append(.linksAtMost(limits.groupLinks))
    return nil
  }
}
