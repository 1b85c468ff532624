import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checks the machine: kernel, limits, memory, clock.
///
/// Measurements and judgements are apart, so that tests can judge any measurement.
enum MachineChecks {
  static func all(time: any TimeSource) -> [Finding] {
    [
      kernel(named: systemName().name, release: systemName().release),
      openFiles(limit: openFilesLimit()),
      memory(available: fileText("/proc/meminfo").flatMap { availableMemory(in: $0) }),
      clock(milliseconds: time.wallMilliseconds, keeper: clockKeeper()),
    ]
  }

  // MARK: Judgements

  static func kernel(named name: String, release: String) -> Finding {
    let numbers = release.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
    guard name == "Linux" else {
      return .warn("system", "\(name) \(release)", "The server is tested on Linux only. Elsewhere, use it for development.")
    }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (4, 18) else {
      return .fail("system", "Linux \(release)", "Use Linux 4.18 or later. Debian 12 has 6.1.")
    }
    return .ok("system", "Linux \(release)")
  }

  /// Judges how many files one process may have open: each connection is one.
  static func openFiles(limit: UInt64) -> Finding {
    let advice =
      "Each connection takes one. Raise the limit: LimitNOFILE=1048576 in the systemd unit, or ulimit -n 65536 in the shell "
      + "that starts the server."
    if limit < 1024 { return .fail("open files", "at most \(limit)", advice) }
    return limit < 16384 ? .warn("open files", "at most \(limit)", advice) : .ok("open files", "at most \(limit)")
  }

  /// Judges how many bytes are available without swapping.
  static func memory(available: UInt64?) -> Finding {
    guard let available else {
      return .warn("memory", "unknown", "Keep 256 MB free for the server.")
    }
    let text = "\(available >> 20) MB available"
    if available < 64 << 20 {
      return .fail("memory", text, "The store's cache alone takes up to 64 MB. Free some memory, or add some.")
    }
    return available < 256 << 20 ? .warn("memory", text, "The server should have 256 MB or more.") : .ok("memory", text)
  }

  static func clock(milliseconds: Int64, keeper: String?) -> Finding {
    // Nothing was built before 2025.
    guard milliseconds > 1_735_689_600_000 else {
      return .fail(
        "clock", "it is before 2025", "Set it. Tokens and message ids carry the time, and the server refuses wrong ones.")
    }
    guard let keeper else {
      return .warn(
        "clock", "no time synchronisation found",
        "Install systemd-timesyncd or chrony, unless the container's host synchronises it: tokens and message ids carry the time."
      )
    }
    return .ok("clock", "synchronised by \(keeper)")
  }

  // MARK: Measurements

  private static func systemName() -> (name: String, release: String) {
    var names = utsname()
    guard uname(&names) == 0 else { return ("an unknown system", "") }
    return (
      withUnsafeBytes(of: names.sysname) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) },
      withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    )
  }

  private static func openFilesLimit() -> UInt64 {
    var limit = rlimit()
    #if canImport(Darwin)
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #else
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    return result == 0 ? UInt64(limit.rlim_cur) : 0
  }

  /// Reads `MemAvailable` of /proc/meminfo, in bytes.
  static func availableMemory(in text: String) -> UInt64? {
    for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
      let words = line.split(separator: " ")
      guard words.count == 3, words[2] == "kB", let kilobytes = UInt64(words[1]) else { return nil }
      let (bytes, overflow) = kilobytes.multipliedReportingOverflow(by: 1024)
      return overflow ? nil : bytes
    }
    return nil
  }

  /// The program that synchronises the clock; nil if none is found.
  private static func clockKeeper() -> String? {
    if exists("/run/systemd/timesync/synchronized") { return "systemd-timesyncd" }
    if exists("/run/chrony/chronyd.pid") || exists("/run/chronyd.pid") || exists("/var/run/chrony/chronyd.pid") {
      return "chrony"
    }
    return exists("/run/ntpd.pid") || exists("/var/run/ntpd.pid") ? "ntpd" : nil
  }
}
