import MartletSQLite

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder of one user's local data: creates it, locks it for one client, and opens or recreates its database.
///
/// The lock lasts as long as this object.
package final class LocalFolder {
  static let databaseName = "martlet.sqlite"
  static let lockName = "martlet.lock"
  /// Databases up to this size are checked whole at each opening; larger ones only after a process that did not end well.
  private static let checkedBytes: Int64 = 32 << 20
  /// Even larger ones are not: reading all of them would keep an app that was killed waiting for seconds at each start.
  ///
  /// Damage there is found when it is read, and seen to then.
  private static let checkedAfterKillBytes: Int64 = 256 << 20

  private let path: String
  /// The name of a registered SQLite file layer; nil for the system's.
  private let vfs: String?
  private let lock: Int32

  /// A damaged database was put aside.
  package struct Reset: Equatable {
    package let keptAt: String
    /// True if the outbox could be read and was carried over.
    package let outboxKept: Bool
  }

  /// Creates the folder (mode 0700) if it is missing, and locks it.
  package init(_ path: String, vfs: String? = nil) throws(MartletError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw MartletError(.configurationInvalid, "the directory needs a path", field: "directory")
    }
    try Self.makeDirectories(path)
    let lockPath = path + "/" + Self.lockName
    lock = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.systemError("\(lockPath) cannot be opened") }
    self.path = path
    self.vfs = vfs
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let error = Self.systemError("\(lockPath) cannot be locked")
      throw isHeld ? MartletError(.directoryInUse, "another client uses \(path)") : error
    }
  }

  deinit {
    // A child process being started may hold a copy of the descriptor for a moment; the lock must not wait for it.
    flock(lock, LOCK_UN)
    close(lock)
  }

  package var databasePath: String { path + "/" + Self.databaseName }

  /// Whether a folder has a database.
  static func holdsData(_ path: String) -> Bool { size(path + "/" + databaseName) ?? 0 > 0 }

  /// Opens the database, or sets a damaged one aside and creates a new one.
  ///
  /// The time names the file of the old database. The device id names the installation if the database does not yet.
  func openStore(at milliseconds: Int64, newDeviceID: String) throws -> (store: LocalStore, reset: Reset?) {
    do {
      return (try openDatabase(newDeviceID: newDeviceID), nil)
      // A schema whose text was damaged makes good statements look wrong.
    } catch let error as SQLiteError where error.isDamage || error.code == .misuse {
      return try replaceStore(at: milliseconds, newDeviceID: newDeviceID)
    }
  }

  /// Sets the database aside, which must be closed, and creates a new one with the rows that can be saved.
  func replaceStore(at milliseconds: Int64, newDeviceID: String) throws -> (store: LocalStore, reset: Reset) {
    let kept = try putAside(at: milliseconds)
    let remains = Remains(of: kept, vfs: vfs)
    let store = try openDatabase(newDeviceID: remains?.deviceID ?? newDeviceID)
    let isKept = try remains.map { try store.takeOver($0) } != nil
    return (store, Reset(keptAt: kept, outboxKept: isKept))
  }

  private func openDatabase(newDeviceID: String) throws -> LocalStore {
    let wal = databasePath + "-wal"
    let endedWell = Self.size(wal) ?? 0 == 0
    // SQLite gives its other files the mode of this one.
    let file = open(databasePath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.systemError("\(databasePath) cannot be opened") }
    close(file)
    let database = try SQLiteConnection(path: databasePath, vfs: vfs)
    do {
      try LocalStore.prepare(database)
      let bound = endedWell ? Self.checkedBytes : Self.checkedAfterKillBytes
      if Self.size(databasePath) ?? 0 <= bound { try LocalStore.check(database) }
      return try LocalStore(database, newDeviceID: newDeviceID)
    } catch {
      database.close()
      throw error
    }
  }

  /// Renames the database.
  ///
  /// Its log goes first: left behind, it would be taken for the log of the new one.
  private func putAside(at milliseconds: Int64) throws(MartletError) -> String {
    var kept = "\(databasePath).corrupt-\(milliseconds)"
    var count = 1
    while access(kept, F_OK) == 0 {
      count += 1
      kept = "\(databasePath).corrupt-\(milliseconds)-\(count)"
    }
    for suffix in ["-wal", "-shm", ""] where access(databasePath + suffix, F_OK) == 0 {
      guard rename(databasePath + suffix, kept + suffix) == 0 else {
        throw Self.systemError("\(databasePath)\(suffix) cannot be put aside")
      }
    }
    return kept
  }

  // MARK: The file system

  private static func makeDirectories(_ path: String) throws(MartletError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw MartletError(.configurationInvalid, "\(path) is not a directory", field: "directory")
      }
      return
    }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeDirectories(String(path[..<slash])) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw systemError("\(path) cannot be made") }
  }

  private static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  private static func systemError(_ what: String) -> MartletError {
    let number = errno
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return MartletError(number == ENOSPC || number == EDQUOT ? .storageFull : .storageFailed, "\(what): \(reason)")
  }
}

extension SQLiteError {
  /// True if the file holds other data than was written to it.
  var isDamage: Bool {
    switch code {
    // No statement of ours breaks a constraint in an undamaged database.
    case .corrupt, .notADatabase, .unexpectedValue, .constraint: true
    default: false
    }
  }
}

extension MartletError {
  /// Converts an error of the local database into the public error.
  init(_ error: any Error) {
    switch error {
    case let error as MartletError: self = error
    case let error as SQLiteError:
      let code: Code =
        switch error.code {
        case .full: .storageFull
        case .newer: .storageNewer
        default: .storageFailed
        }
      self.init(code, error.message)
    default: self.init(.storageFailed, "\(error)")
    }
  }
}
