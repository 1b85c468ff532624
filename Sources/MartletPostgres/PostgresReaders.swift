import MartletNet
import MartletStore

/// Connections that read, one read at a time each.
actor PostgresReaders: LoopActor {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let address: String
  private var free: [PostgresConnection]
  private var waiting: [CheckedContinuation<PostgresConnection, any Error>] = []
  private let count: Int
  private var isClosed = false
  private var closing: CheckedContinuation<Void, Never>?

  init(_ address: String, count: Int, loop: EventLoop) {
    self.address = address
    self.loop = loop
    self.count = max(1, count)
    free = (0..<max(1, count)).map { _ in PostgresConnection(loop: loop) }
  }

  /// A connection for one read, which the caller gives back; it connects if it is not connected.
  func take() async throws -> PostgresConnection {
    let connection: PostgresConnection = try await withCheckedThrowingContinuation { continuation in
      // Looked at in here: the actor may do other work before the body of a continuation runs.
      guard !isClosed else { return continuation.resume(throwing: StoreError(.closed, "the store is closed")) }
      if let last = free.popLast() { continuation.resume(returning: last) } else { waiting.append(continuation) }
    }
    guard await !connection.isOpen else { return connection }
    do {
      try await connection.connect(to: address)
      _ = try await connection.run(PostgresConnection.settings)
      return connection
    } catch {
      giveBack(connection)
      throw error
    }
  }

  func giveBack(_ connection: PostgresConnection) {
    if waiting.isEmpty || isClosed { free.append(connection) } else { waiting.removeFirst().resume(returning: connection) }
    guard isClosed, free.count == count else { return }
    closing?.resume()
    closing = nil
  }

  /// Waits for the reads under way, and disconnects.
  func close() async {
    guard !isClosed else { return }
    isClosed = true
    let refused = waiting
    waiting = []
    for one in refused { one.resume(throwing: StoreError(.closed, "the store is closed")) }
    await withCheckedContinuation { continuation in
      if free.count < count { closing = continuation } else { continuation.resume() }
    }
    for connection in free { await connection.close() }
  }
}
