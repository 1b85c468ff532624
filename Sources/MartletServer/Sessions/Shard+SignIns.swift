import MartletNet
import MartletStore
import MartletWire

// The sessions of the users whose home this shard is, and the sessions of this loop that it pushes to.
extension Shard {
  /// Registers a session before its token is checked against the store, so that a concurrent revocation finds it.
  func register(_ signIn: SignIn, of user: UserKey) { users.signIns.add(signIn, of: user) }

  /// Returns when everything was done that was posted to this shard before.
  func catchUp() {}

  /// Ends the sessions that a session found good pushes out.
  func confirm(_ session: any LiveSession, of user: UserKey) {
    let wasConnected = users.signIns.isConnected(user)
    let devices = limitsOfApps.of(user.app).value.devicesPerClass
    for end in users.signIns.confirm(session, of: user, devicesPerClass: devices) {
      end.session.tellEnd(end.failure, reconnect: false)
    }
    countUser(user, wasConnected)
    if let link = environment.link, let signIn = users.signIns.confirmed(session, of: user) {
      link.tell(signIn: signIn, of: user)
    }
  }

  /// Forgets a session that ended.
  func signOut(_ session: any LiveSession, of user: UserKey) {
    let wasConnected = users.signIns.isConnected(user)
    users.signIns.remove(session, of: user)
    countUser(user, wasConnected)
  }

  func countUser(_ user: UserKey, _ wasConnected: Bool) {
    presenceChanged(of: user)
    let change = (users.signIns.isConnected(user) ? 1 : 0) - (wasConnected ? 1 : 0)
    if change != 0 { metrics.apps.of(user.app).users.add(change) }
  }

  /// Ends the sessions opened with a token issued at or before the moment, in seconds since 1970.
  func revoke(_ user: UserKey, issuedUntil: Int64) {
    endRevoked(users.signIns.revoked(of: user, issuedUntil: issuedUntil))
  }

  /// Ends the sessions opened with a token whose key is not in force any more.
  func revokeKeys(isAccepted: (AppID, String) -> Bool) {
    endRevoked(users.signIns.withoutKey(isAccepted: isAccepted))
  }

  /// Ends the sessions of a user who is suspended until a time, in milliseconds since 1970.
  func suspend(_ user: UserKey, until: Int64) {
    guard until > loop.time.wallMilliseconds else { return }
    for session in users.signIns.sessions(of: user) {
      session.tellEnd(Wire.Failure(.userSuspended, until: until), reconnect: false)
    }
  }

  private func endRevoked(_ sessions: [any LiveSession]) {
    for session in sessions { session.tellEnd(Wire.Failure(.tokenRevoked), reconnect: false) }
  }

  /// The allowance of a user whose home is this shard.
  func allowance(of user: UserKey) -> UserAllowance {
    users.allowance(of: user, limitsOfApps.of(user.app).value)
  }

  /// Begins to push to a session on this loop.
  func listen(_ session: any LiveSession, of user: UserKey) {
    environment.link?.add(user)
    sessions.attendance.add(session, of: user)
  }

  /// Stops to push to a session on this loop.
  func unlisten(_ session: any LiveSession, of user: UserKey) {
    sessions.watchers.remove(session)
    unwatchPresence(of: nil, for: session)
    if sessions.attendance.remove(session, of: user) { environment.link?.remove(user) }
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
