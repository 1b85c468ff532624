import MartletStore
import MartletWire

/// Adds members to a group.
struct AddMembersRequest: AppendingRequest {
  typealias Message = Wire.AddMembers

  let users: [UserID]

  static var changesMembership: Bool { true }

  static func named(_ add: Wire.AddMembers) -> Int { add.users.count }

  static func check(_ add: Wire.AddMembers, for context: RequestContext) throws(Refusal) -> Checked<AddMembersRequest> {
    let conversation = try context.conversation(add.conversation)
    let form = AddMembersRequest(users: try Form.users(add.users, "users", limits: context.limits.value, atLeast: 1))
    return try Checked(conversation, clientID: add.clientId, form)
  }

  var bytes: Int { 80 &* users.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("add")
    body(conversation.text)
    for user in users { body(user.text) }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits
    if let decision = conversation.permissions.require(.addMembers, for: &append, limits.value) { return decision }
    let new = users.filter { !conversation.membership.contains($0) }
    if let decision = deciding.require(existing: new) { return decision }
    // If nobody is new, the store refuses an inapplicable request, unless it knows it as a retry.
    append.joins = new.isEmpty ? users : new
    append.event = .membersAdded(append.joins)
    append.conditions += [.membershipChangesApply, .membersAtMost(limits.value.groupMembers)]
    return nil
  }
}
