import MartletNet
import MartletWire

/// Reads the newest messages of random conversations, one read after the other on each connection.
///
/// Used on its loop only.
private final class Readers {
  /// How many messages are read at once.
  static let page = 50

  private let loop: EventLoop
  private let run: UInt16
  private let clients: [BenchClient]
  /// The conversations of each client, by its index.
  private var lanes: [[Lane]]
  private var reading: [(lane: Lane, since: UInt64)?]
  private var random = CheapRandom(state: 1)
  private var isOn = true
  var latency = Histogram()
  var entries: UInt64 = 0
  /// Pages in which something was missing or in the wrong place.
  var faulty: UInt64 = 0

  init(_ mesh: Mesh, loop: EventLoop, run: UInt16) {
    self.loop = loop
    self.run = run
    clients = mesh.crowd.clients
    lanes = Array(repeating: [], count: clients.count)
    reading = Array(repeating: nil, count: clients.count)
    for (lane, receivers) in mesh.lanes where lane.sent > 0 { for receiver in receivers { lanes[receiver].append(lane) } }
  }

  func start() { for client in clients { next(client) } }

  func stop() { isOn = false }

  func reset() { (latency, entries) = (Histogram(), 0) }

  private func next(_ client: BenchClient) {
    guard isOn, let lane = lanes[client.index].randomElement(using: &random) else { return }
    reading[client.index] = (lane, loop.time.monotonicNanoseconds)
    client.read(newest: Self.page, of: lane.conversation)
  }

  func take(_ client: BenchClient, _ body: UnsafeRawBufferPointer) {
    guard let (lane, since) = reading[client.index] else { return }
    reading[client.index] = nil
    latency.record(loop.time.monotonicNanoseconds &- since)
    var last: UInt64?
    var count: UInt64 = 0
    var isRight = true
    let isWhole = ScannedEntry.each(in: body, field: ScannedEntry.ofEntries) { entry in
      count &+= 1
      let follows = last.map { $0 &+ 1 == entry.position } ?? true
      last = entry.position
      if !follows || entry.mark?.run != run || entry.mark?.lane != lane.index { isRight = false }
    }
    entries &+= count
    if !isWhole || !isRight || count == 0 { faulty &+= 1 }
    next(client)
  }
}

extension BenchRun {
  /// Measures reads of the newest messages of random conversations, while others write.
  func history() async throws -> BenchReport {
    let mesh = try await Mesh(self, conversations: plan.conversations)
    try await fill(mesh, with: plan.messages)
    let readers = await loop.run {
      let readers = Readers(mesh, loop: loop, run: run)
      mesh.traffic.onAnswer = { readers.take($0, $1) }
      return Confined(readers)
    }
    await loop.run { readers.value.start() }
    let traffic = mesh.traffic
    await loop.run { traffic.start(rate: plan.rate) }
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
      let span = Span(begin: begin, end: snapshot(traffic), latency: readers.value.latency)
      return (span, traffic.latency, readers.value.entries)
    }
    _ = try await traffic.drain(within: Self.patience)
    let reads = span.latency.count
    var report = BenchReport()
    report.add("workload", "workload", text: "history")
    report.add("connections", "connections that read", mesh.accounts.count)
    report.add("conversations", "conversations", plan.conversations)
    report.add("stored_before", "messages stored before", plan.messages)
    addMessages(span, to: &report)
    report.add("reads", "reads of the newest \(Readers.page)", reads)
    report.add("reads_per_second", "reads per second", Double(reads) / span.seconds)
    report.add("entries_per_read", "messages in a read", Double(entries) / Double(max(1, reads)))
    report.add(latency: span.latency)
    report.add("write_p99_ms", "latency p99 of the messages", Double(writes.percentile(0.99)) / 1_000_000, unit: "ms")
    report.add(serverDuring: span, per: "read", count: reads)
    report.add(generatorDuring: span)
    let faulty = await loop.run { readers.value.faulty }
    report.add("faulty_reads", "reads with something missing or misplaced", faulty)
    var known = Tally()
    known.outOfOrder = faulty
    let lanes = await loop.run { Confined(mesh.lanes) }
    try await check(mesh.crowd, mesh.accounts, lanes.value, and: known, into: &report)
    return report
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
        throw BenchError(.stalled, "for five seconds no message was stored")
      }
    }
    await loop.run { traffic.stop() }
    guard try await traffic.drain(within: Self.patience) else { throw BenchError(.stalled, "messages did not arrive") }
  }
}
