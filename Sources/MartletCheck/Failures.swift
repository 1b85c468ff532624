import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Failures of a run outside of any history, such as a process that ended; collected from any task.
final class Failures: Sendable {
  private let texts = Mutex<[String]>([])

  /// The failures in the order in which they were added.
  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  /// Records a process whose exit status is not among those expected for the signal; ignores one that did not run.
  func note(_ process: String, ended status: Int32?, by signal: Int32, expected: Set<Int32>) {
    guard let status, !expected.contains(status) else { return }
    let asked = signal == SIGKILL ? "before it was killed" : "on SIGTERM"
    // A process that does not exit in time is killed.
    let isLate = signal != SIGKILL && status == -SIGKILL
    add(isLate ? "\(process) did not exit within 30 s \(asked)" : "\(process) exited with \(status) \(asked)")
  }
}

/// Forbidden behaviour of the server or a client under test that ends the run.
///
/// It is a finding, and the records up to then are judged.
struct ProductFailure: Error, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
