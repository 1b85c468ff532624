#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Directories that are gone when a test ends.
public enum TemporaryDirectory {
  /// Makes an empty directory, runs `body` with its path, and removes it with everything in it.
  ///
  /// Throws `TestError` where it cannot be made, and what `body` throws.
  public static func with<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = try make()
    defer { remove(path) }
    return try await body(path)
  }

  /// Makes an empty directory, which the caller removes.
  package static func make() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/martlet-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TestError("cannot make a directory in \(parent)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a directory and everything in it, without following symbolic links.
  package static func remove(_ path: String) {
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
