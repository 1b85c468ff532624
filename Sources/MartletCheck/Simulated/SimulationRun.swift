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
    /// How many seeds were begun.
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

  /// Checks as many seeds as the plan says, or until enough of them have failed.
  ///
  /// - Parameters:
  ///   - plan: What to do.
  ///   - shrinking: With how many simulations at most to look for the least that shows a failure.
  ///   - isFailure: Which outcomes are failures: those with findings, unless told otherwise.
  ///   - progress: Told how it goes, a line at a time.
  /// - Returns: What was found.
  /// - Throws: `CheckError` where the check itself could not be carried out, `CancellationError`.
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

  /// Tries seeds until there is none left.
  private func work() async throws {
    while let seed = next() {
      // A simulation waits for nothing: without this, whoever is to end the check would not get a turn until the last.
      await Task.yield()
      try Task.checkCancellation()
      var simulation = SimulationPlan(seed: seed, operations: plan.operations)
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

  /// Cuts a failure down to what it needs, and keeps the evidence where that is wanted.
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
