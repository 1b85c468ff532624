#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of a database whose very first page was lost with the power before it reached the disk.
///
/// It is one page of zeros without a log or journal beside it. SQLite calls that "not a database"; nothing was ever
/// stored in it, for what is acknowledged is in the log first, so the database begins anew.
enum UnbornFile {
  private static let pageBytes = 4096

  /// Empties the file at `path` where it is such a one; leaves every other alone.
  static func clear(_ path: String) {
    var status = stat()
    guard access(path + "-wal", F_OK) != 0, access(path + "-journal", F_OK) != 0, stat(path, &status) == 0,
      (1...pageBytes).contains(Int(status.st_size))
    else { return }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var page = [UInt8](repeating: 1, count: Int(status.st_size))
    guard pread(descriptor, &page, page.count, 0) == page.count, page.allSatisfy({ $0 == 0 }) else { return }
    _ = ftruncate(descriptor, 0)
  }
}
