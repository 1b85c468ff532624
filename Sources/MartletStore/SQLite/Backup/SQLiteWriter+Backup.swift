import MartletSQLite

extension SQLiteWriter {
  /// Bytes of the journal that are copied between two commits.
  private static let piece = 1 << 20

  /// Copies the journal's rows after `row` into a new journal, all that there are now.
  func copyJournal(after row: Int64, into path: String) async throws {
    guard let through = journal?.last else { throw StoreError(.closed, "the store is closed") }
    let target = try SQLiteConnection.openToWrite(
      path, vfs: nil, isExclusive: true, cacheKiB: 2048, checkpointPages: 4000, steps: JournalSchema.steps,
      application: JournalSchema.application)
    defer { target.close() }
    try target.execute("PRAGMA synchronous = OFF")
    var copied = row
    while copied < through {
      guard let journal else { throw StoreError(.closed, "the store is closed") }
      copied = try journal.copy(after: copied, through: through, bytes: Self.piece, into: target)
      await Task.yield()
      try Task.checkCancellation()
    }
    // The last connection copies its log into the file.
    target.close()
    try SyncedFile.sync(path)
  }
}

extension Journal {
  /// Copies some rows.
  ///
  /// - Returns: The last row copied.
  /// - Throws: `.corrupt` if a row is missing.
  fileprivate func copy(after row: Int64, through last: Int64, bytes: Int, into target: SQLiteConnection) throws -> Int64 {
    var copied = row
    var left = bytes
    try target.transaction {
      try database.statement("SELECT id, changes FROM journal WHERE id > ?1 AND id <= ?2 ORDER BY id").each(
        [.integer(row), .integer(last)]
      ) { found in
        let (id, changes) = (try found.integer(0), try found.blob(1))
        guard id == copied &+ 1 else { throw StoreError(.corrupt, "rows are missing from the journal") }
        try target.statement("INSERT INTO journal(id, changes) VALUES (?1, ?2)").run(.integer(id), .blob(changes))
        copied = id
        left -= changes.count
        return left > 0
      }
    }
    guard copied > row else { throw StoreError(.corrupt, "rows are missing from the journal") }
    return copied
  }
}
