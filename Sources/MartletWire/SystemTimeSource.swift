#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's clocks.
package struct SystemTimeSource: TimeSource {
  package init() {}

  package var wallMilliseconds: Int64 {
    let now = Self.read(CLOCK_REALTIME)
    return Int64(now.tv_sec) &* 1_000 &+ Int64(now.tv_nsec) / 1_000_000
  }

  package var monotonicNanoseconds: UInt64 {
    let now = Self.read(CLOCK_MONOTONIC)
    return UInt64(truncatingIfNeeded: now.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: now.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var now = timespec()
    clock_gettime(clock, &now)
    return now
  }
}
