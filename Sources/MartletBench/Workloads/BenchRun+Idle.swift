import MartletNet
import MartletProcess
import MartletWire

extension BenchRun {
  /// Measures connections that do nothing but show now and then that they are there.
  func idle() async throws -> BenchReport {
    let accounts = try await accounts(plan.connections)
    guard let own else { return try await idle(accounts) }
    // Making users leaves memory behind that connections would then be given for nothing.
    try await own.killAndRestart()
    let fresh = BenchRun(plan: plan, server: try own.address(), own: own, loop: loop, progress: progress)
    return try await fresh.idle(accounts)
  }

  private func idle(_ accounts: [Account]) async throws -> BenchReport {
    let before = await loop.run { Snapshot(loop, of: server) }
    let crowd = try await connect(accounts)
    let connected = await loop.run { Snapshot(loop, of: server) }
    let signIn = Span(begin: before, end: connected)
    // The traffic of no lane tells when a connection ends.
    let quiet = Traffic(loop: loop, senders: [], run: run)
    await crowd.tell(quiet)
    try await quiet.pass(plan.warmup)
    let begin = await loop.run { Snapshot(loop, of: server) }
    progress("\(plan.connections) connections idle for \(plan.duration)")
    try await quiet.pass(plan.duration)
    let rest = Span(begin: begin, end: await loop.run { Snapshot(loop, of: server) })
    // A connection that does not answer any more throws here.
    let pings = Pings()
    try await inParallel(plan.connections, width: 16) { index in
      let begun = loop.time.monotonicNanoseconds
      guard case .pong = try await crowd.clients[index].request(.ping(Wire.Ping())) else {
        throw BenchError(.refused, "a ping was not answered with a pong")
      }
      await pings.record(loop.time.monotonicNanoseconds &- begun)
    }
    await crowd.close()
    var tally = Tally()
    tally.received = await pings.latency.count
    var report = BenchReport()
    report.add("workload", "workload", text: "idle")
    report.add("connections", "connections", plan.connections)
    report.add("seconds", "measured", rest.seconds, unit: "s")
    report.add("login_seconds", "time to sign in", signIn.seconds, unit: "s")
    report.add("logins_per_second", "sign-ins per second", Double(plan.connections) / signIn.seconds)
    addMemory(from: before.server, to: rest.end.server, &report)
    if let cpu = signIn.serverCPU {
      report.add(
        "server_cpu_us_per_connection", "server CPU per sign-in", cpu / Double(max(1, plan.connections)), unit: "µs")
    }
    if let cpu = rest.serverCPU {
      report.add("idle_cpu_percent", "server CPU at rest", cpu / 10_000 / rest.seconds, unit: "% of a core")
    }
    // Of a ping to each of them after that, few at a time.
    report.add(latency: await pings.latency)
    report.add(generatorDuring: signIn)
    report.add(tally)
    return report
  }

  private func addMemory(from before: ProcessSample?, to after: ProcessSample?, _ report: inout BenchReport) {
    guard let before, let after else { return }
    report.add("server_rss_before_bytes", "server memory (RSS) before", before.residentBytes, unit: "bytes")
    report.add("server_rss_bytes", "server memory (RSS) with the connections", after.residentBytes, unit: "bytes")
    let grown = Double(after.residentBytes) - Double(before.residentBytes)
    report.add(
      "rss_bytes_per_connection", "memory per connection", (grown / Double(max(1, plan.connections))).rounded(), unit: "bytes")
  }
}

/// The durations of pings, from several tasks.
private actor Pings {
  private(set) var latency = Histogram()

  func record(_ nanoseconds: UInt64) { latency.record(nanoseconds) }
}
