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
    let conversation = try Form.conversation(remove.conversation, context.user)
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
    guard conversation.key.id.kind == .group else { return .answer(.failure(Wire.Failure(.notSupportedHere))) }
    append.details = details
    if users != [append.sender] { append.conditions.append(.owner(append.sender)) }
    let present = users.filter { conversation.members[$0] != nil }
    append.leaves = present.isEmpty ? users : present
    append.conditions.append(.membershipChangesApply)
    var owner = conversation.record?.owner
    if let current = owner, append.leaves.contains(current) {
      owner = conversation.successor(without: Set(append.leaves))
      append.owner = owner.map(OwnerChange.user) ?? .nobody
    }
    append.event = .membersRemoved(append.leaves, owner: owner)
    return nil
  }
}
