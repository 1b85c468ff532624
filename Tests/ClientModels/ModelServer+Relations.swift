import MartletCore
import MartletWire

// What users have set about others.
extension ModelServer {
  mutating func set(_ request: Wire.SetRelations, _ user: UserID) -> Wire.ServerPacket.Body {
    guard !request.users.contains(user.text) else { return .failure(Wire.Failure(.relationToSelf)) }
    if request.kind == .friend { return befriend(request, user) }
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
      own[name] = RelationFlags(after).isEmpty ? nil : after
    }
    guard !changed.isEmpty else { return .changed(Wire.Changed(revision: head)) }
    let most = request.kind == .blocked ? limits.blockedUsers : limits.allowedUsers
    let count = own.values.count { request.kind == .blocked ? $0.blocked : $0.allowed }
    if request.set, count > Int(most) { return .failure(Wire.Failure(.relationsFull, limit: UInt64(most))) }
    relations[user] = own
    tell(user, nil, .relationsChanged(Wire.RelationsChanged(relations: changed)))
    return .changed(Wire.Changed(revision: head + 1))
  }

  /// Of one other user; both logs are told.
  private mutating func befriend(_ request: Wire.SetRelations, _ user: UserID) -> Wire.ServerPacket.Body {
    let head = UInt64(userLogs[user]?.count ?? 0)
    guard let peer = request.users.first.flatMap({ UserID($0) }) else { return .failure(Wire.Failure(.fieldInvalid)) }
    var own = relations[user]?[peer.text] ?? Wire.Relation(user: peer.text)
    var their = relations[peer]?[user.text] ?? Wire.Relation(user: user.text)
    let before = [own, their]
    let isMade = request.set && (own.friend || own.asks || their.asked && !request.accept)
    if request.set, request.accept, !isMade { return .failure(Wire.Failure(.friendRequestUnknown, field: peer.text)) }
    let isAsked = request.set && !isMade
    (own.friend, own.asks, own.asked, own.text) = (isMade, false, isAsked, isAsked ? request.text : "")
    if !isAsked || !their.blocked {
      (their.friend, their.asked, their.asks, their.text) = (isMade, false, isAsked, isAsked ? request.text : "")
    }
    guard [own, their] != before else { return .changed(Wire.Changed(revision: head)) }
    for (name, var relation, other) in [(user, own, peer), (peer, their, user)] {
      relation.revision = UInt64(userLogs[name]?.count ?? 0) + 1
      relations[name, default: [:]][other.text] = RelationFlags(relation).isEmpty ? nil : relation
      tell(name, nil, .relationsChanged(Wire.RelationsChanged(relations: [relation])))
    }
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
    if own[peer.text]?.onlyAllowed == true, own[user.text]?.allowed != true, own[user.text]?.friend != true {
      throw Refusal(code: .notOnAllowList)
    }
  }
}
