#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps a directory for one store at a time, in this process or another.
///
/// Gone with its last reference, and with the process however it ends.
final class DirectoryLock: Sendable {
  private let file: Int32

  /// Takes the lock without waiting.
  init(directory: String) throws {
    let path = directory + "/store.lock"
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.refusal(directory, errno) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      // `deinit` closes the file: all is set by now.
      let number = errno
      guard number == EWOULDBLOCK else { throw StoreError(.failed, "\(path) cannot be locked (system error \(number))") }
      throw StoreError(.busy, "\(directory) is in use by another process; stop that process, or choose another directory")
    }
  }

  deinit {
    // A child process being started may hold a copy of the descriptor for a moment; the lock must not wait for it.
    flock(file, LOCK_UN)
    close(file)
  }

  private static func refusal(_ directory: String, _ number: Int32) -> StoreError {
    switch number {
    case EROFS, EACCES, EPERM: StoreError(.readOnly, "\(directory) cannot be written: check its owner, mode and file system")
    case ENOSPC, EDQUOT: StoreError(.full, "no space is left for \(directory)")
    case ENOENT: StoreError(.failed, "\(directory) does not exist")
    case ENOTDIR: StoreError(.failed, "\(directory) is not a directory")
    default: StoreError(.failed, "\(directory) cannot be opened (system error \(number))")
    }
  }
}
