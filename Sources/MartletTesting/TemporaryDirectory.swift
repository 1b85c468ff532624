import MartletProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory that is deleted with its contents when its last reference goes away.
///
/// If a process is killed first, the next process that creates such a directory deletes it.
public final class TemporaryDirectory: Sendable {
  /// The directory's path.
  public let path: String
  /// Open, and locked, for as long as it is used: the lock ends with the process, however that ends.
  private let lock: Int32

  /// The prefix of all their names.
  static let prefix = "martlet-test-"
  /// One that is being made is not locked yet.
  private static let madeWithin: Int = 60

  /// Creates an empty directory.
  ///
  /// - Parameter inMemory: True to use a file system in memory if there is room. Suits tests that commit often and would only
  ///   wait for the disk.
  /// - Throws: `TestError` if the directory cannot be created.
  public convenience init(inMemory: Bool = false) throws {
    try self.init(in: inMemory && Self.hasRoom(Self.memory) ? Self.memory : Self.usual)
  }

  /// Creates an empty directory in another one.
  package init(in parent: String) throws {
    _ = Self.abandonedAreGone
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestError("cannot create a directory in \(parent)") }
    let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = made
    lock = Self.locked(made) ?? -1
  }

  deinit {
    Folder.remove(path)
    if lock >= 0 { close(lock) }
  }

  private static let memory = "/dev/shm"
  private static var usual: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// Returns the path of a file in the directory.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Runs `body` with the path of a new empty directory, then deletes it with its contents.
  ///
  /// - Throws: `TestError` if the directory cannot be created, and the errors of `body`.
  public static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = try TemporaryDirectory()
    let result = try await body(directory.path)
    withExtendedLifetime(directory) {}
    return result
  }

  // MARK: Leftovers of other processes

  /// Once in each process.
  private static let abandonedAreGone: Void = {
    for parent in [usual, memory] { removeAbandoned(in: parent) }
  }()

  /// Removes the directories in a place that nobody uses any more.
  static func removeAbandoned(in parent: String) {
    for name in Folder.names(in: parent) where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
        status.st_mtim.tv_sec < time(nil) - madeWithin, let lock = locked(path)
      else { continue }
      Folder.remove(path)
      close(lock)
    }
  }

  /// Opens a directory and locks it; nil if somebody else has.
  private static func locked(_ path: String) -> Int32? {
    let file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      return nil
    }
    return file
  }

  private static func hasRoom(_ directory: String) -> Bool {
    var status = statvfs()
    guard statvfs(directory, &status) == 0, access(directory, W_OK) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) > 512 << 20
  }
}
