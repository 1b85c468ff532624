#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The resource usage of a process so far, from the kernel.
package struct ProcessSample: Sendable, Equatable {
  /// Microseconds of CPU, its own and the kernel's for it; steps of 10 ms.
  package var cpuMicroseconds: UInt64
  package var residentBytes: UInt64
  /// Bytes it had written to disks; nil if that may not be known.
  package var writtenBytes: UInt64?

  /// Reads the usage from `/proc`.
  ///
  /// - Parameter process: Its id.
  /// - Returns: The usage; nil if the process or `/proc` does not exist.
  package static func of(_ process: Int32) -> ProcessSample? {
    let (stat, memory) = (Folder.text("/proc/\(process)/stat"), Folder.text("/proc/\(process)/statm"))
    guard
      // The name, in parentheses, may hold anything.
      let end = stat.lastIndex(of: ")")
    else { return nil }
    // From the state on: user and system time are the fields 14 and 15 of the whole.
    let fields = stat[end...].split(separator: " ").dropFirst()
    let times = fields.dropFirst(11).prefix(2).compactMap { UInt64($0) }
    guard times.count == 2, let pages = memory.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) }) else { return nil }
    let ticks = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return ProcessSample(
      cpuMicroseconds: (times[0] &+ times[1]) &* (1_000_000 / ticks),
      residentBytes: pages &* UInt64(max(1, sysconf(Int32(_SC_PAGESIZE)))),
      writtenBytes: writtenBytes(process))
  }

  /// The number of a process's open descriptors.
  package static func openDescriptors(of process: Int32) -> Int { Folder.names(in: "/proc/\(process)/fd").count }

  private static func writtenBytes(_ process: Int32) -> UInt64? {
    let line = Folder.text("/proc/\(process)/io").split(separator: "\n").first { $0.hasPrefix("write_bytes: ") }
    return line.flatMap { UInt64($0.dropFirst("write_bytes: ".count)) }
  }
}
