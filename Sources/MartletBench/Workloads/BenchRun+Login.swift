import MartletNet
import MartletWire

extension BenchRun {
  /// Measures connecting and signing in; with its own server also over TLS.
  func login() async throws -> BenchReport {
    var report = BenchReport()
    report.add("workload", "workload", text: "login")
    report.add("window", "concurrent sign-ins", plan.window)
    try await login(into: &report)
    guard let settings = own?.settings, !settings.isSecure else { return report }
    var secure = settings
    secure.isSecure = true
    let server = try await OwnServer.start(secure)
    defer { server.remove() }
    let run = BenchRun(plan: plan, server: try server.address(), own: server, loop: loop, progress: progress)
    var part = BenchReport()
    try await run.login(into: &part)
    report.add("tls", [part])
    return report
  }

  private func login(into report: inout BenchReport) async throws {
    let isSecure = server.tls != nil
    let accounts = try await accounts(max(plan.connections, plan.window))
    _ = try await signIn(accounts, for: plan.warmup)
    progress("signing in\(isSecure ? " over TLS" : "") for \(plan.duration)")
    let begin = await loop.run { Snapshot(loop, of: server) }
    let latency = try await signIn(accounts, for: plan.duration)
    let span = Span(begin: begin, end: await loop.run { Snapshot(loop, of: server) }, latency: latency)
    report.add("transport", "transport", text: isSecure ? "TLS" : "plain")
    report.add("seconds", "measured", span.seconds, unit: "s")
    report.add("logins", "sign-ins", latency.count)
    report.add("logins_per_second", "sign-ins per second", Double(latency.count) / span.seconds)
    report.add(latency: latency)
    report.add(serverDuring: span, per: "login", count: latency.count)
    report.add(generatorDuring: span)
    // A sign-in that is not answered with a Welcome to that user has thrown.
    var tally = Tally()
    tally.received = latency.count
    report.add(tally)
  }

  /// Connects, signs in and cuts the connection, over and over.
  ///
  /// - Returns: How long each took.
  private func signIn(_ accounts: [Account], for duration: Duration) async throws -> Histogram {
    let end = loop.time.monotonicNanoseconds &+ duration.nanoseconds
    let width = max(1, plan.window)
    return try await withThrowingTaskGroup(of: Histogram.self) { group in
      for worker in 0..<width {
        // No two workers share a user, for a device has one session.
        let own = stride(from: worker, to: accounts.count, by: width).map { accounts[$0] }
        group.addTask { try await signIn(one: own, until: end) }
      }
      var all = Histogram()
      for try await some in group { all.add(some) }
      return all
    }
  }

  private func signIn(one accounts: [Account], until end: UInt64) async throws -> Histogram {
    var latency = Histogram()
    var next = 0
    while !accounts.isEmpty, loop.time.monotonicNanoseconds < end {
      try Task.checkCancellation()
      let account = accounts[next % accounts.count]
      next &+= 1
      let client = BenchClient(index: next, user: account.user, loop: loop)
      let begun = loop.time.monotonicNanoseconds
      try await client.open(at: server, token: account.token)
      latency.record(loop.time.monotonicNanoseconds &- begun)
      // A reset leaves no local port in TIME_WAIT; there are too few ports.
      loop.post { client.abort() }
    }
    return latency
  }
}
