import MartletSQLite
import MartletServer
import MartletStore

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
    if let number { try dump.read(SQLiteTables(database: database, app: number)) }
    return dump
  }
}

/// The tables of a SQLite store.
private struct SQLiteTables: DumpSource {
  let database: SQLiteConnection
  /// The app's number.
  let app: Int64

  func each(_ table: DumpTable, _ visit: (SQLiteRow) throws -> Void) throws {
    // These tables have no column for the app.
    let isOfAll = [.entry, .outsider, .hidden, .annotation].contains(table)
    try database.statement(Self.sql(table)).each(isOfAll ? [] : [.integer(app)]) { row in
      try visit(row)
      return true
    }
  }

  private static func sql(_ table: DumpTable) -> StaticString {
    switch table {
    case .conversation:
      """
      SELECT number, id, title, owner, head, countable, shown, stamp, members, attributes, rules, relations
      FROM conversation
      WHERE app = ?1
      """
    case .entry:
      """
      SELECT key >> 32, key & 4294967295, time, sender, client, countable, kind, target, type, content, users, owner,
        revision, recalled, details FROM entry ORDER BY key
      """
    case .member:
      """
      SELECT conversation, user, joined, read, sent, told, delivered, cleared, hidden, silenced, earlier, nickname FROM member
      WHERE app = ?1
      """
    case .outsider: "SELECT conversation, user, standing, author, since, until FROM outsider"
    case .hidden: "SELECT conversation, user, seq FROM hidden"
    case .annotation: "SELECT key >> 32, key & 4294967295, kind, owner, name, value FROM annotation"
    case .user: "SELECT id, revoked FROM user WHERE app = ?1"
    case .userEntry: "SELECT user, seq, conversation, kind, position, detail FROM user_entry WHERE app = ?1 ORDER BY user, seq"
    case .setting: "SELECT user, conversation, key, value, revision FROM setting WHERE app = ?1"
    case .relation: "SELECT user, peer, flags, revision FROM relation WHERE app = ?1"
    case .scheduled: "SELECT user, client, conversation, type, content, time FROM scheduled WHERE app = ?1"
    }
  }
}
