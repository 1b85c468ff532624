import MartletCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files of one user's local data in a folder of the operating system.
///
/// The lock lasts as long as this object.
package final class SystemFiles: LocalFiles {
  static let databaseName = "martlet.sqlite"
  static let lockName = "martlet.lock"

  private let path: String
  package let layer: String?
  private let lock: Int32
  /// Counts the objects that have held the lock, this one included.
  ///
  /// Who lets the lock go and gets it again learns from it whether somebody else had it in between. 0 if it could not be counted.
  package let holder: UInt64

  /// Creates the folder (mode 0700) if it is missing, and locks it.
  package init(_ path: String, layer: String? = nil) throws(MartletError) {
    try Self.check(path)
    try Self.makeDirectories(path)
    let lockPath = path + "/" + Self.lockName
    lock = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.systemError("\(lockPath) cannot be opened") }
    self.path = path
    self.layer = layer
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let error = Self.systemError("\(lockPath) cannot be locked")
      close(lock)
      throw isHeld ? MartletError(.directoryInUse, "another client uses \(path)") : error
    }
    holder = Self.count(in: lock)
  }

  deinit {
    // A child process being started may hold a copy of the descriptor for a moment; the lock must not wait for it.
    flock(lock, LOCK_UN)
    close(lock)
  }

  package var databasePath: String { Self.databasePath(in: path) }

  static func databasePath(in path: String) -> String { path + "/" + databaseName }

  /// Whether a folder has a database.
  package static func holdsData(_ path: String) -> Bool { size(databasePath(in: path)) ?? 0 > 0 }

  package func makeDatabase() throws(MartletError) {
    // SQLite gives its other files the mode of this one.
    let file = open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.systemError("\(databasePath) cannot be opened") }
    close(file)
  }

  package func size(of path: String) -> Int64? { Self.size(path) }

  package func putAside(at milliseconds: Int64) throws(MartletError) -> String {
    var kept = "\(databasePath).corrupt-\(milliseconds)"
    var count = 1
    while access(kept, F_OK) == 0 {
      count += 1
      kept = "\(databasePath).corrupt-\(milliseconds)-\(count)"
    }
    // The log goes first: left behind, it would be taken for the log of the new one.
    for suffix in ["-wal", "-shm", ""] where access(databasePath + suffix, F_OK) == 0 {
      guard rename(databasePath + suffix, kept + suffix) == 0 else {
        throw Self.systemError("\(databasePath)\(suffix) cannot be put aside")
      }
    }
    return kept
  }

  /// Adds one to the number in a file, which is 0 while the file is empty.
  ///
  /// It is not synced: nobody who remembers the number before survives a loss of power. 0 if it cannot be written.
  private static func count(in file: Int32) -> UInt64 {
    var number: UInt64 = 0
    let known = withUnsafeMutableBytes(of: &number) { pread(file, $0.baseAddress, $0.count, 0) }
    if known != MemoryLayout<UInt64>.size { number = 0 }
    number = UInt64(littleEndian: number) &+ 1
    var stored = number.littleEndian
    let written = withUnsafeMutableBytes(of: &stored) { pwrite(file, $0.baseAddress, $0.count, 0) }
    return written == MemoryLayout<UInt64>.size ? number : 0
  }

  // MARK: Erasing

  /// Deletes a user's data from a folder; does nothing if there is none.
  ///
  /// The lock's file stays. If it were deleted, a client could hold the deleted file's lock while another one holds the lock of
  /// its successor; and a suspended client would not learn from the count that its data is gone.
  static func erase(_ path: String) throws(MartletError) {
    try check(path)
    guard access(path + "/" + lockName, F_OK) == 0 || holdsData(path) else { return }
    try SystemFiles(path).eraseAll()
  }

  private func eraseAll() throws(MartletError) {
    // The log goes before the database, as in `putAside`; so do copies that were put aside.
    for name in try names().filter({ $0.hasPrefix(Self.databaseName) }).sorted(by: >) {
      guard unlink(path + "/" + name) == 0 || errno == ENOENT else { throw Self.systemError("\(path)/\(name) cannot be deleted") }
    }
    try KeptFiles.erase(in: path)
    let folder = open(path, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.systemError("\(path) cannot be opened") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Self.systemError("\(path) cannot be synced") }
  }

  private func names() throws(MartletError) -> [String] {
    guard let entries = opendir(path) else { throw Self.systemError("\(path) cannot be read") }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  // MARK: The file system

  private static func check(_ path: String) throws(MartletError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw MartletError(.configurationInvalid, "the directory needs a path", field: "directory")
    }
  }

  private static func makeDirectories(_ path: String) throws(MartletError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw MartletError(.configurationInvalid, "\(path) is not a directory", field: "directory")
      }
      return
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeDirectories(String(path[..<slash])) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw systemError("\(path) cannot be made") }
  }

  private static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  private static func systemError(_ what: String) -> MartletError {
    let number = errno
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return MartletError(number == ENOSPC || number == EDQUOT ? .storageFull : .storageFailed, "\(what): \(reason)")
  }
}

extension LocalFolder {
  /// Creates a folder (mode 0700) if it is missing, and locks it.
  package convenience init(_ path: String, layer: String? = nil) throws(MartletError) {
    self.init(try SystemFiles(path, layer: layer))
  }
}
