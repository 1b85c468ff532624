import MartletServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Checks whether a server can start on a data directory, with the code that the server itself starts with.
enum DirectoryChecks {
  static func all(at path: String) -> [Finding] {
    do {
      try DataDirectory.examine(path)
    } catch {
      return [.fail("data directory", "the server will not start", message(of: error))]
    }
    guard exists(path) else { return [.ok("data directory", "\(path) does not exist yet; the first start creates it")] }
    var findings: [Finding] = [.ok("data directory", "a server can start on \(path)")]
    do {
      _ = try ServeConfiguration(Arguments(values: ["data": path]))
    } catch {
      findings.append(.fail("configuration", "the server will not start", message(of: error)))
    }
    return findings + (running(in: path).map { [found($0)] } ?? [])
  }

  private static func message(of error: any Error) -> String { CommandFailure(server: error).message }

  /// The server that uses the directory; nil if none does.
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

  /// The directory, or its nearest parent that exists: the one whose disk to look at.
  static func nearestExisting(_ path: String) -> String {
    var path = path
    while !exists(path) {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }
}
