import MartletCheck
import MartletProcess
import MartletServer
import MartletTesting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let check = CommandDescription(
    name: "check",
    summary: "inject faults into a server, and check that it keeps its promises",
    about: [
      """
      Starts a server of its own on a new directory, runs clients against it, and injects
      faults: it kills processes, cuts and corrupts the network, makes the disk fail, turns
      the clock, damages local data, revokes tokens. It records every request, answer and
      event. From the record and the store it decides whether a promise was broken, and
      prints the shortest evidence.
      """,
      """
      WHAT is one of
        live   a server and clients under faults (the default)
        nodes  the same with three nodes on a PostgreSQL and a NATS server of its own
        herd   thousands of clients that all reconnect at once after a restart
        sim    server and clients in this one process, with simulated clocks, disks and
               network. The same seed always gives the same run. A failing seed is reduced
               to the steps it needs. The report's trace is equal for equal runs
      """,
      """
      In 'live' and 'nodes', a seed determines the faults and their order; the timing is
      the machine's. docs/reliability.md lists the promises and how they are checked. If a
      promise was broken, or a process failed, the exit code is 1 and the evidence is kept.
      """,
      """
      'nodes' needs the Debian packages postgresql and nats-server. As root, it runs
      PostgreSQL as the user postgres, who must be able to enter the scratch directory.
      """,
      """
      The server's data is in the scratch directory, so its file system is tested too. The
      fault disk-full is injected only if --faults names it: the data is then in 192 MiB of
      memory, which needs root.
      """,
    ],
    options: [
      CommandOption(
        operand: "what", "WHAT", .choice(CheckKind.allCases.map(\.rawValue)), says: "The kind of check.", required: false),
      CommandOption("seeds", "N", .number(1...10_000_000), standard: "100", says: "In 'sim': how many seeds to run."),
      CommandOption(
        "operations", "N", .number(0...100_000), standard: "40", says: "In 'sim': about how many operations the users perform."),
      CommandOption(
        "nodes", "N", .number(1...8), standard: "1",
        says: "In 'sim': how many servers; several share a model of PostgreSQL and a bus."),
      CommandOption("steps", "LIST", .text, standard: "all", says: "In 'sim': only these steps of the plan."),
      CommandOption("seed", "N", .text, standard: "a new one, which is printed", says: "The seed of all random choices."),
      CommandOption(
        "seconds", "TIME", .duration(3...86_400), standard: "30", says: "In 'live', 'nodes': how long the clients run."),
      CommandOption("rounds", "N", .number(1...100_000), standard: "1", says: "How many rounds, each with the next seed."),
      CommandOption("faults", "LIST", .text, standard: "all but disk-full", says: "Only these faults, separated by commas."),
      CommandOption(
        "devices", "LIST", .text, standard: "swift",
        says: "In 'live', 'nodes': what devices run on, of swift, node and\nchromium, separated by commas."),
      CommandOption(
        "web", "DIR", .directory,
        says: "The folder Web of the sources, for devices on node and chromium;\nbuild the module with ./dev web."),
      CommandOption("connections", "N", .number(1...1_000_000), standard: "15000", says: "In 'herd': how many clients."),
      CommandOption(
        "slack", "N", .number(1...1000), standard: "1", says: "Allow everything N times as long, for a busy machine."),
      CommandOption("json", says: "Print one JSON object for each round instead of text."),
      CommandOption("scratch", "DIR", .directory, standard: "/var/tmp", says: "The directory for all temporary data."),
      CommandOption(
        "keep", "DIR", .directory, standard: "the scratch directory, and only of failed rounds",
        says: "Keep the evidence of every round here."),
    ],
    examples: [
      ("martlet check", "half a minute, with all faults except a full disk"),
      ("martlet check --seed 7 --seconds 5m --keep evidence", "five minutes with a given seed, keeping the record"),
      ("martlet check --faults server-kill,server-point --rounds 100 --seconds 5", "a hundred short rounds of crashes"),
      ("martlet check --devices swift,node,chromium --web Web", "devices on the JavaScript SDK too"),
      ("martlet check nodes --faults database-failover,bus-kill", "nodes that lose PostgreSQL and NATS"),
      ("martlet check herd --connections 15000", "15,000 clients reconnect at once"),
      ("martlet check sim --seeds 5000", "five thousand simulations"),
    ],
    signals: [SIGINT, SIGTERM],
    run: { arguments, surroundings in try await Checking(arguments, surroundings).run() })
}

/// The kinds of checks.
enum CheckKind: String, CaseIterable {
  case live, nodes, herd, sim

