import Synchronization

/// Tells one reader which logs grew since its last call.
///
/// Bounded by the number of conversations, regardless of traffic.
final class LogWaker: Sendable {
  /// The kind of work to do.
  enum Reason: Sendable {
    case changed(Set<ConversationID>)
    /// No more logs will grow; the error if the server ended the connection.
    case ended(MartletError?)
    case cancelled
  }

  private struct State {
    var changed: Set<ConversationID> = []
    var end: MartletError??
    var waiting: Promise<Void>?
  }

  private let state = Mutex(State())

  func note(_ ids: Set<ConversationID>) {
    state.withLock { state in
      state.changed.formUnion(ids)
      defer { state.waiting = nil }
      return state.waiting
    }?.resolve(())
  }

  func end(_ error: MartletError?) {
    state.withLock { state in
      if state.end == nil { state.end = .some(error) }
      defer { state.waiting = nil }
      return state.waiting
    }?.resolve(())
  }

  /// The changes since the last call.
  ///
  /// Does not wait.
  func take() -> Set<ConversationID> {
    state.withLock { state in
      defer { state.changed = [] }
      return state.changed
    }
  }

  var isEnded: Bool { state.withLock { $0.end != nil } }

  /// Waits until something changed.
  func wait() async -> Reason {
    while true {
      let promise = Promise<Void>()
      let reason = state.withLock { state -> Reason? in
        if !state.changed.isEmpty {
          defer { state.changed = [] }
          return .changed(state.changed)
        }
        if let end = state.end { return .ended(end) }
        state.waiting = promise
        return nil
      }
      if let reason { return reason }
      await promise.value(ifCancelled: ())
      if Task.isCancelled { return .cancelled }
    }
  }
}
