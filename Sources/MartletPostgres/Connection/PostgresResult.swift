import CPostgres
import MartletStore

/// The rows that a statement gave.
///
/// `@unchecked Sendable`: libpq never changes a result that it has handed over, and only `deinit` frees it.
package final class PostgresResult: @unchecked Sendable {
  private let pointer: OpaquePointer
  let count: Int

  /// Takes over a result of libpq.
  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    count = Int(PQntuples(pointer))
  }

  deinit { PQclear(pointer) }

  var first: PostgresRow? { count > 0 ? self[0] : nil }

  subscript(index: Int) -> PostgresRow { PostgresRow(result: self, index: Int32(truncatingIfNeeded: index)) }

  /// Reads each row.
  package func map<Element>(_ read: (PostgresRow) throws -> Element) rethrows -> [Element] {
    try (0..<count).map { try read(self[$0]) }
  }

  /// The value's bytes; nil for NULL, and for a column that is not there.
  fileprivate func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
    guard column < PQnfields(pointer), PQgetisnull(pointer, row, column) == 0, let start = PQgetvalue(pointer, row, column) else {
      return nil
    }
    return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(pointer, row, column)))
  }
}

/// One row of a result, which it keeps.
package struct PostgresRow: StoredRow {
  let result: PostgresResult
  let index: Int32

  package func isNull(_ column: Int32) -> Bool { result.bytes(index, column) == nil }

  /// An integer of 2, 4 or 8 bytes; a boolean has one.
  package func integer(_ column: Int32) throws -> Int64 {
    guard let bytes = result.bytes(index, column), [1, 2, 4, 8].contains(bytes.count) else { throw damaged("a number") }
    let isNegative = bytes[0] & 0x80 != 0
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  package func lentText(_ column: Int32) throws -> UnsafeRawBufferPointer {
    guard let bytes = result.bytes(index, column) else { throw damaged("a text") }
    return bytes
  }

  package func lentBlob(_ column: Int32) throws -> UnsafeRawBufferPointer {
    guard let bytes = result.bytes(index, column) else { throw damaged("a blob") }
    return bytes
  }

  package func entrySeq() throws -> UInt64 { try unsigned(0) }
}
