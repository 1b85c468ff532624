import MartletCore
import MartletWire

// What users have set about others.
extension ModelServer {
  mutating func setBlocked(_ request: Wire.SetBlocked, _ user: UserID) -> Wire.ServerPacket.Body {
    guard !request.users.contains(user.text) else { return .failure(Wire.Failure(.relationToSelf)) }
    let own = relations[user] ?? [:]
    let head = UInt64(userLogs[user]?.count ?? 0)
    let changed = request.users.filter { (own[$0] != nil) != request.blocked }
      .map { Wire.Relation(user: $0, revision: head + 1, blocked: request.blocked) }
    guard !changed.isEmpty else { return .changed(Wire.Changed(revision: head)) }
    if request.blocked, own.count + changed.count > Int(limits.blockedUsers) {
      return .failure(Wire.Failure(.blocksFull, limit: UInt64(limits.blockedUsers)))
    }
    for relation in changed { relations[user, default: [:]][relation.user] = relation.blocked ? relation : nil }
    tell(user, nil, .relationsChanged(Wire.RelationsChanged(relations: changed)))
    return .changed(Wire.Changed(revision: head + 1))
  }

  func list(_ list: Wire.ListRelations, _ user: UserID) -> Wire.ServerPacket.Body {
    let all = (relations[user] ?? [:]).values.filter { $0.user > list.after }.sorted { $0.user < $1.user }
    let limit = min(list.limit == 0 ? 100 : Int(list.limit), Int(limits.pageEntries))
    return .relations(
      Wire.Relations(
        relations: Array(all.prefix(limit)), head: UInt64(userLogs[user]?.count ?? 0), more: all.count > limit))
  }

  func requireUnblocked(_ user: UserID, in id: ConversationID) throws {
    guard let peer = id.peer(of: user), relations[peer]?[user.text] != nil else { return }
    throw Refusal(code: .blocked)
  }
}
