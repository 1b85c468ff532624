import MartletCheck
import MartletStore
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The faults that `martlet check` makes a server inject into itself, through the environment; nothing else uses it.
struct Trial: Sendable {
  /// Called at each named point that is reached; nil for none.
  var reached: (@Sendable (WorkPoint) -> Void)?
  /// Nil for the machine's clock.
  var time: (any TimeSource)?
  /// The name of SQLite's file layer; nil for the system's.
  var vfs: String?

  /// Whether there is any.
  var isOn: Bool { reached != nil || time != nil || vfs != nil }

  /// Reads the trial from the environment.
  ///
  /// - Throws: `CommandFailure` if it is malformed.
  init(_ surroundings: Surroundings) throws {
    if let path = surroundings.variable(TrialVariable.clock) {
      guard let skewed = ClockByFile(file: path) else {
        throw CommandFailure(.missing, "cannot read the file in \(TrialVariable.clock)")
      }
      time = skewed
    }
    if let path = surroundings.variable(TrialVariable.disk) {
      guard let disk = DiskByFile.disk(file: path) else {
        throw CommandFailure(.missing, "cannot read the file in \(TrialVariable.disk)")
      }
      vfs = disk.name
    }
    guard let text = surroundings.variable(TrialVariable.failure) else { return }
    let parts = text.split(separator: ":")
    guard parts.count == 2, let point = WorkPoint(rawValue: String(parts[0])), let count = Int(parts[1]), count > 0 else {
      throw CommandFailure(.usage, "\(TrialVariable.failure) takes POINT:COUNT")
    }
    let fuse = Fuse(count)
    reached = { if $0 == point { fuse.burn() } }
  }

  private final class Fuse: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    func burn() {
      if left.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { kill(getpid(), SIGKILL) }
    }
  }
}
