import Glibc
import MartletWire

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

/// A time source that moves only when told to.
///
/// A loop given one does not wait on the machine's clock: it looks at its timers when told that time moved.
package protocol SteppedTimeSource: TimeSource {
  /// Calls `wake` after each step, for as long as `wake` returns true.
  func onAdvance(_ wake: @escaping @Sendable () -> Bool)
}

extension Duration {
  /// Whole nanoseconds; nothing below zero, and 292 years at most.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow || whole > UInt64(Int64.max) ? UInt64(Int64.max) : whole &+ UInt64(attoseconds) / 1_000_000_000
  }
}
