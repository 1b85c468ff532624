import MartletNet
import MartletStore
import MartletWire

// The sessions of users whose home is this shard, and the users to whose sessions on this loop it pushes.
extension Shard {
  /// Registers a session before its token is checked against the store, so that a concurrent revocation finds it.
  func register(_ signIn: SignIn, of user: UserKey) {
    signIns[user, default: []].append(signIn)
  }

  /// Returns when everything was done that was posted to this shard before.
  func catchUp() {}

  /// Ends the sessions that a confirmed session replaces: an earlier one of the same device, and the oldest ones of its class
  /// beyond the limit.
  ///
  /// Or ends the session itself, if it yields to those.
  func confirm(_ session: any LiveSession, of user: UserKey) {
    let wasConnected = isConnected(user)
    defer { countUser(user, wasConnected) }
    guard var entries = signIns[user], let index = entries.firstIndex(where: { $0.session === session }) else { return }
    let signIn = entries[index]
    let others = entries.filter { $0.isConfirmed && $0.session !== session }
    let replaced = others.filter { $0.device == signIn.device }
    let limit = limits.of(user.app).devicesPerClass[signIn.deviceClass] ?? 1
    let rivals = others.filter { $0.deviceClass == signIn.deviceClass && $0.device != signIn.device }
    let isTurnedAway = signIn.yields && rivals.count >= max(limit, 1)
    entries[index].isConfirmed = !isTurnedAway
    let surplus = isTurnedAway ? [signIn] : Array(rivals.prefix(max(0, rivals.count + 1 - max(limit, 1))))
    let ended = Set((replaced + surplus).map { ObjectIdentifier($0.session) })
    entries.removeAll { ended.contains(ObjectIdentifier($0.session)) }
    signIns[user] = entries
    for old in replaced { old.session.tellEnd(Wire.Failure(.replaced), reconnect: false) }
    for old in surplus {
      old.session.tellEnd(Wire.Failure(.signedInElsewhere, limit: UInt64(clamping: limit)), reconnect: false)
    }
  }

  /// Forgets a session that ended.
  func signOut(_ session: any LiveSession, of user: UserKey) {
    let wasConnected = isConnected(user)
    defer { countUser(user, wasConnected) }
    signIns[user]?.removeAll { $0.session === session }
    if signIns[user]?.isEmpty == true { signIns[user] = nil }
  }

  private func isConnected(_ user: UserKey) -> Bool { signIns[user]?.contains(where: \.isConfirmed) ?? false }

  private func countUser(_ user: UserKey, _ wasConnected: Bool) {
    let change = (isConnected(user) ? 1 : 0) - (wasConnected ? 1 : 0)
    if change != 0 { metrics.apps.of(user.app).users.add(change) }
  }

  /// Ends the sessions opened with a token issued at or before the moment, in seconds since 1970.
  func revoke(_ user: UserKey, issuedUntil: Int64) {
    let revoked = (signIns[user] ?? []).filter { $0.issuedAt <= issuedUntil }
    for signIn in revoked { signIn.session.tellEnd(Wire.Failure(.tokenRevoked), reconnect: false) }
  }

  /// Ends the sessions opened with a token whose key is not in force any more.
  func revokeKeys(isAccepted: (AppID, String) -> Bool) {
    for (user, signIns) in signIns {
      for signIn in signIns where !isAccepted(user.app, signIn.key) {
        signIn.session.tellEnd(Wire.Failure(.tokenRevoked), reconnect: false)
      }
    }
  }

  /// Begins to push to a session on this loop.
  func listen(_ session: any LiveSession, of user: UserKey) {
    attendance.add(session, of: user)
  }

  /// Stops to push to a session on this loop.
  func unlisten(_ session: any LiveSession, of user: UserKey) {
    attendance.remove(session, of: user)
  }
}

extension LiveSession {
  /// Ends the session on its loop, from any loop.
  func tellEnd(_ failure: Wire.Failure, reconnect: Bool) {
    if loop.isCurrent {
      end(failure, reconnect: reconnect)
    } else {
      loop.post { self.end(failure, reconnect: reconnect) }
    }
  }
}
