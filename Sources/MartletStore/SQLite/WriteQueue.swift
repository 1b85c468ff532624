import Synchronization

/// One caller's write, waiting for its commit.
struct PendingWrite: Sendable {
  /// About how many rows it writes.
  let weight: Int
  /// Changes the tables within the commit's transaction, and gives what tells the caller once that is durable.
  ///
  /// May run again after a roll-back.
  let run: @Sendable (SQLiteTables) throws -> @Sendable () -> Void
  let fail: @Sendable (StoreError) -> Void
}

/// Writes in the order of their arrival, waiting for the writer.
final class WriteQueue: Sendable {
  private struct State {
    var pending: [PendingWrite] = []
    /// The writer knows that something waits, and will look again before it sleeps.
    var isWriterAwake = false
    var isClosed = false
  }

  enum Answer {
    /// The writer must be told.
    case first
    /// The writer will find it.
    case queued
    case closed
  }

  private let state = Mutex(State())

  func add(_ write: PendingWrite) -> Answer {
    state.withLock { state in
      guard !state.isClosed else { return .closed }
      state.pending.append(write)
      defer { state.isWriterAwake = true }
      return state.isWriterAwake ? .queued : .first
    }
  }

  /// Takes the oldest writes, up to about `limit` rows but at least one; none when nothing waits.
  func take(limit: Int) -> [PendingWrite] {
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
      if taken.isEmpty { state.isWriterAwake = false }
      return taken
    }
  }

  /// Takes no more writes; those waiting are still there.
  func close() {
    state.withLock { $0.isClosed = true }
  }
}
