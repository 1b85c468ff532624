#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the kernel says a process has used so far.
package struct ProcessSample: Sendable, Equatable {
  /// Microseconds of CPU, its own and the kernel's for it; steps of 10 ms.
  package var cpuMicroseconds: UInt64
  package var residentBytes: UInt64
  /// Bytes it had written to disks; nil where that may not be known.
  package var writtenBytes: UInt64?

  /// Reads it from `/proc`.
  ///
  /// - Parameter process: Its id.
  /// - Returns: Nil where there is no such process, or no `/proc`.
  package static func of(_ process: Int32) -> ProcessSample? {
    guard let stat = FileContent.text("/proc/\(process)/stat"), let memory = FileContent.text("/proc/\(process)/statm"),
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

  /// How many descriptors a process has open.
  static func openDescriptors(of process: Int32) -> Int { FileContent.names(in: "/proc/\(process)/fd").count }

  private static func writtenBytes(_ process: Int32) -> UInt64? {
    let line = FileContent.text("/proc/\(process)/io")?.split(separator: "\n").first { $0.hasPrefix("write_bytes: ") }
    return line.flatMap { UInt64($0.dropFirst("write_bytes: ".count)) }
  }
}

/// What a thread has had of the processors so far, in nanoseconds.
struct ThreadSample: Sendable, Equatable {
  var used: UInt64
  /// Ready to run, while others ran; 0 where the kernel does not tell.
  var waited: UInt64

  /// That of the thread that asks.
  static var own: ThreadSample {
    let fields = FileContent.text("/proc/thread-self/schedstat")?.split(separator: " ").prefix(2).compactMap { UInt64($0) } ?? []
    var used = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0 else { return ThreadSample(used: 0, waited: 0) }
    let nanoseconds = UInt64(max(0, used.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, used.tv_nsec))
    return ThreadSample(used: nanoseconds, waited: fields.count == 2 ? fields[1] : 0)
  }
}

/// Files and directories, read whole.
enum FileContent {
  /// The text of a small file; nil where it cannot be read.
  static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      let count = read(file, &part, part.count)
      guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
      bytes += part.prefix(count)
    }
    return nil
  }

  /// The names in a directory; none where it cannot be read.
  static func names(in path: String) -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes of a file; 0 where there is none.
  static func size(_ path: String) -> UInt64 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }
}
