import Glibc
import MartletWire

/// A loop without a thread, for simulations: its creator decides when it has a turn.
///
/// Code for loops runs here unchanged, unless it needs sockets. One thread may drive several loops in turn; during a turn, that
/// thread belongs to the loop.
extension EventLoop {
  /// Creates a loop that works only in `turn()`, and on which no socket can be opened.
  package convenience init(driven name: String, time: any SteppedTimeSource) {
    self.init(name, time, isDriven: true)
  }

  /// Whether a turn would run anything.
  ///
  /// Like all else here, for the thread that drives the loop.
  package var isDue: Bool {
    if hasWork || inbox.withLock({ !$0.work.isEmpty || $0.phase == .stopping }) { return true }
    return deadline.map { $0 <= time.monotonicNanoseconds } ?? false
  }

  /// The deadline of its first timer, in the time source's nanoseconds; nil if there is none.
  package var deadline: UInt64? { timers.first?.deadline }

  /// Runs one turn: the inbox, the timers that are due, and the end of the turn.
  ///
  /// After `stop()` a turn ends the loop; later turns run late arrivals.
  package func turn() {
    precondition(isDriven, "loop \(name) has a thread")
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    defer { owner.store(0, ordering: .relaxed) }
    takeInbox()
    if !isWinding { fireTimers() }
    finishTurn()
    guard inbox.withLock({ $0.phase == .stopping }) else { return }
    isWinding = true
    while hasWork { finishTurn() }
    cancelTimers()
    let waiting = inbox.withLock { inbox in
      inbox.phase = .stopped
      defer { inbox.stopped = [] }
      return inbox.stopped
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Runs something as if in a turn, between two of them.
  package func asDriven<Result>(_ body: () throws -> Result) rethrows -> Result {
    precondition(isDriven, "loop \(name) has a thread")
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    defer { owner.store(0, ordering: .relaxed) }
    return try body()
  }
}
