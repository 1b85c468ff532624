import MartletStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A backup in the making: a directory beside its final path, with a mark in it that prevents a server from starting there.
///
/// It is renamed to its final path when it is complete and on disk. So the final path never names a partial backup, even if the
/// process is killed.
struct UnfinishedBackup {
  /// Marks the directory as unfinished; no server starts on it.
  static let marker = "unfinished-backup"
  private static let suffix = ".unfinished"
  /// The files that a backup can contain at any moment.
  private static let parts = [
    "store.db", "store.db-journal", "store.db-wal", "store.db-shm", "journal.db", "journal.db-journal", "journal.db-wal",
    "journal.db-shm", "apps.json", "apps.json.new", "martlet.conf", "martlet.conf.new", "lock", "store.lock",
    marker + ".new", marker,
  ]

  /// The final path.
  let path: String
  /// The directory that holds the backup until it is complete.
  var directory: String { files.path }
  private let files: Directory

  /// Begins a backup, and removes the leftovers of an earlier attempt at this path.
  ///
  /// - Parameters:
  ///   - path: The final path. Nothing may exist there, but its parent directory must.
  ///   - probe: Called before every step.
  /// - Throws: `ServerError` if something exists there, or nothing can be created there.
  init(at path: String, probe: @escaping Directory.Probe = { _ in }) throws {
    var status = stat()
    guard lstat(path, &status) != 0 else {
      throw ServerError(.foreign, "\(path) already exists. Choose a directory that does not exist yet.")
    }
    self.path = path
    let made = try Directory.openOrMake(path + Self.suffix, probe: probe)
    files = made
    do {
      if made.exists(Self.marker) || made.exists(Self.marker + ".new") { try Self.removeParts(of: made) }
      guard try made.isEmpty() else {
        throw ServerError(.foreign, "\(made.path) exists and is not an unfinished backup. Move it away.")
      }
      try made.replace(Self.marker, with: [])
    } catch {
      closeFile(made.descriptor)
      throw error
    }
  }

  /// Adds a file.
  func add(_ name: String, _ content: [UInt8]) throws { try files.replace(name, with: content) }

  /// Renames it to its final path.
  func finish() throws {
    try files.remove(Self.marker)
    try files.sync()
    try files.place(at: path)
    closeFile(files.descriptor)
  }

  /// Removes it.
  func discard() {
    try? Self.removeParts(of: files)
    rmdir(files.path)
    closeFile(files.descriptor)
  }

  /// The mark goes last.
  private static func removeParts(of directory: Directory) throws {
    for name in parts { try directory.remove(name) }
  }
}
