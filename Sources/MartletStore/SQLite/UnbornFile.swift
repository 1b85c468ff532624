#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of a database whose first page was lost in a power failure before it reached the disk.
///
/// It is one page of zeros without a log or journal beside it. SQLite calls that "not a database". Nothing was ever stored in it,
/// because every acknowledged write is in the log first, so the database starts empty.
enum UnbornFile {
  private static let pageBytes = 4096

  /// Empties the file at `path` if it is such a file; leaves all others alone.
  static func clear(_ path: String) { if isUnborn(path) { truncate(path, 0) } }

  /// True if the file at `path` is such a file.
  static func isUnborn(_ path: String) -> Bool {
    var status = stat()
    guard access(path + "-wal", F_OK) != 0, access(path + "-journal", F_OK) != 0, stat(path, &status) == 0,
      (1...pageBytes).contains(Int(status.st_size))
    else { return false }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var page = [UInt8](repeating: 1, count: Int(status.st_size))
    return pread(descriptor, &page, page.count, 0) == page.count && page.allSatisfy { $0 == 0 }
  }
}
