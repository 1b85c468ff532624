import MartletServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Looks at who may reach a data directory and the files in it.
enum DirectoryChecks {
  static func all(at path: String) -> [Finding] {
    guard exists(path) else {
      let parent = nearestExisting(path)
      guard access(parent, W_OK | X_OK) == 0 else {
        return [
          .fail(
            "data directory", "\(path) does not exist and cannot be made: \(parent) may not be written",
            "Make it as root and hand it over: mkdir -m 700 \(path) && chown \(geteuid()) \(path)")
        ]
      }
      return [.ok("data directory", "\(path) does not exist yet; the first start makes it")]
    }
    if let failure = failure(at: path, kind: .directory) { return [failure] }
    let failures = settings(in: path).compactMap { failure(at: $0, kind: .file) }
    guard failures.isEmpty else { return failures }
    return [.ok("data directory", "\(path) is closed to others")] + (running(in: path).map { [found($0)] } ?? [])
  }

  /// The server that uses the directory; nil where none does.
  static func running(in path: String) -> ServerRecord? {
    // A server that was killed leaves its record.
    guard let record = try? DataDirectory.publishedServer(at: path), kill(record.processID, 0) == 0 || errno == EPERM else {
      return nil
    }
    return record
  }

  private static func found(_ server: ServerRecord) -> Finding {
    .ok(
      "running server",
      "process \(server.processID), version \(server.version), at \(server.address) since "
        + UTCTime.text(milliseconds: server.startedAt))
  }

  /// The directory, or else the nearest above it that exists: the one whose disk is to be looked at.
  static func nearestExisting(_ path: String) -> String {
    var path = path
    while !exists(path) {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }

  private static func failure(at path: String, kind: PrivateFile.Kind) -> Finding? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return finding(path: path, mode: status.st_mode, owner: status.st_uid, user: geteuid(), kind: kind)
  }

  /// What the server would say of it when it starts; nil where it would say nothing.
  static func finding(path: String, mode: mode_t, owner: uid_t, user: uid_t, kind: PrivateFile.Kind) -> Finding? {
    do {
      try PrivateFile.check(path: path, mode: mode, owner: owner, user: user, kind: kind)
      return nil
    } catch {
      return .fail("data directory", "the server will not start", "\(error)")
    }
  }

  /// The files of settings and secrets in a data directory, which the server reads only where they are closed to others.
  private static func settings(in path: String) -> [String] {
    guard let listing = opendir(path) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      guard entry.pointee.d_type == UInt8(DT_REG) else { continue }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".json") { names.append(path.hasSuffix("/") ? path + name : "\(path)/\(name)") }
    }
    return names.sorted()
  }
}
