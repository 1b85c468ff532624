#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory that is gone, with everything in it, when the last reference to it is.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let path: String

  /// Makes an empty directory.
  ///
  /// Throws `TestError` where that is not possible. With `inMemory` it is made in memory where there is room for it: for
  /// tests that commit often, where waiting for a disk each time tells nothing.
  public init(inMemory: Bool = false) throws {
    let usual = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let parent = inMemory && Self.hasRoom("/dev/shm") ? "/dev/shm" : usual
    var template = Array("\(parent)/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestError("cannot make a directory in \(parent)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

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

  private static func hasRoom(_ directory: String) -> Bool {
    var status = statvfs()
    guard statvfs(directory, &status) == 0, access(directory, W_OK) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) > 512 << 20
  }

  /// Removes a directory and everything in it, without following symbolic links.
  private static func remove(_ path: String) {
    if let entries = opendir(path) {
      while let entry = readdir(entries) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard name != ".", name != ".." else { continue }
        let child = "\(path)/\(name)"
        var status = stat()
        if lstat(child, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(child) } else { unlink(child) }
      }
      closedir(entries)
    }
    rmdir(path)
  }
}
