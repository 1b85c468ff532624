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
      SIGTERM and Ctrl-C end it gracefully: what is under way is finished, clients are
      told to come back. A second one ends it at once; nothing acknowledged is lost
      by that either. SIGHUP reads the certificate files again.
      """,
    ],
    options: [
      CommandOption("data", "DIR", .text, required: true, says: "The data directory. One server at a time uses it."),
      CommandOption(
        "listen", "HOST:PORT", .address, standard: "127.0.0.1:7777",
        says: "Where clients connect. Port 0 picks a free one; 0.0.0.0 and [::]\nare all of the machine's addresses."
      ),
      CommandOption("tls-cert", "FILE", .text, says: "Serve with TLS: the certificate chain, PEM."),
      CommandOption("tls-key", "FILE", .text, says: "The certificate's key, PEM, readable by its owner only."),
      CommandOption(
        "loops", "N", .number(1...256), standard: "one for each processor", says: "How many event loops, each a thread."),
      CommandOption(
        "log-level", "LEVEL", .choice(Log.Level.allCases.map { "\($0)" }), standard: "info",
        says: "Least level logged: debug, info, warning or error."
      ),
    ],
    examples: [
      ("martlet serve --data /srv/martlet", "for programs of this machine"),
      (
        "martlet serve --data /srv/martlet --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem",
        "for everyone, with TLS"
      ),
    ],
    signals: [SIGINT, SIGTERM, SIGHUP],
    run: { arguments, surroundings in try await Serving(arguments, surroundings).run() })
}

/// Starts a server, keeps it until it is asked to end.
struct Serving: Sendable {
  private let configuration: ServerConfiguration
  private let log: Log
  private let surroundings: Surroundings

  private enum Occurrence: Sendable {
    case signal(Int32)
    case failure(StoreError)
  }

  init(_ arguments: Arguments, _ surroundings: Surroundings) throws {
    let address = arguments.address("listen")
    var configuration = ServerConfiguration(
      dataDirectory: try arguments.required("data"), host: address?.host ?? "127.0.0.1", port: address?.port ?? 7777)
    if let loops = arguments.number("loops") { configuration.loops = loops }
    switch (arguments.text("tls-cert"), arguments.text("tls-key")) {
    case (let certificate?, let key?):
      guard exists(certificate) else { throw CommandFailure(.missing, "the certificate \(certificate) does not exist") }
      configuration.tls = ServerConfiguration.TLSFiles(certificate: certificate, key: key)
    case (nil, nil): break
    default: throw CommandFailure(.usage, "--tls-cert and --tls-key go together")
    }
    self.configuration = configuration
    let level = Log.Level.allCases.first { "\($0)" == arguments.text("log-level") }
    log = Log.standardError(level: level ?? .info, time: surroundings.time)
    self.surroundings = surroundings
  }

  func run() async throws -> ExitCode {
    Serving.raiseOpenFilesLimit()
    // Whatever a part of the server makes, and whoever opens the directory later: what is in it is its user's alone.
    umask(0o077)
    let server: Server
    do {
      server = try await Server.start(configuration, time: surroundings.time, log: log)
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
      case .signal(SIGHUP): reload(server)
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

  private func reload(_ server: Server) {
    do {
      try server.reloadCertificate()
      log.info("certificate read again")
    } catch {
      log.error("the certificate cannot be read; the old one stays in use", ["error": .text("\(error)")])
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
