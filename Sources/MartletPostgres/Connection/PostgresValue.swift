/// A parameter of a statement.
package enum PostgresValue: Sendable {
  case integer(Int64?)
  case text(String?)
  case blob([UInt8]?)
  case integers([Int64?])
  case texts([String?])
  case blobs([[UInt8]?])

  /// A number that cannot be negative, bit for bit.
  static func unsigned(_ value: UInt64) -> PostgresValue { .integer(Int64(bitPattern: value)) }

  /// PostgreSQL's number for the type: bigint, text, bytea, and arrays of these.
  var type: UInt32 {
    switch self {
    case .integer: 20
    case .text: 25
    case .blob: 17
    case .integers: 1016
    case .texts: 1009
    case .blobs: 1001
    }
  }

  /// The value in PostgreSQL's binary form; nil for NULL.
  var bytes: [UInt8]? {
    switch self {
    case .integer(let value): value.map { $0.bigEndianBytes }
    case .text(let value): value.map { Array($0.utf8) }
    case .blob(let value): value
    case .integers(let values): Self.array(of: 20, values) { $0.bigEndianBytes }
    case .texts(let values): Self.array(of: 25, values) { Array($0.utf8) }
    case .blobs(let values): Self.array(of: 17, values) { $0 }
    }
  }

  /// Dimensions, whether there are NULLs, the element's type; the dimension's length and first index; then each element behind
  /// its length, which is -1 for NULL.
  private static func array<Element>(of type: Int32, _ values: [Element?], _ encode: (Element) -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(Int32(values.isEmpty ? 0 : 1))
    bytes.append(Int32(values.contains { $0 == nil } ? 1 : 0))
    bytes.append(type)
    guard !values.isEmpty else { return bytes }
    bytes.append(Int32(truncatingIfNeeded: values.count))
    bytes.append(Int32(1))
    for value in values {
      guard let value else {
        bytes.append(Int32(-1))
        continue
      }
      let element = encode(value)
      bytes.append(Int32(truncatingIfNeeded: element.count))
      bytes += element
    }
    return bytes
  }
}

/// A statement with its parameters.
package struct PostgresStatement: Sendable {
  /// Identifies the prepared statement: the same text is prepared once for a connection.
  let sql: String
  let parameters: [PostgresValue]

  /// Values are sent in the types of `PostgresValue`, as `$1`, `$2` and so on.
  package init(_ sql: String, _ parameters: PostgresValue...) { self.init(sql, parameters) }

  init(_ sql: String, _ parameters: [PostgresValue]) {
    self.sql = sql
    self.parameters = parameters
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: Int32) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
