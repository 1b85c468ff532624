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
  }

  let program: String
  /// Its data directory.
  let directory: String
  /// Where its log goes.
  private let log: Int32
  private let history: History
  private let environment: [String: String]
  /// The file of its configuration; nil for the usual.
  private let configuration: String?
  private let state = Mutex(State())

  /// Prepares it; `start` starts it.
  init(
    program: String, directory: String, log: Int32, history: History, environment: [String: String] = [:],
    configuration: String? = nil
  ) {
    self.program = program
    self.directory = directory
    self.configuration = configuration
    self.log = log
    self.history = history
    self.environment = environment
  }

  var port: UInt16 { state.withLock { $0.port } }
  var processID: Int32? { state.withLock { $0.process?.id } }
  /// Whether it was started and ended by itself.
  var hasEnded: Bool { state.withLock { $0.process }?.hasEnded ?? false }
  /// How often it was started.
  var starts: Int { state.withLock { $0.starts } }

  /// What it has in memory.
  var residentBytes: UInt64 { processID.flatMap { ProcessSample.of($0) }?.residentBytes ?? 0 }

  /// Starts it and waits until it listens.
  ///
  /// - Parameter failure: A named point of its work, and how often it is passed before the server kills itself there.
  /// - Throws: `CheckError` where it does not come up.
  func start(failingAt failure: String? = nil) async throws {
    let port = port
    var environment = environment
    if let failure { environment[TrialVariable.failure] = failure }
    var arguments = ["serve", "--data", directory, "--listen", "127.0.0.1:\(port)", "--log-level", "warning"]
    if let configuration { arguments += ["--config", configuration] }
    let process = try ChildProcess(program, arguments, environment: environment, errors: log)
    let listening = await process.firstLine(within: 60)
    let prefix = "listening on 127.0.0.1:"
    guard let line = listening, line.hasPrefix(prefix), let port = UInt16(line.dropFirst(prefix.count)) else {
      let ending = await process.end(SIGKILL)
      // At its point it may have come before it listened.
      if failure != nil, ending == -SIGKILL { return }
      throw CheckError("the server does not start; its log is beside its directory, \(directory)")
    }
    state.withLock { state in
      state.process = process
      state.port = port
      state.starts += 1
    }
  }

  /// Ends it and waits for that.
  ///
  /// - Returns: Its exit code, below zero for a signal; nil where it was not running.
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
    for _ in 0..<max(1, milliseconds / 10) {
      if process.hasEnded { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return process.hasEnded
  }
}
