#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A database's file that only its owner may read; SQLite gives the files beside it the same mode.
enum PrivateFile {
  /// Creates an empty file at `path` unless it exists.
  ///
  /// If that fails, SQLite opens the file next and reports the reason.
  static func make(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }
}
