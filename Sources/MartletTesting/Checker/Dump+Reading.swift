import MartletSQLite
import MartletServer
import MartletStore
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Dump {
  /// The files of a store.
  ///
  /// Copied while in use, they equal the state after a crash.
  private static let files = ["store.db", "store.db-wal", "journal.db", "journal.db-wal"]

  /// Reads a store that no process has open, and leaves it unchanged.
  ///
  /// Copies it, folds the copy's journal into its tables as at a start, and reads the tables with its own statements.
  ///
  /// - Parameters:
  ///   - directory: The data directory.
  ///   - app: The app to read; by default the one of a new data directory.
  ///   - options: The options for opening the copy.
  /// - Returns: Its contents.
  /// - Throws: `StoreError` or `SQLiteError` if the store cannot be opened; `TestError` if it cannot be copied.
  package static func read(
    directory: String, app: String = DataDirectory.firstApp, options: SQLiteStore.Options = SQLiteStore.Options()
  ) async throws -> Dump {
    let copy = try TemporaryDirectory(inMemory: directory.hasPrefix("/dev/shm/"))
    for name in files { try copyFile(directory + "/" + name, to: copy.file(name)) }
    let store = try await SQLiteStore.open(directory: copy.path, options: options)
    await store.close()
    let dump = try read(tables: copy.file("store.db"), app: app)
    withExtendedLifetime(copy) {}
    return dump
  }

  private static func copyFile(_ source: String, to target: String) throws {
    let from = open(source, O_RDONLY | O_CLOEXEC)
    if from < 0, errno == ENOENT { return }
    let to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer {
      close(from)
      close(to)
    }
    guard from >= 0, to >= 0 else { throw TestError("cannot copy \(source) (system error \(errno))") }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(from, $0.baseAddress, $0.count) }
      if count == 0 { return }
      let written = buffer.withUnsafeBytes { write(to, $0.baseAddress, max(0, count)) }
      guard count > 0, written == count else { throw TestError("cannot copy \(source) (system error \(errno))") }
    }
  }

  private static func read(tables: String, app: String) throws -> Dump {
    let database = try SQLiteConnection(path: tables, access: .readOnly)
    defer { database.close() }
    var dump = Dump()
    dump.damage = try database.statement("PRAGMA integrity_check").all { try $0.text(0) }.filter { $0 != "ok" }
    let number = try database.statement("SELECT number FROM app WHERE id = ?1").first(.text(app)) { try $0.integer(0) }
    guard let number else { return dump }
    var names: [Int64: String] = [:]
    try database.statement(
      "SELECT number, id, title, owner, head, countable, shown, stamp, members, attributes FROM conversation WHERE app = ?1"
    ).each([.integer(number)]) { row in
      let name = try row.text(1)
      names[try row.integer(0)] = name
      var log = Log()
      log.title = try row.text(2)
      log.owner = try row.optionalText(3) ?? ""
      log.attributes = MarkLine.attributes(try row.changed(9)?.attributes.values ?? [:])
      (log.head, log.countable, log.shown) = (try row.unsigned(4), try row.unsigned(5), try row.unsigned(6))
      (log.stamp, log.memberCount) = (try row.unsigned(7), try row.unsigned(8))
      dump.logs[name] = log
      return true
    }
    try dump.readEntries(database, names)
    try dump.readMembers(database, number, names)
    try dump.readAttachments(database, names)
    try dump.readUsers(database, number, names)
    return dump
  }

  private mutating func readMembers(_ database: SQLiteConnection, _ app: Int64, _ names: [Int64: String]) throws {
    try database.statement(
      "SELECT conversation, user, joined, read, sent, told, delivered, cleared, hidden FROM member WHERE app = ?1"
    ).each([.integer(app)]) {
      guard let name = names[try $0.integer(0)] else { return true }
      var member = Member(
        joined: try $0.unsigned(2), read: try $0.unsigned(3), sent: try $0.unsigned(4), told: try $0.unsigned(5),
        delivered: try $0.unsigned(6))
      (member.cleared, member.hidden) = (try $0.unsigned(7), try $0.unsigned(8))
      self.logs[name]?.members[try $0.text(1)] = member
      return true
    }
    try database.statement("SELECT conversation, user, seq FROM hidden").each([]) {
      guard let name = names[try $0.integer(0)] else { return true }
      self.logs[name]?.members[try $0.text(1)]?.hides.insert(try $0.unsigned(2))
      return true
    }
  }

  private mutating func readAttachments(_ database: SQLiteConnection, _ names: [Int64: String]) throws {
    try database.statement("SELECT key >> 32, key & 4294967295, kind, owner, name, value FROM annotation").each([]) { row in
      guard let name = names[try row.integer(0)] else { return true }
      var one = Attachment(Int(try row.integer(2)), try row.text(4), of: try row.text(3), value: try row.text(5))
      switch one.kind {
      case 2 where !one.name.isEmpty: one.value = "\(MarkLine.hash(one.value))"
      case 7: one.value = ""
      default: break
      }
      if one.owner == "#", let position = UInt64(one.name) { one.name = "\(position)" }
      self.logs[name]?.attached[try row.unsigned(1), default: []].insert(one)
      return true
    }
  }

  private mutating func readUsers(_ database: SQLiteConnection, _ app: Int64, _ names: [Int64: String]) throws {
    try database.statement("SELECT id, revoked FROM user WHERE app = ?1").each([.integer(app)]) {
      self.users[try $0.text(0)] = try $0.unsigned(1)
      return true
    }
    try database.statement(
      "SELECT user, seq, conversation, kind, position, detail FROM user_entry WHERE app = ?1 ORDER BY user, seq"
    ).each([.integer(app)]) { row in
      let kinds: [Int64: UserEntryFact.Kind] = [
        1: .joined, 2: .left, 3: .readTo, 4: .settingsChanged, 5: .hidden,
      ]
      var entry = UserEntryFact(
        seq: try row.unsigned(1), conversation: names[try row.integer(2)] ?? "", kind: kinds[try row.integer(3)] ?? .unknown,
        position: try row.unsigned(4))
      if entry.kind == .hidden { entry.targets = try Wire.Hidden(decoding: row.blob(5)).targets }
      if entry.kind == .settingsChanged {
        entry.settings = SettingFact.list(try Wire.SettingChanged(decoding: row.blob(5)).settings)
      }
      self.userLogs[try row.text(0), default: []].append(entry)
      return true
    }
    try database.statement("SELECT user, conversation, key, value, revision FROM setting WHERE app = ?1").each([.integer(app)]) {
      let setting = SettingFact(try $0.text(2), of: try $0.text(1), json: try $0.text(3))
      self.settings[try $0.text(0), default: [:]][setting] = try $0.unsigned(4)
      return true
    }
    try database.statement("SELECT user, client, conversation, type, content, time FROM scheduled WHERE app = ?1").each([
      .integer(app)
    ]) {
      self.scheduled.insert(
        Scheduled(
          user: try $0.text(0), clientID: try $0.text(1), conversation: try $0.text(2),
          payload: PayloadHash.of(type: try $0.text(3), content: try $0.text(4)), time: try $0.integer(5)))
      return true
    }
  }

  private mutating func readEntries(_ database: SQLiteConnection, _ names: [Int64: String]) throws {
    let kinds: [Int64: EntryFact.Kind] = [
      1: .message, 2: .edited, 3: .recalled, 4: .groupCreated, 5: .membersAdded, 6: .membersRemoved,
      7: .annotated, 8: .conversationChanged,
    ]
    // Row by row in the order of keys, so each log in the order of positions.
    try database.statement(
      """
      SELECT key >> 32, key & 4294967295, time, sender, client, countable, kind, target, type, content, users, owner,
        revision, recalled, details FROM entry ORDER BY key
      """
    ).each([]) { row in
      guard let name = names[try row.integer(0)] else { return true }
      var entry = EntryFact(
        conversation: name, seq: try row.unsigned(1), kind: kinds[try row.integer(6)] ?? .unknown)
      entry.time = try row.integer(2)
      entry.sender = try row.text(3)
      entry.clientID = try row.text(4)
      entry.countable = try row.unsigned(5)
      entry.target = try row.optionalInteger(7).map { UInt64(bitPattern: $0) } ?? 0
      if entry.kind == .message || entry.kind == .edited {
        entry.payload = PayloadHash.of(type: try row.text(8), content: try row.text(9))
      }
      let details = row.isNull(14) ? nil : try Wire.Details(decoding: row.blob(14))
      entry.details = DetailsFact(details, parent: entry.kind == .message ? entry.target : 0)
      if entry.kind == .annotated { try entry.readAnnotation(type: row.text(8), content: row.text(9)) }
      if entry.kind == .groupCreated {
        entry.title = try row.optionalText(9) ?? ""
        entry.changes = MarkLine.changes(try row.changed(8)?.attributes ?? [])
      }
      if entry.kind == .conversationChanged, let changed = try row.changed(9) {
        (entry.title, entry.isTitled) = (changed.title ?? "", changed.title != nil)
        entry.changes = MarkLine.changes(changed.attributes)
      }
      if entry.kind == .message {
        entry.target = 0
        entry.revision = try row.unsigned(12)
        entry.isRecalled = try row.boolean(13)
      }
      entry.users = (try row.optionalText(10) ?? "").split(separator: " ").map(String.init)
      entry.owner = try row.optionalText(11) ?? ""
      self.logs[name]?.entries.append(entry)
      return true
    }
  }
}

extension SQLiteRow {
  /// A change of a conversation, or all of its attributes, as JSON; nil for nothing.
  fileprivate func changed(_ column: Int32) throws -> Wire.ConversationChanged? {
    try optionalText(column).map { try Wire.ConversationChanged(json: Array($0.utf8)) }
  }
}

extension EntryFact {
  /// The column of types holds an annotation's kind, and the column of contents its change.
  fileprivate mutating func readAnnotation(type: String, content: String) throws {
    let words = type.split(separator: " ")
    annotation = words.first.map(String.init) ?? ""
    isSecret = words.count > 1
    changes = content.isEmpty ? [] : MarkLine.changes(try Wire.Annotated(json: Array(content.utf8)).items)
  }
}
