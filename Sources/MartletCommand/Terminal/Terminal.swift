#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal the process was started in, taken key by key.
struct Terminal: Sendable {
  /// Whether both standard input and output are a terminal that can move its cursor.
  static func isInteractive(variable: (String) -> String?) -> Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && variable("TERM").map { $0 != "dumb" && !$0.isEmpty } == true
  }

  /// Takes keys one by one and unechoed from here on; nil if the terminal refuses.
  static func takeKeys() -> Terminal? {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    TerminalRescue.arm(settings)
    let local = ICANON | ECHO | ISIG | IEXTEN
    settings.c_lflag &= ~tcflag_t(local)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP)
    settings.c_oflag &= ~tcflag_t(OPOST)
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { return nil }
    let terminal = Terminal()
    // Bracketed paste: pasted text arrives marked, so that its line ends do not send anything.
    try? FileOutput(descriptor: STDOUT_FILENO).write("\u{1B}[?2004h")
    return terminal
  }

  /// Columns and rows as they are now.
  var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Gives the terminal back as it was found.
  func restore() { TerminalRescue.restore() }
}
