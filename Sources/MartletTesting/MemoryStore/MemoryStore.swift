import MartletStore
import MartletWire
import Synchronization

/// What a `MemoryStore` leaves for the next one.
package final class MemoryDisk: Sendable {
  fileprivate let rows = Mutex(MemoryRows())
  fileprivate let generation: String

  /// An empty disk; `generation` names its data, and no other disk's.
  package init(generation: String) { self.generation = generation }
}

/// A store in memory, written against `Rows` alone: it supplies rows and a commit, and nothing of the rules.
///
/// One at a time may be open on a disk. Each read and each commit has the disk for itself.
package final class MemoryStore: RowStore {
  package var generation: String { disk.generation }
  package let kinds: Kinds
  private let disk: MemoryDisk
  private let isRemote: Bool
  private let userLogEntries: Int
  private let orders = ListOrders()
  private let isClosed = Mutex(false)
  private let runs = Atomic<Int>(0)

  /// Opens a disk.
  ///
  /// - Parameters:
  ///   - disk: Where the store's data is.
  ///   - kinds: The kinds of conversation.
  ///   - isRemote: Whether each read and commit begins with no rows and fetches those that turn out to be missing.
  ///   - userLogEntries: How many of the newest entries of each user's log are shown.
  package init(
    _ disk: MemoryDisk, kinds: Kinds = .standard, isRemote: Bool = false, userLogEntries: Int = 10_000
  ) {
    self.disk = disk
    self.kinds = kinds
    self.isRemote = isRemote
    self.userLogEntries = userLogEntries
  }

  /// How many times a read or a commit was run, those among them that found rows missing.
  package var rounds: Int { runs.load(ordering: .relaxed) }

  package func close() async { isClosed.withLock { $0 = true } }

  package func read<Result: Sendable>(
    _ body: @Sendable (LogReading<MemoryRows>) throws -> Result
  ) async throws -> Result {
    try await work { rows in try body(LogReading(rows, kinds: kinds, userLogEntries: userLogEntries, orders: orders)) }
  }

  package func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<MemoryRows>) throws -> Result
  ) async throws -> Result {
    try await work { rows in
      let numbers = CountingNumbers(after: rows.tables.logs.keys.max() ?? 0) { rows.tables.stamps[$0] ?? 0 }
      // Whether a request is stored is always looked up.
      let view = DecidingView(rows, kinds: kinds, numbering: numbers, newestMade: .max, capacity: 1024)
      let result = try body(view)
      var layer = Layer()
      for change in view.changes { layer.apply(change, row: 1) }
      rows.tables.store(layer)
      return result
    }
  }

  package func stamp(app: AppID) async throws -> UInt64 { try await work { $0.tables.stamps[app] ?? 0 } }

  /// Runs `body` again until it finds all rows that it looks for.
  private func work<Result: Sendable>(_ body: @Sendable (MemoryRows) throws -> Result) async throws -> Result {
    // Nothing here waits, so callers that ask one thing after the other would keep their thread to themselves.
    await Task.yield()
    guard !isClosed.withLock(\.self) else { throw StoreError(.closed, "the store is closed") }
    return try disk.rows.withLock { rows in
      rows.begin(isRemote: isRemote)
      while true {
        runs.add(1, ordering: .relaxed)
        do {
          return try body(rows)
        } catch let missing as MissingRows {
          rows.fetch(missing.keys)
        }
      }
    }
  }
}
