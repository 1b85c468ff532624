import Martlet
import MartletProcess
import MartletWire

/// The benchmark of the SDK on a large local database: makes it, then measures it in one fresh process after another.
struct DeviceRun {
  let plan: BenchPlan
  let place: BenchPlan.DevicePlace
  let progress: @Sendable (String) -> Void

  private let time = SystemTimeSource()

  private static let patienceSeconds = 300

  init(plan: BenchPlan, place: BenchPlan.DevicePlace, progress: @escaping @Sendable (String) -> Void) {
    self.plan = plan
    self.place = place
    self.progress = progress
  }

  /// Measures.
  ///
  /// - Throws: `BenchError`; `MartletError`; `CancellationError`.
  func run() async throws -> BenchReport {
    guard let kept = place.directory else {
      let scratch = try Folder.make("martlet-bench", in: place.parent)
      defer { Folder.remove(scratch) }
      return try await measure(scratch + "/device")
    }
    return place.isHere ? try await probe(kept) : try await measure(kept)
  }

  /// Measures once, in this process.
  private func probe(_ directory: String) async throws -> BenchReport {
    guard SystemFiles.holdsData(directory) else { throw BenchError(.invalid, "\(directory) contains no local data") }
    var probe = DeviceProbe(directory: directory)
    let samples = try await probe.run()
    var report = BenchReport()
    report.add("workload", "workload", text: plan.workload.rawValue)
    samples.add(to: &report)
    report.add("samples", samples.reports)
    return report
  }

  private func measure(_ directory: String) async throws -> BenchReport {
    var report = BenchReport()
    report.add("workload", "workload", text: plan.workload.rawValue)
    if !SystemFiles.holdsData(directory) {
      let begun = time.monotonicNanoseconds
      try DeviceFill(conversations: plan.conversations, messages: Int(clamping: plan.messages), progress: progress)
        .make(in: directory)
      report.add("conversations", "conversations", plan.conversations)
      report.add("messages", "messages", plan.messages)
      report.add("fill_seconds", "time to create them", Double(time.monotonicNanoseconds &- begun) / 1_000_000_000, unit: "s")
    }
    let files = Folder.names(in: directory).reduce(UInt64(0)) { $0 + Folder.size("\(directory)/\($1)") }
    report.add("data_bytes", "local data", files, unit: "bytes")
    report.add("rounds", "processes run one after another", plan.rounds)
    var samples = DeviceSamples()
    for round in 1...max(1, plan.rounds) {
      samples.add(try await measureApart(directory))
      if round.isMultiple(of: 10) || round == plan.rounds { progress("\(round) of \(plan.rounds) processes") }
    }
    samples.add(to: &report)
    return report
  }

  /// Measures in a process of its own, with nothing in its memory yet.
  private func measureApart(_ directory: String) async throws -> DeviceSamples {
    try Task.checkCancellation()
    let process = try ChildProcess(
      place.program, ["bench", plan.workload.rawValue, "--data", directory, "--here", "--json"])
    defer { process.kill() }
    guard let line = await process.firstLine(within: Self.patienceSeconds), let samples = try? DeviceSamples(json: line) else {
      throw BenchError(.stalled, "a measuring process exited without a result")
    }
    return samples
  }
}
