import MartletNet
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server in a process of its own, started for one benchmark on a new directory.
package final class OwnServer: Sendable {
  /// How to start it.
  package struct Settings: Sendable {
    /// The path of the program `martlet`.
    package var program: String
    /// Where its directory is made; what is measured includes this disk.
    package var parent: String
    /// More options of `martlet serve`.
    package var options: [String]
    /// Whether it serves with TLS, with a certificate of its own making.
    package var isSecure = false

    package init(program: String, parent: String, options: [String] = []) {
      self.program = program
      self.parent = parent
      self.options = options
    }
  }

  private struct State {
    var process: Int32?
    var port: UInt16 = 0
  }

  let settings: Settings
  /// Removed at the end, with everything in it.
  private let directory: String
  private let state = Mutex(State())
  private static let host = "127.0.0.1"
  private static let patienceMilliseconds: Int32 = 60_000

  private init(settings: Settings, directory: String) {
    self.settings = settings
    self.directory = directory
  }

  /// Makes a directory and starts a server on it.
  package static func start(_ settings: Settings) throws -> OwnServer {
    var template = Array("\(settings.parent)/martlet-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchError(.server, "no directory can be made in \(settings.parent)") }
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let server = OwnServer(settings: settings, directory: directory)
    do {
      if settings.isSecure {
        try SelfSignedCertificate.write(certificate: server.certificate, key: server.key, address: host)
      }
      try server.launch()
      return server
    } catch {
      server.remove()
      throw error
    }
  }

  package var dataDirectory: String { directory + "/data" }
  private var certificate: String { directory + "/certificate.pem" }
  private var key: String { directory + "/key.pem" }

  /// How to reach it.
  package func address() throws -> BenchServer {
    let (process, port) = state.withLock { ($0.process, $0.port) }
    return BenchServer(
      endpoint: .tcp(host: Self.host, port: port),
      tls: settings.isSecure ? try TLSClientConfiguration(trust: .file(certificate)) : nil,
      controlSocket: dataDirectory + "/control.sock", dataDirectory: dataDirectory, processID: process)
  }

  /// Kills it with signal 9, so that only what it has on disk is left, and starts it again.
  package func killAndRestart() throws {
    kill()
    try launch()
  }

  /// Kills it and removes its directory.
  package func remove() {
    kill()
    FileContent.remove(directory)
  }

  /// Kills it with signal 9.
  func kill() {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    guard let process else { return }
    sendSignal(SIGKILL, to: process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Starts the process and waits until it says where it listens.
  func launch() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchError(.server, "there is no pipe to be had") }
    defer { close(ends[0]) }
    let port = state.withLock { $0.port }
    var arguments = ["serve", "--data", dataDirectory, "--listen", "\(Self.host):\(port)", "--log-level", "warning"]
    // A few clients ask for what many users would.
    arguments += ["--writes-per-second", "0"]
    if settings.isSecure { arguments += ["--tls-cert", certificate, "--tls-key", key] }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: Int32
    do {
      defer { close(ends[1]) }
      process = try ChildProcess.start(settings.program, arguments + settings.options, output: ends[1])
    }
    state.withLock { $0.process = process }
    let ready = "listening on \(Self.host):"
    guard let line = ChildProcess.line(from: ends[0], within: Self.patienceMilliseconds), line.hasPrefix(ready),
      let listening = UInt16(line.dropFirst(ready.count))
    else { throw BenchError(.server, "\(settings.program) serve did not start") }
    state.withLock { $0.port = listening }
  }
}

/// The system's `kill`, by a name that no method here has.
private func sendSignal(_ signal: Int32, to process: Int32) { _ = kill(process, signal) }

/// Programs that are started and read from.
enum ChildProcess {
  /// Starts a program with its standard output going to a descriptor, and all else as it is here.
  static func start(_ program: String, _ arguments: [String], output: Int32) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process: pid_t = 0
    let status = posix_spawn(&process, program, &actions, nil, words, environ)
    guard status == 0 else { throw BenchError(.server, "\(program) cannot be started: system error \(status)") }
    return process
  }

  /// The first line a descriptor gives; nil where it ends before, or takes too long.
  static func line(from descriptor: Int32, within milliseconds: Int32) -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096 {
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&one, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, read(descriptor, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}

extension FileContent {
  /// Removes a directory and what is in it.
  static func remove(_ path: String) {
    for name in names(in: path) {
      let child = "\(path)/\(name)"
      if unlink(child) != 0 { remove(child) }
    }
    rmdir(path)
  }
}
