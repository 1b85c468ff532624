#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of its own for an actor whose work blocks, such as one that owns a database connection.
///
/// Jobs run in the order they arrive. The thread ends when the executor is gone and its last job is done.
package final class ThreadExecutor: BlockingExecutor {
  private let queue: JobQueue

  /// Starts the thread.
  ///
  /// - Parameter name: Shown by tools that list threads; cut to 15 characters.
  /// - Throws: `ThreadError` if the system allows no more threads.
  package init(name: String) throws {
    let queue = JobQueue(name: name)
    try queue.start()
    self.queue = queue
  }

  deinit { queue.finish() }

  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(.job(UnownedJob(job)), of: self)
  }

  package var now: Duration { JobQueue.now }

  package func perform(_ body: @escaping @Sendable () -> Void) {
    queue.append(.body(body), of: self)
  }

  package func perform(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    queue.append(body, after: delay)
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  package func checkIsolated() {
    precondition(queue.isCurrentThread, "called from outside the actor's thread")
  }
}

/// The system would not start a thread.
package struct ThreadError: Error, Sendable, CustomStringConvertible {
  /// The system's error number.
  package let number: Int32
  package var description: String { "no thread could be started (system error \(number))" }
}

/// State shared by the executor and its thread.
///
/// `@unchecked Sendable` holds because `jobs`, `delayed`, `isFinished` and `thread` are touched only between locking and
/// unlocking `mutex`, which lives at a fixed address, like `arrived`, from init to deinit.
private final class JobQueue: @unchecked Sendable {
  enum Work {
    case job(UnownedJob)
    case body(@Sendable () -> Void)
  }

  private struct Entry {
    let work: Work
    /// Keeps the executor until the job, which may drop the actor's last reference, has returned.
    let executor: ThreadExecutor?
  }

  private struct Delayed {
    /// As `now` counts.
    let due: Duration
    let body: @Sendable () -> Void
  }

  private let name: String
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Entry] = []
  /// Jobs that are not due yet, the earliest first; few at any time.
  private var delayed: [Delayed] = []
  private var isFinished = false
  private var thread: pthread_t?

  init(name: String) {
    self.name = name
    mutex.initialize(to: pthread_mutex_t())
    arrived.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(arrived, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(arrived, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(mutex)
    arrived.deallocate()
    mutex.deallocate()
  }

  /// The monotonic clock, which nobody sets: with the wall clock set back, a wait by it would last that much longer.
  static var now: Duration {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
  }

  func start() throws {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let context = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var created: pthread_t?
      let result = pthread_create(
        &created, &attributes,
        { context in
          Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context.toOpaque())
    #else
      var created = pthread_t()
      let result = pthread_create(
        &created, &attributes,
        { context in
          if let context { Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, context.toOpaque())
    #endif
    guard result == 0 else {
      context.release()
      throw ThreadError(number: result)
    }
  }

  func append(_ work: Work, of executor: ThreadExecutor) {
    pthread_mutex_lock(mutex)
    jobs.append(Entry(work: work, executor: executor))
    let isFirst = jobs.count == 1
    pthread_mutex_unlock(mutex)
    if isFirst { pthread_cond_signal(arrived) }
  }

  func append(_ body: @escaping @Sendable () -> Void, after delay: Duration) {
    let due = Self.now + delay
    pthread_mutex_lock(mutex)
    delayed.insert(Delayed(due: due, body: body), at: delayed.firstIndex { $0.due <= due } ?? delayed.endIndex)
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(arrived)
  }

  func finish() {
    pthread_mutex_lock(mutex)
    isFinished = true
    pthread_mutex_unlock(mutex)
    pthread_cond_signal(arrived)
  }

  var isCurrentThread: Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  private func run() {
    #if canImport(Darwin)
      pthread_setname_np(String(name.prefix(15)))
    #else
      // glibc's pthread_setname_np is a GNU extension that Swift does not import.
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      if file >= 0 {
        _ = name.withCString { write(file, $0, min(strlen($0), 15)) }
        close(file)
      }
    #endif
    pthread_mutex_lock(mutex)
    thread = pthread_self()
    pthread_mutex_unlock(mutex)
    var taken: [Entry] = []
    while takeAll(&taken) {
      for entry in taken {
        switch entry.work {
        case .job(let job):
          if let executor = entry.executor { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
        case .body(let body): body()
        }
      }
      taken.removeAll(keepingCapacity: true)
    }
  }

  /// Waits for jobs and takes them all; false if the executor is finished and no job is left.
  private func takeAll(_ taken: inout [Entry]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while jobs.isEmpty && !isFinished {
      guard let next = delayed.last?.due else {
        pthread_cond_wait(arrived, mutex)
        continue
      }
      if next > Self.now { wait(until: next) } else { moveWhatIsDue() }
    }
    swap(&jobs, &taken)
    return !taken.isEmpty
  }

  private func moveWhatIsDue() {
    let now = Self.now
    while let next = delayed.last, next.due <= now {
      jobs.append(Entry(work: .body(next.body), executor: nil))
      delayed.removeLast()
    }
  }

  /// Waits for jobs, but no longer than until `now` is this.
  private func wait(until due: Duration) {
    #if canImport(Darwin)
      // Its condition variables know the wall clock only, or how long to wait.
      var limit = timespec(max(.zero, due - Self.now))
      pthread_cond_timedwait_relative_np(arrived, mutex, &limit)
    #else
      var limit = timespec(due)
      pthread_cond_timedwait(arrived, mutex, &limit)
    #endif
  }
}

extension timespec {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
