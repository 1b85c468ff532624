import MartletSQLite
import MartletWire

// What the user has set about others.
extension ClientEngine {
  /// Sets or unsets a kind of relation to users; nothing happens for none.
  package func setRelations(
    _ users: [UserID], _ kind: RelationFlags, _ isSet: Bool, for operation: Operation, then: @escaping Completion<Void>
  ) {
    guard !users.isEmpty else { return then(.success(())) }
    setRelations(kind, isSet, to: users, for: operation, then: then)
  }

  /// Says whether only users on the allow list may write to the user.
  package func setTakesOnlyAllowed(_ isSet: Bool, for operation: Operation, then: @escaping Completion<Void>) {
    setRelations(.onlyAllowed, isSet, to: nil, for: operation, then: then)
  }

  /// Asks the server for it; `users` is nil for the relation to oneself.
  private func setRelations(
    _ kind: RelationFlags, _ isSet: Bool, to users: [UserID]?, for operation: Operation, then: @escaping Completion<Void>
  ) {
    let request = Wire.SetRelations(users: users?.map { $0.text } ?? [], kind: kind.kind, set: isSet)
    call(.request(.setRelations(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .changed(let changed) = body else { throw .unexpectedAnswer }
        let users = users ?? [core.store.user].compactMap { $0 }
        sync { $0.relationsTold(users, kind, isSet, revision: changed.revision, at: now) }
        then(.success(()))
      }
    }
  }
}
