import Martlet

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Timestamp {
  /// The moment as a date.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Creates a timestamp from a date, to the millisecond; a date beyond its range becomes its end.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    // Doubles beyond the range of Int64 have no such integer.
    self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
  }
}
