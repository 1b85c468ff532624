import CUV
import Glibc
import MartletWire
import Synchronization

/// One thread and one libuv loop, which together form an executor.
///
/// An actor that names it runs on that thread, and libuv's callbacks there may enter the actor with `assumeIsolated`. In each
/// turn the loop waits for events, runs the callback of each, runs enqueued jobs, runs actions for the end of the turn, and
/// writes out the bytes queued on streams. A loop lives until `stop()`.
///
/// A *driven* loop has no thread: its creator calls `turn()`.
///
/// SIGPIPE is blocked on the loop's thread, so that writing to a connection whose peer is gone is an error instead of a signal;
/// the rest of the process is unaffected.
///
/// `@unchecked Sendable`: `time`, `name` and the atomics may be used from anywhere and `inbox` is a mutex; every
/// other stored property is touched only while `isCurrent` (or in `init`, before the thread starts).
package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
  package let name: String
  package let time: any TimeSource
  /// Whether the time source moves only when told to.
  private let stepped: Bool
  /// Whether it has no thread, nor anything of libuv: `turn()` is called instead.
  let isDriven: Bool

  /// The thread that may access the loop's confined state; 0 for none.
  let owner = Atomic<UInt>(0)
  let inbox = Mutex(Inbox())
  /// The number of threads that are about to wake the loop, which is not freed meanwhile.
  private let wakers = Atomic<Int>(0)

  let uv: UnsafeMutablePointer<uv_loop_t>
  private let wake: UnsafeMutablePointer<uv_async_t>
  private let alarm: UnsafeMutablePointer<uv_timer_t>
  /// The buffer for reading from streams and for decrypting TLS: one for all connections of the loop.
  let readBuffer: UnsafeMutableRawBufferPointer
  let plainBuffer: UnsafeMutableRawBufferPointer

  private var local: [Work] = []
  private var batch: [Work] = []
  private var nextTurn: [Work] = []
  private var endOfTurn: [@Sendable () -> Void] = []
  private var unflushed: [ByteStream] = []
  private var inboxIsReady = false
  private(set) var timers = TimerQueue()
  private var armedFor: UInt64?
  /// Whether the thread runs turns.
  private var hasBegun = false
  /// The loop is ending: no new handles, no new timers.
  var isWinding = false
  private var clock: (turn: UInt64, now: UInt64) = (.max, 0)

  /// The number of open streams on this loop.
  package internal(set) var openStreams = 0

  enum Work {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
  }

  /// Jobs and actions from other threads.
  struct Inbox {
    enum Phase { case running, stopping, stopped }
    var phase = Phase.running
    var work: [Work] = []
    /// The loop was woken or is awake, and will read the inbox.
    var isAwake = false
    var stopped: [CheckedContinuation<Void, Never>] = []
  }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - name: The thread's name; its first 15 bytes are used.
  ///   - time: The time source of timers.
  /// - Throws: `.exhausted` if the system has no descriptors or threads left.
  package convenience init(name: String, time: any TimeSource = SystemTimeSource()) throws {
    self.init(name, time, isDriven: false)
    let status = uv_loop_init(uv)
    guard status == 0 else { throw NetError(status: status, "starting loop \(name)") }
    uv.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    let woken = uv_async_init(uv, wake) { EventLoop.of($0?.pointee.loop)?.inboxIsReady = true }
    uv_timer_init(uv, alarm)
    wake.pointee.data = nil
    alarm.pointee.data = nil
    guard woken == 0, SystemThread.start(named: name, { self.become { self.runAsJob() } }) else {
      uv_close(UnsafeMutableRawPointer(wake).assumingMemoryBound(to: uv_handle_t.self), nil)
      uv_close(UnsafeMutableRawPointer(alarm).assumingMemoryBound(to: uv_handle_t.self), nil)
      uv_run(uv, UV_RUN_DEFAULT)
      uv_loop_close(uv)
      throw NetError(.exhausted, "starting loop \(name): no thread")
    }
    if let source = time as? any SteppedTimeSource {
      source.onAdvance { [weak self] in
        guard let self else { return false }
        self.post { self.fireTimers() }
        return true
      }
    }
  }

  init(_ name: String, _ time: any TimeSource, isDriven: Bool) {
    OpenSSLCleanup.turnOff()
    self.name = name
    self.time = time
    self.isDriven = isDriven
    stepped = time is any SteppedTimeSource
    uv = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    alarm = .allocate(capacity: 1)
    let room = isDriven ? 0 : 65_536
    readBuffer = .allocate(byteCount: room, alignment: 16)
    plainBuffer = .allocate(byteCount: room, alignment: 16)
    // A driven loop need not be woken to read the inbox.
    if isDriven { inbox.withLock { $0.isAwake = true } }
  }

  deinit {
    uv.deallocate()
    wake.deallocate()
    alarm.deallocate()
    readBuffer.deallocate()
    plainBuffer.deallocate()
  }

  /// The loop that libuv calls back for.
  static func of(_ uv: UnsafeMutablePointer<uv_loop_t>?) -> EventLoop? {
    uv?.pointee.data.map { Unmanaged<EventLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: The executor

  /// Whether the caller runs on this loop.
  package var isCurrent: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  package func checkIsolated() {
    precondition(isCurrent, "not on loop \(name)")
  }

  package func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  // MARK: Work

  /// Runs `action` on the loop, after everything that this thread enqueued or posted before.
  ///
  /// After `stop()` it still runs, on a thread that stands in for the loop, so that no caller waits forever.
  package func post(_ action: @escaping @Sendable () -> Void) { add(.call(action)) }

  /// Runs `action` on the loop when all callbacks and jobs of this turn have run, before streams are written out.
  package func atEndOfTurn(_ action: @escaping @Sendable () -> Void) {
    assert(isCurrent)
    endOfTurn.append(action)
  }

  /// Runs `action` on the loop in the turn after this one, when streams have been written out and sockets looked at.
  package func inNextTurn(_ action: @escaping @Sendable () -> Void) {
    assert(isCurrent)
    nextTurn.append(.call(action))
  }

  /// Schedules the stream to write out its queue when the turn ends.
  func flushAtEndOfTurn(_ stream: ByteStream) { unflushed.append(stream) }

  private func add(_ work: Work) {
    // A job from the loop's own thread must not wake the loop through the kernel, which costs a thousand times more.
    if isCurrent { return local.append(work) }
    let phase = inbox.withLock { inbox -> Inbox.Phase? in
      inbox.work.append(work)
      if inbox.isAwake { return nil }
      inbox.isAwake = true
      if inbox.phase != .stopped { wakers.add(1, ordering: .relaxed) }
      return inbox.phase
    }
    guard let phase else { return }
    if phase == .stopped { return standIn() }
    // Outside the lock: the loop wakes at once, and would have to wait for it.
    uv_async_send(wake)
    wakers.subtract(1, ordering: .releasing)
  }

  func takeInbox() {
    inboxIsReady = false
    inbox.withLock { inbox in
      // A stand-in runs until nothing is left; meanwhile there must be no second one.
      inbox.isAwake = isDriven || inbox.phase == .stopped
      if local.isEmpty { swap(&local, &inbox.work) } else { local.append(contentsOf: inbox.work) }
      inbox.work.removeAll(keepingCapacity: true)
    }
  }

  private func runLocalWork() {
    swap(&local, &batch)
    for work in batch {
      switch work {
      // As both, so that a task that prefers this loop enters an actor of it without another turn.
      case .job(let job):
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      case .call(let action): action()
      }
    }
    let large = batch.count > 4_096
    batch.removeAll(keepingCapacity: !large)
  }

  // MARK: Turns

  var hasWork: Bool { !(local.isEmpty && endOfTurn.isEmpty && unflushed.isEmpty) }

  /// Runs the loop as a job of itself, so that the runtime knows the executor of every callback.
  ///
  /// Outside a job, each `assumeIsolated` takes 100 ns more: the runtime first finds out that the thread is not the main one.
  private func runAsJob() {
    // The task is enqueued here, and once more when it enters the loop. Neither job may be in the list that a turn runs,
    // because the turns run inside it.
    Task(executorPreference: self) { self.run() }
    while !hasBegun, case .job(let job)? = local.popLast() {
      job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
    if !hasBegun { run() }
  }

  private func run() {
    hasBegun = true
    while true {
      uv_run(uv, hasWork ? UV_RUN_NOWAIT : UV_RUN_ONCE)
      finishTurn()
      if inbox.withLock({ $0.phase != .running }) { return wind() }
    }
  }

  /// Runs the work that the callbacks left.
  ///
  /// Work that creates more work gets a few rounds before sockets have their turn again, so that neither starves the other.
  func finishTurn() {
    if inboxIsReady { takeInbox() }
    for _ in 0..<16 where !(local.isEmpty && endOfTurn.isEmpty) {
      if !local.isEmpty { runLocalWork() }
      guard local.isEmpty else { continue }
      let actions = endOfTurn
      endOfTurn.removeAll(keepingCapacity: true)
      for action in actions { action() }
    }
    if !unflushed.isEmpty {
      let streams = unflushed
      unflushed.removeAll(keepingCapacity: true)
      for stream in streams { stream.flush() }
    }
    if !nextTurn.isEmpty {
      local.append(contentsOf: nextTurn)
      nextTurn.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Time

  /// The time source's nanoseconds, as of this turn.
  package var now: UInt64 {
    if stepped { return time.monotonicNanoseconds }
    let turn = uv_now(uv)
    if clock.turn != turn { clock = (turn, time.monotonicNanoseconds) }
    return clock.now
  }

  /// Runs `action` on the loop when `delay` has passed by the loop's time source; a timer never runs early.
  ///
  /// May be called from any thread. A stopped loop runs no timers.
  @discardableResult
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> LoopTimer {
    let (deadline, overflow) = time.monotonicNanoseconds.addingReportingOverflow(delay.nanoseconds)
    let timer = LoopTimer(loop: self, deadline: overflow ? .max : deadline, action: action)
    if isCurrent { insert(timer) } else { post { self.insert(timer) } }
    return timer
  }

  private func insert(_ timer: LoopTimer) {
    guard !isWinding else { return }
    timers.insert(timer)
    arm()
  }

  /// Whether a socket may begin to live on the loop.
  var takesHandles: Bool { !isWinding && !isDriven }

  func forget(_ timer: LoopTimer) { timers.remove(timer) }

  /// Cancels pending timers.
  func cancelTimers() {
    while let timer = timers.removeFirst() { timer.cancel() }
  }

  func fireTimers() {
    let now = time.monotonicNanoseconds
    var due: [LoopTimer] = []
    while let first = timers.first, first.deadline <= now { if let timer = timers.removeFirst() { due.append(timer) } }
    for timer in due { timer.fire() }
    armedFor = nil
    arm()
  }

  /// Sets libuv's timer for the first of ours, unless it is set for then or earlier already.
  private func arm() {
    guard !stepped, let first = timers.first else { return }
    if let armedFor, armedFor <= first.deadline { return }
    armedFor = first.deadline
    let now = time.monotonicNanoseconds
    let wait = first.deadline > now ? (first.deadline - now) / 1_000_000 &+ 1 : 0
    uv_update_time(uv)
    uv_timer_start(
      alarm,
      { alarm in
        // Some versions of libuv fire timers before they wait for events: there is a turn to finish first.
        uv_stop(alarm?.pointee.loop)
        EventLoop.of(alarm?.pointee.loop)?.fireTimers()
      }, wait, 0)
  }

  // MARK: The end

  /// Closes every stream and listener of the loop with `.closed`, runs enqueued jobs and ends the thread.
  ///
  /// Returns when that is done. May be called more than once.
  package func stop() async {
    await withCheckedContinuation { continuation in
      let phase = inbox.withLock { inbox -> Inbox.Phase in
        defer { if inbox.phase == .running { inbox.phase = .stopping } }
        if inbox.phase != .stopped { inbox.stopped.append(continuation) }
        return inbox.phase
      }
      if phase == .stopped { continuation.resume() } else { post {} }
    }
  }

  /// Closes all handles, then starts the stand-in for late arrivals.
  private func wind() {
    isWinding = true
    takeInbox()
    uv_walk(
      uv,
      { handle, _ in
        guard let handle, uv_is_closing(handle) == 0 else { return }
        guard let data = handle.pointee.data else { return uv_close(handle, nil) }
        let resident = Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? any LoopResident
        resident?.loopStops()
      }, nil)
    // Whoever waits for a timer learns that it never fires, while work still runs.
    cancelTimers()
    repeat { finishTurn() } while uv_run(uv, hasWork ? UV_RUN_NOWAIT : UV_RUN_ONCE) != 0 || hasWork
    let (late, waiting) = inbox.withLock { inbox in
      inbox.phase = .stopped
      inbox.isAwake = !inbox.work.isEmpty
      owner.store(0, ordering: .relaxed)
      defer { inbox.stopped = [] }
      return (inbox.isAwake, inbox.stopped)
    }
    // A thread that saw the loop before it was stopped may still wake it, which is harmless until here.
    while wakers.load(ordering: .acquiring) > 0 { sched_yield() }
    uv_loop_close(uv)
    if late { standIn() }
    for continuation in waiting { continuation.resume() }
  }

  /// Runs late arrivals on a thread of their own, one at a time.
  ///
  /// On the enqueuing thread, they could wait for a lock that their caller holds.
  private func standIn() {
    let started = SystemThread.start(named: name) { self.become { self.standInUntilDone() } }
    if !started { inbox.withLock { $0.isAwake = false } }
  }

  private func standInUntilDone() {
    while true {
      takeInbox()
      while hasWork { finishTurn() }
      let isDone = inbox.withLock { inbox in
        inbox.isAwake = !inbox.work.isEmpty
        if !inbox.isAwake { owner.store(0, ordering: .relaxed) }
        return !inbox.isAwake
      }
      if isDone { return }
    }
  }

  /// Makes the present thread the loop's.
  private func become(_ body: () -> Void) {
    owner.store(UInt(pthread_self()), ordering: .relaxed)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    body()
  }
}

/// Something that holds a libuv handle, with itself in the handle's `data`.
protocol LoopResident: AnyObject {
  /// Closes the handle, because the loop ends.
  func loopStops()
}
