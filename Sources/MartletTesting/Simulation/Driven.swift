import MartletNet

/// Something that does what it has to do in turns that a simulation gives it.
protocol Driven: AnyObject {
  var name: String { get }
  /// Whether a turn would do anything now.
  var isDue: Bool { get }
  /// When there will be something to do, if nothing happens before; in nanoseconds.
  var deadline: UInt64? { get }
  func turn()
}

extension EventLoop: Driven {}
extension DrivenExecutor: Driven {}

extension Sequence where Element == any Driven {
  /// Gives turns until none has anything to do: for what is no more part of the simulation.
  func exhaust() {
    let all = Array(self)
    // What makes work for itself for ever is not waited for.
    for _ in 0..<10_000 {
      let due = all.filter(\.isDue)
      if due.isEmpty { return }
      for driven in due { driven.turn() }
    }
  }
}
