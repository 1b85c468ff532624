import MartletTesting
import Testing

/// Server and devices in one process, in an order that a seed decides, with everything going wrong that can.
@Suite struct SimulationTests {
  private static let disks = SimulatedDisks()

  @Test(arguments: SeededRandom.environmentSeeds(60)) func everythingIsAsPromised(seed: UInt64) throws {
    let outcome = try Simulation.run(SimulationPlan(seed: seed, operations: 40), disks: Self.disks)
    guard !outcome.findings.isEmpty else { return }
    let smallest = try Simulation.shrink(outcome, disks: Self.disks)
    Issue.record("MARTLET_SEED=\(seed)\n\(smallest.report)")
  }

  @Test(arguments: SeededRandom.environmentSeeds(3)) func sameSeedGivesTheSameTrace(seed: UInt64) throws {
    let plan = SimulationPlan(seed: seed, operations: 40)
    let first = try Simulation.run(plan, disks: Self.disks)
    let second = try Simulation.run(plan, disks: Self.disks)
    #expect(first.trace == second.trace && first.decisions == second.decisions, "MARTLET_SEED=\(seed)")
  }

  /// What is judged is not empty: requests, what was stored, what was seen, and what devices show.
  @Test func whatHappensIsTakenDownForTheChecker() throws {
    let figures = try (1...6).map { try Simulation.run(SimulationPlan(seed: $0, operations: 40), disks: Self.disks).figures }
    #expect(figures.allSatisfy { $0.entriesStored > 0 && $0.appendsAcknowledged > 0 && $0.statesCompared > 0 })
    #expect(figures.reduce(0) { $0 + $1.linesCompared } > 100)
    #expect(figures.reduce(0) { $0 + $1.entriesSeen } > 500)
    #expect(figures.reduce(0) { $0 + $1.summariesSeen } > 100)
    let all = try (7...30).reduce(into: figures.reduce(into: Verdict.Figures()) { $0.add($1) }) { all, seed in
      all.add(try Simulation.run(SimulationPlan(seed: seed, operations: 40), disks: Self.disks).figures)
    }
    for count in [
      all.ownChanges, all.annotations, all.directed, all.scheduledSent, all.receiptsCompared, all.markedLinesCompared,
      all.conversationChanges, all.pagesSeen, all.listsSeen, all.wordingsCompared, all.annotatorsCompared, all.hiddenHere,
    ] {
      #expect(count > 0, "\(all)")
    }
  }

  @Test func otherSeedGivesAnotherTrace() throws {
    let traces = try (1...4).map { try Simulation.run(SimulationPlan(seed: $0, operations: 5), disks: Self.disks).trace }
    #expect(Set(traces).count == 4)
  }
}
