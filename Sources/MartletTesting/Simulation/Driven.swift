import MartletNet

/// A component that works in turns given by a simulation.
protocol Driven: AnyObject {
  var name: String { get }
  /// Whether a turn would do anything now.
  var isDue: Bool { get }
  /// The time of the next work if nothing happens before, in nanoseconds.
  var deadline: UInt64? { get }
  func turn()
}

extension EventLoop: Driven {}
extension DrivenExecutor: Driven {}

extension Sequence where Element == any Driven {
  /// Gives turns until no component has work; for components that have left the simulation.
  func exhaust() {
    let all = Array(self)
    // Components that create work forever are not waited for.
    for _ in 0..<10_000 {
      let due = all.filter(\.isDue)
      if due.isEmpty { return }
      for driven in due { driven.turn() }
    }
  }
}
