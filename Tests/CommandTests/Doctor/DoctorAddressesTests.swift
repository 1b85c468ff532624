import Foundation
import MartletPostgres
import MartletTesting
import Processes
import Testing

@testable import MartletCommand

/// `martlet doctor --store --bus`: each fault of the addresses is named, with what to do.
@Suite(.timeLimit(.minutes(5))) struct DoctorAddressesTests {
  private func doctor(_ words: String..., expecting code: ExitCode) async -> String {
    let output = TestOutput()
    #expect(await CommandLineInterface.run(["doctor"] + words, output: output) == code, "\(words): \(output.text)")
    return output.text
  }

  private func server() async throws -> PostgresServer { try await PostgresServer.shared.value }

  @Test func aGoodDatabaseIsOK() async throws {
    let address = try await server().address(ofSchema: "doctor_good")
    let text = await doctor("--store", address, expecting: .checkFailed)
    for line in ["ok    database: PostgreSQL", "ok    tables: none yet", "ok    writing", "ok    clock of"] {
      #expect(text.contains(line), "\(line): \(text)")
    }
    // The server of the tests does not wait for the disk.
    #expect(text.contains("fail  durability: fsync is off"))
  }

  @Test(arguments: [
    ("CREATE TABLE martlet(id int, version bigint); INSERT INTO martlet VALUES (1, 1000)", "fail  tables: version 1000 is newer"),
    ("CREATE TABLE martlet(id int, version bigint); INSERT INTO martlet VALUES (1, 1)", "warn  tables: version 1 is older"),
    ("CREATE TABLE member(a int)", "fail  tables: there are tables of another program"),
    ("CREATE TABLE moving(a int)", "fail  tables: a move into the database has not ended"),
  ])
  func tablesAreJudged(statements: String, line: String) async throws {
    let name = "doctor_\(line.filter(\.isLetter).suffix(20))"
    let address = try await server().address(ofSchema: name)
    try await server().execute("SET search_path TO \"\(name)\"; \(statements)")
    #expect(await doctor("--store", address, expecting: .checkFailed).contains(line))
  }

  @Test(arguments: [
    ("-cdefault_transaction_read_only%3Don", "fail  writing: transactions are read-only"),
    ("-csynchronous_commit%3Doff", "fail  durability"),
    ("-cidle_session_timeout%3D60000", "warn  timeouts: idle_session_timeout"),
    ("-csearch_path%3Dnowhere", "fail  tables: no schema"),
  ])
  func settingsAreJudged(option: String, line: String) async throws {
    let address = try await server().address(ofSchema: "doctor_settings") + "%20\(option)"
    #expect(await doctor("--store", address, expecting: .checkFailed).contains(line))
  }

  @Test func aDatabaseThatCannotBeReachedIsSaid() async throws {
    let text = await doctor("--store", "postgres://martlet@127.0.0.1:1/martlet", expecting: .checkFailed)
    #expect(text.contains("fail  database: it cannot be used") && text.contains("Check host and port"))
    let address = try await server().address(ofSchema: "doctor_gone").replacing("@/postgres", with: "@/nowhere")
    #expect(await doctor("--store", address, expecting: .checkFailed).contains("createdb"))
  }

  @Test func factsAreJudged() {
    func judged(_ change: (inout DatabaseFacts) -> Void, clock: ClosedRange<Int64> = 0...0, isNode: Bool = true) -> String {
      var facts = DatabaseFacts()
      (facts.version, facts.schema, facts.tables) = (150_004, "public", DatabaseFacts.tablesVersion)
      change(&facts)
      return DatabaseChecks.judged(facts, isNode: isNode, clock: clock).map { "\($0.status) \($0.subject): \($0.found)" }
        .joined(separator: "\n")
    }
    #expect(!judged { _ in }.contains("fail") && !judged { _ in }.contains("warn"))
    #expect(judged { $0.version = 140_010 }.contains("fail database: PostgreSQL 14.10"))
    #expect(judged { $0.isStandby = true }.contains("fail writing: this is a standby"))
    #expect(judged { $0.fullPageWrites = false }.contains("fail durability: full_page_writes is off"))
    #expect(judged { $0.synchronousCommit = "off" }.contains("warn durability"))
    #expect(judged { $0.connections = 97 }.contains("fail connections: 3 of 100"))
    #expect(judged { $0.connections = 90 }.contains("warn connections: 10 of 100"))
    #expect(judged { $0.encoding = "LATIN1" }.contains("fail tables: the encoding is LATIN1"))
    #expect(judged { ($0.tables, $0.mayCreate) = (nil, false) }.contains("fail tables: none yet, and this user may not"))
    #expect(judged({ $0.clock = 3_600_000 }).contains("fail clock of the database: the clocks"))
    #expect(judged({ $0.clock = 0 }, clock: 2500...2600).contains("warn clock of the database"))
    #expect(judged({ $0.nodes = 2 }, isNode: false).contains("warn nodes: 2 servers use"))
  }

  // MARK: - The bus

  /// Runs a NATS server with these words, and gives its address.
  private func withNats(_ words: [String], _ body: (String) async throws -> Void) async throws {
    let port = UInt16.random(in: 20_000..<30_000)
    let process = TestProcess()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/nats-server")
    process.arguments = ["-a", "127.0.0.1", "-p", "\(port)"] + words
    process.standardError = .pipe(errors)
    try process.run()
    defer { process.terminate() }
    var told = ""
    while !told.contains("Server is ready"), case let data = errors.fileHandleForReading.availableData, !data.isEmpty {
      told += String(decoding: data, as: UTF8.self)
    }
    try await body("127.0.0.1:\(port)")
  }

  @Test func theBusIsReached() async throws {
    try await withNats([]) { address in
      #expect(await doctor("--bus", "nats://\(address)", expecting: .success).contains("ok    bus: nats://\(address) takes"))
      let tls = await doctor("--bus", "tls://\(address)", expecting: .checkFailed)
      #expect(tls.contains("fail  bus"))
    }
    #expect(await doctor("--bus", "nats://127.0.0.1:1", expecting: .checkFailed).contains("cannot be reached"))
  }

  @Test func aSmallPayloadIsSaid() async throws {
    try await TemporaryDirectory.with { directory in
      try "max_payload: 4096\n".write(toFile: directory + "/nats.conf", atomically: true, encoding: .utf8)
      try await withNats(["-c", directory + "/nats.conf"]) { address in
        #expect(await doctor("--bus", "nats://\(address)", expecting: .success).contains("warn  bus: nats://\(address) takes"))
      }
    }
  }

  @Test(arguments: [(["--user", "martlet", "--pass", "sesame"], "martlet@"), (["--auth", "sesame"], "")])
  func theSecretOfTheBusComesFromAFile(words: [String], user: String) async throws {
    try await TemporaryDirectory.with { directory in
      let (good, bad, open) = (directory + "/good", directory + "/bad", directory + "/open")
      for (path, text, mode) in [(good, "sesame\n", 0o600), (bad, "wrong", 0o600), (open, "sesame", 0o644)] {
        #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
      }
      try await withNats(words) { address in
        let bus = "nats://\(user)\(address)"
        #expect(await doctor("--bus", bus, "--bus-secret", good, expecting: .success).contains("ok    bus"))
        let unreadable = "secret cannot be read"
        for (path, reason) in [(bad, "refuses this server"), (open, unreadable), (directory + "/none", unreadable)] {
          let text = await doctor("--bus", bus, "--bus-secret", path, expecting: .checkFailed)
          #expect(text.contains(reason) && !text.contains("sesame") && !text.contains("wrong"), "\(text)")
        }
        #expect(await doctor("--bus", bus, expecting: .checkFailed).contains("--bus-secret FILE"))
      }
    }
  }

  @Test(arguments: [
    ("media/doctor", "ok    files: s3://media/doctor can be read and written"),
    ("missing", "fail  files: s3://missing cannot be used"),
  ])
  func aBucketIsJudged(bucket: String, line: String) async throws {
    let moto = try await MotoServer.shared.value
    try await TemporaryDirectory.with { directory in
      let (keys, file) = (directory + "/keys", directory + "/martlet.conf")
      try moto.credentialsText.write(toFile: keys, atomically: false, encoding: .utf8)
      chmod(keys, 0o600)
      let lines = ["bucket = s3://\(bucket)", "endpoint = http://127.0.0.1:\(moto.port)", "credentials = \(keys)"]
      try lines.map { "media.\($0)\n" }.joined().write(toFile: file, atomically: false, encoding: .utf8)
      let text = await doctor("--config", file, expecting: line.hasPrefix("ok") ? .success : .checkFailed)
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func answersOfS3AreJudged() {
    let shared = MediaCheck.judged(.usable(isFenced: false), "s3://b", isNode: true)
    #expect(shared.status == .fail && shared.text.contains("several nodes"))
    #expect(MediaCheck.judged(.usable(isFenced: false), "s3://b", isNode: false).status == .warn)
    let gone = MediaCheck.judged(.unreachable("refused"), "s3://b", isNode: false)
    #expect(gone.status == .fail && gone.text.contains("media.endpoint"))
  }
}
