/// Where time comes from.
///
/// Everything that looks at a clock is handed one, so that a test can set it.
public protocol TimeSource: Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z. May jump in either direction.
  var wallMilliseconds: Int64 { get }

  /// Nanoseconds since some fixed moment. Never falls.
  var monotonicNanoseconds: UInt64 { get }
}
