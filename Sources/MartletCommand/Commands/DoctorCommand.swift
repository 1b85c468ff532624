import Martlet
import MartletNet
import MartletSQLite
import MartletServer
import MartletWire

extension CommandDescription {
  static let doctor = CommandDescription(
    name: "doctor",
    summary: "check the machine, the libraries, the data directory, a server",
    about: [
      """
      Looks at what a server needs and says what is wrong and what to do about it.
      Each line begins with ok, warn or fail. Nothing is changed; with --data, some
      kilobytes are written there for a moment to measure the disk.
      """
    ],
    options: [
      CommandOption("data", "DIR", .text, says: "Look at this data directory and the disk it is on."),
      CommandOption("listen", "HOST:PORT", .address, says: "Try whether a server could listen there."),
      CommandOption("tls-cert", "FILE", .text, says: "Look when this certificate expires."),
      CommandOption("server", "URL", .server, says: "Ask this server how it is, and look at its certificate."),
      CommandOption("trust", "FILE", .text, says: "For wss: trust the certificates in this PEM file."),
      CommandOption("json", says: "One JSON object with all checks, for programs."),
    ],
    examples: [
      ("martlet doctor", "look at the machine and the libraries"),
      ("martlet doctor --data /srv/martlet --listen 0.0.0.0:7777", "before the first start of a server"),
      ("martlet doctor --server wss://chat.example.com", "is it there, and is its certificate good?"),
    ],
    run: { arguments, surroundings in try await Doctor(arguments: arguments, surroundings: surroundings).run() })
}

/// Collects what the checks find and tells it.
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
    try surroundings.output.write(arguments.has("json") ? Doctor.json(findings) : Doctor.text(findings))
    return findings.contains { $0.status == .fail } ? .checkFailed : .success
  }

  private func check(_ address: ListenAddress) async -> Finding {
    if let data = arguments.text("data"), DirectoryChecks.running(in: data)?.address == "\(address)" {
      return .ok("address", "\(address) is taken by the server of \(data)")
    }
    return await AddressCheck.find(address)
  }

  private func certificate(_ path: String) -> Finding {
    do {
      return CertificateCheck.judged(expires: try CertificateExpiry.ofFile(path), now: surroundings.time.wallMilliseconds / 1000)
    } catch {
      return .fail("certificate", (error as? NetError)?.message ?? "\(error)", "It must be a PEM file that this user can read.")
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
    let failed = findings.filter { $0.status == .fail }.count
    let warned = findings.filter { $0.status == .warn }.count
    let sum =
      failed > 0 ? "\(failed) to mend, \(warned) to look at" : warned > 0 ? "nothing fails, \(warned) to look at" : "all is well"
    return findings.map { $0.text + "\n" }.joined() + "\n\(sum)\n"
  }

  static func json(_ findings: [Finding]) -> String {
    var line = JSONLine()
    line.add("ok", !findings.contains { $0.status == .fail })
    line.add("checks", findings.map(\.json))
    return line.text + "\n"
  }
}
