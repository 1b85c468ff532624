import MartletSQLite

extension ThreadExecutor {
  /// Runs `body` on this thread, which it may block, and returns its result.
  func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      perform { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
