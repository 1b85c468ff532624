#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The rule for files that hold secrets: only the server's own user may access them.
package enum PrivateFile {
  /// The required kind of a file.
  package enum Kind: Sendable {
    case directory
    case file
  }

  /// Refuses a file that has another kind, belongs to another user, or is open to group or others.
  ///
  /// - Parameters:
  ///   - path: Its path, for messages.
  ///   - mode: Its `st_mode`.
  ///   - owner: Its user id.
  ///   - user: The user id the server runs as.
  ///   - kind: Its required kind.
  /// - Throws: `ServerError` with code `.foreign` or `.exposed` and a message that names the remedy.
  package static func check(path: String, mode: mode_t, owner: uid_t, user: uid_t, kind: Kind) throws {
    let format = mode & S_IFMT
    switch kind {
    case .directory:
      guard format == S_IFDIR else { throw ServerError(.foreign, "\(path) is not a directory.") }
    case .file:
      guard format == S_IFREG else { throw ServerError(.foreign, "\(path) is not a regular file.") }
    }
    guard owner == user else {
      throw ServerError(
        .foreign,
        "\(path) belongs to user \(owner), but the server runs as user \(user). Run it as user \(owner), "
          + "or hand it over with: chown -R \(user) \(shellQuoted(path))")
    }
    guard mode & 0o077 == 0 else {
      throw ServerError(
        .exposed,
        "\(path) holds secrets but is open to other users (mode \(String(mode & 0o7777, radix: 8))). "
          + "Close it with: chmod \(kind == .directory ? "700" : "600") \(shellQuoted(path))")
    }
  }

  /// Refuses a file of secrets, such as a TLS key, that other users can access.
  ///
  /// - Throws: `ServerError` as `check(path:mode:owner:user:kind:)` does, or if the file does not exist.
  package static func check(path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else { throw ServerError.system(errno, cannot: "open \(path)") }
    try check(path: path, mode: status.st_mode, owner: status.st_uid, user: geteuid(), kind: .file)
  }
}
