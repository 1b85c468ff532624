import Synchronization

/// A value that someone waits for and someone else provides, once.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<Value, Never>)
    case resolved(Value)
    case taken
  }

  private let state = Mutex(State.empty)

  /// Provides the value.
  ///
  /// Later calls have no effect.
  func resolve(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .empty:
        state = .resolved(value)
        return nil
      case .waiting(let continuation):
        state = .taken
        return continuation
      case .resolved, .taken: return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the value, or takes the fallback when the task is cancelled first; may be called once.
  func value(ifCancelled fallback: Value) async -> Value {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      resolve(fallback)
    }
  }

  /// Waits for the value, whether the task is cancelled or not; may be called once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        guard case .resolved(let value) = state else {
          state = .waiting(continuation)
          return nil
        }
        state = .taken
        return value
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
