import MartletPostgres
import MartletServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The configuration of `martlet serve`: the configuration file, overridden by the command line.
struct ServeConfiguration: Sendable {
  private(set) var values = ServerConfiguration()
  /// The file that was read; nil if there is none.
  let file: String?

  /// The name of the configuration file in a data directory.
  static let fileName = "martlet.conf"

  /// - Parameters:
  ///   - arguments: The command line.
  ///   - needsStore: Whether a bus without a database is refused.
  /// - Throws: `CommandFailure`.
  init(_ arguments: Arguments, needsStore: Bool = true) throws {
    let found = arguments.text("data").map { $0 + "/" + ServeConfiguration.fileName }.flatMap { exists($0) ? $0 : nil }
    file = arguments.text("config") ?? found
    if let file {
      guard exists(file) else { throw CommandFailure(.missing, "the configuration file \(file) does not exist") }
      guard let bytes = fileBytes(file, limit: 1 << 20) else {
        throw CommandFailure(.malformed, "\(file) cannot be read, or is larger than 1 MiB")
      }
      do {
        values = try ServerConfiguration(file: bytes, name: file)
      } catch {
        throw CommandFailure(server: error)
      }
      guard values.dataDirectory.isEmpty || arguments.has("config") else {
        throw CommandFailure(
          .malformed, "\(file) sets server.data, which only a file given with --config may do. Remove that line.")
      }
    }
    try take(arguments)
    if needsStore, values.busAddress != nil, values.storeAddress == nil {
      throw CommandFailure(
        .usage, "--bus needs --store: nodes that tell each other what changes use one PostgreSQL database. Pass its address.")
    }
  }

  private mutating func take(_ arguments: Arguments) throws {
    if let directory = arguments.text("data") { values.dataDirectory = directory }
    if let store = arguments.text("store") {
      guard PostgresAddress.isValid(store) else {
        throw CommandFailure(
          .usage,
          "--store must be postgres://USER@HOST/DATABASE. A password belongs into ~/.pgpass, or a file named by PGPASSFILE.")
      }
      values.storeAddress = store
    }
    if let bus = arguments.text("bus") {
      guard ConfigurationKey.isBus(bus) else {
        throw CommandFailure(
          .usage,
          "--bus must be nats://HOST:PORT or nats://USER@HOST:PORT, or several of them separated by commas, "
            + "without a password. A password belongs into a file that --bus-secret names.")
      }
      values.busAddress = bus
    }
    if let file = arguments.text("bus-secret") { values.busSecretFile = file }
    if values.busSecretFile != nil, values.busAddress == nil {
      throw CommandFailure(.usage, "--bus-secret needs --bus: it is the password or token for the bus")
    }
    if let address = arguments.address("listen") { values.listen = address }
    if let loops = arguments.number("loops") { values.loops = loops }
    if let writes = arguments.number("writes-per-second") { values.limits.writesPerSecond = writes }
    if let reads = arguments.number("reads-per-second") { values.limits.readsPerSecond = reads }
    if let level = Log.Level.allCases.first(where: { "\($0)" == arguments.text("log-level") }) { values.logLevel = level }
    switch (arguments.text("tls-cert"), arguments.text("tls-key")) {
    case (let certificate?, let key?): (values.certificateFile, values.keyFile) = (certificate, key)
    case (nil, nil): break
    default: throw CommandFailure(.usage, "--tls-cert needs --tls-key, and the other way round")
    }
    if let certificate = values.certificateFile, !exists(certificate) {
      throw CommandFailure(.missing, "the certificate \(certificate) does not exist")
    }
  }

  /// The output of `--check-config`: the keys that differ from their defaults.
  var report: String {
    let keys = values.keys(differingFrom: ServerConfiguration())
    let settings = keys.map { "\($0) = \(values.value(of: $0) ?? "")\n" }.joined()
    return "\(file ?? "no configuration file"): valid; \(keys.isEmpty ? "every key has its default" : "it sets")\n" + settings
  }
}
