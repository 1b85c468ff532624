/// Checks the versions of the C libraries that the program is linked with.
enum LibraryChecks {
  /// A version of up to three numbers, as `3.40.1`; further text is ignored.
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
      return .warn(name, "'\(found)' is not a version", "Install \(least) or later.")
    }
    guard version >= least else { return .fail(name, found, "Install \(least) or later. Debian 12 has it.") }
    return .ok(name, found)
  }

  /// Judges SQLite's version.
  ///
  /// Up to 3.51.2, two connections that checkpoint at the same moment could corrupt the write-ahead log. The store checkpoints
  /// from one connection only, so the bug endangers only other programs that open the database.
  static func sqlite(found: String) -> Finding {
    let needed = library("SQLite", found: found, least: Version(3, 38, 0))
    guard needed.status == .ok, let version = Version(in: found), version < Version(3, 51, 3) else { return needed }
    return .ok(
      "SQLite",
      "\(found); its write-ahead log has a bug, fixed in 3.51.3, that the server avoids. "
        + "Open the database with other programs only while the server is stopped.")
  }
}
