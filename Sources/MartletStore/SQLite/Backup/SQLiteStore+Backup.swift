import MartletSQLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension SQLiteStore {
  /// See `Store.backUp(into:progress:)`.
  ///
  /// The tables are copied between folds, and commits folded meanwhile are copied too. Once the tables are complete, the journal
  /// keeps the rows that the copied tables lack. These rows are copied next, with all later ones so far. Merged, the two copies
  /// are the store at that moment, as after a loss of power.
  package func backUp(into directory: String, progress: @escaping @Sendable (BackupProgress) -> Void) async throws {
    guard !isBackingUp.exchange(true, ordering: .acquiring) else {
      throw StoreError(.busy, "another backup is being made")
    }
    defer { isBackingUp.store(false, ordering: .releasing) }
    do {
      let row = try await folder.copyTables(into: directory + "/" + Self.fileName, progress: progress)
      do {
        try await writer.copyJournal(after: row, into: directory + "/" + Journal.fileName)
      } catch {
        await folder.endBackup()
        throw error
      }
      await folder.endBackup()
      try SyncedFile.sync(directory, O_RDONLY | O_DIRECTORY)
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw StoreError(error)
    }
  }
}

extension SQLiteConnection {
  /// Creates a file that is filled once and synced afterwards, without a rollback journal.
  static func openToFill(_ path: String) throws -> SQLiteConnection {
    PrivateFile.make(path)
    let database = try SQLiteConnection(path: path)
    do {
      try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY")
      return database
    } catch {
      database.close()
      throw error
    }
  }
}

/// A file or directory whose content is synced to disk.
enum SyncedFile {
  /// Waits until it is.
  static func sync(_ path: String, _ flags: Int32 = O_RDWR) throws {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(.failed, "\(path) cannot be opened (system error \(errno))") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      let number = errno
      let code: StoreError.Code = number == ENOSPC || number == EDQUOT ? .full : .failed
      throw StoreError(code, "\(path) cannot be written (system error \(number))")
    }
  }
}
