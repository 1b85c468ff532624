import Glibc

/// The calls to the system that a folder of files needs, with errors that say what failed.
///
/// They name no user: paths are left out.
struct Disk: Sendable {
  /// Called before every step that changes the disk, with a name for it.
  ///
  /// If it throws, the operation ends there, as if the process had died.
  let probe: @Sendable (String) throws -> Void

  /// The error for what the system refused.
  static func failure(_ number: Int32, cannot action: String) -> MediaError {
    let reason = String(cString: strerror(number))
    return MediaError(number == ENOSPC || number == EDQUOT ? .full : .failed, "cannot \(action): \(reason)")
  }

  /// Runs `body` with an open file; nil if there is none.
  func withFile<Result>(
    _ path: String, _ flags: Int32, doing action: String, _ body: (Int32) throws -> Result
  ) throws -> Result? {
    let file = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      guard errno == ENOENT else { throw Self.failure(errno, cannot: action) }
      return nil
    }
    defer { close(file) }
    return try body(file)
  }

  /// Makes a directory durably unless it is there.
  func makeDirectory(_ path: String) throws {
    guard access(path, F_OK) != 0 else { return }
    try probe("make a directory")
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(errno, cannot: "make a directory") }
    try syncDirectory(path + "/..")
  }

  /// Syncs the names in a directory.
  func syncDirectory(_ path: String) throws {
    try probe("sync a directory")
    _ = try withFile(path, O_RDONLY | O_DIRECTORY, doing: "open a directory") { directory in
      guard fsync(directory) == 0 else { throw Self.failure(errno, cannot: "sync a directory") }
    }
  }

  func sync(_ file: Int32) throws {
    try probe("sync a file")
    guard fsync(file) == 0 else { throw Self.failure(errno, cannot: "sync a file") }
  }

  /// Writes all bytes at an offset.
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int64) throws {
    try probe("write")
    var (rest, offset) = (bytes, offset)
    while !rest.isEmpty {
      let count = pwrite(file, rest.baseAddress, rest.count, off_t(offset))
      guard count >= 0 || errno == EINTR else { throw Self.failure(errno, cannot: "write") }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
      offset += Int64(max(0, count))
    }
  }

  /// Reads bytes at an offset; fewer than there is room for only at the file's end.
  func read(_ file: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var total = 0
    while total < buffer.count {
      let count = pread(file, buffer.baseAddress?.advanced(by: total), buffer.count - total, off_t(offset) + total)
      guard count >= 0 || errno == EINTR else { throw Self.failure(errno, cannot: "read") }
      if count == 0 { break }
      total += max(0, count)
    }
    return total
  }

  /// All of a small file; nil if there is none.
  func read(_ path: String, atMost limit: Int) throws -> [UInt8]? {
    try withFile(path, O_RDONLY, doing: "read") { file in
      try [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
        count = try read(file, at: 0, into: UnsafeMutableRawBufferPointer(bytes))
      }
    }
  }

  /// The end of the name of a file that is being written to replace another.
  static let unfinished = ".tmp"

  /// Replaces a small file: afterwards the old or the new bytes are there.
  func replace(_ path: String, with bytes: [UInt8], isDurable: Bool) throws {
    let temporary = path + Self.unfinished
    try remove(temporary)
    try probe("create")
    _ = try withFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "create a file") { file in
      try bytes.withUnsafeBytes { try write($0, to: file, at: 0) }
      if isDurable { try sync(file) }
    }
    try probe("rename")
    guard rename(temporary, path) == 0 else { throw Self.failure(errno, cannot: "rename a file") }
  }

  /// Gives a file another name; false if there is no such file, or too many names.
  func link(_ path: String, as other: String) throws -> Bool {
    try probe("link")
    if Glibc.link(path, other) == 0 || errno == EEXIST { return true }
    guard errno == ENOENT || errno == EMLINK else { throw Self.failure(errno, cannot: "link a file") }
    return false
  }

  /// Removes a file if it exists.
  func remove(_ path: String) throws {
    guard access(path, F_OK) == 0 else { return }
    try probe("remove")
    guard unlink(path) == 0 || errno == ENOENT else { throw Self.failure(errno, cannot: "remove a file") }
  }

  /// What the system knows of a file; nil if there is none.
  func status(_ path: String) throws -> stat? {
    var status = stat()
    guard lstat(path, &status) != 0 else { return status }
    guard errno == ENOENT || errno == ENOTDIR else { throw Self.failure(errno, cannot: "look at a file") }
    return nil
  }

  /// The names in a directory; none if it does not exist.
  func names(in path: String) throws -> [String] {
    guard let entries = opendir(path) else {
      guard errno == ENOENT else { throw Self.failure(errno, cannot: "list a directory") }
      return []
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
