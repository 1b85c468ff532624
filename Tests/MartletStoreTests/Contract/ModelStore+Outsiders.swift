import MartletStore
import MartletWire

/// Users who are not members, and nicknames.
extension ModelStore {
  /// What is kept of users who are not members, by user.
  func outsiders(_ place: Place) -> [UserID: OutsiderRecord] {
    var outsiders: [UserID: OutsiderRecord] = [:]
    var members: Set<UserID> = []
    for accepted in logs[place] ?? [] {
      let append = accepted.append
      let joining = Set(append.joins).subtracting(members)
      for user in joining { outsiders[user] = nil }
      members = members.union(joining).subtracting(members.intersection(append.leaves))
      func keep(_ user: UserID, _ standing: OutsiderRecord.Standing, until: Int64, _ text: String) {
        outsiders[user] =
          until == 0
          ? nil
          : OutsiderRecord(
            user: user, standing: standing, by: append.sender, since: accepted.time, until: until, text: text)
      }
      switch append.event {
      case .usersBanned(let change):
        for user in change.users { keep(user, .banned, until: change.until, append.details?.wire.reason ?? "") }
      case .applied(let text, let until): keep(append.sender, .applied, until: until, text)
      case .applicationsRefused(let users): for user in users { outsiders[user] = nil }
      default: break
      }
    }
    return outsiders
  }

  func outsider(_ user: UserID, _ standing: OutsiderRecord.Standing, _ place: Place, at time: Int64) -> OutsiderRecord? {
    outsiders(place)[user].flatMap { $0.standing == standing && $0.until > logTime(place, time) ? $0 : nil }
  }

  func ban(of user: UserID, _ place: Place, at time: Int64) -> OutsiderRecord? { outsider(user, .banned, place, at: time) }

  private func logTime(_ place: Place, _ time: Int64) -> Int64 { max(time, logs[place]?.last?.time ?? time) }

  /// Only bans that there are can be lifted.
  func settled(_ append: Append, _ place: Place) -> Append {
    guard case .usersBanned(var change) = append.event, change.until == 0 else { return append }
    var settled = append
    change.users = change.users.filter { ban(of: $0, place, at: append.time) != nil }
    settled.event = .usersBanned(change)
    return settled
  }

  /// The users whose applications an append changes, other than by making them members.
  func answered(by append: Append, _ place: Place) -> [UserID] {
    let users: [UserID] =
      switch append.event {
      case .applied: [append.sender]
      case .applicationsRefused(let users): users
      case .usersBanned(let change) where change.until > 0:
        change.users.filter { outsider($0, .applied, place, at: append.time) != nil }
      default: []
      }
    let members = Set(members(place).map(\.user) + append.joins)
    var answered: [UserID] = []
    for user in users where !members.contains(user) && !answered.contains(user) { answered.append(user) }
    return answered
  }

  /// Nil for another condition.
  func holdsForOutsiders(_ condition: Condition, _ append: Append, _ place: Place) -> Bool? {
    switch condition {
    case .notBanned(let users, let time, _): return users.allSatisfy { ban(of: $0, place, at: time) == nil }
    case .bansChange(let time):
      guard case .usersBanned(let change) = append.event else { return true }
      return change.users.contains { user in
        ban(of: user, place, at: time)?.until ?? 0 != change.until
          || change.until > 0 && members(place).contains { $0.user == user }
      }
    case .bansAtMost(let limit, let time):
      guard case .usersBanned(let change) = append.event, change.until > logTime(place, time) else { return true }
      return hasRoom(for: change.users, .banned, limit, place, at: time)
    case .applicationChanges(let time):
      guard case .applied(let text, let until) = append.event else { return false }
      if members(place).contains(where: { $0.user == append.sender }) { return false }
      let known = outsider(append.sender, .applied, place, at: time)
      return until > 0 ? known?.text != text : known != nil
    case .applicationsAtMost(let limit, let time): return hasRoom(for: [append.sender], .applied, limit, place, at: time)
    case .applied(let users, let time): return users.allSatisfy { outsider($0, .applied, place, at: time) != nil }
    case .nicknameChanges:
      guard case .memberNamed(let user, let name) = append.event else { return true }
      return members(place).first { $0.user == user }.map { $0.nickname != name } ?? false
    default: return nil
    }
  }

  private func hasRoom(
    for users: [UserID], _ standing: OutsiderRecord.Standing, _ limit: Int, _ place: Place, at time: Int64
  ) -> Bool {
    let time = logTime(place, time)
    let known = Set(outsiders(place).values.filter { $0.standing == standing && $0.until > time }.map(\.user))
    let new = users.filter { !known.contains($0) }
    return new.isEmpty || known.count + new.count <= limit
  }
}
