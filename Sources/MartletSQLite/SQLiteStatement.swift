import CSQLite

/// A prepared statement of one connection, used in the connection's isolation.
///
/// Each call binds the values given to the parameters ?1, ?2 … in order, runs, and leaves the statement
/// ready for the next call. After the connection is closed every call throws `.misuse`.
package final class SQLiteStatement {
  /// Nil once the connection was closed.
  private var pointer: OpaquePointer?
  private let parameters: Int32
  private var isRunning = false

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    parameters = sqlite3_bind_parameter_count(pointer)
  }

  /// Called by the connection alone, before it closes.
  func finalize() {
    sqlite3_finalize(pointer)
    pointer = nil
  }

  /// Runs to the end and drops the rows it gives.
  package func run(_ values: SQLiteValue...) throws(SQLiteError) { try run(values) }

  /// As `run`, with the values in a list.
  package func run(_ values: [SQLiteValue]) throws(SQLiteError) { _ = try visit(values) { _ in true } }

  /// Reads the first row; nil if there is none.
  package func first<Value>(
    _ values: SQLiteValue..., read: (SQLiteRow) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value? {
    try firstRow(values, read).get()
  }

  /// Reads every row.
  package func all<Value>(
    _ values: SQLiteValue..., read: (SQLiteRow) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> [Value] {
    try allRows(values, read).get()
  }

  /// Visits rows until `visit` returns false.
  ///
  /// A row is valid only during its visit.
  package func each(_ values: [SQLiteValue], visit: (SQLiteRow) throws(SQLiteError) -> Bool) throws(SQLiteError) {
    if let failure = try self.visit(values, visit) { throw failure }
  }

  fileprivate func firstRow<Value, Failure>(
    _ values: [SQLiteValue], _ read: (SQLiteRow) throws(Failure) -> Value
  ) throws(SQLiteError) -> Result<Value?, Failure> {
    var value: Value?
    let failure = try visit(values) { row throws(Failure) in
      value = try read(row)
      return false
    }
    return failure.map { .failure($0) } ?? .success(value)
  }

  fileprivate func allRows<Value, Failure>(
    _ values: [SQLiteValue], _ read: (SQLiteRow) throws(Failure) -> Value
  ) throws(SQLiteError) -> Result<[Value], Failure> {
    var found: [Value] = []
    let failure = try visit(values) { row throws(Failure) in
      found.append(try read(row))
      return true
    }
    return failure.map { .failure($0) } ?? .success(found)
  }

  /// Visits rows until `visit` returns false or fails.
  ///
  /// - Returns: The error of `visit`; nil if it did not fail.
  fileprivate func visit<Failure>(
    _ values: [SQLiteValue], _ visit: (SQLiteRow) throws(Failure) -> Bool
  ) throws(SQLiteError) -> Failure? {
    guard let pointer else { throw SQLiteError(.misuse, "the connection is closed") }
    guard !isRunning else { throw SQLiteError(.misuse, "the statement is already running") }
    isRunning = true
    defer {
      // A visit may have closed the connection.
      if self.pointer != nil {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
      }
      isRunning = false
    }
    try bind(values, to: pointer)
    while self.pointer != nil {
      let result = sqlite3_step(pointer)
      switch result {
      case SQLITE_ROW:
        do throws(Failure) {
          guard try visit(SQLiteRow(pointer)) else { return nil }
        } catch {
          return error
        }
      case SQLITE_DONE: return nil
      default: throw SQLiteError.last(of: sqlite3_db_handle(pointer), result: result)
      }
    }
    return nil
  }

  private func bind(_ values: [SQLiteValue], to pointer: OpaquePointer) throws(SQLiteError) {
    guard values.count == parameters else {
      throw SQLiteError(.misuse, "\(values.count) values for \(parameters) parameters")
    }
    // A loop over the array would copy each value.
    let failed = values.withUnsafeBufferPointer { values -> Int32? in
      for index in values.indices {
        let result = Self.bind(values[index], to: pointer, at: Int32(truncatingIfNeeded: index) &+ 1)
        if result != SQLITE_OK { return result }
      }
      return nil
    }
    if let failed { throw SQLiteError.last(of: sqlite3_db_handle(pointer), result: failed) }
  }

  private static func bind(_ value: SQLiteValue, to pointer: OpaquePointer, at index: Int32) -> Int32 {
    // Tells SQLite to copy: the bytes are lent for the call only.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(pointer, index)
    case .integer(let value): return sqlite3_bind_int64(pointer, index, value)
    case .text(let text):
      let result = text.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // An empty buffer may have no address, which SQLite would take for NULL.
          guard let start = characters.baseAddress, !characters.isEmpty else {
            return sqlite3_bind_text(pointer, index, "", 0, copied)
          }
          return sqlite3_bind_text64(
            pointer, index, start, UInt64(characters.count), copied, UInt8(truncatingIfNeeded: SQLITE_UTF8))
        }
      }
      // Native Swift strings are contiguous; the others would come from Foundation.
      return result ?? SQLITE_MISUSE
    case .blob(let bytes):
      return bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
        return sqlite3_bind_blob64(pointer, index, start, UInt64(bytes.count), copied)
      }
    }
  }
}

