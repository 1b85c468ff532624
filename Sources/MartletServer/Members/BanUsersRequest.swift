import MartletStore
import MartletWire

/// Bans users from a group, or lifts bans.
struct BanUsersRequest: AppendingRequest {
  typealias Message = Wire.BanUsers

  let users: [UserID]
  /// Milliseconds since 1970; 0 to lift the bans.
  let until: Int64
  /// Says why, if anything is said.
  var details: Details?

  static var changesMembership: Bool { true }

  static func named(_ ban: Wire.BanUsers) -> Int { ban.users.count }

  static func check(_ ban: Wire.BanUsers, for context: RequestContext) throws(Refusal) -> Checked<BanUsersRequest> {
    let conversation = try context.conversation(ban.conversation)
    let users = try Form.users(ban.users, "users", limits: context.limits.value, atLeast: 1)
    guard (0...Wire.SilenceMembers.forever).contains(ban.until) else { throw Refusal(field: "until") }
    let form = BanUsersRequest(users: users, until: ban.until, details: try Form.reason(ban.reason))
    return try Checked(conversation, clientID: ban.clientId, form)
  }

  var bytes: Int { 160 &* users.count &+ (details?.bytes.count ?? 0) }

  func forEachPart(in conversation: ConversationID, _ body: (String) -> Void) {
    body("ban")
    body(conversation.text)
    body(String(until))
    for user in users { body(user.text) }
    // No user has a name with a space.
    if let details { body("because \(details.wire.reason)") }
  }

  func decide(_ append: inout Append, on conversation: Conversation, _ deciding: Deciding) -> Conversation.Decision? {
    append.details = details
    let limits = deciding.limits.value
    if let decision = conversation.permissions.require(.ban, for: &append, limits) { return decision }
    let membership = conversation.membership
    if until > 0 {
      append.leaves = users.filter { membership.contains($0) }
      if let decision = deciding.require(existing: users.filter { !membership.contains($0) }) { return decision }
    }
    var owner = membership.owner
    if let current = owner, append.leaves.contains(current) {
      owner = membership.successor(without: Set(append.leaves))
      append.owner = owner.map(OwnerChange.user) ?? .nobody
    }
    append.event = .usersBanned(BanChange(users: users, until: until, removed: append.leaves, owner: owner))
    append.conditions += [
      .outranks(append.sender, users), .bansChange(at: deciding.now), .bansAtMost(limits.groupBans, at: deciding.now),
    ]
    return nil
  }
}
