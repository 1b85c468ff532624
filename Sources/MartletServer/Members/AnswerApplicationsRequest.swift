import MartletStore
import MartletWire

/// Lets users in who have applied to join a group, or refuses them.
struct AnswerApplicationsRequest: AppendingRequest {
  typealias Message = Wire.AnswerApplications

  let users: [UserID]
  let isAccepted: Bool
  /// Says why they are refused, if anything is said.
  var details: Details?

  static var changesMembership: Bool { true }

  static func named(_ answer: Wire.AnswerApplications) -> Int { answer.users.count }

  static func check(
    _ answer: Wire.AnswerApplications, for context: RequestContext
  ) throws(Refusal) -> Checked<AnswerApplicationsRequest> {
    let conversation = try context.conversation(answer.conversation)
    let users = try Form.users(answer.users, "users", limits: context.limits.value, atLeast: 1)
    guard !answer.accepted || answer.reason.isEmpty else { throw Refusal(field: "reason") }
    let form = AnswerApplicationsRequest(
      users: users, isAccepted: answer.accepted, details: try Form.reason(answer.reason))
    return try Checked(conversation, clientID: answer.clientId, form)
  }

  var bytes: Int { 80 &* users.count &+ (details?.bytes.count ?? 0) }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body(isAccepted ? "accept" : "refuse")
    body(conversation.text)
    for user in users { body(user.text) }
    // No user has a name with a space.
    if let details { body("because \(details.wire.reason)") }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits.value
    if let decision = conversation.permissions.require(.admit, for: &append, limits) { return decision }
    guard isAccepted else {
      append.event = .applicationsRefused(users)
      append.details = details
      append.conditions.append(.applied(users, at: deciding.now))
      return nil
    }
    let new = users.filter { !conversation.membership.contains($0) }
    // If nobody is new, the store finds nothing to change, unless it knows the request as a retry.
    append.joins = new.isEmpty ? users : new
    append.event = .membersAdded(append.joins)
    append.details = Form.arrival(Wire.Arrival(accepted: true))
    append.history = UInt32(clamping: limits.groupHistory)
    append.conditions += [
      .membershipChangesApply, .applied(append.joins, at: deciding.now), .membersAtMost(limits.groupMembers),
    ]
    return nil
  }
}
