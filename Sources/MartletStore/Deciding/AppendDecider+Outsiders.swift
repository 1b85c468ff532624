import MartletWire

// Conditions on bans, applications, and what is told of a group.
extension AppendDecider {
  /// The first of the users who is banned at a time; nil if none is.
  func banned(among users: [UserID], at time: Int64) throws -> OutsiderRecord? {
    for user in users { if let ban = try ban(of: user, at: time) { return ban } }
    return nil
  }

  func ban(of user: UserID, at time: Int64) throws -> OutsiderRecord? { try outsider(user, .banned, at: time) }

  /// The user's record, if it has this standing and holds at a time.
  private func outsider(_ user: UserID, _ standing: OutsiderRecord.Standing, at time: Int64) throws -> OutsiderRecord? {
    guard !isNew, let known = try view.outsider(user, of: before), known.standing == standing else { return nil }
    return known.holds(at: logTime(time)) ? known : nil
  }

  /// The time, or that of the newest entry if that is later: a record that was over by then may have been removed.
  private func logTime(_ time: Int64) -> Int64 { isNew ? time : max(time, before.record.time) }

  func bansChange(at time: Int64) throws -> Bool {
    guard case .usersBanned(let change) = asked.value.event else { return true }
    return try change.users.contains { user in
      try ban(of: user, at: time)?.until ?? 0 != change.until || change.until > 0 && isMember(user)
    }
  }

  func hasRoomForBans(_ limit: Int, at time: Int64) throws -> Bool {
    guard case .usersBanned(let change) = asked.value.event, change.until > logTime(time) else { return true }
    let new = try change.users.filter { try ban(of: $0, at: time) == nil }.count
    guard new > 0 else { return true }
    return try new &+ view.countOutsiders(.banned, of: before, at: logTime(time), limit: limit) <= limit
  }

  // MARK: - Applications

  private func application(of user: UserID, at time: Int64) throws -> OutsiderRecord? {
    try outsider(user, .applied, at: time)
  }

  /// The first of the users who has not applied, as of a time; nil if all have.
  func notApplied(among users: [UserID], at time: Int64) throws -> UserID? {
    for user in users where try application(of: user, at: time) == nil { return user }
    return nil
  }

  /// The users whose applications to join the append changes, other than by making them members.
  func answered() throws -> [UserID] {
    let users: [UserID] =
      switch asked.value.event {
      case .applied: [asked.value.sender]
      case .applicationsRefused(let users): users
      case .usersBanned(let change) where change.until > 0:
        try change.users.filter { try application(of: $0, at: asked.value.time) != nil }
      default: []
      }
    return try users.uniqued().filter { try !isMember($0) && !asked.value.joins.contains($0) }
  }

  /// True if the sender may know of the group: a member, an applicant, or anybody if all may apply.
  func isKnown(at time: Int64) throws -> Bool {
    let sender = asked.value.sender
    return try before.record.rules?.takesApplications == true || isMember(sender) || application(of: sender, at: time) != nil
  }

  func applicationChanges(at time: Int64) throws -> Bool {
    guard case .applied(let text, let until) = asked.value.event, try !isMember(asked.value.sender) else { return false }
    let known = try application(of: asked.value.sender, at: time)
    return until > 0 ? known?.text != text : known != nil
  }

  func hasRoomForApplication(_ limit: Int, at time: Int64) throws -> Bool {
    if try application(of: asked.value.sender, at: time) != nil { return true }
    return try view.countOutsiders(.applied, of: before, at: logTime(time), limit: limit) < limit
  }

  // MARK: - Names and announcements

  func nicknameChanges() throws -> Bool {
    guard case .memberNamed(let user, let name) = asked.value.event else { return true }
    return try member(user).map { !$0.nickname.utf8.elementsEqual(name.utf8) } ?? false
  }

  func announcementChanges() -> Bool {
    guard case .announced(let text, _) = asked.value.event else { return true }
    return !(before.record.rules?.announcement?.text ?? "").utf8.elementsEqual(text.utf8)
  }
}
