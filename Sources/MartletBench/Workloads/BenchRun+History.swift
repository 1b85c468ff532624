import MartletNet
import MartletWire

extension BenchRun {
  /// Measures reads of the newest messages of random conversations, while others write.
  func history() async throws -> BenchReport {
    let mesh = try await Mesh(self, conversations: plan.conversations)
    try await fill(mesh, with: plan.messages)
    var (report, faulty) = try await reads(mesh, rate: plan.rate)
    var known = Tally()
    known.outOfOrder = faulty
    let lanes = await loop.run { Confined(mesh.lanes) }
    try await check(mesh.crowd, mesh.accounts, lanes.value, and: known, into: &report)
    return report
  }

  /// Measures reads of stored messages, while messages are written at a rate.
  ///
  /// - Returns: The report, and the number of reads with missing or misplaced messages.
  func reads(_ mesh: Mesh, rate: Double?) async throws -> (report: BenchReport, faulty: UInt64) {
    let (stored, conversations) = await loop.run {
      (mesh.traffic.counters.completed, mesh.lanes.reduce(0) { $0 + ($1.lane.sent > 0 ? 1 : 0) })
    }
    let readers = await loop.run {
      let readers = Readers(mesh, loop: loop, run: run)
      mesh.traffic.onAnswer = { readers.take($0, $1) }
      return Confined(readers)
    }
    await loop.run { [plan] in readers.value.start(atOnce: plan.readers) }
    let traffic = mesh.traffic
    await loop.run { traffic.start(rate: rate) }
    try await traffic.pass(plan.warmup)
    let begin = await loop.run {
      readers.value.reset()
      traffic.resetLatency()
      return snapshot(traffic)
    }
    progress("reading for \(plan.duration)")
    try await traffic.pass(plan.duration)
    let (span, writes, entries) = await loop.run {
      readers.value.stop()
      traffic.stop()
      traffic.onAnswer = nil
      let span = Span(begin: begin, end: snapshot(traffic), latency: readers.value.latency)
      return (span, traffic.latency, readers.value.entries)
    }
    _ = try await traffic.drain(within: Self.patience)
    let reads = span.latency.count
    var report = BenchReport()
    report.add("workload", "workload", text: "history")
    report.add("connections", "connections", mesh.accounts.count)
    report.add("readers", "concurrent reads", plan.readers)
    report.add("conversations", "conversations", conversations)
    report.add("stored_before", "messages stored before", stored)
    addMessages(span, to: &report)
    report.add("reads", "reads of the newest \(Readers.page)", reads)
    report.add("reads_per_second", "reads per second", Double(reads) / span.seconds)
    report.add("entries_per_read", "messages per read", Double(entries) / Double(max(1, reads)))
    report.add(latency: span.latency)
    report.add("write_p99_ms", "p99 latency of the writes", Double(writes.percentile(0.99)) / 1_000_000, unit: "ms")
    report.add(serverDuring: span, per: "read", count: reads)
    report.add(generatorDuring: span)
    let faulty = await loop.run { readers.value.faulty }
    report.add("faulty_reads", "reads with missing or misplaced messages", faulty)
    return (report, faulty)
  }

  /// Sends until so many messages are stored and received in all.
  func fill(_ mesh: Mesh, with count: UInt64) async throws {
    let traffic = mesh.traffic
    await loop.run { traffic.start() }
    while true {
      let done = await loop.run { traffic.counters.completed }
      if done >= count { break }
      progress("\(done) of \(count) messages stored")
      _ = try await traffic.reach(count, within: .seconds(5))
      guard await loop.run({ traffic.counters.completed }) > done else {
        throw BenchError(.stalled, "no message was stored for five seconds")
      }
    }
    await loop.run { traffic.stop() }
    guard try await traffic.drain(within: Self.patience) else { throw BenchError(.stalled, "messages did not arrive") }
  }
}
