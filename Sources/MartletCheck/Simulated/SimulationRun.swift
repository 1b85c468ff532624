import MartletProcess
import MartletTesting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One simulation after another, each of the next seed, on all processors.
package final class SimulationRun: Sendable {
  private struct State {
    var report: SimulationReport
    /// The number of seeds begun.
    var begun = 0
    var said = ContinuousClock.now
  }

  private let plan: CheckPlan
  private let shrinking: Int
  private let isFailure: @Sendable (SimulationOutcome) -> Bool
  private let disks = SimulatedDisks()
  private let state: Mutex<State>
  private let progress: @Sendable (String) -> Void

  /// After so many failures the rest would hardly tell more.
  private static let enoughFailures = 10
  private static let saysEvery = Duration.seconds(10)

  private init(
    _ plan: CheckPlan, _ shrinking: Int, _ isFailure: @escaping @Sendable (SimulationOutcome) -> Bool,
    _ progress: @escaping @Sendable (String) -> Void
  ) {
    self.plan = plan
    self.shrinking = shrinking
    self.isFailure = isFailure
    self.progress = progress
    state = Mutex(State(report: SimulationReport(plan)))
  }

  /// Runs the seeds of a plan, or stops when enough of them have failed.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - shrinking: The maximum number of simulations for reducing a failure.
  ///   - isFailure: Decides whether an outcome is a failure; by default one with findings.
  ///   - progress: Receives the progress, a line at a time.
  /// - Returns: The findings.
  /// - Throws: `CheckError` if the check itself failed; `CancellationError`.
  package static func check(
    _ plan: CheckPlan, shrinking: Int = 400,
    countingAsFailures isFailure: @escaping @Sendable (SimulationOutcome) -> Bool = { !$0.findings.isEmpty },
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> SimulationReport {
    let run = SimulationRun(plan, shrinking, isFailure, progress)
    let began = ContinuousClock.now
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), plan.seeds)) { group.addTask { try await run.work() } }
        try await group.waitForAll()
      }
    } catch let error as TestError {
      throw CheckError("cannot run a simulation: \(error)")
    }
    var report = run.state.withLock { $0.report }
    report.seconds = Double((ContinuousClock.now - began).components.seconds)
    return report
  }

  /// Runs seeds until none is left.
  private func work() async throws {
    while let seed = next() {
      // A simulation never waits. Without this, a task that cancels the check would get no turn until the end.
      await Task.yield()
      try Task.checkCancellation()
      var simulation = SimulationPlan(seed: seed, operations: plan.operations, nodes: plan.nodes)
      if let steps = plan.steps { simulation = simulation.keeping(steps) }
      let outcome = try Simulation.run(simulation, disks: disks)
      let failure = isFailure(outcome) ? try settle(outcome) : nil
      note(outcome, failure)
    }
  }

  private func next() -> UInt64? {
    state.withLock { state in
      guard state.begun < plan.seeds, state.report.failures.count < Self.enoughFailures else { return nil }
      defer { state.begun += 1 }
      return plan.seed &+ UInt64(state.begun)
    }
  }

  private func note(_ outcome: SimulationOutcome, _ failure: (text: String, kept: String?)?) {
    let line = state.withLock { state -> String? in
      state.report.add(outcome)
      if let failure {
        state.report.failures.append(failure.text)
        state.report.evidence = failure.kept ?? state.report.evidence
      }
      let now = ContinuousClock.now
      guard now - state.said > Self.saysEvery else { return nil }
      state.said = now
      return "\(state.report.seeds) of \(plan.seeds) seeds, \(state.report.failures.count) failed"
    }
    if let line { progress(line) }
  }

  /// Reduces a failure, and keeps the evidence if requested.
  private func settle(_ outcome: SimulationOutcome) throws -> (text: String, kept: String?) {
    progress("seed \(outcome.plan.seed) failed: \(outcome.findings.first ?? ""); reducing it")
    let smallest = try Simulation.shrink(outcome, disks: disks, atMost: shrinking, while: isFailure)
    let text = smallest.report
    guard let keep = plan.keep else { return (text, nil) }
    let folder = "\(keep)/sim-\(outcome.plan.seed)"
    try Folder.ensure(keep)
    try Folder.ensure(folder)
    try Folder.write(text + "\n", to: "\(folder)/report.txt")
    try Folder.write(History.lines(smallest.history), to: "\(folder)/history.jsonl")
    return (text, keep)
  }
}

extension SimulationReport {
  fileprivate mutating func add(_ outcome: SimulationOutcome) {
    seeds += 1
    decisions += outcome.decisions
    traces.take(outcome.trace, at: outcome.plan.seed &- seed)
    simulated += outcome.simulated
    serverStarts += outcome.lives
    figures.add(outcome.figures)
  }
}