  /// The number of servers of a round.
  var nodes: Int { self == .nodes ? 3 : 1 }
}

/// Runs the rounds of a check and prints their reports.
struct Checking: Sendable {
  private let kind: CheckKind
  private let plan: CheckPlan
  private let rounds: Int
  private let isJSON: Bool
  private let fleet: String?
  private let surroundings: Surroundings

  private enum Outcome: Sendable {
    case code(ExitCode)
    case signal(Int32)
  }

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    self.surroundings = surroundings
    fleet = surroundings.variable(Fleet.variable)
    let kind = arguments.text("what").flatMap { CheckKind(rawValue: $0) } ?? .live
    self.kind = kind
    isJSON = arguments.has("json")
    rounds = arguments.number("rounds") ?? 1
    var seed = UInt64.random(in: 0 ... .max)
    if let text = arguments.text("seed") {
      guard let number = UInt64(text) else { throw CommandFailure(.usage, "--seed takes a number") }
      seed = number
    }
    var plan = CheckPlan(
      program: try Self.program(), seed: seed, seconds: arguments.duration("seconds") ?? 30,
      scratch: arguments.text("scratch") ?? "/var/tmp")
    plan.nodes = kind.nodes
    plan.keep = arguments.text("keep")
    plan.slack = UInt64(arguments.number("slack") ?? 1)
    if let connections = arguments.number("connections") { plan.connections = connections }
    if let seeds = arguments.number("seeds") { plan.seeds = seeds }
    if let operations = arguments.number("operations") { plan.operations = operations }
    if kind == .sim, let nodes = arguments.number("nodes") { plan.nodes = nodes }
    if let list = arguments.text("steps") {
      plan.steps = try Set(
        list.split(separator: ",").map { text in
          guard let step = Int(text) else { throw CommandFailure(.usage, "--steps takes numbers, separated by commas") }
          return step
        })
    }
    plan.faults = try arguments.text("faults").map { try Self.faults($0, of: kind) }
    if let list = arguments.text("devices") {
      plan.hosts = try list.split(separator: ",").map { name in
        guard let host = DeviceHost(rawValue: String(name)) else {
          throw CommandFailure(.usage, "there are no devices on '\(visible(String(name)))'; name swift, node or chromium")
        }
        return host
      }
    }
    plan.web = arguments.text("web")
    if let missing = DeviceHost.missing(plan) { throw CommandFailure(.usage, missing) }
    self.plan = plan
  }

  /// The faults that a list names.
  private static func faults(_ list: String, of kind: CheckKind) throws -> Set<Fault> {
    try Set(
      list.split(separator: ",").map { name in
        guard let fault = Fault(rawValue: String(name)) else {
          let near = nearest(to: String(name), among: Fault.allCases.map(\.rawValue)).map { "; did you mean '\($0)'?" } ?? ""
          throw CommandFailure(.usage, "there is no fault '\(visible(String(name)))'\(near)")
        }
        guard fault.reaches(nodes: kind.nodes) else {
          throw CommandFailure(.usage, "'\(kind.rawValue)' has no fault '\(fault.rawValue)'; see docs/reliability.md")
        }
        return fault
      })
  }

  /// The path of this program.
  private static func program() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else {
      throw CommandFailure(.internalFailure, "the path of this program is not known")
    }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func run() async throws -> ExitCode {
    Serving.raiseOpenFilesLimit()
    do {
      let outcome = try await withThrowingTaskGroup(of: Outcome?.self) { group in
        group.addTask { .code(try await work()) }
        group.addTask { [surroundings] in
          for await signal in surroundings.signals { return .signal(signal) }
          return nil
        }
        defer { group.cancelAll() }
        while let outcome = try await group.next() {
          guard let outcome else { continue }
          // A fleet that is asked to end closes its devices first.
          if case .signal = outcome, fleet != nil {
            group.cancelAll()
            while let next = try await group.next() { if case .code = next { break } }
          }
          return outcome
        }
        return Outcome.code(.internalFailure)
      }
      switch outcome {
      case .code(let code): return code
      case .signal(let number): return number == SIGTERM ? .terminated : .interrupted
      }
    } catch let error where error is CheckError || error is ProcessError {
      throw CommandFailure(.internalFailure, "nothing was checked: \(error)")
    }
  }

  private func work() async throws -> ExitCode {
    if let fleet {
      try await Fleet.run(plan: fleet, clock: surroundings.variable(TrialVariable.clock))
      return .success
    }
    var isClean = true
    for round in 0..<rounds {
      try Task.checkCancellation()
      var plan = plan
      plan.seed &+= UInt64(round) &* UInt64(kind == .sim ? plan.seeds : 1)
      surroundings.say("martlet check \(kind.rawValue): seed \(plan.seed)")
      let progress: @Sendable (String) -> Void = { [surroundings] in surroundings.say("  \($0)") }
      switch kind {
      case .live, .nodes:
        let report = try await LiveRun.check(plan, progress: progress)
        isClean = isClean && report.isClean
        try surroundings.output.write(isJSON ? JSONLine(report).text + "\n" : report.text)
      case .sim:
        let report = try await SimulationRun.check(plan, progress: progress)
        isClean = isClean && report.isClean
        try surroundings.output.write(isJSON ? JSONLine(report).text + "\n" : report.text)
      case .herd:
        let report = try await ReconnectStorm.check(plan, progress: progress)
        isClean = isClean && report.isClean
        try surroundings.output.write(isJSON ? JSONLine(report).text + "\n" : report.text)
      }
    }
    return isClean ? .success : .checkFailed
  }
}

