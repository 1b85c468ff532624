import Foundation

/// A program that does what a few lines of shell say, whatever its arguments are.
enum Script {
  /// Writes it into a directory.
  ///
  /// - Returns: Its path.
  static func write(_ lines: String, in directory: String) throws -> String {
    let path = directory + "/program"
    try "#!/bin/sh\n\(lines)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }
}
