import MartletStore
import MartletWire

/// Makes members of a group admins or plain members, or hands the group over.
struct SetRolesRequest: AppendingRequest {
  typealias Message = Wire.SetRoles

  let users: [UserID]
  let role: MemberRole

  static var changesMembership: Bool { true }

  static func named(_ set: Wire.SetRoles) -> Int { set.users.count }

  static func check(_ set: Wire.SetRoles, for context: RequestContext) throws(Refusal) -> Checked<SetRolesRequest> {
    let conversation = try context.conversation(set.conversation)
    let users = try Form.users(set.users, "users", limits: context.limits.value, atLeast: 1)
    guard let role = MemberRole(set.role) else { throw Refusal(field: "role") }
    guard role != .owner || users.count == 1 else { throw Refusal(field: "users", limit: 1, users.count) }
    return try Checked(conversation, clientID: set.clientId, SetRolesRequest(users: users, role: role))
  }

  var bytes: Int { 80 &* users.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("set roles")
    body(conversation.text)
    body(role.rawValue)
    for user in users { body(user.text) }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits.value
    if let decision = conversation.permissions.require(.setRoles, for: &append, limits) { return decision }
    let changing = users.filter { conversation.membership.role(of: $0) != role }
    // If all have the role, the store finds nothing to change, unless it knows the request as a retry.
    let named = changing.isEmpty ? users : changing
    append.event = .rolesSet(named, role)
    append.conditions += [.members(named), .rolesChange, .adminsAtMost(limits.groupAdmins)]
    if role == .owner {
      append.owner = named.first.map { .user($0) }
    } else {
      append.conditions.append(.outranks(append.sender, named))
    }
    return nil
  }
}
