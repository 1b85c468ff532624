/// The exit codes of the process, for scripts.
///
/// The numbers follow sysexits.h if it has a fitting one. `martlet help exit-codes` prints this table. A number never changes
/// its meaning.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case checkFailed = 1
  case usage = 64
  case malformed = 65
  case missing = 66
  case unavailable = 69
  case internalFailure = 70
  case unwritable = 73
  case storage = 74
  case outcomeUnknown = 75
  case refused = 76
  case signedOut = 77
  case insecure = 78
  case addressInUse = 80
  case directoryInUse = 81
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The meaning, in one line.
  var meaning: String {
    switch self {
    case .success: "success; for `send`: the message is stored"
    case .checkFailed: "a check failed in `doctor`, or a promise was broken in `bench` or `check`"
    case .usage: "the command line is invalid; nothing was done"
    case .malformed: "malformed input: JSON, a certificate, a configuration file, a data directory"
    case .missing: "a file, user or conversation does not exist"
    case .unavailable: "the server cannot be reached"
    case .internalFailure: "internal error; please report it with the message"
    case .unwritable: "a directory or file cannot be created or written, or exists already"
    case .storage: "the disk is full or failing, or a database is damaged"
    case .outcomeUnknown: "the message may or may not be stored; repeat the command with the same --id"
    case .refused: "the server refused the request; the message has its error number and name"
    case .signedOut: "the server rejected the token, or ended the session for good"
    case .insecure: "other users of the machine can read a secret"
    case .addressInUse: "the address is in use, or is not an address of this machine"
    case .directoryInUse: "another process uses the data directory"
    case .hungUp: "the terminal was closed"
    case .interrupted: "ended by Ctrl-C; for `serve`: by a second one, which does not drain"
    case .terminated: "ended by SIGTERM; for `serve`: by a second one, which does not drain"
    }
  }

  /// The lines of `martlet help exit-codes`.
  static var table: String {
    let rows = allCases.map { code in
      let number = String(code.rawValue)
      return "  " + String(repeating: " ", count: max(0, 3 - number.utf8.count)) + number + "  " + code.meaning
    }
    return rows.joined(separator: "\n") + "\n"
  }
}

/// The reason why a command failed, printed on standard error as `martlet COMMAND: message`.
struct CommandFailure: Error, Sendable, Equatable {
  let code: ExitCode
  /// The error, then the remedy.
  ///
  /// Holds no token or other secret.
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
