/// A source of time.
///
/// Code that needs a clock receives one, so that a test can control it.
public protocol TimeSource: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z. May jump in either direction.
  var wallMilliseconds: Int64 { get }

  /// Nanoseconds since an arbitrary fixed moment.
  ///
  /// Never goes back.
  var monotonicNanoseconds: UInt64 { get }
}

/// A time source that moves only when told to.
///
/// A thread given one does not wait on the machine's clock: it looks at its timers when told that time moved.
package protocol SteppedTimeSource: TimeSource {
  /// Calls `wake` after each step, for as long as `wake` returns true.
  func onAdvance(_ wake: @escaping @Sendable () -> Bool)
}
