import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checks the disk that holds a data directory.
enum DiskChecks {
  /// Checks the disk of an existing directory.
  static func all(at path: String, time: any TimeSource) -> [Finding] {
    var findings = [space(at: path), fileSystem(type: fileSystemType(at: path))]
    switch syncTimes(in: path, time: time) {
    case .success(let times): findings.append(sync(nanoseconds: times))
    case .failure(let error):
      findings.append(.fail("disk writing", "\(path) cannot be written: \(systemError(error.number))", advice(for: error.number)))
    }
    return findings
  }

  // MARK: Judgements

  static func space(free: UInt64, nodes: UInt64) -> Finding {
    let text = "\(free >> 20) MB free"
    let advice = "Free some space. On a full disk the server can be read, but stores nothing new."
    if free < 100 << 20 { return .fail("disk space", text, advice) }
    if nodes < 100 { return .fail("disk space", "room for \(nodes) more files", advice) }
    return free < 1 << 30 ? .warn("disk space", text, advice) : .ok("disk space", text)
  }

  static func fileSystem(type: String?) -> Finding {
    guard let type else { return .ok("file system", "of unknown type") }
    switch type {
    case "tmpfs", "ramfs":
      return .warn(
        "file system", "\(type): in memory", "All data is lost when the machine stops. Choose another place for --data.")
    case "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs":
      return .fail("file system", "\(type): over a network", "SQLite's write-ahead log is not safe there. Use a local disk.")
    default: return .ok("file system", type)
    }
  }

  /// Judges how long each of several writes took to reach the disk.
  static func sync(nanoseconds: [UInt64]) -> Finding {
    let sorted = nanoseconds.sorted()
    guard let slowest = sorted.last else { return .ok("disk writing", "not measured") }
    let median = sorted[sorted.count / 2]
    let text = "a write reaches the disk in \(milliseconds(median)) ms (slowest of \(sorted.count): \(milliseconds(slowest)) ms)"
    if median < 10000 {
      return .warn(
        "disk writing", text,
        "No disk is that fast: a cache holds the writes, so a loss of power loses acknowledged messages. Use another disk."
      )
    }
    guard median > 20_000_000 else { return .ok("disk writing", text) }
    return .warn("disk writing", text, "Each message waits for about one such write. An SSD takes less than 5 ms.")
  }

  /// With two digits after the point, as `0.25`.
  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    let hundredths = (nanoseconds / 10000) % 100
    return "\(nanoseconds / 1_000_000).\(hundredths < 10 ? "0" : "")\(hundredths)"
  }

  private static func advice(for number: Int32) -> String {
    switch number {
    case EROFS: "The file system is read-only. Mount it writable, or choose another place for --data."
    case EACCES, EPERM: "Let this user write there, or choose another place for --data."
    case ENOSPC, EDQUOT: "The disk is full. Free some space."
    default: "Read the system's log (dmesg). The disk may be failing."
    }
  }

  // MARK: Measurements

  struct SystemFailure: Error { let number: Int32 }

  private static func space(at path: String) -> Finding {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else {
      return .fail(
        "disk space", "cannot be read: \(systemError(errno))", "Check that \(path) exists, and that this user may enter it.")
    }
    let (free, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    // Some file systems have no fixed number of nodes and say 0 of 0.
    return space(free: overflow ? .max : free, nodes: status.f_files == 0 ? .max : UInt64(status.f_favail))
  }

  /// Measures how long small writes take to reach the disk.
  private static func syncTimes(in path: String, time: any TimeSource) -> Result<[UInt64], SystemFailure> {
    let name = "\(path)/.doctor-\(getpid())"
    let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return .failure(SystemFailure(number: errno)) }
    defer {
      close(file)
      unlink(name)
    }
    let block = [UInt8](repeating: 0x4D, count: 4096)
    var times: [UInt64] = []
    for index in 0..<16 {
      let start = time.monotonicNanoseconds
      guard pwrite(file, block, block.count, off_t(index * block.count)) == block.count, fsync(file) == 0 else {
        return .failure(SystemFailure(number: errno))
      }
      times.append(time.monotonicNanoseconds &- start)
    }
    return .success(times)
  }

  private static func fileSystemType(at path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return fileText("/proc/self/mountinfo").flatMap { mountType(of: String(cString: resolved), in: $0) }
  }

  /// The type of the file system a path is on, by the longest mount point it lies under.
  ///
  /// The path is absolute and without links; the mounts are /proc/self/mountinfo, in which `-` stands between a mount's
  /// options and its type.
  static func mountType(of path: String, in mounts: String) -> String? {
    var best: (length: Int, type: String)?
    for line in mounts.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else { continue }
      let point = unescaped(words[4])
      let isUnder = point == "/" || path == point || path.hasPrefix(point + "/")
      // Of several mounts on one point, the last covers the others.
      if isUnder, point.utf8.count >= best?.length ?? 0 { best = (point.utf8.count, String(words[dash + 1])) }
    }
    return best?.type
  }

  /// Mount points have blanks and backslashes as `\` and three octal digits.
  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var result: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
        result.append(value)
        rest = rest.dropFirst(3)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
