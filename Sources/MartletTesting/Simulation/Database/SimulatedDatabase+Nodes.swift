import MartletPostgres
import MartletStore
import MartletWire

/// Nodes that come, are heard of, and end.
extension SimulatedDatabase {
  func enter(_ reply: @escaping @Sendable (Result<WritingNode, PostgresError>) -> Void) {
    let transaction = DatabaseTransaction()
    // The lock on the table is that on all its rows.
    lock([.nodes, .counters] + liveNodes.map { .node($0) }, for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      let taken = Set(state.nodes.values.filter { !$0.isEnded }.map(\.slot))
      guard let slot = (0..<UInt64(HybridNumbers.slots)).first(where: { !taken.contains($0) }) else {
        rollBack(transaction)
        return reply(.failure(PostgresError(state: "53300", message: "no slot is left")))
      }
      let stamps = state.nodes.values.flatMap { [$0.stamp] + $0.stamps.values } + state.stamps.values
      let node = WritingNode(
        id: state.epoch + 1, slot: slot, stamp: stamps.max() ?? 0, others: state.nodes.mapValues(\.seq))
      let heard = now
      commit(transaction) { [self] in
        state.epoch = node.id
        state.nodes[node.id] = Node(slot: slot, stamp: node.stamp, beat: heard)
      } then: {
        reply(.success(node))
      }
    }
  }

  /// The node's own row is locked, then those of nodes that were not heard of.
  func beat(
    _ id: Int64, stamp: UInt64?, timeout: UInt64, _ reply: @escaping @Sendable (Result<Bool, PostgresError>) -> Void
  ) {
    let transaction = DatabaseTransaction()
    let silent = liveNodes.filter { $0 != id && isSilent($0, timeout) }
    lock(([id] + silent).map { .node($0) }, for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      let isLive = state.nodes[id]?.isEnded == false
      let heard = now
      // Those that were heard of meanwhile live.
      let ended = silent.filter { isSilent($0, timeout) }
      commit(transaction) { [self] in
        if isLive, let before = state.nodes[id]?.stamp {
          state.nodes[id]?.stamp = max(before, stamp ?? 0)
          state.nodes[id]?.beat = heard
        }
        for node in ended { bury(node) }
      } then: {
        reply(.success(isLive))
      }
    }
  }

  private func isSilent(_ id: Int64, _ timeout: UInt64) -> Bool {
    guard let node = state.nodes[id], !node.isEnded else { return false }
    return now > node.beat &+ timeout
  }

  private func bury(_ id: Int64) {
    guard let node = state.nodes[id] else { return }
    state.nodes[id]?.isEnded = true
    state.nodes[id]?.stamps = [:]
    state.stamps.merge(node.stamps) { max($0, $1) }
  }

  /// The node writes no more.
  func end(_ id: Int64, _ reply: @escaping @Sendable (Result<Void, PostgresError>) -> Void) {
    let transaction = DatabaseTransaction()
    lock([.node(id)], for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      commit(transaction) { [self] in
        bury(id)
      } then: {
        reply(.success(()))
      }
    }
  }

  /// Takes numbers, within a transaction or as one; they go back if the transaction is rolled back.
  func takeNumbers(
    _ count: Int64, in open: DatabaseTransaction?, _ reply: @escaping @Sendable (Result<Int64, PostgresError>) -> Void
  ) {
    let transaction = open ?? DatabaseTransaction()
    lock([.counters], for: transaction) {
      reply(.failure($0))
    } then: { [self] in
      state.numbers += count
      let last = state.numbers
      guard open == nil else {
        transaction.numbersTaken += count
        return reply(.success(last))
      }
      locks.release(transaction)
      reply(.success(last))
    }
  }
}
