import MartletCore
import MartletWire

// Roles and silences.
extension ModelServer {
  package func rank(of user: UserID, in id: ConversationID) -> Int {
    guard let log = logs[id] else { return 0 }
    return log.owner == user.text ? 2 : log.admins.contains(user.text) ? 1 : 0
  }

  package func role(of user: UserID, in id: ConversationID) -> Wire.Role {
    [.member, .admin, .owner][rank(of: user, in: id)]
  }

  mutating func setRoles(_ set: Wire.SetRoles, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, _) = try membership(set.conversation, user)
    guard rank(of: user, in: id) == 2 else { throw Refusal(code: .notPermitted) }
    try requireNotDismissed(id)
    let users = set.users.compactMap { UserID($0) }.filter { role(of: $0, in: id) != set.role }
    guard users.allSatisfy({ logs[id]?.members[$0] != nil }) else { throw Refusal(code: .memberUnknown) }
    guard !users.isEmpty else { return nil }
    guard set.role == .owner || !users.contains(user) else { throw Refusal(code: .notPermitted) }
    for one in users {
      if set.role == .admin { logs[id]?.admins.insert(one.text) } else { logs[id]?.admins.remove(one.text) }
      if set.role == .owner { logs[id]?.owner = one.text }
    }
    let event = Wire.RolesSet(users: users.map(\.text), role: set.role)
    return (id, store(.rolesSet(event), in: id, by: user, set.clientId))
  }

  mutating func silence(_ silence: Wire.SilenceMembers, _ user: UserID) throws -> (ConversationID, UInt64)? {
    let (id, _) = try membership(silence.conversation, user)
    let users = silence.users.compactMap { UserID($0) }
    guard rank(of: user, in: id) > 0 else { throw Refusal(code: .notPermitted) }
    try requireNotDismissed(id)
    guard users.allSatisfy({ logs[id]?.members[$0] != nil }) else { throw Refusal(code: .memberUnknown) }
    guard users.allSatisfy({ rank(of: $0, in: id) < rank(of: user, in: id) }) else { throw Refusal(code: .notPermitted) }
    for one in users { logs[id]?.members[one]?.silencedUntil = silence.until }
    let event = Wire.MembersSilenced(users: silence.users, until: silence.until)
    return (id, store(.membersSilenced(event), in: id, by: user, silence.clientId))
  }

  /// Refuses what a silenced member would add to a conversation.
  func requireWriting(_ user: UserID, in id: ConversationID) throws {
    try requireNotDismissed(id)
    try requireAdmitted(user, in: id)
    guard let log = logs[id], rank(of: user, in: id) == 0 else { return }
    if log.isSilenced, log.members[user]?.silencedUntil != Wire.SilenceMembers.speaker {
      throw Refusal(code: .conversationSilenced)
    }
    if log.members[user]?.silencedUntil ?? 0 > time { throw Refusal(code: .silenced) }
  }
}

extension ModelServer.Log {
  var rules: Wire.GroupRules? {
    let rules = Wire.GroupRules(
      admins: admins.sorted(), silenced: isSilenced, open: isOpen, dismissed: isDismissed, history: history,
      applications: takesApplications, announcement: announced.last.flatMap { $0.text.isEmpty ? nil : $0 })
    return rules == Wire.GroupRules() ? nil : rules
  }
}
