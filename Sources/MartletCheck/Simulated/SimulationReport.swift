import MartletTesting

/// The results of many simulations.
package struct SimulationReport: Sendable {
  /// The first seed; the others follow it.
  package let seed: UInt64
  package let operations: Int
  /// The number of servers.
  package let nodes: Int
  /// The number of seeds that ran to their end.
  package var seeds = 0
  package var seconds: Double = 0
  package var decisions = 0
  /// The traces of all, in the order of their seeds.
  var traces = TraceFold()
  package var simulated = Duration.zero
  package var serverStarts = 0
  package var figures = Verdict.Figures()
  /// The reduced failure of each failing seed, with the command to reproduce it, in the order of discovery.
  package var failures: [String] = []
  /// The directory of the evidence; nil if nothing was kept.
  package var evidence: String?

  init(_ plan: CheckPlan) {
    seed = plan.seed
    operations = plan.operations
    nodes = plan.nodes
  }

  package var isClean: Bool { failures.isEmpty }

  /// The same for the same seeds and steps, in any process: sixteen hexadecimal digits.
  package var trace: String { traces.text }

  /// For people.
  package var text: String {
    var lines = [
      """
      \(seeds) seeds from \(seed) on, of some \(operations) operations, \(nodes == 1 ? "one server" : "\(nodes) nodes"), in \
      \(Int(seconds)) s: \
      \(simulated.components.seconds) simulated s, \(decisions) decisions, the server started \(serverStarts) times
      """,
      "trace \(trace)",
      figures.askedText,
      """
      \(figures.entriesStored) entries stored, \(figures.entriesSeen) seen, \(figures.readText), \
      \(figures.statesCompared) devices compared at the end, \(figures.linesCompared) lines
      """,
      figures.personalText,
    ]
    lines += failures
    if let evidence { lines.append("evidence: \(evidence)") }
    lines.append(isClean ? "every promise was kept" : "NOT KEPT by \(failures.count) seeds")
    return lines.joined(separator: "\n") + "\n"
  }
}
