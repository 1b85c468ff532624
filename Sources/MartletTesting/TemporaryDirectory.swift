import MartletProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory that is gone, with everything in it, when the last reference to it is.
///
/// What a process left that was killed, the next one that makes such a directory removes.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let path: String
  /// Open, and locked, for as long as it is used: the lock ends with the process, however that ends.
  private let lock: Int32

  /// What the names of all of them begin with.
  static let prefix = "martlet-test-"
  /// One that is being made is not locked yet.
  private static let madeWithin: Int = 60

  /// Makes an empty directory.
  ///
  /// Throws `TestError` where that is not possible. With `inMemory` it is made in memory where there is room for it: for
  /// tests that commit often, where waiting for a disk each time tells nothing.
  public init(inMemory: Bool = false) throws {
    _ = Self.abandonedAreGone
    let parent = inMemory && Self.hasRoom(Self.memory) ? Self.memory : Self.usual
    var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestError("cannot make a directory in \(parent)") }
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

  /// The path of something in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes an empty directory, runs `body` with its path, and removes it with everything in it.
  ///
  /// Throws `TestError` where it cannot be made, and what `body` throws.
  public static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = try TemporaryDirectory()
    let result = try await body(directory.path)
    withExtendedLifetime(directory) {}
    return result
  }

  // MARK: What others left

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

  /// Opens a directory and locks it; nil where somebody else has.
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
