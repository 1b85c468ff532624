import MartletProcess
import MartletTesting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Judging and evidence at the end.
extension LiveRun {
  /// Ends the server with a signal or a kill, and judges the records.
  func judge(_ states: [DeviceState], _ fleets: [FleetProcess]) async throws -> CheckReport {
    let signal = plan.seed % 2 == 0 ? SIGKILL : SIGTERM
    let expected = server.expectedStatuses(for: signal)
    failures.note("the server", ended: await server.end(signal), by: signal, expected: expected)
    let records = History.merge([history.records] + (try fleets.map { try $0.records() }))
    // Kept as evidence if a promise was broken.
    try Folder.write(History.lines(records), to: folder + "/history.jsonl")
    let dump = try await Self.dump(of: server.directory, failures)
    progress("checking \(records.count) records")
    let verdict = Checker.check(records, dump: dump, states: states, options: Checker.Options(slack: plan.slack))
    var report = CheckReport(seed: plan.seed, verdict: verdict)
    report.serverStarts = server.starts
    report.failures = failures.all
    return report
  }

  /// The contents of the store; nil, and a failure, if it cannot be read.
  static func dump(of directory: String, _ failures: Failures) async throws -> Dump? {
    do {
      return try await Dump.read(directory: directory)
    } catch let error as TestError {
      // That it cannot be copied says nothing of the store.
      throw CheckError("\(error)")
    } catch {
      failures.add("cannot read the store after the server exited: \(error)")
      return nil
    }
  }

  /// Evidence for later inspection: the history, the server's files and log, the report.
  func keepEvidence(_ report: inout CheckReport) {
    guard !report.isClean || plan.keep != nil else { return }
    let parent = plan.keep ?? plan.scratch
    let place = "\(parent)/martlet-check-seed-\(plan.seed)"
    report.evidence = place
    do {
      try Folder.ensure(parent)
      try Folder.ensure(place)
      for name in ["history.jsonl", "server.log"] { try Folder.copy(folder + "/" + name, to: place + "/" + name) }
      for name in Folder.names(in: server.directory) where name.contains(".db") {
        try Folder.copy(server.directory + "/" + name, to: place + "/" + name)
      }
      try Folder.write(report.text, to: place + "/report.txt")
    } catch {
      // The findings are reported even if evidence is missing.
      report.skipped.append("some of the evidence: \(error)")
    }
  }
}
