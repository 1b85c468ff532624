import MartletStore
import MartletWire

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes backups for the REST interface.
package protocol BackupControl: Sendable {
  /// The state of the newest backup.
  var current: Wire.Backup { get async }

  /// Begins a backup.
  ///
  /// - Parameter path: The absolute path of the backup; empty to choose one in the data directory.
  /// - Returns: Its state, with its path. If it cannot begin there, the state is failed.
  /// - Throws: `Refusal`: `.unavailable` while another backup runs, `.fieldInvalid` for an invalid path, `.storageFull` if there
  ///   is not enough space.
  func begin(at path: String) async throws -> Wire.Backup
}

/// Copies the data directory while the server runs, one copy at a time.
package actor Backups: BackupControl {
  /// Free space to leave on the file system.
  private static let spareBytes: UInt64 = 64 << 20

  private let directory: DataDirectory
  private let store: any Store
  private let time: any TimeSource
  private let log: Log
  private var state = Wire.Backup(state: "none")
  private var making: Task<Void, Never>?
  private var isEnded = false

  package init(directory: DataDirectory, store: any Store, time: any TimeSource, log: Log) {
    self.directory = directory
    self.store = store
    self.time = time
    self.log = log
  }

  package var current: Wire.Backup { state }

  package func begin(at path: String) throws -> Wire.Backup {
    guard making == nil, !isEnded else { throw Refusal(.unavailable, retryAfterMilliseconds: 1000) }
    guard path.isEmpty || path.hasPrefix("/"), !path.hasSuffix("/") else { throw Refusal(.fieldInvalid, field: "directory") }
    do {
      let place = path.isEmpty ? try directory.backupPath(at: time.wallMilliseconds) : path
      try checkSpace(at: place)
      let unfinished = try UnfinishedBackup(at: place)
      state = Wire.Backup(directory: place, state: "running")
      log.info("backup started", ["directory": .text(place)])
      making = Task { await self.make(unfinished) }
    } catch let error as ServerError {
      state = Wire.Backup(directory: path, state: "failed", problem: error.message)
    }
    return state
  }

  /// Cancels the backup under way, and begins no more.
  package func end() async {
    isEnded = true
    making?.cancel()
    await making?.value
  }

  private func make(_ unfinished: UnfinishedBackup) async {
    do {
      try await Self.make(unfinished, of: directory, store: store) { report in
        Task { await self.note(report) }
      }
      state.copiedBytes = state.totalBytes
      state.state = "done"
      log.info("backup finished", ["directory": .text(state.directory), "bytes": .number(state.totalBytes)])
    } catch {
      unfinished.discard()
      state.state = "failed"
      state.problem = error is CancellationError ? "the server was stopped" : "\(error)"
      log.error("backup failed", ["directory": .text(state.directory), "error": .text(state.problem)])
    }
    making = nil
  }

  private func note(_ report: BackupProgress) {
    guard state.state == "running", report.copiedBytes > state.copiedBytes else { return }
    state.copiedBytes = UInt64(clamping: report.copiedBytes)
    state.totalBytes = UInt64(clamping: report.totalBytes)
  }

  /// Copies the store and the other files of the data directory.
  ///
  /// A server need not be running.
  private static func make(
    _ unfinished: UnfinishedBackup, of directory: DataDirectory, store: any Store,
    progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws {
    try await store.backUp(into: unfinished.directory, progress: progress)
    for (name, content) in try directory.besidesTheStore() { try unfinished.add(name, content) }
    try unfinished.finish()
  }

  /// Copies a data directory that no server uses.
  ///
  /// - Parameters:
  ///   - directory: The directory, locked by this process.
  ///   - store: Its store.
  ///   - path: The absolute path of the backup; empty to choose one in the data directory.
  ///   - time: The clock whose time names the backup.
  /// - Returns: The path of the backup.
  /// - Throws: As `begin`, and the errors of copying.
  package static func make(of directory: DataDirectory, store: any Store, at path: String, time: any TimeSource) async throws
    -> String
  {
    let place = path.isEmpty ? try directory.backupPath(at: time.wallMilliseconds) : path
    let unfinished = try UnfinishedBackup(at: place)
    do {
      try await make(unfinished, of: directory, store: store) { _ in }
      return place
    } catch {
      unfinished.discard()
      throw error
    }
  }

  /// Refuses a backup if the files' current contents would not fit on the disk.
  private func checkSpace(at path: String) throws {
    var needed = Self.spareBytes
    for name in ["store.db", "store.db-wal", "journal.db"] {
      var status = stat()
      if stat(Directory.path(of: name, in: directory.path), &status) == 0 { needed &+= UInt64(clamping: status.st_size) }
    }
    var system = statvfs()
    // If the directory is missing, creating the backup reports that.
    guard statvfs(Directory.parent(of: path), &system) == 0 else { return }
    let free = UInt64(system.f_bavail) &* UInt64(system.f_frsize)
    guard free >= needed else {
      log.error("not enough space for a backup", ["needed": .number(needed), "free": .number(free)])
      throw Refusal(.storageFull, retryAfterMilliseconds: 60_000)
    }
  }
}
