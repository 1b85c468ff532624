import MartletProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread's processor time so far, in nanoseconds.
struct ThreadSample: Sendable, Equatable {
  var used: UInt64
  /// Ready to run, while others ran; 0 if the kernel does not tell.
  var waited: UInt64

  /// That of the thread that asks.
  static var own: ThreadSample {
    let fields = Folder.text("/proc/thread-self/schedstat").split(separator: " ").prefix(2).compactMap { UInt64($0) }
    var used = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0 else { return ThreadSample(used: 0, waited: 0) }
    let nanoseconds = UInt64(max(0, used.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, used.tv_nsec))
    return ThreadSample(used: nanoseconds, waited: fields.count == 2 ? fields[1] : 0)
  }
}
