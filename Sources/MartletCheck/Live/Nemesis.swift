import MartletNet
import MartletTesting
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Injects faults into a running system, one after another, in seed order.
actor Nemesis {
  /// The parts that faults can affect.
  struct Reach: Sendable {
    let servers: [ServerProcess]
    /// Nil for a single server.
    let cluster: Cluster?
    let fleets: [FleetProcess]
    let network: BadNetwork
    let devices: [RawDevice]
    let users: [String]
    let control: ControlSocket
    let history: History
    let loop: EventLoop
    let failures: Failures
    /// The trial file of a single server's store.
    let storage: TrialFile
    /// Nil if there is no disk that may be filled.
    let disk: SmallDisk?
    /// The factor for time limits.
    let slack: UInt64
    let progress: @Sendable (String) -> Void
  }

  /// The injected faults.
  struct Brought: Sendable {
    /// The number of injections of each fault.
    var counts: [Fault: Int] = [:]
    /// The number of times a fault took effect, for faults where that is known.
    var effects: [Fault: Int] = [:]
    /// When all nodes were restarted one after the other.
    var restarts: [RollingRestart.Window] = []
  }

  let reach: Reach
  private let faults: [Fault]
  var random: SeededRandom
  var brought = Brought()
  /// Why it could not go on.
  private(set) var failure: (any Error)?
  /// The time to stop.
  private var end = ContinuousClock.now

  /// Each is about 400 kB: together more than the buffers that systems keep for a connection.
  private static let talksAtMost = 40

  /// In milliseconds.
  private static let jumps: [Int64] = [3_600_000, -3_600_000, 82_800_000, -86_400_000, -600_000]

  /// Points of a server's work, each with how often it may be passed before the server dies there.
  private static let points = [
    ("before-commit", 60), ("after-commit", 60), ("before-fan-out", 60), ("before-fold", 12), ("after-fold", 12),
    ("before-round-end", 3), ("after-round-end", 3),
  ]
  /// Points of a node's work; those of its store are in PostgreSQL.
  private static let pointsOfNodes = [("before-fan-out", 60)]

  init(_ reach: Reach, faults: Set<Fault>?, seed: UInt64) {
    self.reach = reach
    random = SeededRandom(seed: seed)
    let allowed = faults ?? Set(Fault.allCases)
    let hasPages = reach.fleets.contains { $0.host == .chromium }
    self.faults = Fault.allCases.filter {
      allowed.contains($0) && $0.reaches(nodes: reach.servers.count) && ($0 != .diskFull || reach.disk != nil)
        && ($0 != .clientFreeze || hasPages)
    }
  }

  /// Goes on until a moment, then takes every fault away.
  func rage(until end: ContinuousClock.Instant) async {
    guard !faults.isEmpty else { return }
    self.end = end
    reach.history.record(.phase(.fault))
    var waiting: [Fault] = []
    while ContinuousClock.now < end, failure == nil {
      // Each fault in turn, in a new random order each time, so that none is missed in a short run.
      if waiting.isEmpty { waiting = faults.shuffled(using: &random) }
      let fault = waiting.removeLast()
      reach.progress("\(fault.rawValue)")
      do {
        let tookEffect = try await bring(fault)
        brought.counts[fault, default: 0] += 1
        if let tookEffect { brought.effects[fault, default: 0] += tookEffect ? 1 : 0 }
        try await recover()
      } catch {
        failure = error
      }
      await pause(50...600)
    }
    await reach.network.heal()
    // A server that does not come up again remains a fault.
    if failure == nil { reach.history.record(.phase(.heal)) }
  }

  func pause(_ range: ClosedRange<Int>) async {
    try? await Task.sleep(for: .milliseconds(Int.random(in: range, using: &random)))
  }

  /// Restarts the processes that were killed, and those that ended by themselves, which is recorded.
  private func recover() async throws {
    for server in reach.servers {
      if server.hasEnded {
        let expected = server.expectedStatuses()
        if let status = await server.end(SIGKILL), !expected.contains(status) {
          reach.failures.add("\(server.name) exited unexpectedly with \(status)")
        }
      }
      if server.processID == nil { try await server.start() }
    }
    for fleet in reach.fleets {
      if fleet.hasEnded, let status = await fleet.end(SIGKILL) {
        reach.failures.add("a device process exited unexpectedly with \(status)")
      }
      try fleet.start()
    }
  }

  /// Finds processes that ended by themselves since the last fault.
  func lookAgain() async {
    guard failure == nil else { return }
    do { try await recover() } catch { failure = error }
  }

  /// The server, or any node.
  func anyServer() -> ServerProcess {
    reach.servers.count > 1 ? reach.servers.randomElement(using: &random) ?? reach.servers[0] : reach.servers[0]
  }

  /// Ends a server, and notes it where that ended otherwise than by this signal.
  func end(_ server: ServerProcess, _ signal: Int32) async {
    let expected = server.expectedStatuses(for: signal)
    reach.failures.note(server.name, ended: await server.end(signal), by: signal, expected: expected)
  }

  /// Brings a fault and takes it away again.
  ///
  /// - Returns: Whether it took effect; nil if that cannot be known, or goes without saying.
  private func bring(_ fault: Fault) async throws -> Bool? {
    switch fault {
    case .serverKill:
      await pause(0...400)
      await end(anyServer(), SIGKILL)
      await pause(0...300)
    case .serverEnd:
      await end(anyServer(), SIGTERM)
      await pause(0...300)
    case .serverPoint: return try await killAtPoint()
    case .clientKill, .clientAway, .clientDamage, .clientReinstall: return try await hitFleet(fault)
    case .cut: await reach.network.cut()
    case .badNetwork:
      await reach.network.worsen(seed: random.next())
      await pause(500...2500)
      await reach.network.heal()
    case .silence:
      await reach.network.silence(seed: random.next())
      await pause(500...3000)
      await reach.network.heal()
    case .slowReader: return await readNothing()
    case .revocation: await revoke()
    case .clock:
      let clock = anyServer().clock
      clock?.set(Self.jumps.randomElement(using: &random) ?? 0)
      await pause(300...1500)
      clock?.set(0)
    case .clientClock:
      guard let fleet = reach.fleets.randomElement(using: &random) else { return nil }
      fleet.clock.set(Self.jumps.randomElement(using: &random) ?? 0)
      await pause(300...3000)
      // Now and then it stays wrong until the next jump.
      if Bool.random(using: &random) { fleet.clock.set(0) }
    case .clientFreeze: return await freeze()
    case .diskSlow, .diskFailing: return await spoilDisk(fault)
    case .diskFull: await fillDisk()
    case .databaseCrash, .databaseFailover, .busKill, .busCut, .rollingRestart:
      guard let cluster = reach.cluster else { return nil }
      return try await bring(fault, to: cluster)
    }
    return nil
  }

  // MARK: - The server

  /// Whether it came to its point; where too little happens for that it is killed wherever it is.
  private func killAtPoint() async throws -> Bool {
    let points = reach.cluster == nil ? Self.points : Self.pointsOfNodes
    let (point, most) = points.randomElement(using: &random) ?? ("before-commit", 1)
    let server = anyServer()
    await end(server, SIGTERM)
    let count = Int.random(in: 1...most, using: &random)
    guard try await server.start(failingAt: "\(point):\(count)") else { return true }
    let cameThere = await server.waitForEnd(milliseconds: 4000)
    await end(server, SIGKILL)
    return cameThere
  }

  private func spoilDisk(_ fault: Fault) async -> Bool {
    reach.storage.set(0, at: DiskByFile.struck)
    if fault == .diskSlow {
      reach.storage.set(Int64.random(in: 500...60_000, using: &random), at: DiskByFile.delay)
      await pause(500...2500)
      reach.storage.set(0, at: DiskByFile.delay)
    } else {
      let server = anyServer()
      server.noteDiskFailure()
      reach.storage.set(Int64.random(in: 1...2, using: &random), at: DiskByFile.failure)
      await pause(20...600)
      reach.storage.set(0, at: DiskByFile.failure)
      server.noteDiskFailure()
      _ = await server.waitForEnd(milliseconds: 1500)
    }
    return reach.storage.number(at: DiskByFile.struck) != 0
  }

  private func fillDisk() async {
    guard let disk = reach.disk else { return }
    let server = anyServer()
    server.noteDiskFailure()
    disk.fill()
    await pause(500...2000)
    disk.free()
    server.noteDiskFailure()
    _ = await server.waitForEnd(milliseconds: 500)
  }

  // MARK: - Clients

  private func hitFleet(_ fault: Fault) async throws -> Bool? {
    guard let fleet = reach.fleets.randomElement(using: &random) else { return nil }
    let signal = Int.random(in: 0..<4, using: &random) == 0 ? SIGTERM : SIGKILL
    reach.failures.note(
      "a device process", ended: await fleet.end(signal), by: signal, expected: FleetProcess.expectedStatuses(for: signal))
    switch fault {
    case .clientAway: await pause(2000...6000)
    case .clientDamage: return try fleet.damage(&random)
    case .clientReinstall: fleet.reinstall(&random)
    default: await pause(0...300)
    }
    return nil
  }

  /// Freezes a page; when it goes on, its clock says that an hour has passed.
  ///
  /// - Returns: False without devices in pages.
  private func freeze() async -> Bool {
    guard let fleet = reach.fleets.filter({ $0.host == .chromium }).randomElement(using: &random) else { return false }
    fleet.setFrozen(true)
    await pause(500...6000)
    fleet.clock.set(3_600_000)
    fleet.setFrozen(false)
    await pause(300...3000)
    fleet.clock.set(0)
    return true
  }

  /// Has a device read nothing, and be sent more than the server keeps for one that does not; true if the server closed a
  /// connection for that.
  private func readNothing() async -> Bool {
    // With no network in between, which would take in much of it: one that speaks binary, one that speaks JSON.
    let direct = reach.devices.prefix(reach.users.count)
    guard let slow = direct.suffix(2).randomElement(using: &random), let talker = direct.first,
      let before = await slowConsumers(), let client = await slow.hang()
    else { return false }
    let last = min(end, .now + .milliseconds(Int.random(in: 5000...20_000, using: &random)))
    var wasClosed = false
    for _ in 0..<Self.talksAtMost where !wasClosed && ContinuousClock.now < last {
      await talker.talk(to: slow.user, count: 8)
      wasClosed = await slowConsumers() ?? 0 > before
      await pause(10...50)
    }
    // If the connection was closed, the device still does not read for a while.
    if wasClosed { await pause(300...3000) } else { try? await Task.sleep(until: last, clock: .continuous) }
    await client.setReading(true)
    return wasClosed
  }

  /// Of all servers together; nil if one does not answer.
  private func slowConsumers() async -> Int? {
    var sum = 0
    for server in reach.servers {
      guard let count = await server.slowConsumers(reach.loop) else { return nil }
      sum += count
    }
    return sum
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
