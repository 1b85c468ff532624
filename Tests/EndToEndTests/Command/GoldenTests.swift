import Foundation
import MartletNet
import MartletSQLite
import MartletTesting
import MartletWire
import Processes
import Testing

/// Later releases open the data directories of earlier ones, in the state after a power failure.
///
/// One is made with `MARTLET_GOLDEN=1 ./dev test GoldenTests`, once for each release that changes what is kept.
@Suite(.timeLimit(.minutes(10))) struct GoldenTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/EndToEndTests/Golden")
  private static let kept = "entries.jsonl"

  static var versions: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.first?.isNumber == true }.sorted()
  }

  /// A copy with the modes a data directory has, which a repository does not keep.
  private func copy(_ version: String, to data: String) throws {
    try FileManager.default.copyItem(atPath: Self.folder.appendingPathComponent(version).path, toPath: data)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data)
    for name in try FileManager.default.contentsOfDirectory(atPath: data) {
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: data + "/" + name)
    }
  }

  /// The log entries of the directory when it was made.
  private func kept(in data: String) throws -> [EntryFact] {
    try History.read(String(contentsOfFile: data + "/" + Self.kept, encoding: .utf8)).compactMap {
      if case .entry(let entry, _) = $0.event { entry } else { nil }
    }
  }

  @Test(arguments: GoldenTests.versions) func directoryOfAReleaseIsOpenedAndGoesOn(version: String) async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      try copy(version, to: data)
      let server = try await TestServer.start(directory: data)
      let alice = try await server.client(user: "alice")
      // Requests stored then are recognised as retries now.
      #expect(try await alice.request(Self.requests[1]).seq == 2)
      let send = Wire.Send(conversation: "group:golden", clientId: "now", type: "text", content: #"{"text":"now"}"#)
      let seq = try #require(try await alice.request(.send(send)).seq)
      await server.stop()
      let dump = try await Dump.read(directory: data)
      var options = Checker.Options()
      options.isComplete = false
      let verdict = Checker.check([], dump: dump, options: options)
      #expect(verdict.isClean, "\(verdict.violations.map(\.description))")
      let entries = dump.logs.values.flatMap(\.entries).filter { $0.clientID != "now" }
      #expect(entries.sorted(by: Self.inOrder) == (try kept(in: data)))
      #expect(UInt64(dump.logs["group:golden"]?.entries.count ?? 0) == seq)
    }
  }

  @Test func thereIsADirectoryToOpen() { #expect(!Self.versions.isEmpty) }

  @Test(arguments: ["store.db", "journal.db"]) func directoryOfANewerReleaseIsRefusedAndLeftAsItIs(name: String) async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      try copy(try #require(Self.versions.last), to: data)
      let database = try SQLiteConnection(path: data + "/" + name)
      try database.setPragma("user_version", to: try database.pragma("user_version") + 1000)
      database.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: data + "/" + name))
      let program = try Program(Place.martlet, ["serve", "--data", data, "--listen", "127.0.0.1:0"])
      #expect(try await program.exit() == 65)
      #expect(program.errors.contains { $0.contains("newer") }, "\(program.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: data + "/" + name)) == before)
    }
  }

  // MARK: - Making one

  /// A little of everything; the first part is folded into the tables, the second is in the journal only.
  private static let requests: [Wire.ClientPacket.Request] = [
    .createGroup(Wire.CreateGroup(group: "golden", clientId: "g1", title: "Golden", members: ["bob", "carol"])),
    .send(Wire.Send(conversation: "group:golden", clientId: "g2", type: "text", content: #"{"text":"first"}"#)),
    .send(Wire.Send(conversation: "group:golden", clientId: "g3", type: "text", content: #"{"text":"second"}"#)),
    .edit(Wire.Edit(conversation: "group:golden", clientId: "g4", target: 2, type: "text", content: #"{"text":"edited"}"#)),
    .send(Wire.Send(conversation: "direct:bob", clientId: "g5", type: "x.y", content: #"{"any":[1,2,{"thing":null}]}"#)),
    .recall(Wire.Recall(conversation: "group:golden", clientId: "g6", target: 3)),
    .markRead(Wire.MarkRead(conversation: "group:golden", seq: 3)),
    .removeMembers(Wire.RemoveMembers(conversation: "group:golden", clientId: "g7", users: ["carol"])),
    .edit(Wire.Edit(conversation: "direct:bob", clientId: "g8", target: 1, type: "text", content: #"{"text":"later"}"#)),
    .addMembers(Wire.AddMembers(conversation: "group:golden", clientId: "g9", users: ["carol"])),
    .send(Wire.Send(conversation: "group:golden", clientId: "g10", type: "text", content: #"{"text":"last"}"#)),
    .recall(Wire.Recall(conversation: "group:golden", clientId: "g11", target: 2)),
    .markRead(Wire.MarkRead(conversation: "group:golden", seq: 8)),
  ]

  private static func inOrder(_ one: EntryFact, _ other: EntryFact) -> Bool {
    (one.conversation, one.seq) < (other.conversation, other.seq)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["MARTLET_GOLDEN"] != nil)) func makeOne() async throws {
    try await TemporaryDirectory.with { directory in
      let data = directory + "/data"
      for part in [Self.requests.prefix(6), Self.requests.dropFirst(6)] {
        let server = try await TestServer.start(directory: data)
        for user in ["bob", "carol"] { _ = try await server.token(for: user) }
        let alice = try await server.client(user: "alice")
        for request in part {
          let answer = try await alice.request(request)
          if case .failure(let failure) = answer { Issue.record("\(failure)") }
        }
        if part.startIndex > 0 { try await keep(data) }
        await server.stop()
      }
    }
  }

  /// Copies the files that a crash would leave.
  private func keep(_ data: String) async throws {
    let version = try await Program(Place.martlet, ["--version"]).line { $0.hasPrefix("martlet ") }.dropFirst("martlet ".count)
    let target = Self.folder.appendingPathComponent(String(version)).path
    try? FileManager.default.removeItem(atPath: target)
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for name in ["apps.json", "store.db", "store.db-wal", "journal.db", "journal.db-wal"] {
      try FileManager.default.copyItem(atPath: data + "/" + name, toPath: target + "/" + name)
    }
    let entries = try await Dump.read(directory: target).logs.values.flatMap(\.entries).sorted(by: Self.inOrder)
    let lines = entries.enumerated().map {
      HistoryRecord(number: $0, at: 0, device: "", user: "", event: .entry($1, .push))
    }
    try History.lines(lines).write(toFile: target + "/" + Self.kept, atomically: true, encoding: .utf8)
  }
}

extension Wire.ServerPacket.Body {
  fileprivate var seq: UInt64? { if case .appended(let appended) = self { appended.seq } else { nil } }
}
