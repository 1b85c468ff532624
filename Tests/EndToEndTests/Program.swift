import Foundation
import Processes
import Synchronization

/// A process under test: its lines as they come, its standard input, its end.
final class Program: Sendable {
  private struct State {
    var lines: [String] = []
    var errors: [String] = []
    var partial: [UInt8] = []
    var partialError: [UInt8] = []
    var status: Int32?
    /// How many of its outputs have not ended.
    var open = 2
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let process = TestProcess()
  private let input = Pipe()

  /// Starts the program at a path; `environment` is added to the test's own.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:], directory: String? = nil) throws {
    // Writing to a program that has ended is an error to pass over, not a signal to die of.
    Foundation.signal(SIGPIPE, SIG_IGN)
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = directory.map { URL(fileURLWithPath: $0) }
    process.standardInput = .pipe(input)
    process.standardOutput = .pipe(output)
    process.standardError = .pipe(error)
    process.whenEnded { [weak self] process in self?.change { $0.status = process.terminationStatus } }
    try process.run()
    read(output, isError: false)
    read(error, isError: true)
  }

  /// The lines written to standard output so far.
  var lines: [String] { state.withLock { $0.lines } }
  /// The lines written to standard error so far.
  var errors: [String] { state.withLock { $0.errors } }
  /// Its exit status, negative for a signal; nil while it runs.
  var status: Int32? { state.withLock { $0.status } }

  /// Its process id.
  var processIdentifier: Int32 { process.processIdentifier }

  /// Writes a line to its standard input.
  func write(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Ends its standard input.
  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for a line of standard output for which `isWanted` holds.
  func line(within limit: Duration = .seconds(60), where isWanted: @escaping @Sendable (String) -> Bool) async throws -> String {
    try await poll(within: limit) { $0.lines.first(where: isWanted) }
  }

  /// Waits for a line of standard error for which `isWanted` holds.
  func error(within limit: Duration = .seconds(60), where isWanted: @escaping @Sendable (String) -> Bool) async throws -> String {
    try await poll(within: limit) { $0.errors.first(where: isWanted) }
  }

  /// Waits until its standard output so far is as wanted.
  func until(within limit: Duration = .seconds(60), _ isMet: @escaping @Sendable ([String]) -> Bool) async throws {
    _ = try await poll(within: limit) { isMet($0.lines) ? true : nil }
  }

  /// Waits until the lines on standard error meet a condition.
  func untilErrors(within limit: Duration = .seconds(60), _ isMet: @escaping @Sendable ([String]) -> Bool) async throws {
    _ = try await poll(within: limit) { isMet($0.errors) ? true : nil }
  }

  /// Waits for its end and that of its output.
  @discardableResult
  func exit(within limit: Duration = .seconds(60)) async throws -> Int32 {
    try await poll(within: limit) { $0.open == 0 ? $0.status : nil }
  }

  /// Kills it with signal 9 and waits for its end.
  func killAndWait() async throws {
    signal(SIGKILL)
    try await exit()
  }

  /// The error while waiting for a program.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private func poll<Value>(within limit: Duration, _ look: @escaping @Sendable (State) -> Value?) async throws -> Value
  where Value: Sendable {
    let timeout = Task {
      try await Task.sleep(for: limit)
      self.change { _ in }
    }
    defer { timeout.cancel() }
    let deadline = ContinuousClock.now + limit
    while true {
      if let value = state.withLock({ look($0) }) { return value }
      guard ContinuousClock.now < deadline else { throw Failure(description: report("not within \(limit)")) }
      await withCheckedContinuation { continuation in
        let resumeNow = state.withLock { state in
          if look(state) != nil || ContinuousClock.now >= deadline { return true }
          state.waiters.append(continuation)
          return false
        }
        if resumeNow { continuation.resume() }
      }
    }
  }

  private func report(_ what: String) -> String {
    state.withLock { state in
      """
      \(what): \(process.arguments), status \(state.status.map(String.init) ?? "running")
      last lines: \(state.lines.suffix(5)); errors: \(state.errors.suffix(20))
      """
    }
  }

  /// Reads output on a thread of its own until its end.
  private func read(_ pipe: Pipe, isError: Bool) {
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread {
      while case let data = handle.availableData, !data.isEmpty {
        self.change { state in
          if isError {
            Self.split(data, &state.partialError, &state.errors)
          } else {
            Self.split(data, &state.partial, &state.lines)
          }
        }
      }
      self.change { $0.open -= 1 }
    }
  }

  private static func split(_ data: Data, _ partial: inout [UInt8], _ lines: inout [String]) {
    for byte in data {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: partial, as: UTF8.self))
        partial = []
      } else {
        partial.append(byte)
      }
    }
  }

  private func change(_ body: (inout sending State) -> Void) {
    let waiters = state.withLock { state in
      body(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// The location of the built products.
enum Place {
  /// The built executable `martlet`, which is beside the tests' own.
  static var martlet: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("martlet").path
  }
}
