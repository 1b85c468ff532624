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
    guard mkdtemp(&template) != nil else { throw ProcessError("no directory can be made in \(parent)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a directory unless it is there.
  package static func ensure(_ path: String) { mkdir(path, 0o700) }

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

  /// The names in a directory, ascending; none where it cannot be read.
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

  /// The bytes of a file; 0 where there is none.
  package static func size(_ path: String) -> UInt64 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }

  /// A descriptor to append to a file, which is made.
  package static func log(_ path: String) throws -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ProcessError("\(path) cannot be written (system error \(errno))") }
    return file
  }

  /// The text of a file; empty where it cannot be read.
  package static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &part, part.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += part.prefix(count)
    }
  }

  package static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ProcessError("\(path) cannot be written (system error \(errno))") }
    defer { close(file) }
    var text = text
    let written = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(file, rest.baseAddress, rest.count)
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    guard written else { throw ProcessError("\(path) cannot be written (system error \(errno))") }
  }

  /// Copies a file; one that is not there leaves none.
  package static func copy(_ source: String, to target: String) throws {
    let from = open(source, O_RDONLY | O_CLOEXEC)
    guard from >= 0 else { return }
    defer { close(from) }
    let to = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard to >= 0 else { throw ProcessError("\(target) cannot be written (system error \(errno))") }
    defer { close(to) }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(from, &part, part.count)
      guard count > 0 else { return }
      guard part.withUnsafeBytes({ Glibc.write(to, $0.baseAddress, count) }) == count else {
        throw ProcessError("\(target) cannot be written (system error \(errno))")
      }
    }
  }

  /// Writes over some bytes of a file, or cuts it; whatever is there stays otherwise.
  package static func damage(_ path: String, _ random: inout some RandomNumberGenerator) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    guard size > 0 else { return }
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      var byte = UInt8.random(in: 0...255, using: &random)
      _ = pwrite(file, &byte, 1, off_t.random(in: 0..<size, using: &random))
    }
  }
}
