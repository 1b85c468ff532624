/// A value to bind to a statement's parameter.
package enum SQLiteValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// An integer column's nearest value; the largest where `value` is beyond it.
  package static func unsigned(_ value: UInt64) -> SQLiteValue { .integer(Int64(clamping: value)) }

  package static func optional(_ value: Int64?) -> SQLiteValue { value.map { .integer($0) } ?? .null }

  package static func optional(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(nilLiteral: ()) { self = .null }
}
