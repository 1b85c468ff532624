import MartletNet
import MartletStore
import MartletWire

/// A session of a user, as the user's home shard knows it.
struct SignIn: Sendable {
  let session: any Listener
  let device: String
  let deviceClass: Wire.DeviceClass
  /// When the token was issued, in seconds since 1970.
  let issuedAt: Int64
  /// Whether it gives way to other devices of its class that are connected.
  var yields = false
  /// Whether the token and the user were found good; only then does the session push others out.
  var isConfirmed = false
}

extension Shard {
  /// Notes a session whose token is about to be checked against the store, so that a revocation that
  /// happens meanwhile finds it.
  func register(_ signIn: SignIn, of user: UserKey) {
    signIns[user, default: []].append(signIn)
  }

  /// Returns when everything was done that was posted to this shard before.
  func catchUp() {}

  /// Ends the sessions that a session found good pushes out: an earlier one of the same device, and the
  /// oldest of its class beyond the number allowed; or the session itself, where it gives way to those.
  func confirm(_ session: any Listener, of user: UserKey) {
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
  func signOut(_ session: any Listener, of user: UserKey) {
    signIns[user]?.removeAll { $0.session === session }
    if signIns[user]?.isEmpty == true { signIns[user] = nil }
  }

  /// Ends the sessions opened with a token issued at or before the moment, in seconds since 1970.
  func revoke(_ user: UserKey, issuedUntil: Int64) {
    let revoked = (signIns[user] ?? []).filter { $0.issuedAt <= issuedUntil }
    for signIn in revoked { signIn.session.tellEnd(Wire.Failure(.tokenRevoked), reconnect: false) }
  }

  // MARK: - Connections of this loop

  /// Takes in a new connection, which has to say Hello in time and must not be silent for long then.
  func watch(_ session: any Listener) {
    connections.put(session, lookingAt: loop.now &+ min(limits.hello, limits.idle).nanoseconds)
  }

  /// Begins to push to a session on this loop.
  func listen(_ session: any Listener, of user: UserKey) {
    attendance.add(session, of: user)
  }

  /// Stops to push to a session on this loop.
  func unlisten(_ session: any Listener, of user: UserKey) {
    attendance.remove(session, of: user)
  }

  /// Sweeps now and then, for as long as the loop runs.
  package func startSweeping() {
    sweep()
    _ = loop.schedule(after: Limits.sweepInterval) { [weak self] in self?.onLoop { $0.startSweeping() } }
  }

  /// How long a conversation stays in any case, in nanoseconds.
  private static let briefly: UInt64 = 10_000_000_000

  /// Closes connections whose time is over and forgets conversations that nobody used for a while.
  func sweep() {
    let now = loop.time.monotonicNanoseconds
    if shards.first === self { sendDue() }
    for session in connections.takeDue(at: now) {
      if let next = session.checkTime(at: now) { connections.put(session, lookingAt: next) }
    }
    sweeps &+= 1
    if sweeps.isMultiple(of: Limits.sweepsUntilUnused) {
      attendance.forgetUnused()
      forgetAllowances(at: now)
    }
    if conversationsInMemory > limits.conversationsInMemory, now > Self.briefly { forgetIdle(since: now - Self.briefly) }
    let idle = limits.conversationIdle.nanoseconds
    guard now >= forgetsAt else { return }
    // A look at all of them; it need not be more exact than this.
    forgetsAt = now &+ idle / 16
    if now > idle { forgetIdle(since: now - idle) }
  }

  /// Ends every connection of this loop.
  func endAll(_ failure: Wire.Failure, reconnect: Bool) {
    for session in connections.sessions { session.end(failure, reconnect: reconnect) }
  }
}

extension Listener {
  /// Ends the session on its loop, from any loop.
  func tellEnd(_ failure: Wire.Failure, reconnect: Bool) {
    if loop.isCurrent {
      end(failure, reconnect: reconnect)
    } else {
      loop.post { self.end(failure, reconnect: reconnect) }
    }
  }
}
