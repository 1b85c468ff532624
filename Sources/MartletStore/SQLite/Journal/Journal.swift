import MartletSQLite

/// The file in which each commit is one row, durable before any caller is answered.
///
/// A row is kept until its changes are durable in the tables too, which `release` reports. Released rows are removed with later
/// writes, in the same transaction, and about as many bytes as the write adds. So new rows reuse the pages of old rows, the file
/// keeps its length, and overwriting deleted rows (`secure_delete=ON`) costs next to nothing. While nothing is written, `trim`
/// removes them. No unused page of the file holds a removed row. The write-ahead log holds it until the log has wrapped around
/// once more or the journal was closed.
///
/// Ids are dense and only grow. If all rows are removed, the newest stays, without its changes.
///
/// Not Sendable: belongs to the writer's thread. Its connection is the only one (`locking_mode=EXCLUSIVE`), and so the only one
/// that checkpoints.
final class Journal {
  /// The file within the directory.
  static let fileName = "journal.db"

  /// Minimum bytes of released rows to remove at once: removing them together touches fewer pages.
  private static let worthRemoving = 16 << 10
  /// About how many bytes one `trim` removes at most.
  private static let piece = 256 << 10

  let database: SQLiteConnection
  private var schedule: CheckpointSchedule
  private var rows = JournalRows()
  /// The outcome of a commit or checkpoint is unknown, so nothing more is written.
  private var isBroken = false

  /// Opens the journal of a directory, or makes it.
  ///
  /// - Parameters:
  ///   - directory: The store's, which keeps others away by its lock.
  ///   - vfs: The name of a registered SQLite file layer; nil for the system's.
  ///   - checkpointPages: Pages of 4 KiB in the write-ahead log at which it is copied into the file.
  /// - Throws: `SQLiteError` or `StoreError`.
  init(directory: String, vfs: String? = nil, checkpointPages: Int = 2000) throws {
    database = try SQLiteConnection.openToWrite(
      directory + "/" + Self.fileName, vfs: vfs, isExclusive: true, cacheKiB: 2048, checkpointPages: checkpointPages,
      steps: JournalSchema.steps, application: JournalSchema.application)
    schedule = CheckpointSchedule(pages: checkpointPages)
    do {
      try readRows()
      try syncFound()
    } catch {
      database.close()
      throw error
    }
  }

  private func readRows() throws {
    // The length is in a row's head: its changes are not read.
    try database.statement("SELECT id, length(changes) FROM journal ORDER BY id").each([]) { row in
      guard rows.append(id: try row.integer(0), bytes: try row.integer(1)) else {
        throw StoreError(.corrupt, "rows are missing from the journal")
      }
      return true
    }
  }

  /// Syncs the rows found at the start to disk.
  ///
  /// A process killed before its sync leaves rows that this process can read but that may not be on disk. From here on they
  /// answer retries and are folded into tables, so they must not be lost before their effects.
  private func syncFound() throws {
    do {
      try database.checkpoint(.passive)
    } catch let error where error.code == .syncFailed {
      throw error
    } catch {
      // The log is synced before anything is copied; for the copy there may be no room now.
    }
  }

  /// Closes the connection.
  ///
  /// Removes released rows first, if possible.
  func close() {
    while !isBroken, (try? trim()) == true {}
    database.close()
  }

  // MARK: - Rows

  /// The newest id ever given; 0 before the first.
  var last: Int64 { rows.last }

  /// Rows that are not removed yet, released ones included, and the bytes of their changes.
  var size: (rows: Int, bytes: Int) { (rows.count, rows.bytes) }

  /// Makes ids continue after `id`, unless they are beyond it already.
  ///
  /// For tables without their journal, as from a backup: a row with an id that the tables count as folded would never be
  /// replayed.
  ///
  /// - Throws: `.corrupt` if the journal still holds changes that are older than the tables: then it belongs to another store.
  func resume(after id: Int64) throws {
    guard id > last else { return }
    guard rows.bytes == 0 else {
      throw StoreError(.corrupt, "\(Self.fileName) is older than the tables: it belongs to another copy of the store")
    }
    try commit {
      try database.statement("DELETE FROM journal").run()
      try insert(id, [])
    }
    rows = JournalRows()
    _ = rows.append(id: id, bytes: 0)
  }

