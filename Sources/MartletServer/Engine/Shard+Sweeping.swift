import MartletNet
import MartletWire

// The connections of this loop, and the checks of those that are due.
extension Shard {
  /// Takes in a new connection, which has to say Hello in time and must not be silent for long then.
  func watch(_ session: any LiveSession) {
    connections.put(session, lookingAt: loop.now &+ min(limits.hello, limits.idle).nanoseconds)
  }

  /// Sweeps now and then, for as long as the loop runs.
  package func startSweeping() {
    sweep()
    _ = loop.schedule(after: Limits.sweepInterval) { [weak self] in self?.onLoop { $0.startSweeping() } }
  }

  /// The shortest time for which a conversation stays in memory, in nanoseconds.
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

  /// The number of connections on this loop.
  var connectionCount: Int { connections.sessions.count }

  /// Ends every connection of this loop, because the server ends.
  func endAll(_ spread: ReconnectSpread, _ random: any RandomBytes) {
    for session in connections.sessions {
      let delay = spread.delay(random: (try? random.number()) ?? 0)
      session.end(Wire.Failure(.draining, retryAfterMs: delay), reconnect: true)
    }
  }
}
