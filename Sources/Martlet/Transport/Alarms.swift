import MartletSQLite
import MartletWire
import Synchronization

/// The timers of a thread, each of which can be taken back.
///
/// The thread itself is asked for the next one only. A client sets its timer anew at almost every turn, mostly to a later time:
/// then the call that is already planned finds nothing due, and plans the next.
final class Alarms: Sendable {
  private struct State {
    var alarms: [UInt64: (due: UInt64, action: @Sendable () -> Void)] = [:]
    var last: UInt64 = 0
    /// When the thread will look; each time was the earliest when it was added, so they are few.
    var planned: Set<UInt64> = []
  }

  private let state = Mutex(State())
  private let thread: ThreadExecutor
  private let time: any TimeSource
  private let isStepped: Bool

  init(thread: ThreadExecutor, time: any TimeSource) {
    self.thread = thread
    self.time = time
    let stepped = time as? any SteppedTimeSource
    isStepped = stepped != nil
    stepped?.onAdvance { [weak self] in
      guard let self else { return false }
      self.thread.perform { self.ring() }
      return true
    }
  }

  /// Runs `action` on the thread after a time.
  func set(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any TransportTimer {
    let now = time.monotonicNanoseconds
    let due = now.addingClamped(max(delay, .zero).nanoseconds)
    let number = state.withLock { state in
      state.last += 1
      state.alarms[state.last] = (due, action)
      return state.last
    }
    plan(due, at: now)
    return Alarm(number: number, alarms: self)
  }

  /// Has the thread look at that time, unless it looks earlier, which plans again.
  private func plan(_ due: UInt64, at now: UInt64) {
    // A stepped clock tells of its steps, but that time may have come before.
    if isStepped {
      if due <= now { thread.perform { [weak self] in self?.ring() } }
      return
    }
    let isFirst = state.withLock { state in
      guard state.planned.allSatisfy({ $0 > due }) else { return false }
      state.planned.insert(due)
      return true
    }
    guard isFirst else { return }
    let delay = Duration.nanoseconds(Int64(clamping: due > now ? due - now : 0))
    thread.perform(after: delay) { [weak self] in
      guard let self else { return }
      self.state.withLock { _ = $0.planned.remove(due) }
      self.ring()
    }
  }

  /// Runs what is due, the earliest first.
  private func ring() {
    let now = time.monotonicNanoseconds
    while let action = takeDue(at: now) { action() }
    let next = state.withLock { $0.alarms.values.map(\.due).min() }
    if let next { plan(next, at: now) }
  }

  private func takeDue(at now: UInt64) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.alarms.filter { $0.value.due <= now }
      guard let next = due.min(by: { ($0.value.due, $0.key) < ($1.value.due, $1.key) }) else { return nil }
      state.alarms[next.key] = nil
      return next.value.action
    }
  }

  private func cancel(_ number: UInt64) { state.withLock { $0.alarms[number] = nil } }

  private struct Alarm: TransportTimer {
    let number: UInt64
    /// The actions may hold whoever set them, so this holds nothing for longer.
    weak let alarms: Alarms?

    func cancel() { alarms?.cancel(number) }
  }
}
