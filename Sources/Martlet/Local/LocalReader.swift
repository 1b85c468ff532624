import MartletSQLite
import Synchronization

/// Reads the local database on a thread and a connection of its own.
///
/// Reads never wait for writes, and writes never wait for reads. The connection cannot write, so it never checkpoints the
/// write-ahead log. Only one connection does that.
final class LocalReader: Sendable {
  private struct Place {
    var store: LocalStore?
    var isClosed = false
  }

  private let path: String
  /// The name of a registered SQLite file layer; nil for the system's.
  private let vfs: String?
  private let lane: ReadingLane
  private let place = Mutex(Place())

  init(path: String, vfs: String?, executor: any BlockingExecutor) {
    self.path = path
    self.vfs = vfs
    lane = ReadingLane(executor: executor)
  }

  /// Reads as of one moment.
  ///
  /// Nil if that is impossible here; then the caller must ask the writer.
  func read<Value: Sendable>(_ body: @escaping @Sendable (LocalStore) throws -> Value) async -> Value? {
    do {
      return try await lane.run { () throws(SQLiteError) in try self.readHere(body) }
    } catch {
      // A connection that failed once is not used again. If the file is damaged, the writer will find out.
      forget()
      return nil
    }
  }

  private func readHere<Value: Sendable>(
    _ body: @Sendable (LocalStore) throws -> Value
  ) throws(SQLiteError) -> Value? {
    try place.withLock { place throws(SQLiteError) in
      guard !place.isClosed else { return nil }
      let store =
        if let open = place.store { open } else {
          try LocalStore(reading: SQLiteConnection(path: path, access: .readOnly, vfs: vfs))
        }
      place.store = store
      return try store.database.snapshot { () throws(SQLiteError) in
        try store.refresh()
        return try SQLiteError.only { try body(store) }
      }
    }
  }

  /// The file is another one now.
  func forget() {
    place.withLock { place in
      place.store?.database.close()
      place.store = nil
    }
  }

  /// Reads again after `close()`.
  func reopen() { place.withLock { $0.isClosed = false } }

  /// Ends the connection once nothing is being read.
  ///
  /// Must be done before the writer's connection ends, which then tidies up behind both.
  func close() {
    place.withLock { $0.isClosed = true }
    forget()
  }
}

/// The thread on which is read, or erased.
actor ReadingLane {
  private nonisolated let executor: any BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: any BlockingExecutor) { self.executor = executor }

  func run<Value: Sendable, Failure: Error>(_ body: @Sendable () throws(Failure) -> Value) throws(Failure) -> Value { try body() }
}
