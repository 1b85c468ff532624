import Martlet
import MartletNet
import MartletSQLite
import MartletServer
import MartletWire

extension CommandDescription {
  static let doctor = CommandDescription(
    name: "doctor",
    summary: "check the machine, the libraries, a data directory or a server",
    about: [
      """
      Checks whether a server can run here. Each line begins with ok, warn or fail; the
      line below it says what to do. Run it as the user that the server runs as.
      """,
      """
      Nothing is changed. With --data, doctor writes a few kilobytes there for a moment,
      to measure the disk. It reads only the heads of the databases. In a bucket of S3 it
      writes an object of one byte, and deletes it.
      """,
    ],
    options: [
      CommandOption("data", "DIR", .directory, says: "Check this data directory, and the disk it is on."),
      CommandOption("listen", "HOST:PORT", .address, says: "Check whether a server can listen on this address."),
      CommandOption(
        "config", "FILE", .file, standard: "martlet.conf in DIR, if it exists",
        says: "Check the addresses and the bucket in this configuration file."),
      CommandOption(
        "store", "ADDRESS", .text, standard: "server.store of FILE",
        says: "Check this PostgreSQL database, as a server would use it."),
      CommandOption("bus", "ADDRESS", .text, standard: "server.bus of FILE", says: "Check this NATS server."),
      CommandOption("bus-secret", "FILE", .file, standard: "server.bus_secret of FILE", says: "The password or token for it."),
      CommandOption("tls-cert", "FILE", .file, says: "Check when this certificate expires."),
      CommandOption("server", "URL", .server, says: "Check that this server answers, and its certificate."),
      CommandOption("trust", "FILE", .file, says: "For wss: trust the certificates in this PEM file."),
      CommandOption("json", says: "Print one JSON object with all checks, for programs."),
    ],
    examples: [
      ("martlet doctor", "check the machine and the libraries"),
      ("martlet doctor --data /srv/martlet --listen 0.0.0.0:7777", "before the first start of a server"),
      (
        "martlet doctor --store postgres://martlet@db.example/martlet --bus nats://bus.example:4222",
        "before the first start of a node"
      ),
      ("martlet doctor --server wss://chat.example.com", "check a running server and its certificate"),
    ],
    run: { arguments, surroundings in try await Doctor(arguments: arguments, surroundings: surroundings).run() })
}

/// Runs the checks and prints their findings.
struct Doctor {
  let arguments: Arguments
  let surroundings: Surroundings

  func run() async throws -> ExitCode {
    var findings = MachineChecks.all(time: surroundings.time) + libraries()
    if let data = arguments.text("data") {
      findings += DirectoryChecks.all(at: data)
      findings += DiskChecks.all(at: DirectoryChecks.nearestExisting(data), time: surroundings.time)
    }
    if let address = arguments.address("listen") { findings.append(await check(address)) }
    if let path = arguments.text("tls-cert") { findings.append(certificate(path)) }
    if let address = arguments.text("server").flatMap({ ServerAddress($0) }) {
      findings += await ServerCheck(address: address, time: surroundings.time, trust: arguments.text("trust")).findings()
    }
    findings += try await addresses()
    try surroundings.output.write(arguments.has("json") ? Doctor.json(findings) : Doctor.text(findings))
    return findings.contains { $0.status == .fail } ? .checkFailed : .success
  }

  private func check(_ address: ListenAddress) async -> Finding {
    if let data = arguments.text("data"), DirectoryChecks.running(in: data)?.address == "\(address)" {
      return .ok("address", "\(address) is in use by the server of \(data)")
    }
    return await AddressCheck.find(address)
  }

  /// Checks the database and the bus that a server with the same options and configuration would use.
  private func addresses() async throws -> [Finding] {
    guard arguments.has("store") || arguments.has("bus") || arguments.has("config") || arguments.has("data") else { return [] }
    let configuration: ServerConfiguration
    do {
      configuration = try ServeConfiguration(arguments, needsStore: false).values
    } catch let failure as CommandFailure where failure.code != .usage {
      // With a directory, its check has told of the file.
      return arguments.has("config") ? [.fail("configuration", "the server will not start", failure.message)] : []
    }
    var findings: [Finding] = []
    if let store = configuration.storeAddress {
      findings += await DatabaseChecks.all(store, isNode: configuration.busAddress != nil, time: surroundings.time)
    }
    do {
      if let probe = try configuration.probeBus() { findings.append(BusCheck.judged(probe, configuration.busAddress ?? "")) }
    } catch {
      findings.append(.fail("bus", "its secret cannot be read", CommandFailure(server: error).message))
    }
    do {
      if let answer = try await configuration.probeMedia(time: surroundings.time) {
        findings.append(MediaCheck.judged(answer, configuration.mediaBucket ?? "", isNode: configuration.busAddress != nil))
      }
    } catch {
      findings.append(.fail("files", "the bucket cannot be used", CommandFailure(server: error).message))
    }
    return findings
  }

  private func certificate(_ path: String) -> Finding {
    do {
      return CertificateCheck.judged(expires: try CertificateExpiry.ofFile(path), now: surroundings.time.wallMilliseconds / 1000)
    } catch {
      return .fail("certificate", (error as? NetError)?.message ?? "\(error)", "Name a PEM file that this user can read.")
    }
  }

  private func libraries() -> [Finding] {
    [
      LibraryChecks.library("libuv", found: LibraryVersions.libuv, least: .init(1, 42, 0)),
      LibraryChecks.library("OpenSSL", found: LibraryVersions.openSSL, least: .init(3, 0, 0)),
      LibraryChecks.library("http-parser", found: LibraryVersions.httpParser, least: .init(2, 9, 4)),
      LibraryChecks.sqlite(found: SQLiteConnection.libraryVersion),
    ]
  }

  static func text(_ findings: [Finding]) -> String {
    let sum = "\(count(.fail, "failure", in: findings)), \(count(.warn, "warning", in: findings))"
    return findings.map { $0.text + "\n" }.joined() + "\n\(sum)\n"
  }

  private static func count(_ status: Finding.Status, _ noun: String, in findings: [Finding]) -> String {
    let count = findings.count { $0.status == status }
    return count == 0 ? "no \(noun)s" : counted(count, noun)
  }

  static func json(_ findings: [Finding]) -> String {
    var line = JSONLine()
    line.add("ok", !findings.contains { $0.status == .fail })
    line.add("checks", findings.map(\.json))
    return line.text + "\n"
  }
}
