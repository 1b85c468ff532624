import MartletProcess

/// A program that runs a few lines of shell, whatever its arguments are.
enum Script {
  /// Writes it into a directory.
  ///
  /// Another process writes it: nothing that is started by other tests meanwhile can have it open, which would keep it from
  /// being started.
  ///
  /// - Returns: Its path.
  static func write(_ lines: String, in directory: String) async throws -> String {
    let path = directory + "/program"
    let writing = #"printf '#!/bin/sh\n%s\n' "$1" >"$2" && chmod 700 "$2""#
    let process = try ChildProcess("/bin/sh", ["-c", writing, "sh", lines, path])
    // No signal: it is only waited for.
    _ = await process.end(0)
    return path
  }
}
