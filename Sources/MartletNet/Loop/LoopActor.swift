/// An actor that lives on an event loop, which is its executor.
package protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  /// Enters the actor from a callback on its loop.
  ///
  /// Calling it anywhere else is fatal. The check is cheap on the loop's thread, which runs as a job of the loop: the runtime
  /// compares two executors.
  package nonisolated func onLoop<Result: Sendable>(_ body: (isolated Self) throws -> Result) rethrows -> Result {
    try assumeIsolated(body)
  }
}
