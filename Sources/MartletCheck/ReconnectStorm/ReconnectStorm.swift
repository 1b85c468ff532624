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

/// Thousands of clients that come back at the same moment, after the server was killed and started again.
package struct ReconnectStorm: Sendable {
  let plan: CheckPlan
  let folder: String
  let server: ServerProcess
  let control: ControlSocket
  let loop: EventLoop
  let bystanderLoop: EventLoop
  let history = History(time: SystemTimeSource())
  let progress: @Sendable (String) -> Void

  /// Devices of one user.
  private static let devices = 10
  /// Members of a group: so many users have one log to catch up with.
  private static let groupUsers = 50
  /// The longest wait for the last client: twice the limit, to tell slow from never.
  private static let patience = Duration.seconds(120)
  /// The longest time for the bystanders' last message to arrive.
  private static let lastMessage = Duration.seconds(30)

  /// Runs the check of a plan once.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - progress: Receives the progress, a line at a time.
  /// - Returns: The findings.
  /// - Throws: `CheckError` if the check itself failed.
  package static func check(
    _ plan: CheckPlan, progress: @escaping @Sendable (String) -> Void
  ) async throws -> ReconnectStormReport {
    let folder = try Folder.make("martlet-check", in: plan.scratch)
    let log = try Folder.log(folder + "/server.log")
    let run = try ReconnectStorm(plan, folder, log, progress)
    do {
      let report = try await run.check()
      await run.clean(log)
      return report
    } catch {
      await run.clean(log)
      throw (error as? CheckError) ?? CheckError("the herd cannot start: \(error)")
    }
  }

  private init(_ plan: CheckPlan, _ folder: String, _ log: Int32, _ progress: @escaping @Sendable (String) -> Void) throws {
    self.plan = plan
    self.folder = folder
    self.progress = progress
    loop = try EventLoop(name: "herd")
    bystanderLoop = try EventLoop(name: "bystanders")
    server = ServerProcess(program: plan.program, directory: folder + "/data", log: log, history: history)
    control = ControlSocket(directory: folder + "/data", loop: loop)
  }

  private func clean(_ log: Int32) async {
    await server.end(SIGKILL)
    await loop.stop()
    await bystanderLoop.stop()
    close(log)
    Folder.remove(folder)
  }

  private func check() async throws -> ReconnectStormReport {
    try await server.start()
    var report = ReconnectStormReport(plan)
    let animals = try await gather()
    progress("connecting \(animals.count) clients")
    let deadline = ContinuousClock.now + .seconds(600)
    try await inParallel(animals, width: 200) { try await $0.comeBack(to: server.port, until: deadline) }
    report.residentBefore = server.residentBytes
    progress("killing the server under the herd")
    await server.end(SIGKILL)
    try await inParallel(animals, width: animals.count) { await $0.waitForEnd() }
    do {
      try await server.start()
    } catch let failure as ProductFailure {
      report.obstacle = failure.description
      return report
    }
    let bystanders = try await Bystanders.connect(control: control, port: server.port, loop: bystanderLoop)
    let talk = Task(executorPreference: bystanderLoop) { await bystanders.talk() }
    let memory = Task { await largestResident() }
    progress("all clients reconnect")
    let began = ContinuousClock.now
    try await inParallel(animals, width: animals.count) { try await $0.comeBack(to: server.port, until: began + Self.patience) }
    let took = ContinuousClock.now - began
    talk.cancel()
    memory.cancel()
    report.milliseconds = Int(took.nanoseconds / 1_000_000)
    report.attempts = animals.reduce(0) { $0 + $1.attempts }
    report.synced = animals.count { $0.isSynced }
    report.residentPeak = await memory.value
    let giveUp = Task {
      try await Task.sleep(for: Self.lastMessage * Int(plan.slack))
      await bystanders.leave()
    }
    await talk.value
    giveUp.cancel()
    (report.bystander, report.bystanderObstacle) = await (bystanders.latencies, bystanders.obstacle)
    for animal in animals { await animal.leave() }
    return report
  }

  /// Users in groups, with something to read in each, and their devices.
  private func gather() async throws -> [ReconnectingClient] {
    let count = (plan.connections + Self.devices - 1) / Self.devices
    progress("creating \(count) users")
    let made = Mutex([String](repeating: "", count: count))
    try await inParallel(Array(0..<count), width: 64) { index in
      let token = try await control.token(for: "h\(index)")
      made.withLock { $0[index] = token }
    }
    let writer = WireClient(loop: loop)
    try await writer.connect(host: "127.0.0.1", port: server.port)
    _ = try await writer.hello(token: try await control.token(for: "shepherd"), device: "shepherd")
    for (id, first) in stride(from: 0, to: count, by: Self.groupUsers).enumerated() {
      let members = (first..<min(count, first + Self.groupUsers)).map { "h\($0)" }
      _ = try await writer.request(
        .createGroup(Wire.CreateGroup(group: "h\(id)", clientId: "h\(id)", title: "Herd", members: members)))
      for number in 0..<Int(ReconnectingClient.head) - 1 {
        let text = #"{"text":"something to catch up with"}"#
        _ = try await writer.request(
          .send(Wire.Send(conversation: "group:h\(id)", clientId: "h\(id)-\(number)", type: "text", content: text)))
      }
    }
    await writer.close()
    let tokens = made.withLock { $0 }
    return (0..<plan.connections).map { index in
      let user = index / Self.devices
      return ReconnectingClient(
        token: tokens[user], device: "d\(index % Self.devices)", group: "group:h\(user / Self.groupUsers)",
        seed: plan.seed &+ UInt64(index), loop: loop)
    }
  }

  private func largestResident() async -> UInt64 {
    var largest: UInt64 = 0
    while true {
      largest = max(largest, server.residentBytes)
      if Task.isCancelled { return largest }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }
}

/// Does something to each of many, so many at once.
private func inParallel<Element: Sendable>(
  _ elements: [Element], width: Int, _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for (index, element) in elements.enumerated() {
      if index >= width { try await group.next() }
      group.addTask { try await body(element) }
    }
    try await group.waitForAll()
  }
}
