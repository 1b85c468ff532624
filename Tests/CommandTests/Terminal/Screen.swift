import Foundation
import MartletTesting
import Processes

@testable import MartletCommand

/// The real program in a terminal of its own, whose screen a test can read.
final class Screen {
  private let process = TestProcess()
  private let ours: Int32
  private let theirs: Int32
  private var model: ScreenModel

  /// The error while waiting.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  // TIOCSPTLCK and TIOCGPTN, which are macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(columns: Int, rows: Int, _ arguments: [String], token: String) throws {
    ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var lock: Int32 = 0
    guard ours >= 0, ioctl(ours, Screen.setLock, &lock) == 0, ioctl(ours, Screen.getNumber, &number) == 0 else {
      throw Failure(description: "there are no terminals")
    }
    theirs = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard theirs >= 0 else { throw Failure(description: "the terminal cannot be opened") }
    model = ScreenModel(columns: columns, rows: rows)
    setSize(columns: columns, rows: rows)
    let terminal = FileHandle(fileDescriptor: theirs, closeOnDealloc: false)
    // Beside the bundle of the tests.
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(
      "martlet")
    process.arguments = arguments
    process.environment = ["TERM": "xterm", "MARTLET_TOKEN": token, "TZ": "UTC"]
    (process.standardInput, process.standardOutput, process.standardError) = (.file(terminal), .file(terminal), .file(terminal))
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(ours)
    close(theirs)
  }

  private func setSize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(ours, UInt(TIOCSWINSZ), &size)
  }

  /// The terminal's input and echo settings.
  var settings: [UInt32] {
    var settings = termios()
    guard tcgetattr(theirs, &settings) == 0 else { return [] }
    return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
  }

  func type(_ text: String) { try? FileOutput(descriptor: ours).write(text) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// The rows of the screen, as far as something stands in them.
  var text: [String] { model.text }
  var cursor: (row: Int, column: Int) { model.cursor }

  /// Reads the program's output until the screen has the wanted contents.
  func until(_ isWanted: (ScreenModel) -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !isWanted(model) {
      guard ContinuousClock.now < deadline else {
        throw Failure(description: "the screen stays\n\(model.text.joined(separator: "\n"))")
      }
      guard await hasOutput(within: 1000) else { continue }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(ours, &bytes, bytes.count)
      guard count > 0 else { throw Failure(description: "the terminal is gone") }
      pending += bytes.prefix(count)
      take()
    }
  }

  /// Bytes of a character or command that is not complete.
  private var pending: [UInt8] = []
  private(set) var unknown = ""

  private func take() {
    // A read may end within a character; a command is written as a whole and hardly ever cut.
    guard let text = String(validating: pending, as: UTF8.self) else { return }
    pending = []
    unknown += model.write(text, width: DisplayWidth.of)
  }

  /// Waits for output on a thread of its own: the program's server runs in this process, and must not be kept waiting
  /// for a thread.
  private func hasOutput(within milliseconds: Int32) async -> Bool {
    let descriptor = ours
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        continuation.resume(returning: poll(&request, 1, milliseconds) > 0)
      }
    }
  }

  /// Waits for the end of the program.
  func exit() async -> Int32 {
    // Further output must have a reader.
    while process.isRunning {
      guard await hasOutput(within: 20) else { continue }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(ours, &bytes, bytes.count)
      if count > 0 { pending += bytes.prefix(count) }
    }
    process.waitUntilExit()
    take()
    return process.terminationStatus ?? 0
  }
}
