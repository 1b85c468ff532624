import Synchronization

extension EventLoop {
  /// Waits by the loop's time source.
  ///
  /// - Returns: False if the loop was stopped, which ends the wait.
  @discardableResult
  package func pause(_ duration: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let pause = Pause(continuation)
      schedule(after: duration) { pause.hasPassed.store(true, ordering: .relaxed) }
    }
  }

  /// Runs `body` on the loop and returns its result.
  package func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      post { continuation.resume(returning: body()) }
    }
  }

  /// Runs `body` on the loop and returns its result or throws its error.
  package func runThrowing<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      post { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}

/// A wait that ends when its timer fires, and also when nobody will fire it: then the timer lets go of it.
private final class Pause: Sendable {
  let hasPassed = Atomic(false)
  private let continuation: CheckedContinuation<Bool, Never>

  init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = continuation }

  deinit { continuation.resume(returning: hasPassed.load(ordering: .relaxed)) }
}
