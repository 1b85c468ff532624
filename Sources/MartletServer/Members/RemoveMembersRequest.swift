import MartletStore
import MartletWire

/// Removes members from a group, or leaves it.
struct RemoveMembersRequest: AppendingRequest {
  typealias Message = Wire.RemoveMembers

  let users: [UserID]
  /// Says why, if anything is said.
  var details: Details?

  static var changesMembership: Bool { true }

  static func named(_ remove: Wire.RemoveMembers) -> Int { remove.users.count }

  static func check(
    _ remove: Wire.RemoveMembers, for context: RequestContext
  ) throws(Refusal) -> Checked<RemoveMembersRequest> {
    let conversation = try context.conversation(remove.conversation)
    let users = try Form.users(remove.users, "users", limits: context.limits.value, atLeast: 1)
    let form = RemoveMembersRequest(users: users, details: try Form.reason(remove.reason))
    return try Checked(conversation, clientID: remove.clientId, form)
  }

  var bytes: Int { 80 &* users.count &+ (details?.bytes.count ?? 0) }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("remove")
    body(conversation.text)
    for user in users { body(user.text) }
    // No user has a name with a space.
    if let details { body("because \(details.wire.reason)") }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    append.details = details
    let operation: Permission = users == [append.sender] ? .leave : .removeMembers
    if let decision = conversation.permissions.require(operation, for: &append, deciding.limits.value) { return decision }
    let present = users.filter { conversation.membership.contains($0) }
    append.leaves = present.isEmpty ? users : present
    append.conditions.append(.membershipChangesApply)
    if operation == .removeMembers {
      append.conditions.append(.outranks(append.sender, append.leaves.filter { $0 != append.sender }))
    }
    var owner = conversation.membership.owner
    if let current = owner, append.leaves.contains(current) {
      owner = conversation.membership.successor(without: Set(append.leaves))
      append.owner = owner.map(OwnerChange.user) ?? .nobody
    }
    append.event = .membersRemoved(append.leaves, owner: owner)
    return nil
  }
}
