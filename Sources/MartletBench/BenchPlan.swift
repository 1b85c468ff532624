/// What can be measured.
package enum Workload: String, Sendable, CaseIterable {
  /// Senders that each write to a receiver of their own.
  case pairs
  /// One sender writes to a large group.
  case fanout
  /// Connections that do nothing.
  case idle
}

/// What is measured, and how long.
package struct BenchPlan: Sendable {
  /// Which server is measured.
  package enum Target: Sendable {
    /// One of its own on a new directory, which is removed at the end.
    case own(OwnServer.Settings)
    case given(BenchServer)
  }

  package var workload: Workload
  package var target: Target
  /// Pairs, or idle connections.
  package var connections = 200
  /// Messages under way for each sender.
  package var window = 1
  /// Bytes of a message's text.
  package var size = 128
  /// How long is measured.
  package var duration: Duration = .seconds(10)
  /// How long the load is on before that.
  package var warmup: Duration = .milliseconds(1500)
  /// Messages a second that fall due; nil sends whenever a window has room.
  package var rate: Double?
  /// Members that receive, in `fanout`.
  package var members = 1000

  package init(_ workload: Workload, target: Target) {
    self.workload = workload
    self.target = target
  }
}
