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
      Runs a server that keeps everything in DIR, which the first start makes, with the
      secrets in it. Prints 'listening on HOST:PORT' on standard output when it takes
      connections; the log goes to standard error.
      """,
      """
      SIGTERM and Ctrl-C drain it: what is under way is finished, clients are
      told to come back. A second one ends it at once; nothing acknowledged is lost
      by that either. SIGHUP reads the certificate, the apps and the configuration again.
      """,
      """
      Every limit can be set in a configuration file, which is FILE, or martlet.conf in
      DIR where there is one. What is given here overrides it.
      """,
    ],
    options: [
      CommandOption(
        "data", "DIR", .text, standard: "server.data of FILE", says: "The data directory. One server at a time uses it."),
      CommandOption("config", "FILE", .text, standard: "martlet.conf in DIR, if there is one", says: "The configuration file."),
      CommandOption("check-config", says: "Only look whether the configuration is in order, and show what it sets."),
      CommandOption("default-config", says: "Only print a configuration file with every key, its meaning and default."),
      CommandOption(
        "listen", "HOST:PORT", .address, standard: "127.0.0.1:7777",
        says: "Where clients connect. Port 0 picks a free one; 0.0.0.0 and [::]\nare all of the machine's addresses."
      ),
      CommandOption("tls-cert", "FILE", .text, says: "Serve with TLS: the certificate chain, PEM."),
      CommandOption("tls-key", "FILE", .text, says: "The certificate's key, PEM, readable by its owner only."),
      CommandOption(
        "loops", "N", .number(1...256), standard: "one for each processor", says: "How many event loops, each a thread."),
      CommandOption(
        "writes-per-second", "N", .number(0...1_000_000), standard: "\(Limits().writesPerSecond)",
        says: "Requests that write which one user may make in a second; 0 is no limit."),
      CommandOption(
        "log-level", "LEVEL", .choice(Log.Level.allCases.map { "\($0)" }), standard: "info",
        says: "Least level logged: debug, info, warning or error."
      ),
    ],
    examples: [
      ("martlet serve --data /srv/martlet", "for programs of this machine"),
      ("martlet serve --default-config > martlet.conf", "a configuration file to begin with"),
      (
        "martlet serve --data /srv/martlet --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem",
        "for everyone, with TLS"
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

/// Starts a server, keeps it until it is asked to end.
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
    // Whatever a part of the server makes, and whoever opens the directory later: what is in it is its user's alone.
    umask(0o077)
    let trial = try Trial(surroundings)
    if trial.isOn { log.warning("this server is on trial: its environment has it fail, or its disk, or its clock be wrong") }
    var values = configuration.values
    values.store.reached = trial.reached
    values.store.vfs = trial.vfs
    let server: Server
    do {
      server = try await Server.start(values, time: trial.time ?? surroundings.time, log: log)
    } catch {
      throw CommandFailure(server: error)
    }
    // That nobody reads it is no reason to end.
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
        // What is written can no longer be vouched for, so nothing more is: the next start looks at what is there.
        log.error("the store failed", ["error": .of(error)])
        surroundings.say("martlet serve: the database cannot be trusted any more (\(error.message)); start the server again")
        return .storage
      }
    }
    return .success
  }

  /// Takes over what may change while the server runs; whatever is not in order stays as it was.
  private func reload(_ server: Server) async {
    do {
      try server.reloadCertificate()
      log.info("certificate read again")
    } catch {
      log.error("the certificate cannot be read; the old one stays in use", ["error": .text("\(error)")])
    }
    do {
      try await server.reloadApps()
      log.info("apps read again")
    } catch {
      log.error("the apps cannot be read; the old ones stay in force", ["error": .text("\(error)")])
    }
    do {
      let fresh = try ServeConfiguration(arguments)
      log.keep(from: fresh.values.logLevel)
      log.info("configuration read again", ["file": .text(fresh.file ?? "none")])
      for key in fresh.values.keys(differingFrom: configuration.values) where key != ConfigurationKey.reloadable {
        log.warning("a changed key waits for the next start", ["key": .text(key)])
      }
    } catch {
      let reason = (error as? CommandFailure)?.message ?? "\(error)"
      log.error("the configuration is not in order; the old one stays in force", ["error": .text(reason)])
    }
  }

  /// As many connections as the system allows, rather than as a shell does.
  static func raiseOpenFilesLimit() {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    // Where it is refused, the limit stays what it was.
    _ = setrlimit(resource, &limit)
  }
}
