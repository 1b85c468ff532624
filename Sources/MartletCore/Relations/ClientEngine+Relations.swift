import MartletSQLite
import MartletWire

// What the user has set about others.
extension ClientEngine {
  /// Blocks users, or lifts blocks.
  package func setBlocked(
    _ users: [UserID], _ isBlocked: Bool, for operation: Operation, then: @escaping Completion<Void>
  ) {
    guard !users.isEmpty else { return then(.success(())) }
    let request = Wire.SetBlocked(users: users.map { $0.text }, blocked: isBlocked)
    call(.request(.setBlocked(request)), for: operation) { [self] result in
      proceed(result, then) { body throws(MartletError) in
        guard case .changed(let changed) = body else { throw .unexpectedAnswer }
        sync { $0.blocksTold(users, isBlocked, revision: changed.revision, at: now) }
        then(.success(()))
      }
    }
  }
}
