#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open directory and the operations on files in it that leave either the old or the new state,
/// wherever the process dies.
struct Directory: Sendable {
  /// The operations that change the disk or depend on it, in the order in which they happen.
  enum Step: Sendable, Hashable {
    case make, syncParent, open, lock
    case create(String), write(String), sync(String), rename(String), syncDirectory, read(String), remove(String)
    case place
  }

  /// Called before every step.
  ///
  /// If it throws, the operation ends there, as if the process had died.
  typealias Probe = @Sendable (Step) throws -> Void

  let path: String
  let descriptor: Int32
  private let probe: Probe

  /// Opens the directory, or creates it with access for its owner only.
  ///
  /// The caller closes the descriptor.
  static func openOrMake(_ path: String, probe: @escaping Probe) throws -> Directory {
    try probe(.make)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw ServerError.system(errno, cannot: "create \(path)") }
    // Also for an existing directory: the process that created it may have died before this.
    try probe(.syncParent)
    try syncParent(of: path)
    return try open(path, probe: probe)
  }

  /// Opens a directory that exists.
  static func open(_ path: String, probe: @escaping Probe) throws -> Directory {
    try probe(.open)
    let descriptor = openFile(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ServerError.system(errno, cannot: "open \(path)") }
    let directory = Directory(path: path, descriptor: descriptor, probe: probe)
    do {
      try directory.check(descriptor, path: path, kind: .directory)
    } catch {
      close(descriptor)
      throw error
    }
    return directory
  }

  /// Opens a directory that others may enter too, to read private files in it.
  static func openAny(_ path: String) throws -> Directory {
    let descriptor = openFile(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ServerError.system(errno, cannot: "open \(path)") }
    return Directory(path: path, descriptor: descriptor, probe: { _ in })
  }

  /// The path of a file in this directory, for messages.
  func path(of name: String) -> String { Self.path(of: name, in: path) }

  /// The path of a file of a directory.
  static func path(of name: String, in directory: String) -> String {
    directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }

  /// The directory that something is in, by the text of its path.
  static func parent(of path: String) -> String {
    let name = path.reversed().drop { $0 == "/" }.prefix { $0 != "/" }.count
    let end = path.reversed().prefix { $0 == "/" }.count
    let parent = path.dropLast(name + end)
    return parent.isEmpty ? "." : String(parent)
  }

  /// Replaces a file atomically; only its owner can access it.
  func replace(_ name: String, with bytes: [UInt8]) throws {
    let temporary = name + ".new"
    try remove(temporary)
    try probe(.create(temporary))
    let file = openFile(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ServerError.system(errno, cannot: "create \(path(of: temporary))") }
    do {
      defer { close(file) }
      try probe(.write(temporary))
      try write(bytes, to: file, name: temporary)
      try probe(.sync(temporary))
      guard fsync(file) == 0 else { throw ServerError.system(errno, cannot: "write \(path(of: temporary))") }
    } catch {
      try? remove(temporary)
      throw error
    }
    try probe(.rename(name))
    guard renameat(descriptor, temporary, descriptor, name) == 0 else {
      throw ServerError.system(errno, cannot: "write \(path(of: name))")
    }
    try sync()
  }

  /// The content of a file of at most `limit` bytes that only its owner can access; nil if the file does not exist.
  func read(_ name: String, limit: Int) throws -> [UInt8]? { try read(name, limit: limit, isPrivate: true) }

  /// As `read`, of a file that others may reach too.
  func readAny(_ name: String, limit: Int) throws -> [UInt8]? { try read(name, limit: limit, isPrivate: false) }

  private func read(_ name: String, limit: Int, isPrivate: Bool) throws -> [UInt8]? {
    try probe(.read(name))
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    let file = openFile(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      guard errno != ENOENT else { return nil }
      throw ServerError.system(errno, cannot: "read \(path(of: name))")
    }
    defer { close(file) }
    if isPrivate { try check(file, path: path(of: name), kind: .file) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while content.count <= limit {
      let count = buffer.withUnsafeMutableBytes { readBytes(file, $0.baseAddress, $0.count) }
      guard count != 0 else { return content }
      if count > 0 {
        content += buffer.prefix(count)
      } else if errno != EINTR {
        throw ServerError.system(errno, cannot: "read \(path(of: name))")
      }
    }
    throw ServerError(.malformed, "\(path(of: name)) is larger than \(limit) bytes.")
  }

  /// Whether there is something of this name.
  func exists(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Whether there is nothing in it.
  func isEmpty() throws -> Bool {
    guard let entries = opendir(path) else { throw ServerError.system(errno, cannot: "read \(path)") }
    defer { closedir(entries) }
    var count = 0
    // Itself and its parent are always there.
    while count <= 2, readdir(entries) != nil { count += 1 }
    return count <= 2
  }

  /// Removes a file if it exists.
  func remove(_ name: String) throws {
    try probe(.remove(name))
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw ServerError.system(errno, cannot: "remove \(path(of: name))")
    }
  }

  /// Renames the directory to its final path, durably; fails if a non-empty directory exists there.
  func place(at final: String) throws {
    try probe(.place)
    guard rename(path, final) == 0 else { throw ServerError.system(errno, cannot: "rename \(path) to \(final)") }
    try probe(.syncParent)
    try Self.syncParent(of: final)
  }

  /// Removes a Unix socket if there is one, but nothing else that has its name.
  func removeSocket(_ name: String) throws { if try hasSocket(name) { try remove(name) } }

  /// Whether there is a socket of this name.
  ///
  /// Throws `ServerError` with code `.foreign` if something else has its name.
  func hasSocket(_ name: String) throws -> Bool {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ServerError(.foreign, "\(path(of: name)) is not a socket. Move it away.")
    }
    return true
  }

  /// Takes an exclusive lock on a file, which is created if missing, and writes the process id into it.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - isPatient: Called after each attempt that found another holder; true to try again.
  /// - Returns: The descriptor that holds the lock until `unlock`; the kernel releases it when the process dies.
  /// - Throws: `ServerError` with code `.inUse` naming the holder.
  func lock(_ name: String, isPatient: () -> Bool) throws -> Int32 {
    try probe(.lock)
    let file = openFile(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ServerError.system(errno, cannot: "create \(path(of: name))") }
    do {
      try check(file, path: path(of: name), kind: .file)
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else { throw ServerError.system(errno, cannot: "lock \(path(of: name))") }
        guard errno == EINTR || isPatient() else { throw inUse(lockFile: file) }
      }
      guard ftruncate(file, 0) == 0 else { throw ServerError.system(errno, cannot: "write \(path(of: name))") }
      try write(Array("\(getpid())\n".utf8), to: file, name: name)
      return file
    } catch {
      unlock(file)
      throw error
    }
  }

  private func inUse(lockFile: Int32) -> ServerError {
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = buffer.withUnsafeMutableBytes { pread(lockFile, $0.baseAddress, $0.count, 0) }
    let holder = Int32(String(decoding: buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    let process = holder.map { "process \($0)" } ?? "another process"
    return ServerError(
      .inUse, "\(path) is in use by \(process). Stop it first, or choose another data directory with --data.")
  }

  private func check(_ file: Int32, path: String, kind: PrivateFile.Kind) throws {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw ServerError.system(errno, cannot: "open \(path)") }
    try PrivateFile.check(path: path, mode: status.st_mode, owner: status.st_uid, user: geteuid(), kind: kind)
  }

  private func write(_ bytes: [UInt8], to file: Int32, name: String) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = writeBytes(file, rest.baseAddress, rest.count)
        guard count >= 0 || errno == EINTR else { throw ServerError.system(errno, cannot: "write \(path(of: name))") }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
      }
    }
  }

  /// Syncs the names in the directory to disk.
  func sync() throws {
    try probe(.syncDirectory)
    guard fsync(descriptor) == 0 else { throw ServerError.system(errno, cannot: "write \(path)") }
  }

  /// Syncs the directory's own name to disk.
  static func syncParent(of path: String) throws {
    let parent = openFile(AT_FDCWD, path + "/..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A parent that permits passing through but not listing was set up by another user, who created the name.
    guard parent >= 0 || errno != EACCES else { return }
    guard parent >= 0 else { throw ServerError.system(errno, cannot: "open the directory of \(path)") }
    defer { close(parent) }
    guard fsync(parent) == 0 else { throw ServerError.system(errno, cannot: "write the directory of \(path)") }
  }
}

// The C functions whose names are taken by methods above.
private func openFile(_ directory: Int32, _ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  openat(directory, path, flags, mode)
}

private func readBytes(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}

private func writeBytes(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// Releases a lock taken by `Directory.lock`, and closes its descriptor.
func unlock(_ file: Int32) {
  // A child process being started may hold a copy of the descriptor for a moment; the lock must not wait for it.
  flock(file, LOCK_UN)
  close(file)
}

/// Closes a descriptor, in scopes where `close` is a method.
func closeFile(_ file: Int32) { close(file) }
