import MartletTesting

/// The results of a reconnect storm.
package struct ReconnectStormReport: Sendable {
  package var connections: Int
  package var seed: UInt64
  /// The factor for all time limits.
  let slack: UInt64
  /// The number of clients that are up to date.
  package var synced = 0
  /// Until the last of them had.
  package var milliseconds = 0
  /// Connections they tried for that.
  package var attempts = 0
  /// The delays from sending to arrival between clients that were already connected; nanoseconds, ascending.
  package var bystander: [UInt64] = []
  /// Why the bystanders could not talk to the end; nil if they could.
  package var bystanderObstacle: String?
  package var residentBefore: UInt64 = 0
  package var residentPeak: UInt64 = 0
  /// The error that stopped the check; nil for none.
  package var obstacle: String?

  init(_ plan: CheckPlan) {
    connections = plan.connections
    seed = plan.seed
    slack = plan.slack
  }

  /// The 99th of a hundred; the most there is where nothing was measured, since that shows nothing.
  package var bystanderP99: UInt64 { bystander.percentile99 ?? .max }

  /// The memory limit: an amount for each connection, plus a fixed part.
  package var residentLimit: UInt64 { UInt64(connections) * 65_536 + 536_870_912 }

  /// The promises that were not kept.
  package var failures: [String] {
    var failures = [obstacle, bystanderObstacle].compactMap { $0 }
    if synced < connections { failures.append("\(connections - synced) clients did not catch up") }
    if UInt64(max(0, milliseconds)) / slack > 60_000 { failures.append("catching up took longer than 60 s") }
    if bystanderP99 / slack > 1_000_000_000 { failures.append("bystanders waited longer than 1 s (p99)") }
    if residentPeak > residentLimit { failures.append("the server used more than \(residentLimit >> 20) MiB of memory") }
    return failures
  }

  package var isClean: Bool { failures.isEmpty }

  /// For people.
  package var text: String {
    var lines = [
      "\(synced) of \(connections) clients came back and had everything after \(milliseconds) ms, with \(attempts) attempts",
      """
      bystanders: p99 \(bystanderP99 / 1_000_000) ms, longest \((bystander.last ?? 0) / 1_000_000) ms, of \
      \(bystander.count) messages
      """,
      "server: \(residentBefore >> 20) MiB before, \(residentPeak >> 20) MiB at most",
    ]
    lines += failures.map { "NOT KEPT: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
