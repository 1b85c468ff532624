import Martlet
import MartletNet
import MartletWire

/// Runs the server's core and client libraries in one process and on one thread, with a simulated clock, network and disks, in an
/// order decided by a seed.
///
/// Each step gives one turn to a loop or an executor, or lets one packet arrive, chosen at random among all possible next steps.
/// If there is none, time passes. So any order between threads and machines can occur, and the same seed repeats it.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it, on which
/// all its loops have their turns.
package final class Simulation: @unchecked Sendable {
  let plan: SimulationPlan
  let time = ManualTime()
  let network: SimulatedNetwork
  let disks: SimulatedDisks
  let disk: FaultDisk
  let directory: TemporaryDirectory
  var random: SeededRandom
  var trace = Trace()
  let seats: [ServerSeat]
  /// What nodes share; nil for one server with files of its own.
  let shared: SharedParts?
  var devices: [SimulatedDevice] = []
  var lives = 0
  /// Why a server before the present one failed.
  var lastFailure: String?
  /// The last copy of the server's files; nil before there is one.
  var snapshot: ServerSnapshot?
  /// Whether the files come from that copy, and no server has opened them yet.
  var isRestored = false
  let recorder: Recorder
  /// The lifetime of new tokens, in seconds; 0 for the default.
  var tokenLifetime: UInt32
  /// Components that get no turns for a while.
  var stalls: [Stall] = []
  var findings: [String] = []
  /// The checker's verdict; nil if it did not run.
  var verdict: Verdict?
  /// The number of turns of each component, by name.
  private var turns: [String: Int] = [:]
  private var nextStep = 0
  let beginning: UInt64

  /// A time without a turn.
  struct Stall {
    let driven: any Driven
    /// The end, in nanoseconds of simulated time.
    let until: UInt64
    let length: UInt64
  }

  private init(_ plan: SimulationPlan, disks: SimulatedDisks) throws {
    self.plan = plan
    self.disks = disks
    tokenLifetime = plan.world.tokenLifetime
    random = SeededRandom(seed: plan.seed ^ 0x0072_756E)
    network = SimulatedNetwork(time: time, random: SeededRandom(seed: plan.seed ^ 0x006E_6574))
    network.latency = plan.world.latency
    seats = (0..<plan.world.nodes).map { ServerSeat(number: $0) }
    shared = plan.world.nodes > 1 ? SharedParts(plan, time) : nil
    recorder = Recorder(time: time)
    recorder.hasNodes = shared != nil
    network.recorder = recorder
    disk = disks.take()
    directory = try TemporaryDirectory(inMemory: true)
    beginning = time.monotonicNanoseconds
  }

  /// Runs a plan to its end, on the calling thread.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - disks: The source of its disks.
  /// - Returns: The outcome.
  /// - Throws: `TestError` if there is no space for its files.
  package static func run(_ plan: SimulationPlan, disks: SimulatedDisks) throws -> SimulationOutcome {
    let simulation = try Simulation(plan, disks: disks)
    try simulation.begin()
    simulation.play()
    if simulation.findings.isEmpty { try simulation.end() }
    return simulation.dispose()
  }

  private func begin() throws {
    for seat in seats { startServer(seat) }
    for (index, device) in plan.world.devices.enumerated() {
      let user = plan.world.server.users[device.user]
      devices.append(try makeDevice(index, user: user, isOnDisk: device.isOnDisk, hidesReceipts: device.hidesReceipts))
    }
  }

  func makeDevice(_ index: Int, user: UserID, isOnDisk: Bool, hidesReceipts: Bool = false) throws -> SimulatedDevice {
    try SimulatedDevice(
      index: index, user: user, disk: isOnDisk ? disks.take() : nil, bounds: plan.world.bounds, network: network,
      recorder: recorder, time: SkewedTime(time), hidesReceipts: hidesReceipts, seed: plan.seed &+ UInt64(index) &* 0x9E37_79B9
    ) { [weak self, recorder] user in
      guard let self, let server = self.someServer else { throw TestError("no server runs") }
      let token = try await server.token(for: user, lifetime: self.tokenLifetime)
      recorder.obtained(token)
      return token
    }
  }

  private func dispose() -> SimulationOutcome {
    for device in devices {
      device.dispose()
      if let disk = device.disk { disks.give(disk) }
    }
    disk.cutPower()
    for seat in seats { seat.server?.kill() }
    network.servers = []
    disks.give(disk)
    return SimulationOutcome(
      plan: plan, trace: trace.hash, decisions: trace.count,
      simulated: .nanoseconds(Int64(clamping: time.monotonicNanoseconds - beginning)), lives: lives, findings: findings,
      figures: verdict?.figures ?? Verdict.Figures(),
      history: recorder.history.records)
  }

  func find(_ text: String) { findings.append(text) }

  // MARK: - Time and turns

  /// Runs until users stop: the plan's steps at their times, and turns in between.
  private func play() {
    while nextStep < plan.steps.count || milliseconds < plan.world.end {
      performSteps()
      guard takeTurn() else { return }
    }
  }

  var milliseconds: UInt64 { (time.monotonicNanoseconds - beginning) / 1_000_000 }

  private func performSteps() {
    while nextStep < plan.steps.count, plan.steps[nextStep].at <= milliseconds {
      let step = plan.steps[nextStep]
      nextStep += 1
      trace.note(UInt64(step.number) | 1 << 62)
      perform(step)
    }
    superviseServers()
  }

  /// Components that may have a turn, always in the same order.
  private var driven: [any Driven] { drivenServers + (shared?.driven ?? []) + devices.flatMap(\.driven) }

  /// The components with the most turns, for people.
  private var busiest: String {
    turns.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4).map { "\($0.key) had \($0.value) turns" }
      .joined(separator: ", ")
  }

  /// More than this is no simulation that goes on, but one that goes round.
  private static let decisionLimit = 400_000

  /// Lets one thing happen, or time pass; false if it never ends.
  func takeTurn() -> Bool {
    guard trace.count < Self.decisionLimit else {
      if findings.isEmpty { find("it does not come to rest in \(milliseconds) ms: \(busiest), \(network.description)") }
      return false
    }
    let now = time.monotonicNanoseconds
    endStalls(before: now)
    let due = driven.filter { $0.isDue && stallEnd(of: $0) <= now }
    let channels = network.deliverable
    guard !due.isEmpty || !channels.isEmpty else {
      pass()
      return true
    }
    let choice = Int.random(in: 0..<due.count + channels.count, using: &random)
    if choice < due.count {
      trace.note(due[choice].name)
      turns[due[choice].name, default: 0] += 1
      due[choice].turn()
    } else {
      let channel = channels[choice - due.count]
      trace.note(UInt64(channel.number) << 1 | (channel.isToServer ? 1 : 0))
      channel.deliver(&trace)
      network.sweep()
    }
    time.advance(by: .nanoseconds(Int64.random(in: 0...Int64(plan.world.turn), using: &random)))
    return true
  }

  /// Lets time pass until something is due.
  private func pass() {
    let now = time.monotonicNanoseconds
    var next = now &+ 1_000_000_000
    for driven in driven {
      guard let deadline = driven.isDue ? now : driven.deadline else { continue }
      next = min(next, max(deadline, stallEnd(of: driven)))
    }
    if let arrival = network.deadline { next = min(next, arrival) }
    if nextStep < plan.steps.count { next = min(next, beginning &+ plan.steps[nextStep].at &* 1_000_000) }
    // At the end nobody starts them again.
    for seat in seats where seat.server == nil && seat.comesBackAt > now { next = min(next, seat.comesBackAt) }
    time.advance(by: .nanoseconds(Int64(clamping: max(next, now &+ 1_000) - now)))
    trace.note(time.monotonicNanoseconds)
  }

  /// Until when something has no turn; 0 if it may have one.
  private func stallEnd(of driven: any Driven) -> UInt64 {
    stalls.lazy.filter { $0.driven === driven }.map(\.until).max() ?? 0
  }

  /// Those that were over by a time.
  func endStalls(before now: UInt64) {
    guard stalls.contains(where: { $0.until <= now }) else { return }
    for stall in stalls where stall.until <= now { recorder.record(.stalled(nanoseconds: stall.length)) }
    stalls.removeAll { $0.until <= now }
  }
}

/// The outcome of a simulation.
package struct SimulationOutcome: Sendable {
  package let plan: SimulationPlan
  /// The same for the same plan, always.
  package let trace: UInt64
  /// It in sixteen hexadecimal digits.
  package var traceText: String { Trace.text(trace) }
  /// The number of decisions and notes.
  package let decisions: Int
  /// The simulated time.
  package let simulated: Duration
  /// The number of servers that ran one after another.
  package let lives: Int
  /// The errors found.
  package let findings: [String]
  /// The amount of data the checker examined.
  package let figures: Verdict.Figures
  /// All requests, answers and sights.
  package let history: [HistoryRecord]
}
