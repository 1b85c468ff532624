/// How the process ends, for scripts.
///
/// The numbers follow sysexits.h where it has a fitting one.
///
/// The cases are the table that `martlet help exit-codes` prints; a number never changes its meaning.
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

  /// What it means and what to do, in a line.
  var meaning: String {
    switch self {
    case .success: "done; for `send`: the message is stored"
    case .checkFailed: "`doctor` found something that fails; `bench`, `check`: a promise was not kept"
    case .usage: "the command line is not understood; nothing was done"
    case .malformed: "something given does not have the form it must have: a JSON text, a certificate, a configuration file"
    case .missing: "a file or a user named does not exist"
    case .unavailable: "the server cannot be reached"
    case .internalFailure: "a failure nobody foresaw; please report it with the message"
    case .unwritable: "the data directory cannot be made or written"
    case .storage: "the disk is full or failing, or a database is damaged"
    case .outcomeUnknown: "whether the message is stored is not known; repeating it with the same --id is safe"
    case .refused: "the server refused for good; the message says its error number and name"
    case .signedOut: "the server does not accept the token, or ended the session for good"
    case .insecure: "a secret can be read by other users of the machine"
    case .addressInUse: "another program listens on that address, or this one may not"
    case .directoryInUse: "another process uses the data directory"
    case .hungUp: "ended because its terminal closed"
    case .interrupted: "ended by Ctrl-C; for `serve`: by a second one, at once"
    case .terminated: "ended by SIGTERM; for `serve`: by a second one, at once"
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

/// Why a command ends without having done its work: told on standard error as `martlet COMMAND: message`.
struct CommandFailure: Error, Sendable, Equatable {
  let code: ExitCode
  /// A sentence or two: what is wrong and what to do.
  ///
  /// Holds no token or other secret.
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
