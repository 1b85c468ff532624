import MartletNet
import MartletPostgres
import Synchronization

/// A node's connection to the simulated database: requests and answers are on their way for a while, and it may break.
///
/// When it breaks the node learns of it at once. Some requests under way may still arrive, answers do not. The server process at
/// the other end notices later.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
final class DatabaseWire: @unchecked Sendable {
  private let database: SimulatedDatabase
  /// The node's; answers arrive on it.
  private let executor: DrivenExecutor
  private var backend: DatabaseBackend?
  /// Fails the calls that wait for answers, by their numbers.
  private var waiting: [Int: @Sendable (PostgresError) -> Void] = [:]
  private var calls = 0
  private var isConnecting = false
  private var others: [CheckedContinuation<Void, any Error>] = []
  /// When the last request arrives, and the last answer: none overtakes another.
  private var lastRequest: UInt64 = 0
  private var lastAnswer: UInt64 = 0
  /// The node is gone, and makes no connection any more.
  private(set) var isDead = false

  init(_ database: SimulatedDatabase, executor: DrivenExecutor) {
    self.database = database
    self.executor = executor
  }

  var isOpen: Bool { backend != nil }

  /// Connects unless it is connected; callers who come meanwhile wait for the same connection.
  func connect() async throws {
    // Another caller may have connected between the caller's look and its turn.
    guard !isOpen else { return }
    guard !isConnecting else {
      return try await withCheckedThrowingContinuation { continuation in
        // Looked at here: the task may have lost its turn on the way, and nobody may be connecting any more.
        if isConnecting { others.append(continuation) } else { continuation.resume() }
      }
    }
    isConnecting = true
    let result: Result<Void, any Error>
    do { result = .success(try await connectAlone()) } catch { result = .failure(error) }
    isConnecting = false
    let waiting = others
    others = []
    for other in waiting { other.resume(with: result) }
    try result.get()
  }

  private func connectAlone() async throws {
    guard !isDead else { throw PostgresError.lost("the node is gone") }
    await withCheckedContinuation { continuation in
      executor.perform(after: database.delay()) { continuation.resume() }
    }
    guard !isDead, let backend = database.admit(self) else { throw PostgresError.lost("the connection was refused") }
    self.backend = backend
  }

  /// Has the server process do something; a reply ends it.
  func call<Value: Sendable>(
    _ body: @escaping @Sendable (DatabaseBackend, @escaping @Sendable (Result<Value, PostgresError>) -> Void) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      // Looked at here: the task may have lost its turn on the way, and the connection may have broken.
      guard let backend else {
        return continuation.resume(throwing: PostgresError.lost("there is no connection to the database"))
      }
      calls += 1
      let number = calls
      waiting[number] = { continuation.resume(throwing: $0) }
      arrive(at: backend) { done in
        body(backend) { result in
          self.answer {
            guard self.waiting.removeValue(forKey: number) != nil else { return }
            continuation.resume(with: result.mapError { $0 as any Error })
          }
          done()
        }
      }
    }
  }

  /// Has the server process do something whose outcome does not matter.
  func post(_ body: @escaping @Sendable (DatabaseBackend) -> Void) {
    guard let backend else { return }
    arrive(at: backend) { done in
      body(backend)
      done()
    }
  }

  private func arrive(at backend: DatabaseBackend, _ unit: @escaping DatabaseBackend.Unit) {
    lastRequest = max(lastRequest, database.now &+ database.delay().nanoseconds)
    database.executor.perform(after: .nanoseconds(Int64(clamping: lastRequest &- database.now))) {
      backend.perform(unit)
    }
  }

  private func answer(_ body: @escaping @Sendable () -> Void) {
    lastAnswer = max(lastAnswer, database.now &+ database.delay().nanoseconds)
    executor.perform(after: .nanoseconds(Int64(clamping: lastAnswer &- database.now))) { body() }
  }

  /// Breaks the connection.
  ///
  /// - Parameter mayArrive: Whether requests under way still arrive.
  func cut(mayArrive: Bool) {
    guard let backend else { return }
    self.backend = nil
    // It does what it was asked before it finds out that nobody listens.
    let late = mayArrive ? lastRequest &- min(lastRequest, database.now) : 0
    let notices = Duration.nanoseconds(Int64(clamping: late &+ 1 &+ (mayArrive ? database.roll(2_000_000_000) : 0)))
    if mayArrive { database.executor.perform(after: notices) { backend.end() } } else { backend.end() }
    let lost = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, fail) in lost { fail(.lost("the connection was closed")) }
  }

  /// The node is killed.
  func kill() {
    isDead = true
    cut(mayArrive: database.chance(50))
  }
}
