import MartletNet
import MartletWire

// The connections of this loop, and the checks of those that are due.
extension Shard {
  /// Takes in a new connection, which has to say Hello in time and must not be silent for long then.
  func watch(_ session: any LiveSession) {
    let first = min(environment.limits.hello, environment.limits.idle)
    sessions.connections.put(session, lookingAt: loop.now &+ first.nanoseconds)
  }

  /// Sweeps now and then, for as long as the loop runs.
  package func startSweeping() {
    sweep()
    _ = loop.schedule(after: Limits.sweepInterval) { [weak self] in self?.onLoop { $0.startSweeping() } }
  }

  /// Closes connections whose time is over and forgets conversations that nobody used for a while.
  func sweep() {
    let now = loop.time.monotonicNanoseconds
    if outgoing.shards.first === self { sendDue() }
    for session in sessions.connections.takeDue(at: now) {
      if let next = session.checkTime(at: now) { sessions.connections.put(session, lookingAt: next) }
    }
    if sessions.isCleaning() { users.forgetAllowances(at: now) }
    slots.sweep(at: now, environment.limits)
    tellPresence()
  }

  /// The number of connections on this loop.
  var connectionCount: Int { sessions.connections.sessions.count }

  /// Ends every connection of this loop, because the server ends.
  func endAll(_ spread: ReconnectSpread, _ random: any RandomBytes) {
    for session in sessions.connections.sessions {
      let delay = spread.delay(random: (try? random.number()) ?? 0)
      session.end(Wire.Failure(.draining, retryAfterMs: delay), reconnect: true)
    }
  }
}
