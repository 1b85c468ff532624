import Foundation
import MartletCheck
import MartletTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct SimulationRunTests {
  /// Nothing is broken, so that something else has to count as a failure: that anything was stored.
  @Test func failureIsCutDownAndKept() async throws {
    try await TemporaryDirectory.with { directory in
      let keep = "\(directory)/kept"
      var plan = CheckPlan(program: "", seed: 1, seconds: 3, scratch: directory)
      plan.seeds = 1
      plan.keep = keep
      let report = try await SimulationRun.check(
        plan, shrinking: 6, countingAsFailures: { $0.figures.appendsAcknowledged > 0 }, progress: { _ in })
      #expect(!report.isClean)
      #expect(report.failures.count == 1)
      #expect(report.evidence == keep)
      let text = try #require(report.failures.first)
      let command = "again: martlet check sim --seeds 1 --seed 1 --operations 40 --steps '"
      let again = try #require(text.split(separator: "\n").last)
      #expect(again.hasPrefix(command))
      let steps = again.dropFirst(command.count).dropLast().split(separator: ",")
      #expect(!steps.isEmpty)
      #expect(steps.count < SimulationPlan(seed: 1, operations: 40).steps.count)
      // The figures are those of the whole seed.
      #expect(report.seeds == 1 && report.figures.appendsAcknowledged > 0)
      #expect(try String(contentsOfFile: "\(keep)/sim-1/report.txt", encoding: .utf8) == text + "\n")
      let history = try History.read(String(contentsOfFile: "\(keep)/sim-1/history.jsonl", encoding: .utf8))
      #expect(history.contains { if case .ok = $0.event { true } else { false } })
    }
  }

  @Test func soundSeedsLeaveNothing() async throws {
    try await TemporaryDirectory.with { directory in
      let keep = "\(directory)/kept"
      var plan = CheckPlan(program: "", seed: 1, seconds: 3, scratch: directory)
      plan.seeds = 2
      plan.operations = 5
      plan.keep = keep
      let report = try await SimulationRun.check(plan, progress: { _ in })
      #expect(report.isClean, "\(report.failures)")
      #expect(report.evidence == nil)
      #expect(!FileManager.default.fileExists(atPath: keep))
      // The order in which threads come to the ends of seeds says nothing.
      let again = try await SimulationRun.check(plan, progress: { _ in })
      #expect(again.trace == report.trace)
      plan.seed = 2
      let others = try await SimulationRun.check(plan, progress: { _ in })
      #expect(others.trace != report.trace)
    }
  }
}
