import MartletNet
import MartletSQLite
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An executor without a thread, for simulations: its creator decides when its next job runs.
///
/// While a job runs, the thread that called `turn()` is the executor's.
package final class DrivenExecutor: BlockingExecutor {
  private enum Work {
    case job(UnownedJob)
    case body(@Sendable () -> Void)
  }

  private struct Delayed {
    let due: UInt64
    let body: @Sendable () -> Void
  }

  private struct State {
    var work: [Work] = []
    /// Jobs that are not due yet, earliest first.
    var delayed: [Delayed] = []
  }

  package let name: String
  private let time: any TimeSource
  private let state = Mutex(State())
  /// The thread whose turn it is; 0 is nobody.
  private let owner = Atomic<UInt>(0)

  /// Makes an executor that does nothing but in `turn()`; delays follow the time source.
  package init(name: String, time: any TimeSource) {
    self.name = name
    self.time = time
  }

  // MARK: Driving

  /// Whether a turn would run anything.
  package var isDue: Bool {
    let now = time.monotonicNanoseconds
    return state.withLock { state in !state.work.isEmpty || state.delayed.first.map { $0.due <= now } ?? false }
  }

  /// The time of the first delayed job, in the time source's nanoseconds; nil if there is none.
  package var deadline: UInt64? { state.withLock { $0.delayed.first?.due } }

  /// Runs the job that came first.
  package func turn() {
    let now = time.monotonicNanoseconds
    let next = state.withLock { state -> Work? in
      let due = state.delayed.prefix { $0.due <= now }.count
      state.work += state.delayed.prefix(due).map { .body($0.body) }
      state.delayed.removeFirst(due)
      return state.work.isEmpty ? nil : state.work.removeFirst()
    }
    guard let next else { return }
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    defer { owner.store(0, ordering: .relaxed) }
    switch next {
    case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
    case .body(let body): body()
    }
  }

  // MARK: The executor

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.work.append(.job(job)) }
  }

  package var now: Duration { .nanoseconds(Int64(clamping: time.monotonicNanoseconds)) }

  package func perform(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append(.body(body)) }
  }

  package func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    let due = time.monotonicNanoseconds &+ delay.nanoseconds
    state.withLock { state in
      let place = state.delayed.firstIndex { $0.due > due } ?? state.delayed.endIndex
      state.delayed.insert(Delayed(due: due, body: body), at: place)
    }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  package func checkIsolated() {
    precondition(owner.load(ordering: .relaxed) == UInt(pthread_self()), "called from outside a turn of \(name)")
  }
}
