import MartletNet
import MartletProcess
import MartletTesting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server in a process of its own, which is ended and started again on one port and one directory.
final class ServerProcess: Sendable {
  private struct State {
    var process: ChildProcess?
    var port: UInt16 = 0
    var starts = 0
    /// The last time its disk was made to fail.
    var diskFailed: ContinuousClock.Instant?
  }

  let program: String
  /// Its name in findings.
  let name: String
  /// Its data directory.
  let directory: String
  /// The error of its clock, in milliseconds; nil if it has the machine's clock.
  let clock: TrialFile?
  /// The file of its log.
  private let log: Int32
  private let history: History
  private let environment: [String: String]
  /// Options besides its directory and address.
  private let options: [String]
  private let state = Mutex(State())

  private static let attempts = 10
  /// The time after a disk failure in which the server may end because of it.
  private static let late = Duration.seconds(30)
  /// Exit codes of `martlet serve`.
  private static let storageFailed: Int32 = 74
  private static let addressInUse: Int32 = 80

  /// Prepares it; `start` starts it.
  init(
    _ name: String = "the server", program: String, directory: String, log: Int32, history: History, clock: TrialFile? = nil,
    environment: [String: String] = [:], options: [String] = []
  ) {
    self.program = program
    self.name = name
    self.directory = directory
    self.clock = clock
    self.options = options
    self.log = log
    self.history = history
    var environment = environment
    environment[TrialVariable.clock] = clock?.path
    self.environment = environment
  }

  var port: UInt16 { state.withLock { $0.port } }
  var processID: Int32? { state.withLock { $0.process?.id } }
  /// Whether it was started and ended by itself.
  var hasEnded: Bool { state.withLock { $0.process }?.hasEnded ?? false }
  /// The number of its starts.
  var starts: Int { state.withLock { $0.starts } }

  /// Its resident memory.
  var residentBytes: UInt64 { processID.flatMap { ProcessSample.of($0) }?.residentBytes ?? 0 }

  /// Starts it and waits until it listens.
  ///
  /// - Parameter failure: A named point of its work, and how often it is passed before the server kills itself there.
  /// - Returns: Whether it listens; false if it came to that point before.
  /// - Throws: `ProductFailure` where it does not come up; `ProcessError` if no process can be started; `CheckError` if
  ///   another program has taken its port.
  @discardableResult
  func start(failingAt failure: String? = nil) async throws -> Bool {
    let port = port
    var environment = environment
    if let failure { environment[TrialVariable.failure] = failure }
    let arguments = ["serve", "--data", directory, "--listen", "127.0.0.1:\(port)", "--log-level", "warning"] + options
    for _ in 0..<Self.attempts {
      let process = try ChildProcess(program, arguments, environment: environment, errors: log)
      let prefix = "listening on 127.0.0.1:"
      if let line = await process.firstLine(within: 60), line.hasPrefix(prefix), let port = UInt16(line.dropFirst(prefix.count)) {
        state.withLock { state in
          state.process = process
          state.port = port
          state.starts += 1
        }
        return true
      }
      // Its output ends a little before it does.
      let endedItself = await Self.waitForEnd(of: process, milliseconds: 1000)
      let status = await process.end(SIGKILL)
      if failure != nil, endedItself, status == -SIGKILL { return false }
      guard endedItself else { throw ProductFailure("\(name) did not listen within 60 s of its start") }
      guard status == Self.addressInUse else { throw ProductFailure("\(name) did not start: it exited with \(status)") }
      // While the server was down, a connection may have taken its port.
      try? await Task.sleep(for: .milliseconds(500))
    }
    throw CheckError("port \(port) is in use by another program")
  }

  /// Ends it and waits for that.
  ///
  /// - Returns: Its exit code, below zero for a signal; nil if it was not running.
  @discardableResult
  func end(_ signal: Int32) async -> Int32? {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    guard let process else { return nil }
    let status = await process.end(signal)
    history.record(.restarted(how: signal == SIGKILL ? "kill -9" : "signal \(signal)"))
    return status
  }

  /// Waits for it to end by itself, for so many milliseconds at most.
  func waitForEnd(milliseconds: Int) async -> Bool {
    guard let process = state.withLock({ $0.process }) else { return true }
    return await Self.waitForEnd(of: process, milliseconds: milliseconds)
  }

  private static func waitForEnd(of process: ChildProcess, milliseconds: Int) async -> Bool {
    for _ in 0..<max(1, milliseconds / 10) {
      if process.hasEnded { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return process.hasEnded
  }

  // MARK: - Exit codes

  /// Notes that its disk fails, or has until now.
  func noteDiskFailure() { state.withLock { $0.diskFailed = .now } }

  /// The exit codes allowed for a signal.
  ///
  /// After a disk failure, a server may find out late that it can no longer trust its disk, and ends with the code for that.
  func expectedStatuses(for signal: Int32? = nil) -> Set<Int32> {
    var expected: Set<Int32> = signal == SIGKILL ? [-SIGKILL] : signal == SIGTERM ? [0] : []
    if let failed = state.withLock({ $0.diskFailed }), ContinuousClock.now - failed < Self.late {
      expected.insert(Self.storageFailed)
    }
    return expected
  }
}
