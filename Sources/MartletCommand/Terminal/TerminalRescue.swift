import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal's original settings, where code that runs after every other failure can reach them.
///
/// This is the only global state in the command. A handler of SIGSEGV or SIGTRAP gets no context and may only call functions that
/// are safe at any moment, such as loading an atomic and calling tcsetattr.
enum TerminalRescue {
  /// The address of a `termios`, never freed; 0 while the terminal is as it was.
  private static let saved = Atomic<UInt>(0)

  /// Keeps the settings to restore and installs the handlers.
  static func arm(_ settings: termios) {
    let kept = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    kept.initialize(to: settings)
    saved.store(UInt(bitPattern: kept), ordering: .sequentiallyConsistent)
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] {
      signal(number) { number in
        TerminalRescue.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Restores the original settings if they were changed.
  ///
  /// Safe in a signal handler.
  static func restore() {
    guard let kept = UnsafeMutablePointer<termios>(bitPattern: saved.exchange(0, ordering: .sequentiallyConsistent)) else {
      return
    }
    tcsetattr(STDIN_FILENO, TCSANOW, kept)
    // Ends bracketed paste and any colour, and starts a row of its own.
    let sequence: StaticString = "\u{1B}[?2004l\u{1B}[0m"
    _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }
}
