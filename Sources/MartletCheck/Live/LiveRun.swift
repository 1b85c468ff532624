import Martlet
import MartletNet
import MartletProcess
import MartletTesting
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server and its clients under faults, and then the question whether every promise was kept.
package struct LiveRun: Sendable {
  let plan: CheckPlan
  let folder: String
  let disk: SmallDisk?
  let history = History(time: SystemTimeSource())
  let loop: EventLoop
  let server: ServerProcess
  let clock: TrialFile
  let storage: TrialFile
  let control: ControlSocket
  let town: Town
  let log: Int32
  let progress: @Sendable (String) -> Void
  private(set) var skipped: [String] = []

  private static let users = (0..<6).map { "u\($0)" }
  private static let groups = (0..<4).map { "group:g\($0)" }
  /// Sends of a fleet are told apart from those of others by their calls' numbers.
  private static let fleetCalls: UInt64 = 1 << 40

  /// Checks once, as the plan says.
  ///
  /// - Parameters:
  ///   - plan: What to do.
  ///   - progress: Told how it goes, a line at a time.
  /// - Returns: What was found.
  /// - Throws: `CheckError` where the check itself could not be carried out.
  package static func check(_ plan: CheckPlan, progress: @escaping @Sendable (String) -> Void) async throws -> CheckReport {
    let run = try LiveRun(plan, progress)
    let began = ContinuousClock.now
    do {
      var report = try await run.check()
      report.seconds = Double((ContinuousClock.now - began).components.seconds)
      try run.keepEvidence(&report)
      await run.clean()
      return report
    } catch {
      await run.server.end(SIGKILL)
      await run.clean()
      throw error
    }
  }

  private init(_ plan: CheckPlan, _ progress: @escaping @Sendable (String) -> Void) throws {
    self.plan = plan
    self.progress = progress
    folder = try Folder.make("martlet-check", in: plan.scratch)
    var directory = folder + "/data"
    do {
      disk = plan.faults?.contains(.diskFull) == false ? nil : try SmallDisk(at: folder + "/disk", megabytes: 192)
      if let disk { directory = disk.path + "/data" }
    } catch {
      disk = nil
      skipped.append("disk-full: \(error)")
    }
    log = try Folder.log(folder + "/server.log")
    clock = try TrialFile(path: folder + "/clock")
    storage = try TrialFile(path: folder + "/storage", count: DiskByFile.numbers)
    let configuration = folder + "/martlet.conf"
    // So that what is scheduled is sent before the end.
    try Folder.write("limits.scheduled_least = 1s\n", to: configuration)
    loop = try EventLoop(name: "check")
    server = ServerProcess(
      program: plan.program, directory: directory, log: log, history: history,
      environment: [TrialVariable.clock: clock.path, TrialVariable.disk: storage.path],
      configuration: configuration)
    control = ControlSocket(directory: directory, loop: loop)
    town = Town(users: Self.users, groups: Self.groups)
  }

  private func clean() async {
    await loop.stop()
    disk?.remove()
    close(log)
    Folder.remove(folder)
  }

  // MARK: - The run

  private func check() async throws -> CheckReport {
    try await server.start()
    let network = try await BadNetwork.start(2, port: server.port, seed: plan.seed)
    let devices = try await found(network)
    let fleets = try makeFleets(network)
    let nemesis = Nemesis(
      Nemesis.Reach(
        server: server, fleets: fleets, network: network, devices: devices, users: Self.users, control: control,
        history: history, clock: clock, storage: storage, disk: disk, progress: progress),
      faults: plan.faults, seed: plan.seed)
    for fleet in fleets { try fleet.start() }
    let length = Duration.seconds(plan.seconds)
    await withTaskGroup(of: Void.self) { group in
      let meter = Task { await StallMeter(history: history).watch() }
      for device in devices { group.addTask { await device.live() } }
      // A time without faults before and after: there, delays count.
      try? await Task.sleep(for: length / 6)
      await nemesis.rage(until: .now + length * 2 / 3)
      try? await Task.sleep(for: length / 6)
      await nemesis.lookAgain()
      town.end()
      await group.waitForAll()
      meter.cancel()
    }
    for fleet in fleets { await fleet.end(SIGTERM) }
    if let failure = await nemesis.failure { throw failure }
    for device in devices.prefix(Self.users.count) {
      guard await device.takeBackScheduled() else { throw CheckError("what \(device.user) scheduled cannot be taken back") }
    }
    progress("comparing what everyone shows")
    let states = try await Ending(server: server, control: control, history: history, folder: folder)
      .states(of: fleets.flatMap(\.devices), users: Self.users)
    await network.close()
    var report = try await judge(states, fleets)
    report.faults = await nemesis.counts
    report.crashes += await nemesis.crashes
    report.skipped = skipped
    return report
  }

  /// The first users and groups, and devices that speak packets.
  private func found(_ network: BadNetwork) async throws -> [RawDevice] {
    for user in Self.users { _ = try await control.token(for: user) }
    var devices: [RawDevice] = []
    for (index, user) in (Self.users + Self.users).enumerated() {
      // Half of them over a network that is made bad; what comes late there says nothing of the server.
      let proxy = index >= Self.users.count ? network.proxies[index % network.proxies.count] : nil
      let name = "raw\(index)"
      if proxy != nil { history.record(.delayed, device: name, user: user) }
      let place = RawDevice.Place(
        control: control, loop: loop, history: history, town: town, port: { [server] in proxy?.port ?? server.port },
        subprotocol: index % 3 == 2 ? "martlet.v1.json" : "martlet.v1")
      guard let device = RawDevice(name: name, user: user, seed: plan.seed &+ UInt64(index) &* 7919, place: place) else {
        throw CheckError("\(user) is no user's name")
      }
      devices.append(device)
    }
    guard let first = devices.first, await first.connect() else { throw CheckError("no device can connect") }
    for group in Self.groups {
      let create = Wire.CreateGroup(
        group: String(group.dropFirst("group:".count)), clientId: "make-\(group)", title: "Title of \(group)",
        members: Self.users)
      guard case .appended = await first.ask(.createGroup(create)) else { throw CheckError("no group can be made") }
    }
    return devices
  }

  private func makeFleets(_ network: BadNetwork) throws -> [FleetProcess] {
    try (0..<2).map { number in
      let home = "\(folder)/fleet\(number)"
      try Folder.ensure(home)
      // The second has no network of its own.
      let port = number == 0 ? network.proxies[0].port : server.port
      let devices = (0..<3).map { index in
        FleetPlan.Device(
          name: "sdk\(number)\(index)", user: Self.users[(number * 3 + index) % Self.users.count],
          directory: "\(home)/device\(index)")
      }
      for device in devices { history.record(.delayed, device: device.name, user: device.user) }
      let fleet = FleetPlan(
        server: "ws://127.0.0.1:\(port)", directory: server.directory, history: home + "/history",
        seed: plan.seed &+ UInt64(number),
        firstCall: Self.fleetCalls * UInt64(number + 1), devices: devices, users: Self.users, groups: Self.groups)
      return try FleetProcess(program: plan.program, folder: home, plan: fleet, log: log, history: history)
    }
  }

  /// Ends the server, one way or the other, and decides.
  private func judge(_ states: [DeviceState], _ fleets: [FleetProcess]) async throws -> CheckReport {
    let kills = plan.seed % 2 == 0
    let isThere = !server.hasEnded
    let status = await server.end(kills ? SIGKILL : SIGTERM)
    if !kills, isThere, status != 0 { throw CheckError("the server ended with \(status ?? 0) when asked to by SIGTERM") }
    let records = History.merge([history.records] + fleets.map { $0.records() })
    let dump = try await Dump.read(directory: server.directory)
    progress("deciding from \(records.count) records")
    let verdict = Checker.check(records, dump: dump, states: states, options: Checker.Options(slack: plan.slack))
    // Kept where something turns out to be wrong.
    try Folder.write(History.lines(records), to: folder + "/history.jsonl")
    var report = CheckReport(seed: plan.seed, verdict: verdict)
    report.serverStarts = server.starts
    if !isThere { report.crashes.append("the server ended by itself with \(status ?? 0)") }
    return report
  }

  // MARK: - Evidence

  /// What is worth looking at afterwards: the history, the server's files and log, the report.
  private func keepEvidence(_ report: inout CheckReport) throws {
    guard !report.isClean || plan.keep != nil else { return }
    let parent = plan.keep ?? plan.scratch
    try Folder.ensure(parent)
    let place = "\(parent)/martlet-check-seed-\(plan.seed)"
    try Folder.ensure(place)
    report.evidence = place
    for name in ["history.jsonl", "server.log"] { try Folder.copy(folder + "/" + name, to: place + "/" + name) }
    for name in Folder.names(in: server.directory) where name.contains(".db") {
      try Folder.copy(server.directory + "/" + name, to: place + "/" + name)
    }
    try Folder.write(report.text, to: place + "/report.txt")
  }
}
