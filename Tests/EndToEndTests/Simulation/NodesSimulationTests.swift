import MartletTesting
import Testing

/// Three nodes and their devices in one process, over models of PostgreSQL and of a bus, in an order that a seed decides.
@Suite struct NodesSimulationTests {
  private static let disks = SimulatedDisks()

  @Test(arguments: SeededRandom.environmentSeeds(25)) func nodesKeepWhatOneServerPromises(seed: UInt64) throws {
    let outcome = try Simulation.run(SimulationPlan(seed: seed, operations: 40, nodes: 3), disks: Self.disks)
    guard !outcome.findings.isEmpty else { return }
    let smallest = try Simulation.shrink(outcome, disks: Self.disks)
    Issue.record("MARTLET_SEED=\(seed)\n\(smallest.report)")
  }
}
