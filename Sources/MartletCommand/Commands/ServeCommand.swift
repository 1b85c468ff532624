import MartletServer
import MartletStore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension CommandDescription {
  static let serve = CommandDescription(
    name: "serve",
    summary: "run a server",
    about: [
      """
      Runs a server that keeps all its data in DIR. The first start creates DIR and the
      secrets in it. The server prints 'listening on HOST:PORT' on standard output when
      it accepts connections. Its log goes to standard error.
      """,
      """
      SIGTERM and Ctrl-C drain the server: it finishes the requests in flight and tells
      clients to reconnect later. A second signal ends it at once; no acknowledged
      message is lost. SIGHUP reads the certificate, the apps and log.level again.
      """,
      """
      A configuration file can set every limit: FILE, or else martlet.conf in DIR. The
      command line overrides the file.
      """,
    ],
    options: [
      CommandOption(
        "data", "DIR", .directory, standard: "server.data of FILE", says: "The data directory. One server at a time uses it."),
      CommandOption("config", "FILE", .file, standard: "martlet.conf in DIR, if it exists", says: "The configuration file."),
      CommandOption(
        "store", "ADDRESS", .text, standard: "files in DIR",
        says: "PostgreSQL for the messages: postgres://USER@HOST/DATABASE"),
      CommandOption(
        "bus", "ADDRESS", .text, standard: "this server alone uses the database",
        says: "NATS, by which several servers on one database tell each other\nwhat changes: nats://HOST:PORT"),
      CommandOption(
        "bus-secret", "FILE", .file, says: "The password of the user in the bus's address, or a token, in a file."),
      CommandOption("check-config", says: "Check the configuration, show what it changes, and end."),
      CommandOption("default-config", says: "Print a configuration file with every key, its meaning and its default,\nand end."),
      CommandOption(
        "listen", "HOST:PORT", .address, standard: "127.0.0.1:7777",
        says: "Where clients connect. Port 0 picks a free port; 0.0.0.0 and [::] mean\nall addresses of the machine."
      ),
      CommandOption("tls-cert", "FILE", .file, says: "Serve with TLS: the certificate chain, in PEM."),
      CommandOption("tls-key", "FILE", .file, says: "The certificate's key, in PEM, readable by its owner only."),
      CommandOption(
        "loops", "N", .number(1...256), standard: "one for each processor", says: "The number of event loops, each a thread."),
      CommandOption(
        "writes-per-second", "N", .number(0...1_000_000), standard: "\(Limits().writesPerSecond)",
        says: "The write rate limit of one user; 0 is no limit."),
      CommandOption(
        "reads-per-second", "N", .number(0...1_000_000), standard: "\(Limits().readsPerSecond)",
        says: "Requests that read which one user may make in a second; 0 is no limit."),
      CommandOption(
        "log-level", "LEVEL", .choice(Log.Level.allCases.map { "\($0)" }), standard: "info",
        says: "The lowest level to log: debug, info, warning or error."
      ),
    ],
    examples: [
      ("martlet serve --data /srv/martlet", "for clients on this machine"),
      ("martlet serve --default-config > martlet.conf", "creates a configuration file to edit"),
      (
        "martlet serve --data /srv/martlet --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem",
        "for clients anywhere, with TLS"
      ),
    ],
    signals: [SIGINT, SIGTERM, SIGHUP],
    run: { arguments, surroundings in
      if arguments.has("default-config") {
        try surroundings.output.write(ConfigurationKey.annotatedDefaults())
        return .success
      }
      let configuration = try ServeConfiguration(arguments)
      if arguments.has("check-config") {
        try surroundings.output.write(configuration.report)
        return .success
      }
      return try await Serving(configuration, arguments, surroundings).run()
    })
}

/// Starts a server and runs it until a signal ends it.
struct Serving: Sendable {
  private let configuration: ServeConfiguration
  private let arguments: Arguments
  private let log: Log
  private let surroundings: Surroundings

  private enum Occurrence: Sendable {
    case signal(Int32)
    case failure(StoreError)
  }

  init(_ configuration: ServeConfiguration, _ arguments: Arguments, _ surroundings: Surroundings) throws {
    guard !configuration.values.dataDirectory.isEmpty else { throw CommandFailure(.usage, "--data is missing: --data DIR") }
    self.configuration = configuration
    self.arguments = arguments
    log = Log.standardError(level: configuration.values.logLevel, time: surroundings.time)
    self.surroundings = surroundings
  }

  func run() async throws -> ExitCode {
    Serving.raiseOpenFilesLimit()
    // Only the server's own user may read the files it creates.
    umask(0o077)
    let trial = try Trial(surroundings)
    if trial.isOn { log.warning("fault injection is on: the environment makes this server, its disk or its clock fail") }
    var values = configuration.values
    values.store.reached = trial.reached
    values.store.vfs = trial.vfs
    let server: Server
    do {
      server = try await Server.start(values, time: trial.time ?? surroundings.time, log: log)
    } catch {
      throw CommandFailure(server: error)
    }
    // A closed output is no reason to end.
    try? surroundings.output.write("listening on \(server.address)\n")
    return await keep(server)
  }

  private func keep(_ server: Server) async -> ExitCode {
    let (occurrences, told) = AsyncStream.makeStream(of: Occurrence.self, bufferingPolicy: .bufferingOldest(16))
    let signals = surroundings.signals
    let watching = Task { for await signal in signals { told.yield(.signal(signal)) } }
    let failing = Task { told.yield(.failure(await server.failed())) }
    defer {
      watching.cancel()
      failing.cancel()
    }
    for await occurrence in occurrences {
      switch occurrence {
      case .signal(SIGHUP): await reload(server)
      case .signal(let number):
        log.info("ending", ["signal": .number(number)])
        await server.stop()
        return .success
      case .failure(let error):
        // The files may differ from the data written. The next start reads their actual contents.
        log.error("the store failed", ["error": .of(error)])
        surroundings.say("martlet serve: the database can no longer be trusted (\(error.message)). Start the server again.")
        return .storage
      }
    }
    return .success
  }

  /// Reloads the settings that may change while the server runs.
  ///
  /// Invalid files are logged; the previous values stay in use.
  private func reload(_ server: Server) async {
    do {
      try server.reloadCertificate()
      log.info("certificate read again")
    } catch {
      log.error("the certificate cannot be read; the previous one stays in use", ["error": .text("\(error)")])
    }
    do {
      try await server.reloadApps()
      log.info("apps read again")
    } catch {
      log.error("the apps cannot be read; the previous ones stay in use", ["error": .text("\(error)")])
    }
    do {
      let fresh = try ServeConfiguration(arguments)
      log.keep(from: fresh.values.logLevel)
      log.info("configuration read again", ["file": .text(fresh.file ?? "none")])
      for key in fresh.values.keys(differingFrom: configuration.values) where key != ConfigurationKey.reloadable {
        log.warning("a changed key takes effect at the next start", ["key": .text(key)])
      }
    } catch {
      let reason = (error as? CommandFailure)?.message ?? "\(error)"
      log.error("the configuration is invalid; the previous one stays in use", ["error": .text(reason)])
    }
  }

  /// Raises the limit of open files from the shell's default to what the system allows.
  static func raiseOpenFilesLimit() {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // If that is refused, the limit stays as it was.
    _ = setrlimit(resource, &limit)
  }
}
