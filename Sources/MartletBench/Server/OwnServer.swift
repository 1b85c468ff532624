import MartletNet
import MartletProcess
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server in a process of its own, started for one benchmark on a new directory.
package final class OwnServer: Sendable {
  /// The settings for starting it.
  package struct Settings: Sendable {
    /// The path of the program `martlet`.
    package var program: String
    /// The directory in which to create its directory; its disk is part of the measurement.
    package var parent: String
    /// More options of `martlet serve`.
    package var options: [String]
    /// Whether it serves with TLS, with a certificate of its own making.
    package var isSecure = false
    /// How many members its groups may have, if that is more than usual.
    package var groupMembers = 0

    package init(program: String, parent: String, options: [String] = []) {
      self.program = program
      self.parent = parent
      self.options = options
    }
  }

  private struct State {
    var process: ChildProcess?
    var port: UInt16 = 0
  }

  let settings: Settings
  /// Removed at the end, with everything in it.
  private let directory: String
  private let state = Mutex(State())
  private static let host = "127.0.0.1"
  private static let patienceSeconds = 60

  private init(settings: Settings, directory: String) {
    self.settings = settings
    self.directory = directory
  }

  /// Makes a directory and starts a server on it.
  package static func start(_ settings: Settings) async throws -> OwnServer {
    let directory = try mapped { try Folder.make("martlet-bench", in: settings.parent) }
    let server = OwnServer(settings: settings, directory: directory)
    do {
      if settings.isSecure {
        try SelfSignedCertificate.write(certificate: server.certificate, key: server.key, address: host)
      }
      try await server.launch()
      return server
    } catch {
      server.remove()
      throw error
    }
  }

  package var dataDirectory: String { directory + "/data" }
  private var certificate: String { directory + "/certificate.pem" }
  private var key: String { directory + "/key.pem" }

  /// The address of the server.
  package func address() throws -> BenchServer {
    let (process, port) = state.withLock { ($0.process, $0.port) }
    return BenchServer(
      endpoint: .tcp(host: Self.host, port: port),
      tls: settings.isSecure ? try TLSClientConfiguration(trust: .file(certificate)) : nil,
      controlSocket: dataDirectory + "/control.sock", dataDirectory: dataDirectory, processID: process?.id)
  }

  /// Kills it with signal 9, so that only data on disk is left, and starts it again.
  package func killAndRestart() async throws {
    kill()
    try await launch()
  }

  /// Kills it and removes its directory.
  package func remove() {
    kill()
    Folder.remove(directory)
  }

  /// Kills it with signal 9.
  func kill() {
    let process = state.withLock { state in
      defer { state.process = nil }
      return state.process
    }
    process?.kill()
  }

  /// Starts the process and waits until it says where it listens.
  func launch() async throws {
    let port = state.withLock { $0.port }
    var arguments = ["serve", "--data", dataDirectory, "--listen", "\(Self.host):\(port)", "--log-level", "warning"]
    // A few clients send the requests of many users.
    arguments += ["--writes-per-second", "0", "--reads-per-second", "0"]
    if let file = try configuration() { arguments += ["--config", file] }
    if settings.isSecure { arguments += ["--tls-cert", certificate, "--tls-key", key] }
    let process = try Self.mapped { try ChildProcess(settings.program, arguments + settings.options) }
    state.withLock { $0.process = process }
    let ready = "listening on \(Self.host):"
    guard let line = await process.firstLine(within: Self.patienceSeconds), line.hasPrefix(ready),
      let listening = UInt16(line.dropFirst(ready.count))
    else { throw BenchError(.server, "\(settings.program) serve did not start") }
    state.withLock { $0.port = listening }
  }

  /// The file of its configuration; nil where there is nothing to configure.
  private func configuration() throws -> String? {
    guard settings.groupMembers > 3000 else { return nil }
    let file = directory + "/martlet.conf"
    let most = min(settings.groupMembers, 100_000)
    try Self.mapped { try Folder.write("limits.group_members = \(most)\n", to: file) }
    return file
  }

  private static func mapped<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as ProcessError { throw BenchError(.server, error.description) }
  }
}
