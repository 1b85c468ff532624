import MartletStore
import MartletWire
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Everything a server keeps on disk, in one directory that only its own user can open.
///
/// | name | content |
/// |---|---|
/// | `apps.json` | the apps and their keys |
/// | `apps.lock` | locked by a command that changes `apps.json` |
/// | `martlet.conf` | the configuration, where an operator put one |
/// | `store` | `postgresql` if the messages are in PostgreSQL |
/// | `store.db` | the store (with its `-wal` and `-shm`, and `store.lock`) |
/// | `lock` | locked by the process that uses the directory, whose id it holds |
/// | `server.json` | process id and address of a server that listens |
/// | `control.sock` | the Unix socket of the administrator's interface |
/// | `backups` | backups for which no other place was named |
/// | `scratch` | copies of files of which variants are being made |
package final class DataDirectory: Sendable {
  /// The configuration file.
  package static let configuration = "martlet.conf"

  /// The app made at the first start.
  package static let firstApp = "main"

  static let apps = "apps.json"
  static let lock = "lock"
  static let store = "store"

  private enum Name {
    static let apps = DataDirectory.apps
    static let appsLock = "apps.lock"
    static let database = SQLiteStore.fileName
    static let lock = DataDirectory.lock
    static let store = DataDirectory.store
    static let record = "server.json"
    static let control = "control.sock"
    static let backups = "backups"
    static let scratch = "scratch"
  }

  /// A Unix socket's address holds this many bytes of path.
  private static let socketPathLimit = 107
  private static let appsLimit = 1 << 20

  private let directory: Directory
  private let lock: Mutex<Int32?>

  /// The path as it was given.
  package var path: String { directory.path }
  /// The Unix socket of the administrator's interface; reaching it is the permission to use it.
  package var controlSocketPath: String { directory.path(of: Name.control) }

  /// A directory for files that nobody needs after this process; not made yet.
  package var scratch: String { directory.path(of: Name.scratch) }

  private init(directory: Directory, lock: Int32) {
    self.directory = directory
    self.lock = Mutex(lock)
  }

  /// Locks the directory for this process, and creates missing parts first.
  ///
  /// The process may be killed at any moment; the next call completes the missing parts.
  ///
  /// - Parameters:
  ///   - path: The directory; its parent must exist.
  ///   - random: The source of the first app's secret.
  ///   - attempts: The number of attempts, 20 milliseconds apart, while another process uses the directory.
  /// - Returns: The directory, in use by this process until it is closed or the process ends.
  /// - Throws: `ServerError` with a message that names the remedy.
  package static func open(_ path: String, random: some RandomBytes, attempts: Int = 50) throws -> DataDirectory {
    try open(path, random: random, attempts: attempts, probe: { _ in })
  }

  static func open(
    _ path: String, random: some RandomBytes, attempts: Int, probe: @escaping Directory.Probe
  ) throws -> DataDirectory {
    try checkLength(of: path)
    let directory = try Directory.openOrMake(path, probe: probe)
    do {
      var left = attempts
      let lock = try directory.lock(Name.lock) {
        left -= 1
        if left > 0 { usleep(20_000) }
        return left > 0
      }
      do {
        try complete(directory, random: random)
        return DataDirectory(directory: directory, lock: lock)
      } catch {
        unlock(lock)
        throw error
      }
    } catch {
      closeFile(directory.descriptor)
      throw error
    }
  }

  /// Brings a locked directory into the state in which a server starts.
  private static func complete(_ directory: Directory, random: some RandomBytes) throws {
    let apps = try check(directory)
    // Left by a server that was killed; nobody else can be using them.
    try directory.remove(Name.record)
    try directory.removeSocket(Name.control)
    guard apps == nil else { return }
    guard let id = AppID(firstApp) else { return }
    try directory.replace(Name.apps, with: try Apps([AppKeys(id: id, random: random)]).json())
  }

  private static func checkLength(of path: String) throws {
    guard controlSocketPath(at: path).utf8.count <= socketPathLimit else {
      throw ServerError(
        .malformed, "The path \(path) is too long for a Unix socket in it. Choose a data directory with a shorter path.")
    }
  }

  /// Refuses a directory that no server can start on.
  ///
  /// - Returns: The content of the file of apps; nil before the first start.
  private static func check(_ directory: Directory) throws -> [UInt8]? {
    guard !directory.exists(UnfinishedBackup.marker) else {
      throw ServerError(.malformed, "\(directory.path) is an unfinished backup and cannot be used. Remove it.")
    }
    guard !directory.exists(MoveTarget.marker) else {
      throw ServerError(
        .malformed,
        "a move of messages into \(directory.path) has not ended. Run the same martlet migrate command again.")
    }
    _ = try directory.hasSocket(Name.control)
    if let apps = try directory.read(Name.apps, limit: appsLimit) { return apps }
    guard !directory.exists(Name.database) else {
      throw ServerError(
        .missing,
        "\(directory.path(of: Name.apps)) is missing, but there is a database. Restore the file from a backup; "
          + "without it, no user of this server can sign in.")
    }
    return nil
  }

  /// Finds errors that would keep a server from starting on a directory, and changes nothing.
  ///
  /// Reads only the heads of the databases, so damage deeper inside goes unnoticed.
  ///
  /// - Parameter path: The directory; it may not exist yet.
  /// - Throws: The first obstacle, a `ServerError` or `StoreError`.
  package static func examine(_ path: String) throws {
    try checkLength(of: path)
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      // With the dot, a file is not taken for a directory.
      guard access(Directory.parent(of: path) + "/.", W_OK | X_OK) == 0 else {
        throw ServerError.system(errno, cannot: "create \(path)")
      }
      return
    }
    let directory = try Directory.open(path, probe: { _ in })
    defer { closeFile(directory.descriptor) }
    if let apps = try check(directory) { _ = try Self.apps(apps, of: directory) }
    try SQLiteStore.examine(directory: path)
  }

  private static func apps(_ bytes: [UInt8], of directory: Directory) throws -> Apps {
    do {
      return try Apps(json: bytes)
    } catch let error as ServerError {
      throw ServerError(error.code, "\(directory.path(of: Name.apps)) cannot be used. \(error.message)")
    }
  }

  deinit {
    close()
    closeFile(directory.descriptor)
  }

  /// Where the messages are whose apps the directory holds.
  package enum Place: String, Sendable {
    case files
    case postgreSQL = "postgresql"
  }

  /// Refuses a place where the messages are not: a server would start without them.
  ///
  /// - Throws: `ServerError` with a message that names the remedy.
  package func check(_ place: Place) throws {
    switch place {
    case .files:
      guard !directory.exists(Name.store) else {
        throw ServerError(
          .foreign,
          "the messages of \(path) are in PostgreSQL. Name the database with --store or server.store; other commands ask the "
            + "server, which must be running.")
      }
    case .postgreSQL:
      guard !directory.exists(Name.database) else {
        throw ServerError(
          .foreign,
          "\(path) holds messages in \(Name.database). Move them with martlet migrate, or choose a directory without messages.")
      }
    }
  }

  /// Notes where the messages are.
  func keep(_ place: Place) throws {
    guard place != .files, !directory.exists(Name.store) else { return }
    try directory.replace(Name.store, with: Array("\(place.rawValue)\n".utf8))
  }

  /// Releases the directory for other processes; does nothing the second time.
  package func close() {
    lock.withLock { lock in
      if let descriptor = lock { unlock(descriptor) }
      lock = nil
    }
  }

  /// The apps as the file lists them now.
  ///
  /// - Throws: `ServerError` if the file is malformed or others may read it.
  package func apps() throws -> Apps { try Self.apps(in: directory) }

  private static func apps(in directory: Directory) throws -> Apps {
    guard let bytes = try directory.read(Name.apps, limit: appsLimit) else {
      throw ServerError(.missing, "\(directory.path(of: Name.apps)) is missing. Restore it from a backup.")
    }
    return try Self.apps(bytes, of: directory)
  }

  /// Replaces the file of apps as a whole.
  package func store(_ apps: Apps) throws { try directory.replace(Name.apps, with: apps.json()) }

  /// Changes an existing directory's file of apps, even while a server uses it.
  ///
  /// The server must then be told to reload the file. Changes are made one at a time, and each replaces the file atomically, even
  /// if the process dies.
  ///
  /// - Parameters:
  ///   - path: The data directory.
  ///   - change: Returns the new apps; if it throws, the file stays unchanged.
  /// - Throws: The error of `change`, and `ServerError`.
  package static func changeApps(at path: String, _ change: (Apps) throws -> Apps) throws {
    let directory = try Directory.open(path, probe: { _ in })
    defer { closeFile(directory.descriptor) }
    var left = 250
    let lock = try directory.lock(Name.appsLock) {
      left -= 1
      usleep(20_000)
      return left > 0
    }
    defer { unlock(lock) }
    try directory.replace(Name.apps, with: try change(apps(in: directory)).json())
  }

  /// True if the directory does not exist yet, or no server or command has listed apps in it.
  package static func isNew(at path: String) throws -> Bool {
    guard access(path, F_OK) == 0 else { return true }
    let directory = try Directory.open(path, probe: { _ in })
    defer { closeFile(directory.descriptor) }
    return !directory.exists(Name.apps)
  }

  /// The apps of a directory that exists, as the file lists them now; throws `ServerError`.
  package static func apps(at path: String) throws -> Apps {
    let directory = try Directory.open(path, probe: { _ in })
    defer { closeFile(directory.descriptor) }
    return try apps(in: directory)
  }

  /// Files that a backup needs in addition to the store: names and contents.
  func besidesTheStore() throws -> [(name: String, content: [UInt8])] {
    try [Name.apps, Self.configuration].compactMap { name in
      // The configuration is no secret, and may be open to others.
      try (name == Name.apps ? directory.read(name, limit: Self.appsLimit) : directory.readAny(name, limit: Self.appsLimit))
        .map { (name, $0) }
    }
  }

  /// A place for a backup for which no other was named; the directory it is in is made.
  func backupPath(at milliseconds: Int64) throws -> String {
    // The reader of the record may run in another directory than the server.
    guard let real = realpath(directory.path, nil) else { throw ServerError.system(errno, cannot: "find \(directory.path)") }
    defer { free(real) }
    let backups = Directory.path(of: Name.backups, in: String(cString: real))
    closeFile(try Directory.openOrMake(backups, probe: { _ in }).descriptor)
    // 20260131T090500Z
    let name = UTCTime.text(milliseconds: milliseconds).prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" }
    return Directory.path(of: name + "Z", in: backups)
  }

  /// Tells other programs of the machine that the server listens.
  package func publish(_ record: ServerRecord) throws { try directory.replace(Name.record, with: record.json()) }

  /// Removes the record that `publish` wrote.
  package func withdraw() throws { try directory.remove(Name.record) }

  /// The record that the directory's server has published; nil if there is none.
  ///
  /// - Throws: `ServerError` if the directory does not exist or may not be used.
  package static func publishedServer(at path: String) throws -> ServerRecord? {
    let directory = try Directory.open(path, probe: { _ in })
    defer { closeFile(directory.descriptor) }
    return try directory.read(Name.record, limit: 4096).flatMap(ServerRecord.init(json:))
  }

  /// The path of the administrator's interface of a directory.
  package static func controlSocketPath(at path: String) -> String { Directory.path(of: Name.control, in: path) }
}
