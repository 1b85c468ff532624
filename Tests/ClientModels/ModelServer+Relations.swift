import MartletCore
import MartletWire

// What users have set about others.
extension ModelServer {
  mutating func set(_ request: Wire.SetRelations, _ user: UserID) -> Wire.ServerPacket.Body {
    guard !request.users.contains(user.text) else { return .failure(Wire.Failure(.relationToSelf)) }
    let field = { (relation: inout Wire.Relation) in
      switch request.kind {
      case .blocked: relation.blocked = request.set
      case .allowed: relation.allowed = request.set
      default: relation.onlyAllowed = request.set
      }
    }
    let head = UInt64(userLogs[user]?.count ?? 0)
    var own = relations[user] ?? [:]
    var changed: [Wire.Relation] = []
    for name in request.kind == .onlyAllowed ? [user.text] : request.users {
      let before = own[name] ?? Wire.Relation(user: name)
      var after = before
      field(&after)
      guard after != before else { continue }
      after.revision = head + 1
      changed.append(after)
      own[name] = after.blocked || after.allowed || after.onlyAllowed ? after : nil
    }
    guard !changed.isEmpty else { return .changed(Wire.Changed(revision: head)) }
    let most = request.kind == .blocked ? limits.blockedUsers : limits.allowedUsers
    let count = own.values.count { request.kind == .blocked ? $0.blocked : $0.allowed }
    if request.set, count > Int(most) { return .failure(Wire.Failure(.relationsFull, limit: UInt64(most))) }
    relations[user] = own
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

  /// Throws if the other user of a direct conversation keeps a user from writing.
  func requireAdmitted(_ user: UserID, in id: ConversationID) throws {
    guard let peer = id.peer(of: user), peer != user, let own = relations[peer] else { return }
    if own[user.text]?.blocked == true { throw Refusal(code: .blocked) }
    if own[peer.text]?.onlyAllowed == true, own[user.text]?.allowed != true { throw Refusal(code: .notOnAllowList) }
  }
}
