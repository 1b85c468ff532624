/// The outcome of a loop's operation: set once, awaited once, for a limited time.
///
/// `@unchecked Sendable`: all but `loop` is touched on the loop's thread only.
final class Outcome<Value: Sendable>: @unchecked Sendable {
  private let loop: EventLoop
  private var result: Result<Value, any Error>?
  private var continuation: CheckedContinuation<Value, any Error>?
  private var ended: ((Result<Value, any Error>) -> Void)?

  init(loop: EventLoop) { self.loop = loop }

  /// Whether it is set already.
  var isSet: Bool { result != nil }

  /// Sets it, on the loop; only the first call does.
  func set(_ result: Result<Value, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    let (continuation, ended) = (continuation, ended)
    (self.continuation, self.ended) = (nil, nil)
    ended?(result)
    continuation?.resume(with: result)
  }

  /// Waits for the outcome.
  ///
  /// - Parameters:
  ///   - limit: After this it is `.timedOut`.
  ///   - doing: The operation, for the error message of a timeout.
  ///   - start: Called on the loop first.
  ///   - ended: Called on the loop with the outcome, whatever it is; it must undo the effects of `start`.
  /// - Returns: The value that was set.
  /// - Throws: The error that was set; `CancellationError` if the task is cancelled first.
  func value(
    within limit: Duration, doing: String, start: @escaping @Sendable () -> Void = {},
    ended: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) async throws -> Value {
    let timer = loop.schedule(after: limit) { self.set(.failure(NetError(.timedOut, doing))) }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        loop.post {
          if let result = self.result {
            ended(result)
            return continuation.resume(with: result)
          }
          self.continuation = continuation
          self.ended = ended
          start()
        }
      }
    } onCancel: {
      loop.post { self.set(.failure(CancellationError())) }
    }
  }
}
