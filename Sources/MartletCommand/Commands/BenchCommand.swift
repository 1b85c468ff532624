import Martlet
import MartletBench
import MartletNet
import MartletProcess
import MartletServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let bench = CommandDescription(
    name: "bench",
    summary: "measure a server, or the SDK",
    about: [
      """
      Puts a load on a server and reports throughput, latency, CPU time for each
      message, memory, and bytes written. Without --server, it starts a server of its
      own on a new directory, and removes both at the end.
      """,
      """
      WORKLOAD is one of
        pairs     each sender writes to a receiver of its own
        fanout    one sender writes to a large group
        idle      connections that do nothing
        login     connecting and signing in, plain and with TLS
        history   reading the newest 50 messages while others write
        lists     a new device reads a long conversation list
        members   a group of many members: joining, roles, list and messages
        growth    the cost of a message as messages and conversations grow;
                  reads at the largest size; a restart after kill -9
        soak      a steady load for a long time: does memory or disk use grow?
        client    no server: the SDK on a device with millions of messages;
                  start, opening a conversation, search, memory, reads during writes
      """,
      """
      Every benchmark checks its own results: each message must arrive once and in
      order. With a server of its own, it also kills and restarts the server, and
      looks for every message in the store. A message lost or doubled gives exit
      code 1.
      """,
    ],
    options: [
      CommandOption(
        operand: "workload", "WORKLOAD", .choice(Workload.allCases.map(\.rawValue)), says: "The workload to measure."),
      CommandOption(
        "connections", "N", .number(1...1_000_000), standard: "200",
        says: "The number of connections; in 'pairs' and 'soak' of pairs, with two\nconnections each; in 'login' of users."),
      CommandOption(
        "window", "N", .number(1...200), standard: "1; 32 in 'login', 16 in 'history' and 'growth'",
        says: "Unacknowledged messages for each sender, or concurrent sign-ins."),
      CommandOption("size", "BYTES", .number(1...65_000), standard: "128", says: "The size of a message's text."),
      CommandOption(
        "seconds", "TIME", .duration(1...86_400), standard: "10; 30m in 'soak'",
        says: "How long to measure; in 'growth' each step."),
      CommandOption(
        "rate", "N", .number(1...10_000_000), standard: "as fast as the windows allow; 5000 in 'history'; half in 'soak'",
        says: "Messages due each second. Latency counts from the due time."),
      CommandOption(
        "members", "N", .number(1...100_000), standard: "1000; 100000 in 'members'",
        says: "In 'fanout': the members that receive; in 'members': all of them."),
      CommandOption(
        "readers", "N", .number(1...1000), standard: "16", says: "In 'history' and 'growth': concurrent reads."),
      CommandOption(
        "messages", "N", .number(1...1_000_000_000),
        standard: "100000 in 'history', 1000000 in 'growth', 2000000 in 'client'",
        says: "Messages stored before 'history' and 'client' measure, and at the\nend of 'growth'."),
      CommandOption(
        "conversations", "N", .number(1...1_000_000),
        standard: "1000 in 'history', 5000 in 'lists', 10000 in 'growth', else 50000",
        says: "Conversations that hold these messages, or that the list has."),
      CommandOption(
        "rounds", "N", .number(1...10_000), standard: "20", says: "In 'client': how many processes measure, one after another."),
      CommandOption("here", says: "In 'client', with --data: measure once, in this process."),
      CommandOption("json", says: "Print one JSON object instead of a table."),
      CommandOption(
        "scratch", "DIR", .directory, standard: "/var/tmp",
        says: "Where its own server keeps its data. This disk is measured."),
      CommandOption("loops", "N", .number(1...256), standard: "one for each processor", says: "Event loops of its own server."),
      CommandOption("server", "URL", .server, says: "Measure this server. Needs --data, to create users there."),
      CommandOption(
        "data", "DIR", .directory,
        says:
          """
          With --server: its data directory, on this machine. In 'client': the
          device's directory, which is kept and can be measured again.
          """
      ),
      CommandOption("trust", "FILE", .file, says: "For wss: trust the certificates in this PEM file."),
    ],
    examples: [
      ("martlet bench pairs --connections 200 --window 32", "the throughput of 200 pairs"),
      ("martlet bench pairs --rate 5000 --seconds 60 --json", "the latency at a given rate, for a program"),
      ("martlet bench fanout --members 1000 --window 8", "a group of a thousand"),
      ("martlet bench client --data /var/tmp/device", "the SDK with two million messages; a second run uses them again"),
    ],
    signals: [SIGINT, SIGTERM],
    run: { arguments, surroundings in try await Benchmark(arguments, surroundings).run() })
}

/// Runs a benchmark and prints its results.
struct Benchmark: Sendable {
  private let plan: BenchPlan
  private let isJSON: Bool
  private let surroundings: Surroundings

