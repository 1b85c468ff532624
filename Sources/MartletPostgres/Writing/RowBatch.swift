/// Rows that one statement takes, each column as an array.
struct RowBatch {
  private var columns: [[PostgresValue]] = []

  /// Adds a row; all rows have the same columns.
  mutating func add(_ values: PostgresValue...) {
    if columns.isEmpty { columns = values.map { _ in [] } }
    for (index, value) in values.enumerated() { columns[index].append(value) }
  }

  /// The statement, with the columns as its first parameters; nil if there are no rows.
  func statement(_ sql: String, _ more: PostgresValue...) -> PostgresStatement? {
    columns.isEmpty ? nil : PostgresStatement(sql, columns.map(PostgresValue.array) + more)
  }
}

extension PostgresValue {
  /// Scalars of one type as an array.
  fileprivate static func array(_ values: [PostgresValue]) -> PostgresValue {
    switch values.first {
    case .text: .texts(values.map { if case .text(let text) = $0 { text } else { nil } })
    case .blob: .blobs(values.map { if case .blob(let bytes) = $0 { bytes } else { nil } })
    default: .integers(values.map { if case .integer(let number) = $0 { number } else { nil } })
    }
  }

  /// A text that may hold any bytes, in a column of bytes: PostgreSQL's texts hold no zero bytes.
  static func bytes(_ text: String?) -> PostgresValue { .blob(text.map { Array($0.utf8) }) }

  static func bytes(_ text: String) -> PostgresValue { .blob(Array(text.utf8)) }

  static func flag(_ flag: Bool) -> PostgresValue { .integer(flag ? 1 : 0) }

  /// A position, or NULL for none.
  static func optional(_ seq: UInt64?) -> PostgresValue { .integer(seq.map { Int64(bitPattern: $0) }) }
}
