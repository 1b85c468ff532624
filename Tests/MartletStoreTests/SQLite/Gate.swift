import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Holds threads until it is opened.
///
/// `@unchecked Sendable` holds because a semaphore may be used from any thread, and its address stays.
final class Gate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    semaphore.initialize(to: sem_t())
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Blocks the thread, at most two minutes, until the gate is open.
  func pass() {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 120
    while sem_timedwait(semaphore, &deadline) != 0 && errno == EINTR {}
    sem_post(semaphore)
  }

  func open() { sem_post(semaphore) }
}

/// Something that happens once.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
