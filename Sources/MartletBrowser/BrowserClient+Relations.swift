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
    case .setBlocked(let change):
      engine.setBlocked(
        try Parsed.users(change.users, "users"), change.blocked, for: operation, then: completion(call))
    case .blocked(let query):
      let after = query.after.isEmpty ? nil : try Parsed.users([query.after], "after").first
      let limit = query.limit == 0 ? 1_000 : min(Int(clamping: query.limit), 1_000)
      let users = try engine.read { store throws(SQLiteError) in try store.blockedUsers(after: after, limit: limit) }
      answer(call, .users(Bridge.Users(users: users.map { $0.text })))
    case .relation(let name):
      guard let user = try Parsed.users([name], "user").first else { return false }
      let relation = try engine.read { store throws(SQLiteError) in try store.relation(to: user) }
      answer(call, .relation(Bridge.Relation(relation)))
    default: return false
    }
    return true
  }
}

extension Bridge.Relation {
  init(_ relation: Relation) { self.init(user: relation.user.text, blocked: relation.isBlocked) }
}
