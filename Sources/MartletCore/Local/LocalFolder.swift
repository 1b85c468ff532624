import MartletSQLite

/// The files of one user's local data, as the platform keeps them.
///
/// They are locked for one client as long as this object lives.
package protocol LocalFiles: AnyObject {
  var databasePath: String { get }
  /// The name of a registered SQLite file layer; nil for the system's.
  var layer: String? { get }

  /// Makes the database's file, which only this user may read, unless it is there.
  func makeDatabase() throws(MartletError)

  /// The size of a file in bytes; nil if there is none.
  func size(of path: String) -> Int64?

  /// Renames the database and what SQLite keeps beside it.
  ///
  /// The time, in milliseconds since 1970, becomes part of the new name, which is returned.
  func putAside(at milliseconds: Int64) throws(MartletError) -> String
}

/// One user's local data: opens its database, or begins it anew if it is damaged.
package final class LocalFolder {
  #if arch(wasm32)
    // A check takes several times as long in a WebAssembly module, and closing a tab is the same as killing it.
    private static let checkedBytes: Int64 = 4 << 20
    private static let checkedAfterKillBytes: Int64 = 8 << 20
  #else
    /// Databases up to this size are checked whole at each opening; larger ones only after a process that did not end well.
    private static let checkedBytes: Int64 = 32 << 20
    /// Even larger ones are not: reading all of them would keep an app that was killed waiting for seconds at each start.
    ///
    /// Damage there is found when it is read, and seen to then.
    private static let checkedAfterKillBytes: Int64 = 256 << 20
  #endif

  private let files: any LocalFiles

  /// A damaged database was put aside.
  package struct Reset: Equatable {
    package let keptAt: String
    /// True if the outbox could be read and was carried over.
    package let outboxKept: Bool
  }

  package init(_ files: any LocalFiles) { self.files = files }

  package var databasePath: String { files.databasePath }

  /// Opens the database, or sets a damaged one aside and creates a new one.
  ///
  /// The time names the file of the old database. The device id names the installation if the database does not yet.
  func openStore(
    at milliseconds: Int64, newDeviceID: String
  ) throws(MartletError) -> (store: LocalStore, reset: Reset?) {
    try files.makeDatabase()
    do {
      return (try openDatabase(newDeviceID: newDeviceID), nil)
    } catch {
      // A schema whose text was damaged makes good statements look wrong.
      guard error.isDamage || error.code == .misuse else { throw MartletError(error) }
      return try replaceStore(at: milliseconds, newDeviceID: newDeviceID)
    }
  }

  /// Sets the database aside, which must be closed, and creates a new one with the rows that can be saved.
  func replaceStore(
    at milliseconds: Int64, newDeviceID: String
  ) throws(MartletError) -> (store: LocalStore, reset: Reset) {
    let kept = try files.putAside(at: milliseconds)
    let remains = Remains(of: kept, layer: files.layer)
    try files.makeDatabase()
    do {
      let store = try openDatabase(newDeviceID: remains?.deviceID ?? newDeviceID)
      if let remains { try store.takeOver(remains) }
      return (store, Reset(keptAt: kept, outboxKept: remains != nil))
    } catch {
      throw MartletError(error)
    }
  }

  private func openDatabase(newDeviceID: String) throws(SQLiteError) -> LocalStore {
    let endedWell = files.size(of: databasePath + "-wal") ?? 0 == 0
    let database = try SQLiteConnection(path: databasePath, vfs: files.layer)
    do {
      try LocalStore.prepare(database)
      let bound = endedWell ? Self.checkedBytes : Self.checkedAfterKillBytes
      if files.size(of: databasePath) ?? 0 <= bound { try LocalStore.check(database) }
      return try LocalStore(database, newDeviceID: newDeviceID)
    } catch {
      database.close()
      throw error
    }
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
  package init(_ error: SQLiteError) {
    let code: Code =
      switch error.code {
      case .full: .storageFull
      case .newer: .storageNewer
      default: .storageFailed
      }
    self.init(code, error.message)
  }
}
