import MartletNet
import MartletProcess
import MartletWire

/// The server's resources at one moment of a long run.
private struct Holding: Sendable {
  var seconds: Double
  var memory: UInt64
  var descriptors: Int
  var files: DataFiles
  var latency: Histogram
}

extension BenchRun {
  /// Puts a steady load on the server, and checks whether its resource usage grows.
  ///
  /// If no rate is given, it is half of the server's maximum.
  func soak() async throws -> BenchReport {
    let pairs = try await Pairs(self)
    let traffic = pairs.traffic
    let rate = if let rate = plan.rate { rate } else { try await half(traffic) }
    progress("\(Int(rate)) messages/s for \(plan.duration)")
    await loop.run { traffic.start(rate: rate) }
    try await traffic.pass(plan.warmup)
    let begin = await loop.run { snapshot(traffic) }
    let held = try await hold(traffic, since: begin)
    let span = await loop.run {
      defer { traffic.stop() }
      return Span(begin: begin, end: snapshot(traffic), latency: held.reduce(into: Histogram()) { $0.add($1.latency) })
    }
    _ = try await traffic.drain(within: Self.patience)
    var report = BenchReport()
    report.add("workload", "workload", text: "soak")
    report.add("pairs", "pairs", plan.connections)
    report.add("window", "window of each sender", plan.window)
    report.add("offered_per_second", "messages due per second", rate)
    addMessages(span, to: &report)
    report.add(latency: span.latency)
    report.add(serverDuring: span, per: "message", count: span.messages)
    report.add(generatorDuring: span)
    addGrowth(held, to: &report)
    try await check(pairs.crowd, pairs.accounts, pairs.lanes, into: &report)
    return report
  }

  /// Half of the messages a second that the windows allow.
  private func half(_ traffic: Traffic) async throws -> Double {
    progress("finding the server's highest rate")
    await loop.run { traffic.start() }
    try await traffic.pass(plan.warmup)
    let begin = await loop.run { snapshot(traffic) }
    try await traffic.pass(min(plan.duration, .seconds(5)))
    let span = await loop.run {
      defer { traffic.stop() }
      return Span(begin: begin, end: snapshot(traffic))
    }
    guard try await traffic.drain(within: Self.patience) else { throw BenchError(.stalled, "messages did not arrive") }
    return max(1, Double(span.messages) / span.seconds / 2)
  }

  /// Looks at the server sixty times, but not more often than once in a quarter of a second.
  private func hold(_ traffic: Traffic, since begin: Snapshot) async throws -> [Holding] {
    let end = begin.nanoseconds &+ plan.duration.nanoseconds
    let step = max(plan.duration.nanoseconds / 60, 250_000_000)
    var held: [Holding] = []
    while true {
      let now = loop.time.monotonicNanoseconds
      guard now < end else { return held }
      try await traffic.pass(.nanoseconds(Int64(clamping: min(step, end &- now))))
      let holding = await loop.run {
        defer { traffic.resetLatency() }
        return Holding(
          seconds: Double(loop.time.monotonicNanoseconds &- begin.nanoseconds) / 1_000_000_000,
          memory: server.sample?.residentBytes ?? 0,
          descriptors: server.processID.map { ProcessSample.openDescriptors(of: $0) } ?? 0,
          files: server.dataDirectory.map { DataFiles($0) } ?? DataFiles(""), latency: traffic.latency)
      }
      held.append(holding)
      progress(
        "\(Int(holding.seconds)) s: memory \(holding.memory >> 20) MiB, \(holding.descriptors) descriptors, write-ahead log "
          + "\(holding.files.writeAhead >> 20) MiB, journal \(holding.files.journal >> 20) MiB, "
          + "p99 \(holding.latency.percentile(0.99) / 1000) µs")
    }
  }

  /// Compares the second quarter of the time, when everything is warm, with the last.
  private func addGrowth(_ held: [Holding], to report: inout BenchReport) {
    let quarter = held.count / 4
    let early = quarter > 0 ? Array(held[quarter..<2 * quarter]) : held
    let late = quarter > 0 ? Array(held.suffix(quarter)) : held
    var isFlat = true
    /// `slack` is the normal variation.
    func add(_ key: String, _ label: String, unit: String, slack: UInt64, _ value: (Holding) -> UInt64) {
      let (before, after) = (early.map(value).max() ?? 0, late.map(value).max() ?? 0)
      report.add("\(key)_early", "most \(label), second quarter", before, unit: unit)
      report.add("\(key)_late", "most \(label), last quarter", after, unit: unit)
      guard Double(after) > Double(before) * 1.1 + Double(slack) else { return }
      isFlat = false
      report.notes.append("\(label) grew by more than 10 %.")
    }
    add("rss_bytes", "memory", unit: "bytes", slack: 4 << 20) { $0.memory }
    add("descriptors", "descriptors", unit: "", slack: 4) { UInt64(clamping: $0.descriptors) }
    add("wal_bytes", "write-ahead log", unit: "bytes", slack: 4 << 20) { $0.files.writeAhead }
    add("journal_bytes", "journal", unit: "bytes", slack: 4 << 20) { $0.files.journal }
    report.add("is_flat", "all of these are flat", flag: isFlat)
    report.add(
      "samples",
      held.map { holding in
        var sample = BenchReport()
        sample.add("seconds", nil, holding.seconds)
        sample.add("rss_bytes", nil, holding.memory)
        sample.add("descriptors", nil, holding.descriptors)
        sample.add("wal_bytes", nil, holding.files.writeAhead)
        sample.add("journal_bytes", nil, holding.files.journal)
        sample.add("data_bytes", nil, holding.files.total)
        sample.add("p99_ms", nil, Double(holding.latency.percentile(0.99)) / 1_000_000)
        return sample
      })
  }
}
