import MartletNet
import MartletWire
import Synchronization
import Testing

/// A queue of values that arrive from any thread; the test waits for them and takes them in order.
final class Inbox<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiting: [CheckedContinuation<Value?, Never>] = []
  }
  private let state = Mutex(State())

  func put(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      if state.waiting.isEmpty {
        state.values.append(value)
        return nil
      }
      return state.waiting.removeFirst()
    }
    waiter?.resume(returning: value)
  }

  /// The next value; the test fails where none comes within the deadline.
  func next(within deadline: Duration = .seconds(20), at location: SourceLocation = #_sourceLocation) async throws -> Value {
    let giveUp = Task {
      try await Task.sleep(for: deadline)
      for waiter in state.withLock({ state in
        defer { state.waiting = [] }
        return state.waiting
      }) { waiter.resume(returning: nil) }
    }
    defer { giveUp.cancel() }
    let value = await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> Value? in
        if state.values.isEmpty {
          state.waiting.append(continuation)
          return nil
        }
        return state.values.removeFirst()
      }
      if let ready { continuation.resume(returning: ready) }
    }
    return try #require(value, "nothing arrived in time", sourceLocation: location)
  }

  /// Everything that has arrived and was not taken.
  var arrived: [Value] { state.withLock { $0.values } }
}

extension Inbox where Value: Equatable {
  /// Takes the next value, which must be this.
  func expect(_ expected: Value, at location: SourceLocation = #_sourceLocation) async throws {
    let value = try await next(at: location)
    #expect(value == expected, sourceLocation: location)
  }
}

/// Waits until the condition holds; the test fails where it does not within the deadline.
func eventually(
  within deadline: Duration = .seconds(20), _ what: Comment = "", at location: SourceLocation = #_sourceLocation,
  _ condition: @Sendable () async throws -> Bool
) async throws {
  let start = ContinuousClock.now
  while try await !condition() {
    try #require(start.duration(to: .now) < deadline, "still not so: \(what)", sourceLocation: location)
    await Task.yield()
  }
}

/// Runs the body with loops that are stopped at the end.
func withLoops<Result>(
  _ count: Int = 1, time: any TimeSource = SystemTimeSource(), _ body: ([EventLoop]) async throws -> Result
) async throws -> Result {
  let loops = try (0..<count).map { try EventLoop(name: "test-\($0)", time: time) }
  let result: Swift.Result<Result, any Error>
  do { result = .success(try await body(loops)) } catch { result = .failure(error) }
  for loop in loops { await loop.stop() }
  for loop in loops { #expect(loop.openStreams == 0) }
  return try result.get()
}
