/// An actor that lives on an event loop, which is its executor.
package protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  /// Enters the actor from a callback on its loop; traps anywhere else.
  ///
  /// Does the same as `assumeIsolated`, but faster. That function first asks the runtime, which knows tasks but not libuv's
  /// callbacks, then checks with dynamic casts that this is not the main actor, and only then asks the loop. This took a
  /// twentieth of all time with many quiet connections.
  package nonisolated func onLoop<Result: Sendable>(_ body: (isolated Self) throws -> Result) rethrows -> Result {
    loop.checkIsolated()
    return try withoutActuallyEscaping(body) { body in
      // A function that is isolated to its argument is called like any other; only the compiler tells them apart.
      try unsafeBitCast(body, to: ((Self) throws -> Result).self)(self)
    }
  }
}
