import MartletProcess
import MartletTesting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// Judging and evidence at the end.
extension LiveRun {
  /// Ends the servers with a signal or a kill, and judges the records.
  func judge(_ states: [DeviceState], _ fleets: [FleetProcess], _ brought: Nemesis.Brought) async throws -> CheckReport {
    let signal = plan.seed % 2 == 0 ? SIGKILL : SIGTERM
    for server in servers {
      let expected = server.expectedStatuses(for: signal)
      failures.note(server.name, ended: await server.end(signal), by: signal, expected: expected)
    }
    let ofFleets = try fleets.map { (host: $0.host, records: try $0.records()) }
    let records = History.merge([history.records] + ofFleets.map(\.records))
    // Kept as evidence if a promise was broken.
    try Folder.write(History.lines(records), to: folder + "/history.jsonl")
    let dump = try await dump()
    let restarts = RollingRestart(records, during: brought.restarts) { !$0.hasPrefix(RawDevice.namePrefix) }
    for failed in restarts.failed { failures.add(failed) }
    progress("checking \(records.count) records")
    let verdict = Checker.check(records, dump: dump, states: states, options: Checker.Options(slack: plan.slack))
    var report = CheckReport(seed: plan.seed, verdict: verdict)
    report.serverStarts = servers.reduce(0) { $0 + $1.starts }
    (report.restartSends, report.restartFailures) = (restarts.sends, restarts.failed.count)
    report.shares = Dictionary(ofFleets.map { ($0.host, HostShare($0.records)) }, uniquingKeysWith: +)
    report.failures = failures.all
    return report
  }

  /// The contents of the store; nil, and a failure, if it cannot be read.
  private func dump() async throws -> Dump? {
    guard let cluster else { return try await Self.dump(of: servers[0].directory, failures) }
    do {
      return try await Dump.read(postgres: cluster.database.address)
    } catch {
      failures.add("cannot read the database after the nodes exited: \(error)")
      return nil
    }
  }

  /// The contents of the files of a store; nil, and a failure, if they cannot be read.
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

  /// Evidence for later inspection: the history, the store and the logs, the report.
  func keepEvidence(_ report: inout CheckReport) async {
    guard !report.isClean || plan.keep != nil else { return }
    let parent = plan.keep ?? plan.scratch
    let place = "\(parent)/martlet-check-seed-\(plan.seed)"
    report.evidence = place
    do {
      try Folder.ensure(parent)
      try Folder.ensure(place)
      for name in ["history.jsonl"] + Self.logs(of: plan.nodes) { try Folder.copy(folder + "/" + name, to: place + "/" + name) }
      if let cluster { try await cluster.database.dump(to: place + "/store.sql") }
      let data = servers[0].directory
      for name in Folder.names(in: data) where name.contains(".db") {
        try Folder.copy(data + "/" + name, to: place + "/" + name)
      }
      try Folder.write(report.text, to: place + "/report.txt")
    } catch {
      // The findings are reported even if evidence is missing.
      report.skipped.append("some of the evidence: \(error)")
    }
  }
}
