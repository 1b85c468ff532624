import MartletProcess
import MartletTesting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file that sets how wrong a server's clock is, for a server that was started to look at it.
final class ClockFile: Sendable {
  let path: String

  init(path: String) throws {
    self.path = path
    try Folder.write(String(repeating: "\0", count: 8), to: path)
  }

  /// Puts the clock off by so much, from now on.
  func set(milliseconds: Int64) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var value = milliseconds
    _ = pwrite(file, &value, MemoryLayout<Int64>.size, 0)
  }
}
