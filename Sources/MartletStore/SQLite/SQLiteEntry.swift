import MartletSQLite
import MartletWire

/// A row of table `entry`, valid for its visit.
package struct SQLiteEntry: EntryRow {
  let row: SQLiteRow
  let tables: SQLiteQueries

  package var seq: UInt64 { get throws { try row.entrySeq() } }

  package func entry() throws -> LogEntry { try row.entry() }

  package func details() throws -> Details? { try row.details(13) }

  package func lend<Result>(_ body: (LentMessage) throws -> Result) throws -> Result? { try row.lentMessage().map(body) }

  package func attached(for owner: String) throws -> [AnnotationSlot: AnnotationValue] {
    try tables.annotations(key: try row.integer(0), for: owner)
  }
}

extension SQLiteRow: StoredRow {
  package func entrySeq() throws -> UInt64 { EntryKey.seq(try integer(0)) }
}
