import Synchronization

/// One caller's write, waiting for its commit.
package struct PendingWrite<R: Rows>: Sendable {
  /// About how many rows it writes.
  package let weight: Int
  /// Decides the changes, and returns a closure that informs the caller once they are durable.
  ///
  /// May run again after the decision was discarded.
  package let run: @Sendable (DecidingView<R>) throws -> @Sendable () -> Void
  package let fail: @Sendable (StoreError) -> Void

  package init(
    weight: Int, run: @escaping @Sendable (DecidingView<R>) throws -> @Sendable () -> Void,
    fail: @escaping @Sendable (StoreError) -> Void
  ) {
    self.weight = weight
    self.run = run
    self.fail = fail
  }
}

/// Writes in the order of their arrival, waiting for the writer.
package final class WriteQueue<R: Rows>: Sendable {
  private struct State {
    var pending: [PendingWrite<R>] = []
    var weight = 0
    /// The writer knows that something waits, and will look again before it sleeps.
    var isWriterAwake = false
    var isClosed = false
  }

  package enum Answer: Sendable {
    /// The writer must be told.
    case first
    /// The writer will find it.
    case queued
    /// Too much waits already.
    case full
    case closed
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Holds writes of so many rows, or one that is larger.
  package init(limit: Int) { self.limit = limit }

  /// About how many rows wait.
  package var weight: Int { state.withLock(\.weight) }

  package func add(_ write: PendingWrite<R>) -> Answer {
    state.withLock { state in
      guard !state.isClosed else { return .closed }
      guard state.pending.isEmpty || state.weight &+ write.weight <= limit else { return .full }
      state.weight &+= write.weight
      state.pending.append(write)
      defer { state.isWriterAwake = true }
      return state.isWriterAwake ? .queued : .first
    }
  }

  /// Takes the oldest writes, up to about `limit` rows but at least one; nil when nothing waits.
  package func take(limit: Int) -> [PendingWrite<R>]? {
    state.withLock { state in
      var count = 0
      var weight = 0
      for write in state.pending {
        weight &+= write.weight
        guard count == 0 || weight <= limit else { break }
        count &+= 1
      }
      let taken = Array(state.pending.prefix(count))
      state.pending.removeFirst(count)
      state.weight &-= taken.reduce(0) { $0 &+ $1.weight }
      if taken.isEmpty { state.isWriterAwake = false }
      return taken.isEmpty ? nil : taken
    }
  }

  /// Takes all writes that wait now.
  ///
  /// The writer still counts as awake: it has to take again, or to rest.
  package func takeAll() -> [PendingWrite<R>] {
    state.withLock { state in
      defer { (state.pending, state.weight) = ([], 0) }
      return state.pending
    }
  }

  /// Lets the writer sleep if nothing waits; false if something does.
  package func rest() -> Bool {
    state.withLock { state in
      if state.pending.isEmpty { state.isWriterAwake = false }
      return state.pending.isEmpty
    }
  }

  /// Takes no more writes; those waiting are still there.
  package func close() {
    state.withLock { $0.isClosed = true }
  }
}
