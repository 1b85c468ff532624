import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Looks at the machine: kernel, limits, memory, clock.
///
/// What is measured and what is thought of it are apart, so that every judgement can be tested with any measurement.
enum MachineChecks {
  static func all(time: any TimeSource) -> [Finding] {
    [
      kernel(named: systemName().name, release: systemName().release),
      openFiles(limit: openFilesLimit()),
      memory(available: fileText("/proc/meminfo").flatMap { availableMemory(in: $0) }),
      clock(milliseconds: time.wallMilliseconds, keeper: clockKeeper()),
    ]
  }

  // MARK: What is thought of it

  static func kernel(named name: String, release: String) -> Finding {
    let numbers = release.split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
    guard name == "Linux" else {
      return .warn("system", "\(name) \(release)", "The server is tested on Linux; elsewhere, use it for development only.")
    }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (4, 18) else {
      return .fail("system", "Linux \(release)", "Linux 4.18 or later is needed; Debian 12 brings 6.1.")
    }
    return .ok("system", "Linux \(release)")
  }

  /// How many files one process may have open: each connection is one.
  static func openFiles(limit: UInt64) -> Finding {
    let advice =
      "Each connection takes one. Raise it: LimitNOFILE=1048576 in the systemd unit, or ulimit -n 65536 in the shell that starts "
      + "the server."
    if limit < 1024 { return .fail("open files", "at most \(limit)", advice) }
    return limit < 16384 ? .warn("open files", "at most \(limit)", advice) : .ok("open files", "at most \(limit)")
  }

  /// Judges how many bytes new work can get without swapping.
  static func memory(available: UInt64?) -> Finding {
    guard let available else {
      return .warn("memory", "cannot be told", "See to it that 256 MB are free for the server.")
    }
    let text = "\(available >> 20) MB available"
    if available < 64 << 20 { return .fail("memory", text, "The store alone caches up to 64 MB. Free some, or add some.") }
    return available < 256 << 20 ? .warn("memory", text, "256 MB or more are advised.") : .ok("memory", text)
  }

  static func clock(milliseconds: Int64, keeper: String?) -> Finding {
    // Nothing was built before 2025.
    guard milliseconds > 1_735_689_600_000 else {
      return .fail("clock", "it is before 2025", "Set it: tokens and message ids carry the time and would be refused.")
    }
    guard let keeper else {
      return .warn(
        "clock", "nothing here is seen to keep it exact",
        "Install systemd-timesyncd or chrony, unless the host of this container does it: tokens and message ids carry the time.")
    }
    return .ok("clock", "kept exact by \(keeper)")
  }

  // MARK: What is measured

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

  /// Who keeps the clock exact, as far as can be seen.
  private static func clockKeeper() -> String? {
    if exists("/run/systemd/timesync/synchronized") { return "systemd-timesyncd" }
    if exists("/run/chrony/chronyd.pid") || exists("/run/chronyd.pid") || exists("/var/run/chrony/chronyd.pid") {
      return "chrony"
    }
    return exists("/run/ntpd.pid") || exists("/var/run/ntpd.pid") ? "ntpd" : nil
  }
}
