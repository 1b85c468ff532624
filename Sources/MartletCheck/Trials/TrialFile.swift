import MartletProcess

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Numbers in a file that inject faults into a process watching the file.
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

  /// A number as it is now, which the process that looks at it may have set; 0 if it cannot be read.
  func number(at index: Int) -> Int64 {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var value: Int64 = 0
    return pread(file, &value, 8, off_t(8 * index)) == 8 ? value : 0
  }
}

/// The same file as it is seen by the process that looks at it: each look is a load from memory.
///
/// `@unchecked Sendable`: the mapping is made once and lasts as long as the process. Threads that write a number all write
/// the same one.
final class TrialNumbers: @unchecked Sendable {
  private let numbers: UnsafeMutableRawPointer
  private let count: Int

  /// Looks at a file from now on; nil if it cannot be mapped.
  init?(file path: String, count: Int) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A read behind the end of a mapped file traps.
    guard lseek(file, 0, SEEK_END) >= 8 * count, let map = mmap(nil, 8 * count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      map != MAP_FAILED
    else { return nil }
    numbers = map
    self.count = count
  }

  subscript(index: Int) -> Int64 { index < count ? numbers.load(fromByteOffset: 8 * index, as: Int64.self) : 0 }

  /// Sets a number that nobody else sets to anything else meanwhile.
  func set(_ value: Int64, at index: Int) {
    if index < count { numbers.storeBytes(of: value, toByteOffset: 8 * index, as: Int64.self) }
  }
}
