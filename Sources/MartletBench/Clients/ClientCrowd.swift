import MartletNet
import MartletWire

/// The clients of a benchmark, all on one loop.
///
/// `@unchecked Sendable`: mutable properties are used on the loop's thread only.
final class ClientCrowd: @unchecked Sendable {
  let clients: [BenchClient]
  let loop: EventLoop
  private var isOver = false
  private var pingedUpTo = 0

  /// Every client shows itself once in this many seconds.
  private static let pingSeconds = 25

  private init(clients: [BenchClient], loop: EventLoop) {
    self.clients = clients
    self.loop = loop
  }

  /// Connects clients, `width` at a time.
  ///
  /// - Parameters:
  ///   - accounts: The accounts, with one client each.
  ///   - server: The server.
  ///   - loop: The clients' loop.
  ///   - width: The number of clients that connect at once.
  ///   - progress: Receives the number of connected clients.
  /// - Returns: The clients, in the order of the accounts.
  /// - Throws: `BenchError`, or `NetError`.
  static func connect(
    _ accounts: [Account], to server: BenchServer, loop: EventLoop, width: Int = 128,
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> ClientCrowd {
    let clients = accounts.enumerated().map { BenchClient(index: $0, user: $1.user, loop: loop) }
    let crowd = ClientCrowd(clients: clients, loop: loop)
    // From now on, for the last may be long in coming.
    loop.post { crowd.keepAlive() }
    try await inParallel(accounts.count, width: width, progress: progress) { index in
      try await clients[index].open(at: server, token: accounts[index].token)
    }
    return crowd
  }

  /// Makes all clients pass arrivals to the receiver.
  func tell(_ receiver: any PacketReceiver) async {
    await loop.run { for client in self.clients { client.receiver = receiver } }
  }

  /// From now on connections may end, for the server is about to.
  func expectEnd() async {
    await loop.run { for client in self.clients { client.expectEnd() } }
  }

  /// Cuts all connections, and tells the receiver nothing more.
  func close() async {
    await loop.run {
      self.isOver = true
      for client in self.clients {
        client.receiver = nil
        client.abort()
      }
    }
  }

  private func keepAlive() {
    guard !isOver else { return }
    let share = (clients.count + Self.pingSeconds - 1) / Self.pingSeconds
    for _ in 0..<share {
      if pingedUpTo >= clients.count { pingedUpTo = 0 }
      clients[pingedUpTo].ping()
      pingedUpTo += 1
    }
    loop.schedule(after: .seconds(1)) { [weak self] in self?.keepAlive() }
  }
}

/// Runs `body` for each of `count` numbers, `width` at a time; the first error ends it.
///
/// - Parameters:
///   - count: The count; may be 0.
///   - width: At least 1.
///   - progress: Receives the number of finished calls after each.
///   - body: The work for one number.
/// - Throws: The error of `body`.
func inParallel(
  _ count: Int, width: Int, progress: @escaping @Sendable (Int) -> Void = { _ in },
  _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    var begun = 0
    var done = 0
    while done < count {
      while begun < count, begun - done < max(1, width) {
        let index = begun
        group.addTask { try await body(index) }
        begun += 1
      }
      try await group.next()
      done += 1
      progress(done)
    }
  }
}
