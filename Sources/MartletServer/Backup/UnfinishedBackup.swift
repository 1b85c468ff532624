import MartletStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A backup in the making: a directory beside the place where it is to be, with a mark in it that no server starts on.
///
/// It gets its name when it is whole and on the disk. So whatever ends the process meanwhile, there is never part of a
/// backup under that name.
struct UnfinishedBackup {
  /// Says that the rest is of no use; no server uses a directory that holds it.
  static let marker = "unfinished-backup"
  private static let suffix = ".unfinished"
  /// What a backup may consist of at any moment.
  private static let parts = [
    "store.db", "store.db-journal", "store.db-wal", "store.db-shm", "journal.db", "journal.db-journal", "journal.db-wal",
    "journal.db-shm", "apps.json", "apps.json.new", "martlet.conf", "martlet.conf.new", "lock", "store.lock",
    marker + ".new", marker,
  ]

  /// Where it is to be.
  let path: String
  /// Where it is made.
  var directory: String { files.path }
  private let files: Directory

  /// Begins; what an earlier try left at this place is removed.
  ///
  /// - Parameters:
  ///   - path: Where it is to be; there must be nothing, but the directory it is in.
  ///   - probe: Called before every step.
  /// - Throws: `ServerError` where there is something already, or nothing can be made there.
  init(at path: String, probe: @escaping Directory.Probe = { _ in }) throws {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw ServerError(.foreign, "\(path) exists. Choose a directory that does not.") }
    self.path = path
    let made = try Directory.openOrMake(path + Self.suffix, probe: probe)
    files = made
    do {
      if made.exists(Self.marker) || made.exists(Self.marker + ".new") { try Self.removeParts(of: made) }
      guard try made.isEmpty() else {
        throw ServerError(.foreign, "\(made.path) exists and is no unfinished backup. Move it away.")
      }
      try made.replace(Self.marker, with: [])
    } catch {
      closeFile(made.descriptor)
      throw error
    }
  }

  /// Adds a file.
  func add(_ name: String, _ content: [UInt8]) throws { try files.replace(name, with: content) }

  /// Gives it its name.
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
