#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// This process's resource usage, from the operating system.
package enum ProcessUsage {
  /// Bytes of the process that are in RAM, or nil if the system does not tell.
  package static var residentBytes: Int64? {
    #if os(Linux)
      // The second number is the resident size in pages; the whole line is shorter than the buffer.
      let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var line = [UInt8](repeating: 0, count: 256)
      let count = line.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      let fields = line.prefix(count).split(separator: UInt8(ascii: " "))
      guard fields.count > 1, let pages = Int64(String(decoding: fields[1], as: UTF8.self)) else { return nil }
      return pages.multipliedReportingOverflow(by: Int64(sysconf(Int32(_SC_PAGESIZE)))).partialValue
    #else
      return nil
    #endif
  }

  /// Nanoseconds of CPU the process used, its own and the kernel's for it.
  package static var cpuNanoseconds: Int64? {
    var used = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0 else { return nil }
    return Int64(used.tv_sec) &* 1_000_000_000 &+ Int64(used.tv_nsec)
  }
}
