import MartletStore
import MartletWire

/// Adds members to a group.
struct AddMembersRequest: AppendingRequest {
  typealias Message = Wire.AddMembers

  let users: [UserID]

  static var changesMembership: Bool { true }

  static func named(_ add: Wire.AddMembers) -> Int { add.users.count }

  static func check(_ add: Wire.AddMembers, for context: RequestContext) throws(Refusal) -> Checked<AddMembersRequest> {
    let conversation = try Form.conversation(add.conversation, context.user)
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
    guard conversation.key.id.kind == .group else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
    let new = users.filter { conversation.members[$0] == nil }
    guard let known = deciding.known else { return .lookUp(new) }
    if let missing = new.first(where: { !known.contains($0) }) {
      return .answer(.failure(Wire.Failure(.peerUnknown, field: missing.text)))
    }
    // If nobody is new, the store refuses an inapplicable request, unless it knows it as a retry.
    append.joins = new.isEmpty ? users : new
    append.event = .membersAdded(append.joins)
    append.conditions += [.membershipChangesApply, .membersAtMost(deciding.limits.value.groupMembers)]
    return nil
  }
}
