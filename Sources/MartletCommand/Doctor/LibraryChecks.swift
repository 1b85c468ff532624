/// Looks at the versions of the C libraries the program found on this machine when it started.
enum LibraryChecks {
  /// A version of up to three numbers, as `3.40.1`; what follows them is ignored.
  struct Version: Comparable, CustomStringConvertible {
    let numbers: [Int]

    init(_ numbers: Int...) { self.numbers = numbers }

    /// Reads the first thing in the text that looks like a version: `OpenSSL 3.0.17 1 Jul 2025` is 3.0.17.
    init?(in text: String) {
      guard let word = text.split(separator: " ").first(where: { $0.first?.isNumber == true && $0.contains(".") }) else {
        return nil
      }
      numbers = word.split(separator: ".").prefix(3).map { Int($0.prefix { $0.isNumber }) ?? 0 }
    }

    static func < (left: Version, right: Version) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }

    var description: String { numbers.map(String.init).joined(separator: ".") }
  }

  static func library(_ name: String, found: String, least: Version) -> Finding {
    guard let version = Version(in: found) else {
      return .warn(name, "'\(found)' is not a version", "\(least) or later is needed.")
    }
    guard version >= least else { return .fail(name, found, "\(least) or later is needed; Debian 12 brings it.") }
    return .ok(name, found)
  }

  /// SQLite's write-ahead log could be corrupted, up to 3.51.2, by two connections that checkpoint at the same moment.
  ///
  /// The store checkpoints from one connection only, so the version is no danger to it; to other programs that open the
  /// database it is.
  static func sqlite(found: String) -> Finding {
    let needed = library("SQLite", found: found, least: Version(3, 38, 0))
    guard needed.status == .ok, let version = Version(in: found), version < Version(3, 51, 3) else { return needed }
    return .ok(
      "SQLite",
      "\(found); it has the bug of the write-ahead log fixed in 3.51.3, which the server avoids: "
        + "open its database with other programs only while the server is stopped")
  }
}
