import MartletNet
import Synchronization

@testable import MartletCommand

/// Output that a test can look at.
final class TestOutput: TextOutput {
  private let written = Mutex("")
  private let isClosed: Bool

  init(isClosed: Bool = false) { self.isClosed = isClosed }

  var text: String { written.withLock { $0 } }

  func write(_ text: String) throws {
    if isClosed { throw OutputClosed() }
    written.withLock { $0 += text }
  }
}

extension CommandLineInterface {
  /// Runs the words as the program would, in this process.
  static func run(
    _ words: [String], variables: [String: String] = [:], output: TestOutput, errors: TestOutput = TestOutput()
  ) async -> ExitCode {
    await run(
      words,
      in: Surroundings(
        variable: { variables[$0] }, output: output, errors: errors, time: SystemTimeSource(),
        signals: AsyncStream { $0.finish() }))
  }
}
