extension Duration {
  /// Whole nanoseconds; nothing below zero, and 292 years at most.
  package var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow || whole > UInt64(Int64.max) ? UInt64(Int64.max) : whole &+ UInt64(attoseconds) / 1_000_000_000
  }
}
