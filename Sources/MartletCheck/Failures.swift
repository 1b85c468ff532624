import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What went wrong in a run and is in no history, such as a process that ended: noted from whatever task.
final class Failures: Sendable {
  private let texts = Mutex<[String]>([])

  /// In the order in which they were noted.
  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  /// Notes a process that ended otherwise than whoever gets this signal does; nothing for one that did not run.
  func note(_ process: String, ended status: Int32?, by signal: Int32, expected: Set<Int32>) {
    guard let status, !expected.contains(status) else { return }
    let asked = signal == SIGKILL ? "before it was killed" : "when it was asked to end by SIGTERM"
    // Whoever does not end is killed in the end.
    let isLate = signal != SIGKILL && status == -SIGKILL
    add(isLate ? "\(process) did not end within 30 s \(asked)" : "\(process) ended with \(status) \(asked)")
  }
}

/// What the server or a client under test did and must not do, so that the run cannot go on: it is a finding, and what there
/// is up to then is judged.
struct ProductFailure: Error, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