#if !hasFeature(Embedded)
  // For callers whose visits fail with other errors too.
  extension SQLiteStatement {
    /// As the function of the same name that throws SQLite's errors only.
    package func first<Value>(_ values: SQLiteValue..., read: (SQLiteRow) throws -> Value) throws -> Value? {
      try firstRow(values, read).get()
    }

    /// As the function of the same name that throws SQLite's errors only.
    package func all<Value>(_ values: SQLiteValue..., read: (SQLiteRow) throws -> Value) throws -> [Value] {
      try allRows(values, read).get()
    }

    /// As the function of the same name that throws SQLite's errors only.
    package func each(_ values: [SQLiteValue], visit: (SQLiteRow) throws -> Bool) throws {
      if let failure = try self.visit(values, visit) { throw failure }
    }
  }
#endif

/// The row a statement stands on, valid only during the visit it was handed to.
///
/// A column of another type than asked for is not converted: it throws `.unexpectedValue`, since the schema
/// and the code agree in an undamaged database.
package struct SQLiteRow {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  package func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
    try check(column, SQLITE_INTEGER)
    return sqlite3_column_int64(pointer, column)
  }

  /// An integer that cannot be negative.
  package func unsigned(_ column: Int32) throws(SQLiteError) -> UInt64 {
    guard let value = UInt64(exactly: try integer(column)) else { throw mismatch(column) }
    return value
  }

  package func boolean(_ column: Int32) throws(SQLiteError) -> Bool { try integer(column) != 0 }

  /// Bytes that are not UTF-8 are replaced by U+FFFD.
  package func text(_ column: Int32) throws(SQLiteError) -> String { String(decoding: try lentText(column), as: UTF8.self) }

  /// The bytes of a text, whether they are UTF-8 or not, valid until the visit ends.
  package func lentText(_ column: Int32) throws(SQLiteError) -> UnsafeRawBufferPointer {
    try check(column, SQLITE_TEXT)
    // Asked for as text, SQLite would copy it to put a zero behind it.
    guard let start = sqlite3_column_blob(pointer, column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  package func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] { [UInt8](try lentBlob(column)) }

  /// The bytes of a blob, valid until the visit ends.
  package func lentBlob(_ column: Int32) throws(SQLiteError) -> UnsafeRawBufferPointer {
    try check(column, SQLITE_BLOB)
    guard let start = sqlite3_column_blob(pointer, column) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  package func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? { isNull(column) ? nil : try integer(column) }

  package func optionalText(_ column: Int32) throws(SQLiteError) -> String? { isNull(column) ? nil : try text(column) }

  private func check(_ column: Int32, _ type: Int32) throws(SQLiteError) {
    guard sqlite3_column_type(pointer, column) == type else { throw mismatch(column) }
  }

  private func mismatch(_ column: Int32) -> SQLiteError {
    let name = sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? "\(column)"
    return SQLiteError(.unexpectedValue, "column \(name) holds a value of the wrong type")
  }
}
