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

/// A server, or the nodes of one, and its clients under faults; and then the question whether every promise was kept.
package struct LiveRun: Sendable {
  let plan: CheckPlan
  let folder: String
  let disk: SmallDisk?
  let history = History(time: SystemTimeSource())
  let failures = Failures()
  let loop: EventLoop
  /// One that keeps its data in files, or several nodes.
  let servers: [ServerProcess]
  /// What nodes share; nil for a single server.
  let cluster: Cluster?
  let storage: TrialFile
  let control: ControlSocket
  let workload: Workload
  /// The logs of the servers; processes with devices write into the first.
  let logs: [Int32]
  let progress: @Sendable (String) -> Void
  private(set) var skipped: [String] = []

  private static let users = (0..<6).map { "u\($0)" }
  private static let groups = (0..<4).map { "group:g\($0)" }
  /// The first call number of a fleet, which keeps its calls distinct from others.
  private static let fleetCalls: UInt64 = 1 << 40
  /// The time for devices to get answers once faults are over, for a plan without slack.
  private static let patience: UInt64 = 30
  private static let configuration = """
    # So that what is scheduled is sent before the end.
    limits.scheduled_least = 1s
    # So that a client that does not read is soon one that reads too slowly.
    limits.queued_bytes = 256KiB

    """

  /// Runs the check of a plan once.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - progress: Receives the progress, a line at a time.
  /// - Returns: The findings, among them failures of the server or a client.
  /// - Throws: `CheckError` if the check itself failed; `CancellationError`.
  package static func check(_ plan: CheckPlan, progress: @escaping @Sendable (String) -> Void) async throws -> CheckReport {
    let folder = try Folder.make("martlet-check", in: plan.scratch)
    let run: LiveRun
    do {
      let cluster = plan.nodes > 1 ? try await Cluster.start(plan, folder: folder) : nil
      run = try LiveRun(plan, folder, cluster, progress)
    } catch {
      Folder.remove(folder)
      throw CheckError("\(error)")
    }
    let began = ContinuousClock.now
    do {
      var report = try await run.check()
      try Task.checkCancellation()
      report.seconds = Double((ContinuousClock.now - began).components.seconds)
      await run.keepEvidence(&report)
      await run.clean()
      return report
    } catch {
      for server in run.servers { await server.end(SIGKILL) }
      await run.clean()
      if error is CheckError || error is CancellationError { throw error }
      throw CheckError("\(error)")
    }
  }

  private init(
    _ plan: CheckPlan, _ folder: String, _ cluster: Cluster?, _ progress: @escaping @Sendable (String) -> Void
  ) throws {
    (self.plan, self.folder, self.cluster, self.progress) = (plan, folder, cluster, progress)
    var directory = folder + "/data"
    do {
      // Only this fault needs another file system than the one to be trusted.
      disk = plan.faults?.contains(.diskFull) == true ? try SmallDisk(at: folder + "/disk", megabytes: 192) : nil
      if let disk { directory = disk.path + "/data" }
    } catch {
      disk = nil
      skipped.append("disk-full: \(error)")
    }
    storage = try TrialFile(path: folder + "/storage", count: DiskByFile.numbers)
    let configuration = folder + "/martlet.conf"
    try Folder.write(Self.configuration, to: configuration)
    loop = try EventLoop(name: "check")
    logs = try Self.logs(of: plan.nodes).map { try Folder.log(folder + "/" + $0) }
    servers = try logs.enumerated().map { [history, storage] number, log in
      ServerProcess(
        cluster == nil ? "the server" : "node \(number)", program: plan.program,
        directory: cluster == nil ? directory : "\(directory)\(number)", log: log, history: history,
        clock: try TrialFile(path: "\(folder)/clock\(number)"),
        environment: cluster == nil ? [TrialVariable.disk: storage.path] : [:],
        options: ["--config", configuration] + (cluster?.options(of: number) ?? []))
    }
    control = ControlSocket(directories: servers.map(\.directory), loop: loop)
    workload = Workload(users: Self.users, groups: Self.groups)
  }

  private func clean() async {
    await loop.stop()
    await cluster?.stop()
    disk?.remove()
    for log in logs { close(log) }
    Folder.remove(folder)
  }

  /// The names of the logs.
  static func logs(of nodes: Int) -> [String] { nodes == 1 ? ["server.log"] : (0..<nodes).map { "node\($0).log" } }

  // MARK: - The run

  private func check() async throws -> CheckReport {
    try await startFirst()
    let fileSystem =
      if let cluster { await cluster.database.fileSystem } else { FileSystem.type(of: servers[0].directory) }
    let ports = servers.map(\.port)
    let network = try await BadNetwork.start(2, ports: ports, seed: plan.seed)
    let entrance = try await Entrance(to: ports, seed: plan.seed)
    let fleets = try makeFleets(network, entrance)
    var states: [DeviceState] = []
    var brought = Nemesis.Brought()
    do {
      let devices = try await found(network, entrance)
      try await live(devices, fleets, network, &brought)
      try await comeToRest(devices)
      progress("comparing all devices")
      states = await Ending(port: entrance.fixedPort, control: control, failures: failures, folder: folder)
        .states(of: fleets.flatMap(\.devices), users: Self.users)
    } catch {
      for fleet in fleets { await fleet.end(SIGKILL) }
      guard let failure = error as? ProductFailure else {
        await network.close()
        await entrance.close()
        throw error
      }
      failures.add(failure.description)
    }
    await network.close()
    await entrance.close()
    var report = try await judge(states, fleets, brought)
    (report.faults, report.effects) = (brought.counts, brought.effects)
    report.fileSystem = fileSystem ?? "an unknown file system"
    report.skipped = skipped
    return report
  }

  /// Starts the servers on their new directories: where that fails nothing was promised yet.
  private func startFirst() async throws {
    do {
      try await Cluster.start(servers)
    } catch let failure as ProductFailure {
      let said =
        Self.logs(of: plan.nodes).map { Folder.text(folder + "/" + $0) }.joined().split(separator: "\n").last.map {
          "; its last log line: \($0)"
        } ?? ""
      throw CheckError(failure.description + said)
    }
  }

  /// Lets all of them live under faults, and ends the fleets.
  private func live(
    _ devices: [RawDevice], _ fleets: [FleetProcess], _ network: BadNetwork, _ brought: inout Nemesis.Brought
  ) async throws {
    let nemesis = Nemesis(
      Nemesis.Reach(
        servers: servers, cluster: cluster, fleets: fleets, network: network, devices: devices, users: Self.users,
        control: control, history: history, loop: loop, failures: failures, storage: storage, disk: disk, slack: plan.slack,
        progress: progress),
      faults: plan.faults, seed: plan.seed)
    for fleet in fleets { try fleet.start() }
    await Self.wait(for: fleets)
    let length = Duration.seconds(plan.seconds)
    await withTaskGroup(of: Void.self) { group in
      let meter = Task { await StallMeter(history: history).watch() }
      for device in devices { group.addTask { await device.live() } }
      // A time without faults before and after: there, delays count.
      try? await Task.sleep(for: length / 6)
      await nemesis.rage(until: .now + length * 2 / 3)
      if await nemesis.failure == nil { try? await Task.sleep(for: length / 6) }
      await nemesis.lookAgain()
      workload.end()
      await group.waitForAll()
      meter.cancel()
    }
    brought = await nemesis.brought
    for fleet in fleets {
      failures.note(
        "a device process", ended: await fleet.end(SIGTERM), by: SIGTERM,
        expected: FleetProcess.expectedStatuses(for: SIGTERM))
    }
    if let failure = await nemesis.failure { throw failure }
  }

  /// Waits until all devices of all fleets act, for a minute and a half at most.
  ///
  /// On a busy machine a browser may need longer to start than a short round takes, in which it would do nothing. A device that
  /// is not connected when the faults begin may stay so until they end.
  private static func wait(for fleets: [FleetProcess]) async {
    for _ in 0..<900 {
      if fleets.allSatisfy({ $0.hasActed || $0.hasEnded }) { return }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Faults are over: repeats unanswered requests, and cancels scheduled messages.
  private func comeToRest(_ devices: [RawDevice]) async throws {
    let limit = Duration.seconds(Self.patience * plan.slack)
    await withTaskGroup(of: Void.self) { group in
      for device in devices {
        group.addTask {
          guard let missing = await device.catchUp(within: limit) else { return }
          failures.add("\(Promise.liveness.rawValue) (\(Promise.liveness.text)): \(missing), without any fault")
        }
      }
    }
    for device in devices.prefix(Self.users.count) {
      guard await device.takeBackScheduled(within: limit) else {
        throw ProductFailure("cannot cancel the scheduled messages of \(device.user)")
      }
    }
  }

  /// The first users and groups, and devices that speak packets.
  private func found(_ network: BadNetwork, _ entrance: Entrance) async throws -> [RawDevice] {
    do {
      for user in Self.users { _ = try await control.token(for: user) }
    } catch {
      throw ProductFailure("cannot create users: \(error)")
    }
    var devices: [RawDevice] = []
    for (index, user) in (Self.users + Self.users).enumerated() {
      // Half of the devices use a bad network; delays there say nothing about the server.
      let proxy = index >= Self.users.count ? network.proxies[index % network.proxies.count] : nil
      let name = "\(RawDevice.namePrefix)\(index)"
      if proxy != nil { history.record(.delayed, device: name, user: user) }
      let place = RawDevice.Place(
        control: control, loop: loop, history: history, workload: workload, port: { proxy?.port ?? entrance.port },
        subprotocol: index % 3 == 2 ? "martlet.v1.json" : "martlet.v1")
      guard let device = RawDevice(name: name, user: user, seed: plan.seed &+ UInt64(index) &* 7919, place: place) else {
        throw CheckError("\(user) is not a user id")
      }
      devices.append(device)
    }
    guard let first = devices.first, await first.connect() else { throw ProductFailure("no device can connect") }
    for group in Self.groups {
      let create = Wire.CreateGroup(
        group: String(group.dropFirst("group:".count)), clientId: "make-\(group)", title: "Title of \(group)",
        members: Self.users)
      guard case .appended = await first.ask(.createGroup(create)) else { throw ProductFailure("cannot create a group") }
    }
    return devices
  }

  private func makeFleets(_ network: BadNetwork, _ entrance: Entrance) throws -> [FleetProcess] {
    // Two processes in Swift, one of each other kind.
    let hosts = plan.hosts.flatMap { $0 == .swift ? [$0, $0] : [$0] }
    return try hosts.enumerated().map { number, host in
      let home = "\(folder)/fleet\(number)"
      try Folder.ensure(home)
      // Every other one has a network of its own. A page connects to the server that it comes from.
      let port = number % 2 == 0 && host != .chromium ? network.proxies[0].port : entrance.fixedPort
      let devices = (0..<3).map { index in
        FleetPlan.Device(
          name: "\(host.deviceName)\(number)\(index)", user: Self.users[(number * 3 + index) % Self.users.count],
          directory: "\(home)/device\(index)")
      }
      for device in devices { history.record(.delayed, device: device.name, user: device.user) }
      let fleet = FleetPlan(
        server: "ws://127.0.0.1:\(port)", directories: servers.map(\.directory), history: home + "/history",
        seed: plan.seed &+ UInt64(number),
        firstCall: Self.fleetCalls * UInt64(number + 1), devices: devices, users: Self.users, groups: Self.groups)
      return try FleetProcess(
        host, try host.launch(plan, directory: servers[0].directory), folder: home, plan: fleet, log: logs[0], history: history)
    }
  }
}
