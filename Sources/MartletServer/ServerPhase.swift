import Synchronization

/// How far the server is in its life, told to everyone who has to know.
package final class ServerPhase: Sendable {
  private let isDraining = Atomic(false)

  package init() {}

  /// `.ok` until the server ends.
  package var status: ServerStatus { isDraining.load(ordering: .relaxed) ? .draining : .ok }

  /// The server ends from here on.
  package func drain() { isDraining.store(true, ordering: .relaxed) }
}
