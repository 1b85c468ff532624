import MartletCheck
import MartletStore
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What `martlet check` has a server do to itself, by the environment it starts it with; nothing else asks for it.
struct Trial: Sendable {
  /// Told of each named point that is reached; nil where none is meant.
  var reached: (@Sendable (WorkPoint) -> Void)?
  /// Nil for the machine's clock.
  var time: (any TimeSource)?
  /// The name of the file layer to be used by SQLite; nil for the system's.
  var vfs: String?

  /// Whether there is any.
  var isOn: Bool { reached != nil || time != nil || vfs != nil }

  /// Reads what the environment asks for.
  ///
  /// - Throws: `CommandFailure` where it is not understood.
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