extension JSONLine {
  /// The report of a round.
  init(_ report: CheckReport) {
    self.init()
    add("seed", "\(report.seed)")
    add("kept", report.isClean)
    add("seconds", report.seconds)
    add("server_starts", UInt64(report.serverStarts))
    add("restart_sends", UInt64(report.restartSends))
    add("restart_failures", UInt64(report.restartFailures))
    let figures = report.verdict.figures
    add(figures)
    add("calls_p99_ns", figures.calmCallP99)
    add("deliveries_p99_ns", figures.calmDeliveryP99)
    add("longest_after_end_ns", figures.longestAfterEnd)
    for (fault, count) in report.faults.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      add(fault.rawValue, UInt64(count))
    }
    var effects = JSONLine()
    for (fault, count) in report.effects.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      effects.add(fault.rawValue, UInt64(count))
    }
    add("took_effect", effects)
    for (host, share) in report.shares.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var line = JSONLine()
      for (name, count) in [
        ("devices", share.devices), ("calls", share.calls), ("shown", share.shown), ("resets", share.resets),
      ] {
        line.add(name, UInt64(count))
      }
      add("devices_\(host.rawValue)", line)
    }
    add("file_system", report.fileSystem)
    add("left_out", report.skipped)
    add("broken", report.failures + report.verdict.violations.map(\.description))
  }

  /// The report of simulations.
  init(_ report: SimulationReport) {
    self.init()
    add("seed", "\(report.seed)")
    add("kept", report.isClean)
    add("seeds", UInt64(report.seeds))
    add("operations", UInt64(report.operations))
    add("nodes", UInt64(report.nodes))
    add("seconds", report.seconds)
    add("server_starts", UInt64(report.serverStarts))
    add("decisions", UInt64(report.decisions))
    add("trace", report.trace)
    add(report.figures)
    add("broken", report.failures)
  }

  /// Adds the numbers of checked items.
  private mutating func add(_ figures: Verdict.Figures) {
    for (name, count) in [
      ("records", figures.records), ("acknowledged", figures.appendsAcknowledged), ("refused", figures.appendsRefused),
      ("unknown", figures.appendsUnknown), ("stored", figures.entriesStored), ("seen", figures.entriesSeen),
      ("own_changes", figures.ownChanges), ("annotations", figures.annotations), ("directed", figures.directed),
      ("scheduled_sent", figures.scheduledSent), ("devices_compared", figures.statesCompared),
      ("lines_compared", figures.linesCompared), ("marked_lines_compared", figures.markedLinesCompared),
      ("annotators_compared", figures.annotatorsCompared), ("wordings_compared", figures.wordingsCompared),
      ("receipts_compared", figures.receiptsCompared), ("hidden_here", figures.hiddenHere),
    ] { add(name, UInt64(count)) }
  }

  /// The report of a herd.
  init(_ report: ReconnectStormReport) {
    self.init()
    add("seed", "\(report.seed)")
    add("kept", report.isClean)
    add("connections", UInt64(report.connections))
    add("synced", UInt64(report.synced))
    add("ms", UInt64(report.milliseconds))
    add("attempts", UInt64(report.attempts))
    add("bystander_p99_ns", report.bystanderP99)
    add("bystander_messages", UInt64(report.bystander.count))
    add("resident_before", report.residentBefore)
    add("resident_peak", report.residentPeak)
    add("broken", report.failures)
  }
}
