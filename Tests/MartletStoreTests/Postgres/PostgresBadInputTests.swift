import Foundation
import MartletPostgres
import MartletStore
import MartletTesting
import MartletWire
import Processes
import Testing

/// Databases that an operator set up wrongly, and one whose disk is full.
@Suite(.timeLimit(.minutes(5))) struct PostgresBadInputTests {
  private func refusal(_ address: String) async throws -> StoreError {
    do {
      await (try PostgresStore.open(address)).close()
    } catch let error as StoreError {
      return error
    }
    throw TestError("the store opened")
  }

  @Test func aPasswordIsTakenFromAFileAndAWrongOneIsSaid() async throws {
    let server = try await PostgresServer(access: "local all locked scram-sha-256")
    try await server.execute("CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'sesame'")
    try await TemporaryDirectory.with { directory in
      let address = "host=\(server.directory) user=locked dbname=postgres passfile=\(directory)/pgpass"
      let missing = try await refusal(address)
      #expect(missing.code == .failed && missing.message.contains("password"))
      func write(_ password: String) throws {
        try? FileManager.default.removeItem(atPath: directory + "/pgpass")
        #expect(
          FileManager.default.createFile(
            atPath: directory + "/pgpass", contents: Data("*:*:*:locked:\(password)\n".utf8),
            attributes: [.posixPermissions: 0o600]))
      }
      try write("mistaken")
      let wrong = try await refusal(address)
      #expect(wrong.code == .failed && wrong.message.contains("password authentication failed"))
      #expect(!wrong.message.contains("mistaken"))
      try write("sesame")
      await (try PostgresStore.open(address)).close()
    }
  }

  @Test func aStreamingStandbyIsRefused() async throws {
    let primary = try await PostgresServer()
    let store = try await PostgresStore.open(try await primary.schema("followed"))
    let standby = try await PostgresServer(from: .standby(of: primary))
    let address = "host=\(standby.directory) user=martlet dbname=postgres options='-c search_path=\"followed\"'"
    let error = try await refusal(address)
    #expect([.readOnly, .busy].contains(error.code), "\(error)")
    #expect(error.message.contains("standby"), "\(error)")
    let facts = try await DatabaseFacts.read(address)
    #expect(facts.isStandby && facts.tables == DatabaseFacts.tablesVersion)
    _ = try await store.append([.direct("the primary goes on")])
    await store.close()
  }

  /// The tables are on a small file system of their own; only root can make one.
  @Test(.enabled(if: getuid() == 0)) func aFullDiskIsSaidAndSurvived() async throws {
    try await TemporaryDirectory.with { directory in
      let disk = directory + "/disk"
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      try run("/bin/mount", ["-t", "tmpfs", "-o", "size=6m,mode=777", "tmpfs", disk])
      defer { try? run("/bin/umount", ["-l", disk]) }
      try run("/bin/sh", ["-c", "mkdir \(disk)/t && chown postgres \(disk)/t && chmod 755 \(directory)"])
      let server = try await PostgresServer()
      try await server.execute("CREATE TABLESPACE small LOCATION '\(disk)/t'")
      let address = try await server.schema("full").replacing("options='", with: "options='-c default_tablespace=small ")
      let store = try await PostgresStore.open(address)
      var random = SeededRandom(seed: 1)
      func text() -> String { (0..<1200).map { _ in String(random.next(), radix: 36) }.joined() }
      var stored: UInt64 = 0
      var full: StoreError?
      while full == nil, stored < 2000 {
        do {
          #expect(try await store.append([.direct(text())]).first?.stored != nil)
          stored += 1
        } catch let error as StoreError {
          full = error
        }
      }
      #expect(full?.code == .full, "\(String(describing: full)) after \(stored)")
      #expect(stored > 10)
      // Reads go on, and nothing that was acknowledged is lost.
      #expect(try await store.conversation(.pair, app: .demo)?.head == stored)
      try run("/bin/mount", ["-o", "remount,size=64m", disk])
      #expect(try await store.append([.direct(text())]).first?.stored != nil)
      let head = try await store.conversation(.pair, app: .demo)?.head ?? 0
      let entries = try await store.entries(of: .pair, app: .demo, range: 1...head, limit: .max, newest: false)
      #expect(entries.map(\.seq) == Array(1...head) && head > stored)
      await store.close()
    }
  }

  private func run(_ path: String, _ arguments: [String]) throws {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestError("\(path) \(arguments) failed") }
  }

  /// The steps of docs/scaling.md: an archive of the log, a base backup, and a restore up to a point between two messages.
  @Test func aDatabaseIsRestoredToAPointInTime() async throws {
    try await TemporaryDirectory.with { directory in
      let archive = directory + "/archive"
      try FileManager.default.createDirectory(atPath: archive, withIntermediateDirectories: true)
      try run("/bin/chmod", ["755", directory])
      try run("/bin/chmod", ["777", archive])
      let server = try await PostgresServer(settings: [
        "archive_mode=on", "archive_command=test ! -f \(archive)/%f && cp %p \(archive)/%f",
      ])
      let store = try await PostgresStore.open(try await server.schema("kept"))
      _ = try await store.append([.direct("before the backup")])
      try await server.backUp(to: directory + "/base")
      _ = try await store.append([.direct("after the backup")])
      try await server.execute("SELECT pg_create_restore_point('monday')")
      _ = try await store.append([.direct("a mistake")])
      await store.close()
      // Closes the segment and waits until all is in the archive.
      try await server.execute(
        """
        DO $$ DECLARE last text := pg_walfile_name(pg_switch_wal()); BEGIN
          WHILE coalesce((SELECT last_archived_wal FROM pg_stat_archiver), '') < last LOOP
            PERFORM pg_sleep(0.02); PERFORM pg_stat_clear_snapshot();
          END LOOP;
        END $$
        """)
      let restored = try await PostgresServer(
        from: .backup(directory + "/base"),
        settings: [
          "restore_command=cp \(archive)/%f %p", "recovery_target_name=monday", "recovery_target_action=promote",
        ])
      try await restored.execute(
        "DO $$ BEGIN WHILE pg_is_in_recovery() LOOP PERFORM pg_sleep(0.02); END LOOP; END $$")
      try await restored.execute("UPDATE kept.martlet SET generation = ''")
      let again = try await PostgresStore.open(try await restored.schema("kept"))
      #expect(again.generation != store.generation)
      let entries = try await again.entries(of: .pair, app: .demo, range: 1...9, limit: 9, newest: false)
      let texts = entries.map { if case .message(_, let content) = $0.event { content } else { "" } }
      #expect(texts.count == 2 && texts[0].contains("before the backup") && texts[1].contains("after the backup"), "\(texts)")
      _ = try await again.append([.direct("it goes on")])
      await again.close()
    }
  }
}
