import MartletProcess
import MartletTesting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A fleet from the outside: a process to kill, and its files.
final class FleetProcess: Sendable {
  private struct State {
    var process: ChildProcess?
    var plan: FleetPlan
    var lives = 0
    var installations = 0
    /// Lives that did not end by themselves, and may have left half a line.
    var kills = 0
  }

  let host: DeviceHost
  private let launch: DeviceHost.Launch
  /// The error of its clock, in milliseconds, and whether its page is frozen.
  let clock: TrialFile
  private let folder: String
  private let log: Int32
  private let history: History
  private let state: Mutex<State>

  /// Prepares one in a folder of its own.
  init(
    _ host: DeviceHost, _ launch: DeviceHost.Launch, folder: String, plan: FleetPlan, log: Int32, history: History
  ) throws {
    (self.host, self.launch) = (host, launch)
    clock = try TrialFile(path: folder + "/clock", count: 2)
    self.folder = folder
    self.log = log
    self.history = history
    state = Mutex(State(plan: plan))
  }

  /// Its devices as they are installed now.
  var devices: [FleetPlan.Device] { state.withLock { $0.plan.devices } }

  /// Whether it was started and ended by itself.
  var hasEnded: Bool { state.withLock { $0.process }?.hasEnded ?? false }

  /// Whether each of its devices has noted something.
  var hasActed: Bool {
    let plan = state.withLock { $0.plan }
    let text = Folder.text(plan.history)
    return plan.devices.allSatisfy { text.contains("\"device\":\"\($0.name)\"") }
  }

  func start() throws {
    try state.withLock { state in
      guard state.process == nil else { return }
      state.lives += 1
      state.plan.seed &+= 1_000
      // Each life counts its calls apart.
      state.plan.firstCall &+= 1 << 24
      let path = folder + "/plan"
      try Folder.write(state.plan.text, to: path)
      var environment = launch.environment
      (environment[Fleet.variable], environment[TrialVariable.clock]) = (path, clock.path)
      state.process = try ChildProcess(
        launch.program, launch.arguments, environment: environment, errors: log, isGroup: host == .chromium)
    }
  }

  /// Ends it; the outcome of its pending requests is unknown.
  @discardableResult
  func end(_ signal: Int32) async -> Int32? {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    guard let process else { return nil }
    let status = await process.end(signal)
    if status < 0 { state.withLock { $0.kills += 1 } }
    for device in devices {
      history.record(.restarted(how: signal == SIGKILL ? "kill -9" : "signal \(signal)"), device: device.name, user: device.user)
    }
    return status
  }

  /// The codes with which one may end when it gets a signal; before it listens for signals it dies of any.
  static func expectedStatuses(for signal: Int32) -> Set<Int32> { signal == SIGKILL ? [-SIGKILL] : [0, 128 + signal, -signal] }

  /// Makes a device's local data unreadable; the process must not be running.
  ///
  /// Damage in the middle of a database can go unnoticed, since SQLite has no checksums there. So this damages the beginning, and
  /// deletes the log, which might hold a copy.
  ///
  /// - Returns: True if there was a file to damage; nil if that is not known.
  func damage(_ random: inout SeededRandom) throws -> Bool? {
    guard let device = devices.randomElement(using: &random) else { return false }
    if host == .chromium {
      // The database is in the browser's profile, so the next life damages it before its devices live.
      try Folder.write(device.name, to: folder + "/damage")
      return nil
    }
    // Databases that were put aside lie beside it.
    guard let name = Folder.names(in: device.directory).first(where: { $0.hasSuffix(".sqlite") }) else { return false }
    let path = device.directory + "/" + name
    for suffix in ["-wal", "-shm"] { Folder.remove(path + suffix) }
    return Folder.damage(path, &random)
  }

  /// Whether a page of the process stands still, as one in the background does.
  func setFrozen(_ isFrozen: Bool) { clock.set(isFrozen ? 1 : 0, at: 1) }

  /// Removes one installation, and makes a new one for the same user; the process must not be running.
  func reinstall(_ random: inout SeededRandom) {
    state.withLock { state in
      guard let index = state.plan.devices.indices.randomElement(using: &random) else { return }
      let old = state.plan.devices[index]
      Folder.remove(old.directory)
      state.installations += 1
      state.plan.devices[index].name = "\(old.name)r\(state.installations)"
      state.plan.devices[index].directory = "\(old.directory)r\(state.installations)"
    }
  }

  /// The records of its lives; calls without an end ended with an unknown outcome.
  ///
  /// - Throws: `CheckError` if there are more malformed lines than lives that were killed while writing one.
  func records() throws -> [HistoryRecord] {
    let (path, kills) = state.withLock { ($0.plan.history, $0.kills) }
    let lines = Folder.text(path).split(separator: "\n")
    var records = lines.compactMap { HistoryRecord(json: String($0)) ?? HistoryRecord(script: String($0)) }
    guard lines.count - records.count <= kills else {
      throw CheckError("\(lines.count - records.count) malformed records in the devices' files, after \(kills) kills")
    }
    let restarts = history.records.filter(\.isRestart)
    var open: [UInt64: HistoryRecord] = [:]
    for record in records {
      switch record.event {
      case .invoke(let call, _): open[call] = record
      case .ok(let call, _), .refused(let call, _), .unknown(let call): open[call] = nil
      default: break
      }
    }
    for (call, begin) in open {
      // The latest time at which its process was killed.
      let at = restarts.first { $0.device == begin.device && $0.at > begin.at }?.at ?? begin.at
      records.append(HistoryRecord(number: 0, at: at, device: begin.device, user: begin.user, event: .unknown(call: call)))
    }
    return records
  }
}

extension HistoryRecord {
  fileprivate var isRestart: Bool { if case .restarted = event { true } else { false } }
}
