#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A moment as people read it.
package enum UTCTime {
  /// ISO 8601 in UTC with milliseconds, as `2026-01-31T09:05:00.250Z`, of a moment in milliseconds since 1970.
  ///
  /// Years before 0 and after 9999 are shown as these.
  package static func text(milliseconds: Int64) -> String {
    let clamped = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    // Shifted to the year 0, the division never meets a negative number.
    let shift: Int64 = 62_167_219_200
    let fraction = (clamped + shift * 1000) % 1000
    var seconds = time_t((clamped + shift * 1000) / 1000 - shift)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "-" }
    return padded(parts.tm_year &+ 1900, 4) + "-" + padded(parts.tm_mon &+ 1, 2) + "-" + padded(parts.tm_mday, 2) + "T"
      + padded(parts.tm_hour, 2) + ":" + padded(parts.tm_min, 2) + ":" + padded(parts.tm_sec, 2) + "."
      + padded(Int32(truncatingIfNeeded: fraction), 3) + "Z"
  }

  private static func padded(_ number: Int32, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