  private enum Outcome: Sendable {
    case report(BenchReport)
    case signal(Int32)
  }

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    guard let workload = Workload(rawValue: try arguments.required("workload")) else {
      throw CommandFailure(.usage, "WORKLOAD is missing")
    }
    let target = workload == .client ? try Benchmark.device(arguments) : try Benchmark.target(arguments)
    var plan = BenchPlan(workload, target: target)
    if let connections = arguments.number("connections") { plan.connections = connections }
    if let window = arguments.number("window") { plan.window = window }
    if let size = arguments.number("size") { plan.size = size }
    if let seconds = arguments.duration("seconds") { plan.duration = .seconds(seconds) }
    if let members = arguments.number("members") { plan.members = members }
    if let messages = arguments.number("messages") { plan.messages = UInt64(messages) }
    if let conversations = arguments.number("conversations") { plan.conversations = conversations }
    if let readers = arguments.number("readers") { plan.readers = readers }
    if let rate = arguments.number("rate") { plan.rate = Double(rate) }
    if let rounds = arguments.number("rounds") { plan.rounds = rounds }
    self.plan = plan
    isJSON = arguments.has("json")
    self.surroundings = surroundings
  }

  private static func target(_ arguments: Arguments) throws -> BenchPlan.Target {
    guard let url = arguments.text("server") else {
      if arguments.has("data") { throw CommandFailure(.usage, "--data needs --server URL") }
      return .own(try ownServer(arguments))
    }
    guard let address = ServerAddress(url) else {
      throw CommandFailure(.usage, "--server takes ws://HOST:PORT or wss://HOST:PORT")
    }
    guard let data = arguments.text("data") else {
      throw CommandFailure(
        .usage, "--server needs --data DIR, the server's data directory on this machine, to create users there")
    }
    guard let record = try? DataDirectory.publishedServer(at: data) else {
      throw CommandFailure(.missing, "no server is running on \(data). Start it, or leave out --server.")
    }
    let trust = arguments.text("trust").map { TLSClientConfiguration.Trust.file($0) } ?? .system
    return .given(
      BenchServer(
        endpoint: .tcp(host: address.host, port: address.port),
        tls: address.isSecure ? try TLSClientConfiguration(trust: trust) : nil,
        controlSocket: DataDirectory.controlSocketPath(at: data), dataDirectory: data, processID: record.processID))
  }

  private static func device(_ arguments: Arguments) throws -> BenchPlan.Target {
    if arguments.has("server") { throw CommandFailure(.usage, "'client' measures no server: leave out --server") }
    if arguments.has("here"), !arguments.has("data") { throw CommandFailure(.usage, "--here needs --data DIR") }
    return .device(
      BenchPlan.DevicePlace(
        program: try program(), parent: arguments.text("scratch") ?? scratch, directory: arguments.text("data"),
        isHere: arguments.has("here")))
  }

  private static func ownServer(_ arguments: Arguments) throws -> OwnServer.Settings {
    let options = arguments.number("loops").map { ["--loops", "\($0)"] } ?? []
    return OwnServer.Settings(program: try program(), parent: arguments.text("scratch") ?? scratch, options: options)
  }

  /// Not /tmp, which is memory on many machines.
  private static let scratch = "/var/tmp"

  /// The path of this program.
  private static func program() throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else {
      throw CommandFailure(
        .missing, "the path of this program is not known. Start a server, and name it with --server and --data.")
    }
    return String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func run() async throws -> ExitCode {
    Serving.raiseOpenFilesLimit()
    if Bench.isDebugBuild, !isOneOfMany { surroundings.say("martlet bench: this is a debug build. Its figures mean nothing.") }
    switch try await outcome() {
    case .signal(let number): return number == SIGTERM ? .terminated : .interrupted
    case .report(let report):
      try surroundings.output.write(isJSON ? JSONLine(report).text + "\n" : report.table)
      guard report.tally.isClean else {
        let isDevice = plan.workload == .client
        surroundings.say(
          "martlet bench: \(isDevice ? "reads gave wrong results" : "messages were lost, doubled or out of order")")
        return .checkFailed
      }
      return .success
    }
  }

  /// Whether another process started this one to measure, and does the talking.
  private var isOneOfMany: Bool {
    if case .device(let place) = plan.target { place.isHere } else { false }
  }

  /// Measures until it is done or a signal comes.
  ///
  /// Its own server is gone when this returns.
  private func outcome() async throws -> Outcome {
    let progress: @Sendable (String) -> Void = { [surroundings] in surroundings.say("  \($0)") }
    do {
      return try await withThrowingTaskGroup(of: Outcome?.self) { group in
        group.addTask { [plan] in .report(try await Bench.run(plan, progress: progress)) }
        group.addTask { [surroundings] in
          for await signal in surroundings.signals { return .signal(signal) }
          return nil
        }
        defer { group.cancelAll() }
        while let outcome = try await group.next() {
          if let outcome { return outcome }
        }
        throw CommandFailure(.internalFailure, "the benchmark ended without a result")
      }
    } catch let error as BenchError {
      throw CommandFailure(error)
    } catch let error as NetError {
      throw CommandFailure(.unavailable, "\(error.message)")
    } catch let error as MartletError {
      throw CommandFailure(.internalFailure, "the local data: \(error.message)")
    } catch let error as ProcessError {
      throw CommandFailure(.missing, error.description)
    }
  }
}

extension CommandFailure {
  /// Converts a failed benchmark into a failure of the command.
  fileprivate init(_ error: BenchError) {
    let code: ExitCode =
      switch error.code {
      case .connection, .server, .stalled: .unavailable
      case .refused: .refused
      case .invalid: .usage
      default: .internalFailure
      }
    self.init(code, error.message)
  }
}

extension JSONLine {
  /// The output of a benchmark.
  init(_ report: BenchReport) {
    self.init()
    for row in report.rows {
      switch row.value {
      case .count(let count): add(row.key, count)
      case .number(let number): add(row.key, number)
      case .text(let text): add(row.key, text)
      case .flag(let flag): add(row.key, flag)
      }
    }
    for part in report.parts { add(part.key, part.reports.map { JSONLine($0) }) }
    add("notes", report.notes)
  }
}
