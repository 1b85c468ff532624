import MartletSQLite

extension SQLiteFolder {
  /// After so many pages the copy is brought to the disk: else commits would wait for all of it at once.
  private static let pagesUntilSync = 16_384

  /// Copies the tables into a file, including commits folded meanwhile.
  ///
  /// When this returns, the copy is on disk. The journal keeps the rows after the returned one, which the copy lacks, until
  /// `endBackup`.
  func copyTables(into path: String, progress: @Sendable (BackupProgress) -> Void) async throws -> Int64 {
    guard let tables else { throw StoreError(.closed, "the store is closed") }
    let target = try SQLiteConnection.openToFill(path)
    defer { target.close() }
    let backup = try SQLiteBackup(of: tables.database, into: target)
    self.backup = backup
    defer {
      backup.finish()
      if self.backup === backup { self.backup = nil }
    }
    var unsynced = 0
    while try !backup.copy(pages: options.backupPages) {
      unsynced &+= Int(options.backupPages)
      if unsynced >= Self.pagesUntilSync {
        try SyncedFile.sync(path)
        unsynced = 0
      }
      let pages = backup.pages
      progress(BackupProgress(copiedBytes: 4096 &* (pages.total &- pages.left), totalBytes: 4096 &* pages.total))
      // Lets waiting work run in between: folding, and closing the store.
      await Task.yield()
      try Task.checkCancellation()
      guard self.backup === backup else { throw StoreError(.closed, "the store is closed") }
    }
    let total = 4096 &* backup.pages.total
    backup.finish()
    // Positions given after this moment may be given again by a server that starts on the copy.
    try FoldedTables(target, userLogEntries: options.userLogEntries, kinds: options.kinds).name("")
    let row = try (0..<Slicing.count).map { try tables.queries.foldedThrough(slice: $0) }.min() ?? 0
    target.close()
    // From here on, rows that the copy lacks must stay in the journal. Nothing was folded since the last page was copied.
    keepsJournal = true
    do {
      try SyncedFile.sync(path)
    } catch {
      endBackup()
      throw error
    }
    progress(BackupProgress(copiedBytes: total, totalBytes: total))
    return row
  }

  /// Lets the journal release folded rows again.
  func endBackup() {
    keepsJournal = false
    if let row = keptRow { listeners?.durable(row) }
    keptRow = nil
  }

  /// Says that the rows up to this one may leave the journal, now or when no backup needs them.
  func release(through row: Int64) {
    if keepsJournal { keptRow = row } else { listeners?.durable(row) }
  }

  /// Breaks a backup off, which must not outlive the connection.
  func abandonBackup() {
    backup?.finish()
    backup = nil
  }
}
