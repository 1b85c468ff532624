import MartletPostgres
import MartletStore
import MartletWire
import Synchronization

/// Two nodes on one database that take turns: what one of them remembers is stale most of the time.
final class AlternatingStore: RowStore {
  private let nodes: [PostgresStore]
  private let calls = Atomic<Int>(0)

  init(_ first: PostgresStore, _ second: PostgresStore) { nodes = [first, second] }

  private var next: PostgresStore { nodes[calls.add(1, ordering: .relaxed).newValue % 2] }

  var load: StoreLoad { nodes[0].load }
  var kinds: Kinds { nodes[0].kinds }
  var generation: String { nodes[0].generation }

  func read<Result: Sendable>(_ body: @Sendable (LogReading<PostgresRows>) throws -> Result) async throws -> Result {
    try await next.read(body)
  }

  func write<Result: Sendable>(
    weight: Int, _ body: @escaping @Sendable (DecidingView<PostgresRows>) throws -> Result
  ) async throws -> Result {
    try await next.write(weight: weight, body)
  }

  /// Not before both nodes have told how far they are; otherwise it is that of the one that was heard of first.
  func stamp(app: AppID) async throws -> UInt64 {
    for node in nodes { await node.beat() }
    return try await next.stamp(app: app)
  }

  func close() async { for node in nodes { await node.close() } }
}
