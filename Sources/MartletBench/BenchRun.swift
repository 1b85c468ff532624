import MartletNet
import MartletWire

/// One running benchmark: its server, its loop, and its progress output.
struct BenchRun: Sendable {
  let plan: BenchPlan
  let server: BenchServer
  /// The server's process, where the benchmark started it.
  let own: OwnServer?
  let loop: EventLoop
  /// Marks messages and names users.
  let run: UInt16
  private let names: String
  let progress: @Sendable (String) -> Void

  /// The longest wait for pending messages at the end.
  static let patience = Duration.seconds(60)

  init(plan: BenchPlan, server: BenchServer, own: OwnServer?, loop: EventLoop, progress: @escaping @Sendable (String) -> Void) {
    self.plan = plan
    self.server = server
    self.own = own
    self.loop = loop
    self.progress = progress
    let word = UInt64.random(in: 0...UInt64.max)
    run = UInt16(truncatingIfNeeded: word & 0x0FFF)
    names = "bench-" + String(word, radix: 36) + "-"
  }

  // MARK: - Before

  /// Makes users for this benchmark.
  func accounts(_ count: Int) async throws -> [Account] {
    let told = Told(every: 1000, of: count, "users created", progress)
    return try await Account.make(count, prefix: names, socket: server.controlSocket, loop: loop, progress: told.tell)
  }

  func connect(_ accounts: [Account]) async throws -> ClientCrowd {
    let told = Told(every: 1000, of: accounts.count, "connections open", progress)
    return try await ClientCrowd.connect(accounts, to: server, loop: loop, progress: told.tell)
  }

  /// The name of a group of this benchmark.
  var groupName: String { names + "group" }

  // MARK: - Measuring

  /// Lets the traffic flow, measures a part of it, and waits for pending messages.
  func measure(_ traffic: Traffic, rate: Double? = nil) async throws -> Span {
    await loop.run { traffic.start(rate: rate) }
    try await traffic.pass(plan.warmup)
    let begin = await loop.run {
      traffic.resetLatency()
      return snapshot(traffic)
    }
    try await watch(traffic, since: begin)
    let span = await loop.run {
      defer { traffic.stop() }
      return Span(begin: begin, end: snapshot(traffic), latency: traffic.latency)
    }
    if try await !traffic.drain(within: Self.patience) { progress("some messages did not arrive within \(Self.patience)") }
    return span
  }

  func snapshot(_ traffic: Traffic) -> Snapshot { Snapshot(loop, traffic.counters, of: server) }

  /// Waits for the measured time to pass, and tells every second how it goes.
  private func watch(_ traffic: Traffic, since begin: Snapshot) async throws {
    let end = begin.nanoseconds &+ plan.duration.nanoseconds
    var last = (nanoseconds: begin.nanoseconds, delivered: begin.counters.delivered)
    while true {
      let now = loop.time.monotonicNanoseconds
      guard now < end else { return }
      try await traffic.pass(.nanoseconds(Int64(clamping: min(end &- now, 1_000_000_000))))
      let (delivered, backlog) = await loop.run { (traffic.counters.delivered, traffic.backlog) }
      let moment = loop.time.monotonicNanoseconds
      let rate = Double(delivered &- last.delivered) * 1_000_000_000 / Double(max(1, moment &- last.nanoseconds))
      last = (moment, delivered)
      let waiting = backlog > 0 ? ", \(backlog) queued behind full windows" : ""
      progress("\((moment &- begin.nanoseconds) / 1_000_000_000) s: \(Int(rate)) deliveries/s\(waiting)")
    }
  }
}

/// Something that is handed to the one loop it belongs to.
///
/// `@unchecked Sendable`: made where nothing of it is in use yet, or no more, and used on the loop's thread only.
struct Confined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Tells how far something has come, now and then.
private struct Told: Sendable {
  private let step: Int
  private let count: Int
  private let what: String
  private let progress: @Sendable (String) -> Void

  init(every step: Int, of count: Int, _ what: String, _ progress: @escaping @Sendable (String) -> Void) {
    self.step = step
    self.count = count
    self.what = what
    self.progress = progress
  }

  @Sendable func tell(_ done: Int) {
    if done == count || done % step == 0 { progress("\(done) of \(count) \(what)") }
  }
}
