import Martlet
import MartletNet
import MartletServer
import MartletStore
import MartletWire

/// Hands the history, the final states and the store's contents to the checker.
extension Simulation {
  /// The states of all devices at rest; the last device of each user is the new one.
  ///
  /// From here on tokens do not expire, so that a device can read everything in one session.
  func readStates() -> [DeviceState] {
    tokenLifetime = 0
    let users = plan.world.server.users
    return devices.compactMap { device in
      let origin: DeviceState.Origin = device.index < plan.world.devices.count ? .lived : .fresh
      var state = read(device, nil) { device, client in
        device.note(given: (try? await client.pending()) ?? [])
        var state = try? await DeviceState.read(of: client, device: device.name, user: device.user.text, origin: origin)
        let profiles = (try? await client.profiles(of: users)) ?? [:]
        for profile in profiles.values {
          state?.profiles[profile.user.text] = Dictionary(profile.fields.map { ($0.key.rawValue, $0.value) }) { $1 }
        }
        return state
      }
      state?.hiddenHere = device.hiddenHere
      if state == nil { find("device \(device.index) of \(device.user) cannot be read") }
      return state
    }
  }

  /// Ends devices and server, and asks the checker.
  func judge(_ states: [DeviceState]) {
    recorder.finish()
    for device in devices { device.dispose() }
    guard seats.allSatisfy({ endLast($0) }), let dump = dump() else { return }
    let verdict = Checker.check(recorder.history.records, dump: dump, states: states, options: checkerOptions)
    for violation in verdict.violations { find(violation.description) }
    checkOutboxes(dump)
    if shared == nil { checkProfiles(states) }
    for one in dump.scheduled.sorted(by: { $0.time < $1.time }) { find("\(one) is long overdue but was not sent") }
    self.verdict = verdict
  }

  private var checkerOptions: Checker.Options {
    // If every turn takes milliseconds, everything waits for everything else. What the bus lost, a node learns from the database
    // within 0.8 seconds, and a few requests to it.
    Checker.Options(slack: plan.world.turn >= 1_000_000 ? 10 : shared == nil ? 1 : 4)
  }

  /// Ends the server, as an operator does or as a crash does; false if it does not end.
  private func endLast(_ seat: ServerSeat) -> Bool {
    guard let server = seat.server else { return true }
    guard Bool.random(using: &random) else {
      endServer(seat, losingAllBut: nil, tellingClients: false)
      return true
    }
    server.stop()
    let start = time.monotonicNanoseconds
    while server.phase == .stopping {
      guard time.monotonicNanoseconds - start < 60_000_000_000, takeTurn() else {
        find("the server does not stop on request (\(server.description))")
        return false
      }
    }
    if let failure = server.failure { find("the server failed while stopping: \(failure)") }
    endServer(seat, losingAllBut: nil, tellingClients: false)
    return true
  }

  /// The store's contents, read as after a crash.
  private func dump() -> Dump? {
    if let shared { return sharedDump(shared.database) }
    let desk = Desk(time: time)
    let result = desk.perform { [directory] options in try await Dump.read(directory: directory.path, options: options) }
    switch result {
    case .success(let dump): return dump
    case .failure(let error): find("the store cannot be read: \(error)")
    case nil: find("reading the store did not finish")
    }
    return nil
  }

  private func sharedDump(_ database: SimulatedDatabase) -> Dump? {
    guard let app = SimulatedServer.app else { return nil }
    do {
      return try Dump.read(database.state.tables, app: app)
    } catch {
      find("the database cannot be read: \(error)")
      return nil
    }
  }

  /// Devices that lived through the run show the profiles that a new device of the same user shows.
  ///
  /// Nodes tell of changed profiles by the bus, which may lose that; a device then learns of it in its next session.
  private func checkProfiles(_ states: [DeviceState]) {
    for fresh in states where fresh.origin == .fresh {
      for state in states where state.user == fresh.user && state.profiles != fresh.profiles {
        find("\(state.device) of \(state.user) shows the profiles \(state.profiles), and a new device \(fresh.profiles)")
      }
    }
  }

  /// Every send that a device accepted and could still deliver is stored, or was refused by the server.
  private func checkOutboxes(_ dump: Dump) {
    // Acknowledged sends that a restore lost are not sent again.
    var known = recorder.history.records.lostAcknowledgements
    for entry in dump.logs.values.lazy.flatMap(\.entries) { known.insert([entry.sender, entry.clientID]) }
    var asked: [UInt64: [String]] = [:]
    for record in recorder.history.records {
      switch record.event {
      case .invoke(let call, let operation): asked[call] = [record.user, operation.clientID]
      // It was so already.
      case .refused(let call, _), .ok(let call, 0): if let request = asked[call] { known.insert(request) }
      default: break
      }
    }
    for device in devices {
      for sent in device.sent where sent.isWritten && sent.installation == device.installation {
        if known.contains([device.user.text, sent.id.text]) || device.given.contains(sent.id) { continue }
        find("device \(device.index) of \(device.user) had \(sent.id) in its outbox, which was neither stored nor refused")
      }
    }
  }
}

/// Executors for reading a store after the end of a simulation.
///
/// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it.
private final class Desk: @unchecked Sendable {
  private let time: ManualTime
  private let loop: EventLoop
  private var executors: [DrivenExecutor] = []

  init(time: ManualTime) {
    self.time = time
    loop = EventLoop(driven: "desk", time: time)
  }

  /// Does something with a store; nil if it does not end.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteStore.Options) async throws -> Value
  ) -> Result<Value, any Error>? {
    var options = SQLiteStore.Options()
    options.executor = { [time] name in
      let executor = DrivenExecutor(name: name, time: time)
      self.executors.append(executor)
      return executor
    }
    let outcome = Outcome<Value>()
    Task(executorPreference: loop) { [options] in
      do { outcome.result = .success(try await body(options)) } catch { outcome.result = .failure(error) }
    }
    for _ in 0..<100_000 where outcome.result == nil {
      let due = ([loop] + executors as [any Driven]).filter(\.isDue)
      if due.isEmpty { time.advance(by: .milliseconds(10)) }
      for driven in due { driven.turn() }
    }
    return outcome.result
  }

  /// `@unchecked Sendable` holds because everything of a simulation is touched only by the thread that drives it.
  private final class Outcome<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }
}
