import MartletWire

// Members and their markers.
extension LogReading {
  package func member(_ user: UserID, of id: ConversationID, app: AppID) throws -> MemberRecord? {
    try find(id, app: app, for: user)?.member
  }

  package func members(of id: ConversationID, app: AppID, after: UserID?, limit: Int) throws -> [MemberRecord] {
    guard let state = try find(id, app: app) else { return [] }
    return try rows.members(of: state.number, after: after, limit: limit)
  }

  package func outsider(_ user: UserID, of id: ConversationID, app: AppID) throws -> OutsiderRecord? {
    guard let state = try find(id, app: app), state.record.rules?.hasOutsiders == true else { return nil }
    return try rows.outsider(user, of: state.number)
  }

  package func outsiders(
    _ standing: OutsiderRecord.Standing, of id: ConversationID, app: AppID, at time: Int64, after: UserID?, limit: Int
  ) throws -> [OutsiderRecord] {
    guard let state = try find(id, app: app), state.record.rules?.hasOutsiders == true else { return [] }
    return try rows.outsiders(standing, of: state.number, at: time, after: after, limit: limit)
  }

  package func readTimes(of seq: UInt64, by users: [UserID], in id: ConversationID, app: AppID) throws -> [UserID: Int64] {
    guard let state = try find(id, app: app) else { return [:] }
    var times: [UserID: Int64] = [:]
    for user in users {
      // Entries read before the remembered moves have an unknown read time.
      if let move = try rows.readMove(to: seq, by: user, of: state.number), move.since < seq { times[user] = move.time }
    }
    return times
  }
}
