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
