import MartletStore
import MartletWire

/// Gives a member a name in the group.
struct SetNicknameRequest: AppendingRequest {
  typealias Message = Wire.SetNickname

  /// Nil for the caller.
  let user: UserID?
  let name: String

  static var dependsOnMembers: Bool { false }

  static func check(_ set: Wire.SetNickname, for context: RequestContext) throws(Refusal) -> Checked<SetNicknameRequest> {
    let conversation = try context.conversation(set.conversation)
    let user = try Form.optionalUser(set.user, "user")
    try Form.short(set.name, Limits.titleBytes, "name")
    return try Checked(conversation, clientID: set.clientId, SetNicknameRequest(user: user, name: set.name))
  }

  var bytes: Int { 160 &+ name.utf8.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("nickname")
    body(conversation.text)
    body(user?.text ?? "")
    body(name)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits.value
    let named = user ?? append.sender
    let operation: Permission = named == append.sender ? .nickname : .nameMembers
    if let decision = conversation.permissions.require(operation, for: &append, limits) { return decision }
    append.event = .memberNamed(named, name)
    append.conditions.append(.members([named]))
    if operation == .nameMembers { append.conditions.append(.outranks(append.sender, [named])) }
    append.conditions.append(.nicknameChanges)
    return nil
  }
}
