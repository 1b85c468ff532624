import MartletStore
import MartletWire

/// Applies to join a group, or takes the application back.
struct ApplyToGroupRequest: AppendingRequest {
  typealias Message = Wire.ApplyToGroup

  let text: String
  let arrival: Wire.Arrival
  let isWithdrawn: Bool

  static func check(_ apply: Wire.ApplyToGroup, for context: RequestContext) throws(Refusal) -> Checked<ApplyToGroupRequest> {
    let conversation = try context.conversation(apply.conversation)
    try Form.short(apply.text, Limits.noteBytes, "text")
    let arrival = Wire.Arrival(sharedBy: try Form.sharer(apply.sharedBy), way: try Form.way(apply.way))
    guard !apply.withdrawn || apply.text.isEmpty && arrival == Wire.Arrival() else { throw Refusal(field: "withdrawn") }
    let form = ApplyToGroupRequest(text: apply.text, arrival: arrival, isWithdrawn: apply.withdrawn)
    return try Checked(conversation, clientID: apply.clientId, form)
  }

  var bytes: Int { 160 &+ text.utf8.count }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body(isWithdrawn ? "withdraw" : "apply")
    body(conversation.text)
    body(text)
    body(arrival.sharedBy)
    body(arrival.way)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    let limits = deciding.limits.value
    // Applying needs no membership.
    append.conditions.removeAll { if case .allowed(_, _, .read, _) = $0 { true } else { false } }
    // Without it, withdrawing would tell which groups there are.
    if isWithdrawn { append.conditions.append(.isKnown(at: deciding.now)) }
    append.conditions.append(.applicationChanges(at: deciding.now))
    if !isWithdrawn { append.conditions += [.takesApplications, .notBanned([append.sender], at: deciding.now)] }
    if let decision = conversation.permissions.require(.join, for: &append, limits) { return decision }
    if !isWithdrawn { append.conditions.append(.applicationsAtMost(limits.groupApplications, at: deciding.now)) }
    let until = deciding.now &+ limits.applicationLifetime.milliseconds
    append.event = .applied(text: text, until: isWithdrawn ? 0 : until)
    append.details = Form.arrival(arrival)
    return nil
  }
}
