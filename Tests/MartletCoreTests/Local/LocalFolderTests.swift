import ClientModels
import Foundation
import Martlet
import MartletSQLite
import MartletTesting
import MartletWire
import Testing

@testable import MartletCore

/// The folder of a client's local data: modes, the lock, and damaged databases.
@Suite struct LocalFolderTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func mode(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? Int) ?? -1
  }

  private var database: String { folder.path + "/martlet.sqlite" }

  /// The folder's contents apart from the database in use.
  private var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.contains("corrupt") }.sorted()
  }

  private func open() throws -> (store: LocalStore, reset: LocalFolder.Reset?, folder: LocalFolder) {
    let opened = try LocalFolder(folder.path)
    let (store, reset) = try opened.openStore(at: 1_234, newDeviceID: "new-device")
    return (store, reset, opened)
  }

  private func draft(_ text: String) -> LocalStore.Draft {
    var random = SystemRandomNumberGenerator()
    return LocalStore.Draft(
      id: ClientID(milliseconds: 1, random: &random), destination: .user(UserID.of("bob")), action: .send(.text(text)),
      made: Timestamp(milliseconds: 5))
  }

  @Test func everythingIsForTheUserAlone() throws {
    let opened = try open()
    _ = try opened.store.enqueue([draft("secret")], limit: 10)
    #expect(mode(folder.path) == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      #expect(mode(folder.path + "/" + name) == 0o600, "\(name)")
    }
  }

  @Test func foldersOnTheWayAreMade() throws {
    let deep = try LocalFolder(folder.path + "/a/b/c")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/a/b/c/martlet.lock"))
    withExtendedLifetime(deep) {}
  }

  @Test func secondClientIsTurnedAwayUntilTheFirstIsGone() throws {
    var first: LocalFolder? = try LocalFolder(folder.path)
    #expect(throws: MartletError.self) { try LocalFolder(folder.path) }
    do {
      _ = try LocalFolder(folder.path)
    } catch {
      #expect(error.code == .directoryInUse)
    }
    withExtendedLifetime(first) {}
    first = nil
    _ = try LocalFolder(folder.path)
  }

  @Test func descriptorLeftInAChildProcessHoldsNoLock() throws {
    var first: LocalFolder? = try LocalFolder(folder.path)
    withExtendedLifetime(first) {}
    let lock = folder.path + "/martlet.lock"
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == lock
      })
    let copy = dup(file)
    defer { close(copy) }
    first = nil
    _ = try LocalFolder(folder.path)
  }

  @Test func pathThatIsAFileIsRefused() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      _ = try LocalFolder(path)
      Issue.record("it was taken")
    } catch {
      #expect(error.code == .configurationInvalid && error.field == "directory")
    }
  }

  @Test func deviceKeepsItsName() throws {
    do {
      let opened = try open()
      #expect(opened.store.deviceID == "new-device" && opened.reset == nil)
      opened.store.close()
    }
    let (store, _) = try LocalFolder(folder.path).openStore(at: 1, newDeviceID: "other")
    #expect(store.deviceID == "new-device")
  }

  @Test func garbageIsPutAsideAndBegunAnew() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data(repeating: 0x5A, count: 20_000).write(to: URL(fileURLWithPath: database))
    let opened = try open()
    #expect(opened.reset == LocalFolder.Reset(keptAt: database + ".corrupt-1234", outboxKept: false))
    #expect(try opened.store.conversations().isEmpty && opened.store.pending().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database + ".corrupt-1234")).count == 20_000)
  }

  /// Damage where the lists are, while the outbox can still be read.
  @Test func outboxOfADamagedDatabaseIsCarriedOver() throws {
    let drafts = (1...3).map { draft("unsent \($0)") }
    let group = ConversationID.of("group:g")
    var hides: [Wire.Hide] = []
    do {
      let opened = try open()
      _ = try opened.store.apply([.user(UserID.of("alice"))])
      _ = try opened.store.enqueue(drafts, limit: 10)
      // Enough rows for pages that can be damaged alone.
      _ = try opened.store.apply([.adopt(try #require(summary(head: 1)), anchor: 0)])
      _ = try opened.store.insertLocal(
        [LocalDraft(.text("only here"), name: "n")], to: ConversationID.of("group:g"), by: UserID.of("alice"),
        now: Timestamp(milliseconds: 1), skippingDuplicates: false)
      try opened.store.setLocalFields(ContentFields(["k": .flag(true)]), on: 7, of: ConversationID.of("group:g"))
      // Settings from the server can be fetched again.
      let told = Wire.Setting(conversation: group.text, key: "alias", value: "\"told\"", revision: 3)
      _ = try opened.store.apply([.settings([told])])
      _ = try opened.store.set([Setting("pin", of: group, .flag(true)), Setting("_draft", of: group, .text("begun"))])
      hides = try opened.store.hideHere(group, until: 0, [1], isForAll: true).waiting.map(\.hide)
      let entries = (1...2_000).map { entry(UInt64($0)) }
      _ = try opened.store.apply([.append(ConversationID.of("group:g"), entries)])
      opened.store.close()
    }
    try damage(fromPage: 40)
    let opened = try open()
    #expect(opened.reset?.outboxKept == true)
    #expect(opened.store.deviceID == "new-device" && opened.store.user == UserID("alice"))
    #expect(try opened.store.conversations().isEmpty)
    #expect(try opened.store.pending().map(\.id) == drafts.map(\.id))
    #expect(try opened.store.state().outbox.count == 3)
    let local = try opened.store.localMessages(ConversationID.of("group:g"), 0...UInt64.max, limit: 10)
    #expect(local.map(\.content.text) == ["only here"] && local.map(\.name) == ["n"])
    #expect(try opened.store.localFields(of: ConversationID.of("group:g"), 0...9).keys.sorted() == [7])
    let state = try opened.store.state()
    #expect(state.settings == [Setting.Name("pin", of: group): "true"])
    #expect(try opened.store.value(of: Setting.Name("_draft", of: group)) == "\"begun\"")
    #expect(try opened.store.value(of: Setting.Name("alias", of: group)).isEmpty)
    #expect(hides.count == 1 && state.hides.map(\.hide) == hides && state.hides.map(\.id) == [group])
  }

  @Test func conversationThatBeginsNowhereIsDamage() throws {
    let store = try open().store
    _ = try store.apply([.adopt(try #require(summary(head: 3)), anchor: 0)])
    try store.database.execute("UPDATE conversation SET start = 0")
    let ofAll = #expect(throws: SQLiteError.self) { try store.state() }
    let ofOne = #expect(throws: SQLiteError.self) { try store.stored(ConversationID.of("group:g")) }
    #expect(ofAll?.isDamage == true && ofOne?.isDamage == true)
  }

  @Test func eachDamageIsKeptApart() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    for _ in 0..<3 {
      try Data(repeating: 1, count: 5_000).write(to: URL(fileURLWithPath: database))
      let opened = try open()
      opened.store.close()
    }
    #expect(kept == ["martlet.sqlite.corrupt-1234", "martlet.sqlite.corrupt-1234-2", "martlet.sqlite.corrupt-1234-3"])
  }

  @Test func newerDatabaseIsNotTouched() throws {
    do {
      let opened = try open()
      try opened.store.database.setPragma("user_version", to: 99)
      opened.store.close()
    }
    do {
      _ = try open()
      Issue.record("it was opened")
    } catch let error as MartletError {
      #expect(error.code == .storageNewer)
    }
    #expect(kept.isEmpty)
  }

  @Test func schemaThatSaysAnythingElseIsDamage() throws {
    do {
      let opened = try open()
      try opened.store.database.execute("PRAGMA writable_schema = ON")
      try opened.store.database.execute(
        "UPDATE sqlite_schema SET sql = replace(sql, 'client_id TEXT', 'client_iD BLOB') WHERE name = 'outbox'")
      opened.store.close()
    }
    #expect(try open().reset != nil)
  }

  /// SQLite words the tables behind a full-text index by itself, and may word them in another way one day.
  @Test func tablesThatSQLiteMakesMayBeWordedInAnotherWay() throws {
    do {
      let opened = try open()
      _ = try opened.store.enqueue([draft("kept")], limit: 10)
      try opened.store.database.execute("PRAGMA writable_schema = ON")
      try opened.store.database.execute(
        """
        UPDATE sqlite_schema SET sql = replace(sql, 'block BLOB', 'block  BLOB') WHERE name = 'search_index_data';
        UPDATE sqlite_schema SET sql = replace(sql, 'CREATE TABLE', 'CREATE  TABLE') WHERE name = 'sqlite_sequence';
        """)
      opened.store.close()
    }
    let opened = try open()
    #expect(opened.reset == nil)
    #expect(try opened.store.pending().count == 1)
  }

  /// Tables that the steps did not create are no damage, such as those of `ANALYZE`.
  @Test func statisticsAreNoDamage() throws {
    do {
      let opened = try open()
      try opened.store.database.execute("ANALYZE")
      opened.store.close()
    }
    #expect(try open().reset == nil)
  }

  @Test(
    arguments: [
      "UPDATE sqlite_schema SET sql = replace(sql, 'WHERE recalled = 1', 'WHERE recalled = 9') WHERE name = 'entry_recalled'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'target)', 'sender)') WHERE name = 'entry_target'",
      "DROP INDEX entry_recalled", "DROP TABLE marker", "ALTER TABLE outbox DROP COLUMN failure",
      "UPDATE sqlite_schema SET sql = replace(sql, 'columnsize = 0', 'columnsize = 1') WHERE name = 'search_index'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE', '      ') WHERE name = 'outbox'",
    ] as [StaticString]) func whatTheStepsMadeMustBeAsTheyMadeIt(change: StaticString) throws
  {
    do {
      let opened = try open()
      try opened.store.database.execute("PRAGMA writable_schema = ON")
      try opened.store.database.statement(change).run()
      opened.store.close()
    }
    #expect(try open().reset != nil)
  }

  /// Flips bytes one after another: each time the database opens, as it is or anew, and works.
  @Test(arguments: SeededRandom.environmentSeeds(25)) func flippedBytesNeverStopAClient(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    do {
      let opened = try open()
      _ = try opened.store.enqueue((1...20).map { draft("unsent \($0)") }, limit: 100)
      _ = try opened.store.apply([.adopt(try #require(summary(head: 50)), anchor: 0)])
      _ = try opened.store.apply([.append(ConversationID.of("group:g"), (1...50).map { entry(UInt64($0)) })])
      opened.store.close()
    }
    var data = try Data(contentsOf: URL(fileURLWithPath: database))
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      data[Int.random(in: 0..<data.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
    }
    try data.write(to: URL(fileURLWithPath: database))
    var opened: ClientCore?
    do {
      opened = try ClientCore.open(
        LocalFolder(folder.path), device: MartletCore.Device(class: .tool), outboxLimit: 10, seed: seed, wallMilliseconds: 9,
        makeDeviceID: { "anew" }
      ).core
    } catch {
      // A flipped version number looks like a newer one.
      #expect(error.code == .storageNewer, "seed \(seed): \(error)")
      return
    }
    let core = try #require(opened)
    for _ in 0..<3 {
      _ = try? core.read { store throws(SQLiteError) in try store.conversations() }
      _ = try? core.read { store throws(SQLiteError) in try store.pending() }
      _ = try? core.read { store throws(SQLiteError) in
        if let row = try store.stored(ConversationID.of("group:g")) { _ = try store.messages(of: row, before: .max, limit: 100) }
      }
      _ = core.commit(at: 0, wallMilliseconds: 10)
    }
    core.enqueue(draft("after"))
    let effects = core.commit(at: 0, wallMilliseconds: 11)
    let isPending = effects.contains { if case .event(.pending) = $0 { true } else { false } }
    let isFailed = effects.contains { if case .written(_, _?) = $0 { true } else { false } }
    #expect(isPending != isFailed, "seed \(seed)")
  }

  private func damage(fromPage page: Int) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: database))
    let start = page * 4_096
    try #require(data.count > start + 40_960)
    for index in start..<(start + 40_960) { data[index] = 0xA5 }
    try data.write(to: URL(fileURLWithPath: database))
  }

  private func summary(head: UInt64) -> Summary? {
    Summary(Wire.Conversation(id: "group:g", title: "G", head: head, joined: 1), id: ConversationID.of("group:g"))
  }

  private func entry(_ seq: UInt64) -> Wire.Entry {
    Wire.Entry(
      conversation: "group:g", seq: seq, time: 1, sender: "bob", clientId: "c\(seq)", countable: seq,
      event: .message(Wire.Message(type: "text", content: "{\"text\":\"number \(seq) and some more text to fill pages\"}")))
  }
}
