import MartletProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Numbers in a file that set what befalls a process which was started to look at it.
final class TrialFile: Sendable {
  let path: String

  init(path: String, count: Int = 1) throws {
    self.path = path
    try Folder.write(String(repeating: "\0", count: 8 * count), to: path)
  }

  /// Sets a number, from now on.
  func set(_ value: Int64, at index: Int = 0) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    var value = value
    _ = pwrite(file, &value, 8, off_t(8 * index))
  }
}

/// The same file as it is seen by the process that looks at it: each look is a load from memory.
///
/// `@unchecked Sendable`: the mapping is made once, lasts as long as the process, and is only read here.
final class TrialNumbers: @unchecked Sendable {
  private let numbers: UnsafeRawPointer
  private let count: Int

  /// Looks at a file from now on; nil where it cannot be mapped.
  init?(file path: String, count: Int) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A read behind the end of a mapped file traps.
    guard lseek(file, 0, SEEK_END) >= 8 * count, let map = mmap(nil, 8 * count, PROT_READ, MAP_SHARED, file, 0),
      map != MAP_FAILED
    else { return nil }
    numbers = UnsafeRawPointer(map)
    self.count = count
  }

  subscript(index: Int) -> Int64 { index < count ? numbers.load(fromByteOffset: 8 * index, as: Int64.self) : 0 }
}
