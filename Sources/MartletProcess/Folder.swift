#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files and directories of this machine.
package enum Folder {
  /// Makes a new directory in another, whose name begins so.
  package static func make(_ name: String, in parent: String) throws -> String {
    var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ProcessError("cannot create a directory in \(parent)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a directory unless it is there.
  package static func ensure(_ path: String) throws {
    guard mkdir(path, 0o700) != 0 else { return }
    guard errno == EEXIST else { throw failed("made", path) }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw ProcessError("\(path) is not a directory") }
  }

  /// Removes a file, or a directory and everything in it.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// The names in a directory, ascending; empty if it cannot be read.
  package static func names(in path: String) -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The size of a file in bytes; 0 if it does not exist.
  package static func size(_ path: String) -> UInt64 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }

  /// A descriptor to append to a file, which is made.
  package static func log(_ path: String) throws -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failed("written", path) }
    return file
  }

  /// The text of a file; empty if it cannot be read.
  package static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while let count = readPart(of: file, &part) {
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part.prefix(count)
    }
    return ""
  }

  /// Writes a file anew.
  package static func write(_ text: String, to path: String) throws {
    let file = try emptied(path)
    defer { close(file) }
    var text = text
    guard text.withUTF8({ writeAll(UnsafeRawBufferPointer($0), to: file) }) else { throw failed("written", path) }
  }

  /// Appends to a file that is open for writing.
  package static func append(_ text: String, to file: Int32) throws {
    var text = text
    guard text.withUTF8({ writeAll(UnsafeRawBufferPointer($0), to: file) }) else {
      throw ProcessError("a file cannot be written (system error \(errno))")
    }
  }

  /// Copies a file; a missing file leaves no copy.
  package static func copy(_ source: String, to target: String) throws {
    let from = open(source, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else {
      guard errno != ENOENT else { return }
      throw failed("read", source)
    }
    defer { close(from) }
    let to = try emptied(target)
    defer { close(to) }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard let count = readPart(of: from, &part) else { throw failed("read", source) }
      guard count > 0 else { return }
      guard part.withUnsafeBytes({ writeAll(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: to) }) else {
        throw failed("written", target)
      }
    }
  }

  /// A descriptor to write a file with, which is made, or cut to nothing.
  private static func emptied(_ path: String) throws -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failed("written", path) }
    return file
  }

  private static func failed(_ what: String, _ path: String) -> ProcessError {
    ProcessError("\(path) cannot be \(what) (system error \(errno))")
  }

  /// Writes over the beginning of a file, up to 4 KiB, so that no program takes it for one of its own.
  ///
  /// - Returns: Whether there was anything to write over.
  @discardableResult
  package static func damage(_ path: String, _ random: inout some RandomNumberGenerator) -> Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let count = Int(min(lseek(file, 0, SEEK_END), off_t.random(in: 64...4096, using: &random)))
    guard count > 0 else { return false }
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    return pwrite(file, bytes, count, 0) == count
  }
}

// At file level, where `write` is the system's.

/// Reads the next bytes of a file, none at its end; nil if that fails, with the reason in `errno`.
private func readPart(of file: Int32, _ part: inout [UInt8]) -> Int? {
  while true {
    let count = read(file, &part, part.count)
    if count < 0, errno == EINTR { continue }
    return count < 0 ? nil : count
  }
}

/// Writes all of the bytes; false if that fails, with the reason in `errno`.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(file, rest.baseAddress, rest.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}
