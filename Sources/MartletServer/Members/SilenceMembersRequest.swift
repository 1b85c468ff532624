import MartletStore
import MartletWire

/// Keeps members of a group from writing for a while, lets them write again, or makes them speakers.
struct SilenceMembersRequest: AppendingRequest {
  typealias Message = Wire.SilenceMembers

  let users: [UserID]
  /// Milliseconds since 1970; 0 to let them write at once, `speaker` to let them write while the group is silenced.
  let until: Int64

  static var changesMembership: Bool { true }

  static func named(_ silence: Wire.SilenceMembers) -> Int { silence.users.count }

  static func check(_ silence: Wire.SilenceMembers, for context: RequestContext) throws(Refusal) -> Checked<SilenceMembersRequest>
  {
    let conversation = try context.conversation(silence.conversation)
    let users = try Form.users(silence.users, "users", limits: context.limits.value, atLeast: 1)
    guard (Wire.SilenceMembers.speaker...Wire.SilenceMembers.forever).contains(silence.until) else {
      throw Refusal(field: "until")
    }
    return try Checked(conversation, clientID: silence.clientId, SilenceMembersRequest(users: users, until: silence.until))
  }

  var bytes: Int { 80 &* users.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("silence")
    body(conversation.text)
    body(String(until))
    for user in users { body(user.text) }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    if let decision = conversation.permissions.require(.silence, for: &append, deciding.limits.value) { return decision }
    append.event = .membersSilenced(users, until: until)
    append.conditions += [.members(users), .outranks(append.sender, users)]
    return nil
  }
}