  /// Stores the changes of one commit, which are not empty; they are durable when this returns.
  ///
  /// - Returns: The row's id.
  /// - Throws: `StoreError`; `.unknown` if the row may turn out stored when the journal is opened anew. Then nothing
  ///   more may be written. After every other error nothing was changed.
  func write(_ changes: [UInt8]) throws -> Int64 {
    let id = last &+ 1
    guard id > 0 else { throw StoreError(.failed, "the journal can hold no more rows") }
    // A little more than comes, the more the more is left: so the file neither grows nor is zeroed in vain.
    let removal = rows.removal(
      atLeast: Self.worthRemoving, atMost: max(changes.count &+ rows.releasedBytes / 16, Self.worthRemoving))
    try commit {
      if let removal { try remove(through: removal.id) }
      try insert(id, changes)
    }
    if let removal { rows.remove(removal) }
    _ = rows.append(id: id, bytes: Int64(changes.count))
    return id
  }

  /// Visits the rows after an id, in order, with their changes.
  ///
  /// - Throws: `.corrupt` if there is a gap between `id` and the first of them; the errors of `body`.
  func replay(after id: Int64, _ body: (Int64, [UInt8]) throws -> Void) throws {
    guard id >= last || id >= rows.first &- 1 else {
      throw StoreError(
        .corrupt, "\(Self.fileName) lacks changes that the tables do not hold: it belongs to another copy of the store")
    }
    try database.statement("SELECT id, changes FROM journal WHERE id > ?1 ORDER BY id").each([.integer(id)]) { row in
      let changes = try row.blob(1)
      guard !changes.isEmpty else { throw StoreError(.corrupt, "a journal row was emptied too early") }
      try body(try row.integer(0), changes)
      return true
    }
  }

  /// The changes of the rows up to `id` are durable in the tables.
  ///
  /// Writes nothing.
  func release(through id: Int64) { rows.release(through: id) }

  /// Removes some released rows, in a commit of its own, for a moment when there is nothing to write.
  ///
  /// - Returns: True if messages remain.
  /// - Throws: `StoreError`; after `.unknown` nothing more may be written, after others all is as before.
  func trim() throws -> Bool {
    guard let removal = rows.removal(atLeast: 1, atMost: Self.piece) else { return false }
    try commit { try remove(through: removal.id) }
    rows.remove(removal)
    return rows.releasedBytes > 0
  }

  /// Copies the write-ahead log into the file when it has grown, so that it can restart.
  ///
  /// Call it after the callers have their answers.
  ///
  /// - Throws: `.unknown` if the outcome on disk is unknown: then nothing more may be written.
  func checkpointIfDue() throws {
    guard !isBroken, schedule.isDue(logged: database.pagesInLog) else { return }
    do {
      try database.checkpoint(.passive)
    } catch let error where error.code == .syncFailed {
      isBroken = true
      throw StoreError(error)
    } catch {
      // All is still in the log. A full disk may be over at the next try.
    }
  }

  // MARK: - Statements

  private func insert(_ id: Int64, _ changes: [UInt8]) throws {
    try database.statement("INSERT INTO journal(id, changes) VALUES (?1, ?2)").run(.integer(id), .blob(changes))
  }

  /// The newest row is only emptied, in case no other follows.
  private func remove(through id: Int64) throws {
    try database.statement("DELETE FROM journal WHERE id <= ?1").run(.integer(min(id, last &- 1)))
    if id == last { try database.statement("UPDATE journal SET changes = x'' WHERE id = ?1").run(.integer(id)) }
  }

  private func commit(_ body: () throws -> Void) throws {
    guard !isBroken else { throw StoreError(.stopped, "the journal must be reopened") }
    do {
      try database.commit(body)
    } catch {
      isBroken = (error as? StoreError)?.code == .unknown
      throw error
    }
  }
}
