import MartletTesting
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Does to a running system what befalls systems, one thing after another, as a seed has it.
actor Nemesis {
  /// What it may lay hands on.
  struct Reach: Sendable {
    let server: ServerProcess
    let fleets: [FleetProcess]
    let network: BadNetwork
    let devices: [RawDevice]
    let users: [String]
    let control: ControlSocket
    let history: History
    let clock: TrialFile
    /// Of the server's store.
    let storage: TrialFile
    /// Nil where there is no disk that may be filled.
    let disk: SmallDisk?
    let progress: @Sendable (String) -> Void
  }

  private let reach: Reach
  private let faults: [Fault]
  private var random: SeededRandom
  /// How often each was done.
  private(set) var counts: [Fault: Int] = [:]
  private(set) var failure: CheckError?
  /// What ended though nobody ended it.
  private(set) var crashes: [String] = []

  /// In milliseconds.
  private static let jumps: [Int64] = [3_600_000, -3_600_000, 82_800_000, -86_400_000, -600_000]

  /// Points of a server's work, each with how often it may be passed before the server dies there.
  private static let points = [
    ("before-commit", 60), ("after-commit", 60), ("before-fan-out", 60), ("before-fold", 12), ("after-fold", 12),
    ("before-round-end", 3), ("after-round-end", 3),
  ]

  init(_ reach: Reach, faults: Set<Fault>?, seed: UInt64) {
    self.reach = reach
    random = SeededRandom(seed: seed)
    let allowed = faults ?? Set(Fault.allCases)
    self.faults = Fault.allCases.filter { allowed.contains($0) && ($0 != .diskFull || reach.disk != nil) }
  }

  /// Goes on until a moment, then takes every fault away.
  func rage(until end: ContinuousClock.Instant) async {
    guard !faults.isEmpty else { return }
    reach.history.record(.phase(.fault))
    var waiting: [Fault] = []
    while ContinuousClock.now < end, failure == nil {
      // Each in its turn, in an order of its own each time: so none is missed where there is little time.
      if waiting.isEmpty { waiting = faults.shuffled(using: &random) }
      let fault = waiting.removeLast()
      reach.progress("\(fault.rawValue)")
      counts[fault, default: 0] += 1
      do {
        try await bring(fault)
        try await recover(fault)
      } catch {
        failure = (error as? CheckError) ?? CheckError("\(fault.rawValue): \(error)")
      }
      await pause(50...600)
    }
    await reach.network.heal()
    reach.history.record(.phase(.heal))
  }

  private func pause(_ range: ClosedRange<Int>) async {
    try? await Task.sleep(for: .milliseconds(Int.random(in: range, using: &random)))
  }

  /// What was ended runs again, and so does what ended by itself, which is noted.
  private func recover(_ fault: Fault?) async throws {
    if reach.server.hasEnded {
      let status = await reach.server.end(SIGKILL) ?? 0
      // One whose disk failed may have found that it cannot vouch for what is on it, and says so by its exit code.
      if ![.diskFull, .diskFailing].contains(fault) || status < 0 { crashes.append("the server ended by itself with \(status)") }
    }
    if reach.server.processID == nil { try await reach.server.start() }
    for fleet in reach.fleets {
      if fleet.hasEnded, let status = await fleet.end(SIGKILL) {
        crashes.append("a process with devices ended by itself with \(status)")
      }
      try fleet.start()
    }
  }

  /// Any other signal than those sent is a crash.
  private func note(_ what: String, _ status: Int32?) {
    if let status, status < 0, status != -SIGKILL, status != -SIGTERM { crashes.append("\(what) ended with signal \(-status)") }
  }

  /// Looks for what has ended by itself since the last fault.
  func lookAgain() async { try? await recover(nil) }

  private func bring(_ fault: Fault) async throws {
    switch fault {
    case .serverKill:
      await pause(0...400)
      await reach.server.end(SIGKILL)
      await pause(0...300)
    case .serverEnd: try await endServer()
    case .serverPoint: try await killAtPoint()
    case .clientKill, .clientAway, .clientDamage, .clientReinstall: await hitFleet(fault)
    case .cut: await reach.network.cut()
    case .badNetwork:
      await reach.network.worsen(seed: random.next())
      await pause(500...2500)
      await reach.network.heal()
    case .silence:
      await reach.network.silence(seed: random.next())
      await pause(500...3000)
      await reach.network.heal()
    case .slowReader:
      await reach.devices.randomElement(using: &random)?.hang(milliseconds: Int.random(in: 300...2000, using: &random))
    case .revocation: await revoke()
    case .clock:
      reach.clock.set(Self.jumps.randomElement(using: &random) ?? 0)
      await pause(300...1500)
      reach.clock.set(0)
    case .clientClock:
      guard let fleet = reach.fleets.randomElement(using: &random) else { return }
      fleet.clock.set(Self.jumps.randomElement(using: &random) ?? 0)
      await pause(300...3000)
      // Now and then it stays wrong until the next jump.
      if Bool.random(using: &random) { fleet.clock.set(0) }
    case .diskSlow:
      reach.storage.set(Int64.random(in: 500...60_000, using: &random), at: DiskByFile.delay)
      await pause(500...2500)
      reach.storage.set(0, at: DiskByFile.delay)
    case .diskFailing:
      reach.storage.set(Int64.random(in: 1...2, using: &random), at: DiskByFile.failure)
      await pause(20...600)
      reach.storage.set(0, at: DiskByFile.failure)
      _ = await reach.server.waitForEnd(milliseconds: 1500)
    case .diskFull:
      guard let disk = reach.disk else { return }
      disk.fill()
      await pause(500...2000)
      disk.free()
      _ = await reach.server.waitForEnd(milliseconds: 500)
    }
  }

  private func endServer() async throws {
    let status = await reach.server.end(SIGTERM)
    if status != 0 { throw CheckError("the server ended with \(status ?? 0) when asked to by SIGTERM") }
    await pause(0...300)
  }

  private func killAtPoint() async throws {
    let (point, most) = Self.points.randomElement(using: &random) ?? ("before-commit", 1)
    await reach.server.end(SIGTERM)
    try await reach.server.start(failingAt: "\(point):\(Int.random(in: 1...most, using: &random))")
    // Where too little happens it is killed wherever it is.
    _ = await reach.server.waitForEnd(milliseconds: 4000)
    note("the server", await reach.server.end(SIGKILL))
  }

  private func hitFleet(_ fault: Fault) async {
    guard let fleet = reach.fleets.randomElement(using: &random) else { return }
    note("a process with devices", await fleet.end(Int.random(in: 0..<4, using: &random) == 0 ? SIGTERM : SIGKILL))
    switch fault {
    case .clientAway: await pause(2000...6000)
    case .clientDamage: fleet.damage(&random)
    case .clientReinstall: fleet.reinstall(&random)
    default: await pause(0...300)
    }
  }

  /// Revokes a user's tokens, and takes down when that began and when it was done.
  private func revoke() async {
    guard let user = reach.users.randomElement(using: &random) else { return }
    let call = reach.history.invoke(Operation(.revoke, conversation: ""), device: "", user: user)
    do {
      let until = try await reach.control.revokeTokens(of: user)
      reach.history.record(.ok(call: call, seq: UInt64(clamping: until)), user: user)
    } catch {
      reach.history.record(.unknown(call: call), user: user)
    }
  }
}
