/// Finding the fewest steps of a plan with which a defect still shows.
extension Simulation {
  /// Leaves out as many steps as it can while there are still findings: halves, then smaller parts, then each alone.
  ///
  /// - Parameters:
  ///   - outcome: One with findings.
  ///   - disks: Where its disks come from.
  ///   - limit: How many simulations to run at most.
  /// - Returns: The outcome of the smallest plan found; that given where nothing can be left out.
  /// - Throws: As `run`.
  package static func shrink(
    _ outcome: SimulationOutcome, disks: SimulatedDisks, atMost limit: Int = 400
  ) throws -> SimulationOutcome {
    var best = outcome
    var runs = 0
    var size = max(1, best.plan.steps.count / 2)
    while true {
      var start = 0
      var isSmaller = false
      while start < best.plan.steps.count, runs < limit {
        runs += 1
        let numbers = best.plan.steps.map(\.number)
        let kept = Set(numbers[..<start] + numbers[min(start + size, numbers.count)...])
        let attempt = try run(best.plan.keeping(kept), disks: disks)
        if attempt.findings.isEmpty {
          start += size
        } else {
          best = attempt
          isSmaller = true
        }
      }
      if runs >= limit || size == 1 && !isSmaller { return best }
      size = max(1, size / 2)
    }
  }
}

extension SimulationOutcome {
  /// Seed, findings and steps, for people, and how to have it again.
  package var report: String {
    let kept = plan.steps.map { String($0.number) }.joined(separator: ",")
    var lines = ["seed \(plan.seed): \(findings.count) findings"]
    lines += findings.map { "  \($0)" }
    lines.append("steps (--keep \(kept)):")
    lines += plan.steps.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }
}
