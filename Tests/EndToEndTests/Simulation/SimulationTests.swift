import Foundation
import MartletTesting
import Testing

/// Server and devices in one process, in an order that a seed decides, with everything going wrong that can.
@Suite struct SimulationTests {
  private static let disks = SimulatedDisks()

  /// Half of the seeds; the other half are those of `whatHappensIsTakenDownForTheChecker`.
  @Test(arguments: SeededRandom.environmentSeeds(30)) func everythingIsAsPromised(seed: UInt64) throws {
    _ = try Self.expectNoFindings(seed: seed)
  }

  /// Runs a seed, reports the smallest plan that breaks a promise, and returns the numbers of checked items.
  private static func expectNoFindings(seed: UInt64) throws -> Verdict.Figures {
    let outcome = try Simulation.run(SimulationPlan(seed: seed, operations: 40), disks: disks)
    if !outcome.findings.isEmpty {
      let smallest = try Simulation.shrink(outcome, disks: disks)
      Issue.record("MARTLET_SEED=\(seed)\n\(smallest.report)")
    }
    return outcome.figures
  }

  @Test(arguments: SeededRandom.environmentSeeds(3), [1, 3]) func sameSeedGivesTheSameTrace(seed: UInt64, nodes: Int) throws {
    let plan = SimulationPlan(seed: seed, operations: 40, nodes: nodes)
    let first = try Simulation.run(plan, disks: Self.disks)
    let second = try Simulation.run(plan, disks: Self.disks)
    #expect(first.trace == second.trace && first.decisions == second.decisions, "MARTLET_SEED=\(seed)")
  }

  /// The checker's input is not empty: requests, stored entries, seen entries, and device states.
  @Test func whatHappensIsTakenDownForTheChecker() throws {
    let figures = try (1...6).map { try Self.expectNoFindings(seed: $0) }
    #expect(figures.allSatisfy { $0.entriesStored > 0 && $0.appendsAcknowledged > 0 && $0.statesCompared > 0 })
    #expect(figures.reduce(0) { $0 + $1.linesCompared } > 100)
    #expect(figures.reduce(0) { $0 + $1.entriesSeen } > 500)
    #expect(figures.reduce(0) { $0 + $1.summariesSeen } > 100)
    let all = try (7...30).reduce(into: figures.reduce(into: Verdict.Figures()) { $0.add($1) }) { all, seed in
      all.add(try Self.expectNoFindings(seed: seed))
    }
    for count in [
      all.ownChanges, all.annotations, all.directed, all.scheduledSent, all.receiptsCompared, all.markedLinesCompared,
      all.conversationChanges, all.ruleChanges, all.pagesSeen, all.listsSeen, all.wordingsCompared, all.annotatorsCompared,
      all.hiddenHere,
    ] {
      #expect(count > 0, "\(all)")
    }
  }

  @Test func otherSeedGivesAnotherTrace() throws {
    let traces = try (1...4).map { try Simulation.run(SimulationPlan(seed: $0, operations: 5), disks: Self.disks).trace }
    #expect(Set(traces).count == 4)
  }

  /// An acknowledged recall takes the place of a defect, since there is none at hand.
  ///
  /// The seed is reduced to the steps that still produce it, and the command in the report repeats the run, here as in another
  /// process.
  @Test func whatShowsIsCutDownAndBroughtAgain() async throws {
    let outcome = try #require(try Self.outcomeWithRecall())
    let smallest = try Simulation.shrink(outcome, disks: Self.disks, atMost: 12, while: Self.recalls)
    #expect(Self.recalls(smallest))
    #expect(smallest.plan.steps.count < outcome.plan.steps.count)
    let line = try #require(smallest.report.split(separator: "\n").last)
    #expect(line.hasPrefix("again: martlet check sim "))
    let words = line.split(separator: " ").dropFirst(3).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'")) }
    let kept = Set(try #require(words.last).split(separator: ",").compactMap { Int($0) })
    let plan = SimulationPlan(seed: outcome.plan.seed, operations: outcome.plan.operations).keeping(kept)
    let again = try Simulation.run(plan, disks: Self.disks)
    #expect(again.trace == smallest.trace && again.decisions == smallest.decisions)
    try await TemporaryDirectory.with { directory in
      let (status, report) = try await Program.check(words, scratch: directory)
      #expect(status == 0, "\(report["broken"] ?? "")")
      #expect(report["trace"] as? String == smallest.traceText)
      #expect(report["decisions"] as? Int == smallest.decisions)
    }
  }

  /// The first in which a recall is acknowledged, of some seeds whose plans have several.
  private static func outcomeWithRecall() throws -> SimulationOutcome? {
    for seed in 1...60 as ClosedRange<UInt64> {
      let plan = SimulationPlan(seed: seed, operations: 40)
      let recalls = plan.steps.filter { if case .recall = $0.what { true } else { false } }
      guard recalls.count > 2 else { continue }
      let outcome = try Simulation.run(plan, disks: disks)
      if Self.recalls(outcome) { return outcome }
    }
    return nil
  }

  /// Whether a recall took effect, and was acknowledged.
  private static func recalls(_ outcome: SimulationOutcome) -> Bool {
    var asked: Set<UInt64> = []
    for record in outcome.history {
      switch record.event {
      case .invoke(let call, let operation) where operation.kind == .recall: asked.insert(call)
      case .ok(let call, let seq) where seq > 0 && asked.contains(call): return true
      default: break
      }
    }
    return false
  }
}
