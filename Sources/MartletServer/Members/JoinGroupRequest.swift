import MartletStore
import MartletWire

/// Joins a group by a link, or one that is open.
struct JoinGroupRequest: AppendingRequest {
  typealias Message = Wire.JoinGroup

  /// The code of the link; nil to join an open group.
  let code: String?
  let arrival: Wire.Arrival

  static var changesMembership: Bool { true }

  static func check(_ join: Wire.JoinGroup, for context: RequestContext) throws(Refusal) -> Checked<JoinGroupRequest> {
    let place = try Form.joined(join.conversation, join.link, context.kinds, caller: context.user.user)
    let arrival = Wire.Arrival(sharedBy: try Form.sharer(join.sharedBy), way: try Form.way(join.way))
    return try Checked(place.conversation, clientID: join.clientId, JoinGroupRequest(code: place.code, arrival: arrival))
  }

  var bytes: Int { 160 &+ (code?.utf8.count ?? 0) }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("join")
    body(conversation.text)
    body(code ?? "")
    body(arrival.sharedBy)
    body(arrival.way)
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    // Nobody learns by a made-up link which groups exist.
    if code != nil, !conversation.log.exists { return .answer(.failure(Wire.Failure(.linkInvalid))) }
    // Joining needs no membership.
    append.conditions.removeAll { if case .allowed(_, _, .read, _) = $0 { true } else { false } }
    append.joins = [append.sender]
    append.event = .membersAdded(append.joins)
    append.conditions += [.membershipChangesApply, .admits(code, at: deciding.now), .notBanned(append.joins, at: deciding.now)]
    if let decision = conversation.permissions.require(.join, for: &append, deciding.limits.value) { return decision }
    append.conditions.append(.membersAtMost(deciding.limits.value.groupMembers))
    append.history = UInt32(clamping: deciding.limits.value.groupHistory)
    // The store adds the link.
    append.details = Form.arrival(arrival)
    return nil
  }
}
