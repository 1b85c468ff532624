extension EventLoop {
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
