import MartletCore
import MartletSQLite
import MartletWire

// What the user has set about others.
extension BrowserClient {
  /// - Returns: False for other operations.
  func beginOnRelations(
    _ wanted: Bridge.Call.Operation, _ call: UInt32, _ operation: ClientEngine.Operation
  ) throws(MartletError) -> Bool {
    switch wanted {
    case .setRelations(let change):
      let kind = try RelationFlags(named: change.kind)
      if kind == .friend {
        let users = try Parsed.users(change.users, "users")
        switch (change.set, change.accept) {
        case (true, true): engine.acceptFriends(users, for: operation, then: completion(call))
        case (true, false): engine.requestFriends(users, text: change.text, for: operation, then: completion(call))
        case (false, _): engine.endFriends(users, for: operation, then: completion(call))
        }
      } else if kind == .onlyAllowed {
        engine.setTakesOnlyAllowed(change.set, for: operation, then: completion(call))
      } else {
        engine.setRelations(
          try Parsed.users(change.users, "users"), kind, change.set, for: operation, then: completion(call))
      }
    case .related(let query):
      answer(call, .users(Bridge.Users(users: try related(query).map { $0.user.text })))
    case .relationsOfKind(let query):
      answer(call, .relations(Bridge.Relations(relations: try related(query).map { Bridge.Relation($0) })))
    case .relation(let name):
      guard let user = try Parsed.users([name], "user").first else { return false }
      let relation = try engine.read { store throws(SQLiteError) in try store.relation(to: user) }
      answer(call, .relation(Bridge.Relation(relation)))
    default: return false
    }
    return true
  }

  private func related(_ query: Bridge.RelationQuery) throws(MartletError) -> [Relation] {
    let after = query.after.isEmpty ? nil : try Parsed.users([query.after], "after").first
    let limit = query.limit == 0 ? 1_000 : min(Int(clamping: query.limit), 1_000)
    let kind = try RelationFlags(named: query.kind)
    return try engine.read { store throws(SQLiteError) in try store.relations(of: kind, after: after, limit: limit) }
  }
}

extension RelationFlags {
  /// The kind of relation that a script named.
  fileprivate init(named kind: Bridge.RelationKind) throws(MartletError) {
    guard let flag = RelationFlags(Wire.RelationKind(rawValue: kind.rawValue)) else {
      throw .invalid("the kind is malformed", field: "kind")
    }
    self = flag
  }
}

extension Bridge.Relation {
  init(_ relation: Relation) {
    self.init(
      user: relation.user.text, blocked: relation.isBlocked, allowed: relation.isAllowed,
      onlyAllowed: relation.takesOnlyAllowed, friend: relation.isFriend, asked: relation.isAsked, asks: relation.isAsking,
      text: relation.text)
  }
}
