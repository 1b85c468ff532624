import Synchronization

/// The phase of the server's life, for all parts that need it.
package final class ServerPhase: Sendable {
  private let isDraining = Atomic(false)

  package init() {}

  /// `.ok` until the server ends.
  package var status: ServerStatus { isDraining.load(ordering: .relaxed) ? .draining : .ok }

  /// The server ends from here on.
  package func drain() { isDraining.store(true, ordering: .relaxed) }
}
