import MartletProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file system of its own, in memory, that can be filled.
final class SmallDisk: Sendable {
  let path: String

  /// Makes one at an empty directory.
  ///
  /// - Throws: `CheckError` with the reason where that may not be done, as by anyone but root.
  init(at path: String, megabytes: Int) throws {
    try Folder.ensure(path)
    #if canImport(Darwin)
      throw CheckError("file systems in memory need Linux")
    #else
      guard mount("martlet-check", path, "tmpfs", 0, "size=\(megabytes)m,mode=0700") == 0 else {
        throw CheckError(
          errno == EPERM ? "only root may mount a file system" : "cannot mount a file system (system error \(errno))")
      }
      self.path = path
    #endif
  }

  /// Takes all the space there is.
  func fill() {
    let file = open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    for size in [1 << 16, 4096, 512, 1] {
      while zeros.withUnsafeBytes({ write(file, $0.baseAddress, size) }) > 0 {}
    }
  }

  func free() { unlink(path + "/ballast") }

  /// Takes it away, with everything in it.
  func remove() {
    #if !canImport(Darwin)
      umount2(path, Int32(MNT_DETACH))
    #endif
    rmdir(path)
  }
}
