/// An actor that lives on an event loop, which is its executor.
package protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  /// Enters the actor from a callback on its loop; to be anywhere else is fatal.
  ///
  /// Does what `assumeIsolated` does. That would ask the runtime first, which knows of tasks and not of libuv's callbacks,
  /// and finds out with dynamic casts that this is not the main actor either, before it asks the loop: a twentieth of
  /// all time where many connections do little.
  package nonisolated func onLoop<Result: Sendable>(_ body: (isolated Self) throws -> Result) rethrows -> Result {
    loop.checkIsolated()
    return try withoutActuallyEscaping(body) { body in
      // A function that is isolated to its argument is called like any other; only the compiler tells them apart.
      try unsafeBitCast(body, to: ((Self) throws -> Result).self)(self)
    }
  }
}
