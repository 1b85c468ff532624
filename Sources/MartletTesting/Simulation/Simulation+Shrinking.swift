/// Finding the fewest steps of a plan with which a defect still shows.
extension Simulation {
  /// Leaves out as many steps as it can while a defect still shows: halves, then smaller parts, then each alone.
  ///
  /// - Parameters:
  ///   - outcome: One in which it shows.
  ///   - disks: Where its disks come from.
  ///   - limit: How many simulations to run at most.
  ///   - holds: Whether it shows in an outcome; where there are findings, unless told otherwise.
  /// - Returns: The outcome of the smallest plan found; that given where nothing can be left out.
  /// - Throws: As `run`.
  package static func shrink(
    _ outcome: SimulationOutcome, disks: SimulatedDisks, atMost limit: Int = 400,
    while holds: (SimulationOutcome) -> Bool = { !$0.findings.isEmpty }
  ) throws -> SimulationOutcome {
    var best = outcome
    _ = try least(of: outcome.plan.steps.map(\.number), atMost: limit) { numbers in
      let attempt = try run(outcome.plan.keeping(Set(numbers)), disks: disks)
      guard holds(attempt) else { return false }
      best = attempt
      return true
    }
    return best
  }

  /// Removes as many elements from a list as possible while a condition holds, which the whole list meets.
  ///
  /// - Parameters:
  ///   - all: The list.
  ///   - limit: The maximum number of lists to try.
  ///   - holds: The condition.
  /// - Returns: A list that meets it. No single element can be removed from it, unless the limit was reached.
  /// - Throws: The error of the condition.
  package static func least(
    of all: [Int], atMost limit: Int, where holds: ([Int]) throws -> Bool
  ) rethrows -> [Int] {
    var best = all
    var tries = 0
    var size = max(1, best.count / 2)
    while true {
      var start = 0
      var isSmaller = false
      while start < best.count, tries < limit {
        tries += 1
        let attempt = Array(best[..<start] + best[min(start + size, best.count)...])
        if try holds(attempt) {
          best = attempt
          isSmaller = true
        } else {
          start += size
        }
      }
      if tries >= limit || size == 1 && !isSmaller { return best }
      size = max(1, size / 2)
    }
  }
}

extension SimulationOutcome {
  /// Seed, trace, findings and steps, for people, and how to have it again.
  package var report: String {
    let kept = plan.steps.map { String($0.number) }.joined(separator: ",")
    var lines = ["seed \(plan.seed): \(findings.count) findings, trace \(traceText)"]
    lines += findings.map { "  \($0)" }
    lines.append("the steps it needs:")
    lines += plan.steps.map { "  \($0)" }
    lines.append(
      "again: martlet check sim\(plan.nodes > 1 ? " --nodes \(plan.nodes)" : "") --seeds 1 --seed \(plan.seed) "
        + "--operations \(plan.operations) --steps '\(kept)'")
    return lines.joined(separator: "\n")
  }
}
