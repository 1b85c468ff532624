import MartletStore
import MartletWire

/// Adds members to a group.
struct AddMembersRequest: AppendingRequest {
  typealias Message = Wire.AddMembers

  let users: [UserID]
  /// Says how they came to the group, if anything is said.
  var details: Details?

  static var changesMembership: Bool { true }

  static func named(_ add: Wire.AddMembers) -> Int { add.users.count }

  static func check(_ add: Wire.AddMembers, for context: RequestContext) throws(Refusal) -> Checked<AddMembersRequest> {
    let conversation = try context.conversation(add.conversation)
    let users = try Form.users(add.users, "users", limits: context.limits.value, atLeast: 1)
    let form = AddMembersRequest(users: users, details: Form.arrival(Wire.Arrival(way: try Form.way(add.way))))
    return try Checked(conversation, clientID: add.clientId, form)
  }

  var bytes: Int { 80 &* users.count &+ (details?.bytes.count ?? 0) }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("add")
    body(conversation.text)
    for user in users { body(user.text) }
    // No user has a name with a space.
    if let arrival = details?.wire.arrival { body("by way \(arrival.way)") }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    append.details = details
    let limits = deciding.limits
    append.history = UInt32(clamping: limits.value.groupHistory)
    if let decision = conversation.permissions.require(.addMembers, for: &append, limits.value) { return decision }
    let new = users.filter { !conversation.membership.contains($0) }
    if let decision = deciding.require(existing: new) { return decision }
    // If nobody is new, the store refuses an inapplicable request, unless it knows it as a retry.
    append.joins = new.isEmpty ? users : new
    append.event = .membersAdded(append.joins)
    append.conditions += [
      .membershipChangesApply, .notBanned(append.joins, at: deciding.now), .membersAtMost(limits.value.groupMembers),
    ]
    return nil
  }
}
